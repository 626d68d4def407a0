//! Reads a tag that lies whole in the input, without the states of the tokenizer.
//!
//! Nearly all tags do: input arrives in blocks, and only the tag that a block cuts is read state by state. One loop
//! over a table of byte classes takes a fraction of the instructions, and no state must be kept between two bytes. The
//! price is a second form of §13.2.5.32 to §13.2.5.40, which tests compare with the states and with `html5gum`.

use std::ops::Range;

use memchr::memchr;

use super::tag::ByteClass;

/// Reads the attributes of a tag up to its `>`. `input` begins after the name of the element. Calls `found` for each
/// attribute with its name, and the range of its value in the input if it has one. Returns the length, with the `>`;
/// `None` if the tag does not end in the input.
#[inline]
pub(super) fn read_attributes<'i>(
    input: &'i [u8],
    mut found: impl FnMut(&'i [u8], Option<Range<usize>>),
) -> Option<usize> {
    let mut at = 0;
    loop {
        at = skip(input, at, |byte| ByteClass::SEPARATES.contains(byte))?;
        if input[at] == b'>' {
            return Some(at + 1);
        }
        let start = at;
        // A `=` here is the first byte of a name.
        at = skip(input, at + 1, |byte| {
            !ByteClass::ENDS_ATTRIBUTE_NAME.contains(byte)
        })?;
        let name = &input[start..at];
        at = skip(input, at, |byte| ByteClass::WHITE_SPACE.contains(byte))?;
        if input[at] != b'=' {
            found(name, None);
            continue;
        }
        at = skip(input, at + 1, |byte| ByteClass::WHITE_SPACE.contains(byte))?;
        match input[at] {
            b'>' => {
                found(name, None);
                return Some(at + 1);
            }
            quote @ (b'"' | b'\'') => {
                let value = at + 1;
                at = value + memchr(quote, &input[value..])?;
                found(name, Some(value..at));
                at += 1;
            }
            _ => {
                let value = at;
                at = skip(input, at, |byte| !ByteClass::ENDS_VALUE.contains(byte))?;
                found(name, Some(value..at));
            }
        }
    }
}

/// Returns the index of the next byte, from an index on, that does not satisfy a condition.
#[inline]
fn skip(input: &[u8], from: usize, condition: impl Fn(u8) -> bool) -> Option<usize> {
    let rest = input.get(from..)?;
    let len = rest.iter().position(|&byte| !condition(byte))?;
    Some(from + len)
}
