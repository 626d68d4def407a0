//! Tests for the inputs of `harvest`: those that are refused, and those that cannot be read.

#[cfg(unix)]
use std::process::Command;

use std::fs;

use urlsift_tests::packing::{
    stream::Stream,
    zip::{self, Entry},
};

use crate::{
    harvest::{SMALL, harvest, mail, rows},
    support::{dir_with, run_command, urlsift},
};

#[cfg(unix)]
#[test]
fn what_cannot_be_read_again_is_refused() {
    let dir = mail();
    let made = Command::new("mkfifo").arg(dir.path().join("fifo")).status();
    assert!(made.expect("mkfifo").success());
    let socket = dir.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(socket).expect("a socket");
    let inbox = dir.path().join("inbox");
    for name in ["objects", "refs", "public-inbox"] {
        fs::create_dir_all(inbox.join(name)).expect("a directory");
    }
    fs::write(inbox.join("HEAD"), "").expect("written");
    for (path, kind) in [
        ("fifo", "pipes"),
        ("socket", "sockets"),
        ("/dev/null", "devices"),
        ("-", "standard input"),
        ("inbox", "public-inbox repositories"),
    ] {
        let reason = format!("harvest reads regular files and directories, not {kind}");
        for step in [&[][..], &["plan"]] {
            let ended = harvest(dir.path(), &[step, &SMALL, &["in", path]].concat());
            ended.refuses(&[&format!("'{path}' for '[PATH]...': {reason}")]);
        }
        assert!(!dir.path().join("out").exists());
    }
    for (path, kind) in [("fifo", "pipes"), ("inbox", "public-inbox repositories")] {
        fs::write(dir.path().join("list"), format!("in\n{path}\n")).expect("written");
        let ended = harvest(
            dir.path(),
            &[&SMALL[..], &["--files-from=list", "--partial"]].concat(),
        );
        let expected =
            format!("urlsift: {path}: harvest reads regular files and directories, not {kind}\n");
        assert_eq!((ended.err(), ended.status), (&*expected, 2));
        assert!(!dir.path().join("out/plan.json").exists());
    }
}

#[test]
fn a_path_that_does_not_exist_is_a_file_that_could_not_be_read() {
    let dir = mail();
    for args in [&["in", "missing", "-oout"][..], &["missing", "in", "-oout"]] {
        let ended = harvest(dir.path(), args);
        assert_eq!(ended.status, 2);
        assert!(
            ended.err().starts_with("urlsift: missing: "),
            "{}",
            ended.err()
        );
        assert!(!dir.path().join("out/manifest.json").exists());
    }
    let partial = harvest(dir.path(), &["in", "missing", "-oout", "--partial"]);
    assert_eq!(partial.status, 2);
    assert!(dir.path().join("out/manifest.json").exists());
}

/// A group with a file that cannot be read needs a second plan, for which standard input cannot be read again.
#[test]
fn a_list_is_read_once() {
    let dir = mail();
    // Unpacking it needs a temporary file, for which there is no directory.
    let filling = vec![b'\n'; 2 << 20];
    let zip = zip::zip(&[Entry::stored("filling", &filling)]);
    fs::write(dir.path().join("zip.gz"), Stream::Gzip.pack(&zip)).expect("written");
    let mut command = urlsift();
    command.current_dir(dir.path()).env("TMPDIR", "none");
    command.args(["harvest", "--files-from=-", "--format=jsonl", "-oout"]);
    let ended = run_command(&mut command, b"zip.gz\nin\n");
    let first = ended.err().lines().next().unwrap_or_default();
    assert!(
        first.starts_with("urlsift: zip.gz: temporary file"),
        "{first}"
    );
    assert_eq!(ended.status, 2);
    let ended = harvest(dir.path(), &["finish", "out", "--partial"]);
    let note = "urlsift: 1 of 2 shards are not in the data set\n";
    assert_eq!((ended.err(), ended.status), (note, 2));
    assert_eq!(rows(&dir.path().join("out"), "links").len(), 801);
}

#[test]
fn an_invalid_list_is_an_error() {
    let dir = mail();
    fs::write(dir.path().join("list"), "in\n\n").expect("written");
    for (list, expected) in [
        ("list", "urlsift: list: line 2: "),
        ("none", "urlsift: none: "),
    ] {
        let args = [&SMALL[..], &["--partial", "--files-from", list]].concat();
        let ended = harvest(dir.path(), &args);
        assert_eq!((ended.out(), ended.status), ("", 2));
        assert!(ended.err().starts_with(expected), "{}", ended.err());
        assert!(!dir.path().join("out/plan.json").exists());
    }
}

/// Each range and each file has parts in the charset, and it is reported once, by the run that reads them.
#[test]
fn unknown_charsets_are_reported_once() {
    let message = "From a@b.example Mon Jan 30 09:12:04 1995\nContent-Type: text/plain; charset=X-None\n\n\
                   <http://a.example/>\n\n";
    let dir = dir_with(&[
        ("in/a", message.repeat(100).as_bytes()),
        ("in/b", message.as_bytes()),
    ]);
    let args = ["in", "-oout", "--shard-size=2000"];
    let expected = "urlsift: unknown charset \"x-none\" in 101 parts\n";
    let first = harvest(dir.path(), &args);
    assert_eq!((first.err(), first.status), (expected, 0));
    let second = harvest(dir.path(), &args);
    assert_eq!((second.err(), second.status), ("", 0));
}
