//! A slow reference implementation of the scanner.
//!
//! It reads a complete text at once and follows the section "Finding and rejoining" of the rules: Opening, End,
//! Whitespace, Obfuscated at-signs, Quote prefixes, Damaged text, Hyphens, Second guesses, Where. Nothing is
//! incremental and only the links are remembered, so that each function can be compared with the rule that it is
//! named after.

mod also;
mod at_sign;
mod bare;
mod bare_end;
mod bytes;
mod damage;
mod end;
mod escaped;
pub mod html;
mod hyphens;
mod joins;
mod layout;
mod line;
mod lines;
pub mod mailbox;
mod opening;
mod quote_prefix;
mod quoted;
mod ragged;
mod reading;
mod refang;
mod screen;
mod typeset;
mod words;
mod wrapped;

use std::collections::BTreeSet;

pub use also::also;
use end::Candidate;
use opening::open;
use quote_prefix::quote_prefix;
use refang::Refanged;

/// A delimited URL and its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// From the `<` to one past the `>`, or one past the last byte of an unclosed URL.
    pub span: (usize, usize),
    /// The delimiter: `url` (`<URL:...>`) or `angle` (`<scheme:...>`).
    pub delimiter: &'static str,
    /// The readings; the first keeps all hyphens.
    pub readings: Vec<Vec<u8>>,
    /// The number of LFs in the span.
    pub breaks: usize,
    /// The byte ranges of the text that form the first reading, except for a restored `@`.
    pub pieces: Vec<(usize, usize)>,
    /// What was dropped between the pieces: one fewer than there are pieces.
    pub joins: Vec<Join>,
    /// The depth of the quote prefix before it on its line.
    pub depth: usize,
    /// The warnings, in this order: `ragged-quote`, `doubtful-close`, `unclosed`, `trailing-text`, `spaced`,
    /// `refanged`.
    pub warnings: Vec<&'static str>,
    /// The second guesses, each with its reason.
    pub also: Vec<(&'static str, Vec<u8>)>,
}

/// The text dropped between two pieces of a URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Join {
    /// The number of bytes of the first reading before it, or the index of a restored `@`.
    pub url_at: usize,
    /// `at`, `break`, `leader`, `space`, in this order.
    pub dropped: Vec<&'static str>,
    /// `hyphen` if the byte of the URL just before it is one; `soft` or `typeset` if such a hyphen was dropped.
    pub hyphen: Option<&'static str>,
}

/// An opened candidate that gave no link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The offset of its `<`.
    pub start: usize,
    /// The offset where it was rejected.
    pub at: usize,
    /// `opener`, `blank-line`, `marks-only`, `nul`, `end-of-text`, `too-long` or `empty`; for bare URLs also `scheme`
    /// and `host`.
    pub reason: &'static str,
}

/// The results for a text, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sifted {
    /// The links.
    pub found: Vec<Found>,
    /// The rejected candidates.
    pub rejected: Vec<Rejected>,
}

