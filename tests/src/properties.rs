//! Properties of the scanner that hold for any text. The fuzz targets check them, and so do the tests on random
//! texts and on known fuzzer inputs.

use urlsift_scan::{Config, Scanner, Triggers};

use crate::{
    oracle::{self, Found, Sifted, Undelimited},
    paths,
};

/// A scheme added by the caller.
pub const OWN_SCHEME: &str = "x-mine";

/// Returns a configuration with [`OWN_SCHEME`] and a bound on candidates.
///
/// # Panics
///
/// Never: the scheme is valid.
#[must_use]
pub fn config(max_len: usize) -> Config {
    let config = Config::new().max_len(max_len);
    config.scheme(OWN_SCHEME).expect("a valid scheme")
}

/// Checks that the scanner and the oracle find the same.
///
/// # Panics
///
/// If the results differ.
pub fn agrees_with_the_oracle(text: &[u8], max_len: usize) {
    let ours = paths::whole(&config(max_len), text);
    let expected = oracle::sift(text, max_len, &[OWN_SCHEME]);
    assert_eq!(ours, expected, "in {:?}, max_len {max_len}", Escaped(text));
}

/// Checks that the results do not depend on how the text is split into chunks.
///
/// # Panics
///
/// If the results differ.
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

/// Checks that the results do not depend on how a text is split, wherever it is cut in two, and in chunks of several
/// sizes: for each kind.
///
/// # Panics
///
/// If the results differ.
pub fn framing_changes_nothing(text: &[u8], max_len: usize) {
    /// The sizes of the chunks. The larger ones are copied in steps.
    const SIZES: [usize; 7] = [1, 2, 3, 7, 13, 100, 1000];
    let config = config(max_len);
    let all = config.clone().www(true);
    for mut scanner in [Scanner::new(config), paths::scanner(&all)] {
        let whole = paths::chunks(&mut scanner, [text]);
        for cut in 1..text.len() {
            let (head, tail) = text.split_at(cut);
            let in_two = paths::chunks(&mut scanner, [head, tail]);
            assert_eq!(in_two, whole, "cut at {cut} in {:?}", Escaped(text));
        }
        for size in SIZES {
            let in_many = paths::chunks(&mut scanner, text.chunks(size));
            assert_eq!(in_many, whole, "chunks of {size} of {:?}", Escaped(text));
        }
    }
}

/// Checks that spans are sorted and disjoint, that pieces lie within them and spell the first reading, and that
/// joins match the pieces.
///
/// # Panics
///
/// If a check fails.
pub fn candidates_are_valid(text: &[u8], max_len: usize) {
    let mut previous = 0;
    for found in paths::whole(&config(max_len), text).found {
        let (start, end) = found.span;
        assert!(previous <= start && start < end && end <= text.len());
        assert!(end - start <= max_len);
        assert_eq!(text[start], b'<');
        previous = end;
        assert_eq!(found.pieces.len(), found.joins.len() + 1);
        let mut spelled = Vec::new();
        let mut reached = start + 1;
        for (index, &(from, to)) in found.pieces.iter().enumerate() {
            assert!(reached <= from && from <= to && to <= end);
            reached = to;
            if let Some(join) = index.checked_sub(1).map(|join| &found.joins[join]) {
                assert_eq!(join.url_at, spelled.len());
                let is_typeset = matches!(join.hyphen, Some("soft" | "typeset"));
                assert!(is_typeset || join.hyphen.is_some() == spelled.ends_with(b"-"));
                spelled.extend((join.dropped.first() == Some(&"at")).then_some(b'@'));
            }
            spelled.extend_from_slice(&text[from..to]);
        }
        assert_eq!(found.readings[0], spelled);
        assert!(!spelled.is_empty());
    }
}

