//! Helpers to decode whole pages; the cases are in the modules below.

mod attributes;
mod lines;
mod markup;
mod oracle;
mod references;

use super::Html;
use crate::{
    decode::{Decoder, Output, html_openers},
    skip::prefilter::testing::{names, opens},
};

/// The offset of the page in the input.
const BASE: u64 = 1000;

/// Each byte of a text, with the start and end of its source in the page.
type SourceMap = Vec<(u8, u64, u64)>;

/// Decodes a page divided at `cuts`.
fn decode(page: &[u8], cuts: &[usize]) -> SourceMap {
    let mut html = Html::default();
    let mut out = Output::default();
    let mut from = 0;
    for &to in cuts.iter().chain([&page.len()]) {
        html.decode(&page[from..to], BASE + from as u64, &mut out);
        from = to;
    }
    html.finish(BASE + page.len() as u64, &mut out);
    let map = out.map();
    let mapped: SourceMap = (0..)
        .zip(out.bytes())
        .map(|(at, &byte)| (byte, map.start(at) - BASE, map.end(at + 1) - BASE))
        .collect();
    assert_eq!(map.len(), mapped.len() as u64);
    assert!(mapped.is_sorted_by_key(|byte| byte.1), "{mapped:?}");
    mapped
}

/// Decodes a page, divided at every position.
fn decode_checked(page: &[u8]) -> SourceMap {
    let whole = decode(page, &[]);
    let text: Vec<_> = whole.iter().map(|byte| byte.0).collect();
    let may_open = text.split(|&byte| byte == b'<').skip(1).any(opens);
    let is_passed = html_openers::may_show_opener(&names(), page);
    assert!(is_passed || !may_open, "{}", page.escape_ascii());
    let each: Vec<_> = (1..page.len()).collect();
    let cuts = each.iter().map(std::slice::from_ref);
    for cuts in cuts.chain([&each[..]]) {
        let context = || format!("{} cut at {cuts:?}", page.escape_ascii());
        assert_eq!(decode(page, cuts), whole, "{}", context());
    }
    whole
}

/// Returns the text of a page.
fn text(page: impl AsRef<[u8]>) -> String {
    let bytes = decode_checked(page.as_ref())
        .iter()
        .map(|byte| byte.0)
        .collect();
    String::from_utf8(bytes).expect("the cases are UTF-8")
}

/// Checks the text of a page. `expected` has each section of the text with its source, which
/// follows the source of the section before.
fn check(page: &str, expected: &[(&str, &str)]) {
    let mut mapped = SourceMap::new();
    let mut from = 0;
    for &(shown, source) in expected {
        let start = from + page[from..].find(source).expect("the page has it");
        from = start + source.len();
        let bytes = shown.bytes();
        mapped.extend(bytes.map(|byte| (byte, start as u64, from as u64)));
    }
    assert_eq!(decode_checked(page.as_bytes()), mapped, "{page:?}");
}

#[test]
fn the_text_of_pages_is_decoded() {
    for (rule, page, expected) in urlsift_tables::cases!("tests/pages.toml", "pages") {
        assert_eq!(text(page), expected, "{rule}: {page}");
    }
}
