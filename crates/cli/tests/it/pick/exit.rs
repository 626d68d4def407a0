//! Tests for exit and for the state of the terminal afterwards.

use std::{
    fs::{self, OpenOptions},
    io::Write,
    process::Command,
    thread,
    time::{Duration, Instant},
};

use tempfile::TempDir;

use super::{folder, pick, text_of};
use crate::support::{TIMEOUT, mkfifo, run_command, session::wait_for_signal_handler};

#[test]
fn terminal_state_is_restored() {
    let dir = folder();
    for (end, status) in [
        ("q", 0),
        ("^C", 130),
        ("HUP", 129),
        ("INT", 130),
        ("TERM", 143),
    ] {
        let line = "stty -g >before; urlsift pick mail & echo $! >pid; fg >/dev/null; echo ended $?; stty -g >after";
        let pty = pick(&dir, &format!("set -m; {line}"));
        pty.shows("4 links");
        pty.press(&["j", "/"]);
        pty.shows("> 2");
        assert!(pty.is_fullscreen());
        if let "HUP" | "INT" | "TERM" = end {
            let kill = format!("kill -{end} $(cat pid)");
            let mut shell = Command::new("sh");
            let ended = run_command(shell.args(["-c", &kill]).current_dir(dir.path()), b"");
            assert_eq!(ended.status, 0);
        } else {
            pty.press(&["Esc", end]);
        }
        let (_, screen) = pty.end();
        assert_eq!(screen.trim(), format!("ended {status}"), "{end}");
        assert_eq!(text_of(&dir, "before"), text_of(&dir, "after"), "{end}");
        assert!(text_of(&dir, "before").len() > 10);
    }
}

#[test]
fn interrupt_exits_from_every_screen() {
    let dir = folder();
    for keys in [&["/", "two"][..], &["?"], &["c"]] {
        let pty = pick(&dir, "urlsift pick --print mail; echo ended $?");
        pty.shows("4 links");
        pty.press(keys);
        pty.hides("Enter print");
        pty.press(&["^C"]);
        let (_, screen) = pty.end();
        assert_eq!(screen.trim(), "ended 130", "{keys:?}");
    }
    // No link has been found, and more input may follow.
    let fifo = dir.path().join("fifo");
    mkfifo(&fifo);
    let line = "trap : INT; sh -c 'echo $$ >pid; exec urlsift pick' <fifo; echo ended $?";
    let pty = pick(&dir, line);
    // Opening it waits for the reader.
    let mut writer = OpenOptions::new().write(true).open(&fifo).expect("a FIFO");
    writer.write_all(b"\n").expect("a reader");
    wait_for_signal_handler(started(&dir));
    pty.press(&["^C"]);
    let (_, screen) = pty.end();
    drop(writer);
    assert_eq!(screen.replace("^C", "").trim(), "ended 130");
}

#[test]
fn diagnostics_are_printed_after_the_screen() {
    let dir = folder();
    let pty = pick(&dir, "urlsift pick none mail; echo ended $?");
    pty.shows("4 links, 1 error\n");
    let (_, screen) = pty.quit();
    let mut lines = screen.lines();
    let output = lines.next().expect("a line");
    assert!(output.starts_with("urlsift: none: "), "{screen}");
    assert_eq!(lines.next(), Some("ended 2"));
    let pty = pick(&dir, "echo '<none>' | urlsift pick; echo ended $?");
    let (_, screen) = pty.end();
    assert_eq!(screen.trim(), "urlsift: no links found\nended 1");
    let pty = pick(&dir, "urlsift pick; echo ended $?");
    let (_, screen) = pty.end();
    assert!(
        screen.contains("standard input is the terminal"),
        "{screen}"
    );
    assert!(screen.contains("\nended 2\n"), "{screen}");
    let pty = pick(&dir, "urlsift pick --open ./none mail");
    pty.shows("4 links");
    pty.press(&["Enter"]);
    pty.shows("./none: No such file or directory");
    assert_eq!(pty.quit().0, 0);
}

#[test]
fn at_most_a_hundred_diagnostics_are_printed() {
    let dir = folder();
    let pty = pick(&dir, "urlsift pick $(seq 103) mail 2>errors; echo ended $?");
    pty.shows("4 links, 103 errors\n");
    let (_, screen) = pty.quit();
    assert_eq!(screen.trim(), "ended 2");
    let output = text_of(&dir, "errors");
    let output: Vec<_> = output.lines().collect();
    assert_eq!(output.len(), 101);
    assert!(output[99].starts_with("urlsift: 100: "), "{}", output[99]);
    assert_eq!(output[100], "urlsift: ... and 3 more");
}

/// Waits until the file `pid` names a process that is the program, and returns its ID.
fn started(dir: &TempDir) -> u32 {
    let start = Instant::now();
    loop {
        let pid = fs::read_to_string(dir.path().join("pid")).unwrap_or_default();
        if let Ok(id) = pid.trim().parse() {
            return id;
        }
        assert!(start.elapsed() < TIMEOUT, "the shell has not started");
        thread::sleep(Duration::from_millis(1));
    }
}
