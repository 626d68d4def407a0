//! The ampersands of XML.

use memchr::memchr;

use super::{decoder::Decoder, output::Output};

/// Decodes `&amp;` to `&` in XML, in which no URL can have the character itself (XML 1.0 §2.4). Other references end a
/// URL in running text, or stay.
///
/// Holds back at most four bytes.
#[derive(Default)]
pub(crate) struct Ampersands {
    /// The number of bytes of a reference that are held back, and the offset of the first of them.
    held: usize,
    at: u64,
}

const REFERENCE: &[u8] = b"&amp;";

impl Decoder for Ampersands {
    fn decode(&mut self, mut input: &[u8], mut at: u64, out: &mut Output) {
        while let Some(&byte) = input.first() {
            let used = if self.held == 0 {
                let plain = memchr(b'&', input).unwrap_or(input.len());
                out.verbatim(&input[..plain], at);
                self.at = at + plain as u64;
                self.held = usize::from(plain < input.len());
                plain + self.held
            } else if byte != REFERENCE[self.held] {
                self.finish(at, out);
                0
            } else {
                self.held = (self.held + 1) % REFERENCE.len();
                if self.held == 0 {
                    out.replaced(b"&", self.at..at + 1);
                }
                1
            };
            input = &input[used..];
            at += used as u64;
        }
    }

    fn finish(&mut self, _: u64, out: &mut Output) {
        out.verbatim(&REFERENCE[..self.held], self.at);
        self.held = 0;
    }

    fn passes(&mut self, input: &[u8]) -> bool {
        self.held == 0 && memchr(b'&', input).is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::Ampersands;
    use crate::decode::testing::{check, decode_all};

    #[test]
    fn references_become_ampersands() {
        check(
            Ampersands::default,
            &[
                ("a&amp;b", "a&b"),
                ("&amp;amp;&amp", "&amp;&amp"),
                ("&&am&amp;&lt;", "&&am&&lt;"),
            ],
        );
        decode_all(Ampersands::default, b"", b"&amp;", 6);
    }
}