/// Checks that URLs of all kinds do not depend on how the text is split into chunks, that the scanner finds the same
/// URLs in angle brackets, and that the slow implementation finds the same.
///
/// # Panics
///
/// If a check fails.
pub fn all_kinds_are_found_consistently(text: &[u8], max_len: usize, cut: usize) {
    let config = config(max_len).undelimited(true).www(true);
    let mut scanner = paths::scanner(&config);
    let whole = paths::chunks(&mut scanner, [text]);
    let (head, tail) = text.split_at(cut.min(text.len()));
    let in_two = paths::chunks(&mut scanner, [head, tail]);
    let context = || format!("cut at {cut} in {:?}, max_len {max_len}", Escaped(text));
    assert_eq!(in_two, whole, "{}", context());
    let in_many = paths::chunks(&mut scanner, text.chunks(cut % 7 + 1));
    assert_eq!(in_many, whole, "{}", context());
    names_are_found_besides(&config, text, cut, &whole);
    let delimited = paths::whole(&config, text).found;
    let found = whole.found.iter();
    let ours = found.filter(|found| matches!(found.delimiter, "url" | "angle"));
    assert!(ours.eq(&delimited), "{}", context());
    for (rejoins, width) in [(true, 0), (true, cut % 40 + 20), (false, 0)] {
        let mut scanner = paths::scanner(&config.clone().rejoin(rejoins).width(width));
        let found = paths::chunks(&mut scanner, [text]);
        let kinds = Undelimited {
            www: true,
            rejoins,
            width,
        };
        let expected = oracle::sift_all(text, max_len, &[OWN_SCHEME], kinds, &paths::is_url);
        assert_eq!(found, expected, "{}, {rejoins}, {width}", context());
    }
}

/// Checks that names and addresses do not depend on how the text is split, and change nothing of what else is found.
fn names_are_found_besides(config: &Config, text: &[u8], cut: usize, without: &Sifted) {
    let mut scanner = paths::scanner(&config.clone().names(true));
    let whole = paths::chunks(&mut scanner, [text]);
    let (head, tail) = text.split_at(cut.min(text.len()));
    for in_parts in [
        paths::chunks(&mut scanner, [head, tail]),
        paths::chunks(&mut scanner, text.chunks(cut % 7 + 1)),
    ] {
        assert_eq!(in_parts, whole, "cut at {cut} in {:?}", Escaped(text));
    }
    let is_other = |found: &&Found| !matches!(found.delimiter, "name" | "address");
    let others = whole.found.iter().filter(is_other);
    assert!(others.eq(&without.found), "{:?}", Escaped(text));
}

/// Checks that the defanged URLs found are those that the oracle finds, however the text is read, and
/// that the prefilter for them accepts a text with one.
///
/// # Panics
///
/// If a check fails.
pub fn refanged_text_is_read_consistently(text: &[u8], max_len: usize, cut: usize) {
    for all in [false, true] {
        let config = config(max_len);
        let config = config.refang(true).undelimited(all).www(all).rejoin(false);
        let context = || {
            format!(
                "cut at {cut} in {:?}, max_len {max_len}, {all}",
                Escaped(text)
            )
        };
        let expected = oracle::sift_refanged(text, max_len, &[OWN_SCHEME], all, &paths::is_url);
        assert_eq!(paths::slice(&config, text), expected, "{}", context());
        let in_blocks = paths::reader(&config, text, cut % 7 + 1, cut % 5 + 1);
        assert_eq!(in_blocks, expected, "{}", context());
        let has_bare = expected
            .found
            .iter()
            .any(|found| !matches!(found.delimiter, "url" | "angle"));
        if has_bare {
            let triggers = Triggers::new(&config);
            assert!(triggers.find(text).is_some(), "{}", context());
        }
        for found in expected
            .found
            .iter()
            .filter(|found| text[found.span.0] == b'<')
        {
            let after = &text[found.span.0 + 1..];
            assert_ne!(
                config.prefilter().may_open(after),
                Some(false),
                "{}",
                context()
            );
        }
    }
}

/// Displays bytes as a byte string literal.
pub struct Escaped<'t>(pub &'t [u8]);

impl std::fmt::Debug for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}
