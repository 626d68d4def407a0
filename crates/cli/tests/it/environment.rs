//! Tests for `URLSIFT_OPTS` and for the negations of switches.

use crate::support::{Outcome, run_command, urlsift};

const TEXT: &[u8] = b"<http://a/>\n<ftp://A.b/>";

fn run_opts(opts: &str, args: &[&str]) -> Outcome {
    run_command(urlsift().env("URLSIFT_OPTS", opts).args(args), TEXT)
}

#[test]
fn opts_conflict_error_names_the_variable() {
    run_opts("-n", &["list", "--range", ":9"]).refuses(&["URLSIFT_OPTS", "--line-number"]);
    run_opts("", &["list", "-n", "--range", ":9"]).refuses(&["--line-number"]);
    // Errors unrelated to the variable do not mention it.
    for args in [
        &["list", "--nonsense"][..],
        &["grep"],
        &["grep", "--nonsense"],
    ] {
        let refused = run_opts("-c", args);
        refused.refuses(&[]);
        assert!(!refused.err().contains("URLSIFT_OPTS"), "{}", refused.err());
    }
}

#[cfg(unix)]
#[test]
fn invalid_utf8_in_opts_is_rejected() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};

    let mut command = urlsift();
    command
        .env("URLSIFT_OPTS", OsStr::from_bytes(b"-n\xff"))
        .arg("list");
    run_command(&mut command, TEXT).refuses(&["URLSIFT_OPTS", "UTF-8"]);
}

#[test]
fn other_commands_ignore_opts() {
    let help = run_opts("", &["list", "--help"]);
    for opts in ["--nonsense", "-n", "-S"] {
        assert_eq!(run_opts(opts, &["check", "http://a/"]).status, 0);
        assert_eq!(run_opts(opts, &["info"]).status, 0);
        let output = run_opts(opts, &["list", "--help"]);
        assert_eq!((output.status, output.out()), (0, help.out()));
    }
    assert!(!help.out().contains("--smart-case"));
}

#[test]
fn every_switch_has_a_negation() {
    /// Switches whose negations have irregular names.
    const NAMED: [&str; 7] = [
        "with-filename",
        "no-filename",
        "ignore-case",
        "case-sensitive",
        "smart-case",
        "help",
        "version",
    ];
    let help = run_opts("", &["grep", "--help"]);
    let switch =
        regex::Regex::new(r"(?m)^ {2,6}(?:-\w, )?--([\w-]+)(?: {2}.*)?$").expect("a regex");
    let mut seen = 0;
    for found in switch.captures_iter(help.out()) {
        let name = &found[1];
        let opposite = format!("--no-{name}");
        // A negation has no opposite. One with its own help row is tested through that row.
        if NAMED.contains(&name)
            || name.starts_with("no-")
            || help.out().contains(&format!(" {opposite} "))
        {
            continue;
        }
        seen += 1;
        let switch = format!("--{name}");
        run_opts(&switch, &["grep", "//a", &opposite]).gives(0, "http://a/\n");
    }
    assert!(seen >= 15, "{seen}");
}
