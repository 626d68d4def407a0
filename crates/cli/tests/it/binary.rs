//! Tests for binary files, whose URLs are counted and not shown.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use urlsift_tests::effort;

use crate::support::{Outcome, dir_with, run_in, run_with};

const BINARY: &[u8] = b"<http://a.example/>\0\x01 <http://b.example/> <http://c.example/|>\n";
/// As many NULs as a text of 64 KiB does not have.
const NULS: &[u8] = &[0; 16];
const NOTE: &str = "urlsift: f: binary file: 3 URLs, not shown (see --binary-as-text)\n";
const URLS: &str = "http://a.example/\nhttp://b.example/\nhttp://c.example/|\n";

/// Runs a command on a file.
fn on_file(flags: &[&str], content: &[u8]) -> Outcome {
    let dir = dir_with(&[("f", content)]);
    run_in(&dir, &[flags, &["f"]].concat())
}

/// A range must not depend on bytes before it.
#[test]
fn binary_files_belong_to_the_range_at_their_start() {
    let small = b"\0a <http://1.example/>\n\nb <http://2.example/>\n\nc <http://3.example/>\n";
    let all = "http://1.example/\nhttp://2.example/\nhttp://3.example/\n";
    for (range, urls) in [("0:10", all), ("10:30", ""), ("30:", "")] {
        let flags = ["list", "-a", "--range", range];
        on_file(&flags, small).gives(i32::from(urls.is_empty()), urls);
    }
    let large = [
        &b"\0\n\n"[..],
        &vec![b'x'; 70_000],
        b"\n\n<http://a.example/>\n",
    ]
    .concat();
    on_file(&["list", "--range", "1000:"], &large).gives(1, "");
}

#[test]
fn other_files_are_not_binary() {
    let late = [&b"x\n".repeat(32 << 10)[..], BINARY].concat();
    on_file(&["list"], &late).gives(0, URLS);
    let early = [&b"x\n".repeat((32 << 10) - 30)[..], NULS, BINARY].concat();
    assert_eq!(on_file(&["list"], &early).err(), NOTE);
    // Text from a PDF.
    for (before, is_text) in [(3990, false), (4040, true)] {
        let few = [&b"x".repeat(before)[..], BINARY].concat();
        let urls = if is_text { URLS } else { "" };
        assert_eq!(on_file(&["list"], &few).out(), urls, "{before}");
    }
    let mail = b"Subject: x\nFrom: a@b\n\n\0 <http://a.example/>\n";
    on_file(&["list"], mail).gives(0, "http://a.example/\n");
    let page = b"<html>\0&lt;http://a.example/&gt;</html>\n";
    on_file(&["list"], page).gives(0, "http://a.example/\n");
}

