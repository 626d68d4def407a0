//! Tests for `urlsift PATH...`, which is `urlsift list PATH...`.

use urlsift_tables::lists;

use crate::support::{dir_with, run_in};

const TEXT: &str = "<http://a.example/>\n<ftp://b.example/>\n";

#[test]
fn missing_path_is_no_misspelled_command() {
    let dir = dir_with(&[("mail", TEXT)]);
    for (path, args) in lists!("implied_list.toml", "missing_path_is_no_misspelled_command") {
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
