//! Tests with valid and damaged cpio archives.

use std::{fs, process::Command};

use urlsift_tests::packing::cpio::{Cpio, FILE, Format, from_files};

use super::{MAX_NAME, begins_with, read};
use crate::{
    FaultKind,
    container::member_stream::testing::{Item, corrupt, fault, file, items, items_in},
};

fn parse(bytes: &[u8]) -> Vec<Item> {
    items(read, bytes)
}

fn files() -> Vec<(String, Vec<u8>)> {
    let long = "directory/".repeat(30) + "a";
    vec![
        ("a".to_owned(), b"one".to_vec()),
        ("dir/b".to_owned(), b"<http://a.example/>\n".to_vec()),
        ("empty".to_owned(), Vec::new()),
        (long, b"four".to_vec()),
    ]
}

fn expected() -> Vec<Item> {
    let files = files().into_iter();
    files.map(|(name, bytes)| file(&name, &bytes)).collect()
}

#[test]
fn files_of_each_format_are_read() {
    for format in Format::ALL {
        let archive = from_files(format, &files());
        assert_eq!(begins_with(&archive, false), Some(true));
        assert_eq!(parse(&archive), expected(), "{format:?}");
        for piece in [1, 7, 100] {
            assert_eq!(items_in(read, &archive, piece), expected(), "{format:?}");
        }
    }
}

#[test]
fn what_the_cpio_command_writes_is_read() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut names = String::new();
    for (name, bytes) in files() {
        let path = directory.path().join(&name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(&path, bytes).expect("a file");
        names += &(name + "\n");
    }
    fs::hard_link(directory.path().join("a"), directory.path().join("link")).expect("a link");
    fs::write(
        directory.path().join("names"),
        "dir\nlink\n".to_owned() + &names,
    )
    .expect("a file");
    for format in ["newc", "crc", "odc", "bin"] {
        let mut cpio = Command::new("sh");
        cpio.args(["-c", "cpio --quiet -o -H \"$0\" < names", format]);
        let output = cpio.current_dir(&directory).output().expect("sh");
        if !output.status.success() {
            return urlsift_tests::real::skip("no cpio");
        }
        let mut found = parse(&output.stdout);
        // In `newc` the last link has the data; in the other formats all have.
        let link = found.iter().position(|item| *item == file("link", b"one"));
        let has_link = link.map(|at| found.remove(at)).is_some();
        assert_eq!(has_link, !matches!(format, "newc" | "crc"), "{format}");
        found.sort_by_key(|item| format!("{item:?}").len());
        let mut expected = expected();
        expected.sort_by_key(|item| format!("{item:?}").len());
        assert_eq!(found, expected, "{format}");
    }
}

#[test]
fn the_cpio_command_reads_the_same() {
    for format in Format::ALL {
        let directory = tempfile::tempdir().expect("a directory");
        fs::write(directory.path().join("in"), from_files(format, &files())).expect("a file");
        let mut cpio = Command::new("sh");
        cpio.args(["-c", "cpio --quiet -i -d < in"]);
        let output = cpio.current_dir(&directory).output().expect("sh");
        if !output.status.success() {
            return urlsift_tests::real::skip("no cpio");
        }
        for (name, bytes) in files() {
            let read = fs::read(directory.path().join(&name));
            assert_eq!(read.expect("a file"), bytes, "{format:?}");
        }
    }
}

#[test]
fn only_files_with_data_are_members() {
    for format in Format::ALL {
        let archive = Cpio::new(format)
            .member(0o040_755, 2, "dir", "")
            .member(0o120_777, 1, "link", "target")
            .member(FILE, 1, "a", "one")
            .finish();
        assert_eq!(parse(&archive), [file("a", b"one")], "{format:?}");
    }
    let linked = Cpio::new(Format::Newc)
        .member(FILE, 2, "first", "")
        .member(FILE, 2, "second", "data");
    assert_eq!(parse(&linked.finish()), [file("second", b"data")]);
}

#[test]
fn archives_follow_each_other_after_zeros() {
    let one = from_files(Format::Newc, &[("a".to_owned(), b"1".to_vec())]);
    let other = from_files(Format::Odc, &[("b".to_owned(), b"2".to_vec())]);
    for zeros in [0, 1, 511, 70_000] {
        let zeros = vec![0; zeros];
        let both = [&one[..], &zeros, &other, &zeros].concat();
        assert_eq!(parse(&both), [file("a", b"1"), file("b", b"2")]);
    }
    let trailing = [&one[..], &[0; 8], b"text"].concat();
    let kind = FaultKind::Trailing;
    assert_eq!(
        parse(&trailing),
        [file("a", b"1"), fault(one.len() + 8, kind)]
    );
}

