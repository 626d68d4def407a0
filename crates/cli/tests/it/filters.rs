//! Tests for filters, which select messages, parts and URLs.

mod archives;
mod hits;
mod messages;

use crate::support::{Outcome, dir_with, run, run_in, run_with};
use serde_json::Value;

/// Three messages, the last with minimal headers.
const MBOX: &str = "\
From jim@a.example Tue Jan 31 12:00:00 1995\n\
Date: Tue, 31 Jan 1995 18:59:59 -0500\n\
From: Jim <jim@a.example>\n\
Subject: Re: URLs and\n where to find them\n\
Message-ID: <1@a.example>\n\
Newsgroups: comp.infosystems.www\n\
X-List: one\n\
\n\
> see <http://www.ietf.org/a1>\n\
or <ftp://ftp.example/a2>\n\
and <URL: >\n\
\n\
From ben@b.example Wed Feb  1 12:00:00 1995\n\
Date: Wed, 1 Feb 1995 00:00:00 +0000\n\
From: =?iso-8859-1?Q?J=FCrgen?= <j@b.example>\n\
Subject: announce\n\
Message-ID: <2@b.example>\n\
Newsgroups: comp.binaries.mac,de.test\n\
X-List: two\n\
x-list: three, four\n\
List-Archive: <http://b.example/b1>\n\
\n\
<http://b.exa\n\
mple/b2>\n\
\n\
From c@c.example Thu Feb  2 12:00:00 1995\n\
Subject: nothing\n\
\n\
<http://c.example/c1> <http://c.example/|>\n";

const A: &str = "http://www.ietf.org/a1\nftp://ftp.example/a2\n";
const B: &str = "http://b.example/b1\nhttp://b.example/b2\n";
const C: &str = "http://c.example/c1\nhttp://c.example/|\n";

fn list(flags: &[&str], text: &str) -> Outcome {
    run_with(&[&["list"], flags].concat(), text.as_bytes())
}

/// Asserts that the flags select these messages of [`MBOX`].
#[track_caller]
fn assert_selects(flags: &[&str], messages: &[&str]) {
    list(flags, MBOX).gives(i32::from(messages.is_empty()), &messages.concat());
}

/// Returns the summary of a search.
fn summary(flags: &[&str], text: &str) -> Value {
    let all = list(&[&["--json", "--stats"], flags].concat(), text).json();
    all.last().expect("a summary")["summary"].clone()
}

#[test]
fn without_filters_everything_is_selected() {
    assert_selects(&[], &[A, B, C]);
}

#[test]
fn different_filters_must_all_match() {
    assert_selects(&["--from", "j", "--subject", "announce"], &[B]);
    assert_selects(&["--from", "jim", "--subject", "announce"], &[]);
    assert_selects(
        &[
            "--newsgroup",
            "comp.*",
            "--until",
            "1995-01-31",
            "--scheme",
            "ftp",
        ],
        &["ftp://ftp.example/a2\n"],
    );
    assert_selects(&["--from", "j", "--host", "c.example"], &[]);
}

#[test]
fn filtered_hits_are_not_counted_as_hidden() {
    let flags = ["--conforms", "rfc1738"];
    assert_eq!(summary(&flags, MBOX)["hidden"], 1);
    for filter in [
        ["--host", "ietf.org"],
        ["--scheme", "ftp"],
        ["--from", "jim"],
        ["--type", "image/*"],
    ] {
        let found = summary(&[&flags[..], &filter[..]].concat(), MBOX);
        assert_eq!(found["hidden"], 0, "{filter:?}");
    }
    assert_eq!(
        summary(&["--conforms", "rfc1738", "--host", "c.example"], MBOX)["hidden"],
        1
    );
}

#[test]
fn inverted_match_does_not_invert_filters() {
    let grep = |flags: &[&str]| run_with(&[&["grep"], flags].concat(), MBOX.as_bytes());
    grep(&["-v", "a1", "--from", "jim"]).gives(0, "ftp://ftp.example/a2\n");
    grep(&["a1", "--from", "jim"]).gives(0, "http://www.ietf.org/a1\n");
    grep(&["-v", "b1", "--host", "b.example"]).gives(0, "http://b.example/b2\n");
    grep(&["-e", "a1", "--subject", "announce"]).gives(1, "");
}

