//! Tests for context lines around links.

use crate::support::terminal::{run_on_terminal, strip_colors};
use crate::support::{dir_with, run_in, run_with};

fn context_of(args: &[&str], text: &str) -> String {
    let found = run_with(&[&["list"], args].concat(), text.as_bytes());
    assert_eq!(found.err(), "");
    found.out().to_owned()
}

#[test]
fn terminal_shows_tabs_as_spaces() {
    let files: [(&str, &[u8]); 1] = [("a", b"ab\tc\xe2\x80\xae\n<http://a/>")];
    let Some(shown) = run_on_terminal(&files, "list -B1 a", &[]) else {
        return;
    };
    assert_eq!(
        strip_colors(&shown).replace("\r\n", "\n"),
        "1-ab      c\\u{202e}\n2:1:http://a/\n2-<http://a/>\n"
    );
}

#[test]
fn long_lines_are_truncated() {
    let text = format!("<http://a/>{}\n", "x".repeat(10_000));
    let found = context_of(&["-A0"], &text);
    let line = found.lines().nth(1).expect("a line");
    assert!(line.ends_with("x..."), "{}", line.len());
    assert!(line.len() < 4200, "{}", line.len());
}

#[test]
fn context_does_not_depend_on_threads() {
    const LINKS: usize = 4000;
    // One text may be chunked and the mailbox is; both are larger than a chunk.
    let far = "far away\n".repeat(130);
    let text = (0..LINKS)
        .map(|number| format!("before {number}\n\n<http://a/{number}>\n\nafter\n\n{far}"))
        .collect::<Vec<_>>()
        .concat();
    let mail = (0..LINKS)
        .map(|number| {
            format!(
                "From a@b Tue Jan 31 12:00:00 1995\nSubject: {number}\n\n{far}before\n\
                 <http://a/{number}>\nafter\n\n<http://b/{number}>\nend\n\n"
            )
        })
        .collect::<Vec<_>>()
        .concat();
    assert!(text.len().min(mail.len()) > 4 << 20);
    let dir = dir_with(&[("text", text.as_str()), ("mail", &mail)]);
    let texts = (0..LINKS)
        .map(|number| {
            let gap = if number > 0 { "--\n" } else { "" };
            format!("{gap}-\nhttp://a/{number}\n-<http://a/{number}>\n-\n")
        })
        .collect::<Vec<_>>()
        .concat();
    let mails = (0..LINKS)
        .map(|number| {
            format!(
                "--\n-before\nhttp://a/{number}\n-<http://a/{number}>\n-after\n-\n\
                 http://b/{number}\n-<http://b/{number}>\n-end\n"
            )
        })
        .collect::<Vec<_>>()
        .concat();
    let headed = mails
        .strip_prefix("--\n")
        .expect("it follows the texts")
        .split("--\n")
        .enumerate()
        .map(|(number, links)| format!("{number}\n{links}"))
        .collect::<Vec<_>>();
    let headed = format!("mail\n{}", headed.join("\n"));
    let expected = texts + &mails;
    for threads in ["1", "2", "5"] {
        let args = ["list", "-C1", "-IN", "-j", threads, "text", "mail"];
        let found = run_in(&dir, &args);
        let mut lines = found.out().lines().zip(expected.lines());
        let differs = lines.find(|(found, expected)| found != expected);
        assert_eq!(differs, None, "{threads} threads");
        assert_eq!(found.out().len(), expected.len(), "{threads} threads");
        let args = ["list", "-C1", "-N", "--heading", "--messages"];
        let found = run_in(&dir, &[&args[..], &["-j", threads, "mail"]].concat());
        let mut lines = found.out().lines().zip(headed.lines());
        let differs = lines.find(|(found, headed)| found != headed);
        assert_eq!(differs, None, "{threads} threads");
        assert_eq!(found.out().len(), headed.len(), "{threads} threads");
    }
}

/// Windows, chunks and threads end anywhere; each number is the number of the line in the file.
#[test]
fn context_lines_have_their_numbers() {
    const MESSAGES: usize = 3000;
    let far = "far away, see http://far.example/\n".repeat(20);
    let mail = (0..MESSAGES)
        .map(|number| {
            format!(
                "From a@b Tue Jan 31 12:00:00 1995\nSubject: {number}\n\n{far}before {number}\n\
                 <http://a/{number}>\nafter {number}\n\n> <http://b/\n> {number}>\n> end\n\n"
            )
        })
        .collect::<Vec<_>>()
        .concat();
    assert!(mail.len() > 2 << 20);
    let lines: Vec<&str> = mail.lines().collect();
    let dir = dir_with(&[("mail", mail.as_str())]);
    for args in [["-C1", "-j1"], ["-C1", "-j3"], ["--all", "-C2"]] {
        let found = run_in(&dir, &[&["list", "-n"], &args[..], &["mail"]].concat());
        let mut count = 0;
        for line in found.out().lines() {
            let digits = line.bytes().take_while(u8::is_ascii_digit).count();
            if let Some(text) = line[digits..].strip_prefix('-')
                && line != "--"
            {
                let number: usize = line[..digits].parse().expect("a number");
                assert_eq!(lines[number - 1], text, "{args:?}");
                count += 1;
            }
        }
        assert!(count >= MESSAGES * 7, "{args:?}: {count}");
    }
}
