//! What may be passed over holds nothing, on random soups of what the rules are about.

use proptest::prelude::*;
use urlsift_tests::{
    prefiltering::{self, LONG_SCHEME},
    properties::OWN_SCHEME,
    soup,
};

/// A text of ASCII tokens, in which a `<` is mostly followed by something that may open.
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
            text.extend(soup::from_bytes(&tokens).into_iter().filter(u8::is_ascii));
        }
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
    fn the_prefilter_accepts_what_the_scanner_opens(text in text(), max_len in max_len()) {
        prefiltering::what_opens_is_accepted(&text, max_len);
    }

    #[test]
    fn what_follows_an_empty_line_is_scanned_on_its_own(before in text(), behind in text(), max_len in max_len()) {
        prefiltering::an_empty_line_parts_texts(&before, &behind, max_len);
    }

    #[test]
    fn the_reader_leaves_out_no_hit(text in text(), max_len in max_len()) {
        prefiltering::no_hit_is_left_out(&text, max_len);
    }
}

#[test]
fn schemes_of_the_callers_own_are_accepted() {
    for name in [OWN_SCHEME, LONG_SCHEME] {
        for text in [
            format!("<{name}:a>"),
            format!("< {name}:a>"),
            format!("<\n> {name}://a>"),
        ] {
            prefiltering::what_opens_is_accepted(text.as_bytes(), 8192);
            prefiltering::no_hit_is_left_out(text.as_bytes(), 8192);
        }
    }
}
