//! Tests for filters, which select messages, parts and URLs.

mod archives;
mod links;
mod messages;

use crate::support::{Outcome, run, run_with};
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
fn filtered_links_are_not_counted_as_hidden() {
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
fn help_lists_every_filter() {
    let flags = [
        "scheme",
        "host",
        "domain",
        "exclude-scheme",
        "exclude-host",
        "no-mailto",
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
