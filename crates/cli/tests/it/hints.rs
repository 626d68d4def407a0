//! Tests for the hint at links that were not looked for.

use crate::support::{
    dir_with,
    terminal::{run_shell_on_terminal, strip_colors},
};

const BARE: &str = "see http://a.example/ and \"http://b.example/\" and http://c.example/\n";
const PAGE: &str = "<html><a href=\"http://d.example/\">d</a> http://e.example/</html>\n";

/// Runs a shell line on a terminal, and returns its status and what it shows; `None` without a terminal.
fn shown(line: &str) -> Option<(i32, String)> {
    let dir = dir_with(&[
        ("bare", BARE),
        ("page", PAGE),
        ("none", "none\n"),
        ("names", "bare\nnone\n"),
        ("found", "<http://f.example/> http://g.example/\n"),
    ]);
    let shown = run_shell_on_terminal(dir.path(), line, &[])?;
    Some((shown.status, strip_colors(&shown.stdout).replace('\r', "")))
}

#[test]
fn other_links_are_counted_if_nothing_was_found() {
    for (args, expected) in [
        (
            "list bare",
            "no delimited URLs; 1 in quotation marks and 2 bare: try --all",
        ),
        (
            "list bare page none",
            "no delimited URLs; 1 in quotation marks, 3 bare and 1 in HTML attributes: try --all",
        ),
        (
            "grep 'c[.]' .",
            "no delimited URLs match; 1 bare: try --all",
        ),
        (
            "list --scheme ftp,http --json page",
            "no delimited URLs match; 1 bare and 1 in HTML attributes: try --all",
        ),
        (
            "list --files-from names",
            "no delimited URLs; 1 in quotation marks and 2 bare: try --all",
        ),
        // What cannot be read again is not counted.
        ("- <bare", "no delimited URLs; --all also looks for others"),
        (
            "list --files-from - <names",
            "no delimited URLs; --all also looks for others",
        ),
    ] {
        let Some((status, text)) = shown(&format!("\"$URLSIFT\" {args}")) else {
            return;
        };
        assert_eq!((status, &*text), (1, &*format!("urlsift: {expected}\n")));
    }
}

#[test]
fn there_is_no_hint_where_it_is_not_wanted() {
    for line in [
        "\"$URLSIFT\" list -q bare",
        "\"$URLSIFT\" list none",
        "\"$URLSIFT\" grep nowhere bare",
        "\"$URLSIFT\" list --delimiter url,angle --max-count 0 bare",
        "\"$URLSIFT\" list --since 1995 bare",
        "\"$URLSIFT\" list --delimiter prefix bare",
        // The output is not read by a person.
        "\"$URLSIFT\" list bare | cat",
        "\"$URLSIFT\" list bare 2>err; cat err",
        "\"$URLSIFT\" grep nowhere <bare",
        "echo bare | \"$URLSIFT\" list --scheme http --files-from -",
    ] {
        let Some((_, text)) = shown(line) else {
            return;
        };
        assert_eq!(text, "", "{line}");
    }
    let Some((status, text)) = shown("\"$URLSIFT\" list -I found") else {
        return;
    };
    assert_eq!((status, &*text), (0, "1:1:http://f.example/\n"));
}

/// The hint is about what was read.
#[test]
fn files_that_cannot_be_read_do_not_change_the_hint() {
    let error = "urlsift: nosuch: No such file or directory\n";
    let flag = "urlsift: no delimited URLs; --all also looks for others\n";
    let counts = "urlsift: no delimited URLs; 1 in quotation marks and 2 bare: try --all\n";
    for (args, expected) in [
        ("list nosuch", error.to_owned()),
        ("list nosuch bare", [error, counts].concat()),
        ("list bare nosuch", [error, counts].concat()),
        ("list nosuch none", error.to_owned()),
        ("list nosuch - <none", [error, flag].concat()),
    ] {
        let Some((status, text)) = shown(&format!("\"$URLSIFT\" {args}")) else {
            return;
        };
        assert_eq!((status, text), (2, expected), "{args}");
    }
    // Nothing is read.
    let Some((_, text)) = shown("mkdir empty; \"$URLSIFT\" list empty") else {
        return;
    };
    assert_eq!(text, "");
}
