//! Asserts that every row of `--help` is covered by a test.

use std::{fs, path::Path};

use crate::support::{
    dir_with,
    rows::{Row, command_rows, commands, rows},
    run_in, run_with,
};
use regex::Regex;
use urlsift_tests::{effort, packing::stream};

/// A text in which `list` and `grep` find the same URLs.
const TEXT: &str =
    "see <http://a.example/x-\ny> and > <URL:ftp://b.example/> and <URL:c.html>, <URL:>\n";

/// Flags that no command has and no test uses.
const UNKNOWN_FLAGS: [&str; 2] = ["-Y", "--no-such-flag"];

/// The arguments used in one test function or one example.
struct Arguments(Vec<String>);

impl Arguments {
    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|argument| is_flag(argument, name))
    }
}

/// Returns whether an argument is the named flag, alone, with a value, or in a group of short flags.
fn is_flag(argument: &str, name: &str) -> bool {
    if name.starts_with("--") {
        let rest = argument.strip_prefix(name);
        return rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('='));
    }
    match argument.strip_prefix('-') {
        Some(letters) if !letters.starts_with('-') => letters.contains(&name[1..]),
        _ => false,
    }
}

/// Returns the arguments used by the tests, grouped by function and by example.
fn arguments() -> Vec<Arguments> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut all = Vec::new();
    collect(&tests, &mut all);
    all
}

fn collect(folder: &Path, all: &mut Vec<Arguments>) {
    let function = Regex::new(r"(?m)^ *(?:pub(?:\(\w+\))? )?fn ").expect("a regex");
    let literal = Regex::new(r#""((?:[^"\\\n]|\\.)*)""#).expect("a regex");
    let call = Regex::new(r"\b(\w+)\(&\[").expect("a regex");
    let run = Regex::new(r#"args = (?:"|')(?<args>.*?)(?:", |', |" \}|' \})"#).expect("a regex");
    let row = Regex::new(r#"(?m)^ {4}\[?["'](?<args>[^"'\n]*)["']"#).expect("a regex");
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, all);
            continue;
        }
        let text = fs::read_to_string(&path).expect("a text");
        if path.extension().is_some_and(|ending| ending == "txt") {
            let commands = text.lines().filter_map(|line| line.strip_prefix("$ "));
            all.extend(
                commands.map(|command| {
                    Arguments(command.split_whitespace().map(str::to_owned).collect())
                }),
            );
            continue;
        }
        if path.extension().is_some_and(|ending| ending == "toml") {
            // The runs of cases, and the rows of tables.
            let runs = run.captures_iter(&text).chain(row.captures_iter(&text));
            let runs = runs.map(|found| found["args"].to_owned());
            all.extend(
                runs.map(|args| Arguments(args.split_whitespace().map(str::to_owned).collect())),
            );
            continue;
        }
        // Text before the first function contains no call.
        for body in function.split(&text).skip(1) {
            // Some tests define a function named after the command.
            let found = Iterator::chain(literal.captures_iter(body), call.captures_iter(body));
            all.push(Arguments(found.map(|found| found[1].to_owned()).collect()));
        }
    }
}

/// Returns the flag names that no test passes to any of the commands.
fn untested<'r>(rows: &'r [Row], commands: &[&str], all: &[Arguments]) -> Vec<&'r str> {
    let relevant: Vec<_> = all
        .iter()
        .filter(|arguments| {
            let has = |command: &&str| arguments.0.iter().any(|argument| argument == command);
            commands.iter().any(has)
        })
        .collect();
    let names = rows.iter().flat_map(Row::names);
    names
        .filter(|name| !relevant.iter().any(|arguments| arguments.has(name)))
        .collect()
}

#[test]
fn every_row_of_help_has_a_test() {
    let all = arguments();
    let commands = commands();
    assert!(commands.len() >= 6, "{commands:?}");
    let grep_rows = command_rows("grep");
    let list_rows = command_rows("list");
    for command in &commands {
        let rows = command_rows(command);
        assert!(rows.len() > 4, "{command}: {rows:?}");
        // Flags shared by `list` and `grep` behave alike, as a test below shows.
        let is_shared = |row: &Row| grep_rows.contains(row) && list_rows.contains(row);
        // The tests of `pick` show that it accepts the flags of `list`.
        let is_search = matches!(command.as_str(), "list" | "grep" | "pick");
        let (shared, own): (Vec<_>, Vec<_>) = rows
            .into_iter()
            .partition(|row| is_search && is_shared(row));
        let nothing: [&str; 0] = [];
        assert_eq!(untested(&own, &[command], &all), nothing, "{command}");
        assert_eq!(untested(&shared, &["list", "grep"], &all), nothing);
    }
    let program_rows = rows(crate::support::run(&["--help"]).out());
    assert!(program_rows.len() >= 3, "{program_rows:?}");
    // The program's flags precede the command.
    for name in program_rows.iter().flat_map(Row::names) {
        assert!(all.iter().any(|arguments| arguments.has(name)), "{name}");
    }
}