#[test]
fn rejects_are_limited_to_selected_messages() {
    let rejects = |flags: &[&str]| {
        let all = list(&[&["--json", "--rejected"], flags].concat(), MBOX).json();
        all.iter()
            .filter(|object| object.get("rejected").is_some())
            .count()
    };
    assert_eq!(rejects(&[]), 1);
    assert_eq!(rejects(&["--from", "jim"]), 1);
    assert_eq!(rejects(&["--subject", "announce"]), 0);
    assert_eq!(rejects(&["--type", "text/html"]), 0);
    // A reject has no host.
    assert_eq!(rejects(&["--host", "b.example"]), 1);
}

#[test]
fn counts_cover_selected_hits() {
    let dir = dir_with(&[("a.mbox", MBOX), ("b.txt", "<http://a/>")]);
    let run = |flags: &[&str]| run_in(&dir, &[&["list"], flags, &["a.mbox", "b.txt"]].concat());
    run(&["-c", "--from", "jim"]).gives(0, "a.mbox:2\nb.txt:0\n");
    run(&["-l", "--from", "jim"]).gives(0, "a.mbox\n");
    run(&["-l", "--host", "a"]).gives(0, "b.txt\n");
    run(&["-I", "-m1", "--from", "gen"]).gives(0, "http://b.example/b1\n");
    run(&["-q", "--from", "nobody"]).gives(1, "");
    let heads = list(&["--messages", "--from", "jim"], MBOX);
    let head = "1995-01-31 Jim <jim@a.example>: Re: URLs and where to find them\n";
    heads.gives(0, &format!("{head}{A}"));
}

#[test]
fn line_numbers_count_excluded_text() {
    list(&["-n", "--subject", "nothing"], MBOX)
        .gives(0, "30:http://c.example/c1\n30:http://c.example/|\n");
    list(&["-n", "--host", "www.ietf.org"], MBOX).gives(0, "10:http://www.ietf.org/a1\n");
}

#[test]
fn invalid_values_are_rejected() {
    let refused: [(&[&str], &str); 15] = [
        (&["--scheme", "http://"], "http://"),
        (&["--scheme", "http,"], "--scheme"),
        (&["--host", "http://a/"], "http://a/"),
        (&["--host", "a..b"], "label"),
        (&["--newsgroup", "!a.*"], "first pattern"),
        (&["--newsgroup", "a[b]"], "'['"),
        (&["--from", "("], "unclosed group"),
        (&["--header", "Subject"], "colon"),
        (&["--header", "X: ("], "unclosed group"),
        (&["--message-id", "<>"], "empty"),
        (&["--thread", ""], "empty"),
        (&["--since", "soon"], "expected a date"),
        (&["--until", "1995-02-30"], "February 1995 has 28 days"),
        (&["--type", "text"], "expected a media type"),
        (&["--warn", "none"], "doubtful-close"),
    ];
    for command in [&["list"][..], &["grep", "a"]] {
        for (flags, mention) in refused {
            run(&[command, flags].concat()).refuses(&[flags[0], mention]);
        }
        let crossed = ["--since", "1996", "--until", "1995"];
        run(&[command, &crossed].concat()).refuses(&["--until <DATE>", "--since <DATE>"]);
    }
}

#[test]
fn help_lists_every_filter() {
    let flags = [
        "scheme",
        "host",
        "newsgroup",
        "from",
        "subject",
        "header",
        "message-id",
        "thread",
        "since",
        "until",
        "local",
        "type",
        "quoted",
        "no-quoted",
        "joined",
        "warn",
    ];
    for command in ["list", "grep"] {
        let help = run(&[command, "--help"]);
        let (_, rows) = help.out().split_once("\nSelection:\n").expect("a heading");
        let (rows, _) = rows.split_once("\nOutput:\n").expect("the next heading");
        let named = rows.lines().filter_map(|row| row.strip_prefix("      --"));
        let named: Vec<_> = named
            .map(|row| row.split(' ').next().expect("a name"))
            .collect();
        assert!(named.ends_with(&flags), "{named:?}");
    }
}
