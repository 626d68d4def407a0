//! Names that begin with `www.` and have no scheme.

use crate::Config;

use super::{
    bare::end_after,
    chars::{self, is_inside, is_symbol},
    end::Surroundings,
    host::{
        authority_end as host_authority_end, end_without_scheme, is_complete, is_cut, port_end,
    },
};

/// Returns the end of the name that begins with `www.` at `start`, with its port and path; `None` if it is no host name
/// of labels, the last of which begins with two ASCII letters or has a letter of another script.
///
/// The host is searched in a run of characters after which no other name [can begin](may_begin). So no character is
/// read twice.
pub(crate) fn end(
    line: &[u8],
    start: usize,
    around: Surroundings,
    config: &Config,
) -> Option<usize> {
    let authority = authority_end(line, start, around, config)?;
    let end = end_after(line, start, authority, around);
    if end <= authority && end < line.len() {
        // What the name's end was read with is punctuation of the sentence.
        return authority_end(&line[..end], start, around, config);
    }
    Some(end)
}

/// Returns the end of a name with its port, or of the host to which it is a login, as in `www.a.example@b.example`.
fn authority_end(
    line: &[u8],
    start: usize,
    around: Surroundings,
    config: &Config,
) -> Option<usize> {
    let prefix = line.get(start..start + "www.".len())?;
    if !prefix.eq_ignore_ascii_case(b"www.") {
        return None;
    }
    let host = &line[start..end_without_scheme(line, start, is_letter_or_byte, config)];
    let mut labels = host.split(|&byte| byte == b'.').skip(1).peekable();
    labels.peek()?;
    let is_label = |label: &[u8]| !matches!(label, [] | [b'-', ..] | [.., b'-']);
    let last = host.rsplit(|&byte| byte == b'.').next()?;
    let is_domain = match last {
        [first, ..] if !first.is_ascii() => true,
        [first, second, ..] => is_letter(*first) && is_letter(*second),
        _ => false,
    };
    if !is_domain || !labels.all(is_label) {
        return None;
    }
    let end = start + host.len();
    if line.get(end) == Some(&b'@')
        && let Ok(end) = host_authority_end(line, b"http", start, around, config)
    {
        return Some(end);
    }
    let port = port_end(line, end);
    let is_followed = port.is_some() || matches!(line.get(end), Some(b'/' | b'?' | b'#'));
    let is_whole = is_followed || !is_cut(line, end, around) || is_complete(host);
    is_whole.then_some(port.unwrap_or(end))
}

/// Returns whether a byte is an ASCII letter, or part of a character beyond ASCII.
const fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte >= 0x80
}

/// Returns whether a character beyond ASCII may be part of a name without a scheme, which symbols may not. `None` is a
/// byte that is not UTF-8.
pub(crate) fn is_letter_or_byte(char: Option<char>) -> bool {
    !char.is_some_and(is_symbol)
}

/// Returns whether a name without a scheme can begin after a text.
pub(crate) fn may_begin(before: &[u8]) -> bool {
    match before.last() {
        None => true,
        Some(byte) if byte.is_ascii() => {
            !byte.is_ascii_alphanumeric()
                && !matches!(
                    byte,
                    b'-' | b'.' | b'_' | b'~' | b'@' | b'/' | b'%' | b'\\' | b'$'
                )
        }
        Some(_) => {
            let char = chars::last(before);
            let len = char.map_or(1, char::len_utf8);
            !is_letter_or_byte(char) || !is_inside(before, before.len() - len, char)
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Config;

    use urlsift_tables::options;

    use super::super::end::Surroundings;
    use super::{end, may_begin};

    fn end_of(text: &str) -> Option<&str> {
        let around = Surroundings::default();
        end(text.as_bytes(), 0, around, &Config::new()).map(|end| &text[..end])
    }

    #[test]
    fn names_with_www_are_hosts() {
        let cases = options!("www.toml", "names_with_www");
        for (text, expected) in cases {
            assert_eq!(end_of(text), expected, "{text}");
        }
    }

    /// A name that is no host is read once.
    #[test]
    fn no_name_begins_in_another() {
        for char in '\0'..=char::MAX {
            let run = format!("www.{char}www.aa");
            let is_continued = end_of(&run) == Some(&run[..]);
            if is_continued {
                assert!(!may_begin(format!("www.{char}").as_bytes()), "{char:?}");
            }
        }
        assert!(!may_begin(b"www."));
        for before in ["€", "👉\u{fe0f}", "“", "\u{a0}", "", "("] {
            assert!(may_begin(before.as_bytes()), "{before:?}");
        }
    }
}
