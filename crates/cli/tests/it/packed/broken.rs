//! What is broken costs no more than what cannot be read.

use std::collections::BTreeMap;

use urlsift_tests::packing::{
    File,
    stream::Stream,
    tar::{self, Tar},
    zip::{self, Entry, flags},
};

use super::{assert_complains, assert_gives_and_complains, paths, run_on, urls};
use crate::support::{Outcome, dir_with, run_in, run_with};

const TEXT: &[u8] = b"<http://a.example/1>\n<http://a.example/2>\n";

fn text(name: &str) -> Vec<u8> {
    format!("<http://a.example/{name}>\n").into_bytes()
}

/// A zip of `a`, something else, and `z`.
fn around(middle: Entry) -> Vec<u8> {
    zip::zip(&[
        Entry::deflated("a", &text("a")),
        middle,
        Entry::deflated("z", &text("z")),
    ])
}

#[test]
fn member_that_cannot_be_read_does_not_hide_the_others() {
    let cases = [
        (
            "it is encrypted",
            Entry::stored("m", &text("m")).flags(flags::ENCRYPTED),
            "encrypted",
        ),
        (
            "it is encrypted and described",
            Entry::deflated("m", &text("m"))
                .described()
                .flags(flags::ENCRYPTED),
            "encrypted",
        ),
        (
            "it is shrunk",
            Entry::stored("m", &text("m")).method(1),
            "method 1",
        ),
        (
            "nobody knows how it is compressed",
            Entry::deflated("m", &text("m")).method(4711),
            "4711",
        ),
    ];
    for (about, entry, reason) in cases {
        let zip = around(entry);
        let dir = dir_with(&[("a.zip", &zip), ("b", &text("b"))]);
        let told = run_in(&dir, &["list", "-N", "a.zip", "b"]);
        let expected = "a.zip!a:http://a.example/a\n\
            a.zip!z:http://a.example/z\n\
            b:http://a.example/b\n";
        assert_gives_and_complains(&told, expected, &["a.zip!m"]);
        assert!(told.err().contains(reason), "{about}: {}", told.err());
        let told = run_with(&["list"], &zip);
        let expected = "http://a.example/a\nhttp://a.example/z\n";
        assert_gives_and_complains(&told, expected, &["-!m"]);
        let told = run_with(&["info", "--json"], &zip);
        assert_complains(&told, &["-!m"]);
        let told = told.json();
        assert!(paths(&told).contains(&"-!z"), "{told:?}");
        assert_eq!(told.last().expect("an object")["members"], 3);
    }
}

#[test]
fn wrong_checksum_is_told_and_costs_nothing() {
    let entries = [
        Entry::stored("m", &text("m")).wrong_crc(),
        Entry::deflated("m", &text("m")).wrong_crc(),
        Entry::deflated("m", &text("m")).wrong_crc().described(),
    ];
    for entry in entries {
        let told = run_with(&["list"], &around(entry));
        let expected = "http://a.example/a\nhttp://a.example/m\nhttp://a.example/z\n";
        assert_gives_and_complains(&told, expected, &["-!m"]);
    }
    let mut gzip = Stream::Gzip.pack(TEXT);
    let crc = gzip.len() - 8;
    gzip[crc] ^= 1;
    let told = run_with(&["list"], &gzip);
    let expected = "http://a.example/1\nhttp://a.example/2\n";
    assert_gives_and_complains(&told, expected, &["-"]);
}

#[test]
fn how_far_a_broken_member_could_be_read_is_told() {
    let long = TEXT.repeat(1000);
    let mut gzip = Stream::Gzip.pack(&long);
    gzip.truncate(gzip.len() - 8);
    let told = run_with(&["list", "-c"], &gzip);
    assert_gives_and_complains(&told, "2000\n", &["-"]);
    let start = format!("urlsift: -: at byte {}: ", long.len());
    assert!(told.err().starts_with(&start), "{}", told.err());
    let tar = Tar::new().begin("m", 10_000, &TEXT.repeat(5));
    let told = run_with(&["list", "-cH"], &tar);
    assert_eq!(told.out(), "-!m:10\n");
    let start = format!("urlsift: -!m: at byte {}: ", 5 * TEXT.len());
    assert!(told.err().contains(&start), "{}", told.err());
    assert_eq!(told.status, 2);
}

