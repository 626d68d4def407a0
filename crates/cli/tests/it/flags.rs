//! No row of `--help` is without a test.

use std::{fs, path::Path};

use crate::support::{
    dir_with,
    rows::{Row, commands, rows, rows_of},
    run_in, run_with,
};
use regex::Regex;
use urlsift_tests::packing::stream;

/// What `list` and `grep` find the same URLs in.
const TEXT: &str =
    "see <http://a.example/x-\ny> and > <URL:ftp://b.example/> and <URL:c.html>, <URL:>\n";

/// A flag that no command has. Here no function has it, either.
const NOBODYS: [&str; 2] = ["-Y", "--no-such-flag"];

/// The arguments that stand in one function of a test, or in one example.
struct Arguments(Vec<String>);

impl Arguments {
    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|argument| is_of(argument, name))
    }
}

/// Whether an argument is a flag, with a value or among other short ones, too.
fn is_of(argument: &str, name: &str) -> bool {
    if name.starts_with("--") {
        let rest = argument.strip_prefix(name);
        return rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('='));
    }
    match argument.strip_prefix('-') {
        Some(letters) if !letters.starts_with('-') => letters.contains(&name[1..]),
        _ => false,
    }
}

/// All of the tests' arguments, by function and by example.
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
        // What stands in front of the first function is no call.
        for body in function.split(&text).skip(1) {
            // Some tests have a function of the command's name.
            let found = Iterator::chain(literal.captures_iter(body), call.captures_iter(body));
            all.push(Arguments(found.map(|found| found[1].to_owned()).collect()));
        }
    }
}

/// The names of rows that no test gives to one of the commands.
fn untested<'r>(rows: &'r [Row], commands: &[&str], all: &[Arguments]) -> Vec<&'r str> {
    let of_commands: Vec<_> = all
        .iter()
        .filter(|arguments| {
            let has = |command: &&str| arguments.0.iter().any(|given| given == command);
            commands.iter().any(has)
        })
        .collect();
    let names = rows.iter().flat_map(Row::names);
    names
        .filter(|name| !of_commands.iter().any(|arguments| arguments.has(name)))
        .collect()
}

#[test]
fn every_row_of_help_has_a_test() {
    let all = arguments();
    let commands = commands();
    assert!(commands.len() >= 6, "{commands:?}");
    let of_grep = rows_of("grep");
    let of_list = rows_of("list");
    for command in &commands {
        let rows = rows_of(command);
        assert!(rows.len() > 4, "{command}: {rows:?}");
        // What both have does the same for both, as is shown below.
        let is_shared = |row: &Row| of_grep.contains(row) && of_list.contains(row);
        // That `pick` has flags of `list` is shown where it is driven.
        let is_search = matches!(command.as_str(), "list" | "grep" | "pick");
        let (shared, own): (Vec<_>, Vec<_>) = rows
            .into_iter()
            .partition(|row| is_search && is_shared(row));
        let nothing: [&str; 0] = [];
        assert_eq!(untested(&own, &[command], &all), nothing, "{command}");
        assert_eq!(untested(&shared, &["list", "grep"], &all), nothing);
    }
    let of_the_program = rows(crate::support::run(&["--help"]).out());
    assert!(of_the_program.len() >= 3, "{of_the_program:?}");
    // Its flags stand in front of no command.
    for name in of_the_program.iter().flat_map(Row::names) {
        assert!(all.iter().any(|arguments| arguments.has(name)), "{name}");
    }
}

#[test]
fn row_without_a_test_is_seen() {
    let [short, long] = NOBODYS;
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
    let told = |arguments: &[&str]| {
        let arguments = arguments.iter().map(ToString::to_string).collect();
        let names = untested(&rows, &["list"], &[Arguments(arguments)]);
        names.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let all = ["-n", "--line-number", short, long, "--count"];
    assert_eq!(told(&[]), all);
    assert_eq!(told(&["grep", "-n"]), all);
    assert_eq!(
        told(&["list", "-In", "--count=2", "--line-numbers"]),
        ["--line-number", short, long]
    );
    // Nor does any of the tests give them to the program.
    assert_eq!(untested(&rows, &["list"], &arguments()), NOBODYS);
}

#[test]
fn flags_of_list_are_flags_of_grep() {
    let dir = dir_with(&[("a", TEXT), ("b", "nothing\n"), ("d/c", TEXT)]);
    let of_grep = rows_of("grep");
    let told_otherwise = ["--help", "--version"].map(Some);
    let mut seen = 0;
    for row in rows_of("list") {
        assert!(of_grep.contains(&row), "{row:?}");
        if told_otherwise.contains(&row.long.as_deref()) {
            continue;
        }
        for flag in row.given() {
            let list = run_in(&dir, &["list", &flag, "a", "b", "d"]);
            let grep = run_in(&dir, &["grep", &flag, "", "a", "b", "d"]);
            assert_eq!(list.out(), grep.out(), "{flag}");
            assert_eq!(list.status, grep.status, "{flag}: {}", list.err());
            seen += usize::from(list.status < 2);
        }
    }
    assert!(seen > 25, "{seen}");
}

#[test]
#[cfg(unix)]
fn info_and_split_follow_links_if_they_are_asked_to() {
    let dir = dir_with(&[("d/a", "<news:n1>"), ("f", "<news:n2>")]);
    std::os::unix::fs::symlink("../f", dir.path().join("d/link")).expect("a link");
    let paths = |args: &[&str]| -> Vec<String> {
        let told = run_in(&dir, args);
        assert_eq!((told.status, told.err()), (0, ""));
        let objects = told.json().into_iter();
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
fn info_reads_no_stream_that_asks_for_more_memory_than_it_may() {
    let packed = stream::zstd_with_window(TEXT.as_bytes(), 24);
    let told = run_with(&["info", "--max-window=1M"], &packed);
    assert_eq!(told.status, 2);
    assert!(told.err().contains("--max-window"), "{}", told.err());
    let told = run_with(&["info", "--max-window=32M"], &packed);
    assert_eq!((told.status, told.err()), (0, ""));
    assert!(told.out().starts_with("-: text"), "{}", told.out());
}
