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
    let lines = ["a:news:x\n", "a:news:y\n", "b:news:y\n"];
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
