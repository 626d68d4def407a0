//! Errors as JSON objects: `--json-errors`.

use serde_json::{Value, json};
use urlsift_search::Error;
use urlsift_tests::{cases, packing::stream::Stream};

use crate::support::{dir_with, run_in};

/// Returns the codes of the errors, and the URLs, in order.
fn events(objects: &[Value]) -> Vec<&str> {
    let events = objects.iter().map(|object| {
        let code = object.pointer("/error/code");
        code.unwrap_or(&object["url"]).as_str().unwrap_or("?")
    });
    events.collect()
}

#[test]
fn errors_are_objects_among_the_links() {
    let gzip = Stream::Gzip.pack(b"<http://b.example/>\n\n<http://c.example/>\n");
    let mut broken = gzip.clone();
    let last = broken.len() - 6;
    broken[last] ^= 1;
    let dir = dir_with(&[
        ("a", &b"<http://a.example/>"[..]),
        ("b.gz", &gzip[..gzip.len() - 4]),
        ("c.gz", &broken),
        ("d", b"<http://d.example/>"),
    ]);
    let expected = [
        "http://a.example/",
        "http://b.example/",
        "http://c.example/",
        "truncated",
        "not-found",
        "http://b.example/",
        "http://c.example/",
        "checksum",
        "http://d.example/",
    ];
    for flags in [
        &["list", "-j1"][..],
        &["list", "-j3"],
        &["list", "--rejected"],
        &["grep", "-e", "example"],
        &["list", "--stats"],
    ] {
        let paths = [
            "--json",
            "--json-errors",
            "a",
            "b.gz",
            "missing",
            "c.gz",
            "d",
        ];
        let output = run_in(&dir, &[flags, &paths].concat());
        assert_eq!((output.err(), output.status), ("", 2), "{flags:?}");
        let mut objects = output.json();
        if flags.contains(&"--stats") {
            let summary = objects.pop().expect("a summary");
            assert_eq!(summary["summary"]["errors"], 3);
        }
        assert_eq!(events(&objects), expected, "{flags:?}");
    }
    // With -c there are no objects.
    let output = run_in(&dir, &["list", "--json", "--json-errors", "-c", "missing"]);
    assert_eq!(output.out(), "");
    assert!(output.err().starts_with("urlsift: missing: "));
}

#[test]
fn an_error_has_its_place_and_the_text_of_the_diagnostic() {
    let gzip = Stream::Gzip.pack(b"<http://b.example/>");
    let dir = dir_with(&[("b.gz", &gzip[..gzip.len() - 4])]);
    let as_text = run_in(&dir, &["list", "b.gz"]);
    let text = as_text.err().trim_end();
    let text = text.strip_prefix("urlsift: b.gz: ").expect("a diagnostic");
    let objects = run_in(&dir, &["list", "--json", "--json-errors", "b.gz"]).json();
    let expected =
        json!({"error": {"path": "b.gz", "offset": 19, "code": "truncated", "text": text}});
    assert_eq!(objects[1], expected);
}

#[test]
fn info_and_split_print_objects_too() {
    let dir = dir_with(&[("a", "<http://a.example/>")]);
    for flags in [&["info", "--json"][..], &["split"]] {
        let output = run_in(&dir, &[flags, &["--json-errors", "missing", "a"]].concat());
        assert_eq!((output.err(), output.status), ("", 2), "{flags:?}");
        let objects = output.json();
        assert_eq!(objects.len(), 2);
        assert_eq!(objects[0]["error"]["code"], "not-found");
        assert_eq!(objects[0]["error"]["path"], "missing");
        assert!(objects[0]["error"].get("offset").is_none());
        assert_eq!(objects[1]["path"], "a");
    }
    let output = run_in(&dir, &["info", "--json-errors", "missing"]);
    output.says("missing");
}

#[test]
fn every_code_is_documented() {
    let docs = cases::corpus().join("../docs/JSON.md");
    let docs = std::fs::read_to_string(docs).expect("a readable file");
    let (_, section) = docs.split_once("\n## An error\n").expect("the section");
    let section = section.split("\n## ").next().expect("the section");
    for code in Error::CODES {
        assert!(section.contains(&format!("`{code}`")), "{code}");
    }
}
