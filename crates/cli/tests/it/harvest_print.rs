//! Tests for what `harvest` prints for other programs, and for what has changed.

use std::fs;

use serde_json::Value;

use crate::{
    harvest::{harvest, rows},
    support::{dir_with, run_command, run_in, urlsift},
};

const MAIL: &str = "From: A <a@x.example>\nDate: Mon, 1 Jan 1996 00:00:00 +0000\n\n\
    <http://b.example/> <HTTP://a.example:80/%7Ex> <http://a.example/~x> <http://a.example/~x>\n\
    <ftp://a.example/> <https://a.example> <http://b.example/?\u{e9}>\n";

/// The URLs with http and https: by their numbers of links, then by key, each as most links have it.
const SEEDS: &str =
    "http://a.example/~x\nhttp://b.example/\nhttp://b.example/?\u{e9}\nhttps://a.example\n";

#[test]
fn seeds_are_printed() {
    let dir = dir_with(&[("a.eml", MAIL)]);
    let temporary = dir_with::<&str>(&[]);
    let ended = run_command(
        urlsift()
            .current_dir(dir.path())
            .env("TMPDIR", temporary.path())
            .args(["harvest", "--format=seeds", "a.eml"]),
        b"",
    );
    assert_eq!((ended.out(), ended.err(), ended.status), (SEEDS, "", 0));
    let left = fs::read_dir(temporary.path()).expect("a directory");
    assert_eq!(left.count(), 0);
    // With a directory, there is also a data set, from which a step prints them again.
    let ended = harvest(dir.path(), &["--format=seeds", "a.eml", "-oout"]);
    assert_eq!((ended.out(), ended.err(), ended.status), (SEEDS, "", 0));
    assert!(dir.path().join("out/report.html").exists());
    let ended = harvest(dir.path(), &["finish", "out", "--format=seeds"]);
    assert_eq!((ended.out(), ended.err(), ended.status), (SEEDS, "", 0));
    let ended = harvest(dir.path(), &["finish", "out", "--format=ndjson"]);
    ended.refuses(&["not in the format jsonl"]);
}

#[test]
fn rows_are_printed() {
    let dir = dir_with(&[("a.eml", MAIL), ("b", "<http://d.example/>\n")]);
    let ended = harvest(dir.path(), &["--format=ndjson", "a.eml", "b"]);
    assert_eq!((ended.err(), ended.status), ("", 0));
    let printed: Vec<Value> = ended.json();
    let made = harvest(dir.path(), &["--format=jsonl", "a.eml", "b", "-oout"]);
    assert_eq!(made.status, 0);
    assert_eq!(printed, rows(&dir.path().join("out"), "wide"));
    assert_eq!(printed.len(), 8);
    assert_eq!(printed[0]["message_from"], "A <a@x.example>");
    let again = harvest(dir.path(), &["finish", "out", "--format=ndjson"]);
    assert_eq!(again.json(), printed);
    let refused = harvest(dir.path(), &["--format=ndjson", "--no-wide", "a.eml"]);
    refused.refuses(&["--no-wide"]);
    harvest(dir.path(), &["--format=csv", "a.eml"]).refuses(&["--output <DIR>"]);
}

#[test]
fn changes_are_a_page_and_a_part_of_the_report() {
    let dir = dir_with(&[
        ("a", "<http://a.example/>\n"),
        ("b", "<http://www.b.example/&>\n"),
    ]);
    let out = dir.path().join("out");
    let page = || fs::read_to_string(out.join("report.html")).expect("a report");
    assert_eq!(harvest(dir.path(), &["a", "-oout"]).status, 0);
    assert!(!page().contains("Since the last plan"));
    assert_eq!(harvest(dir.path(), &["a", "b", "-oout"]).status, 0);
    let since =
        "2 links instead of 1; 1 new host; 1 new domain: <span><bdi>b.example</bdi> <b>1</b>";
    assert!(page().contains(since), "{}", page());
    let ended = run_in(
        dir.path(),
        &["harvest", "diff", "out/previous.json", "out", "--html"],
    );
    assert_eq!((ended.err(), ended.status), ("", 0));
    for expected in [
        "<h1>2 links</h1>",
        "<h3>new</h3>",
        "http://www.b.example/&#38;",
    ] {
        assert!(ended.out().contains(expected), "{}", ended.out());
    }
    assert!(!ended.out().contains("gone"));
    // What is pruned is not compared.
    assert_eq!(
        harvest(dir.path(), &["a", "-oout", "--drop-missing"]).status,
        0
    );
    assert_eq!(harvest(dir.path(), &["prune", "out"]).status, 0);
    assert_eq!(harvest(dir.path(), &["report", "out"]).status, 0);
    assert!(!page().contains("Since the last plan"));
}
