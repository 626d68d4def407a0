//! Tests for `--tally`, which counts occurrences.

use std::{cmp::Reverse, collections::BTreeMap, fs};

use crate::support::{
    dir_with,
    mailbox::{
        assert_thread_independent, assert_thread_independent_piped, field, large_mailbox,
        plain_text,
    },
    run, run_command, run_in, run_with, urlsift,
};
use serde_json::json;

/// Returns what `sort | uniq -c | sort -k1,1nr -k2` prints in the C locale.
fn uniq(lines: impl Iterator<Item = String>) -> String {
    let mut counts = BTreeMap::new();
    for line in lines {
        *counts.entry(line).or_insert(0_u64) += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    // The sort is stable.
    counts.sort_by_key(|(_, count)| Reverse(*count));
    let lines = counts
        .iter()
        .map(|(line, count)| format!("{count:7} {line}\n"));
    lines.collect()
}

const TEXT: &[u8] = b"<http://b/> <http://a/> <news:x> <http://B/> <http://a/> <http://b/>";

#[test]
fn sorts_by_frequency_then_by_bytes() {
    run_with(&["list", "--tally"], TEXT).gives(
        0,
        "      2 http://a/\n      2 http://b/\n      1 http://B/\n      1 news:x\n",
    );
    run_with(&["list", "--tally=url"], TEXT).gives(
        0,
        "      2 http://a/\n      2 http://b/\n      1 http://B/\n      1 news:x\n",
    );
    run_with(&["list", "--tally=host"], TEXT).gives(0, "      3 b\n      2 a\n      1 (no host)\n");
    run_with(&["grep", "b", "--tally"], TEXT).gives(0, "      2 http://b/\n");
    run_with(&["list", "--tally"], b"none").gives(1, "");
}

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

/// What can be counted, on two messages and a text without one.
#[test]
fn properties_of_links_and_messages_are_counted() {
    let mbox = "From a@b.example Mon Jan 30 09:12:04 1995\n\
        Date: Tue, 31 Jan 1995 23:30:00 -0500\nFrom: =?utf-8?Q?J=C3=B6?= <j@a.example>\n\
        Newsgroups: a.b,c.d,a.b\n\n<http://a.example/> and <MAILTO:x@a.example> and <URL:b/c>\n\n\
        From a@b.example Mon Jan 30 09:12:04 1996\n\nhttp://a.example/\n";
    let tally = |what: &str| {
        let what = format!("--tally={what}");
        run_with(
            &["list", "--all", "--conforms=none", &what],
            mbox.as_bytes(),
        )
    };
    for (what, expected) in [
        (
            "scheme",
            "      2 http\n      1 (no scheme)\n      1 mailto\n",
        ),
        ("year", "      3 1995\n      1 (no date)\n"),
        // In UTC.
        ("month", "      3 1995-02\n      1 (no date)\n"),
        (
            "from",
            "      3 J\u{f6} <j@a.example>\n      1 (no sender)\n",
        ),
        (
            "newsgroup",
            "      3 a.b\n      3 c.d\n      1 (no newsgroup)\n",
        ),
        ("conforms", "      3 rfc1738\n      1 relative\n"),
        ("kind", "      2 angle\n      1 bare\n      1 url\n"),
        ("host", "      2 (no host)\n      2 a.example\n"),
    ] {
        tally(what).gives(0, expected);
    }
    // As the filters see it.
    let flags = [
        "list",
        "--tally=scheme",
        "--conforms=relative",
        "--base=ftp://h/",
    ];
    run_with(&flags, b"<URL:b/c>").gives(0, "      1 ftp\n");
}

/// Hosts are compared as they are looked up.
#[test]
fn forms_of_a_host_are_one() {
    let text = "<http://m\u{fc}nchen.example/> <http://xn--mnchen-3ya.example/1> \
        <http://M%C3%BCnchen.EXAMPLE./2> <http://m%FCnchen.example/>";
    let flags = ["list", "--conforms=none"];
    let list = |more: &[&str]| run_with(&[&flags, more].concat(), text.as_bytes());
    list(&["--tally=host"]).gives(
        0,
        "      3 xn--mnchen-3ya.example\n      1 m%fcnchen.example\n",
    );
    list(&["--unique=host", "-c"]).gives(0, "2\n");
    for host in [
        "m\u{fc}nchen.example",
        "XN--MNCHEN-3YA.example",
        "mu\u{308}nchen.example.",
    ] {
        list(&["-c", "--host", host]).gives(0, "3\n");
    }
    list(&["-c", "--host", "munchen.example"]).gives(1, "0\n");
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
fn tally_conflicts_with_other_outputs() {
    for other in [
        "-c",
        "-l",
        "--messages",
        "--csv",
        "--csv-safe",
        "--tsv",
        "--format=x",
    ] {
        run(&["list", "--tally", other]).refuses(&["--tally"]);
    }
    run_with(&["list", "--tally", "-q"], TEXT).gives(0, "");
    run(&["list", "--tally=message"]).refuses(&["--tally", "message"]);
    run(&["list", "--tally", "nowhere"]).gives_errors("", &["nowhere"]);
    run(&["list", "--tally", "--buffer-size=0"]).refuses(&["--buffer-size"]);
}

#[test]
fn detached_value_is_a_path_or_a_pattern() {
    for flag in ["--tally", "--unique"] {
        let tip = format!("'{flag}=host'");
        run(&["list", flag, "host"]).refuses(&["host: No such file", &tip]);
        run(&["grep", flag, "http", "host"]).gives_errors("", &["host"]);
    }
    run_with(&["grep", "--tally", "host"], b"<http://host/> <http://a/>")
        .gives(0, "      1 http://host/\n");
    run_with(&["grep", "--unique", "host"], b"<http://host/> <http://a/>")
        .gives(0, "http://host/\n");
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

/// Tallies the messages that contain a URL (`--unique=message`) and the hosts' first hits (`--unique`), and
/// limits the hits (`-m`).
#[test]
fn excluded_hits_are_not_counted() {
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
    let hits = run_command(urlsift().args(["list", "--json"]), mbox.as_bytes()).json();
    let hosts = hits
        .iter()
        .map(|hit| match field(hit, "host").to_ascii_lowercase() {
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

#[test]
fn value_that_is_no_attached_value_is_refused() {
    let dir = dir_with(&[("mail", TEXT), ("year", TEXT)]);
    run_in(&dir, &["list", "--tally", "host", "mail"])
        .refuses(&["host: No such file", "'--tally=host'"]);
    run_in(&dir, &["--tally", "host", "mail"]).refuses(&["host: No such file", "'--tally=host'"]);
    run_in(&dir, &["grep", "a", "--unique", "host"])
        .refuses(&["host: No such file", "'--unique=host'"]);
    // A file, whatever it is called.
    let counted = run_in(&dir, &["list", "--tally", "year"]);
    counted.gives(0, run_in(&dir, &["list", "--tally", "mail"]).out());
    run_in(&dir, &["list", "--tally", "--", "host"]).gives_errors("", &["host"]);
    run_in(&dir, &["list", "--tally=host", "year", "mail"])
        .gives(0, "      6 b\n      4 a\n      2 (no host)\n");
}

#[test]
fn several_properties_are_refused() {
    for args in [
        &["list", "--tally=host", "--tally=year"][..],
        &["list", "--tally=host", "-n", "--tally=year", "x"],
    ] {
        run(args).refuses(&["'--tally=<WHAT>'", "'host' and 'year'"]);
    }
    run_with(&["list", "--tally=host", "--tally=host"], b"<http://a/>").gives(0, "      1 a\n");
    // Flags override the variable, as others do.
    let mut command = urlsift();
    command.env("URLSIFT_OPTS", "--tally=year");
    let counted = run_command(command.args(["list", "--tally=host"]), b"<http://a/>");
    counted.gives(0, "      1 a\n");
}
