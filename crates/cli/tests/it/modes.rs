//! Tests for output modes: hits, counts, file names, nothing, and which mode wins.

use crate::support::{dir_with, run_in, run_with};
use tempfile::TempDir;

fn three() -> TempDir {
    dir_with(&[
        ("a", "<news:x>\n<news:y>\n"),
        ("b", "<news:y>"),
        ("d/c", "nothing"),
    ])
}

#[test]
fn files_without_match_are_listed_once() {
    let dir = three();
    run_in(&dir, &["list", "-L", "a", "b", "d"]).gives(0, "d/c\n");
    run_in(&dir, &["list", "--files-without-match", "d/c"]).gives(0, "d/c\n");
    run_in(&dir, &["list", "-L", "a", "b"]).gives(1, "");
    run_in(&dir, &["list", "-LI", "d/c"]).gives(0, "d/c\n");
    run_in(&dir, &["list", "-L0", "d/c", "a", "d/c"]).gives(0, "d/c\0d/c\0");
    run_in(&dir, &["grep", "-L", "x", "a", "b", "d"]).gives(0, "b\nd/c\n");
    run_in(&dir, &["grep", "-L", "y", "."]).gives(0, "./d/c\n");
    // Files in which every URL matches.
    run_in(&dir, &["grep", "-Lv", "y", "a", "b"]).gives(0, "b\n");
    run_in(&dir, &["list", "-L", "--delimiter", "url", "b"]).gives(0, "b\n");
    run_in(&dir, &["list", "-L", "-m1", "a", "d"]).gives(0, "d/c\n");
    run_in(&dir, &["list", "-L", "-m0", "a", "d"]).gives(1, "");
    run_with(&["list", "-L"], b"").gives(0, "-\n");
    run_with(&["list", "-L"], b"<news:x>").gives(1, "");
}

#[test]
fn unreadable_file_is_not_listed_as_without_match() {
    let dir = three();
    run_in(&dir, &["list", "-L", "none", "d"]).gives_errors("d/c\n", &["none"]);
    run_in(&dir, &["list", "-L", "none", "a"]).gives_errors("", &["none"]);
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
fn negated_mode_restores_hit_output() {
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
fn quiet_overrides_every_mode_in_any_order() {
    let dir = three();
    for mode in ["-c", "-l", "--json", "-n", "--messages", "-m1", "-0"] {
        for args in [["list", "-q", mode], ["list", mode, "-q"]] {
            run_in(&dir, &[&args[..], &["a", "d"]].concat()).gives(0, "");
            // The status depends only on whether there is a URL, in every mode.
            run_in(&dir, &[&args[..], &["d"]].concat()).gives(1, "");
        }
    }
}

#[test]
fn max_count_applies_per_file_in_every_mode() {
    let dir = three();
    run_in(&dir, &["list", "-m1", "-c", "a", "b", "d"]).gives(0, "a:1\nb:1\nd/c:0\n");
    run_in(&dir, &["list", "-m1", "-l", "a", "b", "d"]).gives(0, "a\nb\n");
    run_in(&dir, &["list", "-m1", "-IN", "."]).gives(0, "news:x\nnews:y\n");
    let json = run_in(&dir, &["list", "-m1", "--json", "a", "b", "d"]).json();
    let urls: Vec<_> = json.iter().map(|hit| hit["url"].as_str()).collect();
    assert_eq!(urls, [Some("news:x"), Some("news:y")]);
    run_in(&dir, &["grep", "-m1", "-v", "x", "-IN", "a", "b"]).gives(0, "news:y\nnews:y\n");
    for threads in ["-j1", "-j4"] {
        run_in(&dir, &["list", threads, "-m1", "a", "b"]).gives(0, "a:1:news:x\nb:1:news:y\n");
    }
}

#[test]
fn line_buffering_does_not_change_the_output() {
    let dir = three();
    let expected = "a:1:news:x\na:2:news:y\nb:1:news:y\n";
    for flags in [
        &["--line-buffered"][..],
        &["--line-buffered", "-j1"],
        &["--no-line-buffered"],
        &["--line-buffered", "--no-line-buffered"],
    ] {
        run_in(&dir, &[&["list"], flags, &["a", "b"]].concat()).gives(0, expected);
    }
    run_in(&dir, &["list", "--line-buffered", "-c", "a", "b"]).gives(0, "a:2\nb:1\n");
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

#[test]
fn quiet_files_without_match_sets_the_status() {
    let dir = dir_with(&[("a", "<http://a/>"), ("none", "no URL")]);
    for threads in ["-j1", "-j2"] {
        run_in(&dir, &["list", threads, "-qL", "none"]).gives(0, "");
        run_in(&dir, &["list", threads, "-qL", "a", "none"]).gives(0, "");
        run_in(&dir, &["list", threads, "-L", "-q", "a"]).gives(1, "");
        run_in(&dir, &["list", threads, "-q", "a", "none"]).gives(0, "");
    }
    for mode in ["--csv", "--csv-safe", "--tsv", "--format={url}", "--tally"] {
        run_in(&dir, &["list", "-L", mode, "a"]).refuses(&["--files-without-match"]);
    }
}