/// A large one is not divided among threads, and neither is a stream or a compressed one.
#[test]
fn large_binary_files_are_withheld_as_a_whole() {
    let lines = b"<http://a.example/>\n".repeat(1 << 18);
    let large = [NULS, b"\n", &lines[..]].concat();
    let mut gzip = Command::new("gzip")
        .args(["-1", "-c"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("gzip");
    let mut stdin = gzip.stdin.take().expect("a pipe");
    let plain = large.clone();
    let writer = std::thread::spawn(move || stdin.write_all(&plain));
    let compressed = gzip.wait_with_output().expect("gzip").stdout;
    writer.join().expect("a thread").expect("a pipe");
    let dir = dir_with(&[("a", &large), ("a.gz", &compressed)]);
    let note = "binary file: 262144 URLs, not shown (see --binary-as-text)\n";
    for path in ["a", "a.gz"] {
        for flag in effort::sample(["-j1", "-j4", "--json", "--unique"], 2, path.len()) {
            let output = run_in(&dir, &["list", flag, path]);
            let expected = match flag {
                "--unique" => format!("urlsift: {path}: "),
                _ => format!("urlsift: {path}: {note}"),
            };
            assert_eq!((output.status, output.out()), (0, ""), "{path} {flag}");
            assert!(output.err().starts_with(&expected), "{}", output.err());
        }
    }
    let piped = run_with(&["list", "-j4"], &large);
    assert_eq!((piped.out().lines().count(), piped.err()), (1 << 18, ""));
    assert_eq!(run_in(&dir, &["list", "-ca", "a"]).out(), "262144\n");
}

/// They take more memory than a chunk usually has.
#[test]
fn many_urls_before_the_first_nul_are_not_shown() {
    let mut urls = Vec::new();
    for number in 10_000..12_000 {
        writeln!(urls, "<http://a.example/{number}>").expect("a vector");
    }
    let dir = dir_with(&[("f", [&urls[..], NULS, b"\n"].concat()), ("text", urls)]);
    let note = NOTE.replace("3 URLs", "2000 URLs");
    for flags in [
        &["--json"][..],
        &["--csv"],
        &["-n"],
        &["--unique", "-m5000"],
        &["--unique", "--json"],
        &["--messages"],
    ] {
        for threads in ["-j1", "-j3"] {
            let flags = [&["list", threads], flags].concat();
            let output = run_in(&dir, &[&flags[..], &["f"]].concat());
            let head = usize::from(flags.contains(&"--csv"));
            assert_eq!(output.out().lines().count(), head, "{flags:?}");
            assert_eq!(
                (output.status, output.err()),
                (0, note.as_str()),
                "{flags:?}"
            );
            let output = run_in(&dir, &[&flags[..], &["f", "text"]].concat());
            assert_eq!(output.err(), note, "{flags:?}");
            assert_eq!(output.out().lines().count(), 2000 + head, "{flags:?}");
        }
    }
}

/// URLs that are found before the first NUL are withheld, and are not yet printed for `--unique`.
#[test]
fn urls_of_binary_files_are_not_repeated_by_those_of_other_files() {
    // The NUL is found in a later block than the URL.
    let binary = [
        &b"<http://a.example/> <http://a.example/>\n"[..],
        &b"x\n".repeat(14_000),
        NULS,
        b" <http://b.example/> <http://b.example/>\n",
    ]
    .concat();
    let text = b"<http://a.example/> <http://b.example/1> <http://b.example/2>\n";
    let dir = dir_with(&[("bin", &binary[..]), ("text", text)]);
    let pack = "gzip -k bin text && tar -czf all.tar.gz bin text && tar -cf all.tar bin text";
    let compressed = Command::new("sh")
        .args(["-c", pack])
        .current_dir(&dir)
        .status();
    assert!(compressed.expect("sh runs").success());
    let note = "binary file: 4 URLs, not shown (see --binary-as-text)\n";
    let [first, one, two] = [
        "http://a.example/\n",
        "http://b.example/1\n",
        "http://b.example/2\n",
    ];
    for (paths, name) in [
        (&["bin", "text"][..], "bin"),
        (&["bin.gz", "text.gz"], "bin.gz"),
        (&["all.tar"], "all.tar!bin"),
        (&["all.tar.gz"], "all.tar.gz!bin"),
    ] {
        for (flags, expected) in [
            (&["--unique"][..], [first, one, two].concat()),
            (&["--unique=host"], [first, one].concat()),
            (&["--unique=message"], [first, one, two].concat()),
        ] {
            for limit in [&[][..], &["-m5"], &["-m5", "-j4"], &["-j1"], &["-j4"]] {
                let all = [&["list", "-I"], flags, limit, paths].concat();
                let output = run_in(&dir, &all);
                let found = (output.status, output.out(), output.err());
                let note = format!("urlsift: {name}: {note}");
                assert_eq!(found, (0, expected.as_str(), note.as_str()), "{all:?}");
            }
        }
        // All URLs are counted.
        for limit in [&[][..], &["-m5"], &["-m5", "-j4"]] {
            let flags = ["list", "-I", "--unique", "--tally=host"];
            let all = [&flags[..], limit, paths].concat();
            let counted = "      3 b.example\n      1 a.example\n";
            run_in(&dir, &all).gives(0, counted);
            let flags = ["list", "--unique", "--json", "--stats"];
            let all = [&flags[..], limit, paths].concat();
            let output = run_in(&dir, &all);
            let summary = output.json().pop().expect("a summary");
            let counts = ["urls", "repeated", "candidates"].map(|name| &summary["summary"][name]);
            assert_eq!(counts, [7, 0, 7], "{all:?}");
        }
    }
}
