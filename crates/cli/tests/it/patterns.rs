//! Tests for `grep` patterns: how they are given and what they match.

use crate::support::{dir_with, run_in, run_with};

const TEXT: &[u8] = b"<http://a/> <ftp://A.b/> <news:c>";

fn grep(args: &[&str]) -> crate::support::Outcome {
    run_with(&[&["grep"], args].concat(), TEXT)
}

#[test]
fn each_line_is_a_pattern() {
    grep(&["^news\n^ftp"]).gives(0, "ftp://A.b/\nnews:c\n");
    grep(&["-e", "none\n^ftp", "-e", "^news"]).gives(0, "ftp://A.b/\nnews:c\n");
    grep(&["-F", "none\nA.b"]).gives(0, "ftp://A.b/\n");
    grep(&["-F", "-x", "none\nnews:c"]).gives(0, "news:c\n");
    grep(&["-c", "^news\n"]).gives(0, "3\n");
    grep(&["a\n("]).refuses(&["'('", "PATTERN', line 2"]);
}

#[test]
fn invalid_pattern_is_shown_with_its_position() {
    let dir = dir_with(&[("a", "<news:x>")]);
    for args in [
        &["grep", "x[a", "a", "none"][..],
        &["grep", "-e", "x", "-e", "x[a", "a", "none"],
        &["grep", "-i", "-v", "x[a", "a", "none"],
    ] {
        let refused = run_in(&dir, args);
        refused.refuses(&["x[a"]);
        assert!(!refused.err().contains("none"), "{}", refused.err());
        let lines: Vec<_> = refused.err().lines().collect();
        let caret = lines
            .iter()
            .position(|line| line.trim_start().starts_with('^'));
        let caret = caret.expect("a line of carets");
        assert_eq!(
            lines[caret].find('^'),
            lines[caret - 1].find('['),
            "{}",
            refused.err()
        );
    }
}

#[test]
fn thousands_of_patterns_are_accepted() {
    let patterns: Vec<_> = (0..3000)
        .map(|number| format!("-ehttp://host-{number}.example"))
        .collect();
    let mut args = vec!["grep", "-F"];
    args.extend(patterns.iter().map(String::as_str));
    let text = b"<http://host-3000.example/> <http://host-2999.example/> <http://host/>";
    run_with(&args, text).gives(0, "http://host-2999.example/\n");
}

#[cfg(unix)]
#[test]
fn invalid_utf8_pattern_is_rejected() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    for flags in [&["grep"][..], &["grep", "-e"]] {
        let mut command = crate::support::urlsift();
        command.args(flags).arg(OsStr::from_bytes(b"\xff"));
        crate::support::run_command(&mut command, TEXT).refuses(&[
            "PATTERN",
            "UTF-8",
            r"(?-u:\xNN)",
        ]);
    }
    let mut command = crate::support::urlsift();
    command.args(["grep", "-F"]).arg(OsStr::from_bytes(b"\xff"));
    crate::support::run_command(&mut command, TEXT).refuses(&["without -F"]);
}
