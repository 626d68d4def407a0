//! Tests for the manual: runs every example of `--help` and of the manual pages, and checks the pages and the
//! shell completions.

use std::{collections::BTreeSet, fs, process::Command};

use crate::{
    flags_page::unescaped,
    support::{
        console::{self, Step, demo, has, run_shell},
        rows::{Row, command_rows, commands, rows},
        run, run_command, skip,
    },
};

/// Returns the names of the manual pages: one for the program and one for each command.
fn pages() -> Vec<String> {
    let commands = commands();
    assert!(commands.len() >= 6, "{commands:?}");
    let command_pages = commands.iter().map(|command| format!("man-{command}"));
    ["man".to_owned()]
        .into_iter()
        .chain(command_pages)
        .collect()
}

/// Returns the command that a page describes.
fn subject(page: &str) -> &str {
    page.strip_prefix("man-").unwrap_or("urlsift")
}

fn generate(what: &str) -> String {
    let output = run(&["--generate", what]);
    assert_eq!((output.status, output.err()), (0, ""), "{what}");
    assert!(output.out().ends_with('\n'), "{what}");
    output.out().to_owned()
}

fn help(page: &str) -> String {
    let output = match subject(page) {
        "urlsift" => run(&["--help"]),
        command => run(&["help", command]),
    };
    assert_eq!((output.status, output.err()), (0, ""), "{page}");
    output.out().to_owned()
}

/// Returns the commands of the examples in a help text.
fn examples_in_help(page: &str) -> Vec<String> {
    let help = help(page);
    let (_, examples) = help.split_once("Examples:\n").expect("examples");
    let (examples, _) = examples
        .split_once("\n\n")
        .expect("the text after the examples");
    let mut found: Vec<String> = Vec::new();
    for line in examples.lines() {
        match line.len() - line.trim_start().len() {
            // In the program's own help, the purpose is on the same line.
            2 if subject(page) == "urlsift" => {
                let (command, purpose) = line[2..].split_once("  ").expect("two columns");
                assert!(purpose.ends_with('.'), "{line}");
                found.push(command.to_owned());
            }
            2 => found.push(line[2..].to_owned()),
            4 => {
                let last = found.last_mut().expect("a command to continue");
                last.push('\n');
                last.push_str(&line[2..]);
            }
            6 => assert!(line.ends_with(['.', '?']), "{line}"),
            _ => panic!("wrapped line: {line}"),
        }
    }
    assert!(found.len() > 1, "{found:?}");
    found
}

/// Returns the commands of the examples in a manual page.
fn examples_in_manual(page: &str) -> Vec<String> {
    let text = generate(page);
    let (_, examples) = text.split_once(".SH EXAMPLES\n").expect("examples");
    let blocks = examples.split(".nf\n").skip(1);
    let commands = blocks.map(|block| {
        let (command, _) = block.split_once("\n.fi\n").expect("the end of the block");
        unescaped(command)
    });
    commands.collect()
}

/// Returns the recorded examples of a page with their output.
fn recorded(page: &str) -> Vec<Step> {
    let file = format!("crates/cli/tests/examples/{}.txt", subject(page));
    let text = fs::read_to_string(console::root().join(file)).expect("a readable file");
    console::steps(&text)
}

#[test]
fn examples_print_what_they_should() {
    let has_jq = has("jq");
    if !has_jq {
        skip("no jq for some of the manual's examples");
    }
    let mut ran = 0;
    for page in pages() {
        let recorded = recorded(&page);
        // The other steps inspect the output of an example.
        let calls = recorded
            .iter()
            .filter(|step| step.command.contains("urlsift"));
        let calls: Vec<_> = calls.map(|step| step.command.clone()).collect();
        assert_eq!(examples_in_help(&page), calls, "{page}");
        let dir = demo();
        for step in recorded {
            if step.command.contains("jq") && !has_jq {
                continue;
            }
            assert_eq!(run_shell(dir.path(), &step.command), step);
            ran += 1;
        }
    }
    assert!(ran > 25, "{ran}");
}

#[test]
fn manual_pages_have_the_examples_of_help() {
    for page in pages() {
        assert_eq!(examples_in_manual(&page), examples_in_help(&page), "{page}");
    }
}

