//! Tests for member names: duplicates, special files, and misleading or invalid names.

use urlsift_tests::packing::{
    stream::Stream,
    tar::{self, BLOCK, Tar},
    zip::{self, Entry, flags},
};

use super::{paths, urls};
use crate::support::{dir_with, links::check_link, run_in, run_with};

fn text(number: usize) -> Vec<u8> {
    format!("<http://a.example/{number}>\n").into_bytes()
}

/// Returns a tar of numbered texts with the given names.
fn tar_with(names: &[&[u8]]) -> Vec<u8> {
    let names = names.iter().enumerate();
    names
        .fold(Tar::new(), |tar, (number, name)| {
            tar.file(name, text(number))
        })
        .finish()
}

fn zip_with(names: &[&[u8]]) -> Vec<u8> {
    let names = names.iter().enumerate();
    let entries = names.map(|(number, name)| Entry::deflated(name, &text(number)));
    zip::zip(&entries.collect::<Vec<_>>())
}

/// Returns the paths after `!` of the members, from JSON, after comparing a file with a pipe.
#[track_caller]
fn names_in(compressed: &[u8], count: usize) -> Vec<String> {
    let piped = run_with(&["list", "--json"], compressed);
    assert_eq!((piped.status, piped.err()), (0, ""));
    let dir = dir_with(&[("a", compressed)]);
    let by_name = run_in(&dir, &["list", "--json", "a"]).json();
    let links = piped.json();
    let of_pipe = |path: &&str| path.replacen('a', "-", 1);
    let by_name: Vec<_> = paths(&by_name).iter().map(of_pipe).collect();
    assert_eq!(by_name, paths(&links));
    let expected = (0..count).map(|number| format!("http://a.example/{number}"));
    assert_eq!(urls(&links), expected.collect::<Vec<_>>());
    let inside = paths(&links).into_iter();
    let inside = inside.map(|path| path.strip_prefix("-!").expect("a member"));
    inside.map(str::to_owned).collect()
}

#[test]
fn members_with_equal_names_are_all_read() {
    let names: [&[u8]; 4] = [b"a", b"b", b"a", b"a"];
    for compressed in [zip_with(&names), tar_with(&names)] {
        assert_eq!(names_in(&compressed, 4), ["a", "b", "a", "a"]);
    }
}

#[test]
fn misleading_names_are_escaped() {
    let names: [&[u8]; 9] = [
        b"../x",
        b"d/../../x",
        b"/etc/..",
        b"a\nurlsift: b: c",
        b"\x1b[31mred\x07",
        b"a\rb\tc\x7f",
        "\u{9b}31m".as_bytes(),
        b"a!b",
        b"..a/b..",
    ];
    let expected = [
        r"\x2e\x2e/x",
        r"d/\x2e\x2e/\x2e\x2e/x",
        r"/etc/\x2e\x2e",
        r"a\x0aurlsift: b: c",
        r"\x1b[31mred\x07",
        r"a\x0db\x09c\x7f",
        r"\xc2\x9b31m",
        "a!b",
        "..a/b..",
    ];
    for compressed in [zip_with(&names), tar_with(&names)] {
        assert_eq!(names_in(&compressed, names.len()), expected);
        let listed = run_with(&["list", "-l"], &compressed);
        let expected = expected.map(|name| format!("-!{name}\n")).concat();
        listed.gives(0, &expected);
    }
}

#[test]
fn misleading_names_are_escaped_in_diagnostics() {
    let entries = [
        Entry::stored("../a\nurlsift: b: c", b"x").method(1),
        Entry::stored("\u{1b}[2J", b"x").method(1),
    ];
    let output = run_with(&["list"], &zip::zip(&entries));
    let lines: Vec<_> = output.err().lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with(r"urlsift: -!\x2e\x2e/a\x0aurlsift: b: c: "));
    assert!(lines[1].starts_with(r"urlsift: -!\x1b[2J: "));
}

#[test]
fn zip_names_are_code_page_437_or_utf8() {
    let names: [&[u8]; 4] = [
        b"caf\x82.mbox",
        "café.mbox".as_bytes(),
        b"\x80\x99\xe1\xff",
        b"plain",
    ];
    let expected = ["café.mbox", "café.mbox", "ÇÖß\u{a0}", "plain"];
    assert_eq!(names_in(&zip_with(&names), 4), expected);
    let utf8_name = [Entry::stored("漢字", &text(0)).flags(flags::UTF8)];
    assert_eq!(names_in(&zip::zip(&utf8_name), 1), ["漢字"]);
}

