//! The authority of a URL without delimiters: what a browser takes for a host, with its login and port.
//!
//! The WHATWG's parser accepts names of any characters but a few. So a name is only refused if it has no letter or
//! digit, or if it is a number that is no IPv4 address. IDNA is not applied: its tables would be the largest part of
//! this crate, and they refuse next to nothing that stands in a text.

use std::{net::Ipv6Addr, ops::Range};

use crate::Config;

use super::{
    begin::{known_end, name_before},
    chars::{self, is_in_word},
    end::{Surroundings, ends_before},
};

/// The maximum length in bytes of an IPv6 address.
const MAX_IPV6: usize = 45;

/// Returns the index at which an authority ends that begins at `from`, after `scheme` and `://`; `None` if no client
/// accepts it. Dots and underscores at its end belong to the sentence, unless a path or a port follows.
pub(crate) fn authority_end(
    line: &[u8],
    scheme: &[u8],
    from: usize,
    around: Surroundings,
    config: &Config,
) -> Option<usize> {
    let needs_host = HOST_SCHEMES
        .iter()
        .any(|name| name.eq_ignore_ascii_case(scheme));
    // Nearly all URLs have no login, and a path after an ASCII name.
    let ascii = ascii_name_end(line, from);
    let host = match line.get(ascii) {
        None | Some(b'/' | b'?' | b'#' | b' ' | b'<' | b'>') => from,
        _ => login_end(line, from, around).unwrap_or(from),
    };
    let host_ascii = if host == from {
        ascii
    } else {
        ascii_name_end(line, host)
    };
    if let Some(end) = host_end(line, host, host_ascii, needs_host, config) {
        return Some(end);
    }
    if host > from {
        // Without a host after it, the `@` is no part of the URL.
        return host_end(line, from, ascii, needs_host, config);
    }
    (!needs_host && line.get(from) == Some(&b'/')).then_some(from)
}

/// The schemes whose URLs always have a host: the special schemes of the WHATWG URL Standard but for `file`, and `ssh`.
const HOST_SCHEMES: [&[u8]; 6] = [b"http", b"https", b"ftp", b"ws", b"wss", b"ssh"];

/// Returns the index after the `@` of a login at `from`: any `uchar` (RFC 1738 §5), `~`, and `:`, `;`, `&` and `=`,
/// up to the first `@`.
fn login_end(line: &[u8], from: usize, around: Surroundings) -> Option<usize> {
    let mut at = from;
    loop {
        match *line.get(at)? {
            b'@' if at > from => return Some(at + 1),
            _ if ends_before(line, at, around) => return None,
            byte if is_in_login(byte) => at += 1,
            0x80.. => {
                let (char, len) = chars::first(&line[at..]);
                if !is_in_word(line, at, char, len) {
                    return None;
                }
                at += len;
            }
            _ => return None,
        }
    }
}

const fn is_in_login(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b'$' | b'-'
                | b'_'
                | b'.'
                | b'+'
                | b'!'
                | b'*'
                | b'\''
                | b'('
                | b')'
                | b','
                | b'%'
                | b'~'
                | b':'
                | b';'
                | b'&'
                | b'='
        )
}

/// Returns the index at which a host with its port ends. The ASCII characters of a name at its start end at `ascii`.
fn host_end(
    line: &[u8],
    from: usize,
    ascii: usize,
    is_special: bool,
    config: &Config,
) -> Option<usize> {
    let end = if line.get(from) == Some(&b'[') {
        ipv6_end(line, from)?
    } else {
        let end = name_end(line, ascii, |_| true);
        let next_name = end_before_scheme(line, from..end, config);
        let end = next_name.unwrap_or(end);
        let end = match line.get(end) {
            Some(b'/' | b'?' | b'#') => end,
            Some(b':') if next_name.is_none() && port_end(line, end).is_some() => end,
            _ => end - trailing(&line[from..end]),
        };
        if !is_accepted(&line[from..end], is_special) {
            return None;
        }
        end
    };
    Some(port_end(line, end).unwrap_or(end))
}

/// Returns the index at which a run of the characters of host names ends. `accepts` refuses some of those beyond ASCII.
pub(crate) fn name_end(line: &[u8], from: usize, accepts: impl Fn(Option<char>) -> bool) -> usize {
    let mut at = from;
    loop {
        at = ascii_name_end(line, at);
        match line.get(at) {
            Some(b'%') if encodes_name(&line[at + 1..]) => at += 3,
            Some(0x80..) => {
                let (char, len) = chars::first(&line[at..]);
                if !accepts(char) || !is_in_word(line, at, char, len) {
                    return at;
                }
                at += len;
            }
            _ => return at,
        }
    }
}

