//! The authority of a URL without delimiters: what a browser takes for a host, with its login and port.
//!
//! The WHATWG's parser accepts names of any characters but a few. So a name is only refused if it has no letter or
//! digit, or if it is a number that is no IPv4 address. IDNA is not applied: its tables would be the largest part of
//! this crate, and they refuse next to nothing that stands in a text.
//!
//! No host is invented. A name ends where its URL does, or before `/`, `?` or `#`. If something else cuts it, it is one
//! only if it ends in a domain of the first level that exists: `http://google,.example` names no host `google`.

use std::{net::Ipv6Addr, ops::Range};

use bstr::ByteSlice;

use crate::{candidate::Reason, config::Config};

use super::{
    begin::{known_end, name_before},
    chars::{self, Role, is_inside},
    end::{Surroundings, ends_before, role},
    tld,
};

/// The maximum length in bytes of an IPv6 address.
const MAX_IPV6: usize = 45;

/// Why and where there is no host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoHost {
    pub(crate) reason: Reason,
    /// The index of the byte that decided.
    pub(crate) at: usize,
}

/// Returns the index at which an authority ends that begins at `from`, after `scheme` and its slashes. Dots, hyphens
/// and underscores at its end belong to the sentence, unless a path or a port follows.
///
/// # Errors
///
/// If no client accepts it, or if something cuts its name short.
pub(crate) fn authority_end(
    line: &[u8],
    scheme: &[u8],
    from: usize,
    around: Surroundings,
    config: &Config,
) -> Result<usize, NoHost> {
    let needs_host = is_one_of(&HOST_SCHEMES, scheme);
    // Nearly all URLs have no login, and a path after an ASCII name.
    let ascii = ascii_name_end(line, from);
    let host = match line.get(ascii) {
        None | Some(b'/' | b'?' | b'#' | b' ' | b'<' | b'>') => from,
        _ => login_end(line, from, around).unwrap_or(from),
    };
    if host > from {
        let end = host_end(
            line,
            host,
            ascii_name_end(line, host),
            needs_host,
            around,
            config,
        );
        if end.is_ok() {
            return end;
        }
        // Without a host after it, the `@` is no part of the URL.
    }
    let end = host_end(line, from, ascii, needs_host, around, config);
    let is_empty = !needs_host && line.get(from) == Some(&b'/');
    if is_empty { end.or(Ok(from)) } else { end }
}

/// Returns the index after the slashes of a scheme before an authority; `None` if none follow the colon. Browsers take
/// any number of slashes and backslashes, if there are two or more; here the first one is a backslash, too.
pub(crate) fn authority_start(line: &[u8], scheme: &[u8], colon: usize) -> Option<usize> {
    let from = colon + 1;
    let after = &line[from..];
    let slashes = if is_one_of(&WEB_SCHEMES, scheme) {
        let is_slash = |byte: &&u8| **byte == b'/' || **byte == b'\\' && after[0] == b'\\';
        after.iter().take_while(is_slash).count()
    } else {
        2 * usize::from(after.starts_with(b"//"))
    };
    (slashes > 1).then_some(from + slashes)
}

/// The schemes whose URLs always have a host: the special schemes of the WHATWG URL Standard but for `file`, and `ssh`.
const HOST_SCHEMES: [&[u8]; 6] = [b"http", b"https", b"ftp", b"ws", b"wss", b"ssh"];

/// The special schemes of the WHATWG URL Standard but for `file`.
const WEB_SCHEMES: [&[u8]; 5] = [b"http", b"https", b"ftp", b"ws", b"wss"];

