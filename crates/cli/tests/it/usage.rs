//! Tests for help, version, and usage errors.

use std::{
    collections::BTreeSet,
    env,
    path::Path,
    process::{Command, Output},
    sync::LazyLock,
};

use crate::support::{run, run_command, urlsift};
use regex::Regex;
use urlsift_tables::{commands, lines, lists, words};

static COMMON: LazyLock<Vec<&str>> = LazyLock::new(|| lines!("usage.toml", "common"));

fn help(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!((output.status, output.err()), (0, ""), "{args:?}");
    output.out().to_owned()
}

/// Returns the flags that a help text explains.
fn flags(help: &str) -> BTreeSet<String> {
    let line = Regex::new(r"(?m)^ +(-\w)?(?:, )?(--[\w-]+)?(?: <[\w:]+>|\[=<\w+>\])?(?:  .*)?$")
        .expect("a regex");
    let both = line
        .captures_iter(help)
        .flat_map(|found| [found.get(1), found.get(2)]);
    both.flatten()
        .map(|flag| flag.as_str().to_owned())
        .collect()
}

#[test]
fn version_is_on_standard_output() {
    let details = |name: &str| {
        let commit = option_env!("URLSIFT_COMMIT").map(|commit| format!(" (commit {commit})"));
        let sign = |is_on| if is_on { '+' } else { '-' };
        format!(
            "{name} {}{}\nfeatures: {}outlook {}parquet\n\
             data: UTS #58 17.0, top-level domains of 2026-11-28, hosts by Unicode 18.0\n",
            env!("CARGO_PKG_VERSION"),
            commit.unwrap_or_default(),
            sign(cfg!(feature = "outlook")),
            sign(cfg!(feature = "parquet")),
        )
    };
    run(&["--version"]).gives(0, &details("urlsift"));
    run(&["-V"]).gives(0, &details("urlsift"));
    for command in ["list", "grep", "check", "info", "split", "harvest", "pick"] {
        let expected = details(&format!("urlsift-{command}"));
        run(&[command, "--version"]).gives(0, &expected);
        run(&[command, "-V"]).gives(0, &expected);
    }
}

/// Where Git knows no commit, such as in an unpacked archive, there is nothing to compare.
#[test]
fn version_has_the_commit_of_a_clone() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let git = Command::new("git")
        .args(["-C", root, "rev-parse", "--short=12", "HEAD"])
        .output();
    let Ok(Output { status, stdout, .. }) = git else {
        return;
    };
    let is_clone = Path::new(root).join(".git").exists() && status.success();
    if !is_clone || env::var_os("URLSIFT_COMMIT").is_some() {
        return;
    }
    let commit = String::from_utf8(stdout).expect("hexadecimal digits");
    let version = run(&["--version"]);
    let expected = format!("(commit {})", commit.trim_end());
    version.shows(&expected);
}

#[test]
fn help_is_on_standard_output() {
    for args in commands!("usage.toml", "help_is_on_standard_output") {
        assert!(help(args).contains("Usage: urlsift"), "{args:?}");
    }
}

#[test]
fn help_overrides_everything_else() {
    assert!(help(&["list", "none", "--help"]).contains("Usage: urlsift list"));
    assert!(help(&["grep", "--help"]).contains("Usage: urlsift grep"));
}

#[test]
fn help_lists_every_command() {
    let text = help(&["--help"]);
    for command in ["list", "grep", "check", "info", "split", "harvest", "pick"] {
        assert!(text.contains(&format!("\n  {command} ")), "{command}");
    }
}

