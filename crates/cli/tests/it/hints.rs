//! Tests for the notes on a terminal, where nothing was found or nothing is read.

use urlsift_tables::{lines, rows};

use crate::support::{
    dir_with,
    terminal::{run_shell_on_terminal, strip_colors},
};

const BARE: &str = "see http://a.example/ and \"http://b.example/\" and http://c.example/\n";
const PAGE: &str = "<html><a href=\"http://d.example/\">d</a> http://e.example/</html>\n";

/// Two messages, of which the second one has no URL in angle brackets.
const MAILBOX: &str = "From a@b.example Thu Jan  1 00:00:00 1998
From: tom@b.example
Date: Thu, 1 Jan 1998 00:00:00 +0000

<http://a.example/>

From a@b.example Fri Jan  1 00:00:00 1999
From: ruth@b.example
Date: Fri, 1 Jan 1999 00:00:00 +0000

http://b.example/
";

/// A message of which two links of three are in the header.
const HEADERS: &str = "From: tom@b.example
List-Unsubscribe: <http://a.example/>
List-Archive: <http://b.example/>

http://h.example/
";

/// Runs a shell line on a terminal, and returns its status and what it shows; `None` without a terminal.
fn shown(line: &str) -> Option<(i32, String)> {
    let dir = dir_with(&[
        ("bare", BARE),
        ("page", PAGE),
        ("none", "none\n"),
        ("names", "bare\nnone\n"),
        ("found", "<http://f.example/> http://g.example/\n"),
        ("mailbox", MAILBOX),
        ("new/empty", ""),
        ("headers", HEADERS),
    ]);
    let shown = run_shell_on_terminal(dir.path(), line, &[])?;
    Some((shown.status, strip_colors(&shown.stdout).replace('\r', "")))
}

/// Asserts that each line of a table has its status and its notes.
fn check(rows: Vec<(&str, &str, &str)>) {
    for (args, expected, notes) in rows {
        let Some((status, text)) = shown(&format!("\"$URLSIFT\" {args}")) else {
            return;
        };
        let lines = text
            .lines()
            .filter_map(|line| line.strip_prefix("urlsift: "));
        let found = lines.collect::<Vec<_>>().join("\n");
        assert_eq!((&*status.to_string(), &*found), (expected, notes), "{args}");
    }
}

#[test]
fn other_links_are_counted() {
    check(rows!("hints.toml", "nothing_found"));
    check(rows!("hints.toml", "more_found"));
    check(rows!("hints.toml", "not_read"));
}

#[test]
fn notes_say_what_may_be_the_reason() {
    check(rows!("hints.toml", "include"));
    check(rows!("hints.toml", "reading"));
}

#[test]
fn there_is_no_note_where_it_is_not_wanted() {
    for line in lines!("hints.toml", "silent") {
        let Some((_, text)) = shown(line) else {
            return;
        };
        assert_eq!(text, "", "{line}");
    }
}

#[test]
fn recursive_search_without_a_path_is_that_of_the_working_directory() {
    for args in [
        "grep -r 'f[.]'",
        "grep -R 'f[.]'",
        "list -rI --host f.example",
    ] {
        let Some((status, text)) = shown(&format!("\"$URLSIFT\" {args} --no-heading")) else {
            return;
        };
        assert_eq!(status, 0, "{args}: {text}");
        assert!(text.contains("http://f.example/"), "{args}: {text}");
        assert!(!text.contains("standard input"), "{args}: {text}");
    }
    // Standard input is no terminal.
    let Some((status, text)) = shown("\"$URLSIFT\" grep -rI 'f[.]' <bare") else {
        return;
    };
    assert_eq!(status, 1, "{text}");
}
