//! Properties of the prefilter: the scanner misses no link because of it.

use urlsift::{ReadOptions, prefilter};
use urlsift_scan::Config;

use crate::{
    oracle::Sifted,
    paths,
    properties::{self, Escaped},
};

/// A scheme added by the caller that is longer than an unknown scheme may be.
pub const LONG_SCHEME: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaax-foo";

pub(crate) fn config(max_len: usize) -> Config {
    let config = properties::config(max_len);
    config.scheme(LONG_SCHEME).expect("a valid scheme")
}

/// Returns options that recognise the kind of a file and skip what cannot contain a link for the default scanner
/// configuration.
#[must_use]
pub fn read_options() -> ReadOptions {
    ReadOptions::new().prefilter(Some(prefilter(&Config::new())))
}

/// Checks that the prefilter accepts the bytes after each `<` that the scanner opens, however few are available.
///
/// # Panics
///
/// If the prefilter rejects an opening.
pub fn openings_are_accepted(text: &[u8], max_len: usize) {
    let config = config(max_len);
    let Sifted { found, rejected } = paths::whole(&config, text);
    let found = found.iter().map(|found| found.span.0);
    for start in found.chain(rejected.iter().map(|rejected| rejected.start)) {
        let after = &text[start + 1..];
        for len in 0..=after.len().min(100) {
            let may_open = config.prefilter().may_open(&after[..len]);
            assert_ne!(may_open, Some(false), "{:?}", Escaped(&after[..len]));
        }
    }
}

/// Checks that a text after an empty line is scanned as if it were alone, unless it begins with a byte in
/// `across_blank_line`.
///
/// # Panics
///
/// If the results differ.
pub fn a_blank_line_separates_texts(before: &[u8], after: &[u8], max_len: usize) {
    let config = config(max_len);
    let Some(&first) = after.first() else {
        return;
    };
    if config.prefilter().across_blank_line()[usize::from(first)] {
        return;
    }
    let before = [before, b"\n\n"].concat();
    let whole = paths::whole(&config, &[&before, after].concat());
    let parts = [&before[..], after].map(|part| paths::whole(&config, part));
    let found = whole.found.iter().map(|found| &found.readings);
    let in_parts = parts.iter().flat_map(|part| &part.found);
    assert!(
        found.eq(in_parts.map(|found| &found.readings)),
        "{:?} and {:?}",
        Escaped(&before),
        Escaped(after)
    );
}
