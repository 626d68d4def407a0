//! Tests for walking directories: order, links, loops, and special files.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::thread;

use crate::support::{dir_with, mkfifo, run_in, skip};

fn link(target: &str, dir: &Path, name: &str) {
    symlink(target, dir.join(name)).expect("a link");
}

#[test]
fn walk_is_in_byte_order_and_includes_hidden_files() {
    let names = [
        "d/Z", "d/a", "d/.b", "d/.g/x", "d/10", "d/9", "d/_", "d/é", "d/~", "d/a b",
    ];
    let dir = dir_with(&names.map(|name| (name, "<news:x>")));
    let expected = "d/.b\nd/.g/x\nd/10\nd/9\nd/Z\nd/_\nd/a\nd/a b\nd/~\nd/é\n";
    run_in(&dir, &["list", "-l", "d"]).gives(0, expected);
}

#[test]
fn invalid_utf8_names_are_in_byte_order() {
    let dir = dir_with(&[("a", "<news:x>"), ("\u{fffd}", "<news:x>")]);
    fs::write(dir.path().join(OsStr::from_bytes(b"\xee")), "<news:x>").expect("a file");
    fs::write(dir.path().join(OsStr::from_bytes(b"\xff")), "<news:x>").expect("a file");
    let listed = run_in(&dir, &["list", "-l", "."]);
    assert_eq!(listed.stdout, b"./a\n./\xee\n./\xef\xbf\xbd\n./\xff\n");
    assert_eq!(listed.status, 0);
}

#[test]
fn null_separates_names_with_line_breaks() {
    let dir = dir_with(&[("a\nb", "<news:x>"), ("a", "<news:y>")]);
    run_in(&dir, &["list", "-0l", "."]).gives(0, "./a\0./a\nb\0");
}

#[test]
fn files_of_a_directory_are_contiguous() {
    let dir = dir_with(&[
        ("a/x", "<news:n1>"),
        ("a-b", "<news:n2>"),
        ("a/y", "<news:n3>"),
    ]);
    run_in(&dir, &["list", "-IN", "."]).gives(0, "news:n1\nnews:n3\nnews:n2\n");
}

#[test]
fn links_in_a_walk_are_not_followed() {
    let dir = dir_with(&[
        ("d/a", "<news:n1>"),
        ("f", "<news:n2>"),
        ("e/x", "<news:n3>"),
    ]);
    link("../f", &dir.path().join("d"), "file");
    link("../e", &dir.path().join("d"), "dir");
    link("nowhere", &dir.path().join("d"), "dangling");
    link("loop", &dir.path().join("d"), "loop");
    run_in(&dir, &["list", "d"]).gives(0, "d/a:1:news:n1\n");
}

#[test]
fn follow_includes_links_to_files_and_directories() {
    let dir = dir_with(&[
        ("d/a", "<news:n1>"),
        ("f", "<news:n2>"),
        ("e/x", "<news:n3>"),
    ]);
    link("../f", &dir.path().join("d"), "file");
    link("../e", &dir.path().join("d"), "dir");
    let expected = "d/a:1:news:n1\nd/dir/x:1:news:n3\nd/file:1:news:n2\n";
    run_in(&dir, &["list", "--follow", "d"]).gives(0, expected);
}

#[test]
fn followed_dangling_link_is_an_error() {
    let dir = dir_with(&[("d/a", "<news:n1>"), ("d/z", "<news:n2>")]);
    link("nowhere", &dir.path().join("d"), "m");
    link("n", &dir.path().join("d"), "n");
    let expected = "d/a:1:news:n1\nd/z:1:news:n2\n";
    run_in(&dir, &["list", "--follow", "d"]).gives_errors(expected, &["d/m", "d/n"]);
}

#[test]
fn directory_loop_is_an_error() {
    let dir = dir_with(&[
        ("d/a", "<news:n1>"),
        ("d/s/x", "<news:n2>"),
        ("d/z", "<news:n3>"),
    ]);
    link("..", &dir.path().join("d/s"), "up");
    let expected = "d/a:1:news:n1\nd/s/x:1:news:n2\nd/z:1:news:n3\n";
    run_in(&dir, &["list", "d"]).gives(0, expected);
    run_in(&dir, &["list", "--follow", "d"]).gives_errors(expected, &["d/s/up"]);
}

#[test]
fn two_links_to_a_directory_are_no_loop() {
    let dir = dir_with(&[("e/x", "<news:n1>"), ("d/a", "")]);
    link("../e", &dir.path().join("d"), "one");
    link("../e", &dir.path().join("d"), "two");
    let expected = "d/one/x:1:news:n1\nd/two/x:1:news:n1\n";
    run_in(&dir, &["list", "--follow", "d"]).gives(0, expected);
}

