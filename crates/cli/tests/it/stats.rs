//! Tests for `--stats`, which prints totals.

use std::{collections::BTreeSet, path::Path};

use crate::support::{dir_with, links::number, run_in, run_with};
use serde_json::Value;
use urlsift_tests::{
    mail,
    packing::{stream::Stream, tar::Tar},
};

const TEXT: &[u8] = b"<http://a/> <URL:a/b> <URL:http://h/|> <http://[> <http://b/\n\n<http://c\0>";

/// Returns the summary on standard error without the time.
fn summary_text(err: &str) -> String {
    let (before, rest) = err.split_once(", seconds: ").expect("a time");
    let (time, rest) = rest.split_once('\n').expect("a complete line");
    let seconds: f64 = time.parse().expect("a number");
    assert!((0.0..60.0).contains(&seconds), "{time}");
    format!("{before}\n{rest}")
}

/// Returns the last object without the time.
fn summary(objects: &[Value]) -> Value {
    let last = objects.last().expect("an object");
    let mut summary = last["summary"].clone();
    let fields = summary.as_object_mut().expect("an object");
    let seconds = fields.remove("seconds").expect("a time");
    let seconds = seconds.as_f64().expect("a number");
    assert!((0.0..60.0).contains(&seconds), "{seconds}");
    summary
}

#[test]
fn summary_is_printed_on_standard_error() {
    let outcome = run_with(&["list", "--stats"], TEXT);
    assert_eq!(outcome.out(), "http://a/\nhttp://h/|\nhttp://b/\n");
    let summary = "\
urlsift: files: 1, bytes: 73, messages: 0, parts: 0
urlsift: candidates: 6, URLs: 3 (rfc1738 2, whatwg 1), hidden by --conforms: 2 (relative 1, none 1), \
rejected: 1 (nul 1)
urlsift: warnings: 0, errors: 0
";
    assert_eq!(summary_text(outcome.err()), summary);
    assert_eq!(outcome.status, 0);
}

#[test]
fn summary_is_the_last_object() {
    let all = run_with(&["list", "--stats", "--json", "--conforms=relative"], TEXT);
    let all = all.json();
    assert_eq!(all.len(), 5);
    let expected = r#"{"inputs":1,"files":1,"bytes":73,"messages":0,"parts":0,"candidates":6,
        "urls":4,"urls_by_conformance":{"rfc1738":2,"whatwg":1,"relative":1},
        "hidden":1,"hidden_by_conformance":{"none":1},
        "rejected":1,"rejected_by_reason":{"nul":1},"warnings":0,"errors":0}"#;
    let expected: Value = serde_json::from_str(expected).expect("JSON");
    assert_eq!(summary(&all), expected);
    let none = run_with(&["list", "--json", "--conforms=none"], TEXT).json();
    assert!(none.iter().all(|link| link.get("summary").is_none()));
    assert_eq!(none.len(), 5);
}

#[test]
fn filtered_links_are_not_counted_as_hidden() {
    let summary_text = |flags: &[&str]| summary_text(run_with(flags, TEXT).err());
    let read = "urlsift: files: 1, bytes: 73, messages: 0, parts: 0";
    let failed = "urlsift: warnings: 0, errors: 0\n";
    assert_eq!(
        summary_text(&["grep", "--stats", "-q", "^a/"]),
        format!(
            "{read}\nurlsift: candidates: 6, URLs: 0, hidden by --conforms: 1 (relative 1), \
             rejected: 1 (nul 1)\n{failed}"
        )
    );
    assert_eq!(
        summary_text(&["list", "--stats", "--delimiter=url"]),
        format!(
            "{read}\nurlsift: candidates: 6, URLs: 1 (whatwg 1), hidden by --conforms: 1 (relative 1), \
             rejected: 0\n{failed}"
        )
    );
}

#[test]
fn errors_and_files_are_counted() {
    let dir = dir_with(&[("a", TEXT), ("b", b"nothing")]);
    let outcome = run_in(dir.path(), &["list", "-c", "--stats", "a", "missing", "b"]);
    assert_eq!(outcome.out(), "a:3\nb:0\n");
    assert_eq!(outcome.status, 2);
    let lines: Vec<_> = outcome.err().lines().collect();
    assert_eq!(lines.len(), 4, "{lines:#?}");
    assert!(
        lines[1].starts_with("urlsift: files: 2, bytes: 80, "),
        "{lines:#?}"
    );
    assert_eq!(lines[3], "urlsift: warnings: 0, errors: 1");
}

