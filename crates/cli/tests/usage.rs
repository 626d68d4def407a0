//! Help, version, and what is said of a wrong command line.

mod support;

use std::collections::BTreeSet;

use regex::Regex;
use support::{dir_with, run, run_in};

const COMMON: [&str; 26] = [
    "--delimiter",
    "--conforms",
    "--base",
    "--hyphen",
    "--max-len",
    "--scheme-add",
    "--text",
    "--as",
    "--in",
    "--no-html",
    "--messages",
    "--follow",
    "--json",
    "-n",
    "-N",
    "-H",
    "-I",
    "-c",
    "-l",
    "-q",
    "-m",
    "-0",
    "--null",
    "--rejected",
    "--color",
    "--help",
];

fn help(args: &[&str]) -> String {
    let told = run(args);
    assert_eq!((told.status, told.err()), (0, ""), "{args:?}");
    told.out().to_owned()
}

/// The flags that a help text explains.
fn flags(help: &str) -> BTreeSet<String> {
    let line =
        Regex::new(r"(?m)^ +(-\w)?(?:, )?(--[\w-]+)?(?: <[\w:]+>)?(?:  .*)?$").expect("a regex");
    let both = line
        .captures_iter(help)
        .flat_map(|found| [found.get(1), found.get(2)]);
    both.flatten()
        .map(|flag| flag.as_str().to_owned())
        .collect()
}

/// The words of each call of the program in the examples of a help text.
fn examples(help: &str) -> Vec<Vec<String>> {
    let (_, examples) = help.split_once("Examples:\n").expect("examples");
    let word = Regex::new(r"'([^']*)'|([^\s']+)").expect("a regex");
    let mut calls = Vec::new();
    for line in examples
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
    {
        let mut words: Vec<String> = Vec::new();
        for found in word.captures_iter(line.split("  ").nth(1).expect("a command line")) {
            match found.get(1).or(found.get(2)).expect("a word").as_str() {
                "|" if words.first().is_some_and(|first| first == "urlsift") => break,
                "|" => words.clear(),
                text if text.starts_with('>') => break,
                text => words.push(text.to_owned()),
            }
        }
        assert_eq!(words[0], "urlsift", "{line}");
        calls.push(words.split_off(1));
    }
    calls
}

#[test]
fn version_is_on_standard_output() {
    let expected = format!("urlsift {}\n", env!("CARGO_PKG_VERSION"));
    run(&["--version"]).gives(0, &expected);
    run(&["-V"]).gives(0, &expected);
}

#[test]
fn help_is_on_standard_output() {
    for args in [
        &["--help"][..],
        &["-h"],
        &["help"],
        &["list", "--help"],
        &["list", "-h"],
        &["help", "list"],
        &["grep", "--help"],
        &["grep", "-h"],
        &["help", "grep"],
        &["check", "--help"],
        &["check", "-h"],
        &["help", "check"],
        &["info", "--help"],
        &["info", "-h"],
        &["help", "info"],
    ] {
        assert!(help(args).contains("Usage: urlsift"), "{args:?}");
    }
}

#[test]
fn help_wins_over_everything_else() {
    assert!(help(&["list", "none", "--help"]).contains("Usage: urlsift list"));
    assert!(help(&["grep", "--help"]).contains("Usage: urlsift grep"));
}

#[test]
fn help_names_every_command_and_no_later_one() {
    let text = help(&["--help"]);
    for command in ["list", "grep", "check", "info"] {
        assert!(text.contains(&format!("\n  {command} ")), "{command}");
    }
    assert!(!text.contains("harvest"));
    run(&["harvest"]).refuses(&["harvest"]);
}

#[test]
fn help_has_every_flag() {
    for command in ["list", "grep"] {
        let known = flags(&help(&[command, "--help"]));
        for flag in COMMON {
            assert!(known.contains(flag), "{command} {flag}: {known:?}");
        }
    }
    let known = flags(&help(&["grep", "--help"]));
    for flag in ["-i", "-F", "-e", "-v"] {
        assert!(known.contains(flag), "{flag}: {known:?}");
    }
    let known = flags(&help(&["check", "--help"]));
    let expected = [
        "--base",
        "--color",
        "--conforms",
        "--help",
        "--json",
        "--quiet",
        "--version",
        "-V",
        "-h",
        "-q",
    ];
    assert_eq!(known, BTreeSet::from(expected.map(str::to_owned)));
}

