//! What holds for every text. The fuzz targets call these; so do the tests, on random soups and on
//! everything that fuzzing ever found.

use urlsift_scan::{Config, Scanner};

use crate::{oracle, paths};

/// The caller's own scheme in these properties.
pub const OWN_SCHEME: &str = "x-mine";

/// A configuration with a bound on candidates and [`OWN_SCHEME`].
///
/// # Panics
///
/// Never: the scheme is a valid one.
#[must_use]
pub fn config(max_len: usize) -> Config {
    let config = Config::new().max_len(max_len);
    config.scheme(OWN_SCHEME).expect("a valid scheme")
}

/// The scanner finds exactly what the slow second implementation finds.
///
/// # Panics
///
/// If it does not.
pub fn agrees_with_the_oracle(text: &[u8], max_len: usize) {
    let ours = paths::whole(&config(max_len), text);
    let expected = oracle::sift(text, max_len, &[OWN_SCHEME]);
    assert_eq!(ours, expected, "in {:?}, max_len {max_len}", Escaped(text));
}

/// Cutting the text anywhere, into pieces of any size, changes nothing.
///
/// # Panics
///
/// If it does.
pub fn chunking_changes_nothing(text: &[u8], max_len: usize, cut: usize) {
    let config = config(max_len);
    let whole = paths::whole(&config, text);
    let mut scanner = Scanner::new(config);
    let (head, tail) = text.split_at(cut.min(text.len()));
    let in_two = paths::chunks(&mut scanner, [head, tail]);
    assert_eq!(
        in_two,
        whole,
        "cut at {cut} in {:?}, max_len {max_len}",
        Escaped(text)
    );
    let size = cut % 7 + 1;
    let in_many = paths::chunks(&mut scanner, text.chunks(size));
    assert_eq!(
        in_many,
        whole,
        "chunks of {size} of {:?}, max_len {max_len}",
        Escaped(text)
    );
}

/// Spans are in order and apart, pieces lie inside them and spell the first reading, joins fit.
///
/// # Panics
///
/// If not.
pub fn candidates_are_sound(text: &[u8], max_len: usize) {
    let mut behind = 0;
    for found in paths::whole(&config(max_len), text).found {
        let (start, end) = found.span;
        assert!(behind <= start && start < end && end <= text.len());
        assert!(end - start <= max_len);
        assert_eq!(text[start], b'<');
        behind = end;
        assert_eq!(found.pieces.len(), found.joins.len() + 1);
        let mut spelled = Vec::new();
        let mut reached = start + 1;
        for (index, &(from, to)) in found.pieces.iter().enumerate() {
            assert!(reached <= from && from <= to && to <= end);
            reached = to;
            if let Some(join) = index.checked_sub(1).map(|join| &found.joins[join]) {
                assert_eq!(join.url_at, spelled.len());
                assert_eq!(join.hyphen, spelled.ends_with(b"-"));
                spelled.extend((join.dropped == ["at"]).then_some(b'@'));
            }
            spelled.extend_from_slice(&text[from..to]);
        }
        assert_eq!(found.readings[0], spelled);
        assert!(!spelled.is_empty());
    }
}

/// Writes bytes so that a failing text can be pasted into a case.
pub struct Escaped<'t>(pub &'t [u8]);

impl std::fmt::Debug for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}
