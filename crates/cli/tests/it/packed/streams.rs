//! What is packed and comes by pipe.

use std::{fs, path::Path, process::Command};

use tempfile::TempDir;
use urlsift_tests::packing::{
    stream::{self, Stream},
    tar::Tar,
    zip::{self, Entry},
};

use super::assert_complains;
use crate::support::{Outcome, outcome, run_with, session::Session, urlsift};

const ONE: &[u8] = b"<http://a.example/1>\n";
const TWO: &[u8] = b"<http://a.example/2>\n";
const URLS: &str = "http://a.example/1\nhttp://a.example/2\n";

#[test]
fn every_format_is_read_by_pipe() {
    let text = [ONE, TWO].concat();
    for stream in Stream::ALL {
        run_with(&["list"], &stream.pack(&text)).gives(0, URLS);
        run_with(&["list", "-"], &stream.pack(&text)).gives(0, URLS);
        run_with(&["list", "-H"], &stream.pack(&text))
            .gives(0, "-:http://a.example/1\n-:http://a.example/2\n");
    }
    let tar = Tar::new().file("a", ONE).file("b", TWO).finish();
    let zip = zip::zip(&[Entry::stored("a", ONE), Entry::deflated("b", TWO)]);
    for packed in [&tar, &zip] {
        run_with(&["list"], packed).gives(0, URLS);
        for stream in Stream::ALL {
            run_with(&["list"], &stream.pack(packed)).gives(0, URLS);
        }
        run_with(&["list", "-H"], packed)
            .gives(0, "-!a:http://a.example/1\n-!b:http://a.example/2\n");
    }
}

#[test]
fn stream_that_comes_a_byte_at_a_time_is_the_same() {
    let text = [ONE, TWO].concat();
    let mut all: Vec<_> = Stream::ALL.map(|stream| stream.pack(&text)).into();
    all.push(Tar::new().file("a", ONE).file("b", TWO).finish());
    all.push(zip::zip(&[
        Entry::stored("a", ONE),
        Entry::deflated("b", TWO),
    ]));
    for packed in all {
        let mut session = Session::of(&["list"]);
        for byte in &packed {
            session.write(&[*byte]);
        }
        session.close();
        let (status, out, errors) = session.end();
        assert_eq!((status, &*errors), (0, ""));
        assert_eq!(String::from_utf8_lossy(&out), URLS);
    }
}

#[test]
fn hits_of_a_stream_are_printed_as_they_come() {
    let steps_of = [
        stream::gzip_in_steps(&[ONE, TWO]),
        stream::zstd_in_steps(&[ONE, TWO]),
        // Whole members, streams and frames, one by one.
        [ONE, TWO, b""].map(|piece| Stream::Gzip.pack(piece)).into(),
        [ONE, TWO, b""]
            .map(|piece| Stream::Bzip2.pack(piece))
            .into(),
        [ONE, TWO, b""].map(|piece| Stream::Xz.pack(piece)).into(),
        [ONE, TWO, b""].map(|piece| Stream::Zstd.pack(piece)).into(),
    ];
    for (index, steps) in steps_of.iter().enumerate() {
        let mut session = Session::of(&["list", "-n"]);
        session.write(&steps[0]);
        assert_eq!(session.line(), "1:http://a.example/1\n", "{index}");
        session.write(&steps[1]);
        assert_eq!(session.line(), "2:http://a.example/2\n", "{index}");
        session.write(&steps[2]);
        session.close();
        assert_eq!(session.end(), (0, vec![], String::new()), "{index}");
    }
}

#[test]
fn members_of_a_tar_are_printed_as_they_come() {
    let first = Tar::new().file("a", ONE).unfinished();
    let second = Tar::new().file("b", TWO).finish();
    let mut session = Session::of(&["list", "-nH"]);
    session.write(&first);
    assert_eq!(session.line(), "-!a:1:http://a.example/1\n");
    session.write(&second);
    assert_eq!(session.line(), "-!b:1:http://a.example/2\n");
    session.close();
    assert_eq!(session.end(), (0, vec![], String::new()));
    let steps = stream::gzip_in_steps(&[&first, &second]);
    let mut session = Session::of(&["list", "-nH"]);
    session.write(&steps[0]);
    assert_eq!(session.line(), "-!a:1:http://a.example/1\n");
    session.write(&steps[1]);
    assert_eq!(session.line(), "-!b:1:http://a.example/2\n");
    session.write(&steps[2]);
    session.close();
    assert_eq!(session.end(), (0, vec![], String::new()));
}

