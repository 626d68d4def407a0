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
        let end = match self.rest() {
            [b'%', rest @ ..] => self.at + 1 + rest.len().min(2),
            _ => self.at + 1,
        };
        self.within(end, |parser| parser.chars(Class::XCHAR, Rule::Gtype, b""))
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
