//! The prefilter loses no hit, on random texts.

use proptest::prelude::*;
use urlsift_scan::Config;
use urlsift_tests::{
    prefiltering::{self, LONG_SCHEME},
    properties::OWN_SCHEME,
    tokens,
};

use crate::support::{config, max_len};

/// Generates a text of ASCII tokens in which most `<` are followed by a possible opening.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let tokens = prop::collection::vec(any::<u8>(), 0..6);
    let openings = vec![
        "<",
        "<",
        "< ",
        "<\n> ",
        "<\r\n | : ",
        "<URL:",
        "<url",
        "<data:",
        "<file:",
        "<file: \n\n",
        "<mailto:",
        "<tel",
        "<htt\n> ",
        "<ht \r\n",
        "<f\n",
        "<x",
        OWN_SCHEME,
        LONG_SCHEME,
        "<20:30>",
        "<a@b",
        "://a",
        ":",
        "/x",
        "tp://x",
        "p:",
        "h",
    ];
    let opening = prop::sample::select(openings);
    let parts = prop::collection::vec((opening, tokens), 1..8);
    parts.prop_map(|parts| {
        let mut text = Vec::new();
        for (opening, tokens) in parts {
            text.extend_from_slice(opening.as_bytes());
            text.extend(tokens::from_bytes(&tokens).into_iter().filter(u8::is_ascii));
        }
        text
    })
}

proptest! {
    #![proptest_config(config(20_000))]

    #[test]
    fn the_prefilter_accepts_what_the_scanner_opens(text in text(), max_len in max_len()) {
        prefiltering::openings_are_accepted(&text, max_len);
    }

    #[test]
    fn text_after_a_blank_line_is_scanned_as_if_alone(before in text(), after in text(), max_len in max_len()) {
        prefiltering::a_blank_line_separates_texts(&before, &after, max_len);
    }
}

proptest! {
    // Each text makes a hundred messages.
    #![proptest_config(config(2_000))]

    #[test]
    fn the_reader_loses_no_hit(text in text(), max_len in max_len()) {
        prefiltering::prefilter_loses_no_hit(&text, max_len);
    }
}

#[test]
fn schemes_added_by_the_caller_are_accepted() {
    for name in [OWN_SCHEME, LONG_SCHEME] {
        for text in [
            format!("<{name}:a>"),
            format!("< {name}:a>"),
            format!("<\n> {name}://a>"),
        ] {
            prefiltering::openings_are_accepted(text.as_bytes(), Config::DEFAULT_MAX_LEN);
            prefiltering::prefilter_loses_no_hit(text.as_bytes(), Config::DEFAULT_MAX_LEN);
        }
    }
}
