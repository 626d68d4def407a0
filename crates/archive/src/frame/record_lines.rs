//! The lines that mailboxes other than mbox put before and after messages.

use memchr::memchr;

use crate::frame::window::MAX_LINE;

/// The start of the line before each article of a batch (RFC 1036 §4.3).
pub(crate) const RNEWS: &[u8] = b"#! rnews ";

/// The line before each message of a LISTSERV notebook, without its line break.
pub(crate) const LISTSERV: &[u8] = &[b'='; 73];

/// The start of an mbx file of UW IMAP.
pub(crate) const MBX: &[u8] = b"*mbx*\r\n";

/// The length of the header of an mbx file, in bytes.
pub(crate) const MBX_HEADER: usize = 2048;

/// The start of a Babyl file.
pub(crate) const BABYL: &[u8] = b"BABYL OPTIONS:";

/// The line after the original header of a Babyl message.
pub(crate) const BABYL_END_OF_HEADER: &[u8] = b"*** EOOH ***";

/// The first byte of the line before each message of a Babyl file.
pub(crate) const BABYL_MARK: u8 = 0x1F;

/// The start of the line before a message of a dbox file.
pub(crate) const DBOX_MESSAGE: &[u8] = b"\x01\x02";

/// The line between a message of a dbox file and its metadata, without its line break.
pub(crate) const DBOX_METADATA: &[u8] = b"\x01\x03";

/// The result of matching bytes that may be incomplete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Match<T> {
    Yes(T),
    No,
    /// More bytes decide.
    Unknown,
}

impl<T> Match<T> {
    /// Returns the match, or `No` if no more bytes follow. `None` if more bytes decide.
    pub(crate) fn decided(self, at_end: bool) -> Option<Self> {
        match self {
            Self::Unknown if at_end => Some(Self::No),
            Self::Unknown => None,
            decided => Some(decided),
        }
    }

    /// Converts what was matched.
    pub(crate) fn map<U>(self, convert: impl FnOnce(T) -> U) -> Match<U> {
        match self {
            Self::Yes(matched) => Match::Yes(convert(matched)),
            Self::No => Match::No,
            Self::Unknown => Match::Unknown,
        }
    }

    pub(crate) fn is_yes(&self) -> bool {
        matches!(self, Self::Yes(_))
    }
}

/// Returns whether a line with its line break is the one before a message of a LISTSERV notebook.
pub(crate) fn is_listserv_line(line: &[u8]) -> bool {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line) == LISTSERV
}

/// The line before a message of an mbx file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MbxLine {
    /// The length of the line with its line break.
    pub(crate) len: usize,
    /// The length of the message in bytes.
    pub(crate) size: u64,
}

/// The form of the date in an mbx line: `d` stands for a digit, `b` for a blank or a digit, `a` for
/// a letter and `s` for a sign.
const MBX_DATE: &[u8] = b"bd-aaa-dddd dd:dd:dd sdddd,";

/// The form of the flags and the identifier after the size: `x` stands for a hexadecimal digit.
const MBX_FLAGS: &[u8] = b";xxxxxxxxxxxx-xxxxxxxx";

/// The maximum number of digits of a size.
const MAX_DIGITS: usize = 19;

/// Matches `24-Jan-2010 18:24:03 -0800,1234;000000000001-00000001` and a line break at the start of
/// `text`.
pub(crate) fn mbx_line(text: &[u8]) -> Match<MbxLine> {
    match matches_form(text, MBX_DATE) {
        Match::Yes(()) => {}
        Match::No => return Match::No,
        Match::Unknown => return Match::Unknown,
    }
    let rest = &text[MBX_DATE.len()..];
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == rest.len() && digits <= MAX_DIGITS {
        return Match::Unknown;
    }
    let Some(size) = decimal(&rest[..digits]) else {
        return Match::No;
    };
    let rest = &rest[digits..];
    match matches_form(rest, MBX_FLAGS) {
        Match::Yes(()) => {}
        Match::No => return Match::No,
        Match::Unknown => return Match::Unknown,
    }
    let line_break = match &rest[MBX_FLAGS.len()..] {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        [] | [b'\r'] => return Match::Unknown,
        _ => return Match::No,
    };
    let len = MBX_DATE.len() + digits + MBX_FLAGS.len() + line_break;
    Match::Yes(MbxLine { len, size })
}

