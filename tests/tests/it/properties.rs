//! Properties that hold for every text, on random soups of what the rules are about.

use proptest::prelude::*;
use urlsift_tests::{properties, soup};

/// A text of tokens, mostly with a candidate opened early.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let tokens = prop::collection::vec(any::<u8>(), 1..40);
    (
        prop::sample::select(vec!["", "> ", ">> ", "| ", "JD> ", "> | ", ": "]),
        0..4_u8,
        tokens,
    )
        .prop_map(|(leader, opened, tokens)| {
            let mut text = leader.as_bytes().to_vec();
            text.extend_from_slice(match opened {
                0 => b"",
                1 => b"<http://a/",
                2 => b"<URL:",
                _ => b"<URL:http://a/b\n",
            });
            text.extend(soup::from_bytes(&tokens));
            text
        })
}

/// Mostly the default, which no soup reaches; else one that it does.
fn max_len() -> impl Strategy<Value = usize> {
    prop_oneof![2 => Just(8192_usize), 1 => 0..80_usize]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_scanner_agrees_with_the_oracle(text in text(), max_len in max_len()) {
        properties::agrees_with_the_oracle(&text, max_len);
    }

    #[test]
    fn chunking_never_changes_the_result(text in text(), max_len in max_len(), cut in 0..200_usize) {
        properties::chunking_changes_nothing(&text, max_len, cut);
    }

    #[test]
    fn pieces_spell_the_first_reading_and_spans_are_apart(text in text(), max_len in max_len()) {
        properties::candidates_are_sound(&text, max_len);
    }

    #[test]
    fn any_bytes_will_do(text in prop::collection::vec(any::<u8>(), 0..300), max_len in max_len(), cut in 0..300_usize) {
        properties::agrees_with_the_oracle(&text, max_len);
        properties::chunking_changes_nothing(&text, max_len, cut);
        properties::candidates_are_sound(&text, max_len);
    }
}