#[test]
fn short_help_has_the_same_flags() {
    for command in ["list", "grep"] {
        let long = flags(&help(&[command, "--help"]));
        assert_eq!(flags(&help(&[command, "-h"])), long);
        assert!(long.len() > 20, "{long:?}");
    }
    for command in ["check", "info"] {
        let long = flags(&help(&[command, "--help"]));
        assert_eq!(flags(&help(&[command, "-h"])), long);
    }
}

#[test]
fn examples_in_help_use_flags_that_exist() {
    let mut seen = 0;
    for args in [
        &["--help"][..],
        &["list", "--help"],
        &["grep", "--help"],
        &["info", "--help"],
    ] {
        for call in examples(&help(args)) {
            let known = flags(&help(&[&call[0], "--help"]));
            for flag in call.iter().filter(|word| word.starts_with('-')) {
                assert!(known.contains(flag), "{flag} in {call:?}");
            }
            seen += 1;
        }
    }
    assert!(seen >= 10, "{seen}");
}

#[test]
fn examples_in_help_run() {
    let names = [
        "letters.mbox",
        "a.mbox",
        "a.txt",
        "rfc1738.txt",
        "Mail/1",
        "news/1",
        // It is told by its content, and so is a file like the others.
        "spool.tar.gz",
    ];
    let dir = dir_with(&names.map(|name| (name, "<http://ftp.internic.net/.ps.gz> <gopher:a>")));
    for args in [
        &["--help"][..],
        &["list", "--help"],
        &["grep", "--help"],
        &["info", "--help"],
    ] {
        for call in examples(&help(args)) {
            let ended = run_in(&dir, &call);
            let tells_progress = call.contains(&"--progress".to_owned());
            assert_eq!(!ended.err().is_empty(), tells_progress, "{call:?}");
            let reads_nothing = call.len() == 1;
            // The one example of it shows what is wrong with a URL.
            let is_check = call[0] == "check";
            // In so small a file nothing begins so far behind.
            let is_behind = call.contains(&"--range".to_owned());
            assert_eq!(
                ended.status,
                i32::from(reads_nothing || is_check || is_behind),
                "{call:?}"
            );
        }
    }
}

#[test]
fn help_tells_exit_statuses_and_defaults() {
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
fn help_is_no_wider_than_a_hundred_columns() {
    for args in [
        &["--help"][..],
        &["list", "--help"],
        &["grep", "--help"],
        &["check", "--help"],
        &["info", "--help"],
    ] {
        for line in help(args).lines() {
            assert!(line.chars().count() <= 100, "{line}");
        }
    }
}

#[test]
fn no_command_is_a_usage_error() {
    let ended = run(&[]);
    assert_eq!((ended.status, ended.out()), (2, ""));
    assert!(ended.err().contains("Usage: urlsift"), "{}", ended.err());
}

#[test]
fn unknown_command_is_a_usage_error() {
    run(&["lst"]).refuses(&["lst", "Usage: urlsift"]);
    run(&["help", "lst"]).refuses(&["lst"]);
    run(&["--json"]).refuses(&["--json"]);
}

#[test]
fn usage_error_of_a_command_shows_the_usage_of_that_command() {
    let refused = run(&["grep", "["]);
    assert!(
        refused.err().contains("Usage: urlsift grep"),
        "{}",
        refused.err()
    );
    let refused = run(&["list", "--scheme-add", "9"]);
    assert!(
        refused.err().contains("Usage: urlsift list"),
        "{}",
        refused.err()
    );
    let refused = run(&["list", "--nonsense"]);
    assert!(
        refused.err().contains("Usage: urlsift list"),
        "{}",
        refused.err()
    );
}

#[test]
fn commands_are_not_guessed_from_their_beginning() {
    run(&["l"]).refuses(&[]);
    run(&["list", "--js"]).refuses(&[]);
}