#[cfg(target_os = "linux")]
#[test]
fn tar_names_are_bytes() {
    let compressed = tar_with(&[b"caf\xe9"]);
    let link = &run_with(&["list", "--json"], &compressed).json()[0];
    assert_eq!(link["path"], "-!caf\u{fffd}");
    assert_eq!(link["path_base64"], "LSFjYWbp");
    check_link(&text(0), link);
    let listed = run_with(&["list", "-l"], &compressed);
    assert_eq!(listed.stdout, b"-!caf\xe9\n");
    // On its own, this byte begins a control sequence on terminals that read bytes as characters.
    assert_eq!(names_in(&tar_with(&[b"\x9b31m"]), 1), [r"\x9b31m"]);
}

#[test]
fn every_tar_name_extension_is_read() {
    let long = "d/".repeat(100) + "x";
    let longest = "é/".repeat(2000) + "y";
    let compressed = Tar::new()
        .old("old", &text(0))
        .prefixed("pre/fix", "name", &text(1))
        .long_name(long.as_bytes())
        .file("short", text(2))
        .pax(b'x', &[("path", longest.as_bytes()), ("mtime", b"1.5")])
        .file("short", text(3))
        .pax(b'g', &[("comment", b"of all")])
        .file("own", text(4))
        .member(b'7', "contiguous", text(5))
        .finish();
    let expected = [
        "old",
        "pre/fix/name",
        &*long,
        &*longest,
        "own",
        "contiguous",
    ];
    assert_eq!(names_in(&compressed, 6), expected);
}

#[test]
fn links_devices_and_directories_are_skipped() {
    let tar = Tar::new()
        .member(b'5', "<http://a.example/dir>/", b"")
        .file("f", text(0))
        .link(b'1', "hard", "f")
        .link(b'2', "<http://a.example/soft>", "<http://a.example/target>")
        .member(b'3', "character device", b"")
        .member(b'4', "block device", b"")
        .member(b'6', "fifo", b"")
        .file("g", text(1));
    let dir = dir_with(&[("a.tar", tar.finish())]);
    run_in(&dir, &["list", "-cH", "a.tar"]).gives(0, "a.tar!f:1\na.tar!g:1\n");
    let zip = zip::zip(&[
        Entry::directory("<http://a.example/dir>"),
        Entry::stored("f", &text(0)),
        Entry::stored("g", &text(1)),
    ]);
    run_with(&["list", "-cH"], &zip).gives(0, "-!f:1\n-!g:1\n");
    let linked = zip::zip(&[Entry::link("link", "f"), Entry::stored("f", &text(0))]);
    run_with(&["list", "-H"], &linked).gives(0, "-!f:http://a.example/0\n");
}

#[test]
fn sparse_files_are_expanded() {
    let mut block = text(0);
    block.resize(BLOCK, b'.');
    let segments: Vec<_> = (0..30).map(|at| (4096 * at + 1024, &block[..])).collect();
    for count in [1, 4, 5, 25, 26, 30] {
        let segments = &segments[..count];
        let size = 200_000;
        let whole = tar::expand_sparse(size, segments);
        let tars = [
            Tar::new().sparse("s", size as u64, segments),
            Tar::new().pax_sparse((0, 0), "s", size as u64, segments),
            Tar::new().pax_sparse((0, 1), "s", size as u64, segments),
            Tar::new().pax_sparse((1, 0), "s", size as u64, segments),
        ];
        for (form, tar) in tars.into_iter().enumerate() {
            let compressed = tar.file("after", text(1)).finish();
            let output = run_with(&["list", "--json"], &compressed);
            assert_eq!((output.status, output.err()), (0, ""), "{form}");
            let links = output.json();
            assert_eq!(links.len(), count + 1, "{form}");
            let (after, inside) = links.split_last().expect("a link");
            assert_eq!(
                (&after["path"], &after["offset"]),
                (&"-!after".into(), &0.into())
            );
            for (link, (start, _)) in inside.iter().zip(segments) {
                assert_eq!(link["path"], "-!s", "{form}");
                assert_eq!(link["offset"], *start, "{form}");
                check_link(&whole, link);
            }
            let output = run_with(&["info", "--json"], &compressed).json();
            assert_eq!(output[0]["bytes"], size, "{form}");
        }
    }
}

#[test]
fn hole_may_exceed_any_disk() {
    let mut block = text(0);
    block.resize(BLOCK, b'.');
    let size = 1 << 60;
    for tar in [
        Tar::new().sparse("s", size, &[(0, &block)]),
        Tar::new().pax_sparse((1, 0), "s", size, &[(0, &block)]),
    ] {
        let compressed = tar.file("after", text(1)).finish();
        let expected = "-!s:http://a.example/0\n-!after:http://a.example/1\n";
        run_with(&["list", "-H", "-m1"], &compressed).gives(0, expected);
        run_with(&["list", "-q"], &Stream::Gzip.pack(&compressed)).gives(0, "");
    }
}
