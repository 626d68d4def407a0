//! nntp, §3.7.

use crate::{
    class::Class,
    parser::Parser,
    parts::{Parts, SchemeSpecific},
    problem::Code,
    rule::Rule,
    steps::Steps,
};

impl<'a> Parser<'a, '_> {
    /// `nntpurl = "nntp://" hostport "/" group [ "/" digits ]`
    pub(crate) fn nntpurl(&mut self) {
        self.hostport(Rule::Nntpurl, b"/");
        if !self.take(b'/') {
            self.missing(Code::MissingPath, Rule::Nntpurl);
            return;
        }
        let group = self.group(Some(b'/'));
        let digits = self.take(b'/').then(|| self.digits());
        self.parts.scheme_specific = SchemeSpecific::Group { group, digits };
    }

    /// `digits = 1*digit`
    fn digits(&mut self) -> &'a [u8] {
        if self.rest().is_empty() {
            self.missing(Code::MissingNumber, Rule::Digits);
        }
        self.only(Class::DIGIT, None, Code::NumberCharacter, Rule::Digits)
    }
}

/// Explains an nntp URL (§3.7).
pub(crate) fn explain(steps: &mut Steps, parts: &Parts<'_>) {
    if !steps.connect(parts) {
        return;
    }
    let Some(group) = parts.group().filter(|part| !part.is_empty()) else {
        return;
    };
    steps.send("GROUP ", group);
    // Without a number the command would ask for the current article (RFC 3977 §6.2.1).
    match parts.digits().filter(|digits| !digits.is_empty()) {
        Some(digits) => steps.send("ARTICLE ", digits),
        None => steps.say("No article is given: the URL names the whole group."),
    }
}
