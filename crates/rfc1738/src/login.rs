//! Users, passwords, hosts and ports: the common syntax of the schemes with a host (§3.1).
//!
//! Nearly every login is a hostname with an optional port, so there are two ways through this file. [`split_hostname`]
//! and [`after_hostname`] decide about hostnames, with a state machine whose transitions are one table of 2 KiB; they
//! report nothing. Only where they fail, `any_login` parses users, passwords, numbers and invalid hosts, slowly and
//! with every problem.
//!
//! The user ends at the last `@`, so that an `@` in a password, which is a problem, does not move the host. Other
//! programs end it at the first one. Who opens a link has to allow for both, as `urlsift-pick` does.

use core::ops::Range;

use crate::{
    class::Class,
    parser::Parser,
    parts::{Login, Slice},
    problem::Code,
    rule::Rule,
};

impl<'a> Parser<'a, '_> {
    /// Parses `login = [ user [ ":" password ] "@" ] hostport`, up to the end of the text or one of `ends`.
    pub(crate) fn login(&mut self, ends: &[u8]) {
        if !self.try_hostport(ends) {
            self.any_login(ends, None);
        }
    }

    /// Parses `hostport = host [ ":" port ]`, up to the end of the text or one of `ends`, in a URL whose
    /// production `rule` has no login.
    pub(crate) fn hostport(&mut self, rule: Rule, ends: &[u8]) {
        if !self.try_hostport(ends) {
            self.any_login(ends, Some(rule));
        }
    }

    /// Fast path for the most frequent login: a hostname, an optional port, no user. Returns whether the
    /// login was parsed.
    pub(crate) fn try_hostport(&mut self, ends: &[u8]) -> bool {
        let Some((host, rest)) = split_hostname(self.rest()) else {
            return false;
        };
        let (port, rest) = match rest {
            [b':', rest @ ..] => {
                let (port, rest) = rest.split_at(Class::DIGIT.run(rest));
                (Some(port), rest)
            }
            _ => (None, rest),
        };
        let is_end = |byte: &u8| *byte == b'/' || ends.contains(byte);
        let is_valid = rest.first().is_none_or(is_end) && port.is_none_or(|port| !port.is_empty());
        if is_valid {
            let host = Slice::of(self.text, self.at..self.at + host.len());
            self.at = self.text.len() - rest.len();
            self.parts.login = Some(Login {
                host,
                port,
                ..Login::default()
            });
        }
        is_valid
    }

    /// Parses any login. `not_allowed` is the production if it does not allow a user.
    #[cold]
    fn any_login(&mut self, ends: &[u8], not_allowed: Option<Rule>) {
        let end = self.position(ends);
        let start = self.at;
        let at_sign = self.text[start..end].iter().rposition(|&byte| byte == b'@');
        let mut login = Login::default();
        if let Some(len) = at_sign {
            let before = not_allowed.is_some().then(|| self.problems.clone());
            (login.user, login.password) = self.within(start + len, Self::user_and_password);
            if let Some((rule, before)) = not_allowed.zip(before) {
                // One problem for the user and password as a whole.
                *self.problems = before;
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

    fn any_hostport(&mut self) -> (Slice<'a>, Option<&'a [u8]>) {
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
        let host = Slice::of(self.text, start..self.at);
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

    /// Reports the problems of the labels of an invalid `hostname = *[ domainlabel "." ] toplabel`.
    #[cold]
    fn labels(&mut self, span: Range<usize>) {
        let mut start = span.start;
        let mut is_reported = false;
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
            } else if dot.is_some() || !is_reported {
                // The position is the dot after the label; for the last label, the dot before it, unless it was
                // reported for the label before.
                let dot = end.min(span.end - 1);
                self.problem(Code::EmptyLabel, rule, dot..dot + 1);
            }
            if dot.is_none() {
                break;
            }
            is_reported = start == end;
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

/// Returns the length of the address in brackets at the start of a host, which later standards allow.
pub(crate) fn ip_literal(host: &[u8]) -> Option<usize> {
    let close = host.iter().position(|&byte| byte == b']')?;
    host.starts_with(b"[").then_some(close + 1)
}

/// Returns whether a host is a `hostname`.
fn is_hostname(host: &[u8]) -> bool {
    split_hostname(host).is_some_and(|(_, rest)| rest.is_empty())
}

/// Splits a text after `hostname = *[ domainlabel "." ] toplabel`. The rest does not begin with a letter, a
/// digit, a hyphen or a dot. Returns `None` if the text does not begin with a hostname.
///
/// Each byte is read once, by a state machine.
pub(crate) fn split_hostname(text: &[u8]) -> Option<(&[u8], &[u8])> {
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
    // Every letter, digit, hyphen and dot leads from a toplabel to another state of labels, so the rest
    // begins with another byte.
    (state == label::TOP).then(|| text.split_at(len))
}

/// Skips a `hostname`, an optional slash, and some of the [common](is_common) characters after the slash.
/// Returns the rest; `None` if the text does not begin with a hostname and the end or a slash.
#[inline]
pub(crate) fn after_hostname(text: &[u8]) -> Option<&[u8]> {
    let read = |state, bytes: &[u8]| {
        let states = |state, &byte: &u8| label::next(state, byte);
        bytes.iter().fold(state, states)
    };
    let (mut state, mut rest) = (label::DOT, text);
    // Only an invalid byte leaves the state `PATH`, so it is enough to test the state once per chunk.
    while let Some((eight, after)) = rest.split_first_chunk::<8>()
        && state < label::PATH
    {
        state = read(state, eight);
        rest = after;
    }
    if state < label::PATH {
        state = read(state, rest);
        rest = &[];
    }
    matches!(state, label::TOP | label::PATH).then_some(rest)
}

/// Returns whether every path allows a byte: letters, digits and `'()*+,-./:@_`.
#[expect(
    clippy::needless_bitwise_bool,
    reason = "without a branch many bytes are tested at once"
)]
pub(crate) const fn is_common(byte: u8) -> bool {
    (byte.wrapping_sub(b'\'') <= b':' - b'\'')
        | (byte.wrapping_sub(b'@') <= b'Z' - b'@')
        | (byte.wrapping_sub(b'a') <= b'z' - b'a')
        | (byte == b'_')
}

/// The state machine for labels.
mod label {
    use super::is_common;

    /// At the start of a label.
    pub(super) const DOT: u64 = 0;
    /// In a label that begins with a letter, and may end here: a toplabel.
    pub(super) const TOP: u64 = 6;
    /// In a label that begins with a digit, and may end here.
    const DOMAIN: u64 = 12;
    /// After a hyphen in a label that begins with a letter.
    const TOP_HYPHEN: u64 = 18;
    /// After a hyphen in a label that begins with a digit.
    const DOMAIN_HYPHEN: u64 = 24;
    /// After a toplabel and a slash.
    pub(super) const PATH: u64 = 30;
    /// Neither a hostname nor a path of common characters continues like this.
    const INVALID: u64 = 36;

    /// Returns the next state. The next states for a byte are packed into one word, each at the bit whose
    /// number is the current state, so that a transition costs one lookup and one shift.
    pub(super) const fn next(state: u64, byte: u8) -> u64 {
        NEXT[byte as usize] >> state & 0x3f
    }

    const NEXT: [u64; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            // From DOT, TOP, DOMAIN, TOP_HYPHEN and DOMAIN_HYPHEN.
            let from = match byte as u8 {
                b'a'..=b'z' | b'A'..=b'Z' => [TOP, TOP, DOMAIN, TOP, DOMAIN],
                b'0'..=b'9' => [DOMAIN, TOP, DOMAIN, TOP, DOMAIN],
                b'-' => [
                    INVALID,
                    TOP_HYPHEN,
                    DOMAIN_HYPHEN,
                    TOP_HYPHEN,
                    DOMAIN_HYPHEN,
                ],
                b'.' => [INVALID, DOT, DOT, INVALID, INVALID],
                b'/' => [INVALID, PATH, INVALID, INVALID, INVALID],
                _ => [INVALID; 5],
            };
            let mut state = 0;
            while state < from.len() {
                table[byte] |= from[state] << (6 * state);
                state += 1;
            }
            let in_path = if is_common(byte as u8) { PATH } else { INVALID };
            table[byte] |= in_path << PATH | INVALID << INVALID;
            byte += 1;
        }
        table
    };
}

/// `hostnumber = digits "." digits "." digits "." digits`
pub(crate) fn is_hostnumber(host: &[u8]) -> bool {
    let groups = host.split(|&byte| byte == b'.');
    let is_digits = |group: &[u8]| !group.is_empty() && group.iter().all(u8::is_ascii_digit);
    // Fails fast for names.
    host.first().is_some_and(u8::is_ascii_digit)
        && groups.clone().all(is_digits)
        && groups.count() == 4
}
