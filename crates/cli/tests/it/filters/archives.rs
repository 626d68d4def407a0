//! Tests for filters on large mailboxes and on every kind of archive.

use std::fmt::Write as _;

use crate::support::{dir_with, run_in};
use serde_json::Value;
use urlsift_tests::packing::stream::Stream;

/// Returns a mailbox of more than two segments, with three senders in turn and some large messages.
fn large_mbox() -> String {
    let mut mbox = String::new();
    for number in 0..1500 {
        let sender = ["ann", "ben", "cat"][number % 3];
        let _ = write!(
            mbox,
            "From a@b.example Mon Jan 30 09:12:04 1995\nFrom: {sender}@b.example\nSubject: s{number}\n\
             Date: Mon, 30 Jan 1995 09:12:04 +0000\n\n> see <http://{sender}.example/{number}\n> /x> \
             <http://r.example/\n\n<ftp://f.example/{number}>\n",
        );
        mbox += &"text without any, 0123456789 abcdef\n".repeat(if number % 500 == 7 {
            3000
        } else {
            90
        });
        mbox += "\n";
    }
    mbox
}

#[test]
fn selection_does_not_depend_on_threads_ranges_or_packing() {
    let mbox = large_mbox();
    assert!(mbox.len() > 9 << 19, "{} bytes", mbox.len());
    let compressed = Stream::Gzip.pack(mbox.as_bytes());
    let dir = dir_with(&[("a.mbox", mbox.as_bytes()), ("a.mbox.gz", &compressed)]);
    let run = |flags: &[&str], path: &str| run_in(&dir, &[&["list"], flags, &[path]].concat());
    let all = run(&["--json", "-j1"], "a.mbox").json();
    for filter in [
        &["--from", "ann"][..],
        &["--from", "ben", "--scheme", "ftp"],
        &["--subject", "[05]$", "--quoted"],
        &["--type", "text/html"],
    ] {
        let expected = all.iter().filter(|link| is_selected(filter, link));
        let expected: Vec<_> = expected.cloned().collect();
        assert_eq!(expected.is_empty(), filter.contains(&"text/html"));
        for threads in ["-j1", "-j4"] {
            let flags = [filter, &["--json", threads]].concat();
            assert!(
                run(&flags, "a.mbox").json() == expected,
                "{filter:?} {threads}"
            );
            let unpacked = run(&flags, "a.mbox.gz").json();
            let mut urls = unpacked.iter().map(|link| &link["url"]);
            assert!(
                urls.by_ref().eq(expected.iter().map(|link| &link["url"])),
                "{filter:?}"
            );
        }
        let ranges = [":1M", "1M:4000000", "4000000:"];
        let urls = ranges.map(|range| {
            run(&[filter, &["--range", range]].concat(), "a.mbox")
                .out()
                .to_owned()
        });
        assert_eq!(urls.concat(), run(filter, "a.mbox").out(), "{filter:?}");
    }
}

/// Returns whether a filter selects a link of the large mailbox.
fn is_selected(filter: &[&str], link: &Value) -> bool {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let from = text(&link["message"]["from"]);
    let subject = text(&link["message"]["subject"]);
    match filter {
        ["--from", who] => from.contains(who),
        ["--from", who, _, scheme] => from.contains(who) && link["scheme"] == *scheme,
        ["--subject", ..] => subject.ends_with(['0', '5']) && link["quote_depth"] != 0,
        _ => false,
    }
}
