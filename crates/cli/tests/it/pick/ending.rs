//! How it ends, and what it leaves.

use std::{process::Command, thread, time::Duration};

use super::{folder, pick, text_of};
use crate::support::outcome;

#[test]
fn terminal_is_left_as_it_was() {
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
        assert!(pty.is_taken());
        if let "HUP" | "INT" | "TERM" = end {
            let kill = format!("kill -{end} $(cat pid)");
            let mut shell = Command::new("sh");
            let ended = outcome(shell.args(["-c", &kill]).current_dir(dir.path()), b"");
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
fn interrupting_ends_it_wherever_it_is() {
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
    // Nothing was found yet, and nobody knows that nothing would be.
    let pty = pick(
        &dir,
        "trap : INT; (echo; sleep 60) | urlsift pick; echo ended $?",
    );
    thread::sleep(Duration::from_millis(300));
    pty.press(&["^C"]);
    let (_, screen) = pty.end();
    assert_eq!(screen.replace("^C", "").trim(), "ended 130");
}

#[test]
fn what_is_wrong_is_told_behind_the_screen() {
    let dir = folder();
    let pty = pick(&dir, "urlsift pick none mail; echo ended $?");
    pty.shows("4 links, 1 error\n");
    let (_, screen) = pty.quit();
    let mut lines = screen.lines();
    let told = lines.next().expect("a line");
    assert!(told.starts_with("urlsift: none: "), "{screen}");
    assert_eq!(lines.next(), Some("ended 2"));
    let pty = pick(&dir, "echo '<none>' | urlsift pick; echo ended $?");
    let (_, screen) = pty.end();
    assert_eq!(screen.trim(), "urlsift: no link was found\nended 1");
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
fn no_more_than_a_hundred_complaints_are_told() {
    let dir = folder();
    let pty = pick(&dir, "urlsift pick $(seq 103) mail 2>told; echo ended $?");
    pty.shows("4 links, 103 errors\n");
    let (_, screen) = pty.quit();
    assert_eq!(screen.trim(), "ended 2");
    let told = text_of(&dir, "told");
    let told: Vec<_> = told.lines().collect();
    assert_eq!(told.len(), 101);
    assert!(told[99].starts_with("urlsift: 100: "), "{}", told[99]);
    assert_eq!(told[100], "urlsift: ... and 3 more");
}
