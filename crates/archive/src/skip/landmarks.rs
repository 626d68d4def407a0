//! Finds, in one pass, all that decides whether a message can be skipped.
//!
//! Nearly all bytes of an archive are read here and nowhere else, so this loop decides how fast an archive is searched.
//! It compares a string by two of its bytes, at as many positions at a time as a vector has, and looks closer only
//! where both agree. A general searcher for several strings would stop at each `<` of the addresses in mail; here
//! the byte after the `<`, which the prefilter can rule out, is part of the comparison. The price is code that must be
//! inlined by force to be compiled for the processor's vectors. It was not worth testing here whether `From ` begins a
//! line: other occurrences are rare, and the framer tests it.

use std::ops::Range;

use fearless_simd::{Level, Simd, dispatch, prelude::*, u8x64};

use crate::{
    body::BEGIN,
    frame::from_line::FROM,
    skip::{Prefilter, may_open},
};

/// The number of bytes that are compared at a time.
const BLOCK: usize = 64;

/// The number of bytes after a block that decide about its last byte.
const AHEAD: usize = 8;

type Block = [u8; BLOCK + AHEAD];

/// The first occurrences in the bytes of a message, as far as the search went: up to the first
/// `From `, or to the end.
///
/// A search for each of these strings alone would read all bytes three times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Landmarks {
    /// The index of the first `From `, which may begin the next message.
    pub(crate) from: Option<usize>,
    /// The index of the first `begin ` before it, which may begin an embedded file.
    pub(crate) file: Option<usize>,
    /// The index of the first `<` before it that may open a candidate.
    pub(crate) opener: Option<usize>,
}

impl Landmarks {
    /// Searches a text, for openers only if there is a prefilter.
    pub(crate) fn of(text: &[u8], prefilter: Option<&Prefilter>) -> Self {
        dispatch!(Level::new(), simd => find(simd, text, prefilter))
    }
}

#[expect(clippy::inline_always, reason = "only then it uses the vectors of S")]
#[inline(always)]
fn find<S: Simd>(simd: S, text: &[u8], prefilter: Option<&Prefilter>) -> Landmarks {
    let mut found = Landmarks::default();
    let mut from = 0;
    if let Some(prefilter) = prefilter {
        let closed = prefilter.closed_range();
        from = find_in_blocks(
            text,
            from,
            &mut found,
            #[inline(always)]
            |block| openers(simd, block, &closed) | lines(simd, block),
            |after| may_open(prefilter, after),
        );
    }
    if found.from.is_none() {
        find_in_blocks(
            text,
            from,
            &mut found,
            #[inline(always)]
            |block| lines(simd, block),
            |_| false,
        );
    }
    found
}

/// Searches blocks up to the first opener or `From `, or to the end. Returns the index up to which no
/// further string of interest begins.
#[expect(clippy::inline_always, reason = "only then it uses the vectors of S")]
#[inline(always)]
fn find_in_blocks(
    text: &[u8],
    mut from: usize,
    found: &mut Landmarks,
    suspects: impl Fn(&Block) -> u64,
    may_open: impl Fn(&[u8]) -> bool,
) -> usize {
    let mut last = [0; BLOCK + AHEAD];
    while from < text.len() {
        let rest = &text[from..];
        let block = rest.first_chunk().unwrap_or_else(|| {
            // No string of interest contains a zero.
            last.fill(0);
            last[..rest.len()].copy_from_slice(rest);
            &last
        });
        let mut hits = suspects(block);
        while hits != 0 {
            let at = from + hits.trailing_zeros() as usize;
            hits &= hits - 1;
            let here = &text[at..];
            if here[0] == b'<' {
                if may_open(&here[1..]) {
                    found.opener = Some(at);
                    return at + 1;
                }
            } else if here.starts_with(FROM) {
                found.from = Some(at);
                return at;
            } else if here.starts_with(BEGIN) {
                found.file = found.file.or(Some(at));
            }
        }
        from += BLOCK;
    }
    from
}

/// Returns a bit for each byte of a block with which `From ` or `begin ` may begin, judged by one of
/// the bytes after it. A second one would rule out few others.
#[expect(clippy::inline_always, reason = "only then it uses the vectors of S")]
#[inline(always)]
fn lines<S: Simd>(simd: S, block: &Block) -> u64 {
    let bytes = |at: usize| u8x64::from_slice(simd, &block[at..at + BLOCK]);
    let (first, fifth) = (bytes(0), bytes(4));
    let from = first.simd_eq(b'F') & fifth.simd_eq(b' ');
    let begin = first.simd_eq(b'b') & fifth.simd_eq(b'n');
    (from | begin).to_bitmask()
}

/// Returns a bit for each `<` of a block after which something may open, judged by the next byte.
#[expect(clippy::inline_always, reason = "only then it uses the vectors of S")]
#[inline(always)]
fn openers<S: Simd>(simd: S, block: &Block, closed: &Range<u8>) -> u64 {
    let bytes = |at: usize| u8x64::from_slice(simd, &block[at..at + BLOCK]);
    let may_open = (bytes(1) - closed.start).simd_ge(closed.end - closed.start);
    (bytes(0).simd_eq(b'<') & may_open).to_bitmask()
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Landmarks};
    use crate::skip::prefilter::testing::names;

    /// Finds the same without vectors.
    fn slow(text: &[u8], has_openers: bool) -> Landmarks {
        let first = |needle: &[u8], text: &[u8]| {
            text.windows(needle.len())
                .position(|window| window == needle)
        };
        let from = first(b"From ", text);
        let message = &text[..from.unwrap_or(text.len())];
        // The string may extend beyond the end of the message.
        let file = first(b"begin ", text).filter(|&file| file < message.len());
        let opens = |&at: &usize| text[at] == b'<' && super::may_open(&names(), &text[at + 1..]);
        let opener = (0..message.len()).filter(|_| has_openers).find(opens);
        Landmarks { from, file, opener }
    }

    fn check(text: &[u8]) {
        for has_openers in [true, false] {
            let names = names();
            let found = Landmarks::of(text, Some(&names).filter(|_| has_openers));
            assert_eq!(found, slow(text, has_openers), "{}", text.escape_ascii());
        }
    }

    #[test]
    fn landmarks_are_found_at_every_offset() {
        let marks = [
            "From ",
            "From",
            "Farm ",
            "begin ",
            "begin",
            "boxing ",
            "<a:",
            "<a",
            "<@",
            "<1:",
            "<\n",
            "<a@b>",
            "<a@b> <c: begin From ",
            "From <a: begin ",
            "begin <a: begin From ",
            "<a: From begin From ",
            "<aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:",
        ];
        let before = "x".repeat(2 * BLOCK + 10);
        for mark in marks {
            for start in 0..before.len() {
                for after in ["", ".", &before] {
                    check([&before[..start], mark, after].concat().as_bytes());
                }
            }
        }
        check(b"");
    }

    #[test]
    fn many_openers_and_lines_follow_each_other() {
        for unit in ["<a@b>From", "<1 begin", "begin ", "<a:", "<", "b", "F"] {
            for count in 0..3 * BLOCK {
                check(unit.repeat(count).as_bytes());
            }
        }
    }
}