/// Returns the index at which the mbx line begins whose `;` is at an index.
pub(crate) fn mbx_line_start(bytes: &[u8], semicolon: usize) -> Option<usize> {
    let before = bytes[..semicolon].iter().rev().take(MAX_DIGITS);
    let digits = before.take_while(|byte| byte.is_ascii_digit()).count();
    (digits > 0)
        .then(|| semicolon.checked_sub(digits + MBX_DATE.len()))
        .flatten()
}

/// The maximum distance from the start of an mbx line to its `;`.
pub(crate) const MAX_MBX_DISTANCE: usize = MBX_DATE.len() + MAX_DIGITS;

fn matches_form(text: &[u8], form: &[u8]) -> Match<()> {
    let matches = |(byte, form): (&u8, &u8)| match form {
        b'd' => byte.is_ascii_digit(),
        b'b' => *byte == b' ' || byte.is_ascii_digit(),
        b'a' => byte.is_ascii_alphabetic(),
        b'x' => byte.is_ascii_hexdigit(),
        b's' => matches!(byte, b'+' | b'-'),
        _ => byte == form,
    };
    if !text.iter().zip(form).all(matches) {
        Match::No
    } else if text.len() < form.len() {
        Match::Unknown
    } else {
        Match::Yes(())
    }
}

/// Matches the line before a message of a Babyl file at the start of `text`, or the mark at the end
/// of the file, and returns its length.
pub(crate) fn babyl_separator(text: &[u8], at_end: bool) -> Match<usize> {
    match text {
        [BABYL_MARK, 0x0C, b'\n', ..] => Match::Yes(3),
        [BABYL_MARK, 0x0C, b'\r', b'\n', ..] => Match::Yes(4),
        [BABYL_MARK]
        | [BABYL_MARK, b'\n' | b'\r' | 0x0C]
        | [BABYL_MARK, b'\r', b'\n']
        | [BABYL_MARK, 0x0C, b'\r'] => {
            if at_end {
                Match::Yes(text.len())
            } else {
                Match::Unknown
            }
        }
        [] => Match::Unknown,
        _ => Match::No,
    }
}

/// Returns the length of a message as the line before it in a dbox file states it: `0x01 0x02`, a
/// type, a blank, 8 bytes, a blank, and 16 hexadecimal digits.
pub(crate) fn dbox_length(line: &[u8]) -> Option<u64> {
    let digits = line
        .get(13..29)
        .filter(|_| line.starts_with(DBOX_MESSAGE))?;
    let digits = str::from_utf8(digits).ok()?.trim_ascii();
    u64::from_str_radix(digits, 16).ok()
}

/// Matches the first line of an `.emlx` file, the length of the message, and returns the length of
/// the line and of the message.
pub(crate) fn emlx_line(text: &[u8], at_end: bool) -> Match<(usize, u64)> {
    const MAX_BLANKS: usize = 64;
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let blanks = text[digits..].iter().take_while(|&&byte| byte == b' ');
    let end = digits + blanks.count();
    let is_number = digits > 0 || text.is_empty();
    if !is_number || digits > MAX_DIGITS || end - digits > MAX_BLANKS {
        return Match::No;
    }
    let line_break = match &text[end..] {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        [] | [b'\r'] if !at_end => return Match::Unknown,
        _ => return Match::No,
    };
    match decimal(&text[..digits]) {
        Some(length) => Match::Yes((end + line_break, length)),
        None => Match::No,
    }
}

/// Returns whether the message of an `.emlx` file can end at the start of `text`: at the end of the
/// file, or before a property list.
pub(crate) fn ends_emlx(text: &[u8], at_end: bool) -> Match<()> {
    const LISTS: [&[u8]; 4] = [b"<?xml", b"<!DOCTYPE plist", b"<plist", b"bplist"];
    let breaks = text
        .iter()
        .take(4)
        .take_while(|&&byte| byte == b'\n' || byte == b'\r');
    let text = &text[breaks.count()..];
    if text.is_empty() {
        return if at_end {
            Match::Yes(())
        } else {
            Match::Unknown
        };
    }
    if LISTS.iter().any(|list| text.starts_with(list)) {
        Match::Yes(())
    } else if !at_end && LISTS.iter().any(|list| list.starts_with(text)) {
        Match::Unknown
    } else {
        Match::No
    }
}

