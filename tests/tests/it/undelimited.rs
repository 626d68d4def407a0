//! URLs without angle brackets: every case of `corpus/undelimited` and `corpus/names` on every code path, and
//! properties.

use proptest::prelude::*;
use std::sync::LazyLock;
use urlsift_scan::{Config, Triggers};
use urlsift_tables::{lines, lists};
use urlsift_tests::{
    cases::{self, Case},
    marked,
    oracle::{self, Sifted, Undelimited},
    paths, properties, tokens,
};

use crate::support::{check_chunks, check_readers, config, max_len};

#[test]
fn every_case_is_found_in_chunks_of_any_size() {
    let cases = cases::undelimited().into_iter().chain(cases::names());
    for (number, case) in cases.enumerate() {
        let mut scanner = paths::scanner(&case.config());
        let whole = paths::chunks(&mut scanner, [&case.text[..]]);
        check(&case, "whole", &whole);
        let find = |chunks: &mut dyn Iterator<Item = &[u8]>| paths::chunks(&mut scanner, chunks);
        check_chunks(&case, number, find, check);
    }
}

/// Returns what is found in a text that is cut at an index, if the first trigger and the first opener are known to be
/// at other ones.
fn found_from(case: &Case, cut: usize, first_trigger: usize, first_opener: usize) -> Sifted {
    let mut scanner = paths::scanner(&case.config());
    let (head, tail) = case.text.split_at(cut);
    let chunks = [(head, 0), (tail, cut)].map(|(chunk, at)| {
        let in_chunk = |index: usize| index.saturating_sub(at).min(chunk.len());
        (chunk, in_chunk(first_trigger), in_chunk(first_opener))
    });
    paths::chunks_from(&mut scanner, chunks)
}

#[test]
fn text_before_the_first_trigger_and_opener_need_not_be_searched() {
    let (mut on_trigger, mut on_opener) = (0, 0);
    for case in cases::undelimited() {
        let mut scanner = paths::scanner(&case.config());
        let whole = paths::chunks(&mut scanner, [&case.text[..]]);
        let len = case.text.len();
        let trigger = Triggers::new(&case.config()).find(&case.text);
        let trigger = trigger.unwrap_or(len);
        let opener = paths::first_opener(&case.config(), &case.text);
        for cut in [0, trigger / 2, trigger, opener, len] {
            let found = found_from(&case, cut, trigger, opener);
            assert_eq!(found, whole, "{}, cut at {cut}", case.name);
        }
        on_trigger += usize::from(found_from(&case, 0, len, 0) != whole);
        on_opener += usize::from(found_from(&case, 0, 0, len) != whole);
    }
    assert!(on_trigger > 0, "no case depends on its first trigger");
    assert!(on_opener > 0, "no case depends on its first opener");
}

#[test]
fn every_case_agrees_with_the_oracle() {
    for case in cases::undelimited() {
        // The oracle does not split long lines into windows.
        if case.text.len() > 64 << 10 {
            continue;
        }
        let schemes: Vec<&str> = case.schemes.iter().map(String::as_str).collect();
        for rejoins in [true, false] {
            let kinds = Undelimited {
                www: case.www,
                rejoins,
                width: 0,
            };
            let found = oracle::sift_all(&case.text, case.max_len, &schemes, kinds, &paths::is_url);
            if rejoins {
                check(&case, "oracle", &found);
            } else {
                let mut scanner = paths::scanner(&case.config().rejoin(false));
                let on_lines = paths::chunks(&mut scanner, [&case.text[..]]);
                assert_eq!(on_lines, found, "{}", case.name);
            }
        }
    }
}

#[test]
fn every_case_is_found_by_the_sifter_with_its_line_and_column() {
    let cases = cases::undelimited().into_iter().chain(cases::names());
    for (number, case) in cases.enumerate() {
        check_readers(&case, number, check);
    }
}

/// The cases of every kind are read as the oracle reads them if defanged URLs are wanted.
#[test]
fn every_case_is_refanged_like_the_oracle() {
    for case in cases::scan().into_iter().chain(cases::undelimited()) {
        if case.text.len() <= 64 << 10 {
            properties::refanged_text_is_read_consistently(&case.text, case.max_len, 3);
        }
    }
}

/// The other kinds never change what the default kinds find.
#[test]
fn delimited_urls_stay_the_same() {
    for case in cases::scan() {
        let config = case.config().undelimited(true);
        let found = paths::slice(&config, &case.text);
        let is_delimited = |delimiter: &str| matches!(delimiter, "url" | "angle");
        let delimited = found.found.into_iter();
        let delimited: Vec<_> = delimited
            .filter(|found| is_delimited(found.delimiter))
            .collect();
        assert_eq!(delimited, case.expected.found, "{}", case.name);
    }
}

