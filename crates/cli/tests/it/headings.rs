//! Tests for headings, line numbers and columns.

use crate::support::terminal::{run_on_terminal, strip_colors};
use crate::support::{dir_with, run_in};
use urlsift_tests::packing::tar::Tar;

const A: &str = "<http://a/1>\n  <http://a/2>\n";
const C: &str = "<http://c/>\n";

/// Returns a mailbox with the given number of messages, each with a link on its fourth line, followed by
/// `trailing` lines of which the last is empty.
fn mailbox(messages: usize, trailing: usize) -> String {
    let trailing = "and so on\n".repeat(trailing - 1) + "\n";
    let head = "From a@b Tue Jan 31 12:00:00 1995\nSubject: ";
    let message = |number| format!("{head}{number}\n\n<http://h/{number}>\n{trailing}");
    (0..messages).map(message).collect()
}

#[test]
fn heading_affects_only_link_lines() {
    let dir = dir_with(&[("a", A), ("c", C)]);
    for args in [
        &["list", "--json", "a", "c"][..],
        &["list", "-c", "a"],
        &["list", "-c", "a", "c"],
        &["list", "-l", "a", "c"],
        &["list", "-q", "a"],
    ] {
        let plain = run_in(&dir, args);
        let headed = run_in(&dir, &[args, &["--heading"]].concat());
        assert_eq!(plain.out(), headed.out(), "{args:?}");
    }
}

#[test]
fn heading_is_printed_once_per_chunked_file() {
    // More than one segment for each thread, and more than one chunk per segment.
    let (messages, trailing) = (8000, 70);
    let text = mailbox(messages, trailing);
    assert!(text.len() > 5 << 20);
    let dir = dir_with(&[("a", text.as_str()), ("b", C)]);
    let mut links = Vec::new();
    let mut with_messages = Vec::new();
    for number in 0..messages {
        let link = format!("{}:1:http://h/{number}\n", number * (trailing + 4) + 4);
        let gap = if number > 0 { "\n" } else { "" };
        with_messages.push(format!("{gap}{number}\n{link}"));
        links.push(link);
    }
    for (messages, expected) in [(&[][..], links), (&["--messages"], with_messages)] {
        let expected = format!("a\n{}\nb\n1:1:http://c/\n", expected.concat());
        for threads in ["1", "2", "5"] {
            let args = ["list", "--heading", "--column", "-j", threads, "a", "b"];
            let found = run_in(&dir, &[&args, messages].concat());
            let differs = found.out().lines().zip(expected.lines());
            let differs = differs
                .into_iter()
                .find(|(found, expected)| found != expected);
            assert_eq!(differs, None, "{threads} threads {messages:?}");
            assert_eq!(found.out().len(), expected.len(), "{threads} threads");
        }
    }
}

#[test]
fn headings_default_to_terminal_only() {
    let files: [(&str, &[u8]); 2] = [("a", A.as_bytes()), ("c", C.as_bytes())];
    let headed = "a\n1:1:http://a/1\n2:3:http://a/2\n\nc\n1:1:http://c/\n";
    let plain = "a:1:http://a/1\na:2:http://a/2\nc:1:http://c/\n";
    for (args, expected) in [
        ("list a c", headed),
        (
            "list .",
            &headed
                .replace("a\n1:", "./a\n1:")
                .replace("\nc\n", "\n./c\n"),
        ),
        ("grep . a c", headed),
        ("list --no-heading --no-column a c", plain),
        ("list c", "1:1:http://c/\n"),
        ("list -H c", "c\n1:1:http://c/\n"),
        (
            "list -I a c",
            "1:1:http://a/1\n2:3:http://a/2\n1:1:http://c/\n",
        ),
        ("list -N a c", "a\nhttp://a/1\nhttp://a/2\n\nc\nhttp://c/\n"),
        ("list --range : c", "http://c/\n"),
        ("list -n a c | cat", plain),
        ("list c a -m1 | cat", "c:http://c/\na:http://a/1\n"),
        ("list -c a c", "a:2\nc:1\n"),
    ] {
        let Some(shown) = run_on_terminal(&files, args, &[]) else {
            return;
        };
        let shown = strip_colors(&shown).replace("\r\n", "\n");
        assert_eq!(shown, expected, "{args}");
    }
}

#[test]
fn terminal_shows_a_heading_per_member() {
    let tar = Tar::new().file("m", C.as_bytes()).file("n", A.as_bytes());
    let tar = tar.finish();
    let expected = "t!m\n1:1:http://c/\n\nt!n\n1:1:http://a/1\n2:3:http://a/2\n";
    for (args, expected) in [
        ("list t", expected),
        ("list -IN -m1 t", "http://c/\nhttp://a/1\n"),
    ] {
        let Some(shown) = run_on_terminal(&[("t", &tar)], args, &[]) else {
            return;
        };
        let shown = strip_colors(&shown).replace("\r\n", "\n");
        assert_eq!(shown, expected, "{args}");
    }
}
