//! URLs in the attributes of HTML pages: random pages compared with the oracle, and bounds.

use std::fmt::Write;
use std::sync::LazyLock;

use proptest::prelude::*;
use urlsift::{Kind, ReadOptions, Sifter};
use urlsift_scan::Config;
use urlsift_tables::lines;
use urlsift_tests::{
    archive::{
        self,
        found::{self, Sifted},
    },
    oracle::html::{self, Attribute},
    properties::Escaped,
    readers::SplitReader,
};

use crate::support::config;

/// Returns a sifter of pages that finds URLs of all kinds.
fn sifter() -> Sifter {
    let config = Config::new().undelimited(true).attributes(true);
    Sifter::with(config)
        .reading(ReadOptions::new().kind(Some(Kind::Html)))
        .positions(true)
        .context(1, 1)
}

/// Returns the links in attributes, in the form of the oracle.
fn in_attributes(sifted: &Sifted) -> Vec<Attribute> {
    let found = sifted.found.iter().filter_map(|found| {
        let markup = found.markup.as_deref()?;
        let mut words = markup.splitn(3, ' ');
        Some(Attribute {
            element: words.next()?.to_owned(),
            name: words.next()?.to_owned(),
            url: found.scanned.readings[0].clone(),
            pieces: found.pieces.clone(),
            text: words.next().map(str::to_owned),
            text_differs: found.scanned.warnings.contains(&"text-differs"),
        })
    });
    found.collect()
}

/// Checks that a page has the URLs of the oracle, in order, however it is read.
fn check(page: &[u8], cut: usize) {
    let mut sifter = sifter();
    let whole = found::sift_slice(&mut sifter, page);
    let context = || format!("{:?}", Escaped(page));
    assert_eq!(
        in_attributes(&whole),
        html::attributes(page),
        "{}",
        context()
    );
    let places: Vec<_> = whole.found.iter().map(|found| found.span.0).collect();
    assert!(places.is_sorted(), "{places:?} {}", context());
    for found in &whole.found {
        let position = found::position(page, found.span.0);
        assert_eq!(found.position, Some(position), "{}", context());
    }
    let (head, tail) = page.split_at(cut.min(page.len()));
    for (head, tail, read_size) in [(head, tail, usize::MAX), (b"", page, 1 + cut % 7)] {
        let reader = SplitReader {
            head,
            tail,
            read_size,
        };
        let in_parts = found::sift(&mut sifter, reader);
        assert_eq!(in_parts, whole, "cut at {cut}: {}", context());
    }
}

#[test]
fn every_case_agrees_with_the_oracle() {
    let mut pages = 0;
    for case in archive::attribute_cases() {
        // The oracle knows neither scripts nor limits nor bases.
        let is_page = case.file.starts_with(b"<html>") && case.read_as.is_none();
        let is_known = ["tags/no-start-tag", "values/too-long", "links/far-end-tag"]
            .iter()
            .chain(&["links/long-text", "tags/long-names"])
            .chain(&["values/network-path-with-base"])
            .chain(&["values/network-path-with-base-of-another-scheme"])
            .all(|name| case.name != *name);
        if is_page && is_known {
            check(&case.file, case.file.len() / 2);
            pages += 1;
        }
    }
    assert!(pages > 10, "{pages}");
}

/// The tokens of pages.
static TOKENS: LazyLock<Vec<&str>> = LazyLock::new(|| lines!("attributes.toml", "tokens"));

/// Returns a page of tokens.
fn page() -> impl Strategy<Value = Vec<u8>> {
    let token = prop_oneof![
        20 => prop::sample::select(&TOKENS[..]).prop_map(|token| token.as_bytes().to_vec()),
        1 => (0..0x80_u8).prop_map(|byte| vec![byte]),
    ];
    prop::collection::vec(token, 1..30).prop_map(|tokens| tokens.concat())
}

proptest! {
    #![proptest_config(config(2))]

    #[test]
    fn random_pages_agree_with_the_oracle(page in page(), cut in 0..150_usize) {
        check(&page, cut);
    }
}

/// Links wait for an unfinished candidate, but not indefinitely: they are then in the order of the decisions, the same
/// for all cuts.
#[test]
fn a_page_without_text_holds_back_little() {
    let mut page = "<html>&lt;http://a.example/".to_owned();
    for number in 0..30_000 {
        let _ = write!(page, "<img src=\"http://b.example/{number}\">");
    }
    page.push_str("c&gt; <a href=x:1>http://d.example/</a>");
    let mut sifter = sifter();
    let whole = found::sift_slice(&mut sifter, page.as_bytes());
    assert_eq!(whole.found.len(), 30_000 + 3);
    let place = whole.found.iter().position(|found| found.span.0 < 10);
    assert!(place.is_some_and(|place| place > 29_000), "{place:?}");
    for read_size in [1000, 4096, 65_537] {
        let reader = SplitReader {
            head: b"",
            tail: page.as_bytes(),
            read_size,
        };
        assert_eq!(found::sift(&mut sifter, reader), whole, "{read_size}");
    }
}
