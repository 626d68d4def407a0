//! What `docs/GUIDE.md` and `docs/LIMITS.md` show is what the commands print.

use std::{fs, os::unix::fs::PermissionsExt, path::Path};

use crate::support::console::{Step, demo, has, markdown_steps, root, run_shell_with};

/// Programs that the guide pipes to and that may be missing.
const OTHERS: [&str; 4] = ["duckdb", "jq", "sqlite3", "xz"];

/// Mail indexers. Scripts replace them, each with the guide's question and files of the demonstration archive as
/// the answer.
const INDEXERS: [(&str, &str, &str); 2] = [
    (
        "notmuch",
        "search --output=files from:ruth and date:1996",
        "Mail/saved/1 news/alt/hypertext/4417",
    ),
    ("mu", "find --fields l loan", "Mail/saved/1 Mail/saved/2"),
];

/// Returns the sections of a document under `docs`, each with its title and its steps.
fn sections(name: &str) -> Vec<(String, Vec<Step>)> {
    let text = fs::read_to_string(root().join("docs").join(name)).expect("a readable document");
    let mut sections = text.split("\n## ");
    assert!(
        sections
            .next()
            .is_some_and(|start| markdown_steps(start).is_empty())
    );
    sections
        .map(|section| {
            let title = section.lines().next().expect("a title");
            (title.to_owned(), markdown_steps(section))
        })
        .collect()
}

/// Writes the scripts in place of the indexers.
fn write_indexers(folder: &Path) {
    for (name, question, files) in INDEXERS {
        let path = folder.join(name);
        let script =
            format!("#!/bin/sh\n[ \"$*\" = '{question}' ] || exit 9\nprintf '%s\\n' {files}\n");
        fs::write(&path, script).expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
    }
}

/// Runs the steps of each section in a copy of the demonstration archive. Returns how many were run.
#[expect(clippy::print_stdout, reason = "a skipped step must be seen")]
fn run_all(sections: &[(String, Vec<Step>)]) -> usize {
    let programs = tempfile::tempdir().expect("a folder");
    write_indexers(programs.path());
    let missing: Vec<_> = OTHERS.into_iter().filter(|program| !has(program)).collect();
    let mut run = 0;
    for (title, steps) in sections {
        let dir = demo();
        for step in steps {
            let calls =
                |program: &&str| step.command.split_whitespace().any(|word| word == *program);
            if let Some(program) = missing.iter().find(|program| calls(program)) {
                println!("skipped: no {program} for: {}", step.command);
                continue;
            }
            let found = run_shell_with(dir.path(), &[programs.path()], &step.command);
            assert_eq!(&found, step, "{title}");
            run += 1;
        }
    }
    run
}

#[test]
fn tasks_print_what_they_show() {
    let sections = sections("GUIDE.md");
    let is_task = |title: &str| title.starts_with(|first: char| first.is_ascii_digit());
    let tasks: Vec<_> = sections
        .iter()
        .filter(|(title, _)| is_task(title))
        .collect();
    assert_eq!(tasks.len(), 12, "the guide has lost a task");
    for (number, (title, steps)) in tasks.into_iter().enumerate() {
        assert!(title.starts_with(&format!("{}. ", number + 1)), "{title}");
        assert!(steps.len() >= 2, "{title}: {steps:?}");
    }
    let run = run_all(&sections);
    assert!(run >= 25, "{run}");
}

#[test]
fn limits_are_those_of_the_program() {
    let run = run_all(&sections("LIMITS.md"));
    assert!(run >= 4, "{run}");
}
