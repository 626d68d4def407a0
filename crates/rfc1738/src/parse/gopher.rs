//! gopher, §3.4.

use super::Parser;
use crate::{
    Rule,
    class::Class,
    parts::{GopherPath, Specific},
};

/// The encoded tab that stands between the parts of a gopher path.
const TAB: &[u8] = b"%09";

impl<'a> Parser<'a, '_> {
    /// `gopherurl = "gopher://" hostport [ / [ gtype [ selector [ "%09" search [ "%09"
    /// gopher+_string ] ] ] ] ]`
    ///
    /// A selector is `*xchar` and could take the tabs, too, so that whatever the search holds, the
    /// URL conforms. And "within the gopher-path, no characters are reserved" (§3.4.1): a search is
    /// taken to be what stands between the tabs.
    pub(super) fn gopherurl(&mut self) {
        self.hostport(Rule::Gopherurl, b"/");
        let mut path = GopherPath::default();
        if self.take(b'/') && !self.rest().is_empty() {
            path.gtype = Some(self.gtype());
            path.selector = Some(self.up_to_tab(Rule::Selector));
            path.search = self.behind_tab(|parser| parser.up_to_tab(Rule::Search));
            path.gopher_string =
                self.behind_tab(|parser| parser.chars(Class::XCHAR, Rule::GopherString, b""));
        }
        self.parts.specific = Specific::Gopher(path);
    }

    /// `gtype = xchar`
    fn gtype(&mut self) -> &'a [u8] {
        let start = self.at;
        if self.peek() == Some(b'%') {
            self.escape(Rule::Gtype);
        } else {
            self.within(start + 1, |parser| {
                parser.chars(Class::XCHAR, Rule::Gtype, b"")
            });
        }
        &self.text[start..self.at]
    }

    /// `selector = *xchar`, as far as no tab is in it.
    fn up_to_tab(&mut self, rule: Rule) -> &'a [u8] {
        self.chars_until(Class::XCHAR, rule, |rest| rest.starts_with(TAB))
    }

    fn behind_tab(&mut self, part: impl FnOnce(&mut Self) -> &'a [u8]) -> Option<&'a [u8]> {
        self.rest().starts_with(TAB).then(|| {
            self.at += TAB.len();
            part(self)
        })
    }
}