#[test]
fn named_link_to_a_file_is_read() {
    let dir = dir_with(&[("f", "<news:n1>")]);
    link("f", dir.path(), "l");
    run_in(&dir, &["list", "l"]).gives(0, "news:n1\n");
}

#[test]
fn named_link_to_a_directory_is_walked() {
    let dir = dir_with(&[("d/a", "<news:n1>")]);
    link("d", dir.path(), "l");
    run_in(&dir, &["list", "l/"]).gives(0, "l/a:1:news:n1\n");
    run_in(&dir, &["list", "l"]).gives(0, "l/a:1:news:n1\n");
}

#[test]
fn named_dangling_link_is_an_error() {
    let dir = dir_with(&[("f", "<news:n1>")]);
    link("nowhere", dir.path(), "l");
    run_in(&dir, &["list", "l", "f"]).gives_errors("f:1:news:n1\n", &["l"]);
}

#[test]
fn fifo_and_socket_in_a_walk_are_not_opened() {
    let dir = dir_with(&[("d/a", "<news:n1>"), ("d/z", "<news:n2>")]);
    mkfifo(&dir.path().join("d/fifo"));
    let _socket = UnixListener::bind(dir.path().join("d/socket")).expect("a socket");
    link("fifo", &dir.path().join("d"), "link");
    run_in(&dir, &["list", "d"]).gives(0, "d/a:1:news:n1\nd/z:1:news:n2\n");
    run_in(&dir, &["list", "--follow", "d"]).gives(0, "d/a:1:news:n1\nd/z:1:news:n2\n");
}

#[test]
fn named_fifo_is_read() {
    let dir = dir_with(&[("a", "<news:n1>")]);
    let fifo = dir.path().join("fifo");
    mkfifo(&fifo);
    let writer = thread::spawn(move || {
        let mut fifo = OpenOptions::new().write(true).open(fifo).expect("a reader");
        fifo.write_all(b"\n<news:n2>").expect("a reader");
    });
    run_in(&dir, &["list", "fifo", "a"]).gives(0, "fifo:2:news:n2\na:1:news:n1\n");
    writer.join().expect("a writer that succeeds");
}

#[test]
fn named_device_is_read() {
    let dir = dir_with(&[("a", "<news:n1>")]);
    run_in(&dir, &["list", "-c", "/dev/null", "a"]).gives(0, "/dev/null:0\na:1\n");
}

#[test]
fn named_socket_is_an_error() {
    let dir = dir_with(&[("a", "<news:n1>")]);
    let _socket = UnixListener::bind(dir.path().join("socket")).expect("a socket");
    run_in(&dir, &["list", "socket", "a"]).gives_errors("a:1:news:n1\n", &["socket"]);
}

#[test]
fn unreadable_file_and_directory_are_errors() {
    let dir = dir_with(&[
        ("d/a", "<news:n1>"),
        ("d/b", "<news:n2>"),
        ("d/e/x", "<news:n3>"),
    ]);
    let closed = ["d/b", "d/e"].map(|name| dir.path().join(name));
    for path in &closed {
        fs::set_permissions(path, Permissions::from_mode(0o000)).expect("permissions");
    }
    if File::open(&closed[0]).is_ok() {
        skip("this user may read everything");
        return;
    }
    let found = "d/a:1:news:n1\n";
    run_in(&dir, &["list", "d"]).gives_errors(found, &["d/b", "d/e"]);
    run_in(&dir, &["list", "d/b", "d/a"]).gives_errors(found, &["d/b"]);
    run_in(&dir, &["list", "d/e", "d/a"]).gives_errors(found, &["d/e"]);
    fs::set_permissions(&closed[1], Permissions::from_mode(0o700)).expect("permissions");
}

#[test]
fn deep_directory_is_walked_completely() {
    let deep = format!("d{}/a", "/d".repeat(500));
    let dir = dir_with(&[(deep.as_str(), "<news:n1>")]);
    run_in(&dir, &["list", "-l", "."]).gives(0, &format!("./{deep}\n"));
}

#[test]
fn wide_directory_yields_each_file_once() {
    let names: Vec<_> = (0..2000).map(|number| format!("d/{number:04}")).collect();
    let files: Vec<_> = names
        .iter()
        .map(|name| (name.as_str(), "<news:n1>"))
        .collect();
    let dir = dir_with(&files);
    run_in(&dir, &["list", "-l", "d"]).gives(0, &(names.join("\n") + "\n"));
}
