//! Tests for corrupt input: only the unreadable data is lost.

use std::collections::BTreeMap;

use urlsift_tests::packing::{
    File,
    stream::Stream,
    tar::{self, Tar},
    zip::{self, Entry, flags},
};

use super::{assert_errors, assert_output_and_errors, paths, run_on, urls};
use crate::support::{Outcome, dir_with, run_in, run_with};

const TEXT: &[u8] = b"<http://a.example/1>\n<http://a.example/2>\n";

fn text(name: &str) -> Vec<u8> {
    format!("<http://a.example/{name}>\n").into_bytes()
}

/// Returns a zip of `a`, `middle`, and `z`.
fn zip_with_middle(middle: Entry) -> Vec<u8> {
    zip::zip(&[
        Entry::deflated("a", &text("a")),
        middle,
        Entry::deflated("z", &text("z")),
    ])
}

#[test]
fn unreadable_member_does_not_hide_the_others() {
    let cases = [
        (
            "encrypted",
            Entry::stored("m", &text("m")).flags(flags::ENCRYPTED),
            "encrypted",
        ),
        (
            "encrypted with a data descriptor",
            Entry::deflated("m", &text("m"))
                .described()
                .flags(flags::ENCRYPTED),
            "encrypted",
        ),
        (
            "shrunk",
            Entry::stored("m", &text("m")).method(1),
            "method 1",
        ),
        (
            "unknown compression method",
            Entry::deflated("m", &text("m")).method(4711),
            "4711",
        ),
    ];
    for (about, entry, reason) in cases {
        let zip = zip_with_middle(entry);
        let dir = dir_with(&[("a.zip", &zip), ("b", &text("b"))]);
        let output = run_in(&dir, &["list", "-N", "a.zip", "b"]);
        let expected = "a.zip!a:http://a.example/a\n\
            a.zip!z:http://a.example/z\n\
            b:http://a.example/b\n";
        assert_output_and_errors(&output, expected, &["a.zip!m"]);
        assert!(output.err().contains(reason), "{about}: {}", output.err());
        let output = run_with(&["list"], &zip);
        let expected = "http://a.example/a\nhttp://a.example/z\n";
        assert_output_and_errors(&output, expected, &["-!m"]);
        let output = run_with(&["info", "--json"], &zip);
        assert_errors(&output, &["-!m"]);
        let output = output.json();
        assert!(paths(&output).contains(&"-!z"), "{output:?}");
        assert_eq!(output.last().expect("an object")["members"], 3);
    }
}

