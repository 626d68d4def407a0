//! Tests for `URLSIFT_OPTS` and for the negations of switches.

use crate::support::{Outcome, dir_with, run_command, urlsift};

const TEXT: &[u8] = b"<http://a/>\n<ftp://A.b/>";

fn run_opts(opts: &str, args: &[&str]) -> Outcome {
    run_command(urlsift().env("URLSIFT_OPTS", opts).args(args), TEXT)
}

#[test]
fn opts_apply_to_list_and_grep() {
    run_opts("-n", &["list"]).gives(0, "1:http://a/\n2:ftp://A.b/\n");
    run_opts("-n --max-count 1", &["list"]).gives(0, "1:http://a/\n");
    run_opts(" -c\n", &["grep", "a"]).gives(0, "1\n");
    run_opts("-i", &["grep", "//a"]).gives(0, "http://a/\nftp://A.b/\n");
    for nothing in ["", " \t\n", "# nothing"] {
        run_opts(nothing, &["grep", "//a"]).gives(0, "http://a/\n");
    }
}

#[test]
fn opts_are_split_like_shell_words() {
    for opts in [
        "-e '//a b' -e A",
        "-e \"//a b\" -eA",
        r"-e //a\ b -e 'A'",
        "'-eA'",
    ] {
        let dir = dir_with(&[("a", TEXT)]);
        let mut command = urlsift();
        command.env("URLSIFT_OPTS", opts).args(["grep", "a"]);
        // The variable supplies the pattern, so this argument is a path.
        run_command(command.current_dir(&dir), b"").gives(0, "ftp://A.b/\n");
    }
}

#[test]
fn list_ignores_grep_flags_in_opts() {
    run_opts("-S -w --no-invert-match -n", &["list"]).gives(0, "1:http://a/\n2:ftp://A.b/\n");
    run_opts("-S", &["grep", "//a"]).gives(0, "http://a/\nftp://A.b/\n");
    // On the command line of `list` they are errors.
    run_opts("-S", &["list", "-S"]).refuses(&["'-S'"]);
    run_opts("", &["list", "-S"]).refuses(&["'-S'"]);
    run_opts("-S", &["list", "--no-invert-match"]).refuses(&["'--no-invert-match'"]);
}

#[test]
fn command_line_overrides_opts() {
    for (opts, args, expected) in [
        ("-n", &["list", "-N"][..], "http://a/\nftp://A.b/\n"),
        ("--json", &["list", "-c"], "2\n"),
        ("--json", &["list", "--no-json"], "http://a/\nftp://A.b/\n"),
        ("--json --fields=url", &["list", "-c"], "2\n"),
        (
            "--json",
            &["list", "--fields=url", "-m1"],
            "{\"url\":\"http://a/\"}\n",
        ),
        ("-m1", &["list", "-m2"], "http://a/\nftp://A.b/\n"),
        ("-i", &["grep", "-s", "//a"], "http://a/\n"),
        ("-S", &["grep", "-s", "//a"], "http://a/\n"),
        ("-v", &["grep", "--no-invert-match", "//a"], "http://a/\n"),
        (
            "-F",
            &["grep", "--no-fixed-strings", "//[a]"],
            "http://a/\n",
        ),
        (
            "--color=always",
            &["list", "--color=never", "-m1"],
            "http://a/\n",
        ),
        ("-H", &["list", "-I", "-m1"], "http://a/\n"),
    ] {
        run_opts(opts, args).gives(0, expected);
    }
}

#[test]
fn invalid_opts_error_names_the_variable() {
    for (opts, mentions) in [
        ("--nonsense", &["'--nonsense'"][..]),
        ("-n a.mbox", &["'a.mbox' is not a flag"]),
        ("--color=pink", &["'pink'", "--color"]),
        ("-m", &["--max-count"]),
        ("-n 'a", &["quotation mark"]),
        ("-n --", &["'--'"]),
        ("--help", &["help"]),
    ] {
        for args in [&["list"][..], &["grep", "a"]] {
            let refused = run_opts(opts, args);
            refused.refuses(&["URLSIFT_OPTS"]);
            refused.refuses(mentions);
            for wrong in ["Usage", "as a value"] {
                assert!(!refused.err().contains(wrong), "{}", refused.err());
            }
        }
    }
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
        refused.refuses(&["Usage"]);
        assert!(!refused.err().contains("URLSIFT_OPTS"), "{}", refused.err());
    }
}

#[test]
fn invalid_value_error_names_the_variable() {
    for (opts, value) in [
        ("--format '{nope}'", "{nope}"),
        ("-e '('", "("),
        ("-f nope", "nope"),
    ] {
        let refused = run_opts(opts, &["grep", "a", "b"]);
        refused.refuses(&["URLSIFT_OPTS: invalid value", value]);
        assert!(!refused.err().contains("Usage"), "{}", refused.err());
    }
    let dir = dir_with(&[("p", "(")]);
    for args in [
        &["list", "--format={nope}"][..],
        &["grep", "-f", "nope"],
        &["grep", "-f", "p"],
        // This cannot be read again.
        &["grep", "-f", "-", "p"],
    ] {
        let mut command = urlsift();
        command.env("URLSIFT_OPTS", "-n").args(args);
        let refused = run_command(command.current_dir(&dir), b"(");
        refused.refuses(&["invalid value", "Usage"]);
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
    let switch = regex::Regex::new(r"(?m)^ +(?:-\w, )?--([\w-]+)$").expect("a regex");
    let mut seen = 0;
    for found in switch.captures_iter(help.out()) {
        let name = &found[1];
        let opposite = match name.strip_prefix("no-") {
            Some(name) => format!("--{name}"),
            None => format!("--no-{name}"),
        };
        // A negation with its own help row is tested through that row.
        if NAMED.contains(&name) || help.out().contains(&format!(" {opposite}\n")) {
            continue;
        }
        seen += 1;
        let switch = format!("--{name}");
        run_opts(&switch, &["grep", "//a", &opposite]).gives(0, "http://a/\n");
    }
    assert!(seen >= 15, "{seen}");
}

#[test]
fn switches_of_other_commands_have_negations() {
    let plain = run_opts("", &["check", "http://a/"]);
    let check = |args: &[&str]| run_opts("", &[&["check"], args, &["http://a/"]].concat());
    check(&["--json", "--no-json"]).gives(0, plain.out());
    check(&["-q", "--no-quiet"]).gives(0, plain.out());
    check(&["--no-quiet", "-q"]).gives(0, "");
    let info = run_opts("", &["info"]);
    run_opts("", &["info", "--json", "--no-json"]).gives(0, info.out());
}
