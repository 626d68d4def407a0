//! Quoted-printable of RFC 2045 §6.7.

use std::mem;

use super::{decoder::Decoder, output::Output, text::hex};

/// So many blanks between `=` and the line break are transport padding.
const MOST_PADDING: usize = 64;

/// What must be seen, from an `=` on, to tell what it is: the padding and a CRLF.
const LOOKAHEAD: usize = 1 + MOST_PADDING + 2;

/// Undoes quoted-printable. What is no valid escape stays as it is written, and so do hard line
/// breaks and the blanks before them, which rule 3 would have deleted: no URL depends on them.
///
/// Holds back at most 66 bytes, the first of which is an `=`.
#[derive(Debug, Default)]
pub(crate) struct QuotedPrintable {
    held: Vec<u8>,
    /// Where the first byte that is held stands in the input.
    held_at: u64,
}

/// What an `=` and the bytes after it are.
enum Escape {
    /// `hex-octet := "=" 2(DIGIT / "A" / "B" / "C" / "D" / "E" / "F")`
    Octet(u8),
    /// A soft line break, of so many bytes.
    SoftBreak(usize),
    /// No escape: the `=` stands for itself.
    Literal,
    /// The bytes that follow will tell.
    Cut,
}

impl Escape {
    /// Looks at `text`, which begins with an `=`.
    fn of(text: &[u8]) -> Self {
        let after = &text[1..];
        match after {
            [high, rest @ ..] if is_hex(*high) => match rest {
                [low, ..] => hex(*high, *low).map_or(Self::Literal, Self::Octet),
                [] => Self::Cut,
            },
            _ => Self::soft_break(after),
        }
    }

    /// `transport-padding CRLF`, or a bare LF as files of Unix have it
    fn soft_break(after: &[u8]) -> Self {
        let padding = after.iter().take(MOST_PADDING + 1);
        let padding = padding.take_while(|byte| matches!(byte, b' ' | b'\t'));
        let padding = padding.count();
        if padding > MOST_PADDING {
            return Self::Literal;
        }
        match &after[padding..] {
            [b'\n', ..] => Self::SoftBreak(1 + padding + 1),
            [b'\r', b'\n', ..] => Self::SoftBreak(1 + padding + 2),
            [] | [b'\r'] => Self::Cut,
            _ => Self::Literal,
        }
    }
}

impl QuotedPrintable {
    /// Goes on with the `=` that is held; gives how many bytes of `input` it took.
    fn resume(&mut self, input: &[u8], out: &mut Output) -> usize {
        let mut text = mem::take(&mut self.held);
        let held = text.len();
        let start = self.held_at;
        text.extend_from_slice(&input[..input.len().min(LOOKAHEAD - held)]);
        let used = self.escape(&text, start, out);
        if used < held {
            // There is no other `=` among what was held.
            out.verbatim(&text[used..held], start + used as u64);
        }
        used.saturating_sub(held)
    }

    /// Decodes the escape that `text` begins with; gives how many bytes of it that took.
    fn escape(&mut self, text: &[u8], at: u64, out: &mut Output) -> usize {
        match Escape::of(text) {
            Escape::Octet(octet) => {
                out.replaced(&[octet], at..at + 3);
                3
            }
            Escape::SoftBreak(len) => len,
            Escape::Literal => {
                out.verbatim(&text[..1], at);
                1
            }
            Escape::Cut => {
                self.held.extend_from_slice(text);
                self.held_at = at;
                text.len()
            }
        }
    }
}

impl Decoder for QuotedPrintable {
    fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) {
        let mut used = 0;
        if !self.held.is_empty() {
            used = self.resume(input, out);
        }
        while used < input.len() {
            let rest = &input[used..];
            if rest[0] == b'=' {
                used += self.escape(rest, at + used as u64, out);
            } else {
                let plain = memchr::memchr(b'=', rest).unwrap_or(rest.len());
                out.verbatim(&rest[..plain], at + used as u64);
                used += plain;
            }
        }
    }

    /// An `=` that ends the input, with padding or not, is a soft line break at its end. Anything
    /// else that is held is no escape (§6.7, note 3).
    fn finish(&mut self, _at: u64, out: &mut Output) {
        let held = mem::take(&mut self.held);
        if held
            .last()
            .is_some_and(|&last| last == b'\r' || is_hex(last))
        {
            out.verbatim(&held, self.held_at);
        }
    }

    fn held(&self, tell: &mut dyn FnMut(u64)) {
        if !self.held.is_empty() {
            tell(self.held_at);
        }
    }
}

