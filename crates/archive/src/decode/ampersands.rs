//! The ampersands of XML.

use memchr::memchr;

use super::{
    carried::{Carried, TextDecoder},
    output::Output,
};

/// Decodes `&amp;` to `&` in XML, in which no URL can have the character itself (XML 1.0 §2.4). Other references end a
/// URL in running text, or stay.
///
/// Holds back at most four bytes.
pub(crate) type Ampersands = Carried<References>;

#[derive(Default)]
pub(crate) struct References;

const REFERENCE: &[u8] = b"&amp;";

impl TextDecoder for References {
    const MAX_LEFT: usize = REFERENCE.len() - 1;

    fn read(&mut self, text: &[u8], at: u64, at_end: bool, out: &mut Output) -> usize {
        let mut used = 0;
        while used < text.len() {
            let (rest, at) = (&text[used..], at + used as u64);
            if rest.starts_with(REFERENCE) {
                out.replaced(b"&", at..at + REFERENCE.len() as u64);
                used += REFERENCE.len();
                continue;
            }
            if REFERENCE.starts_with(rest) && !at_end {
                break;
            }
            let plain = memchr(b'&', &rest[1..]).map_or(rest.len(), |next| next + 1);
            out.verbatim(&rest[..plain], at);
            used += plain;
        }
        used
    }

    fn passes(&mut self, input: &[u8]) -> bool {
        memchr(b'&', input).is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::Ampersands;
    use crate::decode::testing::decode_all;

    #[test]
    fn no_text_depends_on_its_chunks() {
        decode_all(Ampersands::default, b"", b"&amp;", 6);
    }
}