#[test]
fn text_that_trickles_is_printed_as_it_comes() {
    let starts: [&[u8]; 6] = [
        b"",
        b"\n",
        b"P",
        b"BZh",
        b"From a@a.example Mon Jan 30 09:12:04 1995\nSubject: a\n\n",
        b"text without a line break ",
    ];
    for start in starts {
        let mut session = Session::of(&["list"]);
        for byte in start {
            session.write(&[*byte]);
        }
        for _ in 0..3 {
            session.write(ONE);
            assert_eq!(session.line(), "http://a.example/1\n", "{start:?}");
        }
        session.close();
        assert_eq!(session.end().0, 0);
    }
}

#[test]
fn quiet_run_ends_before_the_stream_does() {
    let mut session = Session::of(&["list", "-q"]);
    session.write(&stream::gzip_in_steps(&[ONE])[0]);
    assert_eq!(session.end(), (0, vec![], String::new()));
}

#[test]
fn run_that_has_enough_ends_before_the_stream_does() {
    // It has to be seen more than once: what is ready first is up to the threads.
    for _ in 0..5 {
        for (flag, printed) in [("-m1", &b"http://a.example/1\n"[..]), ("-l", b"-\n")] {
            let mut session = Session::of(&["list", flag]);
            session.write(&stream::gzip_in_steps(&[ONE])[0]);
            assert_eq!(session.end(), (0, printed.to_vec(), String::new()));
        }
    }
}

#[test]
fn hit_is_printed_while_the_rest_of_its_member_is_passed_over() {
    let tar = Tar::new().file("a", &[ONE; 100].concat()).finish();
    let (begun, rest) = tar.split_at(1000);
    for _ in 0..5 {
        let steps = stream::gzip_in_steps(&[begun, rest]);
        let mut session = Session::of(&["list", "-m1"]);
        session.write(&steps[0]);
        assert_eq!(session.line(), "http://a.example/1\n");
        steps[1..].iter().for_each(|step| session.write(step));
        session.close();
        assert_eq!(session.end(), (0, vec![], String::new()));
    }
}

#[test]
fn signal_ends_a_silent_stream_and_what_was_found_is_printed() {
    for (name, status) in [("INT", 130), ("TERM", 143)] {
        for steps in [
            stream::gzip_in_steps(&[ONE, TWO]),
            stream::gzip_in_steps(&[&Tar::new().file("a", ONE).unfinished(), TWO]),
        ] {
            let mut session = Session::of(&["list"]);
            session.write(&steps[0]);
            assert_eq!(session.line(), "http://a.example/1\n");
            session.signal(name);
            assert_eq!(session.end(), (status, vec![], String::new()), "{name}");
        }
    }
}

/// Runs it with another place for temporary files.
fn with_temporary(place: &Path, stdin: &[u8]) -> Outcome {
    let mut command: Command = urlsift();
    command.args(["list", "-H"]).env("TMPDIR", place);
    outcome(&mut command, stdin)
}

/// More than anybody keeps in memory, and that nothing makes small.
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
fn zip_of_a_pipe_leaves_no_temporary_file() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let zip = large_zip();
    with_temporary(dir.path(), &zip).gives(0, LARGE);
    assert!(is_empty(&dir));
    // Nor if it is broken, or ended by a signal, or by one who needs no more.
    let told = with_temporary(dir.path(), &zip[..zip.len() / 2]);
    assert_eq!(
        (told.status, told.out().lines().next()),
        (2, LARGE.lines().next())
    );
    assert!(is_empty(&dir));
    let mut command = urlsift();
    command.args(["list"]).env("TMPDIR", dir.path());
    let mut session = Session::start(&mut command);
    session.write(&zip[..zip.len() / 2]);
    session.signal("TERM");
    assert_eq!(session.end().0, 143);
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
fn small_zip_of_a_pipe_needs_no_temporary_file_and_a_large_one_says_that_there_is_no_place() {
    let place = Path::new("/nonexistent/urlsift");
    let small = zip::zip(&[Entry::stored("a", ONE), Entry::deflated("b", TWO)]);
    with_temporary(place, &small).gives(0, LARGE);
    let told = with_temporary(place, &large_zip());
    // What fits in memory is read, up to where it is cut.
    assert_complains(&told, &["-", "-!filling"]);
    // What comes behind it is read.
    let tar = Tar::new()
        .file("large.zip", &large_zip())
        .file("small.zip", &small)
        .finish();
    let told = with_temporary(place, &tar);
    assert_complains(&told, &["-!large.zip", "-!large.zip!filling"]);
    assert!(
        told.out().ends_with(&LARGE.replace('-', "-!small.zip")),
        "{}",
        told.out()
    );
}
