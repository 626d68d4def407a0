//! `check` on pipes that trickle, stay silent or close early; signals.

use crate::support::dir_with;
use crate::support::session::Session;

#[test]
fn answers_come_as_lines_come() {
    let mut session = Session::of(&["check", "--json"]);
    for url in ["http://a/", "{b}", ""] {
        session.write(format!("{url}\n").as_bytes());
        let line = session.line();
        assert!(line.starts_with(&format!("{{\"url\":\"{url}\",")), "{line}");
    }
    session.write(b"http://c/\n{d}\n");
    assert!(session.line().contains("http://c/"));
    assert!(session.line().contains("{d}"));
    session.write(b"http://");
    session.write(b"e/\n");
    assert!(session.line().contains("http://e/"));
    session.write(b"http://f");
    session.close();
    assert!(session.line().contains("http://f"));
    assert_eq!(session.end(), (1, vec![], String::new()));
}

#[test]
fn answer_does_not_wait_for_the_rest_of_the_next_line() {
    for flags in [&["check", "--json"][..], &["check"]] {
        let mut session = Session::of(flags);
        session.write(b"x:y\nhttp://");
        assert!(session.line().contains("x:y"), "{flags:?}");
    }
}

#[test]
fn pictures_come_as_lines_come() {
    let mut session = Session::of(&["check"]);
    session.write(b"x:y\n");
    while session.line() != "  schemepart  y\n" {}
    session.write(b"x:z\n");
    // The blank line between them belongs to the second.
    assert_eq!(session.line(), "\n");
    assert_eq!(session.line(), "x:z\n");
    session.close();
    assert_eq!(session.end().0, 0);
}

#[test]
fn quiet_stops_at_the_first_that_does_not_conform() {
    let mut session = Session::of(&["check", "-q"]);
    session.write(b"http://a/\nhttp://a/~b\nhttp://");
    assert_eq!(session.end(), (1, vec![], String::new()));
    let mut session = Session::of(&["check", "-q", "--conforms=rfc3986"]);
    session.write(b"http://a/\nhttp://a/~b\n");
    session.close();
    assert_eq!(session.end(), (0, vec![], String::new()));
}

#[test]
fn signal_ends_it_and_what_was_judged_is_printed() {
    for (name, status) in [("INT", 130), ("TERM", 143)] {
        for flags in [&["check", "--json"][..], &["check"], &["check", "-q"]] {
            let mut session = Session::of(flags);
            session.write(b"x:y\n");
            let last = match flags {
                [_, "--json"] => "\"schemepart\":\"y\"",
                [_] => "  schemepart  y\n",
                _ => "",
            };
            while !last.is_empty() && !session.line().contains(last) {}
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
fn signal_in_the_middle_of_a_line_loses_nothing_of_those_before() {
    let mut session = Session::of(&["check", "--json"]);
    session.write(b"x:y\nhttp://");
    // It has to have read that much.
    std::thread::sleep(std::time::Duration::from_millis(300));
    session.signal("INT");
    let (status, judged, stderr) = session.end();
    assert_eq!((status, stderr.as_str()), (130, ""));
    assert!(judged.starts_with(b"{\"url\":\"x:y\","), "{judged:?}");
}

#[test]
fn signal_leaves_no_half_lines() {
    let many = "http://example.org/a/b/c\n".repeat(400_000);
    let dir = dir_with(&[("a", many)]);
    let mut command = std::process::Command::new("sh");
    command
        .args(["-c", "exec \"$URLSIFT\" check --json <a"])
        .current_dir(&dir);
    command.env("URLSIFT", env!("CARGO_BIN_EXE_urlsift"));
    let mut session = Session::start(&mut command);
    session.line();
    session.signal("INT");
    let (status, rest, stderr) = session.end();
    assert_eq!((status, stderr.as_str()), (130, ""));
    assert!(rest.is_empty() || rest.ends_with(b"\n"));
}

#[test]
fn pipe_closed_early_ends_it_quietly() {
    for flags in [
        &["check"][..],
        &["check", "--json"],
        &["check", "--color=always"],
    ] {
        let mut session = Session::of(flags);
        session.write(b"x:y\n");
        session.line();
        session.hang_up();
        session.write_to_its_end(b"x:z\n");
        assert_eq!(session.end(), (0, vec![], String::new()), "{flags:?}");
    }
}
