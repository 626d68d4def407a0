//! Random texts in which lines end with a URL, and the next lines begin with what may be the rest of it.

use proptest::prelude::*;
use std::sync::LazyLock;
use urlsift_tables::bytes;
use urlsift_tests::properties;

use crate::support::{config, max_len};

/// What stands before a URL.
static BEFORE: LazyLock<Vec<&[u8]>> = LazyLock::new(|| bytes!("wrapped_texts.toml", "before"));

/// URLs, and nearly URLs.
static URLS: LazyLock<Vec<&[u8]>> = LazyLock::new(|| bytes!("wrapped_texts.toml", "urls"));

/// What stands between a URL, or a token, and the end of its line.
static ENDS: LazyLock<Vec<&[u8]>> = LazyLock::new(|| bytes!("wrapped_texts.toml", "ends"));

/// The start of the next line.
static STARTS: LazyLock<Vec<&[u8]>> = LazyLock::new(|| bytes!("wrapped_texts.toml", "starts"));

/// The first word of the next line.
static WORDS: LazyLock<Vec<&[u8]>> = LazyLock::new(|| bytes!("wrapped_texts.toml", "words"));

/// What follows this word on its line.
static AFTER: LazyLock<Vec<&[u8]>> = LazyLock::new(|| bytes!("wrapped_texts.toml", "after"));

/// Lines before a URL.
static PARAGRAPHS: LazyLock<Vec<&[u8]>> =
    LazyLock::new(|| bytes!("wrapped_texts.toml", "paragraphs"));

/// Another line.
static LINES: LazyLock<Vec<&[u8]>> = LazyLock::new(|| bytes!("wrapped_texts.toml", "lines"));

fn one_of(texts: &'static [&'static [u8]]) -> impl Strategy<Value = &'static [u8]> {
    prop::sample::select(texts)
}

/// Returns a URL and some lines after it.
fn wrapped() -> impl Strategy<Value = Vec<u8>> {
    let line = (
        one_of(&STARTS),
        one_of(&WORDS),
        one_of(&ENDS),
        one_of(&AFTER),
    );
    let line = line.prop_map(|(start, word, end, after)| [b"\n", start, word, end, after].concat());
    let lines = prop::collection::vec(line, 1..4).prop_map(|lines| lines.concat());
    (
        one_of(&BEFORE),
        one_of(&URLS),
        one_of(&ENDS),
        lines,
        one_of(&LINES),
        any::<bool>(),
    )
        .prop_map(|(before, url, end, lines, last, has_last)| {
            let last = if has_last {
                [b"\n", last].concat()
            } else {
                Vec::new()
            };
            [before, url, end, &lines, &last].concat()
        })
}

/// Returns some lines of text.
fn paragraph() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(one_of(&PARAGRAPHS), 0..7).prop_map(|lines| lines.concat())
}

/// Returns a text with several of them.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let separator = one_of(&[b"", b"\n", b"\n", b"\n\n", b"\r\n", b" "]);
    let part = (paragraph(), wrapped(), separator)
        .prop_map(|(lines, text, separator)| [&lines[..], &text, separator].concat());
    prop::collection::vec(part, 1..3).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(config(2))]

    #[test]
    fn wrapped_urls_are_found_consistently(
        text in text(),
        max_len in max_len(),
        cut in 0..600_usize,
    ) {
        properties::all_kinds_are_found_consistently(&text, max_len, cut);
    }
}
