//! Tests for `--progress`.

use std::{fs, iter};

use crate::support::{Outcome, dir_with, links::number, run_in, run_with, skip};
use serde_json::Value;
use urlsift_tests::{
    mail,
    packing::{stream::Stream, tar::Tar},
};

/// Returns a mailbox of several MiB with a URL in each message.
fn mailbox(messages: usize) -> Vec<u8> {
    let lines = "nothing to be found here\n".repeat(2000);
    let message = format!("\n<http://a.example/>\n{lines}");
    mail::mbox(iter::repeat_n(message, messages)).into_bytes()
}

/// Returns the progress objects without their times, which vary.
fn progress_objects(outcome: &Outcome) -> Vec<Value> {
    let mut before = 0.0;
    let lines = outcome.err().lines().map(|line| {
        let mut line: Value = serde_json::from_str(line).expect("JSON on every line");
        let progress = line["progress"].as_object_mut().expect("an object");
        let seconds = progress.remove("seconds").expect("a time");
        let seconds = seconds.as_f64().expect("a number");
        assert!((before..60.0).contains(&seconds), "{seconds}");
        before = seconds;
        line["progress"].clone()
    });
    lines.collect()
}

#[test]
fn last_object_has_all_bytes_on_disk() {
    let mailbox = mailbox(190);
    assert!(mailbox.len() > 9 << 20);
    let small = b"<http://a/>\n";
    let gzip = Stream::Gzip.pack(&mailbox);
    let tar = Tar::new().file("a", &mailbox).file("b", small).finish();
    let dir = dir_with(&[
        ("a", &mailbox[..]),
        ("b.gz", &gzip),
        ("c.tar", &tar),
        ("d", small),
    ]);
    let lens = [mailbox.len(), gzip.len(), tar.len(), small.len()];
    for (path, bytes, files, urls) in [
        ("a", lens[0], 1, 190),
        ("b.gz", lens[1], 1, 190),
        ("c.tar", lens[2], 2, 191),
        ("d", lens[3], 1, 1),
        (".", lens.iter().sum(), 5, 572),
    ] {
        for threads in ["-j1", "-j4"] {
            let listed = run_in(&dir, &["list", "-c", "--progress=json", threads, path]);
            assert_eq!(listed.status, 0);
            let objects = progress_objects(&listed);
            let last = objects.last().expect("the last object");
            let about = format!("{path} {threads}: {last}");
            assert_eq!(number(&last["bytes"]), bytes, "{about}");
            assert_eq!(number(&last["files"]), files, "{about}");
            assert_eq!(number(&last["urls"]), urls, "{about}");
            let expected = if path == "." { "./d" } else { path };
            assert_eq!(last["path"], expected, "{about}");
            assert_eq!(last.get("total").map(number), Some(bytes), "{about}");
        }
    }
}

#[test]
fn piped_input_has_no_total() {
    let listed = run_with(&["list", "--progress=json"], b"<http://a/>");
    assert_eq!(listed.out(), "http://a/\n");
    let expected = serde_json::json!({"bytes": 11, "files": 1, "urls": 1, "path": "-"});
    assert_eq!(progress_objects(&listed), [expected]);
    let nothing = run_with(&["list", "--progress=json", "-m0"], b"<http://a/>");
    assert_eq!(progress_objects(&nothing).len(), 1);
}

#[test]
fn progress_is_printed_only_on_request() {
    run_with(&["list"], b"<http://a/>").gives(0, "http://a/\n");
    run_with(&["list", "--progress=never"], b"<http://a/>").gives(0, "http://a/\n");
    run_with(&["list", "--progress=line"], b"").refuses(&["--progress", "json"]);
}

