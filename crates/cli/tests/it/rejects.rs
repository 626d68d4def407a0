//! Tests for `--rejected`, which reports candidates that gave no URL.

use crate::support::links::check_position;
use crate::support::{dir_with, run_in, run_with};
use serde_json::{Value, json};

/// A text for each reason, with the line and column at which its last candidate is abandoned.
const REASONS: [(&str, &str, usize, usize); 7] = [
    ("opener", " <URL:abc <p>", 1, 10),
    ("blank-line", "<URL:abc\nd\n \r\n>", 0, 11),
    ("marks-only", "| <URL:abc\n| \n| d>", 2, 11),
    ("nul", "<URL:abc\0>", 0, 8),
    ("end-of-text", "\n<URL:abc", 1, 9),
    ("too-long", "<URL:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa>", 0, 30),
    ("empty", "<URL: >", 0, 6),
];

fn rejected(extra: &[&str], text: &str) -> crate::support::Outcome {
    let flags = ["list", "--conforms=none", "--rejected", "--max-len=30"];
    run_with(&[&flags, extra].concat(), text.as_bytes())
}

#[test]
fn each_reason_has_its_code_and_position_in_json() {
    for (code, text, offset, end) in REASONS {
        let output = rejected(&["--json"], text);
        assert_eq!((output.status, output.err()), (1, ""), "{code}");
        let lines = output.json();
        assert_eq!(lines.len(), 1, "{code}: {lines:#?}");
        check_position(text.as_bytes(), &lines[0]);
        let expected = json!({
            "rejected": code,
            "delimiter": "url",
            "path": "-",
            "offset": offset,
            "end": end,
            "line": lines[0]["line"],
            "column": lines[0]["column"],
        });
        assert_eq!(lines[0], expected);
    }
}

#[test]
fn rejects_and_links_are_in_input_order() {
    let text = "<URL:a <URL:b> <http://c <URL:> <http://d>\n<http://e\n\n<URL:f\n\n<URL:g>";
    let lines = rejected(&["--json"], text).json();
    let kinds: Vec<_> = lines.iter().map(|line| line["rejected"].as_str()).collect();
    let expected = [
        Some("opener"),
        None,
        Some("opener"),
        Some("empty"),
        None,
        None,
        Some("blank-line"),
        None,
    ];
    assert_eq!(kinds, expected);
    assert!(lines.is_sorted_by_key(|line| line["offset"].as_u64()));
    let urls: Vec<_> = lines
        .iter()
        .filter_map(|line| line["url"].as_str())
        .collect();
    assert_eq!(urls, ["b", "http://d", "http://e", "g"]);
}

#[test]
fn unclosed_url_is_a_link_not_a_reject() {
    rejected(&[], "<http://a/b\n\n").gives(0, "http://a/b\n");
    let lines = rejected(&["--json"], "<http://a/b\n\n").json();
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0].get("rejected"), None);
}

#[test]
fn rejects_have_the_path_of_their_file() {
    let dir = dir_with(&[("a", "<URL:x"), ("d/b", "\n  <URL:y <news:z>")]);
    let output = run_in(&dir, &["list", "--rejected", "a", "d"]);
    assert_eq!(output.out(), "d/b:2:news:z\n");
    let lines: Vec<_> = output.err().lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("urlsift: a:1:1: "), "{}", lines[0]);
    assert!(lines[1].starts_with("urlsift: d/b:2:3: "), "{}", lines[1]);
    let lines = run_in(&dir, &["list", "--rejected", "--json", "a", "d"]).json();
    let paths: Vec<_> = lines.iter().map(|line| &line["path"]).collect();
    assert_eq!(paths, ["a", "d/b", "d/b"]);
}

#[test]
fn delimiter_flag_filters_rejects() {
    let text = "<URL:a <http://b <URL:c>";
    let codes = |flags: &[&str]| -> Vec<Value> {
        let lines = rejected(&[&["--json"], flags].concat(), text).json();
        lines
            .into_iter()
            .filter_map(|line| line.get("rejected").map(|_| line["offset"].clone()))
            .collect()
    };
    assert_eq!(codes(&["--delimiter=url"]), [json!(0)]);
    assert_eq!(codes(&["--delimiter=angle"]), [json!(7)]);
    assert_eq!(codes(&[]), [json!(0), json!(7)]);
}

#[test]
fn grep_prints_rejects_regardless_of_the_pattern() {
    let output = run_with(
        &["grep", "--rejected", "--json", "c"],
        b"<URL:a <news:b> <news:c>",
    );
    let lines = output.json();
    assert_eq!(lines.len(), 2);
    assert_eq!(
        (&lines[0]["rejected"], &lines[1]["url"]),
        (&json!("opener"), &json!("news:c"))
    );
}

#[test]
fn rejects_are_not_counted() {
    let output = run_with(&["list", "--rejected", "-c"], b"<URL:a <news:b>");
    assert_eq!(output.out(), "1\n");
    let output = run_with(
        &["list", "--rejected", "--json", "-m1"],
        b"<URL:a <news:b> <news:c>",
    );
    let lines = output.json();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[1]["url"], "news:b");
}
