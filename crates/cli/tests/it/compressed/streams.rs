//! Tests for compressed input from a pipe.

use std::{fs, path::Path, process::Command};

use tempfile::TempDir;
use urlsift_tests::packing::{
    stream::{self, Stream},
    tar::Tar,
    zip::{self, Entry},
};

use super::{assert_errors, assert_output_and_errors};
use crate::support::{
    Outcome, run_command,
    session::{SIGNALS, Session},
    urlsift,
};

const ONE: &[u8] = b"<http://a.example/1>\n";
const TWO: &[u8] = b"<http://a.example/2>\n";

/// Writes the steps of a stream, and asserts that each line is printed after its step.
#[track_caller]
fn assert_arrives(args: &[&str], steps: &[Vec<u8>], lines: [&str; 2]) {
    let mut session = Session::spawn(args);
    let mut lines = lines.iter();
    for step in steps {
        session.write(step);
        if let Some(line) = lines.next() {
            assert_eq!(session.read_line(), *line);
        }
    }
    session.close_stdin();
    assert_eq!(session.finish(), (0, vec![], String::new()));
}

#[test]
fn prints_links_of_a_stream_as_they_arrive() {
    for steps in [
        stream::gzip_in_steps(&[ONE, TWO]),
        stream::zstd_in_steps(&[ONE, TWO]),
    ] {
        let lines = ["1:http://a.example/1\n", "2:http://a.example/2\n"];
        assert_arrives(&["list", "-n"], &steps, lines);
    }
    // Complete members, streams and frames, one after the other.
    for stream in [Stream::Gzip, Stream::Bzip2, Stream::Xz, Stream::Zstd] {
        let steps = [ONE, TWO, b""].map(|piece| stream.pack(piece));
        let lines = ["1:http://a.example/1\n", "2:http://a.example/2\n"];
        assert_arrives(&["list", "-n"], &steps, lines);
    }
}

#[test]
fn prints_members_of_a_tar_as_they_arrive() {
    let first = Tar::new().file("a", ONE).unfinished();
    let second = Tar::new().file("b", TWO).finish();
    let compressed = stream::gzip_in_steps(&[&first, &second]);
    for steps in [vec![first, second], compressed] {
        let lines = ["-!a:1:http://a.example/1\n", "-!b:1:http://a.example/2\n"];
        assert_arrives(&["list", "-nH"], &steps, lines);
    }
}

#[test]
fn prints_trickling_text_as_it_arrives() {
    let starts: [&[u8]; 6] = [
        b"",
        b"\n",
        b"P",
        b"BZh",
        b"From a@a.example Mon Jan 30 09:12:04 1995\nSubject: a\n\n",
        b"text without a line break ",
    ];
    for start in starts {
        let mut session = Session::spawn(&["list"]);
        for byte in start {
            session.write(&[*byte]);
        }
        for _ in 0..3 {
            session.write(ONE);
            assert_eq!(session.read_line(), "http://a.example/1\n", "{start:?}");
        }
        session.close_stdin();
        assert_eq!(session.finish().0, 0);
    }
}

#[test]
fn limited_run_exits_before_end_of_stream() {
    // Repeated because the thread schedule decides which output is ready first.
    for _ in 0..5 {
        for (flag, printed) in [("-m1", &b"http://a.example/1\n"[..]), ("-l", b"-\n")] {
            let mut session = Session::spawn(&["list", flag]);
            session.write(&stream::gzip_in_steps(&[ONE])[0]);
            assert_eq!(session.finish(), (0, printed.to_vec(), String::new()));
        }
    }
}

#[test]
fn prints_link_while_the_rest_of_its_member_is_skipped() {
    let tar = Tar::new().file("a", [ONE; 100].concat()).finish();
    let (head, rest) = tar.split_at(1000);
    for _ in 0..5 {
        let steps = stream::gzip_in_steps(&[head, rest]);
        let mut session = Session::spawn(&["list", "-m1"]);
        session.write(&steps[0]);
        assert_eq!(session.read_line(), "http://a.example/1\n");
        steps[1..].iter().for_each(|step| session.write(step));
        session.close_stdin();
        assert_eq!(session.finish(), (0, vec![], String::new()));
    }
}

