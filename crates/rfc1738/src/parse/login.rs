//! Users, hosts and ports: what all schemes have in common that name a host (§3.1).

use core::ops::Range;

use super::Parser;
use crate::{Code, Rule, class::Class, parts::Login};

impl<'a> Parser<'a> {
    /// `login = [ user [ ":" password ] "@" ] hostport`, up to the end or to one of `ends`.
    pub(super) fn login(&mut self, ends: &[u8]) -> Login<'a> {
        self.plain_hostport(ends)
            .unwrap_or_else(|| self.any_login(ends, None))
    }

    /// `hostport = host [ ":" port ]`, up to the end or to one of `ends`, in a URL whose production,
    /// `rule`, has no login.
    pub(super) fn hostport(&mut self, rule: Rule, ends: &[u8]) -> Login<'a> {
        self.plain_hostport(ends)
            .unwrap_or_else(|| self.any_login(ends, Some(rule)))
    }

    /// What nearly every URL has: a host that is one, perhaps a port, no user.
    fn plain_hostport(&mut self, ends: &[u8]) -> Option<Login<'a>> {
        let rest = self.rest();
        let (host, behind) = rest.split_at(Class::LABELS.run(rest));
        let (port, next) = match behind {
            [b':', behind @ ..] => {
                let (port, behind) = behind.split_at(Class::DIGIT.run(behind));
                (Some(port), behind)
            }
            _ => (None, behind),
        };
        let is_whole = next.first().is_none_or(|next| ends.contains(next))
            && !port.is_some_and(<[u8]>::is_empty)
            && (is_hostname(host) || is_hostnumber(host));
        if !is_whole {
            return None;
        }
        self.at = self.text.len() - next.len();
        Some(Login {
            host,
            port,
            ..Login::default()
        })
    }

    /// As `login`, whatever stands there.
    #[cold]
    fn any_login(&mut self, ends: &[u8], not_allowed: Option<Rule>) -> Login<'a> {
        let end = self.position(ends);
        let start = self.at;
        let at_sign = self.text[start..end].iter().rposition(|&byte| byte == b'@');
        let mut login = Login::default();
        if let Some(len) = at_sign {
            let before = self.problems.len();
            (login.user, login.password) = self.within(start + len, Self::user_and_password);
            if let Some(rule) = not_allowed {
                // That they are there is all there is to say about them.
                self.problems.truncate(before);
                self.problem(Code::UserNotAllowed, rule, start..start + len + 1);
            }
            self.at = start + len + 1;
        }
        (login.host, login.port) = self.within(end, Self::any_hostport);
        login
    }

    /// `user [ ":" password ]`, both being `*[ uchar | ";" | "?" | "&" | "=" ]`
    fn user_and_password(&mut self) -> (Option<&'a [u8]>, Option<&'a [u8]>) {
        let user = self.chars(Class::LOGIN, Rule::User, b":");
        let password = self
            .take(b':')
            .then(|| self.chars(Class::LOGIN, Rule::Password, b""));
        (Some(user), password)
    }

    fn any_hostport(&mut self) -> (&'a [u8], Option<&'a [u8]>) {
        let start = self.at;
        let literal = self.rest().starts_with(b"[") && self.rest().contains(&b']');
        if literal {
            self.at = self.position(b"]");
        }
        self.at = self.position(b":");
        let span = start..self.at;
        let host = &self.text[span.clone()];
        if literal {
            self.problem(Code::IpLiteral, Rule::Host, span);
        } else {
            self.host(span);
        }
        let port = self.take(b':').then(|| self.port());
        (host, port)
    }

    /// `host = hostname | hostnumber`
    pub(super) fn host(&mut self, span: Range<usize>) {
        let host = &self.text[span.clone()];
        if is_hostname(host) || is_hostnumber(host) {
            return;
        }
        if host.is_empty() {
            self.problem(Code::MissingHost, Rule::Host, span);
        } else if host.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'.'))
            && host.iter().any(u8::is_ascii_digit)
        {
            self.problem(Code::HostnumberGroups, Rule::Hostnumber, span);
        } else {
            self.labels(span);
        }
    }

    /// `hostname = *[ domainlabel "." ] toplabel`, one that is none: what is wrong with its labels.
    #[cold]
    fn labels(&mut self, span: Range<usize>) {
        let mut start = span.start;
        loop {
            let rest = &self.text[start..span.end];
            let dot = rest.iter().position(|&byte| byte == b'.');
            let end = dot.map_or(span.end, |dot| start + dot);
            let rule = match dot {
                Some(_) => Rule::Domainlabel,
                None => Rule::Toplabel,
            };
            if start < end {
                self.label(start..end, rule);
            } else {
                // The dot behind it, or, of the last one, the dot in front of it.
                let dot = end.min(span.end - 1);
                self.problem(Code::EmptyLabel, rule, dot..dot + 1);
            }
            if dot.is_none() {
                break;
            }
            start = end + 1;
        }
    }

    /// `domainlabel = alphadigit | alphadigit *[ alphadigit | "-" ] alphadigit`,
    /// `toplabel = alpha | alpha *[ alphadigit | "-" ] alphadigit`
    fn label(&mut self, span: Range<usize>, rule: Rule) {
        let label = &self.text[span.clone()];
        for (at, &byte) in span.clone().zip(label) {
            let is_edge = at == span.start || at + 1 == span.end;
            let code = match byte {
                b'-' if is_edge => Code::LabelHyphen,
                b'-' => continue,
                b'0'..=b'9' if rule == Rule::Toplabel && at == span.start => Code::ToplabelDigit,
                _ if byte.is_ascii_alphanumeric() => continue,
                _ => Code::HostCharacter,
            };
            self.problem(code, rule, at..at + 1);
        }
    }

    /// `port = digits`
    fn port(&mut self) -> &'a [u8] {
        if self.rest().is_empty() {
            self.problem(Code::MissingPort, Rule::Port, self.at - 1..self.at);
        }
        self.only(Class::DIGIT, None, Code::PortCharacter, Rule::Port)
    }
}

/// `hostname = *[ domainlabel "." ] toplabel`
///
/// In one go: the bytes are those of labels and dots, no label begins or ends with a hyphen or has
/// nothing in it, and the last begins with a letter.
fn is_hostname(host: &[u8]) -> bool {
    let mut toplabel = 0;
    let mut before = b'.';
    for (at, &byte) in host.iter().enumerate() {
        match byte {
            b'.' if matches!(before, b'.' | b'-') => return false,
            b'.' => toplabel = at + 1,
            b'-' if before == b'.' => return false,
            _ if !Class::LABELS.has(byte) => return false,
            _ => {}
        }
        before = byte;
    }
    !matches!(before, b'.' | b'-') && host[toplabel].is_ascii_alphabetic()
}

/// `hostnumber = digits "." digits "." digits "." digits`
pub(crate) fn is_hostnumber(host: &[u8]) -> bool {
    let groups = host.split(|&byte| byte == b'.');
    let is_digits = |group: &[u8]| !group.is_empty() && group.iter().all(u8::is_ascii_digit);
    // A host begins with a digit or is none of this.
    host.first().is_some_and(u8::is_ascii_digit)
        && groups.clone().all(is_digits)
        && groups.count() == 4
}
