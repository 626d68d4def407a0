//! The form of errors: `urlsift: `, the subject, the reason, and for usage errors where to find help.

use crate::support::{Outcome, dir_with, run_command, run_in, urlsift};

/// The last line of a usage error.
const HELP: &str = "For more information, try '--help'.";

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
fn usage_errors_have_one_form() {
    let dir = dir_with(&[("a", "<http://a/>"), ("pattern", "x[a\n")]);
    for (args, expected) in [
        // Errors that clap finds.
        (&["lst"][..], "unrecognized subcommand 'lst'"),
        (
            &["list", "--nonsense"],
            "unexpected argument '--nonsense' found",
        ),
        (
            &["list", "--color=pink"],
            "invalid value 'pink' for '--color <WHEN>'",
        ),
        (
            &["list", "-m"],
            "a value is required for '--max-count <NUM>' but none was supplied",
        ),
        (
            &["list", "--csv", "--tsv"],
            "the argument '--csv' cannot be used with '--tsv'",
        ),
        (
            &["grep"],
            "the following required arguments were not provided:",
        ),
        // Errors in values.
        (
            &["list", "-j0"],
            "invalid value '0' for '--threads <NUM>': expected a number from 1 to 256",
        ),
        (
            &["split", "--size=0"],
            "invalid value '0' for '--size <SIZE>': expected a number of bytes above 0",
        ),
        (
            &["list", "--range=2:1"],
            "invalid value '2:1' for '--range <START:END>': the range ends before it begins",
        ),
        (
            &["list", "--type=x"],
            "invalid value 'x' for '--type <TYPES>': expected a media type such as text/plain or text/*",
        ),
        (
            &["list", "--header=a"],
            "invalid value 'a' for '--header <NAME:REGEX>': expected a field name, a colon and a pattern, such \
             as 'List-Id: ietf'",
        ),
        // Errors that are found when flags are resolved.
        (
            &["list", "--since=1996", "--until=1995"],
            "invalid value for '--until <DATE>': the date is before that of '--since <DATE>'",
        ),
        (
            &["list", "--files-from=-", "-"],
            "invalid value '-' for '--files-from <FILE>': standard input is also a PATH",
        ),
        (
            &["grep", "-f", "missing", "a"],
            "invalid value 'missing' for '--file <FILE>': No such file or directory",
        ),
        (
            &["grep", "-f", "pattern", "a"],
            "invalid value 'x[a' for '--file pattern', line 1: regex parse error:",
        ),
    ] {
        let refused = run_in(&dir, args);
        assert_eq!(message(&refused), expected, "{args:?}");
        assert_eq!(refused.out(), "", "{args:?}");
        assert_eq!(refused.err().lines().last(), Some(HELP), "{args:?}");
    }
}

#[test]
fn errors_in_the_environment_name_the_variable() {
    for (value, expected) in [
        (
            "--nonsense",
            "URLSIFT_OPTS: unexpected argument '--nonsense' found",
        ),
        ("a.mbox", "URLSIFT_OPTS: 'a.mbox' is not a flag"),
        (
            "'",
            "URLSIFT_OPTS: unclosed quotation mark or trailing backslash",
        ),
        (
            "--help",
            "URLSIFT_OPTS: help and version flags are not allowed",
        ),
    ] {
        let refused = run_command(urlsift().arg("list").env("URLSIFT_OPTS", value), b"");
        assert_eq!(message(&refused), expected);
        assert_eq!(refused.out(), "");
    }
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
