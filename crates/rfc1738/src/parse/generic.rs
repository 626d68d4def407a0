//! All other schemes, §2.1 and §3.1.

use super::{Parser, Schemepart};
use crate::{
    Rule,
    class::Class,
    parts::{Login, Specific},
};

impl<'a> Parser<'a> {
    /// `otherurl = genericurl`, `genericurl = scheme ":" schemepart`
    pub(super) fn otherurl(&mut self) -> Schemepart<'a> {
        let start = self.at;
        let schemepart = self.schemepart();
        match ip_schemepart(&self.text[start..]) {
            Some((login, urlpath)) => (
                Some(login),
                urlpath.map_or(Specific::Nothing, Specific::Urlpath),
            ),
            None => (None, schemepart),
        }
    }

    /// `schemepart = *xchar | ip-schemepart`
    ///
    /// What an `ip-schemepart` may have is all `*xchar`.
    pub(super) fn schemepart(&mut self) -> Specific<'a> {
        Specific::Schemepart(self.chars(Class::XCHAR, Rule::Schemepart, b""))
    }
}

/// `ip-schemepart = "//" login [ "/" urlpath ]`
///
/// A login in front of a `?` is none by this rule, but by all later ones (`https://host?search`).
fn ip_schemepart(text: &[u8]) -> Option<(Login<'_>, Option<&[u8]>)> {
    let text = text.strip_prefix(b"//")?;
    let read = |ends: &[u8]| {
        let mut parser = Parser::new(text);
        let login = parser.login(ends);
        (login, parser)
    };
    let (mut login, mut parser) = read(b"/");
    if !parser.problems.as_slice().is_empty() && text[..parser.at].contains(&b'?') {
        (login, parser) = read(b"/?");
    }
    if login.host.is_empty() {
        return None;
    }
    let urlpath = match parser.rest() {
        [] => None,
        [b'/', urlpath @ ..] | urlpath => Some(urlpath),
    };
    Some((login, urlpath))
}
