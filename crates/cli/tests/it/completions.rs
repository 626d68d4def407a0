//! Tests for the shell completions: what a user who presses the tab key gets.

use std::{collections::BTreeSet, fs, path::Path, process::Command, sync::LazyLock};

use tempfile::TempDir;
use urlsift_tables::lists;

use crate::support::{console::has, dir_with, run, run_command, skip};

const SHELLS: [&str; 4] = ["bash", "zsh", "fish", "elvish"];

/// Command lines, up to the cursor, and what can follow instead of the last word.
static LINES: LazyLock<Vec<(&str, &[&str])>> =
    LazyLock::new(|| lists!("completions.toml", "lines"));

fn script(shell: &str) -> String {
    let output = run(&["--generate", &format!("complete-{shell}")]);
    assert_eq!((output.status, output.err()), (0, ""), "{shell}");
    output.out().to_owned()
}

/// Completes a command line with the script of a shell.
type Complete = fn(dir: &Path, script: &str, line: &str) -> BTreeSet<String>;

/// Calls the function that the script registers as bash does.
fn bash(dir: &Path, script: &str, line: &str) -> BTreeSet<String> {
    let words: Vec<_> = line.split(' ').collect();
    let quoted: Vec<_> = words.iter().map(|word| format!("'{word}'")).collect();
    let last = words.len() - 1;
    let script = format!(
        "{script}\nCOMP_WORDS=({}); COMP_CWORD={last}\n\
         _urlsift urlsift '{}' '{}'\n\
         for reply in \"${{COMPREPLY[@]}}\"; do printf '%s\\n' \"$reply\"; done\n",
        quoted.join(" "),
        words[last],
        words[last - 1],
    );
    let mut bash = Command::new("bash");
    let bash = bash.args(["--norc", "-s"]).current_dir(dir);
    let output = run_command(bash, script.as_bytes());
    assert_eq!((output.status, output.err()), (0, ""), "{line}");
    output.out().lines().map(str::to_owned).collect()
}

/// Lets fish complete a command line.
fn fish(dir: &Path, script: &str, line: &str) -> BTreeSet<String> {
    fs::write(dir.join(".fish"), script).expect("a file");
    let code = format!("source .fish; complete -C '{line}'");
    let mut fish = Command::new("fish");
    let fish = fish.args(["--no-config", "-c", &code]).env("HOME", dir);
    let output = run_command(fish.current_dir(dir), b"");
    assert_eq!((output.status, output.err()), (0, ""), "{line}");
    // Each is followed by its description. A flag is offered with and without "=".
    let words = output
        .out()
        .lines()
        .filter_map(|line| line.split('\t').next());
    let found = words.filter(|word| !word.ends_with('=') && *word != ".fish");
    let values = found.map(|word| {
        let value = word.split_once('=').map(|(_, value)| value);
        value.unwrap_or(word).to_owned()
    });
    values.collect()
}

fn set(replies: &[&str]) -> BTreeSet<String> {
    replies.iter().map(ToString::to_string).collect()
}

fn empty_dir() -> TempDir {
    dir_with::<&str>(&[])
}

#[test]
fn flags_and_values_are_completed() {
    for (shell, complete) in [("bash", bash as Complete), ("fish", fish)] {
        if !has(shell) {
            skip(&format!("no {shell} to complete with"));
            continue;
        }
        let (script, dir) = (script(shell), empty_dir());
        for (line, replies) in LINES.iter() {
            let found = complete(dir.path(), &script, line);
            assert_eq!(found, set(replies), "{shell}: {line}");
        }
    }
}

#[test]
fn shells_accept_the_completions() {
    let dir = empty_dir();
    for shell in SHELLS {
        let path = dir.path().join(shell);
        fs::write(&path, script(shell)).expect("a file");
        if !has(shell) {
            skip(&format!("no {shell} to read its completions"));
            continue;
        }
        let flag = match shell {
            "elvish" => "-compileonly",
            _ => "-n",
        };
        let read = run_command(Command::new(shell).arg(flag).arg(&path), b"");
        assert_eq!((read.status, read.err()), (0, ""), "{shell}");
    }
}
