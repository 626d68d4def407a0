//! The prefilter loses no link, on random texts.

use proptest::prelude::*;
use std::sync::LazyLock;
use urlsift_scan::Config;
use urlsift_tables::lines;
use urlsift_tests::{
    effort,
    prefiltering::{self, LONG_SCHEME},
    properties::OWN_SCHEME,
    tokens, trigger_mail,
};

use crate::support::{config, max_len};

/// Generates a text of ASCII tokens in which most `<` are followed by a possible opening.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let tokens = prop::collection::vec(any::<u8>(), 0..6);
    let openings = lines!("prefiltering.toml", "openings");
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

/// Generates a text of a few tokens, in which a trigger is at the edge of what is one.
fn text_with_triggers() -> impl Strategy<Value = String> {
    static TOKENS: LazyLock<Vec<&str>> = LazyLock::new(|| lines!("prefiltering.toml", "tokens"));
    let token = prop::sample::select(&TOKENS[..]);
    prop::collection::vec(token, 1..7).prop_map(|tokens| tokens.concat())
}

proptest! {
    #![proptest_config(config(1))]

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
    #![proptest_config(config(20))]

    #[test]
    fn the_reader_loses_no_link(text in text(), max_len in max_len()) {
        let text = String::from_utf8(text).expect("ASCII");
        trigger_mail::no_link_in_brackets_is_lost(&text, max_len);
    }
}

proptest! {
    // Each text makes mail in every encoding.
    #![proptest_config(config(20))]

    #[test]
    fn texts_without_triggers_hold_no_url(
        text in text_with_triggers(),
        cut in any::<usize>(),
        www in any::<bool>(),
        refang in any::<bool>(),
    ) {
        trigger_mail::no_url_is_lost(&text, cut, www, refang);
    }
}

/// Every way to cut these, in every form.
#[test]
fn urls_are_found_in_every_encoding_wherever_they_are_cut() {
    for text in lines!("prefiltering.toml", "urls_found_every") {
        for cut in 0..=text.len() {
            let modes = [(true, false), (false, false), (true, true), (false, true)];
            for (www, refang) in effort::sample(modes, 4, cut) {
                trigger_mail::no_url_is_lost(text, cut, www, refang);
            }
        }
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
            trigger_mail::no_link_in_brackets_is_lost(&text, Config::DEFAULT_MAX_LEN);
        }
    }
}
