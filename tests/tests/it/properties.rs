//! Properties of the scanner, on random texts.

use proptest::prelude::*;
use urlsift_tests::{properties, tokens};

use crate::support::{config, max_len};

/// Generates a text of tokens, in most cases with a candidate opened early.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let tokens = prop::collection::vec(any::<u8>(), 1..40);
    (
        prop::sample::select(vec!["", "> ", ">> ", "| ", "JD> ", "> | ", ": "]),
        0..4_u8,
        tokens,
    )
        .prop_map(|(prefix, opened, tokens)| {
            let mut text = prefix.as_bytes().to_vec();
            text.extend_from_slice(match opened {
                0 => b"",
                1 => b"<http://a/",
                2 => b"<URL:",
                _ => b"<URL:http://a/b\n",
            });
            text.extend(tokens::from_bytes(&tokens));
            text
        })
}

proptest! {
    #![proptest_config(config(1))]

    #[test]
    fn the_scanner_agrees_with_the_oracle(text in text(), max_len in max_len()) {
        properties::agrees_with_the_oracle(&text, max_len);
    }

    #[test]
    fn results_do_not_depend_on_chunks(text in text(), max_len in max_len(), cut in 0..200_usize) {
        properties::chunking_changes_nothing(&text, max_len, cut);
    }

    #[test]
    fn results_do_not_depend_on_any_cut(text in text(), max_len in max_len()) {
        if text.len().is_multiple_of(32) {
            properties::framing_changes_nothing(&text, max_len);
        }
    }

    #[test]
    fn pieces_spell_the_first_reading_and_spans_are_disjoint(text in text(), max_len in max_len()) {
        properties::candidates_are_valid(&text, max_len);
    }

    #[test]
    fn any_bytes_are_scanned_consistently(text in prop::collection::vec(any::<u8>(), 0..300), max_len in max_len(), cut in 0..300_usize) {
        properties::agrees_with_the_oracle(&text, max_len);
        properties::chunking_changes_nothing(&text, max_len, cut);
        properties::candidates_are_valid(&text, max_len);
    }
}
