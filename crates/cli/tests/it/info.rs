//! Tests for `info`, which describes archives.

use crate::support::{dir_with, run, run_in, run_with};
use serde_json::json;

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

const NOTE: &str = "From: a@a.example\nSubject: a\n\nb\n";

fn doubtful_offset() -> usize {
    MBOX.find("From c@").expect("a readable file")
}

#[test]
fn archive_is_described_in_json() {
    let expected = json!({
        "path": "-",
        "kind": "mboxo",
        "bytes": MBOX.len(),
        "messages": 3,
        "parts": [
            {"type": "text/plain", "encoding": "7bit", "count": 3},
            {"type": "image/gif", "encoding": "base64", "count": 1},
            {"type": "multipart/mixed", "encoding": "7bit", "count": 1},
        ],
        "doubtful": 1,
        "doubtful_at": [doubtful_offset()],
        "skipped": [{"type": "image/gif", "count": 1}],
        "warnings": 0,
    });
    let output = run_with(&["info", "--json"], MBOX.as_bytes());
    assert_eq!((output.status, output.err()), (0, ""));
    assert_eq!(output.json(), [expected]);
    let empty = json!({
        "path": "-",
        "kind": "text",
        "bytes": 0,
        "messages": 0,
        "parts": [],
        "doubtful": 0,
        "doubtful_at": [],
        "warnings": 0,
    });
    assert_eq!(run(&["info", "--json"]).json(), [empty]);
}

#[test]
fn inputs_have_a_block_each_and_a_total() {
    let dir = dir_with(&[("d/1", NOTE), ("d/2", NOTE), ("d/3", "text\n"), ("d/4", "")]);
    let bytes = NOTE.len();
    assert_eq!(bytes, 32);
    let note = "message\n  32 bytes\n   1 message\n   1 part\n   1   text/plain  7bit\n";
    let expected = format!(
        "d/1: {note}\nd/2: {note}\nd/3: text\n  5 bytes\n\nd/4: text\n  0 bytes\n\n\
        total: 4 files\n\
        \x20  2 of kind message\n\
        \x20  2 of kind text\n\
        \x20 69 bytes\n\
        \x20  2 messages\n\
        \x20  2 parts\n\
        \x20  2   text/plain  7bit\n"
    );
    run_in(&dir, &["info", "d"]).gives(0, &expected);
    let objects = run_in(&dir, &["info", "--json", "d"]).json();
    let paths: Vec<_> = objects.iter().map(|object| &object["path"]).collect();
    assert_eq!(paths, ["d/1", "d/2", "d/3", "d/4"]);
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
fn kind_accepts_names_and_aliases() {
    let names = [
        ("mboxo", "mboxo"),
        ("mbox", "mboxo"),
        ("mboxrd", "mboxrd"),
        ("mboxcl", "mboxcl"),
        ("mboxcl2", "mboxcl2"),
        ("mmdf", "mmdf"),
        ("rnews", "rnews"),
        ("nntp", "nntp"),
        ("message", "message"),
        ("eml", "message"),
        ("mh", "message"),
        ("maildir", "message"),
        ("news", "message"),
        ("spool", "message"),
        ("text", "text"),
        ("listserv", "listserv"),
        ("emlx", "emlx"),
        ("babyl", "babyl"),
        ("mbx", "mbx"),
        ("dbox", "dbox"),
        ("html", "html"),
        ("rn", "rn"),
        ("calendar", "calendar"),
        ("ics", "calendar"),
        ("vcard", "vcard"),
        ("vcf", "vcard"),
        ("ldif", "ldif"),
    ];
    for (name, kind) in names {
        let output = run_with(&["info", "--json", "--as", name], MBOX.as_bytes()).json();
        assert_eq!(output[0]["kind"], kind, "{name}");
    }
    run(&["info", "--as", "MBOX"]).refuses(&["MBOX"]);
}

#[test]
fn rare_part_types_are_summarized() {
    let part = |number| format!("--x\nContent-Type: x/y{number:02}\n\n");
    let parts: String = (0..30).chain([29]).map(part).collect();
    let text = format!("Subject: a\nContent-Type: multipart/mixed; boundary=x\n\n{parts}");
    let output = run_with(&["info"], text.as_bytes());
    let lines: Vec<_> = output.out().lines().map(str::trim).collect();
    assert_eq!(lines[3], "32 parts");
    assert_eq!(lines[4], "2   x/y29            7bit");
    assert_eq!(lines[5], "1   multipart/mixed  7bit");
    assert_eq!(lines[23], "1   x/y17            7bit");
    // 20 of 31 types are shown.
    assert_eq!(lines[24], "11   of 11 others (see --json)");
    // So are 20 of the types that are not read.
    assert_eq!(lines.len(), 45);
    let output = run_with(&["info", "--json"], text.as_bytes()).json();
    assert_eq!(output[0]["parts"].as_array().map(Vec::len), Some(31));
}

#[test]
fn unreadable_input_is_an_error_and_others_are_described() {
    let dir = dir_with(&[("a", NOTE)]);
    let note = "a: message\n  32 bytes\n   1 message\n   1 part\n   1   text/plain  7bit\n";
    run_in(&dir, &["info", "none", "a"]).gives_errors(note, &["none"]);
    run_in(&dir, &["info", "--doubtful", "none", "a"]).gives_errors("", &["none"]);
    let output = run_in(&dir, &["info", "--json", "none", "a"]);
    assert_eq!((output.status, output.json().len()), (2, 1));
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

#[test]
fn color_output_contains_no_other_controls() {
    let dir = dir_with(&[("a\u{1b}[31m", "x")]);
    run_in(&dir, &["info", "--color=always", "a\u{1b}[31m"]).gives(
        0,
        "\x1b[35ma\\x1b[31m\x1b[0m: \x1b[36mtext\x1b[0m\n  1 byte\n",
    );
    run_in(&dir, &["info", "a\u{1b}[31m"]).gives(0, "a\u{1b}[31m: text\n  1 byte\n");
}

#[cfg(unix)]
mod streams {
    use crate::support::session::{SIGNALS, Session};
    use crate::support::{dir_with, urlsift};

    #[test]
    fn prints_finished_inputs_before_waiting_for_a_pipe() {
        let dir = dir_with(&[("a", "x")]);
        let mut session =
            Session::spawn_command(urlsift().args(["info", "a", "-"]).current_dir(&dir));
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
            let mut session =
                Session::spawn_command(urlsift().args(["info", "a", "-"]).current_dir(&dir));
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
        let mut session = Session::spawn_command(
            urlsift()
                .args(["info", "--doubtful", "a"])
                .current_dir(&dir),
        );
        session.read_line();
        session.close_stdout();
        assert_eq!(session.finish(), (0, vec![], String::new()));
    }
}
