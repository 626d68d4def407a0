//! What `README.md` shows is what the program prints, and each of its commands is run.

use std::{fs, iter};

use crate::{
    support::console::{markdown_steps, root, run_shell},
    terminal_svg,
};

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).expect("a readable file")
}

#[test]
fn examples_print_what_they_show() {
    let steps = markdown_steps(&readme());
    assert!(steps.len() >= 5, "README.md has lost its examples");
    for step in steps {
        assert_eq!(run_shell(&root(), &step.command), step);
    }
}

#[test]
fn every_other_command_is_run_by_the_gate() {
    let readme = readme();
    let before = iter::once("").chain(readme.lines());
    // The first line of each indented block, and each line with a command of Cargo.
    let commands: Vec<_> = before
        .zip(readme.lines())
        .filter(|(before, line)| {
            line.starts_with("    cargo ") || (before.is_empty() && line.starts_with("    "))
        })
        .map(|(_, line)| line.trim_start())
        .filter(|line| !line.starts_with(['$', '>']))
        .filter(|line| !is_output(&readme, line))
        .collect();
    // The gate tests, and its slow builds run the program and install it.
    let scripts = [".ci/run", ".ci/builds"].map(|path| fs::read_to_string(root().join(path)));
    let gate: String = scripts
        .into_iter()
        .collect::<Result<_, _>>()
        .expect("readable files");
    assert_eq!(commands.len(), 3, "{commands:?}");
    for (command, subcommand) in commands.iter().zip(["install", "run", "test"]) {
        let start = format!("cargo {subcommand} ");
        assert!(command.starts_with(&start), "{command}");
        assert!(
            gate.contains(&format!("s/^    \\({start}.*\\)$/")),
            "{start}"
        );
    }
}

/// Returns whether a line is output of an example.
fn is_output(readme: &str, line: &str) -> bool {
    markdown_steps(readme)
        .iter()
        .any(|step| step.output.lines().any(|shown| shown.trim_start() == line))
}

#[test]
fn the_quoted_reply_is_the_file() {
    let reply = fs::read_to_string(root().join("corpus/mail/reply.txt")).expect("a reply");
    let shown: String = readme()
        .split_inclusive('\n')
        .filter_map(|line| {
            line.strip_prefix("    ")
                .filter(|line| line.starts_with("> "))
        })
        .collect();
    assert_eq!(shown, reply);
}

#[test]
fn the_readme_is_short() {
    let lines = readme().lines().count();
    assert!(lines <= 120, "{lines} lines");
}

/// Returns the code of a language that a document shows.
fn code(text: &str, language: &str) -> String {
    let (_, code) = text
        .split_once(&format!("\n```{language}\n"))
        .expect(language);
    code.split_once("\n```").expect("its end").0.to_owned()
}

#[test]
fn the_code_of_the_readme_is_tested_elsewhere() {
    let readme = readme();
    let tested = fs::read_to_string(root().join("tests/tests/it/readme_code.rs")).expect("a test");
    for line in code(&readme, "rust").lines() {
        assert!(tested.contains(line.trim_start()), "{line}");
    }
    for (language, lines) in [("python", 4), ("c", 8), ("js", 3)] {
        let shown = code(&readme, language).lines().count();
        assert!(
            (3..=10).contains(&shown) && shown <= lines,
            "{language}: {shown}"
        );
    }
}

/// Returns the documents whose relative links are checked.
fn documents() -> Vec<String> {
    let mut found = Vec::new();
    for folder in [
        "",
        "benches",
        "conformance",
        "docs",
        "docs/embedding",
        "fuzz",
        "js",
        "packaging",
    ] {
        for entry in fs::read_dir(root().join(folder)).expect(folder) {
            let name = entry.expect("an entry").file_name();
            let name = name.to_string_lossy();
            if name.ends_with(".md") {
                found.push(
                    format!("{folder}/{name}")
                        .trim_start_matches('/')
                        .to_owned(),
                );
            }
        }
    }
    found
}

#[test]
fn links_lead_somewhere() {
    let mut count = 0;
    for document in documents() {
        let path = root().join(&document);
        let text = fs::read_to_string(&path).expect(&document);
        let links = text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split_once(')'));
        for (link, _) in links.filter(|(link, _)| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() {
                path.clone()
            } else {
                path.with_file_name("").join(file)
            };
            assert!(target.exists(), "{document}: {link}");
            if !anchor.is_empty() {
                let text = fs::read_to_string(target).expect(link);
                let is_there = text
                    .lines()
                    .any(|line| anchor_of(line).as_deref() == Some(anchor));
                assert!(is_there, "{document}: {link}");
            }
            count += 1;
        }
    }
    assert!(count > 200, "{count}");
}

/// Returns the anchor of a heading.
fn anchor_of(line: &str) -> Option<String> {
    let heading = line.strip_prefix('#')?.trim_start_matches('#').trim();
    let kept = heading
        .chars()
        .filter(|char| char.is_alphanumeric() || " -_".contains(*char));
    Some(kept.collect::<String>().to_lowercase().replace(' ', "-"))
}

#[test]
fn paths_that_contributors_are_sent_to_exist() {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("a readable file");
    let (_, table) = text.split_once("\n## Where do I put").expect("a table");
    let (table, _) = table.split_once("\n## ").expect("a section after it");
    let mut count = 0;
    for cell in table.lines().flat_map(|row| row.split(" | ")) {
        let mut folder = root();
        for code in cell.split('`').skip(1).step_by(2) {
            // Flags and names in the code are no paths.
            if code.starts_with("--")
                || code.starts_with(char::is_uppercase) && !code.contains(".md")
            {
                continue;
            }
            let from_root = root().join(code);
            let path = if from_root.exists() {
                from_root
            } else {
                let nearest = folder.ancestors().map(|folder| folder.join(code));
                let found = nearest.take(3).find(|path| path.exists());
                found.unwrap_or_else(|| panic!("{code} of {cell}"))
            };
            folder = if path.is_dir() {
                path
            } else {
                path.with_file_name("")
            };
            count += 1;
        }
    }
    assert!(count > 50, "{count}");
}

#[test]
fn the_picture_is_that_of_today() {
    let drawn = fs::read_to_string(terminal_svg::path()).expect("a readable file");
    assert_eq!(
        drawn,
        terminal_svg::draw(),
        "docs/terminal.svg is old: cargo test -p urlsift-cli --test it draw_the_picture -- --ignored"
    );
}

#[test]
#[ignore = "writes docs/terminal.svg"]
fn draw_the_picture() {
    fs::write(terminal_svg::path(), terminal_svg::draw()).expect("a file");
}
