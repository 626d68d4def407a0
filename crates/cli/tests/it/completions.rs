//! Tests for the shell completions: what a user who presses the tab key gets.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use tempfile::TempDir;

use crate::support::{console::has, dir_with, run, run_command, skip};

const SHELLS: [&str; 4] = ["bash", "zsh", "fish", "elvish"];

const TALLIES: &[&str] = &[
    "conforms",
    "from",
    "host",
    "kind",
    "month",
    "newsgroup",
    "scheme",
    "url",
    "year",
];

/// Command lines, up to the cursor, and what can follow instead of the last word, or of the value after its `=`.
const LINES: &[(&str, &[&str])] = &[
    ("urlsift list --hyphen ", &["both", "drop", "keep"]),
    (
        "urlsift grep --conforms r",
        &["relative", "rfc1738", "rfc3986"],
    ),
    ("urlsift info --max", &["--max-temp", "--max-window"]),
    ("urlsift sp", &["split"]),
    ("urlsift list --tally=h", &["host"]),
    ("urlsift list --tally=", TALLIES),
    ("urlsift list --unique=", &["host", "message", "url"]),
    ("urlsift grep x a.mbox --unique=h", &["host"]),
    ("urlsift list --color=al", &["always"]),
    ("urlsift list --color al", &["always"]),
    ("urlsift list --color=never --tally=ho", &["host"]),
    // The value would be read as a path.
    ("urlsift list --tally h", &[]),
    ("urlsift list --unique u", &[]),
    ("urlsift a.mbox --uni", &["--unique"]),
    ("urlsift a.mbox --tally=ho", &["host"]),
    ("urlsift harvest pr", &["prune"]),
    ("urlsift harvest pru", &["prune"]),
    ("urlsift harvest --only", &["--only"]),
    ("urlsift harvest --format=x pr", &[]),
    ("urlsift list pr", &[]),
];

/// Those that begin with flags are completed only by bash.
const FLAGS_FIRST: &[(&str, &[&str])] = &[
    ("urlsift --uni", &["--unique"]),
    ("urlsift -n a.mbox --tally=ho", &["host"]),
    ("urlsift --all --uni", &["--unique"]),
    ("urlsift --tally=ho", &["host"]),
    ("urlsift --vers", &["--version"]),
    (
        "urlsift --generate complete-",
        &[
            "complete-bash",
            "complete-elvish",
            "complete-fish",
            "complete-zsh",
        ],
    ),
    ("urlsift --generate=complete-b", &["complete-bash"]),
];

fn script(shell: &str) -> String {
    let output = run(&["--generate", &format!("complete-{shell}")]);
    assert_eq!((output.status, output.err()), (0, ""), "{shell}");
    output.out().to_owned()
}

/// Splits a command line at blanks and at `=`, as bash does.
fn words(line: &str) -> Vec<String> {
    let split = line.replace('=', " = ");
    let mut words: Vec<_> = split.split_whitespace().map(str::to_owned).collect();
    if line.ends_with(' ') {
        words.push(String::new());
    }
    words
}

/// Calls the function that the script registers as bash does.
fn bash(dir: &Path, script: &str, words: &[String]) -> BTreeSet<String> {
    let quoted: Vec<_> = words.iter().map(|word| format!("'{word}'")).collect();
    let last = words.len() - 1;
    // Where "=" is the last word, what is completed is the empty word after it.
    let current = match &*words[last] {
        "=" => "",
        word => word,
    };
    let script = format!(
        "{script}\nCOMP_WORDS=({}); COMP_CWORD={last}\n\
         registered=$(complete -p urlsift); registered=${{registered##*-F }}\n\
         ${{registered%% *}} urlsift '{current}' '{}'\n\
         for reply in \"${{COMPREPLY[@]}}\"; do printf '%s\\n' \"$reply\"; done\n",
        quoted.join(" "),
        words[last - 1],
    );
    let mut bash = Command::new("bash");
    let bash = bash.args(["--norc", "-s"]).current_dir(dir);
    let output = run_command(bash, script.as_bytes());
    assert_eq!((output.status, output.err()), (0, ""), "{words:?}");
    output.out().lines().map(str::to_owned).collect()
}

