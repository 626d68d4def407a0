//! http, §3.3.

use super::Parser;
use crate::{Code, Rule, class::Class, parts::Specific};

impl<'a> Parser<'a, '_> {
    /// `httpurl = "http://" hostport [ "/" hpath [ "?" search ]]`
    pub(super) fn httpurl(&mut self) {
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
        self.parts.specific = Specific::Http { path, search };
    }

    /// `search = *[ uchar | ";" | ":" | "@" | "&" | "=" ]`
    pub(super) fn search(&mut self) -> &'a [u8] {
        self.chars(Class::SEARCH, Rule::Search, b"")
    }
}