/// The start of the line before each article that rn saved.
pub(crate) const ARTICLE: &[u8] = b"Article";

/// Matches the line that rn puts before an article, `Article 165 of comp.binaries.amiga:`, or trn,
/// `Article: 165 of comp.binaries.amiga`, at the start of `text`, and returns its length.
pub(crate) fn article_line(text: &[u8], at_end: bool) -> Match<usize> {
    const RN: &[u8] = b"Article ";
    const TRN: &[u8] = b"Article: ";
    const MIDDLE: &[u8] = b" of ";
    const MAX_LEN: usize = 1000;
    let near = &text[..text.len().min(MAX_LEN)];
    let lf = memchr(b'\n', near);
    let line = &near[..lf.unwrap_or(near.len())];
    let unfinished = match lf {
        None if near.len() < MAX_LEN && !at_end => Match::Unknown,
        _ => Match::No,
    };
    let starts = |line: &[u8], start: &[u8]| line.starts_with(start) || start.starts_with(line);
    let (number, is_trn) = if let Some(number) = line.strip_prefix(RN) {
        (number, false)
    } else if let Some(number) = line.strip_prefix(TRN) {
        (number, true)
    } else if starts(line, RN) || starts(line, TRN) {
        return unfinished;
    } else {
        return Match::No;
    };
    let digits = number
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let of = &number[digits..];
    let Some(group) = of.strip_prefix(MIDDLE) else {
        return if digits <= MAX_DIGITS && starts(of, MIDDLE) {
            unfinished
        } else {
            Match::No
        };
    };
    let group = group.strip_suffix(b"\r").unwrap_or(group);
    let (name, ends) = match group.strip_suffix(b":") {
        Some(name) if !is_trn => (name, true),
        _ => (group, is_trn),
    };
    let is_name = name
        .iter()
        .all(|&byte| byte.is_ascii_graphic() && byte != b':');
    match lf {
        _ if digits == 0 || !is_name => Match::No,
        None => unfinished,
        Some(lf) if ends && !name.is_empty() => Match::Yes(lf + 1),
        Some(_) => Match::No,
    }
}

fn decimal(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > MAX_DIGITS {
        return None;
    }
    str::from_utf8(digits).ok()?.parse().ok()
}

