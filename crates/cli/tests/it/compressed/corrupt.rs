//! Tests for corrupt input: what is unreadable is reported, and everything else is read.

use urlsift_tests::packing::{
    stream::Stream,
    tar::Tar,
    zip::{self, Entry},
};

use super::{assert_errors, assert_output_and_errors, run_on};
use crate::support::{dir_with, run_in, run_with};

const TEXT: &[u8] = b"<http://a.example/1>\n<http://a.example/2>\n";

/// A member that cannot be read counts, and hides neither its neighbours nor the next file. Its name is escaped.
#[test]
fn unreadable_member_is_one_of_its_container() {
    let text = |name: &str| format!("<http://a.example/{name}>\n").into_bytes();
    let zip = zip::zip(&[
        Entry::deflated("a", &text("a")),
        Entry::stored("../m\nurlsift: b: c", b"x").method(1),
        Entry::deflated("z", &text("z")),
    ]);
    let dir = dir_with(&[("a.zip", &zip), ("b", &text("b"))]);
    let output = run_in(&dir, &["list", "-N", "a.zip", "b"]);
    let expected = "a.zip!a:http://a.example/a\n\
        a.zip!z:http://a.example/z\n\
        b:http://a.example/b\n";
    let path = r"a.zip!\x2e\x2e/m\x0aurlsift: b: c";
    assert_output_and_errors(&output, expected, &[path]);
    assert!(output.err().contains("method 1"), "{}", output.err());
    let output = run_in(&dir, &["info", "--json", "a.zip"]).json();
    assert_eq!(output.last().expect("an object")["members"], 3);
}

#[test]
fn error_gives_offset_where_reading_stopped() {
    let long = TEXT.repeat(1000);
    let mut gzip = Stream::Gzip.pack(&long);
    gzip.truncate(gzip.len() - 8);
    let output = run_with(&["list", "-c"], &gzip);
    assert_output_and_errors(&output, "2000\n", &["-"]);
    let start = format!("urlsift: -: at byte {}: ", long.len());
    assert!(output.err().starts_with(&start), "{}", output.err());
    let tar = Tar::new().begin("m", 10_000, &TEXT.repeat(5));
    let output = run_with(&["list", "-cH"], &tar);
    assert_eq!(output.out(), "-!m:10\n");
    let start = format!("urlsift: -!m: at byte {}: ", 5 * TEXT.len());
    assert!(output.err().contains(&start), "{}", output.err());
    assert_eq!(output.status, 2);
}

#[test]
fn corrupt_file_does_not_hide_the_others_of_a_walk() {
    let mut files = Vec::new();
    for stream in Stream::ALL {
        let mut compressed = stream.pack(TEXT);
        compressed.truncate(compressed.len() - 3);
        files.push((format!("{}1", stream.name()), compressed));
        files.push((format!("{}2", stream.name()), stream.pack(TEXT)));
    }
    let output = run_on(&files, &["list", "-c", "."]);
    assert_errors(
        &output,
        &[
            "./bzip21", "./gzip1", "./lz41", "./lzip1", "./xz1", "./zstd1",
        ],
    );
    for stream in Stream::ALL {
        let line = format!("./{}2:2\n", stream.name());
        assert!(output.out().contains(&line), "{}", output.out());
    }
}

#[test]
fn error_in_skipped_data_is_reported() {
    // Large enough to be unpacked on another thread, which may or may not be ahead.
    let filling: Vec<u8> = (0..300_000_u64)
        .map(|at| (at.wrapping_mul(at) >> 7) as u8 | 1)
        .collect();
    let member = [TEXT, &filling].concat();
    let tar = Tar::new().file("m", &member).file("z", TEXT).finish();
    let gzip = Stream::Gzip.pack(&tar);
    let cut = &gzip[..gzip.len() * 3 / 4];
    let dir = dir_with(&[("cut", cut)]);
    for _ in 0..10 {
        for args in [&["list", "-m1", "cut"], &["list", "-l", "cut"]] {
            let output = run_in(&dir, args);
            assert_eq!(output.status, 2, "{args:?}: {}", output.err());
            assert_eq!(output.err().lines().count(), 1, "{}", output.err());
        }
    }
    // Data after a stream's only file is not read.
    let gzip = Stream::Gzip.pack(&member);
    let dir = dir_with(&[("cut", &gzip[..gzip.len() * 3 / 4])]);
    for _ in 0..10 {
        assert_eq!(run_in(&dir, &["list", "-m1", "cut"]).status, 0);
    }
}
