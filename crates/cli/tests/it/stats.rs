//! Tests for `--stats`, which prints totals.

use std::{collections::BTreeSet, path::Path};

use crate::support::{dir_with, links::number, run_in};
use serde_json::Value;
use urlsift_tests::{
    mail,
    packing::{stream::Stream, tar::Tar},
};

const TEXT: &[u8] = b"<http://a/> <URL:a/b> <URL:http://h/|> <http://[> <http://b/\n\n<http://c\0>";

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
