//! Finds the end of words with vectors.

use fearless_simd::{Simd, prelude::*, u8x64};
use memchr::memchr2;

use super::layout::words;

/// The number of bytes that are compared at a time.
const BLOCK: usize = 64;

/// A block and the byte after it.
type Block = [u8; BLOCK + 1];

/// Returns the length of the words at the start of a text, as far as they are separated by single SPs and contain
/// neither `<` nor `&`. A SP before one of these is not counted.
#[expect(clippy::inline_always, reason = "only then it uses the vectors of S")]
#[inline(always)]
pub(super) fn words_before_markup<S: Simd>(simd: S, text: &[u8]) -> usize {
    if text.first() == Some(&b' ') {
        return 0;
    }
    let mut from = 0;
    while let Some(block) = text[from..].first_chunk() {
        let ends = ends(simd, block);
        if ends != 0 {
            return from + ends.trailing_zeros() as usize;
        }
        from += BLOCK;
    }
    from + last_words(&text[from..], from > 0)
}

/// Returns a bit for each byte of a block that ends words, judged by the byte after it.
#[expect(clippy::inline_always, reason = "only then it uses the vectors of S")]
#[inline(always)]
fn ends<S: Simd>(simd: S, block: &Block) -> u64 {
    let bytes = u8x64::from_slice(simd, &block[..BLOCK]);
    let space = bytes.simd_eq(b' ');
    // HT, LF, FF and CR, but not VT.
    let other_space = (bytes - b'\t').simd_le(b'\r' - b'\t') & !bytes.simd_eq(b'\x0b');
    let others = other_space | bytes.simd_eq(b'<') | bytes.simd_eq(b'&');
    let (space, others) = (space.to_bitmask(), others.to_bitmask());
    let is_last_end = matches!(
        block[BLOCK],
        b' ' | b'\t' | b'\n' | b'\x0c' | b'\r' | b'<' | b'&'
    );
    let before_end = (space | others) >> 1 | u64::from(is_last_end) << (BLOCK - 1);
    others | space & before_end
}

/// Returns the length of the words at the end of the input. `continues` says that they continue other words, so that
/// they may begin with a SP.
fn last_words(text: &[u8], continues: bool) -> usize {
    let before = &text[..memchr2(b'<', b'&', text).unwrap_or(text.len())];
    match before {
        [b' ', rest @ ..] if continues => match words(rest) {
            0 => 0,
            len => len + 1,
        },
        _ => words(before),
    }
}

#[cfg(test)]
mod tests {
    use fearless_simd::{Level, dispatch};
    use memchr::memchr2;

    use super::{BLOCK, words, words_before_markup};

    fn check(text: &[u8]) {
        let found = dispatch!(Level::new(), simd => words_before_markup(simd, text));
        let before = &text[..memchr2(b'<', b'&', text).unwrap_or(text.len())];
        assert_eq!(found, words(before), "{}", text.escape_ascii());
    }

    #[test]
    fn words_end_at_every_offset() {
        let marks = [
            " ", "  ", "\n", " \n", "\t", "\r", "\x0c", "\x0b", "<", "&", " <", " &", " a", "",
            "\u{a0}", "\u{85}", "\0",
        ];
        for unit in ["a", "a b", "\u{e9}"] {
            let before = unit.repeat(2 * BLOCK + 10);
            for mark in marks {
                for start in (0..=before.len()).filter(|&at| before.is_char_boundary(at)) {
                    for after in ["", ".", " ", "<", &before] {
                        check([&before[..start], mark, after].concat().as_bytes());
                    }
                }
            }
        }
    }
}