#[test]
fn broken_file_does_not_hide_the_others_of_a_walk() {
    let mut files = Vec::new();
    for stream in Stream::ALL {
        let mut packed = stream.pack(TEXT);
        packed.truncate(packed.len() - 3);
        files.push((format!("{}1", stream.name()), packed));
        files.push((format!("{}2", stream.name()), stream.pack(TEXT)));
    }
    let told = run_on(&files, &["list", "-c", "."]);
    assert_complains(&told, &["./bzip21", "./gzip1", "./xz1", "./zstd1"]);
    for stream in Stream::ALL {
        let line = format!("./{}2:2\n", stream.name());
        assert!(told.out().contains(&line), "{}", told.out());
    }
}

#[test]
fn what_stands_behind_a_stream_is_told() {
    for stream in Stream::ALL {
        let packed = [
            &stream.pack(TEXT)[..],
            b"this is no stream, and longer than any header",
        ];
        let told = run_with(&["list"], &packed.concat());
        let expected = "http://a.example/1\nhttp://a.example/2\n";
        assert_gives_and_complains(&told, expected, &["-"]);
    }
}

#[test]
fn broken_stream_in_a_container_costs_what_is_in_it() {
    for stream in Stream::ALL {
        let mut broken = stream.pack(&text("m"));
        broken.truncate(broken.len() - 6);
        let tar = Tar::new()
            .file("a", &text("a"))
            .file("m", &broken)
            .file("z", &text("z"))
            .finish();
        let zip = around(Entry::stored("m", &broken));
        for packed in [tar, zip] {
            let told = run_with(&["list", "-H"], &packed);
            assert_complains(&told, &["-!m"]);
            let lines: Vec<_> = told.out().lines().collect();
            assert_eq!(lines.first(), Some(&"-!a:http://a.example/a"), "{stream:?}");
            assert_eq!(lines.last(), Some(&"-!z:http://a.example/z"), "{stream:?}");
        }
    }
}

#[test]
fn header_of_a_tar_that_is_broken_costs_its_member() {
    let mut tar = Tar::new()
        .file("a", &text("a"))
        .file("m", &text("m"))
        .file("z", &text("z"))
        .finish();
    // In the name of the second member, so that its checksum does not fit.
    tar[1024] ^= 1;
    let told = run_with(&["list"], &tar);
    let lines: Vec<_> = told.out().lines().collect();
    assert_eq!(lines.first(), Some(&"http://a.example/a"));
    assert_eq!(told.status, 2);
    assert!(told.err().starts_with("urlsift: -"), "{}", told.err());
}

#[test]
fn directory_of_a_zip_may_be_lost() {
    let names = ["a", "b", "c"];
    let entries = names.map(|name| Entry::deflated(name, &text(name)));
    let described = entries.clone().map(Entry::described);
    for entries in [entries, described] {
        let mut zip = zip::zip(&entries);
        let directory = zip.windows(4).position(|four| four == b"PK\x01\x02");
        zip.truncate(directory.expect("it is there"));
        let dir = dir_with(&[("a.zip", &zip)]);
        for told in [
            run_in(&dir, &["list", "--json", "a.zip"]),
            run_with(&["list", "--json"], &zip),
        ] {
            assert_eq!(told.status, 2);
            let expected = names.map(|name| format!("http://a.example/{name}"));
            assert_eq!(urls(&told.json()), expected, "{}", told.err());
        }
    }
}

/// Every file with one bit flipped, of the bytes at these places.
fn flipped(packed: &[u8], places: impl IntoIterator<Item = usize>) -> Vec<File> {
    let mut files = Vec::new();
    for place in places {
        for bit in 0..8 {
            let mut flipped = packed.to_vec();
            flipped[place] ^= 1 << bit;
            files.push((format!("{place:04}.{bit}"), flipped));
        }
    }
    files
}

