//! Resolves the escapes of values.

use std::ops::Range;

use crate::decode::{
    carried::{Carried, TextDecoder},
    output::Output,
};

/// Decodes `\n` and `\N` to a line break, and `\\`, `\;`, `\,` to the character after the backslash (RFC 5545 §3.3.11,
/// RFC 6350 §3.4), and so `\:`, which some programs write. Other backslashes stay. LDIF has no escapes but in names,
/// where they are alike.
///
/// An empty line separates two properties, so that no link extends over both. It has a CR, and nothing else has: by it
/// the next decoder knows the end of a property.
///
/// Holds back one byte: a backslash or a CR.
pub(crate) type Unescape = Carried<Escapes>;

#[derive(Debug, Default)]
pub(crate) struct Escapes;

/// What separates two properties.
const SEPARATOR: &[u8] = b"\n\r\n";

/// Decodes a backslash or a CR, and the byte after it; `input` is the range of both. Returns the number of bytes used
/// of the latter.
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

impl TextDecoder for Escapes {
    const MAX_LEFT: usize = 1;

    fn read(&mut self, text: &[u8], at: u64, at_end: bool, out: &mut Output) -> usize {
        let mut used = 0;
        while used < text.len() {
            let (rest, at) = (&text[used..], at + used as u64);
            let special = memchr::memchr3(b'\\', b'\r', b'\n', rest);
            let plain = special.unwrap_or(rest.len());
            out.verbatim(&rest[..plain], at);
            used += plain;
            let at = at + plain as u64;
            used += match rest[plain..] {
                [] => break,
                [b'\n', ..] => separate(at..at + 1, out),
                [_] if !at_end => break,
                [first] => 1 + decode_pair(first, None, at..at + 1, out),
                [first, next, ..] => 1 + decode_pair(first, Some(next), at..at + 2, out),
            };
        }
        used
    }
}