/// Matches the first line of a dbox file, such as `2 M1e C4c5d5e6f`, before the line of a message.
pub(crate) fn is_dbox(text: &[u8]) -> Match<()> {
    const VERSION: &[u8] = b"2 M";
    if !text.starts_with(VERSION) {
        return if VERSION.starts_with(text) {
            Match::Unknown
        } else {
            Match::No
        };
    }
    let near = &text[..text.len().min(MAX_LINE)];
    let lf = memchr(b'\n', near);
    let line = &near[..lf.unwrap_or(near.len())];
    if !line
        .iter()
        .all(|&byte| byte == b' ' || byte.is_ascii_alphanumeric())
    {
        return Match::No;
    }
    let Some(lf) = lf else {
        return if near.len() == MAX_LINE {
            Match::No
        } else {
            Match::Unknown
        };
    };
    let next = &text[lf + 1..];
    if next.starts_with(DBOX_MESSAGE) {
        Match::Yes(())
    } else if DBOX_MESSAGE.starts_with(next) {
        Match::Unknown
    } else {
        Match::No
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Match, MbxLine, article_line, babyl_separator, dbox_length, emlx_line, is_dbox,
        is_listserv_line, mbx_line, mbx_line_start,
    };

    #[test]
    fn an_mbx_line_is_matched_from_any_part_of_it() {
        for (line, size) in [
            (
                &b"24-Jan-2010 18:24:03 -0800,1234;000000000001-00000001\r\n"[..],
                1234,
            ),
            (b" 4-Jan-2010 18:24:03 +0000,0;FFFFffff0001-0000000a\n", 0),
        ] {
            let len = line.len();
            assert_eq!(mbx_line(line), Match::Yes(MbxLine { len, size }));
            assert_eq!(
                mbx_line(&[line, b"x"].concat()),
                Match::Yes(MbxLine { len, size })
            );
            for end in 0..len {
                assert_eq!(mbx_line(&line[..end]), Match::Unknown, "{end}");
            }
            let semicolon = line.iter().position(|&byte| byte == b';').expect("one");
            let file = [b"\n", line].concat();
            assert_eq!(mbx_line_start(&file, semicolon + 1), Some(1));
        }
        for line in [
            &b"24-Jan-2010 18:24:03 -0800,;000000000001-00000001\r\n"[..],
            b"24-Jan-2010 18:24:03 -0800,1;00000000001-00000001\r\n",
            b"24-Jan-2010 18:24:03  0800,1;000000000001-00000001\r\n",
            b"24-Jan-2010 18:24:03 -0800,12345678901234567890;000000000001-00000001\r\n",
            b"24-Jan-2010 18:24:03 -0800,1;000000000001-00000001 \r\n",
        ] {
            assert_eq!(mbx_line(line), Match::No, "{}", line.escape_ascii());
        }
        assert_eq!(mbx_line_start(b"5;", 1), None);
        assert_eq!(mbx_line_start(b"a;", 1), None);
    }

    #[test]
    fn lines_of_other_mailboxes_are_matched() {
        assert!(is_listserv_line(&[&[b'='; 73][..], b"\r\n"].concat()));
        assert!(is_listserv_line(&[b'='; 73]));
        assert!(!is_listserv_line(&[b'='; 72]));
        assert!(!is_listserv_line(&[b'='; 74]));
        assert_eq!(babyl_separator(b"\x1F\x0C\n", false), Match::Yes(3));
        assert_eq!(babyl_separator(b"\x1F\n", false), Match::Unknown);
        assert_eq!(babyl_separator(b"\x1F\n", true), Match::Yes(2));
        assert_eq!(babyl_separator(b"\x1F\na", true), Match::No);
        let line = b"\x01\x02N          00000000000001f4\n";
        assert_eq!(dbox_length(line), Some(0x1F4));
        assert_eq!(dbox_length(&line[..20]), None);
        assert_eq!(is_dbox(b"2 M1e C4c5d5e6f\n\x01\x02N"), Match::Yes(()));
        assert_eq!(is_dbox(b"2 M1e C4c5d5e6f\n\x01"), Match::Unknown);
        assert_eq!(is_dbox(b"2 M1e C4c5d5e6f\nx"), Match::No);
        assert_eq!(is_dbox(b"2 Meals, please\n"), Match::No);
        assert_eq!(
            emlx_line(b"1795      \nFrom", false),
            Match::Yes((11, 1795))
        );
        let article = b"Article 165 of comp.binaries.amiga:\n";
        for line in [
            &article[..],
            b"Article 1 of a:\r\n",
            b"Article: 421 of rec.games.moria\n",
            b"Article: 1 of a\r\n",
        ] {
            assert_eq!(article_line(line, false), Match::Yes(line.len()));
            for end in 0..line.len() {
                assert_eq!(article_line(&line[..end], false), Match::Unknown, "{end}");
                assert_eq!(article_line(&line[..end], true), Match::No, "{end}");
            }
        }
        for line in [
            "Article of a:\n",
            "Article 1 of :\n",
            "Article 1 of a\n",
            "Article 1 of a b:\n",
            "Article: 1 of a:\n",
            "Article: 1 of a b\n",
            "Article: 1 of \n",
            "Article: x of a\n",
            "Article:1 of a\n",
            "Article: 1\n",
            "Articles",
        ] {
            assert_eq!(article_line(line.as_bytes(), false), Match::No, "{line}");
        }
        assert_eq!(emlx_line(b"17", false), Match::Unknown);
        assert_eq!(emlx_line(b"17", true), Match::No);
        assert_eq!(emlx_line(b" 17\n", true), Match::No);
    }
}
