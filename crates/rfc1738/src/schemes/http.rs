//! http, §3.3. What a client does is in `web.rs`.

use crate::{class::Class, parser::Parser, parts::SchemeSpecific, problem::Code, rule::Rule};

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
