//! `--tally`: how often what occurs.

use std::{cmp::Reverse, collections::BTreeMap, fs};

use crate::support::{
    dir_with,
    mailbox::{alike, alike_by_pipe, field, large, text},
    outcome, run, run_in, run_with, urlsift,
};
use serde_json::json;

/// What `sort | uniq -c | sort -k1,1nr -k2` makes of lines, byte by byte.
fn uniq(lines: impl Iterator<Item = String>) -> String {
    let mut counts = BTreeMap::new();
    for line in lines {
        *counts.entry(line).or_insert(0_u64) += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    // It is stable.
    counts.sort_by_key(|(_, count)| Reverse(*count));
    let lines = counts
        .iter()
        .map(|(line, count)| format!("{count:7} {line}\n"));
    lines.collect()
}

const TEXT: &[u8] = b"<http://b/> <http://a/> <news:x> <http://B/> <http://a/> <http://b/>";

#[test]
fn most_frequent_is_first_then_by_bytes() {
    run_with(&["list", "--tally"], TEXT).gives(
        0,
        "      2 http://a/\n      2 http://b/\n      1 http://B/\n      1 news:x\n",
    );
    run_with(&["list", "--tally=url"], TEXT).gives(
        0,
        "      2 http://a/\n      2 http://b/\n      1 http://B/\n      1 news:x\n",
    );
    run_with(&["list", "--tally=host"], TEXT).gives(0, "      3 b\n      2 a\n      1 \n");
    run_with(&["grep", "b", "--tally"], TEXT).gives(0, "      2 http://b/\n");
    run_with(&["list", "--tally"], b"none").gives(1, "");
}

#[test]
fn json_has_counts() {
    let told = run_with(&["list", "--tally", "--json"], TEXT);
    assert_eq!(
        told.json(),
        [
            json!({"url": "http://a/", "count": 2}),
            json!({"url": "http://b/", "count": 2}),
            json!({"url": "http://B/", "count": 1}),
            json!({"url": "news:x", "count": 1}),
        ]
    );
    let told = run_with(
        &["list", "--tally=host", "--json", "--conforms=none"],
        b"<http://\xff/>",
    );
    let expected = json!({"host": "\u{fffd}", "host_base64": "/w==", "count": 1});
    assert_eq!(told.json(), [expected]);
    let told = run_with(
        &["list", "--tally", "--json", "--conforms=none"],
        b"<http://\xff/>",
    );
    let expected = json!({"url": "http://\u{fffd}/", "url_base64": "aHR0cDovL/8v", "count": 1});
    assert_eq!(told.json(), [expected]);
}

#[test]
fn summary_comes_last() {
    let told = run_with(&["list", "--tally=host", "--json", "--stats"], TEXT).json();
    assert_eq!(told.len(), 4);
    assert_eq!(told[0], json!({"host": "b", "count": 3}));
    assert_eq!(told[3]["summary"]["urls"], 6);
    let told = run_with(
        &["list", "--tally", "--stats", "--rejected"],
        b"<http:\n\n<news:a>",
    );
    assert_eq!(told.out(), "      1 news:a\n");
    assert_eq!(told.err().lines().count(), 4, "{}", told.err());
}

#[test]
fn other_outputs_are_others() {
    for other in ["-c", "-l", "--messages", "--csv", "--tsv", "--format=x"] {
        run(&["list", "--tally", other]).refuses(&["--tally"]);
    }
    run_with(&["list", "--tally", "-q"], TEXT).gives(0, "");
    run(&["list", "--tally=message"]).refuses(&["--tally", "message"]);
    run(&["list", "--tally", "host"]).complains("", &["host"]);
    run(&["list", "--tally", "--buffer-size=0"]).refuses(&["--buffer-size"]);
}

#[test]
fn urls_are_counted_as_they_are_printed() {
    let text = b"<http://a/b-\nc> <http://a/bc> <URL:d>";
    let flags = ["list", "--tally", "--conforms=relative", "--base=http://a/"];
    let with = |flag| run_with(&[&flags[..], &[flag]].concat(), text);
    with("--hyphen=keep").gives(
        0,
        "      1 http://a/b-c\n      1 http://a/bc\n      1 http://a/d\n",
    );
    with("--hyphen=drop").gives(0, "      2 http://a/bc\n      1 http://a/d\n");
    with("--hyphen=both").gives(
        0,
        "      2 http://a/bc\n      1 http://a/b-c\n      1 http://a/d\n",
    );
    let flags = [
        "list",
        "--tally=host",
        "--conforms=relative",
        "--base=http://A/",
    ];
    run_with(&flags, text).gives(0, "      3 a\n");
}

/// How many messages have it, how many are on so many hits, how often is it the first of its host.
#[test]
fn what_is_left_out_is_not_counted() {
    let mbox =
        "From a@b.example Mon Jan 30 09:12:04 1995\n\n<http://a/> <http://a/> <http://b/>\n\n"
            .repeat(3);
    let tally = |flags: &[&str]| run_with(&[&["list", "--tally"], flags].concat(), mbox.as_bytes());
    tally(&[]).gives(0, "      6 http://a/\n      3 http://b/\n");
    tally(&["--unique=message"]).gives(0, "      3 http://a/\n      3 http://b/\n");
    tally(&["--unique"]).gives(0, "      1 http://a/\n      1 http://b/\n");
    tally(&["-m4"]).gives(0, "      3 http://a/\n      1 http://b/\n");
    tally(&["-m0"]).gives(1, "");
}

#[test]
fn terminal_gets_no_control_characters() {
    let text = b"<http://a/\x1b\xffx>";
    let flags = ["list", "--tally", "--conforms=none"];
    let exact = run_with(&flags, text);
    assert_eq!(exact.stdout, b"      1 http://a/\x1b\xffx\n");
    let escaped = run_with(&[&flags[..], &["--color=always"]].concat(), text);
    assert_eq!(escaped.out(), "      1 http://a/\\x1b\\xffx\n");
}

#[test]
fn counts_are_the_same_on_any_number_of_threads() {
    let (mbox, text) = (large(), text());
    let dir = dir_with(&[("a", &mbox), ("b", &text)]);
    let paths = ["b", "a", "b", "missing"];
    let all = run_in(&dir, &[&["list", "-I"], &paths[..]].concat());
    let expected = uniq(all.out().lines().map(str::to_owned));
    let told = alike(dir.path(), &["list", "--tally"], &paths);
    told.complains(&expected, &["missing"]);
    let told = alike_by_pipe(&["list", "--tally"], &mbox);
    let all = outcome(urlsift().arg("list"), mbox.as_bytes());
    told.gives(0, &uniq(all.out().lines().map(str::to_owned)));
    let hits = outcome(urlsift().args(["list", "--json"]), mbox.as_bytes()).json();
    let hosts = hits
        .iter()
        .map(|hit| field(hit, "host").to_ascii_lowercase());
    alike_by_pipe(&["list", "--tally=host"], &mbox).gives(0, &uniq(hosts));
}

/// What does not fit in memory is in temporary files, which are gone when the run ends.
#[cfg(unix)]
#[test]
fn little_memory_gives_the_same() {
    let dir = dir_with(&[("a", &large()), ("b", &text())]);
    fs::create_dir(dir.path().join("tmp")).expect("a directory");
    let tally = |temporary: &str, size: &str| {
        let mut command = urlsift();
        command
            .args(["list", "--tally", size, "a", "b", "a"])
            .current_dir(&dir)
            .env("TMPDIR", temporary);
        outcome(&mut command, b"")
    };
    let expected = tally("missing", "--buffer-size=64M");
    assert_eq!((expected.status, expected.err()), (0, ""));
    let told = tally("tmp", "--buffer-size=30K");
    assert!(told.stdout == expected.stdout);
    assert_eq!((told.status, told.err()), (0, ""));
    let left = fs::read_dir(dir.path().join("tmp")).expect("a directory");
    assert_eq!(left.count(), 0);
    let failed = tally("missing", "--buffer-size=30K");
    assert_eq!((failed.status, failed.out()), (2, ""));
    assert!(
        failed.err().starts_with("urlsift: temporary file: "),
        "{}",
        failed.err()
    );
}
