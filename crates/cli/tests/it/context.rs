//! Tests for context lines around links.

use crate::support::terminal::{run_on_terminal, strip_colors};
use crate::support::{dir_with, run_in};

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