#[test]
fn help_has_every_flag() {
    for command in ["list", "grep"] {
        let listed = flags(&help(&[command, "--help"]));
        for &flag in COMMON.iter() {
            assert!(listed.contains(flag), "{command} {flag}: {listed:?}");
        }
    }
    let listed = flags(&help(&["grep", "--help"]));
    for flag in ["-i", "-s", "-S", "-F", "-e", "-f", "-v", "-w", "-x"] {
        assert!(listed.contains(flag), "{flag}: {listed:?}");
    }
    let listed = flags(&help(&["check", "--help"]));
    let expected = lines!("usage.toml", "help_has_every_flag").into_iter();
    assert_eq!(listed, expected.map(str::to_owned).collect());
}

#[test]
fn short_help_has_a_selection_of_the_flags() {
    for command in ["list", "grep", "pick"] {
        let long = flags(&help(&[command, "--help"]));
        let short = flags(&help(&[command, "-h"]));
        assert!(short.is_subset(&long), "{short:?}");
        assert!(short.len() > 15, "{short:?}");
    }
    for command in ["check", "info", "split"] {
        let long = flags(&help(&[command, "--help"]));
        assert_eq!(flags(&help(&[command, "-h"])), long);
    }
}

#[test]
fn short_help_fits_one_screen() {
    for args in commands!("usage.toml", "short_help_fits_one_screen") {
        let shown = run_command(urlsift().args(args).env("COLUMNS", "80"), b"");
        let lines: Vec<_> = shown.out().lines().collect();
        assert!(lines.len() <= 38, "{args:?}: {} lines", lines.len());
        assert!(lines.iter().all(|line| line.chars().count() <= 80));
        let last = lines.last().expect("a line");
        assert!(last.contains("--help"), "{args:?}: {last}");
    }
}

#[test]
fn help_of_list_is_read_in_a_minute() {
    for args in [["list", "--help"], ["help", "list"]] {
        let lines = help(&args).lines().count();
        assert!((150..=260).contains(&lines), "{args:?}: {lines} lines");
    }
}

#[test]
fn help_explains_exit_statuses_and_defaults() {
    let text = help(&["--help"]);
    assert!(text.contains("Exit status: 0"), "{text}");
    let text = help(&["list", "--help"]);
    for default in [
        "[default: 8192]",
        "[default: keep]",
        "[default: auto]",
        "[default: whatwg]",
    ] {
        assert!(text.contains(default), "{default}");
    }
    let text = help(&["check", "--help"]);
    assert!(text.contains("Exit status: 0"), "{text}");
    assert!(text.contains("[default: rfc1738]"), "{text}");
}

#[test]
fn help_fits_a_hundred_columns() {
    for args in commands!("usage.toml", "help_fits_a_hundred_columns") {
        for line in help(args).lines() {
            assert!(line.chars().count() <= 100, "{line}");
        }
    }
}

#[test]
fn no_command_is_a_usage_error() {
    let ended = run(&[]);
    assert_eq!((ended.status, ended.out()), (2, ""));
    // Standard input is a pipe.
    assert_eq!(
        ended.err(),
        "urlsift: to read standard input, write `urlsift -`\n"
    );
}

#[test]
fn advice_fits_the_command() {
    for (args, tips) in lists!("usage.toml", "advice") {
        let refused = run(words(args));
        refused.refuses(tips);
        let wrong = [
            "--max-temp",
            "value ''",
            "url,angle",
            "--no-stats",
            "--no-follow",
        ];
        let is_wrong = wrong.iter().any(|wrong| refused.err().contains(wrong));
        assert!(!is_wrong, "{args}: {}", refused.err());
    }
}

#[test]
#[cfg(unix)]
fn usage_names_the_program_whatever_its_file_is_called() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let other = dir.path().join("other-name");
    std::os::unix::fs::symlink(urlsift().get_program(), &other).expect("a link");
    for args in [
        &["list", "--nonsense"][..],
        &["lst"],
        &["-h"],
        &["check", "-h"],
    ] {
        let output = run_command(Command::new(&other).args(args), b"");
        let text = format!("{}{}", output.out(), output.err());
        assert!(text.contains("urlsift"), "{text}");
        assert!(!text.contains("other-name"), "{text}");
    }
}
