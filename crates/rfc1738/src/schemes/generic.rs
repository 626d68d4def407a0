//! All other schemes, §2.1 and §3.1.

use crate::{
    class::Class,
    login::ip_literal,
    parser::Parser,
    parts::{Login, Parts, Specific},
    problem::{Code, Problems},
    rule::Rule,
};

impl Parser<'_, '_> {
    /// `otherurl = genericurl`, `genericurl = scheme ":" schemepart`,
    /// `schemepart = *xchar | ip-schemepart`
    ///
    /// What an `ip-schemepart` may have is all `*xchar`: it only tells the parts.
    pub(crate) fn otherurl(&mut self) {
        let start = self.at;
        if self.rest().starts_with(b"//") {
            self.at += 2;
            if self.plain_hostport(b"/") {
                self.urlpath();
                return;
            }
            self.at = start;
        }
        let Some((login, len)) = ip_schemepart(self.rest()) else {
            self.schemepart();
            return;
        };
        self.within(start + len, |parser| parser.login_of_xchars(login));
        self.parts.login = Some(login);
        self.urlpath();
    }

    /// A login that is `*xchar`, up to the end. An address in brackets is told as one.
    fn login_of_xchars(&mut self, login: Login<'_>) {
        if let Some(len) = ip_literal(login.host) {
            let port = login.port.map_or(0, |port| port.len() + 1);
            let host = self.text.len() - port - login.host.len();
            self.within(host, Self::xchars_of_login);
            self.at = host + len;
            self.problem(Code::IpLiteral, Rule::Host, host..self.at);
        }
        self.xchars_of_login();
    }

    fn xchars_of_login(&mut self) {
        self.chars(Class::XCHAR, Rule::Schemepart, b"");
    }

    /// `schemepart = *xchar`
    pub(crate) fn schemepart(&mut self) {
        let schemepart = self.chars(Class::XCHAR, Rule::Schemepart, b"");
        self.parts.specific = Specific::Schemepart(schemepart);
    }

    /// `urlpath = *xchar`, and the `/` in front of it, if something follows the login.
    fn urlpath(&mut self) {
        if self.peek().is_some() {
            self.take(b'/');
            let urlpath = self.chars(Class::XCHAR, Rule::Urlpath, b"");
            self.parts.specific = Specific::Urlpath(urlpath);
        }
    }
}

/// `ip-schemepart = "//" login [ "/" urlpath ]`: the login, if it has a host, whatever is wrong with
/// it, and where it ends.
///
/// A login in front of a `?` is none by this rule, but by all later ones (`https://host?search`).
fn ip_schemepart(text: &[u8]) -> Option<(Login<'_>, usize)> {
    let behind = text.strip_prefix(b"//")?;
    let read = |ends: &[u8]| {
        let (mut parts, mut problems) = (Parts::default(), Problems::new());
        let mut parser = Parser::new(behind, &mut parts, &mut problems);
        parser.login(ends);
        let len = parser.at;
        (parts.login, len, problems.as_slice().is_empty())
    };
    let (mut login, mut len, is_right) = read(b"/");
    if !is_right && behind[..len].contains(&b'?') {
        (login, len, _) = read(b"/?");
    }
    let login = login.filter(|login| !login.host.is_empty())?;
    Some((login, text.len() - behind.len() + len))
}
