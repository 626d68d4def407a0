//! The slow, obvious finder of delimited URLs, to hold the fast one against.
//!
//! It reads a whole text at once and follows the contract's section "Finding and rejoining" rule by
//! rule: Opening, End, Whitespace, Obfuscated at-signs, Quote leaders, Damaged text, Hyphens, Where.
//! Nothing is incremental and nothing is remembered but the hits, so that each function can be laid
//! beside the paragraph it is named after.

mod bytes;
mod damage;
mod end;
mod hyphens;
mod leaders;
mod opening;
mod place;
mod ragged;
mod reading;

use std::collections::BTreeSet;

use end::Candidate;
use leaders::leader;
use opening::open;

/// A delimited URL and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// From the `<` to one past the `>`; of an unclosed one, to one past the URL's last byte.
    pub span: (usize, usize),
    /// What delimits it: `url` (`<URL:...>`) or `angle` (`<scheme:...>`).
    pub delimiter: &'static str,
    /// What it may say; the first reading keeps all hyphens.
    pub readings: Vec<Vec<u8>>,
    /// How many LFs stand in the span.
    pub breaks: usize,
    /// The byte ranges of the text that, put together, are the first reading, a restored `@` aside.
    pub pieces: Vec<(usize, usize)>,
    /// What was dropped between the pieces: always one fewer than there are pieces.
    pub joins: Vec<Join>,
    /// The number of quote marks in front of it on its line.
    pub depth: usize,
    /// `ragged-quote`, `doubtful-close`, `unclosed`, `trailing-text`, `spaced`, in this order.
    pub warnings: Vec<&'static str>,
}

/// What stood between two pieces of a URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Join {
    /// How many bytes of the first reading stand before it; the index of the `@` of an `at`.
    pub url_at: usize,
    /// `break`, `leader`, `space`, in this order; or `at` alone.
    pub dropped: Vec<&'static str>,
    /// Whether the URL's byte right before it is a hyphen.
    pub hyphen: bool,
}

/// A candidate that opened and gave no hit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The offset of its `<`.
    pub start: usize,
    /// Where it was given up.
    pub at: usize,
    /// `opener`, `blank-line`, `marks-only`, `nul`, `end-of-text`, `too-long` or `empty`.
    pub reason: &'static str,
}

/// All that a text holds, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sifted {
    /// The hits.
    pub found: Vec<Found>,
    /// The candidates that gave no hit.
    pub rejected: Vec<Rejected>,
}

/// Finds the delimited URLs of a whole text unit.
///
/// `max_len` bounds the raw bytes from `<` to `>`, both counted. `extra_schemes` are known schemes
/// besides the built-in ones, without their colon.
#[must_use]
pub fn sift(text: &[u8], max_len: usize, extra_schemes: &[&str]) -> Sifted {
    let mut sifted = Sifted::default();
    let mut closers = BTreeSet::new();
    let mut from = 0;
    while let Some(start) = (from..text.len()).find(|&i| text[i] == b'<') {
        // Whatever comes of it but a hit: the search goes on right behind the `<`.
        from = start + 1;
        let marks = leader(text, start, &closers);
        let Some(opening) = open(text, start, &marks, max_len, extra_schemes) else {
            continue;
        };
        let candidate = Candidate {
            text,
            max_len,
            start,
            marks,
            opening,
        };
        match candidate.settle() {
            Ok(found) => {
                from = found.span.1;
                if !found.warnings.contains(&UNCLOSED) {
                    closers.insert(found.span.1 - 1);
                }
                sifted.found.push(found);
            }
            Err((reason, at)) => sifted.rejected.push(Rejected { start, at, reason }),
        }
    }
    sifted
}

const RAGGED_QUOTE: &str = "ragged-quote";
const DOUBTFUL_CLOSE: &str = "doubtful-close";
const UNCLOSED: &str = "unclosed";
const TRAILING_TEXT: &str = "trailing-text";
const SPACED: &str = "spaced";