#[cfg(unix)]
#[test]
fn one_object_is_printed_per_second() {
    let mut session = crate::support::session::Session::spawn(&["list", "--progress=json"]);
    session.write(b"<http://a/>\n\n");
    assert_eq!(session.read_line(), "http://a/\n");
    let start = std::time::Instant::now();
    let mut lines = vec![session.read_error_line(), session.read_error_line()];
    // A slow machine delays objects; none is early.
    let passed = start.elapsed();
    assert!(passed > std::time::Duration::from_millis(900), "{passed:?}");
    session.close_stdin();
    let (status, rest, err) = session.finish();
    assert_eq!((status, rest.len()), (0, 0));
    let last: Vec<_> = err.lines().map(str::to_owned).collect();
    assert!(!last.is_empty(), "no object at the end");
    lines.extend(last);
    for line in lines {
        assert!(line.starts_with("{\"progress\":{\"bytes\":13,"), "{line}");
    }
}

/// Runs a shell line on a terminal. Returns the exit status and everything sent to the terminal.
#[cfg(unix)]
fn run_line_on_terminal(line: &str) -> Option<(i32, String)> {
    let mut script = std::process::Command::new("script");
    let version = script.arg("--version").output();
    if !version.is_ok_and(|version| version.stdout.starts_with(b"script from util-linux")) {
        skip("no script of util-linux to make a terminal with");
        return None;
    }
    let dir = tempfile::tempdir().expect("a directory");
    fs::write(dir.path().join("a"), "<http://a/>\n\n").expect("a file");
    let mut command = std::process::Command::new("script");
    command
        .args(["-q", "-e", "-c", line, "/dev/null"])
        .current_dir(&dir)
        .env("URLSIFT", env!("CARGO_BIN_EXE_urlsift"))
        .env("TERM", "xterm")
        .env("SHELL", "/bin/sh");
    let shown = crate::support::run_command(&mut command, b"");
    let text = String::from_utf8(shown.stdout).expect("UTF-8");
    Some((shown.status, text))
}

/// Returns the lines that remain on the screen, without erased text.
#[cfg(unix)]
fn screen(sent: &str) -> Vec<String> {
    let line = |line: &str| {
        let mut shown = String::new();
        for piece in line.split('\r') {
            let piece = match piece.rsplit_once("\x1b[2K") {
                Some((_, after)) => {
                    shown.clear();
                    after
                }
                None => piece,
            };
            if !piece.is_empty() {
                shown = piece.trim_end().into();
            }
        }
        shown
    };
    sent.split('\n').map(line).collect()
}

#[cfg(unix)]
#[test]
fn line_appears_after_a_delay_and_is_erased() {
    let run = "(cat a; sleep 4; cat a) | \"$URLSIFT\" list --color=never -N";
    let Some((status, sent)) = run_line_on_terminal(run) else {
        return;
    };
    assert_eq!(status, 0);
    assert!(
        sent.contains("13 B, ") && sent.contains(", 1 URL, -"),
        "{sent:?}"
    );
    let screen = screen(&sent);
    assert_eq!(screen, ["http://a/", "http://a/", ""], "{sent:?}");
    // A shorter run draws no line, nor does one with `--progress=never`.
    for run in [
        "\"$URLSIFT\" list -N a",
        "(cat a; sleep 3) | \"$URLSIFT\" list -N --progress=never",
    ] {
        let (_, sent) = run_line_on_terminal(run).expect("a terminal");
        assert_eq!(sent, "http://a/\r\n", "{run}");
    }
}

#[cfg(unix)]
#[test]
fn line_is_erased_when_a_signal_ends_the_run() {
    // The signal is sent to all processes of the terminal.
    let run =
        "(sleep 3; kill -INT 0) & (cat a; sleep 20) | \"$URLSIFT\" list --color=never -N; exit 7";
    let Some((_, sent)) = run_line_on_terminal(run) else {
        return;
    };
    assert!(sent.contains(" 1 URL, -"), "{sent:?}");
    let screen = screen(&sent);
    assert!(
        screen.iter().all(|line| !line.contains("1 URL")),
        "{sent:?}"
    );
}
