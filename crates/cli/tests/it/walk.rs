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
fn invalid_utf8_names_are_in_byte_order() {
    let dir = dir_with(&[("a", "<news:x>"), ("\u{fffd}", "<news:x>")]);
    fs::write(dir.path().join(OsStr::from_bytes(b"\xee")), "<news:x>").expect("a file");
    fs::write(dir.path().join(OsStr::from_bytes(b"\xff")), "<news:x>").expect("a file");
    let listed = run_in(&dir, &["list", "-l", "."]);
    assert_eq!(listed.stdout, b"./a\n./\xee\n./\xef\xbf\xbd\n./\xff\n");
    assert_eq!(listed.status, 0);
}

#[test]
fn fifo_and_socket_in_a_walk_are_not_opened() {
    let dir = dir_with(&[("d/a", "<news:n1>"), ("d/z", "<news:n2>")]);
    mkfifo(&dir.path().join("d/fifo"));
    let _socket = UnixListener::bind(dir.path().join("d/socket")).expect("a socket");
    link("fifo", &dir.path().join("d"), "link");
    run_in(&dir, &["list", "d"]).gives(0, "d/a:news:n1\nd/z:news:n2\n");
    run_in(&dir, &["list", "--follow", "d"]).gives(0, "d/a:news:n1\nd/z:news:n2\n");
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
    run_in(&dir, &["list", "fifo", "a"]).gives(0, "fifo:news:n2\na:news:n1\n");
    writer.join().expect("a writer that succeeds");
}

#[test]
fn named_socket_is_an_error() {
    let dir = dir_with(&[("a", "<news:n1>")]);
    let _socket = UnixListener::bind(dir.path().join("socket")).expect("a socket");
    run_in(&dir, &["list", "socket", "a"]).gives_errors("a:news:n1\n", &["socket"]);
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
    let found = "d/a:news:n1\n";
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
