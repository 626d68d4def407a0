//! Tests for inputs: standard input, files, directories, and read errors.

use std::fs::{self, File};
use std::process::Stdio;

use crate::support::session::Session;
use crate::support::{
    RFC_EXAMPLE, RFC_URLS, dir_with, line_breaks, run, run_command, run_in, run_with, urlsift, wait,
};

#[test]
fn rfc_example_yields_its_three_urls() {
    run_with(&["list"], RFC_EXAMPLE.as_bytes()).gives(0, RFC_URLS);
}

#[test]
fn dash_is_standard_input() {
    run_with(&["list", "-"], RFC_EXAMPLE.as_bytes()).gives(0, RFC_URLS);
    run_with(&["grep", "", "-"], RFC_EXAMPLE.as_bytes()).gives(0, RFC_URLS);
}

#[test]
fn dot_slash_dash_is_a_file() {
    let dir = dir_with(&[("-", "<http://a/>")]);
    run_in(&dir, &["list", "./-"]).gives(0, "http://a/\n");
}

#[test]
fn single_file_has_no_prefix() {
    let dir = dir_with(&[("a.txt", RFC_EXAMPLE)]);
    run_in(&dir, &["list", "a.txt"]).gives(0, RFC_URLS);
}

#[test]
fn two_files_have_path_and_line() {
    let dir = dir_with(&[
        ("a.txt", "\n<http://a/\nb>"),
        ("b.txt", "<news:c> <news:d>\n"),
    ]);
    let expected = "b.txt:1:news:c\nb.txt:1:news:d\na.txt:2:http://a/b\n";
    run_in(&dir, &["list", "b.txt", "a.txt"]).gives(0, expected);
}

#[test]
fn repeated_file_is_searched_twice() {
    let dir = dir_with(&[("a", "<news:x>")]);
    run_in(&dir, &["list", "a", "a"]).gives(0, "a:1:news:x\na:1:news:x\n");
}

#[test]
fn directory_with_one_file_has_prefixes() {
    let dir = dir_with(&[("d/a", "<news:x>")]);
    run_in(&dir, &["list", "d"]).gives(0, "d/a:1:news:x\n");
    run_in(&dir, &["list", "d/"]).gives(0, "d/a:1:news:x\n");
    run_in(&dir, &["list", "."]).gives(0, "./d/a:1:news:x\n");
}

#[test]
fn standard_input_among_files_is_named_dash() {
    let dir = dir_with(&[("a", "<news:x>")]);
    let mut command = urlsift();
    command.args(["list", "a", "-"]).current_dir(&dir);
    run_command(&mut command, b"\n<news:y>").gives(0, "a:1:news:x\n-:2:news:y\n");
}

#[test]
fn without_paths_standard_input_is_read() {
    let dir = dir_with(&[("a", "<news:x>")]);
    run_in(&dir, &["list"]).gives(1, "");
    run_in(&dir, &["grep", "x"]).gives(1, "");
}

#[test]
fn files_on_the_command_line_keep_their_order() {
    let dir = dir_with(&[("a", "<news:n1>"), ("b", "<news:n2>"), ("d/x", "<news:n3>")]);
    run_in(&dir, &["list", "-IN", "b", "d", "a"]).gives(0, "news:n2\nnews:n3\nnews:n1\n");
}

#[test]
fn double_dash_ends_the_flags() {
    let dir = dir_with(&[("-c", "<news:x>"), ("--json", "<news:y>")]);
    run_in(&dir, &["list", "-I", "--", "-c", "--json"]).gives(0, "news:x\nnews:y\n");
}

#[test]
fn missing_file_is_an_error_and_others_are_searched() {
    let dir = dir_with(&[("a", "<news:x>"), ("b", "<news:y>")]);
    run_in(&dir, &["list", "a", "no such", "b"])
        .gives_errors("a:1:news:x\nb:1:news:y\n", &["no such"]);
    run_in(&dir, &["list", "none", "no such"]).gives_errors("", &["none", "no such"]);
    run_in(&dir, &["grep", "y", "none", "a", "b"]).gives_errors("b:1:news:y\n", &["none"]);
}

#[test]
fn missing_file_is_an_error_in_every_mode() {
    let dir = dir_with(&[("a", "")]);
    for flag in ["-c", "-l", "-q", "--json", "-n", "-v"] {
        let command = if flag == "-v" { "grep" } else { "list" };
        let pattern: &[&str] = if flag == "-v" { &["-e", "x"] } else { &[] };
        let args = [&[command, flag], pattern, &["none"]].concat();
        run_in(&dir, &args).gives_errors("", &["none"]);
    }
}

#[test]
fn empty_path_is_an_error() {
    let dir = dir_with(&[("a", "<news:x>")]);
    run_in(&dir, &["list", "", "a"]).gives_errors("a:1:news:x\n", &[""]);
}

#[test]
fn trailing_slash_after_a_file_is_an_error() {
    let dir = dir_with(&[("a", "<news:x>"), ("b", "<news:y>")]);
    run_in(&dir, &["list", "a/", "b"]).gives_errors("b:1:news:y\n", &["a/"]);
}

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
    let mut session =
        Session::spawn_command(urlsift().args(["list", "-j1", "-N", "d"]).current_dir(&dir));
    // While the hits of the first file block on the pipe, the second file is unopened.
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

#[test]
fn text_flag_does_not_affect_plain_text() {
    run_with(&["list", "--text"], RFC_EXAMPLE.as_bytes()).gives(0, RFC_URLS);
}

#[test]
fn candidates_do_not_span_files() {
    let dir = dir_with(&[("a", "<URL:x"), ("b", "y>")]);
    run_in(&dir, &["list", "--conforms=none", "a", "b"]).gives(1, "");
}

#[test]
fn empty_input_yields_nothing() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    run(&["list"]).gives(1, "");
    run_in(&dir, &["list", "."]).gives(1, "");
    run_in(&dir, &["list", "-c", "."]).gives(1, "");
}
