//! Finds, in one pass, all that decides whether a message can be skipped.
//!
//! Nearly all bytes of an archive are read here and nowhere else, so this loop decides how fast an archive is searched.
//! It compares a string by two of its bytes, at as many positions at a time as a vector has, and looks closer only
//! where both agree. A general searcher for several strings would stop at each `<` of the addresses in mail; here
//! the byte after the `<`, which the prefilter can rule out, is part of the comparison. The price is code that must be
//! inlined by force to be compiled for the processor's vectors. It was not worth testing here whether `From ` begins a
//! line: other occurrences are rare, and the framer tests it.
//!
//! If links without angle brackets are searched for, many messages are read. Then the same pass also finds out which
//! decoders of plain text would change nothing: each of them would read all bytes again.

use std::ops::Range;

use fearless_simd::{Level, Simd, dispatch, mask8x64, prelude::*, u8x64};

use crate::{
    ascii::ESCAPE,
    body::BEGIN,
    decode::BEGIN_SIGNED_TEXT,
    frame::from_line::FROM,
    skip::{KnownBytes, Prefilter, may_open},
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
    /// What is known about all bytes before it; nothing if links without angle brackets are not searched for.
    pub(crate) known: KnownBytes,
}

impl Landmarks {
    /// Searches a text, for openers only if they are wanted.
    pub(crate) fn of(text: &[u8], prefilter: &Prefilter, wants_openers: bool) -> Self {
        let reads_many = prefilter.wanted_triggers().is_some();
        dispatch!(Level::new(), simd => if reads_many {
            find::<_, true>(simd, text, prefilter, wants_openers)
        } else {
            find::<_, false>(simd, text, prefilter, wants_openers)
        })
    }
}

/// Searches a text. `KNOWS` says that facts about all bytes are wanted.
#[expect(clippy::inline_always, reason = "only then it uses the vectors of S")]
#[inline(always)]
fn find<S: Simd, const KNOWS: bool>(
    simd: S,
    text: &[u8],
    prefilter: &Prefilter,
    wants_openers: bool,
) -> Landmarks {
    let mut found = Landmarks::default();
    found.known.is_unsigned = KNOWS;
    let mut seen = Seen::<S>::new(simd);
    let mut from = 0;
    if wants_openers {
        let closed = prefilter.closed_range();
        from = find_in_blocks(
            text,
            from,
            &mut found,
            #[inline(always)]
            |block| {
                if KNOWS {
                    seen.add(simd, block);
                }
                openers(simd, block, &closed) | lines::<_, KNOWS>(simd, block)
            },
            |after| may_open(prefilter, after),
        );
    }
    if found.from.is_none() {
        find_in_blocks(
            text,
            from,
            &mut found,
            #[inline(always)]
            |block| {
                if KNOWS {
                    seen.add(simd, block);
                }
                lines::<_, KNOWS>(simd, block)
            },
            |_| false,
        );
    }
    found.known.is_ascii = KNOWS && seen.is_ascii();
    found
}

/// The bytes of all blocks, as far as it matters whether they are ASCII.
struct Seen<S: Simd> {
    /// The union of their bits.
    bits: u8x64<S>,
    escapes: mask8x64<S>,
}

#[expect(clippy::inline_always, reason = "only then it uses the vectors of S")]
impl<S: Simd> Seen<S> {
    #[inline(always)]
    fn new(simd: S) -> Self {
        Self {
            bits: u8x64::splat(simd, 0),
            escapes: mask8x64::splat(simd, false),
        }
    }

    #[inline(always)]
    fn add(&mut self, simd: S, block: &Block) {
        let bytes = u8x64::from_slice(simd, &block[..BLOCK]);
        self.bits |= bytes;
        self.escapes |= bytes.simd_eq(ESCAPE);
    }

    #[inline(always)]
    fn is_ascii(&self) -> bool {
        !(self.bits.simd_ge(0x80) | self.escapes).any_true()
    }
}

/// Searches blocks up to the first opener or `From `, or to the end. Returns the index up to which no
/// further string of interest begins.
#[expect(clippy::inline_always, reason = "only then it uses the vectors of S")]
#[inline(always)]
fn find_in_blocks(
    text: &[u8],
    mut from: usize,
    found: &mut Landmarks,
    mut suspects: impl FnMut(&Block) -> u64,
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
            } else if here.starts_with(BEGIN_SIGNED_TEXT) {
                found.known.is_unsigned = false;
            }
        }
        from += BLOCK;
    }
    from
}

/// Returns a bit for each byte of a block with which `From ` or `begin ` may begin, in `ANY_CASE` also `BEGIN`, judged
/// by one of the bytes after it. A second one would rule out few others.
#[expect(clippy::inline_always, reason = "only then it uses the vectors of S")]
#[inline(always)]
fn lines<S: Simd, const ANY_CASE: bool>(simd: S, block: &Block) -> u64 {
    let bytes = |at: usize| u8x64::from_slice(simd, &block[at..at + BLOCK]);
    let (first, fifth) = (bytes(0), bytes(4));
    let from = first.simd_eq(b'F') & fifth.simd_eq(b' ');
    let begin = if ANY_CASE {
        (first | 0x20).simd_eq(b'b') & (fifth | 0x20).simd_eq(b'n')
    } else {
        first.simd_eq(b'b') & fifth.simd_eq(b'n')
    };
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
    use crate::skip::{
        KnownBytes, Prefilter,
        prefilter::testing::{names, names_and_triggers},
    };

    use urlsift_tables::lines;

    fn is_ascii(text: &[u8]) -> bool {
        text.is_ascii() && !text.contains(&0x1b)
    }

    /// Finds the same without vectors.
    fn slow(text: &[u8], prefilter: &Prefilter, has_openers: bool) -> Landmarks {
        let first = |needle: &[u8], text: &[u8]| {
            text.windows(needle.len())
                .position(|window| window == needle)
        };
        let from = first(b"From ", text);
        let message = &text[..from.unwrap_or(text.len())];
        // The string may extend beyond the end of the message.
        let begins = |needle: &[u8]| first(needle, text).filter(|&at| at < message.len());
        let opens = |&at: &usize| text[at] == b'<' && super::may_open(prefilter, &text[at + 1..]);
        let opener = (0..message.len()).filter(|_| has_openers).find(opens);
        let is_known = prefilter.wanted_triggers().is_some();
        let known = KnownBytes {
            is_ascii: is_known && is_ascii(message),
            is_unsigned: is_known && begins(b"BEGIN PGP SIGNED MESSAGE-----").is_none(),
        };
        Landmarks {
            from,
            file: begins(b"begin "),
            opener,
            known,
        }
    }

    fn check(text: &[u8]) {
        for has_openers in [true, false] {
            for prefilter in [names(), names_and_triggers()] {
                let mut found = Landmarks::of(text, &prefilter, has_openers);
                let slow = slow(text, &prefilter, has_openers);
                // The bytes after the `From ` in its block count, too.
                let near = &text[..text.len().min(found.from.unwrap_or(text.len()) + BLOCK)];
                found.known.is_ascii |= slow.known.is_ascii && !is_ascii(near);
                assert_eq!(found, slow, "{}", text.escape_ascii());
            }
        }
    }

    #[test]
    fn landmarks_are_found_at_every_offset() {
        let marks = lines!("landmarks.toml", "landmarks_are_found_at_every_offset");
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
