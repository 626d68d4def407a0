//! mbx, the mailbox format of UW IMAP: a line with date, size and flags before each message.

use crate::{
    frame::{
        Bounds, Candidate, Envelope, FrameToken, Framing, Lookback, MAX_DIGITS, Mark, Match,
        Window, decimal, ends_before,
    },
    recognise::Head,
};

/// The start of a file.
const MBX: &[u8] = b"*mbx*\r\n";

/// The length of the header of a file, in bytes.
const FILE_HEADER: usize = 2048;

#[derive(Debug)]
pub(super) struct Mbx;

impl Framing for Mbx {
    /// Matches `*mbx*` and CRLF, and a line with the validity and the last of the UIDs, in eight hexadecimal digits
    /// each.
    fn begins_file(&self, head: &Head<'_>) -> Option<bool> {
        const UIDS: usize = 16;
        if !head.has(0, MBX)? {
            return Some(false);
        }
        let line = head.from(MBX.len());
        let digits = line
            .iter()
            .take(UIDS)
            .take_while(|byte| byte.is_ascii_hexdigit());
        match digits.count() {
            UIDS => head.has(MBX.len() + UIDS, b"\r\n"),
            digits if digits == line.len() && !head.at_end => None,
            _ => Some(false),
        }
    }

    fn mark(&self) -> Option<Mark> {
        Some(Mark::new(b";"))
    }

    /// Skips the line before a message, and the header of the file before the first one.
    fn envelope(&self, _: &Bounds, window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
        let mut line = at;
        let text = &window.bytes[at..];
        if window.offset(at) == 0 && MBX.starts_with(&text[..text.len().min(MBX.len())]) {
            if text.len() <= FILE_HEADER && !window.at_end {
                return Err(at);
            }
            if text.starts_with(MBX) {
                line += text.len().min(FILE_HEADER);
            }
            if line == window.bytes.len() {
                return Ok(Envelope::none(line));
            }
        }
        let found = mbx_line(&window.bytes[line..]);
        Ok(match found.decided(window.at_end).ok_or(at)? {
            Match::Yes(found) => Envelope {
                length: Some(found.size),
                ..Envelope::new(at, line + found.len)
            },
            Match::No | Match::Unknown => Envelope::new(at, line),
        })
    }

    fn token_at(&self, bounds: &mut Bounds, window: &Window<'_>, at: usize) -> Option<FrameToken> {
        let line = mbx_line_start(window.bytes, at).filter(|&line| line >= bounds.from)?;
        let length = mbx_line(&window.bytes[line..]).map(|line| line.size);
        bounds.token_at_length(window, line, begins(window, line), length, |end| {
            self.ends_at(window, end)
        })
    }

    fn may_begin(&self, line: &[u8]) -> bool {
        mbx_line(line) == Match::Unknown
    }

    fn may_begin_in_line(&self, text: &[u8]) -> bool {
        mbx_line(text) == Match::Unknown
    }

    fn ends_at(&self, window: &Window<'_>, at: usize) -> Option<bool> {
        ends_before(window, at, 0, |next| {
            let line = mbx_line(&window.bytes[next..]).decided(window.at_end)?;
            Some(line.is_yes())
        })
    }

    fn lookback(&self) -> Lookback {
        Lookback::Lengths(|window, semicolon| {
            let at = mbx_line_start(window.bytes, semicolon)?;
            let Match::Yes(line) = mbx_line(&window.bytes[at..]) else {
                return None;
            };
            Some(Candidate {
                at,
                after: at + line.len,
                is_boundary: begins(window, at),
                length: Some(line.size),
            })
        })
    }
}

/// Returns whether the line before a message may begin at an index, whatever the length of the message before. After
/// the header of the file, the line belongs to the envelope of the first message, which begins with the file.
fn begins(window: &Window<'_>, at: usize) -> bool {
    window.begins_line(at) && window.offset(at) != FILE_HEADER as u64
}

/// The line before a message of an mbx file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MbxLine {
    /// The length of the line with its line break.
    len: usize,
    /// The length of the message in bytes.
    size: u64,
}

/// The form of the date in an mbx line: `d` stands for a digit, `b` for a space or a digit, `a` for
/// a letter and `s` for a sign.
const MBX_DATE: &[u8] = b"bd-aaa-dddd dd:dd:dd sdddd,";

/// The form of the flags and the identifier after the size: `x` stands for a hexadecimal digit.
const MBX_FLAGS: &[u8] = b";xxxxxxxxxxxx-xxxxxxxx";

/// Matches `24-Jan-2010 18:24:03 -0800,1234;000000000001-00000001` and a line break at the start of
/// `text`.
fn mbx_line(text: &[u8]) -> Match<MbxLine> {
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
fn mbx_line_start(bytes: &[u8], semicolon: usize) -> Option<usize> {
    let before = bytes[..semicolon].iter().rev().take(MAX_DIGITS);
    let digits = before.take_while(|byte| byte.is_ascii_digit()).count();
    (digits > 0)
        .then(|| semicolon.checked_sub(digits + MBX_DATE.len()))
        .flatten()
}

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

#[cfg(test)]
mod tests {
    use super::{Match, MbxLine, mbx_line, mbx_line_start};

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
}