/// Returns the index at which a run of the ASCII characters of host names ends.
fn ascii_name_end(line: &[u8], from: usize) -> usize {
    let rest = &line[from..];
    let len = rest.iter().position(|&byte| !is_in_name(byte));
    from + len.unwrap_or(rest.len())
}

pub(crate) const fn is_in_name(byte: u8) -> bool {
    IN_NAME[byte as usize]
}

const IN_NAME: [bool; 256] = {
    let mut in_name = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let char = byte as u8;
        in_name[byte] = char.is_ascii_alphanumeric() || matches!(char, b'-' | b'_' | b'.');
        byte += 1;
    }
    in_name
};

/// Returns whether two hexadecimal digits encode a byte of a host name.
fn encodes_name(digits: &[u8]) -> bool {
    let Some(&[high, low]) = digits.first_chunk() else {
        return false;
    };
    let value = |digit: u8| char::from(digit).to_digit(16);
    let byte = value(high)
        .zip(value(low))
        .map(|(high, low)| high << 4 | low);
    byte.and_then(|byte| u8::try_from(byte).ok())
        .is_some_and(|byte| byte >= 0x80 || is_in_name(byte))
}

/// Returns the number of bytes at the end of a host name that belong to the sentence.
pub(crate) fn trailing(name: &[u8]) -> usize {
    let is_trailing = |byte: &&u8| matches!(byte, b'.' | b'_');
    name.iter().rev().take_while(is_trailing).count()
}

/// Returns the end of a name of which `://` and a known scheme at the name's end make another URL, glued to this one.
pub(crate) fn end_before_scheme(line: &[u8], name: Range<usize>, config: &Config) -> Option<usize> {
    let scheme = inner_scheme(line, &name, config)?;
    // Without the letter after it, a dash is no part of the name.
    Some(name_end(&line[..scheme], name.start, |_| true))
}

/// Returns the start of a known scheme at the end of a name that `://` follows.
fn inner_scheme(line: &[u8], name: &Range<usize>, config: &Config) -> Option<usize> {
    if !line[name.end..].starts_with(b"://") {
        return None;
    }
    let inner = name_before(line, name.start, name.end);
    if config.knows(&line[inner.clone()]) {
        return Some(inner.start);
    }
    known_end(line, &inner, config)
}

/// Returns the index after a port whose colon is at `colon`. A port without digits counts only before a path.
pub(crate) fn port_end(line: &[u8], colon: usize) -> Option<usize> {
    let port = line.get(colon..)?.strip_prefix(b":")?;
    let digits = port.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let goes_on = matches!(port.get(digits), Some(b'/' | b'?' | b'#'));
    (digits > 0 || goes_on).then_some(colon + 1 + digits)
}

/// Returns the index after an IPv6 address in brackets.
fn ipv6_end(line: &[u8], from: usize) -> Option<usize> {
    let near = &line[from + 1..line.len().min(from + MAX_IPV6 + 2)];
    let len = memchr::memchr(b']', near)?;
    let address = str::from_utf8(&near[..len]).ok()?;
    address.parse::<Ipv6Addr>().ok()?;
    Some(from + 1 + len + 1)
}

/// Returns whether a client accepts a host name. Only in a special scheme is a number an IPv4 address.
fn is_accepted(name: &[u8], is_special: bool) -> bool {
    let has_word =
        without_soft_hyphens(name).any(|&byte| byte.is_ascii_alphanumeric() || byte >= 0x80);
    has_word && !(is_special && is_wrong_number(name))
}

/// Returns the bytes of a name without the soft hyphens (U+00AD), which are no part of a URL.
fn without_soft_hyphens(name: &[u8]) -> impl Iterator<Item = &u8> {
    let is_soft_hyphen = |at: usize| name.get(at..at + 2) == Some(&[0xc2, 0xad]);
    let is_part = move |&(at, _): &(usize, &u8)| {
        !is_soft_hyphen(at) && !at.checked_sub(1).is_some_and(is_soft_hyphen)
    };
    name.iter()
        .enumerate()
        .filter(is_part)
        .map(|(_, byte)| byte)
}