/// Whether `byte` is a hexadecimal digit; the lower case, which the grammar does not allow, is read
/// as well (§6.7, note 1).
fn is_hex(byte: u8) -> bool {
    byte.is_ascii_hexdigit()
}

#[cfg(test)]
mod tests {
    use super::{
        super::testing::{self, Decoded},
        MOST_PADDING, QuotedPrintable,
    };

    fn decode(input: &[u8]) -> Decoded {
        testing::decode(QuotedPrintable::default, input)
    }

    fn check(cases: &[(&str, &str)]) {
        for (input, text) in cases {
            let decoded = decode(input.as_bytes());
            assert_eq!(decoded.bytes, text.as_bytes(), "{input:?}");
        }
    }

    #[test]
    fn octets_are_read_in_both_cases() {
        check(&[
            ("a=3Cb=3db", "a<b=b"),
            ("=C3=A9=c3=a9", "\u{e9}\u{e9}"),
            ("=3D3C", "=3C"),
            ("=0D=0A", "\r\n"),
        ]);
    }

    #[test]
    fn soft_breaks_leave_nothing_and_hard_ones_stay() {
        check(&[
            ("<http:=\n//a=\r\n/>", "<http://a/>"),
            ("a= \t \r\nb=\t\nc", "abc"),
            ("a =\n b", "a  b"),
            ("a\r\nb \nc\rd", "a\r\nb \nc\rd"),
            ("=\n=\n=3C=\n", "<"),
        ]);
    }

    #[test]
    fn what_is_no_escape_stays() {
        check(&[
            ("a=b?c=XY&d=3g=", "a=b?c=XY&d=3g"),
            ("==3C", "=<"),
            ("=3=3C", "=3<"),
            ("= =3C", "= <"),
            ("=\rb", "=\rb"),
            ("=\r\r\n", "=\r\r\n"),
            ("= \r=3C", "= \r<"),
        ]);
    }

    #[test]
    fn the_end_is_a_soft_break() {
        check(&[
            ("", ""),
            ("a=", "a"),
            ("a= \t", "a"),
            ("a=3", "a=3"),
            ("a=\r", "a=\r"),
        ]);
    }

    #[test]
    fn padding_is_bounded() {
        let most = " ".repeat(MOST_PADDING);
        for line_break in ["\n", "\r\n"] {
            check(&[
                (&format!("a={most}{line_break}b"), "ab"),
                (
                    &format!("a={most} {line_break}b"),
                    &format!("a={most} {line_break}b"),
                ),
            ]);
        }
        check(&[(&format!("={most} =3C"), &format!("={most} <"))]);
    }

    #[test]
    fn each_byte_has_its_place() {
        let decoded = decode(b"a=3C=\r\nb=Zc");
        let places = [(0, 1), (1, 4), (7, 8), (8, 9), (9, 10), (10, 11)];
        assert_eq!(decoded.bytes, b"a<b=Zc");
        assert_eq!(decoded.places, places);
    }

    #[test]
    fn an_escape_that_is_cut_is_told() {
        let cases: [(&[u8], &[u64]); 6] = [
            (b"<a=", &[2]),
            (b"a=3", &[1]),
            (b"a=2", &[1]),
            (b"a= ", &[1]),
            (b"a=\r", &[1]),
            (b"a=3C", &[]),
        ];
        for (input, expected) in cases {
            let held = testing::held(QuotedPrintable::default(), input);
            assert_eq!(held, expected, "{}", input.escape_ascii());
        }
    }

    #[test]
    fn no_cut_matters() {
        testing::decode_all(QuotedPrintable::default, b"", b"=3C \r\n", 5);
    }
}
