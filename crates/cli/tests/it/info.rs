//! Tests for `info`, which describes archives.

use crate::support::run_with;

/// Three messages, one of them multipart, one with a doubtful boundary.
const MBOX: &str = "\
From a@a.example Mon Jan  7 00:00:00 2002\n\
Subject: parts\n\
Content-Type: multipart/mixed; boundary=x\n\
\n\
--x\n\
\n\
<http://a.example/>\n\
--x\n\
Content-Type: IMAGE/GIF\n\
Content-Transfer-Encoding: base64\n\
\n\
R0lG\n\
--x--\n\
\n\
From b@b.example Mon Jan  7 00:00:01 2002\n\
Subject: plain\n\
\n\
b\n\
\n\
From c@c.example Mon Jan  7 00:00:02 2002\n\
no header follows\n";

fn doubtful_offset() -> usize {
    MBOX.find("From c@").expect("a readable file")
}

#[test]
fn a_thousand_doubtful_boundaries_are_reported() {
    let one = "From a@a.example Mon Jan  7 00:00:00 2002\nnone\n\n";
    let mbox = format!(
        "{}{}",
        &MBOX[..MBOX.find("\n\n--x").expect("a readable file") + 2],
        {
            // The first message ends the header's body with an empty line.
            "text\n\n".to_owned() + &one.repeat(1001)
        }
    );
    let first = mbox.len() - 1001 * one.len();
    let output = &run_with(&["info", "--json"], mbox.as_bytes()).json()[0];
    assert_eq!(output["doubtful"], 1001);
    let places = output["doubtful_at"].as_array().expect("a list");
    assert_eq!(places.len(), 1000);
    assert_eq!(places[0], first);
    assert_eq!(places[999], first + 999 * one.len());
    let listed = run_with(&["info", "--doubtful"], mbox.as_bytes());
    assert_eq!(listed.out().lines().count(), 1001);
    let last = format!("-:{}", first + 1000 * one.len());
    assert_eq!(listed.out().lines().last(), Some(&*last));
}

#[test]
fn warnings_are_printed_and_counted() {
    let header = "Subject: a\nContent-Type: multipart/mixed; boundary=x\n\n";
    let text = format!("{header}{}", "--x\n\n".repeat(10_001));
    let output = run_with(&["info", "--json"], text.as_bytes());
    assert_eq!(output.status, 0);
    let at = header.len() + 9_999 * "--x\n\n".len() + "--x\n".len();
    let start = format!("urlsift: -: byte {at}: ");
    assert!(output.err().starts_with(&start), "{}", output.err());
    assert_eq!(output.err().lines().count(), 1);
    assert_eq!(output.json()[0]["warnings"], 1);
    let table = run_with(&["info"], text.as_bytes());
    assert_eq!(table.out().lines().last(), Some("       1 warning"));
}

#[cfg(unix)]
mod streams {
    use crate::support::dir_with;
    use crate::support::session::{SIGNALS, Session};

    #[test]
    fn prints_finished_inputs_before_waiting_for_a_pipe() {
        let dir = dir_with(&[("a", "x")]);
        let mut session = Session::spawn_in(&dir, ["info", "a", "-"]);
        assert_eq!(session.read_line(), "a: text\n");
        assert_eq!(session.read_line(), "  1 byte\n");
        session.close_stdin();
        let (status, rest, errors) = session.finish();
        assert_eq!((status, &*errors), (0, ""));
        assert!(rest.starts_with(b"\n-: text\n  0 bytes\n\ntotal: 2 files\n"));
    }

    #[test]
    fn prints_doubtful_boundaries_as_found() {
        let mut session = Session::spawn(&["info", "--doubtful"]);
        session.write(super::MBOX.as_bytes());
        session.write(b"more\n");
        assert_eq!(
            session.read_line(),
            format!("-:{}\n", super::doubtful_offset())
        );
    }

    #[test]
    fn signal_prints_only_complete_blocks() {
        for (name, status) in SIGNALS {
            let dir = dir_with(&[("a", "x")]);
            let mut session = Session::spawn_in(&dir, ["info", "a", "-"]);
            assert_eq!(session.read_line(), "a: text\n");
            assert_eq!(session.read_line(), "  1 byte\n");
            session.write(super::MBOX.as_bytes());
            session.assert_signal_exits(name, status, "");
        }
    }

    #[test]
    fn closed_pipe_exits_quietly() {
        let many = super::MBOX.repeat(50_000);
        let dir = dir_with(&[("a", many)]);
        let mut session = Session::spawn_in(&dir, ["info", "--doubtful", "a"]);
        session.read_line();
        session.close_stdout();
        assert_eq!(session.finish(), (0, vec![], String::new()));
    }
}
