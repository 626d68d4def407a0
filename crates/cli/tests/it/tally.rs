//! Tests for `--tally`, which counts occurrences.

use std::{cmp::Reverse, collections::BTreeMap, fs};

use crate::support::{
    dir_with,
    mailbox::{
        assert_thread_independent, assert_thread_independent_piped, field, large_mailbox,
        plain_text,
    },
    run_command, run_in, run_with, urlsift,
};
use serde_json::json;

/// Returns what `sort | uniq -c | sort -k1,1nr -k2` prints in the C locale.
fn uniq(lines: impl Iterator<Item = String>) -> String {
    let mut counts = BTreeMap::new();
    for line in lines {
        *counts.entry(line).or_insert(0_u64) += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    // The sort is stable. What is missing is last.
    counts.sort_by_key(|(line, count)| (line.starts_with("(no "), Reverse(*count)));
    let lines = counts
        .iter()
        .map(|(line, count)| format!("{count:7} {line}\n"));
    lines.collect()
}

const TEXT: &[u8] = b"<http://b/> <http://a/> <news:x> <http://B/> <http://a/> <http://b/>";

#[test]
fn json_has_counts() {
    let output = run_with(&["list", "--tally", "--json"], TEXT);
    assert_eq!(
        output.json(),
        [
            json!({"url": "http://a/", "count": 2}),
            json!({"url": "http://b/", "count": 2}),
            json!({"url": "http://B/", "count": 1}),
            json!({"url": "news:x", "count": 1}),
        ]
    );
    let output = run_with(
        &["list", "--tally=host", "--json", "--conforms=none"],
        b"<http://\xff/>",
    );
    let expected = json!({"host": "\u{fffd}", "host_base64": "/w==", "count": 1});
    assert_eq!(output.json(), [expected]);
    let output = run_with(
        &["list", "--tally", "--json", "--conforms=none"],
        b"<http://\xff/>",
    );
    let expected = json!({"url": "http://\u{fffd}/", "url_base64": "aHR0cDovL/8v", "count": 1});
    assert_eq!(output.json(), [expected]);
}

#[test]
fn summary_comes_last() {
    let output = run_with(&["list", "--tally=host", "--json", "--stats"], TEXT).json();
    assert_eq!(output.len(), 4);
    assert_eq!(output[0], json!({"host": "b", "count": 3}));
    assert_eq!(output[3]["summary"]["urls"], 6);
    let output = run_with(
        &["list", "--tally", "--stats", "--rejected"],
        b"<http:\n\n<news:a>",
    );
    assert_eq!(output.out(), "      1 news:a\n");
    assert_eq!(output.err().lines().count(), 4, "{}", output.err());
}

#[test]
fn counts_do_not_depend_on_the_thread_count() {
    let (mbox, text) = (large_mailbox(), plain_text());
    let dir = dir_with(&[("a", &mbox), ("b", &text)]);
    let paths = ["b", "a", "b", "missing"];
    let all = run_in(&dir, &[&["list", "-I"], &paths[..]].concat());
    let expected = uniq(all.out().lines().map(str::to_owned));
    let output = assert_thread_independent(dir.path(), &["list", "--tally"], &paths);
    output.gives_errors(&expected, &["missing"]);
    let output = assert_thread_independent_piped(&["list", "--tally"], &mbox);
    let all = run_command(urlsift().arg("list"), mbox.as_bytes());
    output.gives(0, &uniq(all.out().lines().map(str::to_owned)));
    let links = run_command(urlsift().args(["list", "--json"]), mbox.as_bytes()).json();
    let hosts = links
        .iter()
        .map(|link| match field(link, "host").to_ascii_lowercase() {
            host if host.is_empty() => "(no host)".to_owned(),
            host => host,
        });
    assert_thread_independent_piped(&["list", "--tally=host"], &mbox).gives(0, &uniq(hosts));
}

/// Excess data is stored in temporary files, which are gone when the run ends.
#[cfg(unix)]
#[test]
fn low_memory_gives_the_same_output() {
    let dir = dir_with(&[("a", &large_mailbox()), ("b", &plain_text())]);
    fs::create_dir(dir.path().join("tmp")).expect("a directory");
    let tally = |temporary: &str, size: &str| {
        let mut command = urlsift();
        command
            .args(["list", "--tally", size, "a", "b", "a"])
            .current_dir(&dir)
            .env("TMPDIR", temporary);
        run_command(&mut command, b"")
    };
    let expected = tally("missing", "--buffer-size=64M");
    assert_eq!((expected.status, expected.err()), (0, ""));
    let output = tally("tmp", "--buffer-size=30K");
    assert!(output.stdout == expected.stdout);
    assert_eq!((output.status, output.err()), (0, ""));
    let left = fs::read_dir(dir.path().join("tmp")).expect("a directory");
    assert_eq!(left.count(), 0);
    let failed = tally("missing", "--buffer-size=30K");
    assert_eq!((failed.status, failed.out()), (2, ""));
    assert_eq!(
        failed.err(),
        "urlsift: temporary file in missing: No such file or directory\n"
    );
}
