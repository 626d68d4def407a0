//! http, §3.3.

use alloc::{format, string::String};

use crate::{
    class::Class,
    parser::Parser,
    parts::{Parts, SchemeSpecific},
    problem::Code,
    rule::Rule,
    steps::{Steps, shown},
};

impl<'a> Parser<'a, '_> {
    /// `httpurl = "http://" hostport [ "/" hpath [ "?" search ]]`
    pub(crate) fn httpurl(&mut self) {
        self.hostport(Rule::Httpurl, b"/?");
        let path = self
            .take(b'/')
            // `hpath = hsegment *[ "/" hsegment ]`
            .then(|| self.chars(Class::HPATH, Rule::Hpath, b"?"));
        if path.is_none() && self.peek() == Some(b'?') {
            let span = self.at..self.at + 1;
            self.problem(Code::SearchWithoutPath, Rule::Httpurl, span);
        }
        let search = self.take(b'?').then(|| self.search());
        self.parts.scheme_specific = SchemeSpecific::Http { path, search };
    }

    /// `search = *[ uchar | ";" | ":" | "@" | "&" | "=" ]`
    pub(crate) fn search(&mut self) -> &'a [u8] {
        self.chars(Class::SEARCH, Rule::Search, b"")
    }
}

/// Explains an http URL (§3.3). The protocol is specified elsewhere; path and search are sent as written.
pub(crate) fn explain(steps: &mut Steps, parts: &Parts<'_>) {
    if !steps.connect(parts) {
        return;
    }
    let path = parts
        .path()
        .map_or(String::new(), |path| shown(path.as_bytes()));
    let search = parts.search().map_or(String::new(), |search| {
        format!("?{}", shown(search.as_bytes()))
    });
    steps.say(format!("Ask for `/{path}{search}`."));
}