fn set(replies: &[&str]) -> BTreeSet<String> {
    replies.iter().map(ToString::to_string).collect()
}

fn empty_dir() -> TempDir {
    dir_with::<&str>(&[])
}

#[test]
fn bash_completes_flags_values_and_steps() {
    if !has("bash") {
        skip("no bash to complete with");
        return;
    }
    let (script, dir) = (script("bash"), empty_dir());
    for (line, replies) in LINES.iter().chain(FLAGS_FIRST) {
        let found = bash(dir.path(), &script, &words(line));
        assert_eq!(found, set(replies), "{line}");
    }
    let all = bash(dir.path(), &script, &words("urlsift "));
    assert!(
        all.is_superset(&set(&["list", "harvest", "--version"])),
        "{all:?}"
    );
    let all = bash(dir.path(), &script, &words("urlsift harvest "));
    assert!(
        all.is_superset(&set(&["plan", "finish", "--output"])),
        "{all:?}"
    );
}

#[test]
fn bash_completes_values_where_it_does_not_split_words() {
    if !has("bash") {
        skip("no bash to complete with");
        return;
    }
    let (script, dir) = (script("bash"), empty_dir());
    let complete = |words: &[&str]| {
        let words: Vec<_> = words.iter().map(ToString::to_string).collect();
        bash(dir.path(), &script, &words)
    };
    for words in [&["urlsift", "list"][..], &["urlsift", "a"], &["urlsift"]] {
        let found = complete(&[words, &["--tally=h"]].concat());
        assert_eq!(found, set(&["--tally=host"]), "{words:?}");
    }
}

#[test]
fn bash_completes_files_with_the_names_of_steps() {
    if !has("bash") {
        skip("no bash to complete with");
        return;
    }
    let dir = dir_with(&[("private mail", ""), ("other", "")]);
    let found = bash(dir.path(), &script("bash"), &words("urlsift harvest pr"));
    assert_eq!(found, set(&["prune", "private mail"]));
}

#[test]
fn fish_completes_flags_values_and_steps() {
    if !has("fish") {
        skip("no fish to complete with");
        return;
    }
    let (script, dir) = (script("fish"), empty_dir());
    fs::write(dir.path().join(".fish"), script).expect("a file");
    for (line, replies) in LINES {
        let code = format!("source .fish; complete -C '{line}'");
        let mut fish = Command::new("fish");
        let fish = fish
            .args(["--no-config", "-c", &code])
            .env("HOME", dir.path());
        let output = run_command(fish.current_dir(dir.path()), b"");
        assert_eq!((output.status, output.err()), (0, ""), "{line}");
        // Each is followed by its description. A flag is offered with and without "=".
        let words = output
            .out()
            .lines()
            .filter_map(|line| line.split('\t').next());
        let found = words.filter(|word| !word.ends_with('=')).map(|word| {
            let value = word.split_once('=').map(|(_, value)| value);
            value.unwrap_or(word).to_owned()
        });
        assert_eq!(found.collect::<BTreeSet<_>>(), set(replies), "{line}");
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

/// The scripts are clap's, with changes in places that these names mark.
#[test]
fn scripts_have_all_changes() {
    for (shell, changes) in [
        (
            "bash",
            &["_urlsift_complete() {", "-F _urlsift_complete -o nosort"][..],
        ),
        (
            "zsh",
            &[
                "--tally=-[",
                "--unique=-[",
                ":_urlsift_harvest_paths'",
                "\":: :_urlsift_first\"",
                "line[1]=list",
                "'*:paths -- ",
                "_urlsift_harvest_paths() {",
            ],
        ),
        (
            "fish",
            &[
                "or set cmd list",
                "__fish_urlsift_needs_step -a \"plan run finish report prune\"",
            ],
        ),
    ] {
        let text = script(shell);
        for change in changes {
            assert!(text.contains(change), "{shell}: {change}");
        }
        for placeholder in ["@attached@", "@commands@", "@steps@"] {
            assert!(!text.contains(placeholder), "{shell}: {placeholder}");
        }
    }
}
