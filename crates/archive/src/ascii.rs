//! Finds bytes that are not ASCII, with vectors: `encoding_rs` does so byte by byte where the compiler is stable.

use encoding_rs::Encoding;
use fearless_simd::{Level, Simd, dispatch, prelude::*, u8x64};

/// The number of bytes that are checked at a time.
const BLOCK: usize = 128;

/// The byte that begins an escape sequence.
pub(crate) const ESCAPE: u8 = 0x1b;

/// Returns the number of bytes before the first one that is not ASCII.
pub(crate) fn ascii_len(text: &[u8]) -> usize {
    dispatch!(Level::new(), simd => {
        let from = blocks(simd, text, #[inline(always)] |first, second| (first | second).simd_ge(0x80).any_true());
        from + Encoding::ascii_valid_up_to(&text[from..])
    })
}

/// Returns whether all bytes of a text are ASCII, and none begins an escape sequence.
pub(crate) fn is_ascii_without_escapes(text: &[u8]) -> bool {
    dispatch!(Level::new(), simd => {
        let from = blocks(simd, text, #[inline(always)] |first, second| {
            let is_escape = first.simd_eq(ESCAPE) | second.simd_eq(ESCAPE);
            ((first | second).simd_ge(0x80) | is_escape).any_true()
        });
        let rest = &text[from..];
        rest.len() < BLOCK && rest.is_ascii() && !rest.contains(&ESCAPE)
    })
}

/// Returns the length of the blocks at the start of a text that have no byte that is searched for. `has` returns
/// whether one of two halves of a block has one.
#[expect(clippy::inline_always, reason = "only then it uses the vectors of S")]
#[inline(always)]
fn blocks<S: Simd>(simd: S, text: &[u8], has: impl Fn(u8x64<S>, u8x64<S>) -> bool) -> usize {
    let mut from = 0;
    while let Some(block) = text[from..].first_chunk::<BLOCK>() {
        let half = |at: usize| u8x64::from_slice(simd, &block[at..at + BLOCK / 2]);
        if has(half(0), half(BLOCK / 2)) {
            break;
        }
        from += BLOCK;
    }
    from
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, ESCAPE, ascii_len, is_ascii_without_escapes};

    #[test]
    fn other_bytes_are_found_at_every_offset() {
        for len in 0..3 * BLOCK {
            let plain = vec![0x7f; len];
            assert_eq!(ascii_len(&plain), len);
            assert!(is_ascii_without_escapes(&plain));
            for at in 0..len {
                for other in [0x80, 0xff] {
                    let mut text = plain.clone();
                    text[at] = other;
                    assert_eq!(ascii_len(&text), at);
                    assert!(!is_ascii_without_escapes(&text));
                }
                let mut text = plain.clone();
                text[at] = ESCAPE;
                assert_eq!(
                    (ascii_len(&text), is_ascii_without_escapes(&text)),
                    (len, false)
                );
            }
        }
    }
}
