//! Attributes: a tag that lies whole in the input gives what it gives when it is cut, and what `html5gum` gives.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use html5gum::{State as GumState, Token, Tokenizer};
use urlsift_tables::lines;

use crate::decode::{
    Decoder, Output, PageReader,
    html::Html,
    page_event::{PageBuffers, PageEventKind, PageValue},
};

/// The maximum length of a value.
const MAX_LEN: usize = 12;

/// The events of a page, and the text before each.
fn events(page: &[u8], cuts: &[usize]) -> Vec<String> {
    let mut html = Html::with_attributes(MAX_LEN, PageBuffers::default());
    let mut out = Output::default();
    let mut from = 0;
    for &to in cuts.iter().chain([&page.len()]) {
        html.decode(&page[from..to], from as u64, &mut out);
        from = to;
    }
    html.finish(page.len() as u64, &mut out);
    let events = html.page().map(PageReader::take_events);
    let events = events.expect("a page").into_iter();
    let events = events.map(|event| format!("{} {:?}", event.at, event.kind));
    events.chain([format!("{out:?}")]).collect()
}

/// The values of a page, by element and name. The values of a tag are sorted by their names.
fn values(page: &[u8]) -> Vec<(String, String, Vec<u8>)> {
    let mut html = Html::with_attributes(1 << 10, PageBuffers::default());
    let mut out = Output::default();
    html.decode(page, 0, &mut out);
    let events = html.page().map(PageReader::take_events);
    let values = events.expect("a page").into_iter().map(|event| {
        let PageEventKind::Value(value) = event.kind else {
            return None;
        };
        let PageValue {
            element,
            name,
            value,
            ..
        } = *value;
        let element = String::from_utf8_lossy(&element).replace('\0', "\u{fffd}");
        Some((element, name.to_owned(), value.bytes().to_vec()))
    });
    values.flatten().collect()
}

/// The same, according to `html5gum`, in the order of the page's tags.
fn oracle(page: &[u8]) -> Vec<(String, String, Vec<u8>)> {
    let mut values = Vec::new();
    let mut tokens = Tokenizer::new(page);
    while let Some(Ok(token)) = tokens.next() {
        let Token::StartTag(tag) = token else {
            continue;
        };
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let attributes: BTreeMap<String, Vec<u8>> = tag
            .attributes
            .iter()
            .map(|(name, value)| (text(name), value.to_vec()))
            .collect();
        for (name, value) in &attributes {
            let is_refresh = attributes
                .get("http-equiv")
                .is_some_and(|pragma| pragma.eq_ignore_ascii_case(b"refresh"));
            let is_url = matches!(&**name, "href" | "src" | "data" | "srcset")
                || name == "content" && &tag.name[..] == b"meta" && is_refresh;
            let start = value.iter().position(|byte| !byte.is_ascii_whitespace());
            if let Some(start) = start.filter(|_| is_url) {
                let value = value[start..].to_vec();
                values.push((text(&tag.name), name.clone(), value));
            }
        }
        if &tag.name[..] == b"style" {
            tokens.set_state(GumState::RawText);
        }
    }
    values
}

static PARTS: LazyLock<Vec<&str>> = LazyLock::new(|| lines!("attributes.toml", "parts"));

/// Returns random pages, the same ones each time.
fn pages(count: usize) -> impl Iterator<Item = String> {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 33) as usize % below
    };
    (0..count).map(move |_| {
        let len = 1 + next(24);
        let parts = (0..len).map(|_| PARTS[next(PARTS.len())]);
        parts.collect()
    })
}

#[test]
fn a_tag_that_is_cut_gives_what_a_whole_one_gives() {
    let mut found = 0;
    for page in pages(1500) {
        let page = page.as_bytes();
        let whole = events(page, &[]);
        found += whole.len() - 1;
        let each: Vec<_> = (1..page.len()).collect();
        for cuts in each.iter().map(std::slice::from_ref).chain([&each[..]]) {
            let cut = events(page, cuts);
            assert!(cut == whole, "{} cut at {cuts:?}", page.escape_ascii());
        }
    }
    assert!(found > 300, "{found}");
}

#[test]
fn values_are_those_of_the_standard() {
    let mut found = 0;
    for page in pages(30_000) {
        // CR and CRLF would be LF in the oracle's values.
        let mut read = values(page.as_bytes());
        read.retain(|(_, name, _)| name != "xlink:href");
        let expected = oracle(page.as_bytes());
        let sorted = |mut values: Vec<_>| {
            values.sort();
            values
        };
        found += read.len();
        assert_eq!(sorted(read), sorted(expected), "{page:?}");
    }
    assert!(found > 1500, "{found}");
}
