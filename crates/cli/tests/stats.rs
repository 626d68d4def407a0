//! `--stats`: what a search came to.

mod support;

use support::{dir_with, run_in, run_with};

const TEXT: &[u8] = b"<http://a/> <URL:a/b> <URL:http://h/|> <http://[> <http://b/\n\n<http://c\0>";

#[test]
fn summary_is_told_on_standard_error() {
    let outcome = run_with(&["list", "--stats"], TEXT);
    assert_eq!(outcome.out(), "http://a/\nhttp://h/|\nhttp://b/\n");
    let summary = "urlsift: inputs: 1, URLs: 3, hidden by --conforms: 2, rejected: 1, warnings: 0, errors: 0\n";
    assert_eq!(outcome.err(), summary);
    assert_eq!(outcome.status, 0);
}

#[test]
fn summary_is_the_last_object() {
    let all = run_with(&["list", "--stats", "--json", "--conforms=relative"], TEXT).json();
    let (last, hits) = all.split_last().expect("an object");
    assert_eq!(hits.len(), 4);
    let summary =
        r#"{"summary":{"inputs":1,"urls":4,"hidden":1,"rejected":1,"warnings":0,"errors":0}}"#;
    assert_eq!(last.to_string(), sorted(summary));
    let none = run_with(&["list", "--json", "--conforms=none"], TEXT).json();
    assert!(none.iter().all(|hit| hit.get("summary").is_none()));
    assert_eq!(none.len(), 5);
}

/// As the JSON library of the tests writes it.
fn sorted(json: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(json).expect("JSON");
    value.to_string()
}

#[test]
fn what_is_not_asked_for_is_not_hidden() {
    let told = |flags: &[&str]| run_with(flags, TEXT).err().to_string();
    let rest = "rejected: 1, warnings: 0, errors: 0\n";
    assert_eq!(
        told(&["grep", "--stats", "-q", "^a/"]),
        format!("urlsift: inputs: 1, URLs: 0, hidden by --conforms: 1, {rest}")
    );
    assert_eq!(
        told(&["list", "--stats", "--delimiter=url"]),
        "urlsift: inputs: 1, URLs: 1, hidden by --conforms: 1, rejected: 0, warnings: 0, errors: 0\n"
    );
}

#[test]
fn errors_and_inputs_are_counted() {
    let dir = dir_with(&[("a", TEXT), ("b", b"nothing")]);
    let outcome = run_in(dir.path(), &["list", "-c", "--stats", "a", "missing", "b"]);
    assert_eq!(outcome.out(), "a:3\nb:0\n");
    assert_eq!(outcome.status, 2);
    let last = outcome.err().lines().last().expect("a line");
    assert_eq!(
        last,
        "urlsift: inputs: 2, URLs: 3, hidden by --conforms: 2, rejected: 1, warnings: 0, errors: 1"
    );
}