/// A candidate that is not a URL, or that joins several, does not prevent links of weaker kinds in the same bytes.
#[test]
fn candidates_that_are_not_urls_prevent_no_links() {
    let cases = lists!("undelimited.toml", "candidates_urls_prevent");
    for (text, expected) in cases {
        let mut scanner = paths::scanner(&Config::new());
        for size in [1, 5, 100] {
            let found = paths::chunks(&mut scanner, text.as_bytes().chunks(size)).found;
            let urls = found
                .iter()
                .map(|found| String::from_utf8_lossy(&found.readings[0]));
            let urls: Vec<_> = urls.map(std::borrow::Cow::into_owned).collect();
            assert_eq!(urls, expected, "{text}");
        }
    }
}

/// Returns a text of tokens, half of which begin or end a URL.
fn text() -> impl Strategy<Value = Vec<u8>> {
    #[rustfmt::skip]
    const BEGINS: [&str; 42] = [
        "http://a.b/", "http://", "://", "x://y", "HTTPS://c.de", "ftp://a", "mailto:", "news:", "tel:1", "urn:x",
        "file:", "file:///", "data:,", "data:x", "x-mine:", "URL:", "url: ", "URL:\t", "www.", "www.a.bc",
        "WWW.d.ef/", "http", "Bhttp://", "Ltd.https://", "1http://", "@http://", "+http://", "-http://", "git+ssh://",
        "tftp://", "1foo://", "a.bhttp://c/", "xx-mine://", "ssh://u@h", "ftp://u%40v:w@h/", "a@b", "http://[::1]:8/",
        "http://[::", "http://1.2.3.4/", "http://1.2.3.", "0x7f", "http://h%2e%20",
    ];
    #[rustfmt::skip]
    const OTHERS: [&str; 73] = [
        "\"", "'", "`", "“", "”", "„", "‘", "’", "«", "»", "⟨", "⟩", "「", "」", "‹", "›", "（", "）", "【", "】",
        "\n", "\r\n", " ", "> ", "\n> ", "| ", "(", ")", "[", "]", "{", "}", ".", ",", "-", "?", "#", ":", ":8",
        "é", "日", "\u{a0}", "\u{200b}", "\u{ad}", "\u{202e}", "…", "。", "–", "–b", "€", "e\u{301}", "a", "1", "/",
        "&gt;", "&lt", "&quot;x", "&#39;", "&#x3E;", "&#065;", "&amp;", "&", ";", "_", "__", "*", "~~", "=", "==",
        "|", "@", "%40", "\u{2028}",
    ];
    let token = prop_oneof![
        4 => prop::sample::select(&BEGINS[..]).prop_map(|token| token.as_bytes().to_vec()),
        6 => prop::sample::select(&OTHERS[..]).prop_map(|token| token.as_bytes().to_vec()),
        3 => prop::sample::select(&tokens::TOKENS[..]).prop_map(<[u8]>::to_vec),
        1 => prop::sample::select(&b"\x80\xa4\xc3\xe2\xe9\xf0\xff"[..]).prop_map(|byte| vec![byte]),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
    ];
    prop::collection::vec(token, 1..24).prop_map(|tokens| tokens.concat())
}

/// Returns a text of tokens, many of which are replaced by `--refang`, or nearly.
fn refangable_text() -> impl Strategy<Value = Vec<u8>> {
    static TOKENS: LazyLock<Vec<&str>> = LazyLock::new(|| lines!("undelimited.toml", "tokens"));
    let token = prop_oneof![
        prop::sample::select(&TOKENS[..]).prop_map(|token| token.as_bytes().to_vec()),
        prop::sample::select(&TOKENS[..]).prop_map(|token| token.as_bytes().to_vec()),
        prop::sample::select(&tokens::TOKENS[..]).prop_map(<[u8]>::to_vec),
    ];
    prop::collection::vec(token, 1..20).prop_map(|tokens| tokens.concat())
}

proptest! {
    #![proptest_config(config(2))]

    #[test]
    fn refanged_text_is_read_consistently(
        text in refangable_text(),
        max_len in max_len(),
        cut in 0..200_usize,
    ) {
        properties::refanged_text_is_read_consistently(&text, max_len, cut);
    }

    #[test]
    fn all_kinds_are_found_consistently(text in text(), max_len in max_len(), cut in 0..200_usize) {
        properties::all_kinds_are_found_consistently(&text, max_len, cut);
    }
}

#[track_caller]
fn check(case: &Case, path: &str, found: &Sifted) {
    let marked = marked::mark(&case.text, &found.found);
    assert!(
        *found == case.expected,
        "{}, {path}: {}\n  {marked:.500}\n  found {:.2000}\n  expected {:.2000}",
        case.name,
        case.why,
        format!("{found:?}"),
        format!("{:?}", case.expected),
    );
}
