//! Pipes that trickle, stay silent or close early; signals.

use std::fs::OpenOptions;
use std::io::Write;
use std::thread;
use std::time::Duration;

use crate::support::session::Session;
use crate::support::{dir_with, mkfifo, outcome, run_with, urlsift};

#[test]
fn hits_are_printed_as_they_come() {
    let mut session = Session::of(&["list", "-n"]);
    session.write(b"<http://a/> <http://");
    assert_eq!(session.line(), "1:http://a/\n");
    session.write(b"b/>");
    assert_eq!(session.line(), "1:http://b/\n");
    session.write(b"\n\n> <news:c\n> d>");
    assert_eq!(session.line(), "3:news:cd\n");
    session.close();
    assert_eq!(session.end(), (0, vec![], String::new()));
}

#[test]
fn hits_in_json_are_printed_as_they_come() {
    let mut session = Session::of(&["grep", "--json", "b"]);
    for round in 0..5 {
        session.write(b"<http://a/>\n<http://b/>\n");
        let line = format!("\"line\":{},", 2 * round + 2);
        assert!(session.line().contains(&line));
    }
    session.close();
    assert_eq!(session.end().0, 0);
}

#[test]
fn hits_come_one_byte_at_a_time() {
    let mut session = Session::of(&["list"]);
    for byte in b"<http://a/\n  b>" {
        session.write(&[*byte]);
    }
    assert_eq!(session.line(), "http://a/b\n");
}

#[test]
fn hits_of_a_file_come_before_the_next_pipe_is_waited_for() {
    let dir = dir_with(&[("a", "<news:x>")]);
    mkfifo(&dir.path().join("fifo"));
    let mut session = Session::start(urlsift().args(["list", "a", "-"]).current_dir(&dir));
    assert_eq!(session.line(), "a:1:news:x\n");
    let mut session = Session::start(urlsift().args(["list", "a", "fifo"]).current_dir(&dir));
    let open = OpenOptions::new().write(true).open(dir.path().join("fifo"));
    let mut writer = open.expect("a reader");
    assert_eq!(session.line(), "a:1:news:x\n");
    writer.write_all(b"<news:y>").expect("a reader");
    assert_eq!(session.line(), "fifo:1:news:y\n");
}

#[test]
fn hits_of_a_file_come_before_a_fifo_without_a_writer_is_opened() {
    let dir = dir_with(&[("a", "<news:x>")]);
    mkfifo(&dir.path().join("fifo"));
    let mut session = Session::start(urlsift().args(["list", "a", "fifo"]).current_dir(&dir));
    assert_eq!(session.line(), "a:1:news:x\n");
    session.signal("INT");
    assert_eq!(session.end(), (130, vec![], String::new()));
}

#[test]
fn rejects_are_told_as_they_come() {
    let mut session = Session::of(&["list", "--json", "--rejected"]);
    session.write(b"<URL:a <news:b");
    assert!(session.line().contains("\"opener\""));
    session.write(b">");
    assert!(session.line().contains("\"url\":\"news:b\""));
}

#[test]
fn enough_is_enough_before_the_pipe_ends() {
    for (flags, expected) in [
        (&["list", "-m1"][..], "http://a/\n"),
        (&["list", "-l"], "-\n"),
        (&["list", "-q"], ""),
        (&["list", "-c", "-m1"], "1\n"),
        (&["grep", "-m1", "a"], "http://a/\n"),
    ] {
        let mut session = Session::of(flags);
        session.write(b"<http://a/>\n<http://b");
        let (status, out, stderr) = session.end();
        assert_eq!(String::from_utf8_lossy(&out), expected, "{flags:?}");
        assert_eq!((status, stderr.as_str()), (0, ""), "{flags:?}");
    }
}

#[test]
fn signal_ends_a_silent_pipe_and_what_was_found_is_printed() {
    for (name, status) in [("INT", 130), ("TERM", 143)] {
        for (flags, last) in [
            (&["list", "-n"][..], "1:news:b\n"),
            (&["grep", "-H", "b"], "-:news:b\n"),
        ] {
            let mut session = Session::of(flags);
            session.write(b"<news:b> <http://c");
            assert_eq!(session.line(), last);
            session.signal(name);
            assert_eq!(
                session.end(),
                (status, vec![], String::new()),
                "{name} {flags:?}"
            );
        }
    }
}

#[test]
fn signal_ends_a_pipe_in_which_nothing_was_found() {
    for (name, status) in [("INT", 130), ("TERM", 143)] {
        let mut session = Session::of(&["list"]);
        // More than a pipe holds: it is being read when the last of it is written.
        session.write(&b"nothing here\n".repeat(100_000));
        session.signal(name);
        assert_eq!(session.end(), (status, vec![], String::new()), "{name}");
    }
}

