//! HZ (RFC 1843): Chinese text in ASCII.

use std::ops::Range;

use encoding_rs::GBK;
use memchr::memchr;

use crate::decode::output::Output;

/// Decodes HZ: `~{` begins and `~}` ends characters of GB 2312, two bytes each, and `~~` is a `~`. A line break ends
/// them, too. What is malformed stays as it is written, and so does a `~` before a line break, which RFC 1843 drops: no
/// text is known that has one.
///
/// Holds back one byte.
#[derive(Default)]
pub(super) struct Hz {
    is_in_gb: bool,
    /// A `~`, or the first byte of a character, and its offset.
    held: Option<(u8, u64)>,
}

impl Hz {
    /// Returns whether the next bytes are their own output.
    pub(super) fn passes(&self, input: &[u8]) -> bool {
        !self.is_in_gb && self.held.is_none() && memchr(b'~', input).is_none()
    }

    pub(super) fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) {
        let mut used = 0;
        while used < input.len() {
            let here = at + used as u64;
            used += if let Some((first, first_at)) = self.held.take() {
                self.decode_pair([first, input[used]], first_at..here + 1, out)
            } else {
                self.decode_plain(&input[used..], here, out)
            };
        }
    }

    /// Decodes the bytes before the next one that is held back. Returns how many bytes are used.
    fn decode_plain(&mut self, input: &[u8], at: u64, out: &mut Output) -> usize {
        let held = if self.is_in_gb {
            input
                .iter()
                .position(|byte| byte.is_ascii_graphic() || *byte == b'\n')
        } else {
            memchr(b'~', input)
        };
        let plain = held.unwrap_or(input.len());
        out.verbatim(&input[..plain], at);
        let Some(&byte) = input.get(plain) else {
            return plain;
        };
        if byte == b'\n' {
            self.is_in_gb = false;
            return plain;
        }
        self.held = Some((byte, at + plain as u64));
        plain + 1
    }

    /// Decodes a byte that was held back and the one after it, which stand in a range. Returns how many bytes are used
    /// of the latter.
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

    pub(super) fn finish(&mut self, out: &mut Output) {
        if let Some((held, at)) = self.held.take() {
            out.verbatim(&[held], at);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::decode::{
        charset::Charset,
        testing::{check, decode_all},
    };

    fn hz() -> Charset {
        Charset::new(Some(b"hz-gb-2312"))
    }

    #[test]
    fn characters_are_between_marks() {
        check(
            hz,
            &[
                // An example of RFC 1843.
                (
                    "The next sentence is in GB.~{<:Ky2;S{#,NpJ)l6HK!#~}Bye.",
                    "The next sentence is in GB.己所不欲，勿施於人。Bye.",
                ),
                ("a/~~b ~", "a/~b ~"),
                ("~{VP", "中"),
                ("~{VP\n<a>", "中\n<a>"),
                ("~{V ~}a", "V a"),
                ("~a ~\nb", "~a ~\nb"),
            ],
        );
    }

    #[test]
    fn no_text_depends_on_its_chunks() {
        decode_all(hz, b"", b"~{}V\n\xe9", 5);
    }
}