/// Reads them in one run, which has to end with a status.
#[track_caller]
fn survives(files: &[File]) -> Outcome {
    assert!(files.len() > 200, "{}", files.len());
    let told = run_on(files, &["list", "--conforms=none", "--json", "."]);
    assert_eq!(told.status, 2, "{}", String::from_utf8_lossy(&told.stderr));
    told
}

#[test]
fn flipped_bit_of_a_stream_is_told_or_changes_nothing() {
    for stream in Stream::ALL {
        let packed = stream.pack(TEXT);
        let files = flipped(&packed, 0..packed.len());
        let told = survives(&files);
        let hits = told.json();
        let mut found = BTreeMap::<_, Vec<_>>::new();
        for hit in &hits {
            let url = hit["url"].as_str().expect("a URL");
            found
                .entry(hit["path"].as_str().expect("a path"))
                .or_default()
                .push(url);
        }
        let mut silent = 0;
        for (name, _) in &files {
            let path = format!("./{name}");
            let is_told = told.err().contains(&format!("urlsift: {path}: "));
            let place: usize = name[..4].parse().expect("a number");
            if is_told || place < stream.magic() {
                continue;
            }
            silent += 1;
            let urls = found.get(&*path).cloned().unwrap_or_default();
            let whole = ["http://a.example/1", "http://a.example/2"];
            assert_eq!(urls, whole, "{stream:?} {name}");
        }
        // Only what nobody needs may change: times, the system.
        assert!(silent * 4 < files.len(), "{stream:?}: {silent}");
    }
}

#[test]
fn flipped_bit_of_a_zip_is_no_trouble() {
    let entries = [
        Entry::deflated("a", TEXT),
        Entry::stored("b", TEXT).described(),
    ];
    let zip = zip::zip(&entries);
    let told = survives(&flipped(&zip, 0..zip.len()));
    assert!(told.json().len() > 4 * zip.len(), "most can be read");
}

#[test]
fn flipped_bit_of_a_tar_is_no_trouble() {
    let tar = Tar::new().file("a", TEXT).file("b", TEXT).finish();
    // Of a member all of its header, and some of what is behind.
    let places = (0..512).chain((512..tar.len()).step_by(64));
    survives(&flipped(&tar, places));
    let packed = Stream::Gzip.pack(&tar);
    survives(&flipped(&packed, 0..packed.len()));
    // The records of pax have no checksum.
    let sparse = Tar::new().pax_sparse((1, 0), "s", 600, &[(0, &[b'x'; 512])]);
    let sparse = sparse.file("b", TEXT).finish();
    survives(&flipped(&sparse, (512..1024).step_by(3)));
}

#[test]
fn flipped_bit_of_a_tar_with_a_checksum_that_fits_is_no_trouble() {
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
        // All that tells something but for the names and the times.
        let places = (100..136).chain(156..158).chain(257..265);
        // Of the bytes that have no meaning of their own in most headers, some will do.
        let places = places.chain((345..512).step_by(5));
        let mut files = flipped(&tar, places.map(|place| 1024 + place));
        for (_, flipped) in &mut files {
            tar::sign(flipped, 1024);
        }
        let told = survives(&files);
        let hits = told.json();
        let found = hits.iter().filter(|hit| {
            let path = hit["path"].as_str().expect("a path");
            path.ends_with("!a") && hit["offset"] == 0
        });
        assert_eq!(found.count(), files.len(), "what is before is always found");
    }
}

#[test]
fn fault_in_what_is_passed_over_is_told() {
    // So large that it is unpacked on a thread of its own, which may be ahead or not.
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
            let told = run_in(&dir, args);
            assert_eq!(told.status, 2, "{args:?}: {}", told.err());
            assert_eq!(told.err().lines().count(), 1, "{}", told.err());
        }
    }
    // What follows the only file of a stream is not looked at.
    let gzip = Stream::Gzip.pack(&member);
    let dir = dir_with(&[("cut", &gzip[..gzip.len() * 3 / 4])]);
    for _ in 0..10 {
        assert_eq!(run_in(&dir, &["list", "-m1", "cut"]).status, 0);
    }
}