#[test]
fn max_count_zero_reads_nothing() {
    let outcome = run_with(&["list", "--stats", "--json", "-m0"], TEXT);
    let summary = summary(&outcome.json());
    for name in ["files", "bytes", "candidates", "urls"] {
        assert_eq!(summary[name], 0, "{name}");
    }
}

/// Returns the totals of the counts that `info` prints: files, bytes, messages and parts.
fn info_totals(dir: &Path, path: &str) -> [usize; 4] {
    let info_totals = run_in(dir, &["info", "--json", path]);
    let mut all = [0; 4];
    // A container has no byte count.
    for file in info_totals
        .json()
        .iter()
        .filter(|file| file.get("bytes").is_some())
    {
        let parts = file["parts"].as_array().expect("a list");
        let parts: usize = parts.iter().map(|part| number(&part["count"])).sum();
        let counted = [1, number(&file["bytes"]), number(&file["messages"]), parts];
        for (sum, more) in all.iter_mut().zip(counted) {
            *sum += more;
        }
    }
    all
}

/// Asserts that `--stats` counts the same as `info`, on one thread and on several. Returns the counts.
#[track_caller]
fn assert_same_as_info(dir: &Path, path: &str) -> [usize; 4] {
    let expected = info_totals(dir, path);
    let mut found = BTreeSet::new();
    for threads in ["-j1", "-j4"] {
        let listed = run_in(dir, &["list", "--json", "--stats", threads, path]);
        let summary = summary(&listed.json());
        let names = ["files", "bytes", "messages", "parts"];
        let counted = names.map(|name| number(&summary[name]));
        assert_eq!(counted, expected, "{path} {threads}");
        found.insert(summary.to_string());
    }
    assert_eq!(found.len(), 1, "{path}: {found:#?}");
    expected
}

/// Returns a mailbox of repeated message kinds: with and without a URL, multipart and encoded, with an
/// attached message, empty, and with a doubtful boundary.
fn mailbox(rounds: usize) -> Vec<u8> {
    let multipart = "Subject: b\nContent-Type: multipart/mixed; boundary=x\n\n\
         --x\nContent-Type: text/html\n\n<p>&lt;http://b.example/&gt;\n\
         --x\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\nPGh0dHA6Ly9jLmV4YW1wbGUvPg==\n\
         --x\nContent-Type: image/gif\nContent-Transfer-Encoding: base64\n\nR0lGODlh\n\
         --x\nContent-Type: message/rfc822\n\nSubject: c\n\n<http://d.example/>\n--x--\n";
    let messages = [
        "Subject: a\n\nsee <http://a.example/>\n".to_owned(),
        format!(
            "Subject: none\n\n{}",
            "nothing to be found here\n".repeat(2000)
        ),
        multipart.to_owned(),
        String::new(),
        "Content-Length: 13\n\n\nFrom - or so\n".to_owned(),
        "no header <http://e.example/\n".to_owned(),
    ];
    mail::mbox(messages).repeat(rounds).into_bytes()
}

#[test]
fn totals_match_info() {
    // Small inputs, and one that several threads share.
    let small = mailbox(3);
    let large = mailbox(200);
    assert!(large.len() > 9 << 20);
    let member = mailbox(20);
    let dir = dir_with(&[
        ("small.mbox", &small),
        ("large.mbox", &large),
        ("large.mbox.gz", &Stream::Gzip.pack(&large)),
        (
            "several.tar",
            &Tar::new()
                .file("a", &small)
                .file("b", &member)
                .file("c", TEXT)
                .finish(),
        ),
        ("text", &TEXT.to_vec()),
    ]);
    let [files, bytes, messages, parts] = assert_same_as_info(dir.path(), "small.mbox");
    assert_eq!((files, bytes, messages), (1, small.len(), 18));
    assert!(parts > messages + 10, "{parts}");
    let large = assert_same_as_info(dir.path(), "large.mbox");
    assert_eq!(large[2], 1_200);
    assert_eq!(assert_same_as_info(dir.path(), "large.mbox.gz"), large);
    assert_eq!(assert_same_as_info(dir.path(), "several.tar")[0], 3);
    assert_eq!(
        assert_same_as_info(dir.path(), "text"),
        [1, TEXT.len(), 0, 0]
    );
}

#[test]
fn totals_match_info_for_the_corpus() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mail = assert_same_as_info(&corpus, "mail");
    assert!(mail[0] > 2 && mail[2] > 4, "{mail:?}");
    assert_same_as_info(&corpus, ".");
}
