//! news, §3.6.

use crate::{
    class::Class,
    parser::Parser,
    parts::{Parts, SchemeSpecific},
    problem::Code,
    rule::Rule,
    steps::Steps,
};

impl<'a> Parser<'a, '_> {
    /// `newsurl = "news:" grouppart`, `grouppart = "*" | group | article`
    pub(crate) fn newsurl(&mut self) {
        let rest = self.rest();
        // "A message identifier may be distinguished from a news group name by the presence of the
        // commercial at" (§3.6).
        if rest.contains(&b'@') {
            self.parts.scheme_specific = SchemeSpecific::Article(self.article());
            return;
        }
        if rest == b"*" {
            self.at += 1;
        } else if rest.is_empty() {
            self.missing(Code::MissingGroup, Rule::Grouppart);
        } else {
            self.group(None);
        }
        let (group, digits) = (rest, None);
        self.parts.scheme_specific = SchemeSpecific::Group { group, digits };
    }

    /// `group = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]`, up to the end of the text or `end`.
    pub(crate) fn group(&mut self, end: Option<u8>) -> &'a [u8] {
        let start = self.at;
        match self.peek() {
            next if next.is_none() || next == end => self.missing(Code::MissingGroup, Rule::Group),
            Some(byte) if byte.is_ascii_alphabetic() => {}
            _ => {
                self.problem(Code::GroupStart, Rule::Group, start..start + 1);
                self.at += 1;
            }
        }
        self.only(Class::GROUP, end, Code::GroupCharacter, Rule::Group);
        &self.text[start..self.at]
    }

    /// `article = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host`
    fn article(&mut self) -> &'a [u8] {
        let start = self.at;
        // The last `@` counts, as in a login.
        let len = self.rest().iter().rposition(|&byte| byte == b'@');
        let at_sign = start + len.unwrap_or(0);
        if at_sign == start {
            self.missing(Code::MissingArticle, Rule::Article);
        }
        self.within(at_sign, |parser| {
            parser.chars(Class::ARTICLE, Rule::Article, b"")
        });
        self.host(at_sign + 1..self.text.len());
        self.at = self.text.len();
        &self.text[start..]
    }
}

/// Explains a news URL (§3.6): "by themselves, they do not contain sufficient information to locate a single resource".
pub(crate) fn explain(steps: &mut Steps, parts: &Parts<'_>) {
    let article = parts.article().filter(|part| !part.is_empty());
    let group = parts.group().filter(|part| !part.is_empty());
    if article.is_none() && group.is_none() {
        return;
    }
    steps.say("Ask a news server of your choice: the URL names none.");
    match (article, group) {
        (Some(article), _) => steps.send_around("ARTICLE <", article, ">"),
        (_, Some(group)) if group.as_bytes() == b"*" => {
            steps.send_raw(b"LIST".to_vec());
            steps.say("The URL names all newsgroups.");
        }
        (_, Some(group)) => steps.send("GROUP ", group),
        (None, None) => {}
    }
}