/// Returns whether a scheme is one of several, two of which are those of nearly all URLs.
fn is_one_of(names: &[&[u8]], name: &[u8]) -> bool {
    matches!(name, b"http" | b"https") || names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Returns the index after the `@` of a login at `from`: any `uchar` (RFC 1738 §5), `~`, and `:`, `;`, `&`, `=` and
/// `@`, up to the last `@`, as browsers read it.
fn login_end(line: &[u8], from: usize, around: Surroundings) -> Option<usize> {
    let (mut at, mut end) = (from, None);
    let mut depth = 0;
    loop {
        let Some(&byte) = line.get(at) else {
            return end;
        };
        match byte {
            _ if ends_before(line, at, around) => return end,
            b'@' if at > from => end = Some(at + 1),
            b'(' => depth += 1,
            b')' if depth == 0 => return end,
            b')' => depth -= 1,
            byte if is_in_login(byte) => {}
            0x80.. => {
                let (char, len) = chars::first(&line[at..]);
                if !is_inside(line, at, char) {
                    return end;
                }
                at += len - 1;
            }
            _ => return end,
        }
        at += 1;
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
    around: Surroundings,
    config: &Config,
) -> Result<usize, NoHost> {
    let no_host = NoHost {
        reason: Reason::Host,
        at: from,
    };
    if line.get(from) == Some(&b'[') {
        let end = ipv6_end(line, from).ok_or(no_host)?;
        return Ok(port_end(line, end).unwrap_or(end));
    }
    let name = name_end(line, ascii, |_| true);
    let end = end_before_scheme(line, from..name, config).unwrap_or(name);
    let end = without_glued_text(line, from..end);
    let port = if end == name {
        port_end(line, end)
    } else {
        None
    };
    // `http:\\a.example\b`
    let has_backslashes = || line[..from].ends_with(b"\\");
    let is_followed = port.is_some()
        || match line.get(end) {
            Some(b'/' | b'?' | b'#') => true,
            Some(b'\\') => has_backslashes(),
            _ => false,
        };
    let whole = end;
    let end = if is_followed {
        end
    } else {
        end - trailing(&line[from..end])
    };
    if !is_accepted(&line[from..end], is_special) {
        return Err(no_host);
    }
    // The name may go on in the next line.
    let is_only_www = || {
        line[from..end].eq_ignore_ascii_case(b"www") && !line[whole..].trim_ascii_start().is_empty()
    };
    if !is_followed
        && (is_only_www() || is_cut(line, end, around))
        && !is_complete(&line[from..end])
    {
        return Err(NoHost {
            reason: Reason::HostCut,
            at: whole,
        });
    }
    Ok(port.unwrap_or(end))
}

/// Returns whether a name that ends at an index is cut there: more of a name follows what cannot be part of it, such as
/// `.example` in `a,.example`, or the ellipsis of a name that was shortened; or the name ends in a hyphen.
pub(crate) fn is_cut(line: &[u8], end: usize, around: Surroundings) -> bool {
    if line[end..].starts_with(b"...") {
        return true;
    }
    let mut depth = 0;
    let mut at = end;
    while let Some(&byte) = line.get(at) {
        if matches!(byte, b' ' | b'<' | b'>' | b'"') || ends_before(line, at, around) {
            // Nearly all names.
            return false;
        }
        if byte == b'-' && line[at + 1..].trim_ascii_start().is_empty() {
            return true;
        }
        let (char, len) = chars::first(&line[at..]);
        match role(line, at, char, around) {
            _ if char == Some('\u{2026}') => return true,
            Role::Inside if !byte.is_ascii_punctuation() => return true,
            Role::Inside | Role::Soft => {}
            Role::Opens => depth += 1,
            Role::Closes if depth > 0 => depth -= 1,
            Role::Closes | Role::EmDash | Role::Ends => return false,
        }
        at += len;
    }
    false
}

/// Returns whether a name can end where it does: it ends in a domain of the first level, or is an IPv4 address.
pub(crate) fn is_complete(name: &[u8]) -> bool {
    let (before, last) = match memchr::memrchr(b'.', name) {
        Some(dot) => (&name[..dot], &name[dot + 1..]),
        None => (&[][..], name),
    };
    let is_address = || {
        name.iter()
            .all(|byte| byte.is_ascii_digit() || *byte == b'.')
            && memchr::memchr_iter(b'.', before).count() == 2
    };
    tld::is_known(last) && (!before.is_empty() || last.eq_ignore_ascii_case(b"localhost"))
        || is_address()
}

/// Returns the end of a name without text that is glued to it: an ideographic full stop is a dot only in a name with an
/// existing domain of the first level; and such a domain, in ASCII, ends before letters of another script.
pub(crate) fn without_glued_text(line: &[u8], name: Range<usize>) -> usize {
    let mut end = name.end;
    if line[name.clone()].is_ascii() {
        return end;
    }
    loop {
        let text = &line[name.start..end];
        let text = &text[..text.len() - trailing(text)];
        let mut chars = text.char_indices().rev();
        let dot = chars.find(|&(_, _, char)| char == '.' || is_ideographic_dot(char));
        let Some((start, after, _)) = dot else {
            return end;
        };
        let last = &text[after..];
        if tld::is_known(last) {
            return end;
        }
        let len = ascii_name_end(last, 0);
        let is_glued = chars::first(&last[len..])
            .0
            .is_some_and(|char| !is_latin(char));
        if is_glued && tld::is_known(&last[..len]) {
            return name.start + after + len;
        }
        if text[start] == b'.' {
            return end;
        }
        end = name.start + start;
    }
}

/// Returns whether UTS #46 reads a character as a dot.
pub(crate) const fn is_ideographic_dot(char: char) -> bool {
    matches!(char, '\u{3002}' | '\u{ff0e}' | '\u{ff61}')
}

/// Returns whether a character belongs to the blocks of the Latin script.
const fn is_latin(char: char) -> bool {
    matches!(char, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
}

/// Returns the index at which a run of the characters of host names ends. `accepts` refuses some of those beyond ASCII.
pub(crate) fn name_end(line: &[u8], from: usize, accepts: impl Fn(Option<char>) -> bool) -> usize {
    let mut at = from;
    loop {
        at = ascii_name_end(line, at);
        match line.get(at) {
            Some(b'%') if encodes_name(&line[at + 1..]) => at += 3,
            // The hyphen of roff, without whose backslash the URL is read.
            Some(b'\\') if line[at + 1..].starts_with(b"-") => at += 2,
            Some(0x80..) => {
                let (char, len) = chars::first(&line[at..]);
                let is_dot = char.is_some_and(is_ideographic_dot);
                if !accepts(char) || !is_dot && !is_inside(line, at, char) {
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
    let is_trailing = |byte: &&u8| matches!(byte, b'.' | b'_' | b'-');
    name.iter().rev().take_while(is_trailing).count()
}

/// Returns the end of the name that begins at `start` and has no scheme, without another URL or text that is glued to
/// it, and without what trails a host. `is_part` says which characters beyond ASCII are part of it.
pub(crate) fn end_without_scheme(
    line: &[u8],
    start: usize,
    is_part: impl Fn(Option<char>) -> bool,
    config: &Config,
) -> usize {
    let run = name_end(line, start, is_part);
    let run = end_before_scheme(line, start..run, config).unwrap_or(run);
    let run = without_glued_text(line, start..run);
    run - trailing(&line[start..run])
}

/// Returns the end of a name of which `://` and a known scheme at the name's end make another URL, glued to this one.
fn end_before_scheme(line: &[u8], name: Range<usize>, config: &Config) -> Option<usize> {
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

    use urlsift_tables::{lines, lists, options};

    use super::super::end::Surroundings;
    use super::{authority_end, authority_start};

    #[track_caller]
    fn check(scheme: &str, text: &str, expected: Option<&str>) {
        let around = Surroundings::default();
        let config = Config::new();
        let end = authority_end(text.as_bytes(), scheme.as_bytes(), 0, around, &config);
        assert_eq!(
            end.ok().map(|end| &text[..end]),
            expected,
            "{scheme} {text}"
        );
    }

    #[test]
    fn authorities_end_as_in_the_table() {
        for (scheme, cells) in lists!("host.toml", "authorities") {
            check(scheme, cells[0], cells.get(1).copied());
        }
    }

    #[test]
    fn a_host_is_what_a_browser_takes_for_one() {
        for (text, expected) in options!("host.toml", "host_what_browser") {
            check("http", text, expected);
        }
    }

    #[test]
    fn no_host_is_invented() {
        for name in lines!("host.toml", "no_host_is_invented") {
            check("http", name, None);
        }
    }

    #[test]
    fn browsers_take_any_number_of_slashes() {
        for (text, expected) in [
            ("http://h", Some(7)),
            ("http:////h", Some(9)),
            ("HTTP:\\\\h", Some(7)),
            ("http:/h", None),
            ("file:///h", Some(7)),
            ("x:\\\\h", None),
            ("http://\\h", Some(7)),
        ] {
            let colon = text.find(':').expect("a scheme");
            let start = authority_start(text.as_bytes(), &text.as_bytes()[..colon], colon);
            assert_eq!(start, expected, "{text}");
        }
    }

    #[test]
    fn a_login_ends_at_its_last_at_sign() {
        for (text, expected) in options!("host.toml", "login_ends_at") {
            check("ftp", text, expected);
        }
    }
}
