//! All other schemes, §2.1 and §3.1.

use crate::{
    class::Class,
    login::ip_literal,
    parser::Parser,
    parts::{Login, Parts, SchemeSpecific},
    problem::{Code, Problems},
    rule::Rule,
};

impl Parser<'_, '_> {
    /// `otherurl = genericurl`, `genericurl = scheme ":" schemepart`,
    /// `schemepart = *xchar | ip-schemepart`
    ///
    /// Everything in an `ip-schemepart` is `*xchar`; it only adds structure.
    pub(crate) fn otherurl(&mut self) {
        let start = self.at;
        if self.rest().starts_with(b"//") {
            self.at += 2;
            if self.try_hostport(b"/") {
                self.urlpath();
                return;
            }
            self.at = start;
        }
        let Some((login, end)) = ip_schemepart(self.text, start) else {
            self.schemepart();
            return;
        };
        self.within(end, |parser| parser.login_of_xchars(login));
        self.parts.login = Some(login);
        self.urlpath();
    }

    /// Parses a login that is `*xchar`, up to the end of the text. An address in brackets is one problem.
    fn login_of_xchars(&mut self, login: Login<'_>) {
        if let Some(len) = ip_literal(login.host.bytes) {
            let port = login.port.map_or(0, |port| port.len() + 1);
            let host = self.text.len() - port - login.host.bytes.len();
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
        self.parts.scheme_specific = SchemeSpecific::Schemepart(schemepart);
    }

    /// `urlpath = *xchar`, and the `/` before it, if anything follows the login.
    fn urlpath(&mut self) {
        if self.peek().is_some() {
            self.take(b'/');
            let urlpath = self.chars(Class::XCHAR, Rule::Urlpath, b"");
            self.parts.scheme_specific = SchemeSpecific::Urlpath(urlpath);
        }
    }
}

/// `ip-schemepart = "//" login [ "/" urlpath ]`, at an index of a URL: returns the login and the index of its end, if
/// it has a host. The login may have problems.
///
/// By this production, a `?` does not end a login; by all later standards, it does (`https://host?search`). So the
/// login ends at a `?` if it has problems otherwise.
fn ip_schemepart(url: &[u8], at: usize) -> Option<(Login<'_>, usize)> {
    let start = url.len() - url[at..].strip_prefix(b"//")?.len();
    let read = |ends: &[u8]| {
        let (mut parts, mut problems) = (Parts::default(), Problems::new());
        let mut parser = Parser::new(url, &mut parts, &mut problems);
        parser.at = start;
        parser.login(ends);
        let end = parser.at;
        (parts.login, end, problems.as_slice().is_empty())
    };
    let (mut login, mut end, conforms) = read(b"/");
    if !conforms && url[start..end].contains(&b'?') {
        (login, end, _) = read(b"/?");
    }
    let login = login.filter(|login| !login.host.bytes.is_empty())?;
    Some((login, end))
}