/// Returns whether the last label of a name is a number, as in an IPv4 address, but the name is no address (WHATWG URL,
/// *ends in a number checker* and *IPv4 parser*).
fn is_wrong_number(name: &[u8]) -> bool {
    let name = name.strip_suffix(b".").unwrap_or(name);
    let last = memchr::memrchr(b'.', name).map_or(name, |dot| &name[dot + 1..]);
    if !last.first().is_some_and(u8::is_ascii_digit) {
        // Nearly all names.
        return false;
    }
    let is_decimal = last.iter().all(u8::is_ascii_digit);
    if !is_decimal && number(last).is_none() {
        return false;
    }
    let parts: Vec<_> = name
        .split(|&byte| byte == b'.')
        .take(5)
        .map(number)
        .collect();
    let Some((Some(last), others)) = parts.split_last() else {
        return true;
    };
    let is_octet = |part: &Option<u64>| part.is_some_and(|part| part <= 255);
    parts.len() > 4 || !others.iter().all(is_octet) || *last >= 256_u64.pow(5 - parts.len() as u32)
}

/// Returns the value of a part of an IPv4 address: decimal, octal after `0`, or hexadecimal after `0x`.
fn number(part: &[u8]) -> Option<u64> {
    let part = str::from_utf8(part).ok()?;
    let (digits, radix) = match part.as_bytes() {
        [] => return None,
        [b'0', b'x' | b'X', ..] => (&part[2..], 16),
        [b'0', _, ..] => (&part[1..], 8),
        _ => (part, 10),
    };
    if digits.is_empty() {
        return Some(0);
    }
    // A sign is no digit.
    let is_digit = |char: char| char.is_digit(radix);
    digits
        .chars()
        .all(is_digit)
        .then(|| u64::from_str_radix(digits, radix).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use crate::Config;

    use super::super::end::Surroundings;
    use super::authority_end;

    #[track_caller]
    fn check(scheme: &str, cases: &[(&str, Option<&str>)]) {
        for (text, expected) in cases {
            let around = Surroundings::default();
            let config = Config::new();
            let end = authority_end(text.as_bytes(), scheme.as_bytes(), 0, around, &config);
            assert_eq!(end.map(|end| &text[..end]), *expected, "{text}");
        }
    }

    #[test]
    fn a_host_is_what_a_browser_takes_for_one() {
        let cases = [
            ("a.example/b", Some("a.example")),
            ("localhost:3000/x", Some("localhost:3000")),
            ("my_host.example/x", Some("my_host.example")),
            ("-a-.example-/x", Some("-a-.example-")),
            ("bücher.example/", Some("bücher.example")),
            ("例え.テスト/", Some("例え.テスト")),
            ("[::1]:80/x", Some("[::1]:80")),
            ("[::1", None),
            ("[x]", None),
            ("h:/x", Some("h:")),
            ("h: x", Some("h")),
            ("h./x", Some("h.")),
            ("h. Then", Some("h")),
            ("h,x", Some("h")),
            ("h's", Some("h")),
            ("h____", Some("h")),
            ("h:80)x", Some("h:80")),
            ("h%2ex/", Some("h%2ex")),
            ("h%20x/", Some("h")),
            ("1.2.3.4/", Some("1.2.3.4")),
            ("0x7f.1/", Some("0x7f.1")),
            ("256.1.1.1/", None),
            ("1.2.3.4.5/", None),
            ("a.1/", None),
            ("...", None),
            ("/h", None),
            ("", None),
            ("caf\u{e9}–bar.example/", Some("caf\u{e9}–bar.example")),
            ("a.example。b", Some("a.example")),
        ];
        check("http", &cases);
    }

    #[test]
    fn a_login_ends_at_its_first_at_sign() {
        let cases = [
            ("u:p@h/", Some("u:p@h")),
            ("me%40b.example:pw@h/", Some("me%40b.example:pw@h")),
            ("a;b=(c),'!*$&~@h", Some("a;b=(c),'!*$&~@h")),
            ("h@ x", Some("h")),
            ("h?@x/", Some("h")),
            ("@h/", None),
            ("h(mailto:a@b.example)", Some("h")),
            ("h&gt;a@b.example", Some("h")),
        ];
        check("ftp", &cases);
    }

    #[test]
    fn a_glued_url_is_no_host() {
        let cases = [
            ("http://h/", None),
            ("a.examplehttp://h/", Some("a.example")),
            ("a.example.https://h/", Some("a.example")),
            ("a.example–https://h/", Some("a.example")),
            ("foo://h/", Some("foo:")),
        ];
        check("http", &cases);
    }

    #[test]
    fn other_schemes_may_have_no_host() {
        check(
            "file",
            &[("/etc/passwd", Some("")), ("h/x", Some("h")), (" x", None)],
        );
        check("x-foo", &[("999.1.1.1/", Some("999.1.1.1"))]);
    }
}
