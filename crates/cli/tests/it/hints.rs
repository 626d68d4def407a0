//! Tests for the notes on a terminal, where nothing was found or nothing is read.

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
            "list --from ruth mailbox",
            "no delimited URLs match; 1 bare: try --all",
        ),
        (
            "list --since 1999 mailbox",
            "no delimited URLs match; 1 bare: try --all",
        ),
        (
            "list --type text/plain --conforms rfc1738 --since 1999 mailbox",
            "no delimited URLs match; 1 bare: try --all",
        ),
        (
            "list --conforms rfc1738 bare",
            "no delimited URLs match; 1 in quotation marks and 2 bare: try --all",
        ),
        (
            "list --files-from names",
            "no delimited URLs; 1 in quotation marks and 2 bare: try --all",
        ),
        // What cannot be read again is not counted.
        ("- <bare", "no delimited URLs; --all also looks for others"),
        (
            "list --host x <bare",
            "no delimited URLs match; --all also looks for others",
        ),
        (
            "list --from x <bare",
            "no delimited URLs match; --all also looks for others",
        ),
        (
            "grep nowhere <bare",
            "no delimited URLs match; --all also looks for others",
        ),
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
        "\"$URLSIFT\" list --no-hint bare",
        "\"$URLSIFT\" grep nowhere bare",
        "\"$URLSIFT\" list --delimiter url,angle --max-count 0 bare",
        "\"$URLSIFT\" list --since 1995 bare",
        "\"$URLSIFT\" list --delimiter prefix bare",
        // The output is not read by a person.
        "\"$URLSIFT\" list bare | cat",
        "\"$URLSIFT\" list bare 2>err; cat err",
        "\"$URLSIFT\" grep -q nowhere <bare",
        "echo bare | \"$URLSIFT\" list --scheme http --files-from - | cat",
    ] {
        let Some((_, text)) = shown(line) else {
            return;
        };
        assert_eq!(text, "", "{line}");
    }
    let Some((status, text)) = shown("\"$URLSIFT\" list -I found") else {
        return;
    };
    let links = "1:1:http://f.example/\n";
    let hint = "urlsift: 1 link in angle brackets; 1 more without: --all\n";
    assert_eq!((status, text), (0, [links, hint].concat()));
}

#[test]
fn more_links_are_counted_if_some_were_found() {
    let one = "1 link in angle brackets; 1 more without: --all";
    for (args, expected) in [
        ("list -I found", one),
        ("list --json found", one),
        ("list --tally found", one),
        ("list --csv found", one),
        ("grep f found", ""),
        (
            "list found found",
            "2 links in angle brackets; 2 more without: --all",
        ),
        (
            "list mailbox bare",
            "1 link in angle brackets; 4 more without: --all",
        ),
        ("list --from tom mailbox", ""),
        // No hint if links are left out on purpose, if the input cannot be read again, or for a program.
        ("list --no-hint found", ""),
        ("list -l found", ""),
        ("list -L found bare", ""),
        ("list -m1 found", ""),
        ("list --delimiter url,angle,prefix found", ""),
        ("list --all found", ""),
        (
            "list --all headers",
            "2 of 3 links are in headers: --in body",
        ),
        ("list --all --in headers headers", ""),
        ("list --all --in body headers", ""),
        ("list --all --no-hint headers", ""),
        ("list --all headers | cat", ""),
        ("list -q found", ""),
        ("list - <found", ""),
        ("list found | cat", ""),
        ("list found 2>/dev/null", ""),
    ] {
        let Some((_, text)) = shown(&format!("\"$URLSIFT\" {args}")) else {
            return;
        };
        let hints = text
            .lines()
            .filter_map(|line| line.strip_prefix("urlsift: "));
        assert_eq!(hints.collect::<Vec<_>>().concat(), expected, "{args}");
    }
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

#[test]
fn notes_say_which_flags_may_be_the_reason() {
    let include = "urlsift: no file matches --include\n";
    for (args, expected) in [
        ("list --include '*.mbox' new", include),
        ("grep --include '*.mbox' x .", include),
        // No hint.
        ("list --include '*.mbox' -q new", ""),
        ("list --include '*.mbox' new 2>/dev/null", ""),
        ("list --include 'e*' new", ""),
        ("list --include '*.mbox' found -m 0", ""),
    ] {
        let Some((_, text)) = shown(&format!("\"$URLSIFT\" {args}")) else {
            return;
        };
        assert_eq!(text, expected, "{args}");
    }
}

/// Standard input is the terminal, at whose end `script` is.
#[test]
fn reading_the_terminal_is_announced() {
    let note = "urlsift: reading standard input; name a path, or `.`\n";
    for (args, is_announced) in [
        ("list", true),
        ("grep x", true),
        ("list -", false),
        ("list -q", false),
        ("grep x found", false),
        ("list <found", false),
        ("list 2>/dev/null", false),
    ] {
        let Some((_, text)) = shown(&format!("\"$URLSIFT\" {args}")) else {
            return;
        };
        assert_eq!(text.contains(note), is_announced, "{args}: {text}");
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