#[test]
fn signal_exits_after_printing_links_of_a_silent_stream() {
    for (name, status) in SIGNALS {
        for steps in [
            stream::gzip_in_steps(&[ONE, TWO]),
            stream::gzip_in_steps(&[&Tar::new().file("a", ONE).unfinished(), TWO]),
        ] {
            let mut session = Session::spawn(&["list"]);
            session.write(&steps[0]);
            assert_eq!(session.read_line(), "http://a.example/1\n");
            session.assert_signal_exits(name, status, "");
        }
    }
}

/// Runs the program with the given directory for temporary files.
fn with_temporary(place: &Path, stdin: &[u8]) -> Outcome {
    let mut command: Command = urlsift();
    command.args(["list", "-H"]).env("TMPDIR", place);
    run_command(&mut command, stdin)
}

/// Returns an incompressible zip that exceeds the memory limit.
fn large_zip() -> Vec<u8> {
    let filling = vec![b'\n'; 40 << 20];
    zip::zip(&[
        Entry::stored("a", ONE),
        Entry::stored("filling", &filling),
        Entry::deflated("b", TWO),
    ])
}

const LARGE: &str = "-!a:http://a.example/1\n-!b:http://a.example/2\n";

fn is_empty(dir: &TempDir) -> bool {
    let mut entries = fs::read_dir(dir).expect("a directory");
    entries.next().is_none()
}

#[test]
fn zip_from_a_pipe_leaves_no_temporary_file() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let zip = large_zip();
    with_temporary(dir.path(), &zip).gives(0, LARGE);
    assert!(is_empty(&dir));
    // Nor does a truncated zip, a run ended by a signal, or one that exits early.
    let output = with_temporary(dir.path(), &zip[..zip.len() / 2]);
    assert_eq!(
        (output.status, output.out().lines().next()),
        (2, LARGE.lines().next())
    );
    assert!(is_empty(&dir));
    let mut command = urlsift();
    command.args(["list"]).env("TMPDIR", dir.path());
    let mut session = Session::spawn_command(&mut command);
    session.write(&zip[..zip.len() / 2]);
    session.signal("TERM");
    assert_eq!(session.finish().0, 143);
    assert!(is_empty(&dir));
}

#[test]
fn zip_in_a_stream_in_a_tar_leaves_no_temporary_file() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let zip = Stream::Gzip.pack(&large_zip());
    let tar = Tar::new().file("1", &zip).file("2", &zip).finish();
    let expected = ["1", "2"].map(|name| LARGE.replace('-', &format!("-!{name}")));
    with_temporary(dir.path(), &tar).gives(0, &expected.concat());
    assert!(is_empty(&dir));
}

#[test]
fn only_a_large_zip_from_a_pipe_needs_a_temporary_file() {
    let place = Path::new("/nonexistent/urlsift");
    let small = zip::zip(&[Entry::stored("a", ONE), Entry::deflated("b", TWO)]);
    with_temporary(place, &small).gives(0, LARGE);
    let output = with_temporary(place, &large_zip());
    // The part that fits in memory is read.
    assert_output_and_errors(&output, "-!a:http://a.example/1\n", &["-", "-!filling"]);
    let reasons = "urlsift: -: temporary file in /nonexistent/urlsift: No such file or directory\n\
        urlsift: -!filling: at byte 1048487: zip could not be copied beyond byte 1048576\n";
    assert_eq!(output.err(), reasons);
    // Members after it are read.
    let tar = Tar::new()
        .file("large.zip", large_zip())
        .file("small.zip", &small)
        .finish();
    let output = with_temporary(place, &tar);
    assert_errors(&output, &["-!large.zip", "-!large.zip!filling"]);
    assert!(
        output.out().ends_with(&LARGE.replace('-', "-!small.zip")),
        "{}",
        output.out()
    );
}
