//! Tests for `check` on pipes that trickle, stay silent or close early, and for signals.

use crate::support::session::{SIGNALS, Session};
use crate::support::{dir_with, shell_line};

#[test]
fn prints_each_report_as_its_line_arrives() {
    let mut session = Session::spawn(&["check", "--json"]);
    for url in ["http://a/", "{b}", ""] {
        session.write(format!("{url}\n").as_bytes());
        let line = session.read_line();
        assert!(line.starts_with(&format!("{{\"url\":\"{url}\",")), "{line}");
    }
    session.write(b"http://c/\n{d}\n");
    assert!(session.read_line().contains("http://c/"));
    assert!(session.read_line().contains("{d}"));
    session.write(b"http://");
    session.write(b"e/\n");
    assert!(session.read_line().contains("http://e/"));
    session.write(b"http://f");
    session.close_stdin();
    assert!(session.read_line().contains("http://f"));
    assert_eq!(session.finish(), (1, vec![], String::new()));
}

#[test]
fn prints_report_before_next_line_is_complete() {
    for flags in [&["check", "--json"][..], &["check"]] {
        let mut session = Session::spawn(flags);
        session.write(b"x:y\nhttp://");
        assert!(session.read_line().contains("x:y"), "{flags:?}");
    }
}

#[test]
fn prints_text_reports_as_lines_arrive() {
    let mut session = Session::spawn(&["check"]);
    session.write(b"x:y\n");
    while session.read_line() != "  schemepart  y\n" {}
    session.write(b"x:z\n");
    // The empty line separates the two reports and is printed with the second.
    assert_eq!(session.read_line(), "\n");
    assert_eq!(session.read_line(), "x:z\n");
    session.close_stdin();
    assert_eq!(session.finish().0, 0);
}

#[test]
fn quiet_stops_at_first_nonconforming_url() {
    let mut session = Session::spawn(&["check", "-q"]);
    session.write(b"http://a/\nhttp://a/~b\nhttp://");
    assert_eq!(session.finish(), (1, vec![], String::new()));
    let mut session = Session::spawn(&["check", "-q", "--conforms=rfc3986"]);
    session.write(b"http://a/\nhttp://a/~b\n");
    session.close_stdin();
    assert_eq!(session.finish(), (0, vec![], String::new()));
}

#[test]
fn signal_exits_after_printing_pending_reports() {
    for (name, status) in SIGNALS {
        for flags in [&["check", "--json"][..], &["check"], &["check", "-q"]] {
            let mut session = Session::spawn(flags);
            session.write(b"x:y\n");
            let last = match flags {
                [_, "--json"] => "\"schemepart\":\"y\"",
                [_] => "  schemepart  y\n",
                _ => "",
            };
            while !last.is_empty() && !session.read_line().contains(last) {}
            session.assert_signal_exits(name, status, &format!("{flags:?}"));
        }
    }
}

#[test]
fn signal_mid_line_keeps_previous_reports() {
    let mut session = Session::spawn(&["check", "--json"]);
    session.write(b"x:y\nhttp://");
    // It has read both.
    let report = session.read_line();
    assert!(report.starts_with("{\"url\":\"x:y\","), "{report}");
    session.signal("INT");
    assert_eq!(session.finish(), (130, vec![], String::new()));
}

#[test]
fn signal_never_truncates_a_line() {
    let many = "http://example.org/a/b/c\n".repeat(400_000);
    let dir = dir_with(&[("a", many)]);
    let mut command = shell_line("exec \"$URLSIFT\" check --json <a");
    command.current_dir(&dir);
    let mut session = Session::spawn_command(&mut command);
    session.read_line();
    session.signal("INT");
    let (status, rest, stderr) = session.finish();
    assert_eq!((status, stderr.as_str()), (130, ""));
    assert!(rest.is_empty() || rest.ends_with(b"\n"));
}

#[test]
fn closed_pipe_exits_quietly() {
    for flags in [
        &["check"][..],
        &["check", "--json"],
        &["check", "--color=always"],
    ] {
        let mut session = Session::spawn(flags);
        session.write(b"x:y\n");
        session.read_line();
        session.close_stdout();
        session.write_until_closed(b"x:z\n");
        assert_eq!(session.finish(), (0, vec![], String::new()), "{flags:?}");
    }
}