/// Finds the delimited URLs of a whole text unit.
///
/// `max_len` bounds the bytes from `<` to `>`, both included. `extra_schemes` are known schemes besides the
/// built-in ones, without a colon.
#[must_use]
pub fn sift(text: &[u8], max_len: usize, extra_schemes: &[&str]) -> Sifted {
    let mut sifted = Sifted::default();
    let mut closers = BTreeSet::new();
    let mut from = 0;
    while let Some(start) = (from..text.len()).find(|&i| text[i] == b'<') {
        // Unless this is a link, the search continues right after the `<`.
        from = start + 1;
        let marks = quote_prefix(text, start, &closers);
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
            Ok(mut found) => {
                found.also = also(text, &found);
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

/// How URLs without angle brackets are found.
#[derive(Clone, Copy, Debug)]
pub struct Undelimited {
    /// Whether names that begin with `www.` are bare URLs.
    pub www: bool,
    /// Whether URLs continue after a line break.
    pub rejoins: bool,
    /// The width of the screen; 0 if it is not known.
    pub width: usize,
}

/// Finds the URLs of all kinds, each byte of at most one kind: `url` and `angle` before `quote`, `prefix`, `bare`.
///
/// `is_url` returns whether a string is a URL by any standard; links that are not URLs do not prevent links of weaker
/// kinds in the same bytes.
#[must_use]
pub fn sift_all(
    text: &[u8],
    max_len: usize,
    extra_schemes: &[&str],
    Undelimited {
        www,
        rejoins,
        width,
    }: Undelimited,
    is_url: &dyn Fn(&[u8]) -> bool,
) -> Sifted {
    let mut sifted = sift(text, max_len, extra_schemes);
    let bars = |found: &Found| {
        let url = &found.readings[0];
        let urls = url.windows(3).filter(|three| three == b"://").count();
        is_url(url) && !(found.warnings.contains(&SPACED) && urls > 1)
    };
    let delimited = sifted.found.iter().filter(|found| bars(found));
    let mut taken: Vec<_> = delimited.map(|found| found.span).collect();
    let options = lines::Options {
        // The scanner takes 0 for 1.
        max_len: max_len.max(1),
        extra_schemes,
        www,
        rejoins,
        width,
    };
    let mut hits = lines::hits(text, &options);
    hits.sort_by_key(|hit| hit.span().0);
    for kind in ["quote", "prefix", "bare"] {
        let mut stronger = taken.clone();
        stronger.sort_unstable();
        for hit in hits.iter().filter(|hit| hit.kind() == kind) {
            let (start, end) = hit.span();
            let overlaps = |&&(from, to): &&(usize, usize)| from < end && start < to;
            if taken
                .iter()
                .filter(overlaps)
                .any(|span| !stronger.contains(span))
            {
                continue;
            }
            let first = stronger.iter().find(overlaps);
            match hit {
                lines::Hit::Found(found) => {
                    let found = match first {
                        Some(&(from, _)) => lines::cut(text, found, from, &options),
                        None => Some(found.clone()),
                    };
                    let Some(mut found) = found else {
                        continue;
                    };
                    taken.extend(bars(&found).then_some(found.span));
                    found.also = also(text, &found);
                    sifted.found.push(found);
                }
                lines::Hit::TooLong(found, rejected) => match first {
                    Some(&(from, _)) if from <= rejected.at => {
                        let Some(mut found) = lines::cut(text, found, from, &options) else {
                            continue;
                        };
                        taken.extend(bars(&found).then_some(found.span));
                        found.also = also(text, &found);
                        sifted.found.push(found);
                    }
                    _ => sifted.rejected.push(rejected.clone()),
                },
                lines::Hit::Rejected(_, _, rejected) if first.is_none() => {
                    sifted.rejected.push(rejected.clone());
                }
                lines::Hit::Rejected(..) => {}
            }
        }
    }
    sifted.found.sort_by_key(|found| found.span.0);
    sifted.rejected.sort_by_key(|rejected| rejected.start);
    sifted
}

/// Finds URLs of all kinds like [`sift_all`], or only the delimited ones, after the defanged forms are replaced.
/// `max_len` counts bytes of the result.
#[must_use]
pub fn sift_refanged(
    text: &[u8],
    max_len: usize,
    extra_schemes: &[&str],
    all: bool,
    is_url: &dyn Fn(&[u8]) -> bool,
) -> Sifted {
    let refanged = Refanged::of(text);
    let found = if all {
        let on_lines = Undelimited {
            www: true,
            rejoins: false,
            width: 0,
        };
        sift_all(&refanged.text, max_len, extra_schemes, on_lines, is_url)
    } else {
        sift(&refanged.text, max_len, extra_schemes)
    };
    refanged.restore(text, found)
}

const RAGGED_QUOTE: &str = "ragged-quote";
const DOUBTFUL_CLOSE: &str = "doubtful-close";
const UNCLOSED: &str = "unclosed";
const TRAILING_TEXT: &str = "trailing-text";
const SPACED: &str = "spaced";
