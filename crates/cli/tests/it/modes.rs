//! Tests for output modes: links, counts, file names, nothing, and which mode wins.

use crate::support::{dir_with, run_in};
use tempfile::TempDir;

fn three() -> TempDir {
    dir_with(&[
        ("a", "<news:x>\n<news:y>\n"),
        ("b", "<news:y>"),
        ("d/c", "nothing"),
    ])
}

#[test]
fn large_file_is_without_match_only_if_all_segments_are() {
    let nothing = "nothing\n\n".repeat(700_000);
    let late = nothing.clone() + "<news:x>";
    let dir = dir_with(&[("late", late.as_str()), ("nothing", nothing.as_str())]);
    for threads in ["-j1", "-j4"] {
        run_in(&dir, &["list", threads, "-L", "late", "nothing"]).gives(0, "nothing\n");
        run_in(&dir, &["list", threads, "-l", "late", "nothing"]).gives(0, "late\n");
    }
}

#[test]
fn last_output_mode_flag_wins() {
    let dir = three();
    let json = run_in(&dir, &["list", "--json", "b"]);
    assert_eq!((json.status, json.json().len()), (0, 1));
    let modes = [
        ("-c", "1\n", 0),
        ("-l", "b\n", 0),
        ("-L", "", 1),
        ("--json", json.out(), 0),
    ];
    for (first, _, _) in modes {
        for (last, expected, status) in modes {
            run_in(&dir, &["list", first, last, "b"]).gives(status, expected);
        }
    }
    run_in(&dir, &["list", "-c", "--json", "-l", "b"]).gives(0, "b\n");
    run_in(&dir, &["list", "-L", "-l", "-c", "b"]).gives(0, "1\n");
    run_in(&dir, &["grep", "-cl", "y", "b"]).gives(0, "b\n");
    run_in(&dir, &["grep", "-lc", "y", "b"]).gives(0, "1\n");
}

#[test]
fn negated_mode_restores_link_output() {
    let dir = three();
    for (mode, opposite) in [
        ("-c", "--no-count"),
        ("-l", "--no-files-with-matches"),
        ("-L", "--no-files-without-match"),
        ("-q", "--no-quiet"),
        ("--json", "--no-json"),
    ] {
        run_in(&dir, &["list", mode, opposite, "b"]).gives(0, "news:y\n");
        run_in(&dir, &["list", opposite, "b"]).gives(0, "news:y\n");
        let with = run_in(&dir, &["list", opposite, mode, "b"]);
        assert_ne!(with.out(), "news:y\n", "{mode}");
    }
    // The negation affects its own mode only.
    run_in(&dir, &["list", "-c", "--no-json", "b"]).gives(0, "1\n");
}

#[test]
fn max_count_applies_per_file_in_every_mode() {
    let dir = three();
    run_in(&dir, &["list", "-m1", "-c", "a", "b", "d"]).gives(0, "a:1\nb:1\nd/c:0\n");
    run_in(&dir, &["list", "-m1", "-l", "a", "b", "d"]).gives(0, "a\nb\n");
    run_in(&dir, &["list", "-m1", "-IN", "."]).gives(0, "news:x\nnews:y\n");
    let json = run_in(&dir, &["list", "-m1", "--json", "a", "b", "d"]).json();
    let urls: Vec<_> = json.iter().map(|link| link["url"].as_str()).collect();
    assert_eq!(urls, [Some("news:x"), Some("news:y")]);
    run_in(&dir, &["grep", "-m1", "-v", "x", "-IN", "a", "b"]).gives(0, "news:y\nnews:y\n");
    for threads in ["-j1", "-j4"] {
        run_in(&dir, &["list", threads, "-m1", "a", "b"]).gives(0, "a:1:news:x\nb:1:news:y\n");
    }
}

/// Returns each write of the program to its standard output, a datagram socket that preserves the boundaries.
#[cfg(unix)]
fn writes(dir: &TempDir, args: &[&str]) -> Vec<String> {
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixDatagram;
    use std::process::Stdio;

    let (receiver, sender) = UnixDatagram::pair().expect("a pair of sockets");
    let mut command = crate::support::urlsift();
    command
        .args(args)
        .current_dir(dir)
        .stdin(Stdio::null())
        .stdout(Stdio::from(OwnedFd::from(sender)));
    let mut child = command.spawn().expect("the program starts");
    assert_eq!(crate::support::wait(&mut child), 0);
    receiver
        .set_nonblocking(true)
        .expect("a nonblocking socket");
    let mut datagram = [0; 1 << 12];
    let mut writes = Vec::new();
    while let Ok(len @ 1..) = receiver.recv(&mut datagram) {
        writes.push(String::from_utf8_lossy(&datagram[..len]).into_owned());
    }
    writes
}

#[cfg(unix)]
#[test]
fn line_buffering_writes_each_line_separately() {
    let dir = three();
    let lines = ["a:1:news:x\n", "a:2:news:y\n", "b:1:news:y\n"];
    for threads in ["-j1", "-j4"] {
        let list = ["list", threads, "a", "b"];
        let one_by_one = writes(&dir, &[&list[..], &["--line-buffered"]].concat());
        assert_eq!(one_by_one, lines);
        assert_eq!(writes(&dir, &list), [lines.concat()]);
    }
    let counts = writes(&dir, &["list", "--line-buffered", "-c", "a", "d"]);
    assert_eq!(counts, ["a:2\n", "d/c:0\n"]);
    let objects = writes(&dir, &["list", "--line-buffered", "--json", "a", "b"]);
    assert_eq!(objects.len(), 3, "{objects:?}");
}
