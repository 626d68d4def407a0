//! Tests for the shell completions: what a user who presses the tab key gets.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use tempfile::TempDir;

use crate::support::{console::has, dir_with, pty::Pty, run, run_command, skip};

const SHELLS: [&str; 4] = ["bash", "zsh", "fish", "elvish"];

const TALLIES: &[&str] = &[
    "address",
    "conforms",
    "domain",
    "from",
    "host",
    "kind",
    "month",
    "newsgroup",
    "scheme",
    "url",
    "url_key",
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
    (
        "urlsift list --unique=",
        &["domain", "host", "message", "url", "url_key"],
    ),
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
    // The directory is empty, so that no file can follow.
    ("urlsift list ", &[]),
    ("urlsift grep x ", &[]),
    ("urlsift check ", &[]),
    ("urlsift info a.mbox ", &[]),
    ("urlsift pick ", &[]),
    ("urlsift split ", &[]),
    ("urlsift harvest ", STEPS),
    ("urlsift ", COMMANDS),
];

const STEPS: &[&str] = &["diff", "finish", "plan", "prune", "report", "run"];

const COMMANDS: &[&str] = &[
    "check", "grep", "harvest", "help", "info", "list", "pick", "split",
];

/// Those that begin with flags or `help` are completed only by bash.
const ONLY_BASH: &[(&str, &[&str])] = &[
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
    ("urlsift help ", COMMANDS),
];

fn script(shell: &str) -> String {
    let output = run(&["--generate", &format!("complete-{shell}")]);
    assert_eq!((output.status, output.err()), (0, ""), "{shell}");
    output.out().to_owned()
}

/// Splits a command line at spaces and at `=`, as bash does.
fn words(line: &str) -> Vec<String> {
    let split = line.replace('=', " = ");
    let mut words: Vec<_> = split.split_whitespace().map(str::to_owned).collect();
    if line.ends_with(' ') {
        words.push(String::new());
    }
    words
}

/// Completes a command line with the script of a shell.
type Complete = fn(dir: &Path, script: &str, line: &str) -> BTreeSet<String>;

fn bash(dir: &Path, script: &str, line: &str) -> BTreeSet<String> {
    bash_of_words(dir, script, &words(line))
}

/// Calls the function that the script registers as bash does.
fn bash_of_words(dir: &Path, script: &str, words: &[String]) -> BTreeSet<String> {
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
fn bash_completes_flags_values_and_steps() {
    if !has("bash") {
        skip("no bash to complete with");
        return;
    }
    let (script, dir) = (script("bash"), empty_dir());
    for (line, replies) in LINES.iter().chain(ONLY_BASH) {
        let found = bash(dir.path(), &script, line);
        assert_eq!(found, set(replies), "{line}");
    }
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
        bash_of_words(dir.path(), &script, &words)
    };
    for words in [&["urlsift", "list"][..], &["urlsift", "a"], &["urlsift"]] {
        let found = complete(&[words, &["--tally=h"]].concat());
        assert_eq!(found, set(&["--tally=host"]), "{words:?}");
    }
}

#[test]
fn files_are_completed_with_the_names_of_commands_and_steps() {
    let dir = dir_with(&[("private mail", ""), ("lists", ""), ("other", "")]);
    for (line, replies) in [
        ("urlsift harvest pr", &["prune", "private mail"][..]),
        ("urlsift li", &["list", "lists"]),
    ] {
        for (shell, complete) in [("bash", bash as Complete), ("fish", fish)] {
            if !has(shell) {
                skip(&format!("no {shell} to complete with"));
                continue;
            }
            let found = complete(dir.path(), &script(shell), line);
            assert_eq!(found, set(replies), "{shell}: {line}");
        }
    }
}

/// Presses the tab key at the prompt of each shell.
#[cfg(unix)]
#[test]
fn shells_complete_files_after_commands() {
    const BASH: &str = "bash --rcfile .rc -i";
    const ZSH: &str = "ZDOTDIR=zsh zsh -i";
    let dir = dir_with(&[
        (".complete", &*script("bash")),
        (".rc", "PS1='> '; HISTFILE=; source ./.complete\n"),
        ("zsh/_urlsift", &*script("zsh")),
        (
            "zsh/.zshrc",
            "PS1='> '; fpath=(zsh $fpath); autoload -Uz compinit; compinit -u -D\n",
        ),
        ("letters.mbox", ""),
    ]);
    for (shell, line) in [("bash", BASH), ("zsh", ZSH)] {
        if !has(shell) {
            skip(&format!("no {shell} to complete with"));
            continue;
        }
        for command in [
            "list",
            "grep x",
            "check",
            "info",
            "pick",
            "harvest -o x",
            "let",
        ] {
            let session = Pty::shell(dir.path(), line, &[]);
            session.shows(">");
            let typed = match command {
                "let" => "urlsift let".to_owned(),
                command => format!("urlsift {command} let"),
            };
            session.press(&[&typed, "Tab"]);
            session.shows(&typed.replace("let", "letters.mbox"));
        }
        let session = Pty::shell(dir.path(), line, &[]);
        session.shows(">");
        session.press(&["urlsift list ", "Tab", "Tab"]);
        let screen = session.shows("letters.mbox");
        assert!(!screen.contains("--"), "{shell}: {screen}");
    }
}

#[test]
fn fish_completes_flags_values_and_steps() {
    if !has("fish") {
        skip("no fish to complete with");
        return;
    }
    let (script, dir) = (script("fish"), empty_dir());
    for (line, replies) in LINES {
        let found = fish(dir.path(), &script, line);
        assert_eq!(found, set(replies), "{line}");
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
                "'*:urls -- ",
                "_urlsift_harvest_paths() {",
            ],
        ),
        (
            "fish",
            &[
                "or set cmd list",
                "\"__fish_urlsift_needs_command\" -a \"list\"",
                "__fish_urlsift_needs_step -a \"plan run finish report diff prune\"",
            ],
        ),
    ] {
        let text = script(shell);
        for change in changes {
            assert!(text.contains(change), "{shell}: {change}");
        }
        for placeholder in ["@attached@", "@commands@", "@names@", "@steps@"] {
            assert!(!text.contains(placeholder), "{shell}: {placeholder}");
        }
    }
}
