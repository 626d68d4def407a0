//! HZ (RFC 1843): Chinese text in ASCII.

use std::ops::Range;

use encoding_rs::GBK;
use memchr::memchr;

use crate::decode::{
    carried::{Carried, TextDecoder},
    output::Output,
};

/// Decodes HZ: `~{` begins and `~}` ends characters of GB 2312, two bytes each, and `~~` is a `~`. A line break ends
/// them, too. What is malformed stays as it is written, and so does a `~` before a line break, which RFC 1843 drops: no
/// text is known that has one.
///
/// Holds back one byte.
pub(super) type Hz = Carried<Pairs>;

#[derive(Default)]
pub(super) struct Pairs {
    is_in_gb: bool,
}

impl TextDecoder for Pairs {
    const MAX_LEFT: usize = 1;

    fn read(&mut self, text: &[u8], at: u64, at_end: bool, out: &mut Output) -> usize {
        let mut used = 0;
        while used < text.len() {
            let (rest, at) = (&text[used..], at + used as u64);
            let special = if self.is_in_gb {
                rest.iter()
                    .position(|byte| byte.is_ascii_graphic() || *byte == b'\n')
            } else {
                memchr(b'~', rest)
            };
            let plain = special.unwrap_or(rest.len());
            out.verbatim(&rest[..plain], at);
            used += plain;
            let at = at + plain as u64;
            match rest[plain..] {
                [b'\n', ..] => self.is_in_gb = false,
                [first, second, ..] => {
                    used += 1 + self.decode_pair([first, second], at..at + 2, out);
                }
                [last] if at_end => {
                    out.verbatim(&[last], at);
                    used += 1;
                }
                [_] | [] => break,
            }
        }
        used
    }

    fn passes(&mut self, input: &[u8]) -> bool {
        !self.is_in_gb && memchr(b'~', input).is_none()
    }
}

impl Pairs {
    /// Decodes a byte and the one after it, which stand in a range. Returns how many bytes are used of the latter.
    fn decode_pair(&mut self, pair: [u8; 2], source: Range<u64>, out: &mut Output) -> usize {
        match (pair, self.is_in_gb) {
            ([b'~', b'{'], false) => self.is_in_gb = true,
            ([b'~', b'}'], true) => self.is_in_gb = false,
            ([b'~', b'~'], _) => out.replaced(b"~", source),
            ([first, second], true) if second.is_ascii_graphic() => {
                let bytes = [first | 0x80, second | 0x80];
                let (text, _) = GBK.decode_without_bom_handling(&bytes);
                out.replaced(text.as_bytes(), source);
            }
            ([first, _], _) => {
                out.verbatim(&[first], source.start);
                return 0;
            }
        }
        1
    }
}

#[cfg(test)]
mod tests {
    use crate::decode::{charset::Charset, testing::decode_all};

    fn hz() -> Charset {
        Charset::new(Some(b"hz-gb-2312"))
    }

    #[test]
    fn no_text_depends_on_its_chunks() {
        decode_all(hz, b"", b"~{}V\n\xe9", 5);
    }
}
