//! The hosts of `corpus/hosts`: those of node, whose parser is that of the WHATWG URL standard.

use std::fs;

use serde::Deserialize;
use urlsift::{Verdict, rfc1738::UrlWarning};
use urlsift_tests::{cases, judging};

#[derive(Deserialize)]
struct Table {
    url: Vec<Spelling>,
}

/// A URL, and what `tests/hosts/browsers.mjs` has found.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Spelling {
    url: String,
    host_ascii: Option<String>,
    #[serde(default)]
    rejected: bool,
}

#[test]
fn hosts_are_those_of_browsers() {
    let path = cases::corpus().join("hosts/browsers.toml");
    let table = fs::read_to_string(path).expect("a readable file");
    let table: Table = toml::from_str(&table).expect("a table");
    for Spelling {
        url,
        host_ascii,
        rejected,
    } in &table.url
    {
        let verdict = Verdict::of(url.as_bytes());
        let found = verdict.parts().host_ascii();
        assert_eq!(found.as_deref(), host_ascii.as_deref(), "{url:?}");
        let is_invalid = verdict.warnings().contains(UrlWarning::InvalidHost);
        assert_eq!(is_invalid, *rejected, "{url:?}");
        judging::spans_are_valid(url.as_bytes());
    }
    assert!(table.url.len() >= 300, "{}", table.url.len());
}
