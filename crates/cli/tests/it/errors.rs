//! The form of errors: `urlsift: `, the subject, the reason, and for usage errors where to find help.

use crate::support::{Outcome, dir_with, run_command, run_in, urlsift};

/// The message of an error: the first line without the name of the program.
#[track_caller]
fn message(outcome: &Outcome) -> &str {
    assert_eq!(outcome.status, 2, "{}", outcome.err());
    let first = outcome.err().lines().next().expect("a message");
    let message = first.strip_prefix("urlsift: ").expect("the program's name");
    assert!(!message.starts_with("error"), "{message}");
    assert!(!message.ends_with('.'), "{message}");
    message
}

#[test]
fn input_errors_have_one_form() {
    let dir = dir_with(&[("a", "<http://a/>")]);
    for command in ["list", "info", "split"] {
        let failed = run_in(&dir, &[command, "missing", "a"]);
        assert_eq!(message(&failed), "missing: No such file or directory");
        assert_eq!(failed.err().lines().count(), 1, "{}", failed.err());
        assert_ne!(failed.out(), "", "{command}");
    }
    let failed = run_in(&dir, &["list", "--files-from", "missing"]);
    assert_eq!(message(&failed), "missing: No such file or directory");
    let failed = run_in(&dir, &["list", "--files-from", "a", "missing"]);
    assert_eq!(
        failed.err().lines().collect::<Vec<_>>(),
        [
            "urlsift: missing: No such file or directory",
            "urlsift: <http://a/>: No such file or directory",
        ]
    );
    let long = "x".repeat((1 << 20) + 1);
    let failed = run_command(urlsift().args(["check", "-q"]), long.as_bytes());
    assert_eq!(message(&failed), "-:1:1: line is longer than 1048576 bytes");
}
