//! Tests for inputs: standard input, files, directories, and read errors.

use std::fs::{self, File};
use std::process::Stdio;

use crate::support::session::Session;
use crate::support::{RFC_EXAMPLE, dir_with, line_breaks, urlsift, wait};

#[test]
fn file_removed_during_the_walk_is_an_error() {
    let line = format!("<news:{}>\n", "x".repeat(200));
    let many = line.repeat(20_000);
    let dir = dir_with(&[
        ("d/a", many.as_str()),
        ("d/b", "<news:b>"),
        ("d/c", "<news:c>"),
    ]);
    // Other threads would already have read the file.
    let mut session = Session::spawn_in(&dir, ["list", "-j1", "-N", "d"]);
    // While the links of the first file block on the pipe, the second file is unopened.
    session.read_line();
    fs::remove_file(dir.path().join("d/b")).expect("a readable file");
    let (status, rest, stderr) = session.finish();
    assert_eq!(line_breaks(&rest), 20_000);
    assert!(rest.ends_with(b"\nd/c:news:c\n"));
    assert!(stderr.starts_with("urlsift: d/b: "), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    assert_eq!(status, 2);
}

#[test]
fn output_file_inside_the_walk_is_skipped() {
    let dir = dir_with(&[("d/a", RFC_EXAMPLE), ("d/z", "<news:z>")]);
    for flags in [
        &["list", "-I"][..],
        &["list", "--json"],
        &["grep", "-I", ""],
    ] {
        let out = dir.path().join("d/out.txt");
        let mut command = urlsift();
        command
            .args(flags)
            .arg("d")
            .current_dir(&dir)
            .stdin(Stdio::null());
        command
            .stdout(File::create(&out).expect("a file"))
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let status = wait(&mut child);
        let ended = child.wait_with_output().expect("the output");
        let diagnostic = String::from_utf8_lossy(&ended.stderr);
        assert!(
            diagnostic.starts_with("urlsift: d/out.txt: "),
            "{diagnostic}"
        );
        assert_eq!(diagnostic.lines().count(), 1, "{diagnostic}");
        assert_eq!(status, 2);
        let printed = fs::read_to_string(&out).expect("the output");
        assert_eq!(printed.lines().count(), 4, "{printed}");
    }
}

#[test]
fn standard_input_that_is_the_output_is_an_error() {
    let dir = dir_with(&[("a", RFC_EXAMPLE)]);
    let path = dir.path().join("a");
    let mut child = urlsift()
        .arg("list")
        .stdin(File::open(&path).expect("a file"))
        .stdout(File::options().append(true).open(&path).expect("a file"))
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    assert_eq!(wait(&mut child), 2);
    let ended = child.wait_with_output().expect("the output");
    assert!(ended.stderr.starts_with(b"urlsift: -: "));
    assert_eq!(fs::read_to_string(&path).expect("a file"), RFC_EXAMPLE);
}

#[test]
fn null_device_may_be_both_input_and_output() {
    let mut command = urlsift();
    command
        .arg("list")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    assert_eq!(wait(&mut child), 1);
    assert!(
        child
            .wait_with_output()
            .expect("the output")
            .stderr
            .is_empty()
    );
}
