//! All other schemes, §2.1 and §3.1.

use super::Parser;
use crate::{
    Parts, Rule,
    class::Class,
    parts::{Login, Specific},
    problem::Problems,
};

impl Parser<'_, '_> {
    /// `otherurl = genericurl`, `genericurl = scheme ":" schemepart`
    pub(super) fn otherurl(&mut self) {
        let start = self.at;
        if self.rest().starts_with(b"//") {
            self.at += 2;
            if self.plain_hostport(b"/?") {
                self.urlpath();
                return;
            }
            self.at = start;
        }
        self.schemepart();
        if let Some((login, urlpath)) = ip_schemepart(&self.text[start..]) {
            self.parts.login = Some(login);
            self.parts.specific = urlpath.map_or(Specific::Nothing, Specific::Urlpath);
        }
    }

    /// `urlpath = *xchar`, and the `/` in front of it, if there is one.
    fn urlpath(&mut self) {
        if self.peek().is_some() {
            self.take(b'/');
            let urlpath = self.chars(Class::XCHAR, Rule::Schemepart, b"");
            self.parts.specific = Specific::Urlpath(urlpath);
        }
    }

    /// `schemepart = *xchar | ip-schemepart`
    ///
    /// What an `ip-schemepart` may have is all `*xchar`.
    pub(super) fn schemepart(&mut self) {
        let schemepart = self.chars(Class::XCHAR, Rule::Schemepart, b"");
        self.parts.specific = Specific::Schemepart(schemepart);
    }
}

/// `ip-schemepart = "//" login [ "/" urlpath ]`
///
/// A login in front of a `?` is none by this rule, but by all later ones (`https://host?search`).
fn ip_schemepart(text: &[u8]) -> Option<(Login<'_>, Option<&[u8]>)> {
    let text = text.strip_prefix(b"//")?;
    let read = |ends: &[u8]| {
        let (mut parts, mut problems) = (Parts::default(), Problems::new());
        let mut parser = Parser::new(text, &mut parts, &mut problems);
        parser.login(ends);
        let behind = parser.rest();
        (parts.login, behind, !problems.as_slice().is_empty())
    };
    let (mut login, mut behind, is_wrong) = read(b"/");
    if is_wrong && text[..text.len() - behind.len()].contains(&b'?') {
        (login, behind, _) = read(b"/?");
    }
    let login = login.filter(|login| !login.host.is_empty())?;
    let urlpath = match behind {
        [] => None,
        [b'/', urlpath @ ..] | urlpath => Some(urlpath),
    };
    Some((login, urlpath))
}
