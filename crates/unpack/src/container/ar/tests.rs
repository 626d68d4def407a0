//! Tests with valid and damaged ar archives.

use std::{fs, process::Command};

use urlsift_tests::packing::ar::{bsd, gnu, member};

use super::{MAX_NAME, MAX_TABLE, read};
use crate::{
    FaultKind,
    container::member_stream::testing::{Item, corrupt, cut, fault, file, items, items_in},
};

fn parse(bytes: &[u8]) -> Vec<Item> {
    items(read, bytes)
}

fn files() -> Vec<(String, Vec<u8>)> {
    vec![
        ("a".to_owned(), b"one".to_vec()),
        (
            "fifteen-letters".to_owned(),
            b"<http://a.example/>\n".to_vec(),
        ),
        (
            "a name of more than sixteen letters".to_owned(),
            b"three".to_vec(),
        ),
        ("empty".to_owned(), Vec::new()),
        ("another name of many letters".to_owned(), b"five".to_vec()),
    ]
}

fn expected() -> Vec<Item> {
    let files = files().into_iter();
    files.map(|(name, bytes)| file(&name, &bytes)).collect()
}

fn archive(members: &[Vec<u8>]) -> Vec<u8> {
    [&b"!<arch>\n"[..], &members.concat()].concat()
}

#[test]
fn files_with_long_names_are_read() {
    for archive in [gnu(&files()), bsd(&files())] {
        assert_eq!(parse(&archive), expected());
        for piece in [1, 7, 100] {
            assert_eq!(items_in(read, &archive, piece), expected());
        }
    }
    assert_eq!(parse(b"!<arch>\n"), []);
}

#[test]
fn what_the_ar_command_writes_is_read() {
    let directory = tempfile::tempdir().expect("a directory");
    for (name, bytes) in files() {
        fs::write(directory.path().join(name), bytes).expect("a file");
    }
    let mut ar = Command::new("ar");
    ar.arg("rc")
        .arg("all.a")
        .args(files().iter().map(|(name, _)| name));
    if ar.current_dir(&directory).output().is_err() {
        return urlsift_tests::real::skip("no ar");
    }
    let written = fs::read(directory.path().join("all.a")).expect("an archive");
    assert_eq!(parse(&written), expected());
    // And the other way round.
    for archive in [gnu(&files()), bsd(&files())] {
        fs::write(directory.path().join("other.a"), archive).expect("a file");
        for (name, bytes) in files() {
            let mut ar = Command::new("ar");
            ar.args(["p", "other.a", &name]).current_dir(&directory);
            assert_eq!(ar.output().expect("ar").stdout, bytes, "{name}");
        }
    }
}

#[test]
fn symbol_tables_are_skipped() {
    let archive = archive(&[
        member("/", b"symbols"),
        member("/SYM64/", b"symbols."),
        member("__.SYMDEF", b"symbols"),
        member("#1/20", b"__.SYMDEF SORTED\0\0\0\0symbols"),
        member("a/", b"one"),
        member("blank/", b"two"),
        member("old", b"three"),
    ]);
    let expected = [
        file("a", b"one"),
        file("blank", b"two"),
        file("old", b"three"),
    ];
    assert_eq!(parse(&archive), expected);
}

#[test]
fn names_that_are_missing_or_long_are_shown() {
    let long = "n".repeat(MAX_NAME + 1);
    let table = format!("{long}/\nb/\n");
    let at = long.len() + 2;
    let archive = archive(&[
        member("/7", b"no table"),
        member("//", table.as_bytes()),
        member("/0", b"long"),
        member(&format!("/{at}"), b"b"),
        member("/99999", b"beyond"),
        member("#1/99", b"short"),
        member(
            &format!("#1/{}", long.len()),
            format!("{long}data").as_bytes(),
        ),
    ]);
    let cut = &long[..MAX_NAME];
    let expected = [
        file("/7", b"no table"),
        file(cut, b"long"),
        file("b", b"b"),
        file("/99999", b"beyond"),
        file("short", b""),
        file(cut, b"data"),
    ];
    assert_eq!(parse(&archive), expected);
}

#[test]
fn a_table_of_names_is_limited() {
    let largest = archive(&[
        member("//", &vec![b'n'; MAX_TABLE as usize]),
        member("a/", b"1"),
    ]);
    assert_eq!(parse(&largest), [file("a", b"1")]);
    let larger = archive(&[
        member("//", &vec![b'n'; MAX_TABLE as usize + 2]),
        member("/0", b"1"),
    ]);
    let reason = "the table of names has more than 1 MiB";
    assert_eq!(parse(&larger), [corrupt(8, reason), file("/0", b"1")]);
}

#[test]
fn reading_continues_after_a_damaged_header() {
    let reason = "a header is invalid";
    for garbage in [&b"x"[..], &[b'`'; 300], &b"`\n".repeat(200)] {
        let damaged = archive(&[member("a/", b"two?"), garbage.to_vec(), member("b/", b"2")]);
        let expected = [file("a", b"two?"), corrupt(8 + 64, reason), file("b", b"2")];
        assert_eq!(parse(&damaged), expected);
        assert_eq!(items_in(read, &damaged, 1), expected);
    }
    let nothing = archive(&[member("a/", b"two?"), vec![b'x'; 1000]]);
    assert_eq!(
        parse(&nothing),
        [file("a", b"two?"), corrupt(8 + 64, reason)]
    );
}

#[test]
fn truncation_is_reported() {
    let archive = archive(&[member("a/", b"one"), member("b/", b"two")]);
    let first = 8 + 60 + 3;
    for len in 9..archive.len() {
        let found = parse(&archive[..len]);
        let expected = match len {
            ..68 => vec![fault(8, FaultKind::Truncated)],
            68..71 => vec![cut("a", &b"one"[..len - 68], 8)],
            // The padding may be missing.
            71 | 72 => vec![file("a", b"one")],
            73..132 => vec![file("a", b"one"), fault(first + 1, FaultKind::Truncated)],
            132..135 => vec![file("a", b"one"), cut("b", &b"two"[..len - 132], 72)],
            _ => vec![file("a", b"one"), file("b", b"two")],
        };
        assert_eq!(found, expected, "{len}");
    }
}
