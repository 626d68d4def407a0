//! Finds, with vectors, the few bytes of a text at which a trigger may be.
//!
//! Most colons of mail precede a space, and a search for one colon after the other would begin anew at each of them.
//! Here the colons of a block are found at once, and those before spaces and tabs cost a few instructions each. To
//! compare the bytes around the colons in vectors as well was not worth it: two blocks in three have a colon, and each
//! would take twice as long.

use fearless_simd::{Level, Simd, dispatch, prelude::*, u8x64};

use crate::blocks::{BLOCK, Block, find_in_blocks};

/// Returns the index of the first byte that may belong to a trigger, and for which a function returns true: for a dot
/// or a byte beyond ASCII, `is_in_name`, and otherwise `is_trigger`. The byte is a colon, unless a space or tab follows
/// it and no `l` precedes it; or what else is suspect.
#[inline]
pub(crate) fn find_suspect(
    text: &[u8],
    suspects: Suspects,
    is_trigger: impl Fn(usize) -> bool,
    is_in_name: impl Fn(usize) -> bool,
) -> Option<usize> {
    // What is rarely wanted would slow down the search for colons.
    let functions = (&is_trigger, &is_in_name);
    match suspects {
        Suspects::Colons => {
            dispatch!(Level::new(), simd => find::<_, false, false>(simd, text, functions))
        }
        Suspects::Www => {
            dispatch!(Level::new(), simd => find::<_, true, false>(simd, text, functions))
        }
        Suspects::Names => {
            dispatch!(Level::new(), simd => find::<_, true, true>(simd, text, functions))
        }
    }
}

/// What may belong to a trigger.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Suspects {
    Colons,
    /// A `w` before another one, too.
    Www,
    /// And a dot before a letter or a byte beyond ASCII, and this byte.
    Names,
}

#[expect(clippy::inline_always, reason = "only then it uses the vectors of S")]
#[inline(always)]
fn find<S: Simd, const WWW: bool, const NAMES: bool>(
    simd: S,
    text: &[u8],
    (is_trigger, is_in_name): (&impl Fn(usize) -> bool, &impl Fn(usize) -> bool),
) -> Option<usize> {
    find_in_blocks(
        text,
        #[inline(always)]
        |block| {
            let bytes = u8x64::from_slice(simd, &block[..BLOCK]);
            let colons = bytes.simd_eq(b':').to_bitmask();
            let www = if WWW { www(simd, block) } else { 0 };
            let names = if NAMES { names(simd, block) } else { 0 };
            colons | www | names
        },
        #[inline(always)]
        |block, bit, at| {
            if NAMES && matches!(block[bit], b'.' | 0x80..) {
                return is_in_name(at);
            }
            let is_before_blank = matches!(block[bit + 1], b' ' | b'\t');
            // Nearly all colons.
            let is_plain =
                block[bit] == b':' && is_before_blank && bit > 0 && block[bit - 1] | 0x20 != b'l';
            !is_plain && is_trigger(at)
        },
    )
}

/// Returns a bit for each `w` of a block that another one follows.
#[expect(clippy::inline_always, reason = "only then it uses the vectors of S")]
#[inline(always)]
fn www<S: Simd>(simd: S, block: &Block) -> u64 {
    let bytes = |at: usize| u8x64::from_slice(simd, &block[at..at + BLOCK]);
    let is_w = |at: usize| (bytes(at) | 0x20).simd_eq(b'w');
    (is_w(0) & is_w(1)).to_bitmask()
}

/// Returns a bit for each dot of a block that a letter follows, and for each byte beyond ASCII.
#[expect(clippy::inline_always, reason = "only then it uses the vectors of S")]
#[inline(always)]
fn names<S: Simd>(simd: S, block: &Block) -> u64 {
    let bytes = |at: usize| u8x64::from_slice(simd, &block[at..at + BLOCK]);
    let after = bytes(1) | 0x20;
    let is_letter = after.simd_ge(b'a') & after.simd_le(b'z');
    let is_dot = bytes(0).simd_eq(b'.');
    ((is_dot & is_letter) | bytes(0).simd_ge(0x80)).to_bitmask()
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Suspects, find_suspect};

    /// Finds the same without vectors.
    fn slow(text: &[u8], suspects: Suspects) -> Vec<usize> {
        let at = |index: usize| text.get(index).copied().unwrap_or(0);
        let is_suspect = |&index: &usize| {
            let next = at(index + 1);
            let is_l = index > 0 && at(index - 1).eq_ignore_ascii_case(&b'l');
            let is_name = at(index).eq_ignore_ascii_case(&b'w') && next.eq_ignore_ascii_case(&b'w');
            // The byte before a block is not looked at.
            let is_first = index % BLOCK == 0;
            let is_dot = at(index) == b'.' && next.is_ascii_alphabetic();
            let wants = |wanted: Suspects| suspects as u8 >= wanted as u8;
            wants(Suspects::Names) && (is_dot || !at(index).is_ascii())
                || at(index) == b':' && (is_first || is_l || !matches!(next, b' ' | b'\t'))
                || wants(Suspects::Www) && is_name
        };
        (0..text.len()).filter(is_suspect).collect()
    }

    /// Checks the order in which suspects are asked about, and that the first one that is a trigger is returned.
    fn check(text: &[u8]) {
        for suspects in [Suspects::Colons, Suspects::Www, Suspects::Names] {
            let expected = slow(text, suspects);
            let asked = std::cell::RefCell::new(Vec::new());
            let ask = |at| {
                asked.borrow_mut().push(at);
                false
            };
            let found = find_suspect(text, suspects, ask, ask);
            assert_eq!(
                (found, asked.take()),
                (None, expected.clone()),
                "{}",
                text.escape_ascii()
            );
            for at in expected {
                let is_at = |asked| asked >= at;
                assert_eq!(find_suspect(text, suspects, is_at, is_at), Some(at));
            }
        }
    }

    #[test]
    fn suspects_are_found_at_every_offset() {
        let before = "x".repeat(2 * BLOCK + 10);
        for mark in [
            ":", "::", ": ", ":\t", "l: ", "L:\t", ":a", "ww", "wW:", "www.", "w", "W :", "lL: :",
            ".", ".a", ".Z.", ". b", ".[", "é", ".é",
        ] {
            for start in 0..before.len() {
                for after in ["", " ", ".", &before] {
                    check([&before[..start], mark, after].concat().as_bytes());
                }
            }
        }
        check(b"");
    }
}
