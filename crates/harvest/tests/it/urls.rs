//! The table of URLs.

use std::{collections::BTreeMap, fs, path::Path};

use serde_json::Value;
use urlsift_harvest::{Format, Harvest, Manifest};

use crate::data::{inputs, make, options, rows};

fn urls(files: &[(&str, &str)]) -> (BTreeMap<String, Value>, Manifest) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let input = dir.path().join("in");
    fs::create_dir(&input).expect("a directory");
    for (name, text) in files {
        fs::write(input.join(name), text).expect("written");
    }
    of(&dir.path().join("out"), &input)
}

fn of(out: &Path, input: &Path) -> (BTreeMap<String, Value>, Manifest) {
    let manifest = make(&Harvest::new(out), input, &options(Format::Jsonl)).expect("a data set");
    let rows = rows(out, &manifest, "urls");
    let urls: Vec<_> = rows
        .iter()
        .map(|row| row["url"].as_str().expect("a URL"))
        .collect();
    assert!(urls.is_sorted());
    let rows = rows
        .iter()
        .map(|row| (row["url"].as_str().expect("a URL").to_owned(), row.clone()));
    (rows.collect(), manifest)
}

#[test]
fn counts_are_those_of_the_links() {
    let dir = inputs();
    let out = dir.path().join("out");
    let (urls, manifest) = of(&out, &dir.path().join("in"));
    let mut counts: BTreeMap<String, (u64, Vec<String>, Vec<String>)> = BTreeMap::new();
    for row in rows(&out, &manifest, "links") {
        let entry = counts
            .entry(row["url"].as_str().expect("a URL").to_owned())
            .or_default();
        entry.0 += 1;
        let file = format!("{} {}", row["path"], row["member"]);
        entry.2.push(file.clone());
        if let Some(offset) = row.get("message_offset") {
            entry.1.push(format!("{file} {offset}"));
        }
    }
    assert_eq!(counts.len(), urls.len());
    for (url, (count, mut messages, mut files)) in counts {
        messages.sort();
        messages.dedup();
        files.sort();
        files.dedup();
        let row = &urls[&url];
        assert_eq!(row["count"], count, "{url}");
        assert_eq!(row["messages"], messages.len(), "{url}");
        assert_eq!(row["files"], files.len(), "{url}");
    }
    // One of all messages, which are in several shards of one file and in others.
    assert!(urls["http://c.example/x-y"]["count"].as_u64() > Some(70));
    assert_eq!(
        urls["http://a.example/5"]["first_seen"],
        "1995-01-06T12:00:00Z"
    );
    assert_eq!(urls["http://a.example/5"]["scheme"], "http");
    assert_eq!(urls["http://a.example/5"]["host"], "a.example");
}

fn dated(date: &str, received: &str, url: &str) -> String {
    format!(
        "From a@b Mon Jan 30 09:12:04 1995\nFrom: a@b\nSubject: x\nDate: {date}\nReceived: from a; {received}\n\n<{url}>\n\n"
    )
}

#[test]
fn implausible_dates_are_not_used() {
    let received = "2 Jan 1995 00:00:00 GMT";
    let mbox = [
        dated("1 Jan 1995 00:00:00 GMT", received, "http://a.example/"),
        dated("1 Jan 2093 00:00:00 GMT", received, "http://a.example/"),
        dated("1 Jan 1904 00:00:00 GMT", received, "http://a.example/"),
        dated("1 Jan 2093 00:00:00 GMT", received, "http://b.example/"),
        dated("1 Jan 1970 00:00:00 GMT", received, "http://a.example/"),
        // The message in the other file does not matter.
        dated("1 Jun 1997 00:00:00 GMT", received, "http://a.example/"),
        dated("2 Jan 1996 00:00:00 GMT", received, "http://a.example/"),
    ]
    .concat();
    let other = dated(
        "1 Jan 1997 00:00:00 GMT",
        "1 Jan 1997 00:00:00 GMT",
        "http://c.example/",
    );
    let (urls, _) = urls(&[("a", &mbox), ("z", &other)]);
    let a = &urls["http://a.example/"];
    assert_eq!(a["first_seen"], "1995-01-01T00:00:00Z");
    assert_eq!(a["last_seen"], "1996-01-02T00:00:00Z");
    assert_eq!(
        (a["count"].as_u64(), a["messages"].as_u64()),
        (Some(6), Some(6))
    );
    assert!(urls["http://b.example/"].get("last_seen").is_none());
}

/// In an input without `Received`, a date is plausible up to a year after 98 of 100 dates.
#[test]
fn an_archive_without_received_keeps_its_years() {
    let undelivered =
        |date: &str, url: &str| dated(date, "", url).replace("Received: from a; \n", "");
    let mut mbox = undelivered("1 Jan 2021 00:00:00 GMT", "http://a.example/");
    for _ in 0..97 {
        mbox += &undelivered("1 Jan 2020 00:00:00 GMT", "http://a.example/");
    }
    mbox += &undelivered("1 Jan 2022 00:00:00 GMT", "http://a.example/");
    mbox += &undelivered("2 Jan 2022 00:00:00 GMT", "http://b.example/");
    let old = "1 Jan 1990 00:00:00 GMT";
    let other = dated(old, old, "http://c.example/");
    let (urls, manifest) = urls(&[("a", &mbox), ("z", &other)]);
    assert_eq!(
        urls["http://a.example/"]["last_seen"],
        "2022-01-01T00:00:00Z"
    );
    assert!(urls["http://b.example/"].get("last_seen").is_none());
    assert_eq!(
        urls["http://c.example/"]["last_seen"],
        "1990-01-01T00:00:00Z"
    );
    assert_eq!(manifest.implausible_dates(), 1);
}

#[test]
fn a_settled_link_counts_for_its_url() {
    let links = "<http://dropped.example/a-\nb> <http://strict-\n.example/>";
    let first = dated(
        "1 Jan 1995 00:00:00 GMT",
        "2 Jan 1995 00:00:00 GMT",
        "http://none.example/",
    );
    let first = first.replace("<http://none.example/>", links);
    let second = dated(
        "1 Feb 1995 00:00:00 GMT",
        "2 Feb 1995 00:00:00 GMT",
        "http://dropped.example/ab",
    );
    let (urls, manifest) = urls(&[("a", &first), ("b", &second)]);
    assert!(!urls.contains_key("http://dropped.example/a-b"));
    let row = &urls["http://dropped.example/ab"];
    for name in ["count", "messages", "files"] {
        assert_eq!(row[name], 2, "{name}");
    }
    assert_eq!(row["first_seen"], "1995-01-01T00:00:00Z");
    assert_eq!(row["last_seen"], "1995-02-01T00:00:00Z");
    assert_eq!(row["best"], "http://dropped.example/ab");
    assert_eq!(row["resolved_by"], "twin:dropped");
    // Without evidence, the reading that satisfies a stricter standard is the best one.
    let strict = &urls["http://strict-.example/"];
    assert_eq!(strict["best"], "http://strict.example/");
    assert!(strict.get("resolved_by").is_none());
    assert_eq!(
        manifest.settled().clone().into_iter().collect::<Vec<_>>(),
        [("twin:dropped".to_owned(), 1)]
    );
}