#[test]
fn wrong_checksum_is_an_error_that_loses_no_links() {
    let entries = [
        Entry::stored("m", &text("m")).wrong_crc(),
        Entry::deflated("m", &text("m")).wrong_crc(),
        Entry::deflated("m", &text("m")).wrong_crc().described(),
    ];
    for entry in entries {
        let output = run_with(&["list"], &zip_with_middle(entry));
        let expected = "http://a.example/a\nhttp://a.example/m\nhttp://a.example/z\n";
        assert_output_and_errors(&output, expected, &["-!m"]);
    }
    let mut gzip = Stream::Gzip.pack(TEXT);
    let crc = gzip.len() - 8;
    gzip[crc] ^= 1;
    let output = run_with(&["list"], &gzip);
    let expected = "http://a.example/1\nhttp://a.example/2\n";
    assert_output_and_errors(&output, expected, &["-"]);
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
fn trailing_data_after_a_stream_is_an_error() {
    for stream in Stream::ALL {
        let compressed = [
            &stream.pack(TEXT)[..],
            b"this is no stream, and longer than any header",
        ];
        let output = run_with(&["list"], &compressed.concat());
        let expected = "http://a.example/1\nhttp://a.example/2\n";
        assert_output_and_errors(&output, expected, &["-"]);
    }
}

#[test]
fn corrupt_stream_in_a_container_loses_only_its_rest() {
    for stream in Stream::ALL {
        let mut broken = stream.pack(&text("m"));
        broken.truncate(broken.len() - 6);
        let tar = Tar::new()
            .file("a", text("a"))
            .file("m", &broken)
            .file("z", text("z"))
            .finish();
        let zip = zip_with_middle(Entry::stored("m", &broken));
        for compressed in [tar, zip] {
            let output = run_with(&["list", "-H"], &compressed);
            assert_errors(&output, &["-!m"]);
            let lines: Vec<_> = output.out().lines().collect();
            assert_eq!(lines.first(), Some(&"-!a:http://a.example/a"), "{stream:?}");
            assert_eq!(lines.last(), Some(&"-!z:http://a.example/z"), "{stream:?}");
        }
    }
}

#[test]
fn corrupt_tar_header_loses_only_its_member() {
    let mut tar = Tar::new()
        .file("a", text("a"))
        .file("m", text("m"))
        .file("z", text("z"))
        .finish();
    // Corrupt the name of the second member so that the checksum fails.
    tar[1024] ^= 1;
    let output = run_with(&["list"], &tar);
    let lines: Vec<_> = output.out().lines().collect();
    assert_eq!(lines.first(), Some(&"http://a.example/a"));
    assert_eq!(output.status, 2);
    assert!(output.err().starts_with("urlsift: -"), "{}", output.err());
}

#[test]
fn zip_without_directory_is_read() {
    let names = ["a", "b", "c"];
    let entries = names.map(|name| Entry::deflated(name, &text(name)));
    let described = entries.clone().map(Entry::described);
    for entries in [entries, described] {
        let mut zip = zip::zip(&entries);
        let directory = zip.windows(4).position(|four| four == b"PK\x01\x02");
        zip.truncate(directory.expect("the directory"));
        let dir = dir_with(&[("a.zip", &zip)]);
        for output in [
            run_in(&dir, &["list", "--json", "a.zip"]),
            run_with(&["list", "--json"], &zip),
        ] {
            assert_eq!(output.status, 2);
            let expected = names.map(|name| format!("http://a.example/{name}"));
            assert_eq!(urls(&output.json()), expected, "{}", output.err());
        }
    }
}

/// Returns one file for each position, with one bit of the byte there flipped.
fn flipped(compressed: &[u8], positions: impl IntoIterator<Item = usize>) -> Vec<File> {
    let mut files = Vec::new();
    for place in positions {
        for bit in 0..8 {
            let mut flipped = compressed.to_vec();
            flipped[place] ^= 1 << bit;
            files.push((format!("{place:04}.{bit}"), flipped));
        }
    }
    files
}

/// Searches all files in one run, which must exit with a status.
#[track_caller]
fn assert_survives(files: &[File]) -> Outcome {
    assert!(files.len() > 200, "{}", files.len());
    let output = run_on(files, &["list", "--conforms=none", "--json", "."]);
    assert_eq!(
        output.status,
        2,
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

#[test]
fn flipped_bit_of_a_stream_is_an_error_or_harmless() {
    for stream in Stream::ALL {
        let compressed = stream.pack(TEXT);
        let files = flipped(&compressed, 0..compressed.len());
        let output = assert_survives(&files);
        let links = output.json();
        let mut found = BTreeMap::<_, Vec<_>>::new();
        for link in &links {
            let url = link["url"].as_str().expect("a URL");
            found
                .entry(link["path"].as_str().expect("a path"))
                .or_default()
                .push(url);
        }
        let mut silent = 0;
        for (name, _) in &files {
            let path = format!("./{name}");
            let is_reported = output.err().contains(&format!("urlsift: {path}: "));
            let place: usize = name[..4].parse().expect("a number");
            if is_reported || place < stream.magic_len() {
                continue;
            }
            silent += 1;
            let urls = found.get(&*path).cloned().unwrap_or_default();
            let whole = ["http://a.example/1", "http://a.example/2"];
            assert_eq!(urls, whole, "{stream:?} {name}");
        }
        // Only unused fields, such as time and system, may change silently.
        assert!(silent * 4 < files.len(), "{stream:?}: {silent}");
    }
}

#[test]
fn flipped_bit_of_a_zip_is_survived() {
    let entries = [
        Entry::deflated("a", TEXT),
        Entry::stored("b", TEXT).described(),
    ];
    let zip = zip::zip(&entries);
    let output = assert_survives(&flipped(&zip, 0..zip.len()));
    assert!(output.json().len() > 4 * zip.len(), "most can be read");
}

#[test]
fn flipped_bit_of_a_tar_is_survived() {
    let tar = Tar::new().file("a", TEXT).file("b", TEXT).finish();
    // The whole header of a member, and a sample of the bytes after it.
    let positions = (0..512).chain((512..tar.len()).step_by(64));
    assert_survives(&flipped(&tar, positions));
    let compressed = Stream::Gzip.pack(&tar);
    assert_survives(&flipped(&compressed, 0..compressed.len()));
    // Pax records have no checksum.
    let sparse = Tar::new().pax_sparse((1, 0), "s", 600, &[(0, &[b'x'; 512])]);
    let sparse = sparse.file("b", TEXT).finish();
    assert_survives(&flipped(&sparse, (512..1024).step_by(3)));
}

#[test]
fn flipped_bit_of_a_tar_with_a_valid_checksum_is_survived() {
    let first = Tar::new().file("a", TEXT);
    let tars = [
        first.clone().file("m", TEXT),
        first.clone().old("m", TEXT),
        first.clone().long_name(b"long").file("m", TEXT),
        first.clone().pax(b'x', &[("path", b"m")]).file("m", TEXT),
        first.clone().sparse("m", 600, &[(0, &[b'x'; 512])]),
        first.pax_sparse((1, 0), "m", 600, &[(0, &[b'x'; 512])]),
    ];
    for tar in tars {
        let tar = tar.file("z", TEXT).finish();
        // All significant fields except names and times.
        let positions = (100..136).chain(156..158).chain(257..265);
        // A sample of the bytes that most headers do not use.
        let positions = positions.chain((345..512).step_by(5));
        let mut files = flipped(&tar, positions.map(|place| 1024 + place));
        for (_, flipped) in &mut files {
            tar::set_checksum(flipped, 1024);
        }
        let output = assert_survives(&files);
        let links = output.json();
        let found = links.iter().filter(|link| {
            let path = link["path"].as_str().expect("a path");
            path.ends_with("!a") && link["offset"] == 0
        });
        assert_eq!(
            found.count(),
            files.len(),
            "links before the flipped bit must be found"
        );
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