#[test]
fn untested_row_is_detected() {
    let [short, long] = UNKNOWN_FLAGS;
    let help = format!(
        "Options:
  -n, --line-number
          Print the line

  {short}, {long} <WHAT>
          Nobody tests it

      --count[=<HOW>]  In one line\n"
    );
    let rows = rows(&help);
    let values: Vec<_> = rows.iter().map(|row| row.value.as_deref()).collect();
    assert_eq!(values, [None, Some("WHAT"), Some("HOW")]);
    let untested_by = |arguments: &[&str]| {
        let arguments = arguments.iter().map(ToString::to_string).collect();
        let names = untested(&rows, &["list"], &[Arguments(arguments)]);
        names.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let all = ["-n", "--line-number", short, long, "--count"];
    assert_eq!(untested_by(&[]), all);
    assert_eq!(untested_by(&["grep", "-n"]), all);
    assert_eq!(
        untested_by(&["list", "-In", "--count=2", "--line-numbers"]),
        ["--line-number", short, long]
    );
    // No test passes them to the program either.
    assert_eq!(untested(&rows, &["list"], &arguments()), UNKNOWN_FLAGS);
}

#[test]
fn grep_accepts_list_flags() {
    let dir = dir_with(&[("a", TEXT), ("b", "nothing\n"), ("d/c", TEXT)]);
    let grep_rows = command_rows("grep");
    let other = ["--help", "--version"].map(Some);
    let mut seen = 0;
    for (number, row) in command_rows("list").into_iter().enumerate() {
        assert!(grep_rows.contains(&row), "{row:?}");
        let is_sampled = number % 3 == 0 || effort::is_full();
        if !is_sampled || other.contains(&row.long.as_deref()) {
            continue;
        }
        for flag in row.sample_args() {
            let list = run_in(&dir, &["list", &flag, "a", "b", "d"]);
            let grep = run_in(&dir, &["grep", &flag, "", "a", "b", "d"]);
            assert_eq!(list.out(), grep.out(), "{flag}");
            assert_eq!(list.status, grep.status, "{flag}: {}", list.err());
            seen += usize::from(list.status < 2);
        }
    }
    assert!(seen > 8, "{seen}");
}

#[test]
#[cfg(unix)]
fn info_and_split_follow_links_on_request() {
    let dir = dir_with(&[("d/a", "<news:n1>"), ("f", "<news:n2>")]);
    std::os::unix::fs::symlink("../f", dir.path().join("d/link")).expect("a link");
    let paths = |args: &[&str]| -> Vec<String> {
        let output = run_in(&dir, args);
        assert_eq!((output.status, output.err()), (0, ""));
        let objects = output.json().into_iter();
        let paths = objects.map(|object| object["path"].as_str().map(str::to_owned));
        paths.map(|path| path.expect("a path")).collect()
    };
    assert_eq!(paths(&["info", "--json", "d"]), ["d/a"]);
    assert_eq!(
        paths(&["info", "--json", "--follow", "d"]),
        ["d/a", "d/link"]
    );
    assert_eq!(paths(&["split", "d"]), ["d/a"]);
    assert_eq!(paths(&["split", "--follow", "d"]), ["d/a", "d/link"]);
}

#[test]
fn info_rejects_stream_over_the_memory_limit() {
    let compressed = stream::zstd_with_window(TEXT.as_bytes(), 24);
    let output = run_with(&["info", "--max-window=1M"], &compressed);
    assert_eq!(output.status, 2);
    output.says("--max-window");
    let output = run_with(&["info", "--max-window=32M"], &compressed);
    assert_eq!((output.status, output.err()), (0, ""));
    assert!(output.out().starts_with("-: text"), "{}", output.out());
}
