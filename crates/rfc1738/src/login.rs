//! Users, hosts and ports: what all schemes have in common that name a host (§3.1).

use core::ops::Range;

use crate::{class::Class, parser::Parser, parts::Login, problem::Code, rule::Rule};

impl<'a> Parser<'a, '_> {
    /// `login = [ user [ ":" password ] "@" ] hostport`, up to the end or to one of `ends`.
    pub(crate) fn login(&mut self, ends: &[u8]) {
        if !self.plain_hostport(ends) {
            self.any_login(ends, None);
        }
    }

    /// `hostport = host [ ":" port ]`, up to the end or to one of `ends`, in a URL whose production,
    /// `rule`, has no login.
    pub(crate) fn hostport(&mut self, rule: Rule, ends: &[u8]) {
        if !self.plain_hostport(ends) {
            self.any_login(ends, Some(rule));
        }
    }

    /// Takes what nearly every URL has: a name, perhaps a port, no user. Whether that is there.
    pub(crate) fn plain_hostport(&mut self, ends: &[u8]) -> bool {
        let Some((host, behind)) = split_hostname(self.rest()) else {
            return false;
        };
        let (port, next) = match behind {
            [b':', behind @ ..] => {
                let (port, behind) = behind.split_at(Class::DIGIT.run(behind));
                (Some(port), behind)
            }
            _ => (None, behind),
        };
        let is_end = |&next: &u8| next == b'/' || ends.contains(&next);
        let is_whole = next.first().is_none_or(is_end) && port.is_none_or(|port| !port.is_empty());
        if is_whole {
            self.at = self.text.len() - next.len();
            self.parts.login = Some(Login {
                host,
                port,
                ..Login::default()
            });
        }
        is_whole
    }

    /// As `login`, whatever stands there.
    #[cold]
    fn any_login(&mut self, ends: &[u8], not_allowed: Option<Rule>) {
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
        self.parts.login = Some(login);
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
        if let Some(len) = ip_literal(self.rest()) {
            self.at += len;
            self.problem(Code::IpLiteral, Rule::Host, start..self.at);
            let end = self.position(b":");
            if self.at < end {
                self.problem(Code::HostCharacter, Rule::Host, self.at..end);
            }
            self.at = end;
        } else {
            self.at = self.position(b":");
            self.host(start..self.at);
        }
        let host = &self.text[start..self.at];
        let port = self.take(b':').then(|| self.port());
        (host, port)
    }

    /// `host = hostname | hostnumber`
    pub(crate) fn host(&mut self, span: Range<usize>) {
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
        let mut is_told = false;
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
            } else if dot.is_some() || !is_told {
                // The dot behind it, or, of the last one, the dot in front of it, unless that was told
                // of the label before.
                let dot = end.min(span.end - 1);
                self.problem(Code::EmptyLabel, rule, dot..dot + 1);
            }
            if dot.is_none() {
                break;
            }
            is_told = start == end;
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

/// The length of the address in brackets that a host may begin with by later standards.
pub(crate) fn ip_literal(host: &[u8]) -> Option<usize> {
    let close = host.iter().position(|&byte| byte == b']')?;
    host.starts_with(b"[").then_some(close + 1)
}

/// Whether all of it is a `hostname`.
fn is_hostname(host: &[u8]) -> bool {
    split_hostname(host).is_some_and(|(_, behind)| behind.is_empty())
}

/// `hostname = *[ domainlabel "." ] toplabel`, and what stands behind it: something else than a
/// letter, a digit, a hyphen or a dot. None if the text does not begin with one.
///
/// Each byte is read once, by its kind and by what stands before it.
fn split_hostname(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut state = label::DOT;
    let mut len = text.len();
    for (at, &byte) in text.iter().enumerate() {
        let next = label::next(state, byte);
        if next >= label::PATH {
            len = at;
            break;
        }
        state = next;
    }
    // Each byte of labels and dots continues a toplabel, so that this is no part of a label.
    (state == label::TOP).then(|| text.split_at(len))
}

/// What stands behind a `hostname` and perhaps a slash and some [common](is_common) characters, of
/// which more may follow. None if the text does not begin so.
#[inline]
pub(crate) fn behind_plain_host(text: &[u8]) -> Option<&[u8]> {
    let read = |state, bytes: &[u8]| {
        let states = |state, &byte: &u8| label::next(state, byte);
        bytes.iter().fold(state, states)
    };
    let (mut state, mut rest) = (label::DOT, text);
    // Nothing leads out of the path but to what is wrong: it is enough to ask now and then.
    while let Some((eight, behind)) = rest.split_first_chunk::<8>()
        && state < label::PATH
    {
        state = read(state, eight);
        rest = behind;
    }
    if state < label::PATH {
        state = read(state, rest);
        rest = &[];
    }
    matches!(state, label::TOP | label::PATH).then_some(rest)
}

/// Whether a byte may stand in every path: letters, digits and `'()*+,-./:@_`.
#[expect(
    clippy::needless_bitwise_bool,
    reason = "without a branch many bytes are asked at once"
)]
pub(crate) const fn is_common(byte: u8) -> bool {
    (byte.wrapping_sub(b'\'') <= b':' - b'\'')
        | (byte.wrapping_sub(b'@') <= b'Z' - b'@')
        | (byte.wrapping_sub(b'a') <= b'z' - b'a')
        | (byte == b'_')
}

/// The states of reading labels, and what each byte makes of them.
mod label {
    use super::is_common;

    /// Nothing of a label.
    pub(super) const DOT: u64 = 0;
    /// A label that begins with a letter, and could end here: a toplabel.
    pub(super) const TOP: u64 = 6;
    /// One that begins with a digit, and could end here.
    const DOMAIN: u64 = 12;
    /// The one or the other, with a hyphen last.
    const TOP_HYPHEN: u64 = 18;
    const DOMAIN_HYPHEN: u64 = 24;
    /// There was a slash behind a toplabel, which is over.
    pub(super) const PATH: u64 = 30;
    /// No hostname goes on like this, nor does a path of common characters.
    const WRONG: u64 = 36;

    /// The state behind a byte. For each byte, the states that it leads to lie in one word, each at
    /// the number of bits that is the state before: this costs one look-up and one shift.
    pub(super) const fn next(state: u64, byte: u8) -> u64 {
        NEXT[byte as usize] >> state & 0x3f
    }

    const NEXT: [u64; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            // From nothing, a toplabel, another label, and a hyphen in each.
            let from = match byte as u8 {
                b'a'..=b'z' | b'A'..=b'Z' => [TOP, TOP, DOMAIN, TOP, DOMAIN],
                b'0'..=b'9' => [DOMAIN, TOP, DOMAIN, TOP, DOMAIN],
                b'-' => [WRONG, TOP_HYPHEN, DOMAIN_HYPHEN, TOP_HYPHEN, DOMAIN_HYPHEN],
                b'.' => [WRONG, DOT, DOT, WRONG, WRONG],
                b'/' => [WRONG, PATH, WRONG, WRONG, WRONG],
                _ => [WRONG; 5],
            };
            let mut state = 0;
            while state < from.len() {
                table[byte] |= from[state] << (6 * state);
                state += 1;
            }
            let in_path = if is_common(byte as u8) { PATH } else { WRONG };
            table[byte] |= in_path << PATH | WRONG << WRONG;
            byte += 1;
        }
        table
    };
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
