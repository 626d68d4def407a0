//! Resolves the escapes of values.

use std::ops::Range;

use crate::decode::{decoder::Decoder, output::Output};

/// Decodes `\n` and `\N` to a line break, and `\\`, `\;`, `\,` to the character after the backslash (RFC 5545 §3.3.11,
/// RFC 6350 §3.4), and so `\:`, which some programs write. Other backslashes stay. LDIF has no escapes but in names,
/// where they are alike.
///
/// An empty line separates two properties, so that no link extends over both. It has a CR, and nothing else has: by it
/// the next decoder knows the end of a property.
///
/// Holds back one byte: a backslash or a CR.
#[derive(Debug, Default)]
pub(crate) struct Unescape {
    /// The byte held back, and its offset.
    held: Option<(u8, u64)>,
}

/// What separates two properties.
const SEPARATOR: &[u8] = b"\n\r\n";

/// Decodes a byte that was held back and the one after it; `input` is their range. Returns the number of bytes used of
/// the latter.
fn decode_pair(held: u8, next: Option<u8>, input: Range<u64>, out: &mut Output) -> usize {
    let character = match (held, next) {
        (b'\r', Some(b'\n')) => return separate(input, out),
        (b'\r', _) => {
            out.replaced(b"\n", input.start..input.start + 1);
            return 0;
        }
        (_, Some(b'n' | b'N')) => b'\n',
        (_, Some(next @ (b'\\' | b';' | b',' | b':'))) => next,
        _ => {
            out.verbatim(&[held], input.start);
            return 0;
        }
    };
    out.replaced(&[character], input);
    1
}

/// Separates two properties at a line break. Returns the number of bytes used of its LF.
fn separate(line_break: Range<u64>, out: &mut Output) -> usize {
    out.replaced(SEPARATOR, line_break);
    1
}

impl Decoder for Unescape {
    fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) {
        let mut used = 0;
        while let Some(&next) = input.get(used) {
            let here = at + used as u64;
            if let Some((held, held_at)) = self.held.take() {
                used += decode_pair(held, Some(next), held_at..here + 1, out);
                continue;
            }
            let rest = &input[used..];
            let special = memchr::memchr3(b'\\', b'\r', b'\n', rest);
            let plain = special.unwrap_or(rest.len());
            out.verbatim(&rest[..plain], here);
            used += plain;
            let here = here + plain as u64;
            used += match rest.get(plain) {
                None => 0,
                Some(b'\n') => separate(here..here + 1, out),
                Some(&held) => {
                    self.held = Some((held, here));
                    1
                }
            };
        }
    }

    fn finish(&mut self, _at: u64, out: &mut Output) {
        if let Some((held, held_at)) = self.held.take() {
            decode_pair(held, None, held_at..held_at + 1, out);
        }
    }
}
