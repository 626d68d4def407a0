//! Tests for what an interrupted run says.

use std::fs;

use crate::support::pty::Pty;
use crate::support::session::wait_for_signal_handler;
use crate::support::{dir_with, mkfifo};

#[test]
fn interrupted_harvest_says_how_it_goes_on() {
    let dir = dir_with(&[("a", "<http://a.example/>\n")]);
    mkfifo(&dir.path().join("names"));
    let line = "trap : INT; sh -c 'echo $$ >pid; exec urlsift harvest --files-from names -o out'; echo ended $?";
    let pty = Pty::shell(dir.path(), line, &[]);
    pty.wait_for("process", |_| {
        fs::read_to_string(dir.path().join("pid")).is_ok_and(|pid| pid.ends_with('\n'))
    });
    let pid = fs::read_to_string(dir.path().join("pid")).expect("a file");
    wait_for_signal_handler(pid.trim().parse().expect("a number"));
    // It waits for the names.
    pty.press(&["^C"]);
    let (_, screen) = pty.end();
    let expected = "urlsift: interrupted; the same command goes on where it was\nended 130";
    assert_eq!(screen.replace("^C", "").trim(), expected);
}
