//! What docs/GUIDE.md shows is what the commands print.

use std::{fs, os::unix::fs::PermissionsExt, path::Path};

use crate::support::console::{Step, demo, has, root, run_shell_with, steps};

/// Programs that the guide pipes to, and that need not be on every machine.
const OTHERS: [&str; 3] = ["duckdb", "jq", "sqlite3"];

/// Programs that keep mail on a machine. In their place stand ones that know the guide's questions, and
/// files of the demonstration archive as answers.
const KEEPERS: [(&str, &str, &str); 2] = [
    (
        "notmuch",
        "search --output=files from:ruth and date:1996",
        "Mail/saved/1 news/alt/hypertext/4417",
    ),
    ("mu", "find --fields l loan", "Mail/saved/1 Mail/saved/2"),
];

/// The tasks, each with its steps. A task's title begins with its number.
fn tasks() -> Vec<(String, Vec<Step>)> {
    let guide = fs::read_to_string(root().join("docs/GUIDE.md")).expect("a readable guide");
    let mut tasks = guide.split("\n## ");
    assert!(tasks.next().is_some_and(|start| steps_in(start).is_empty()));
    tasks
        .map(|task| {
            let title = task.lines().next().expect("a title");
            (title.to_owned(), steps_in(task))
        })
        .collect()
}

/// The steps of indented blocks that begin with one. Empty lines belong to a block that goes on.
fn steps_in(task: &str) -> Vec<Step> {
    let mut all = Vec::new();
    let mut block = String::new();
    let mut empty_lines = 0;
    for line in task.lines().chain(["the end"]) {
        match line.strip_prefix("    ") {
            Some(line) if !block.is_empty() || line.starts_with("$ ") => {
                block.push_str(&"\n".repeat(empty_lines));
                block.push_str(line);
                block.push('\n');
                empty_lines = 0;
            }
            None if line.is_empty() && !block.is_empty() => empty_lines += 1,
            _ => {
                all.extend(steps(&block));
                block.clear();
                empty_lines = 0;
            }
        }
    }
    all
}

/// Writes the programs that keep mail.
fn write_keepers(folder: &Path) {
    for (name, question, files) in KEEPERS {
        let path = folder.join(name);
        let script =
            format!("#!/bin/sh\n[ \"$*\" = '{question}' ] || exit 9\nprintf '%s\\n' {files}\n");
        fs::write(&path, script).expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "a skipped step must be seen")]
fn ten_tasks_print_what_they_show() {
    let tasks = tasks();
    assert_eq!(tasks.len(), 10, "the guide has lost a task");
    let programs = tempfile::tempdir().expect("a folder");
    write_keepers(programs.path());
    let missing: Vec<_> = OTHERS.into_iter().filter(|program| !has(program)).collect();
    let mut run = 0;
    for (number, (title, steps)) in tasks.iter().enumerate() {
        assert!(title.starts_with(&format!("{}. ", number + 1)), "{title}");
        assert!(steps.len() >= 2, "{title}: {steps:?}");
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
    assert!(run >= 25, "{run}");
}
