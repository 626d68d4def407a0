//! The end of a bare URL whose start is known.

use crate::Config;

use super::{
    chars::has_word,
    end::{Surroundings, end, without_emphasis},
    host::authority_end,
};

/// Returns the end of a URL with `://` whose scheme begins at `start`; `None` if no client accepts its host.
pub(crate) fn end_with_slashes(
    line: &[u8],
    start: usize,
    colon: usize,
    around: Surroundings,
    config: &Config,
) -> Option<usize> {
    let from = colon + "://".len();
    let scheme = &line[start..colon];
    let authority = authority_end(line, scheme, from, around, config)?;
    let end = end_after(line, start, authority, around);
    if end <= authority && end < line.len() {
        // What the host's end was read with is punctuation of the sentence.
        return authority_end(&line[..end], scheme, from, around, config);
    }
    (end > from).then_some(end)
}

/// Returns the end of a URL whose authority ends at an index.
pub(crate) fn end_after(
    line: &[u8],
    start: usize,
    authority: usize,
    around: Surroundings,
) -> usize {
    let end = match line.get(authority) {
        Some(b'/' | b'?' | b'#') => end(line, authority, around),
        _ => authority,
    };
    without_emphasis(line, start, end, around)
}

/// Returns the end of a URL without `//` whose scheme begins at `start`; `None` if it has no letter or digit after its
/// colon.
pub(crate) fn end_without_slashes(
    line: &[u8],
    start: usize,
    colon: usize,
    around: Surroundings,
) -> Option<usize> {
    let from = colon + 1;
    let end = without_emphasis(line, start, end(line, from, around), around);
    (end > from && has_word(&line[from..end])).then_some(end)
}