#[test]
fn manual_pages_have_all_sections() {
    let names: Vec<_> = pages().iter().map(|page| title(page)).collect();
    for page in pages() {
        let text = generate(&page);
        for section in [
            "NAME",
            "SYNOPSIS",
            "DESCRIPTION",
            "OPTIONS",
            "EXAMPLES",
            "\"EXIT STATUS\"",
            "\"SEE ALSO\"",
        ] {
            let count = text.matches(&format!("\n.SH {section}\n")).count();
            assert_eq!(count, 1, "{page}: {section}");
        }
        let version = env!("CARGO_PKG_VERSION");
        let head = format!(
            ".TH {} 1 \"\" \"urlsift {version}\" \"User Commands\"\n",
            title(&page).to_uppercase()
        );
        assert!(text.contains(&head), "{page}: {}", &text[..200]);
        let shown = unescaped(&text);
        let (_, others) = shown.split_once(".SH \"SEE ALSO\"\n").expect("a section");
        for name in &names {
            let is_there = others.contains(&format!("{name}(1)"));
            assert_eq!(is_there, *name != title(&page), "{page}: {name}");
        }
        for status in ["0 if ", " 2 if ", "130 or 143 if "] {
            assert!(shown.contains(status), "{page}: {status}");
        }
    }
}

/// Returns the title of a page, as `man` finds it.
fn title(page: &str) -> String {
    match subject(page) {
        "urlsift" => "urlsift".to_owned(),
        command => format!("urlsift-{command}"),
    }
}

#[test]
fn environment_is_documented() {
    for page in pages() {
        let text = generate(&page);
        let is_search = matches!(subject(&page), "urlsift" | "list" | "grep");
        let has_colors = subject(&page) == "urlsift" || text.contains(r"\-\-color");
        assert_eq!(text.contains("\\fBNO_COLOR\\fR"), has_colors, "{page}");
        assert_eq!(text.contains("\\fBTERM\\fR"), has_colors, "{page}");
        assert_eq!(text.contains("\\fBURLSIFT_OPTS\\fR"), is_search, "{page}");
    }
}

#[test]
fn formatters_accept_the_manual_pages() {
    let formatters = [
        ("groff", "groff -ww -man -Tascii -P-cbou"),
        ("mandoc", "mandoc -Tlint -Wwarning"),
    ];
    for (name, formatter) in formatters {
        if !has(name) {
            skip(&format!("no {name} for the manual pages"));
            continue;
        }
        for page in pages() {
            let mut words = formatter.split(' ');
            let mut command = Command::new(words.next().expect("a command"));
            let output = run_command(command.args(words), generate(&page).as_bytes());
            let warnings: Vec<_> = output
                .err()
                .lines()
                // The pages have no date.
                .filter(|line| !line.contains("missing date"))
                .collect();
            assert_eq!(warnings, [""; 0], "{page}");
            if name == "groff" {
                let shown = output.out();
                for example in examples_in_help(&page) {
                    for line in example.lines() {
                        assert!(shown.contains(line), "{page}: {line}: {shown}");
                    }
                }
            }
        }
    }
}

#[test]
fn generate_takes_no_other_arguments() {
    run(&["--generate"]).refuses(&["--generate"]);
    run(&["--generate", "man-print"]).refuses(&["man-print", "complete-bash"]);
    run(&["--generate", "man", "list"]).refuses(&["--generate"]);
    run(&["list", "--generate", "man"]).refuses(&["--generate"]);
    let is_generate = |row: &Row| row.long.as_deref() == Some("--generate");
    assert!(rows(&help("man")).iter().any(is_generate));
    for command in commands() {
        assert!(!command_rows(&command).iter().any(is_generate), "{command}");
    }
}

#[test]
fn generate_writes_every_file_for_packagers() {
    let readme = console::root().join("crates/cli/README.md");
    let readme = fs::read_to_string(readme).expect("a readable file");
    let (_, script) = readme.split_once("\n    mkdir").expect("a script");
    let script = format!("set -e\nmkdir{script}");
    let dir = tempfile::tempdir().expect("a temporary directory");
    let ran = run_shell(dir.path(), &script);
    assert_eq!((ran.status, ran.output.as_str()), (0, ""));
    let mut expected: BTreeSet<_> = pages()
        .iter()
        .map(|page| format!("man1/{}.1", title(page)))
        .collect();
    let completions = [
        "bash/urlsift",
        "fish/urlsift.fish",
        "zsh/_urlsift",
        "elvish/urlsift.elv",
    ];
    expected.extend(completions.map(str::to_owned));
    let ran = run_shell(dir.path(), "find * -type f -size +0");
    let written: BTreeSet<_> = ran.output.lines().map(str::to_owned).collect();
    assert_eq!(written, expected);
}