#[test]
fn signal_leaves_no_half_lines() {
    let many = "<http://example.org/a/b/c> ".repeat(400_000);
    let dir = dir_with(&[("a", many)]);
    for flags in [&["list", "-nH", "a"][..], &["list", "--json", "a"]] {
        let mut session = Session::start(urlsift().args(flags).current_dir(&dir));
        session.line();
        session.signal("TERM");
        let (status, rest, stderr) = session.end();
        assert_eq!((status, stderr.as_str()), (143, ""));
        assert!(rest.is_empty() || rest.ends_with(b"\n"), "{flags:?}");
    }
}

#[test]
fn signal_leaves_no_half_lines_for_a_reader_who_pauses() {
    let many = "<http://example.org/a/b/c> ".repeat(400_000);
    let dir = dir_with(&[("a", many)]);
    let mut session = Session::start(urlsift().args(["list", "-nH", "a"]).current_dir(&dir));
    session.line();
    session.signal("INT");
    thread::sleep(Duration::from_millis(150));
    let (status, rest, stderr) = session.end();
    assert_eq!((status, stderr.as_str()), (130, ""));
    assert!(rest.ends_with(b"\n"));
}

#[test]
fn signal_ends_a_program_whose_reader_is_stuck() {
    let many = "<http://example.org/a/b/c>\n".repeat(100_000);
    let dir = dir_with(&[("a", many)]);
    let mut session = Session::start(urlsift().args(["list", "a"]).current_dir(&dir));
    session.line();
    session.signal("INT");
    assert_eq!(session.end_unread(), 130);
}

#[test]
fn pipe_closed_early_ends_it_quietly() {
    let many = "<http://example.org/a/b/c>\n<URL:x <".repeat(100_000);
    let dir = dir_with(&[("a", many.as_str()), ("b", many.as_str())]);
    for flags in [
        &["list", "a"][..],
        &["list", "-nH", "a", "b"],
        &["list", "--json", "a"],
        &["list", "--json", "--rejected", "."],
        &["list", "--color=always", "a"],
        &["grep", "http", "a", "b"],
    ] {
        let mut session = Session::start(urlsift().args(flags).current_dir(&dir));
        session.line();
        session.hang_up();
        assert_eq!(session.end(), (0, vec![], String::new()), "{flags:?}");
    }
}

#[test]
fn pipe_closed_early_ends_a_trickle() {
    let mut session = Session::of(&["list"]);
    session.write(b"<news:a>");
    assert_eq!(session.line(), "news:a\n");
    session.hang_up();
    session.write_to_its_end(b"<news:b>");
    assert_eq!(session.end(), (0, vec![], String::new()));
}

#[test]
fn closed_standard_error_does_not_matter() {
    let dir = dir_with(&[("a", "<news:x> <URL:y <news:z>")]);
    let mut command = std::process::Command::new("sh");
    command
        .args(["-c", "\"$URLSIFT\" list --rejected none a 2>&-; echo $?"])
        .current_dir(&dir);
    command.env("URLSIFT", env!("CARGO_BIN_EXE_urlsift"));
    outcome(&mut command, b"").gives(0, "a:1:news:x\na:1:news:z\n2\n");
}

#[test]
fn closed_standard_input_is_empty() {
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "\"$URLSIFT\" list <&-"]);
    command.env("URLSIFT", env!("CARGO_BIN_EXE_urlsift"));
    let ended = outcome(&mut command, b"");
    assert_eq!(ended.out(), "");
    assert_eq!((ended.status, ended.err()), (1, ""));
}

#[test]
fn chunks_of_any_size_give_the_same() {
    let text = b"> <http://a/-\r\n> b>, <http://c/\n>d>\n\n| <URL:e\n|\n<mailto:a at b.c>\
        <htt\np://f/> <http://g/ [h]> <http://i\0> <http://j/k. l\n\n<URL:m <URL:n>\xff<URL:\xfe>";
    let flags = ["list", "--conforms=none", "--json", "--rejected"];
    let whole = run_with(&flags, text);
    assert!(whole.json().len() > 10);
    for size in [1, 2, 3, 7] {
        let mut session = Session::of(&flags);
        for chunk in text.chunks(size) {
            session.write(chunk);
        }
        session.close();
        let (status, out, _) = session.end();
        assert_eq!(
            (status, String::from_utf8_lossy(&out)),
            (0, whole.out().into()),
            "{size}"
        );
    }
}
