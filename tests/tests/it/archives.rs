//! Real mail and news in `../shared/archives`, next to the checkout, if present.
//!
//! Two independent implementations agree on the counts.

use urlsift_scan::{Config, Scanner};
use urlsift_tests::{
    oracle,
    oracle::Found,
    paths,
    real::{archives, texts},
};

/// Directory, candidates, delimiter `url`, with a line break, spaced, several readings, `ragged-quote`,
/// `doubtful-close`, `unclosed`.
const EXPECTED: [(&str, [usize; 8]); 7] = [
    ("cypherpunks", [527, 59, 16, 9, 0, 0, 0, 2]),
    ("erlang-questions", [1018, 0, 39, 0, 1, 0, 1, 0]),
    ("mime-fixtures", [106, 3, 0, 0, 0, 0, 0, 0]),
    ("r-lists", [2036, 66, 51, 0, 0, 0, 1, 0]),
    ("rfc-url", [951, 110, 206, 1, 20, 0, 0, 1]),
    ("spamassassin", [869, 0, 52, 2, 0, 0, 0, 0]),
    ("twisted-pipermail", [240, 0, 40, 6, 14, 2, 0, 6]),
];

#[test]
fn real_archives_have_the_known_counts() {
    let Some(archives) = archives() else { return };
    for (directory, expected) in EXPECTED {
        let mut counts = [0; 8];
        let mut read = 0;
        for (_, text) in texts(&archives.join(directory)) {
            read += 1;
            for found in paths::whole(&Config::new(), &text).found {
                let has = |warning| found.warnings.contains(&warning);
                let properties = [
                    true,
                    found.delimiter == "url",
                    found.breaks > 0,
                    has("spaced"),
                    found.readings.len() > 1,
                    has("ragged-quote"),
                    has("doubtful-close"),
                    has("unclosed"),
                ];
                for (count, holds) in counts.iter_mut().zip(properties) {
                    *count += usize::from(holds);
                }
            }
        }
        assert!(read > 0, "{directory} has no file");
        assert_eq!(counts, expected, "{directory}");
    }
}

#[test]
fn real_links_start_with_a_bracket_and_pieces_spell_them() {
    let Some(archives) = archives() else { return };
    let mut links = 0;
    for (directory, _) in EXPECTED {
        for (path, text) in texts(&archives.join(directory)) {
            for found in paths::whole(&Config::new(), &text).found {
                links += 1;
                assert_eq!(text[found.span.0], b'<', "{path:?}");
                assert_eq!(spelled(&text, &found), found.readings[0], "{path:?}");
            }
        }
    }
    assert!(links > 0, "nothing was read");
}

/// Concatenates the pieces of a link, with an `@` where the text has ` at `.
fn spelled(text: &[u8], found: &Found) -> Vec<u8> {
    let mut spelled = Vec::new();
    for (index, &(start, end)) in found.pieces.iter().enumerate() {
        if index > 0 && found.joins[index - 1].dropped.first() == Some(&"at") {
            spelled.push(b'@');
        }
        spelled.extend_from_slice(&text[start..end]);
    }
    spelled
}

#[test]
fn real_archives_give_the_same_on_every_path() {
    let Some(archives) = archives() else { return };
    let config = Config::new();
    let mut scanner = Scanner::new(config.clone());
    let mut read = 0;
    for (directory, _) in EXPECTED {
        for (path, text) in texts(&archives.join(directory)) {
            let whole = paths::whole(&config, &text);
            let chunks = paths::chunks(&mut scanner, text.chunks(61));
            assert_eq!(chunks, whole, "{path:?} in chunks");
            // The oracle is slow, so it reads only short texts. Most are short.
            if text.len() < 20_000 {
                read += 1;
                let expected = oracle::sift(&text, Config::DEFAULT_MAX_LEN, &[]);
                assert_eq!(whole, expected, "{path:?}");
            }
        }
    }
    assert!(read > 0, "nothing was read");
}
