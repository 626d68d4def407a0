//! The screens of docs/PICK.md.

use std::{fs, os::unix::fs::PermissionsExt};

use crate::support::{
    console::{demo, root},
    pty::Pty,
};

/// What docs/PICK.md shows: for each screen what is typed in a shell, if that is where it begins, and
/// the keys.
struct Shown<'d> {
    line: Option<&'d str>,
    keys: Vec<&'d str>,
    screen: &'d str,
}

fn shown(document: &str) -> Vec<Shown<'_>> {
    let blocks = document.split("\n```screen ").skip(1);
    let all = blocks.map(|block| {
        let (block, _) = block.split_once("```").expect("an end of the screen");
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

#[test]
fn screens_are_those_of_the_document() {
    let document = fs::read_to_string(root().join("docs/PICK.md")).expect("a readable document");
    let shown = shown(&document);
    assert!(shown.len() >= 8, "{}", shown.len());
    let dir = demo();
    // It says nothing, and does nothing.
    let lynx = dir.path().join("lynx");
    fs::write(&lynx, "#!/bin/sh\n").expect("a file");
    fs::set_permissions(&lynx, fs::Permissions::from_mode(0o755)).expect("permissions");
    let mut session = None;
    for Shown { line, keys, screen } in shown {
        if let Some(line) = line {
            let line = format!("PATH=.:$PATH; {line}");
            let begun = Pty::shell(dir.path(), &line, &[]);
            begun.shows("11 links\n");
            session = Some(begun);
        }
        let session = session.as_ref().expect("a session");
        for key in keys {
            session.press(&[&key.replace('␣', " ")]);
        }
        session.wait_for(screen, |shown| shown == screen);
    }
}
