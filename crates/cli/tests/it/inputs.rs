//! What is read: standard input, files, directories; and what cannot be.

use std::fs::{self, File};
use std::process::Stdio;

use crate::support::session::Session;
use crate::support::{
    RFC_EXAMPLE, RFC_URLS, dir_with, line_breaks, outcome, run, run_in, run_with, urlsift, wait,
};

#[test]
fn example_of_the_rfc_gives_its_three_urls_and_nothing_else() {
    run_with(&["list"], RFC_EXAMPLE.as_bytes()).gives(0, RFC_URLS);
}

#[test]
fn dash_is_standard_input() {
    run_with(&["list", "-"], RFC_EXAMPLE.as_bytes()).gives(0, RFC_URLS);
    run_with(&["grep", "", "-"], RFC_EXAMPLE.as_bytes()).gives(0, RFC_URLS);
}

#[test]
fn dash_in_front_of_a_name_is_a_file() {
    let dir = dir_with(&[("-", "<http://a/>")]);
    run_in(&dir, &["list", "./-"]).gives(0, "http://a/\n");
}

#[test]
fn one_file_has_no_prefix() {
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
fn one_file_twice_is_printed_twice_with_prefix() {
    let dir = dir_with(&[("a", "<news:x>")]);
    run_in(&dir, &["list", "a", "a"]).gives(0, "a:1:news:x\na:1:news:x\n");
}

#[test]
fn directory_has_prefixes_even_around_a_single_file() {
    let dir = dir_with(&[("d/a", "<news:x>")]);
    run_in(&dir, &["list", "d"]).gives(0, "d/a:1:news:x\n");
    run_in(&dir, &["list", "d/"]).gives(0, "d/a:1:news:x\n");
    run_in(&dir, &["list", "."]).gives(0, "./d/a:1:news:x\n");
}

#[test]
fn standard_input_among_files_is_called_dash() {
    let dir = dir_with(&[("a", "<news:x>")]);
    let mut command = urlsift();
    command.args(["list", "a", "-"]).current_dir(&dir);
    outcome(&mut command, b"\n<news:y>").gives(0, "a:1:news:x\n-:2:news:y\n");
}

#[test]
fn no_path_reads_standard_input_and_not_the_directory() {
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
fn missing_file_is_told_and_the_others_are_printed() {
    let dir = dir_with(&[("a", "<news:x>"), ("b", "<news:y>")]);
    run_in(&dir, &["list", "a", "no such", "b"])
        .complains("a:1:news:x\nb:1:news:y\n", &["no such"]);
    run_in(&dir, &["list", "none", "no such"]).complains("", &["none", "no such"]);
    run_in(&dir, &["grep", "y", "none", "a", "b"]).complains("b:1:news:y\n", &["none"]);
}

#[test]
fn missing_file_alone_is_an_error_in_every_mode() {
    let dir = dir_with(&[("a", "")]);
    for flag in ["-c", "-l", "-q", "--json", "-n", "-v"] {
        let command = if flag == "-v" { "grep" } else { "list" };
        let pattern: &[&str] = if flag == "-v" { &["-e", "x"] } else { &[] };
        let args = [&[command, flag], pattern, &["none"]].concat();
        run_in(&dir, &args).complains("", &["none"]);
    }
}

#[test]
fn empty_path_is_a_file_that_is_not_there() {
    let dir = dir_with(&[("a", "<news:x>")]);
    run_in(&dir, &["list", "", "a"]).complains("a:1:news:x\n", &[""]);
}

#[test]
fn path_with_a_slash_behind_a_file_is_an_error() {
    let dir = dir_with(&[("a", "<news:x>"), ("b", "<news:y>")]);
    run_in(&dir, &["list", "a/", "b"]).complains("b:1:news:y\n", &["a/"]);
}

#[test]
fn file_that_vanishes_during_the_walk_is_told() {
    let line = format!("<news:{}>\n", "x".repeat(200));
    let many = line.repeat(20_000);
    let dir = dir_with(&[
        ("d/a", many.as_str()),
        ("d/b", "<news:b>"),
        ("d/c", "<news:c>"),
    ]);
    // Several threads would have read it long before.
    let mut session = Session::start(urlsift().args(["list", "-j1", "-N", "d"]).current_dir(&dir));
    // While it waits to get rid of what the first file holds, it cannot have opened the second.
    session.line();
    fs::remove_file(dir.path().join("d/b")).expect("it is there");
    let (status, rest, stderr) = session.end();
    assert_eq!(line_breaks(&rest), 20_000);
    assert!(rest.ends_with(b"\nd/c:news:c\n"));
    assert!(stderr.starts_with("urlsift: d/b: "), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    assert_eq!(status, 2);
}

#[test]
fn output_within_the_walk_is_not_read() {
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
        let ended = child.wait_with_output().expect("its complaints");
        let complaint = String::from_utf8_lossy(&ended.stderr);
        assert!(complaint.starts_with("urlsift: d/out.txt: "), "{complaint}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
        assert_eq!(status, 2);
        let printed = fs::read_to_string(&out).expect("its output");
        assert_eq!(printed.lines().count(), 4, "{printed}");
    }
}

#[test]
fn standard_input_that_is_the_output_is_not_read() {
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
    let ended = child.wait_with_output().expect("its complaints");
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
            .expect("its complaints")
            .stderr
            .is_empty()
    );
}

#[test]
fn text_flag_changes_nothing_of_a_plain_text() {
    run_with(&["list", "--text"], RFC_EXAMPLE.as_bytes()).gives(0, RFC_URLS);
}

#[test]
fn candidates_do_not_run_from_one_file_into_the_next() {
    let dir = dir_with(&[("a", "<URL:x"), ("b", "y>")]);
    run_in(&dir, &["list", "--conforms=none", "a", "b"]).gives(1, "");
}

#[test]
fn empty_input_and_empty_directory_hold_nothing() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    run(&["list"]).gives(1, "");
    run_in(&dir, &["list", "."]).gives(1, "");
    run_in(&dir, &["list", "-c", "."]).gives(1, "");
}
