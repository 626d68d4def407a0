//! Tests for `urlsift PATH...`, which is `urlsift list PATH...`.

use crate::support::{dir_with, run_in};

const TEXT: &str = "<http://a.example/>\n<ftp://b.example/>\n";

#[test]
fn names_of_commands_come_first() {
    let dir = dir_with(&[("list", TEXT), ("help", TEXT)]);
    run_in(&dir, &["list", "list"]).gives(0, "http://a.example/\nftp://b.example/\n");
    assert!(run_in(&dir, &["help"]).out().contains("Usage: urlsift"));
    run_in(&dir, &["./list", "-c"]).gives(0, "2\n");
}

#[test]
fn errors_concern_what_was_typed() {
    let dir = dir_with(&[("mail", TEXT)]);
    run_in(&dir, &["grpe", "mail"]).refuses(&["grpe", "grep"]);
    run_in(&dir, &["nowhere"]).refuses(&["nowhere", "Usage: urlsift <COMMAND>"]);
    run_in(&dir, &["--nowhere", "mail"]).refuses(&["--nowhere"]);
    run_in(&dir, &["--max-count", "mail"]).refuses(&["--max-count"]);
    run_in(&dir, &["-n"]).refuses(&["'-n'", "a path must follow, or '-'"]);
    // The flag that is unknown, not the first one.
    for args in [
        &["--all", "--text-difers", "mail"][..],
        &["-n", "--text-difers", "mail"],
        &["--text-difers", "mail"],
        &["--all", "--text-difers"],
    ] {
        run_in(&dir, args).refuses(&["'--text-difers'", "'--text'", "Usage: urlsift list"]);
    }
    run_in(&dir, &["--all", "--hidden", "mail"]).refuses(&["'--hidden'", "hidden and ignored"]);
    // Flags of `list` are left as they are.
    for path in ["mail", "-"] {
        let args = ["-n", path, "--text-difers"];
        let refused = run_in(&dir, &args);
        refused.refuses(&["'--text-difers'", "Usage: urlsift list"]);
        assert!(!refused.err().contains("follow its name"), "{args:?}");
    }
    run_in(&dir, &["--verison"]).refuses(&["'--version'", "Usage: urlsift"]);
    run_in(&dir, &["--all", "grep", "x", "mail"]).refuses(&["'--all'", "'grep --all' exists"]);
    run_in(&dir, &["-n", "grpe", "x"]).refuses(&["'-n'", "flags of a command follow its name"]);
    run_in(&dir, &["mail", "--nowhere"]).refuses(&["--nowhere", "Usage: urlsift list"]);
}

#[test]
fn missing_path_is_no_misspelled_command() {
    let dir = dir_with(&[("mail", TEXT)]);
    let missing = |path: &str| format!("urlsift: {path}: No such file or directory\n");
    for (path, args) in [
        ("nowhere.mbox", &["nowhere.mbox"][..]),
        ("./list", &["./list"]),
        ("old/mail", &["old/mail", "--json"]),
        ("nowhere", &["nowhere"]),
        ("nowhere", &["nowhere", "other"]),
        ("nowhere", &["nowhere", "mail"]),
        ("nowhere", &["nowhere", "-n", "mail"]),
        ("nowhere", &["-n", "nowhere", "mail"]),
        ("nowhere", &["--all", "nowhere"]),
        ("nowhere", &["--", "nowhere", "mail"]),
        ("old/mail", &["-m", "2", "old/mail"]),
    ] {
        let refused = run_in(&dir, args);
        refused.refuses(&["list, grep, check, info", "Usage: urlsift <COMMAND>"]);
        assert!(
            refused.err().starts_with(&missing(path)),
            "{args:?}: {}",
            refused.err()
        );
    }
    // What is similar to a command remains a misspelled command, and a flag of another program gets its advice.
    run_in(&dir, &["lst", "mail"]).refuses(&["unrecognized subcommand", "'list'"]);
    run_in(&dir, &["-c", "grpe", "x", "mail"]).refuses(&["unexpected argument '-c'"]);
    run_in(&dir, &["--hidden", "old/mail"]).refuses(&["'--hidden'", "hidden and ignored"]);
    assert!(
        run_in(&dir, &["--help", "old/mail"])
            .out()
            .contains("Usage")
    );
    run_in(&dir, &["old\u{1b}.x"]).refuses(&["old\\x1b.x: No such file"]);
}