#[test]
fn truncation_is_reported_wherever_it_is() {
    for format in Format::ALL {
        let archive = from_files(format, &[("a".to_owned(), b"12345".to_vec())]);
        let end = archive.len() - if format == Format::Odc { 0 } else { 4 };
        for len in 1..end {
            let found = parse(&archive[..len]);
            let is_reported = matches!(
                &found[..],
                [.., Item::Fault(None, FaultKind::Truncated, _)] | [Item::Cut(..)]
            );
            assert!(is_reported, "{format:?} at {len}: {found:?}");
            assert!(found.len() <= 2, "{format:?} at {len}: {found:?}");
        }
    }
}

#[test]
fn reading_continues_after_a_damaged_header() {
    for format in [Format::Newc, Format::Crc, Format::Odc] {
        let one = Cpio::new(format).member(FILE, 1, "a", "one").unfinished();
        let rest = from_files(format, &[("b".to_owned(), b"two".to_vec())]);
        let damaged = [&one[..], b"garbage 07070 ", &rest].concat();
        let reason = "a header is invalid";
        let expected = [
            file("a", b"one"),
            corrupt(one.len(), reason),
            file("b", b"two"),
        ];
        assert_eq!(parse(&damaged), expected, "{format:?}");
        assert_eq!(items_in(read, &damaged, 1), expected, "{format:?}");
    }
    let long = vec![b'n'; MAX_NAME as usize];
    let archive = Cpio::new(Format::Newc)
        .member(FILE, 1, &long[1..], "one")
        .member(FILE, 1, &long, "two")
        .member(FILE, 1, "a", "three")
        .finish();
    let found = parse(&archive);
    let [
        Item::File(name, one),
        Item::Fault(None, FaultKind::Corrupt(_), _),
        last,
    ] = &found[..]
    else {
        panic!("{found:?}")
    };
    assert_eq!((name.len(), &one[..]), (long.len() - 1, &b"one"[..]));
    assert_eq!(*last, file("a", b"three"));
}

#[test]
fn the_first_header_after_damage_is_found_however_it_is_read() {
    let one = Cpio::new(Format::Odc)
        .member(FILE, 1, "a", "one")
        .unfinished();
    // This is a header of `newc` with a name that is too long. It ends after the header of `odc` inside it.
    let long = "070701".to_owned() + &"9".repeat(27);
    let rest = from_files(Format::Odc, &[("b".to_owned(), b"two".to_vec())]);
    let damaged = [&one[..], b"garbage ", long.as_bytes(), &rest].concat();
    let reason = "a header is invalid";
    let expected = [
        file("a", b"one"),
        corrupt(one.len(), reason),
        corrupt(one.len() + b"garbage ".len(), reason),
        file("b", b"two"),
    ];
    assert_eq!(parse(&damaged), expected);
    for piece in 1..110 {
        assert_eq!(items_in(read, &damaged, piece), expected, "{piece}");
    }
}

#[test]
fn text_is_no_archive() {
    for text in [
        "070701 is a number\n",
        "070707",
        "07070",
        "070707000000 000000",
        "\u{71}\u{c7} is text of some length, longer than a header\n",
        "",
    ] {
        assert_eq!(begins_with(text.as_bytes(), true), Some(false), "{text}");
    }
    for format in Format::ALL {
        let archive = from_files(format, &files());
        let header = match format {
            Format::Newc | Format::Crc => 110,
            Format::Odc => 76,
            Format::Binary | Format::Swapped => 26,
        };
        for len in 0..header {
            assert_eq!(
                begins_with(&archive[..len], false),
                None,
                "{format:?} {len}"
            );
            assert_eq!(begins_with(&archive[..len], true), Some(false));
        }
        assert_eq!(begins_with(&archive[..header], true), Some(true));
    }
    // A binary header with a mode that no file has.
    let binary = Cpio::new(Format::Binary)
        .member(0o170_000, 1, "a", "")
        .finish();
    assert_eq!(begins_with(&binary, false), Some(false));
}
