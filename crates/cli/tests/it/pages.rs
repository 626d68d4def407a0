//! What the pages of `docs` show is what the commands print.

use std::{fs, path::Path};

use crate::{
    outlook,
    support::{
        console::{Step, demo, has, markdown_steps, root, run_shell_with},
        write_script,
    },
};

/// The pages, each with the least number of its steps. `PICK.md` has a test of its own.
const PAGES: [(&str, usize); 7] = [
    ("CHECK.md", 1),
    ("COOKBOOK.md", 36),
    ("FAQ.md", 4),
    ("FORMATS.md", 2),
    ("LIMITS.md", 3),
    ("LIST.md", 7),
    ("SCRIPTS.md", 1),
];

/// Programs that the pages pipe to and that may be missing.
const OTHERS: [&str; 5] = ["duckdb", "jq", "sqlite3", "tar", "xz"];

/// A mail indexer. A script replaces it, with the question of the cookbook and files of the demonstration archive as
/// the answer.
const INDEXER: (&str, &str, &str) = (
    "notmuch",
    "search --output=files from:ruth and date:1996",
    "Mail/saved/1 news/alt/hypertext/4417",
);

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

/// A script in place of the link checker, which would visit the links. It insists on its flags and on an input.
const LYCHEE: &str = "#!/bin/sh
[ \"$1 $2 $3 $4\" = '--no-progress --format json --output' ] && [ -s \"$6\" ] || exit 9
echo '{}' >\"$5\"
";

/// Writes the scripts in place of other programs.
fn write_programs(folder: &Path) {
    let (indexer, question, files) = INDEXER;
    let answer =
        format!("#!/bin/sh\n[ \"$*\" = '{question}' ] || exit 9\nprintf '%s\\n' {files}\n");
    write_script(&folder.join(indexer), &answer);
    write_script(&folder.join("lychee"), LYCHEE);
}

/// Runs the steps of each section in a copy of the demonstration archive. Returns how many were run.
#[expect(clippy::print_stdout, reason = "a skipped step must be seen")]
fn run_all(sections: &[(String, Vec<Step>)]) -> usize {
    let programs = tempfile::tempdir().expect("a folder");
    write_programs(programs.path());
    let missing: Vec<_> = OTHERS.into_iter().filter(|program| !has(program)).collect();
    let mut run = 0;
    for (title, steps) in sections {
        let dir = demo();
        fs::write(dir.path().join("archive.pst"), outlook::store(3, 1)).expect("a file");
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
fn the_cookbook_has_all_tasks() {
    let sections = sections("COOKBOOK.md");
    let is_task = |title: &str| title.starts_with(|first: char| first.is_ascii_digit());
    let tasks: Vec<_> = sections
        .iter()
        .filter(|(title, _)| is_task(title))
        .collect();
    assert_eq!(tasks.len(), 18, "the cookbook has lost a task");
    for (number, (title, steps)) in tasks.into_iter().enumerate() {
        assert!(title.starts_with(&format!("{}. ", number + 1)), "{title}");
        assert!(!steps.is_empty(), "{title}");
    }
}

#[test]
fn pages_show_what_the_program_prints() {
    for (page, least) in PAGES {
        let run = run_all(&sections(page));
        assert!(run >= least, "{page}: {run}");
    }
}
