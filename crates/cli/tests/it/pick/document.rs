//! Checks the screens in `docs/PICK.md` and in `screens.md`.

use std::fs;

use crate::support::{
    console::{demo, root},
    pty::Pty,
    write_script,
};

/// A screen: the shell command that starts the session, if any, and the keys that lead to it.
struct Shown<'d> {
    line: Option<&'d str>,
    keys: Vec<&'d str>,
    screen: &'d str,
}

fn shown(document: &str) -> Vec<Shown<'_>> {
    let blocks = document.split("\n```screen ").skip(1);
    let all = blocks.map(|block| {
        let (block, _) = block.split_once("```").expect("the end of the screen");
        let (first, screen) = block.split_once('\n').expect("a screen");
        let (line, keys) = match first.split_once(';') {
            Some((line, keys)) => (Some(line), keys),
            None if first.starts_with("urlsift ") => (Some(first), ""),
            None => (None, first),
        };
        Shown {
            line,
            keys: keys.split_whitespace().collect(),
            screen,
        }
    });
    all.collect()
}

/// The documents, each with the least number of its screens.
const DOCUMENTS: [(&str, usize); 2] = [
    ("docs/PICK.md", 1),
    ("crates/cli/tests/it/pick/screens.md", 9),
];

#[test]
fn screens_match_the_documents() {
    for (document, least) in DOCUMENTS {
        let document = fs::read_to_string(root().join(document)).expect("a readable document");
        let shown = shown(&document);
        assert!(shown.len() >= least, "{}", shown.len());
        check(shown);
    }
}

/// Presses the keys of each screen, and compares it.
fn check(shown: Vec<Shown<'_>>) {
    let dir = demo();
    // A program that prints nothing and does nothing.
    write_script(&dir.path().join("lynx"), "#!/bin/sh\n");
    let mut session = None;
    for Shown { line, keys, screen } in shown {
        if let Some(line) = line {
            let line = format!("PATH=.:$PATH; {line}");
            let started = Pty::shell(dir.path(), &line, &[]);
            started.wait_for("end of reading", |screen| {
                screen
                    .lines()
                    .next()
                    .is_some_and(|title| title.ends_with(" links"))
            });
            session = Some(started);
        }
        let session = session.as_ref().expect("a session");
        for key in keys {
            session.press(&[&key.replace('␣', " ")]);
        }
        session.wait_for(screen, |shown| shown == screen);
    }
}
