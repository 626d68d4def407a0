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
    run_in(&dir, &["--nowhere", "mail"]).refuses(&["--nowhere"]);
    run_in(&dir, &["--max-count", "mail"]).refuses(&["--max-count"]);
    run_in(&dir, &["-n"]).refuses(&["'-n'", "Usage: urlsift"]);
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
    for path in ["mail", "-"] {
        let args = ["-n", path, "--text-difers"];
        run_in(&dir, &args).refuses(&["'--text-difers'", "Usage: urlsift list"]);
    }
    run_in(&dir, &["--verison"]).refuses(&["'--version'", "Usage: urlsift"]);
    run_in(&dir, &["--all", "grep", "x", "mail"]).refuses(&["'--all'", "'grep --all' exists"]);
    run_in(&dir, &["-n", "grpe", "x"]).refuses(&["'-n'"]);
    run_in(&dir, &["mail", "--nowhere"]).refuses(&["--nowhere", "Usage: urlsift list"]);
}

#[test]
fn missing_path_is_no_misspelled_command() {
    let dir = dir_with(&[("mail", TEXT)]);
    for (path, args) in [
        ("nowhere.mbox", &["nowhere.mbox"][..]),
        ("./list", &["./list"]),
        ("old/mail", &["old/mail", "--json"]),
        ("nowhere", &["nowhere"]),
        ("nowhere", &["-I", "nowhere", "mail"]),
        ("nowhere", &["--all", "nowhere"]),
        ("nowhere", &["--", "nowhere"]),
        ("old/mail", &["-m", "2", "old/mail"]),
    ] {
        let output = run_in(&dir, args);
        let missing = format!("urlsift: {path}: No such file or directory");
        assert!(output.err().starts_with(&missing), "{}", output.err());
        assert_eq!(output.status, 2, "{args:?}");
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
}
