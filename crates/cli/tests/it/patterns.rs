//! Tests for `grep` patterns: how they are given and what they match.

use crate::support::{dir_with, run_in, run_with};

const TEXT: &[u8] = b"<http://a/> <ftp://A.b/> <news:c>";

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
