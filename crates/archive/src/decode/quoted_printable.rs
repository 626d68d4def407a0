//! Quoted-printable (RFC 2045 §6.7).

use super::{
    carried::{Carried, TextDecoder},
    output::Output,
    text::hex,
};

/// The maximum number of spaces and tabs of transport padding between `=` and the line break.
const MAX_PADDING: usize = 64;

/// The maximum length of an escape: `=`, the padding, a CR and a CRLF.
const LOOKAHEAD: usize = 1 + MAX_PADDING + 3;

/// Decodes quoted-printable. Invalid escapes stay as they are written, and so do hard line breaks
/// and the spaces and tabs before them, which rule 3 would delete: no URL depends on them.
///
/// Holds back at most 67 bytes, the first of which is an `=`.
pub(crate) type QuotedPrintable = Carried<Escapes>;

#[derive(Debug, Default)]
pub(crate) struct Escapes;

/// An `=` and the bytes after it.
enum Escape {
    /// `hex-octet := "=" 2(DIGIT / "A" / "B" / "C" / "D" / "E" / "F")`
    Octet(u8),
    /// A soft line break of this length.
    SoftBreak(usize),
    /// No escape: the `=` stands for itself.
    Literal,
    /// More input is needed.
    Incomplete,
}

impl Escape {
    /// Classifies the `=` at the start of `text`.
    fn of(text: &[u8]) -> Self {
        let after = &text[1..];
        match after {
            // Lower case, which the grammar does not allow, is accepted (§6.7, note 1).
            [high, rest @ ..] if high.is_ascii_hexdigit() => match rest {
                [low, ..] => hex(*high, *low).map_or(Self::Literal, Self::Octet),
                [] => Self::Incomplete,
            },
            _ => Self::soft_break(after),
        }
    }

    /// Matches `transport-padding CRLF`, or a bare LF as in Unix files, or a CRLF whose LF became another one.
    fn soft_break(after: &[u8]) -> Self {
        let padding = after.iter().take(MAX_PADDING + 1);
        let padding = padding.take_while(|byte| matches!(byte, b' ' | b'\t'));
        let padding = padding.count();
        if padding > MAX_PADDING {
            return Self::Literal;
        }
        match &after[padding..] {
            [b'\n', ..] => Self::SoftBreak(1 + padding + 1),
            [b'\r', b'\n', ..] => Self::SoftBreak(1 + padding + 2),
            [b'\r', b'\r', b'\n', ..] => Self::SoftBreak(1 + padding + 3),
            [] | [b'\r'] | [b'\r', b'\r'] => Self::Incomplete,
            _ => Self::Literal,
        }
    }
}

/// Decodes the start of `text`, as far as the buffer has room. `None` if that takes more than
/// [`LOOKAHEAD`] bytes of `text`.
pub(super) fn decode_start<'b>(text: &[u8], buffer: &'b mut [u8]) -> Option<&'b [u8]> {
    let mut used = 0;
    let mut decoded = 0;
    while decoded < buffer.len() && used < text.len() {
        let (byte, len) = match text[used] {
            b'=' => match Escape::of(&text[used..]) {
                Escape::Octet(octet) => (Some(octet), 3),
                Escape::SoftBreak(len) => (None, len),
                Escape::Literal => (Some(b'='), 1),
                Escape::Incomplete => break,
            },
            byte => (Some(byte), 1),
        };
        used += len;
        if used > LOOKAHEAD {
            return None;
        }
        if let Some(byte) = byte {
            buffer[decoded] = byte;
            decoded += 1;
        }
    }
    Some(&buffer[..decoded])
}

impl TextDecoder for Escapes {
    const MAX_LEFT: usize = LOOKAHEAD - 1;

    fn read(&mut self, text: &[u8], at: u64, at_end: bool, out: &mut Output) -> usize {
        let mut used = 0;
        while used < text.len() {
            let (rest, at) = (&text[used..], at + used as u64);
            if rest[0] != b'=' {
                let plain = memchr::memchr(b'=', rest).unwrap_or(rest.len());
                out.verbatim(&rest[..plain], at);
                used += plain;
                continue;
            }
            used += match Escape::of(rest) {
                Escape::Octet(octet) => {
                    out.replaced(&[octet], at..at + 3);
                    3
                }
                Escape::SoftBreak(len) => len,
                Escape::Literal => {
                    out.verbatim(&rest[..1], at);
                    1
                }
                Escape::Incomplete if !at_end => break,
                Escape::Incomplete => {
                    // An `=` at the end, with or without padding, is a soft line break. Anything else is no escape
                    // (§6.7, note 3).
                    if matches!(rest, [.., last] if *last == b'\r' || last.is_ascii_hexdigit()) {
                        out.verbatim(rest, at);
                    }
                    rest.len()
                }
            };
        }
        used
    }
}

#[cfg(test)]
mod tests {
    use super::{super::testing, MAX_PADDING, QuotedPrintable};

    #[test]
    fn padding_is_bounded() {
        let check = |input: &str, text: &str| {
            testing::check(QuotedPrintable::default, &[(input, text)]);
        };
        let most = " ".repeat(MAX_PADDING);
        for line_break in ["\n", "\r\n"] {
            check(&format!("a={most}{line_break}b"), "ab");
            let more = format!("a={most} {line_break}b");
            check(&more, &more);
        }
        check(&format!("={most} =3C"), &format!("={most} <"));
    }

    #[test]
    fn each_byte_maps_to_its_source() {
        let decoded = testing::decode(QuotedPrintable::default, b"a=3C=\r\nb=Zc");
        let ranges = [(0, 1), (1, 4), (7, 8), (8, 9), (9, 10), (10, 11)];
        assert_eq!(decoded.bytes, b"a<b=Zc");
        assert_eq!(decoded.ranges, ranges);
    }

    #[test]
    fn every_division_gives_the_same_output() {
        testing::decode_all(QuotedPrintable::default, b"", b"=3C \r\n", 5);
    }
}
