//! Tests for pipes that trickle, stay silent or close early, and for signals.

use std::fs::OpenOptions;
use std::io::Write;

#[cfg(target_os = "linux")]
use crate::support::blocked::{Blocked, signal_blocked_writer};
use crate::support::session::{SIGNALS, Session};
use crate::support::{dir_with, mkfifo, run_command, run_with, shell_line};

#[test]
fn prints_links_as_they_arrive() {
    let mut session = Session::spawn(&["list", "-n"]);
    session.write(b"<http://a/> <http://");
    assert_eq!(session.read_line(), "1:http://a/\n");
    session.write(b"b/>");
    assert_eq!(session.read_line(), "1:http://b/\n");
    session.write(b"\n\n> <news:c\n> d>");
    assert_eq!(session.read_line(), "3:news:cd\n");
    session.close_stdin();
    assert_eq!(session.finish(), (0, vec![], String::new()));
}

#[test]
fn prints_json_links_as_they_arrive() {
    let mut session = Session::spawn(&["grep", "--json", "b"]);
    for round in 0..5 {
        session.write(b"<http://a/>\n<http://b/>\n");
        let line = format!("\"line\":{},", 2 * round + 2);
        assert!(session.read_line().contains(&line));
    }
    session.close_stdin();
    assert_eq!(session.finish().0, 0);
}

#[test]
fn prints_links_of_html_mail_as_they_arrive() {
    let mut session = Session::spawn(&["list"]);
    session.write(b"From: a\nMIME-Version: 1.0\nContent-Type: text/html\n\n");
    session.write(b"<p>&lt;http://a/&gt; <p>&lt;http://b");
    assert_eq!(session.read_line(), "http://a/\n");
    session.write(b"/&gt; ");
    assert_eq!(session.read_line(), "http://b/\n");
}

#[test]
fn accepts_input_one_byte_at_a_time() {
    let mut session = Session::spawn(&["list"]);
    for byte in b"<http://a/\n  b>" {
        session.write(&[*byte]);
    }
    assert_eq!(session.read_line(), "http://a/b\n");
}

#[test]
fn prints_links_of_a_file_before_waiting_for_a_pipe() {
    let dir = dir_with(&[("a", "<news:x>")]);
    mkfifo(&dir.path().join("fifo"));
    let mut session = Session::spawn_in(&dir, ["list", "a", "-"]);
    assert_eq!(session.read_line(), "a:news:x\n");
    let mut session = Session::spawn_in(&dir, ["list", "a", "fifo"]);
    let open = OpenOptions::new().write(true).open(dir.path().join("fifo"));
    let mut writer = open.expect("a reader");
    assert_eq!(session.read_line(), "a:news:x\n");
    writer.write_all(b"<news:y>").expect("a reader");
    assert_eq!(session.read_line(), "fifo:news:y\n");
}

#[test]
fn prints_links_of_a_file_before_opening_a_fifo() {
    let dir = dir_with(&[("a", "<news:x>")]);
    mkfifo(&dir.path().join("fifo"));
    let mut session = Session::spawn_in(&dir, ["list", "a", "fifo"]);
    assert_eq!(session.read_line(), "a:news:x\n");
    session.signal("INT");
    assert_eq!(session.finish(), (130, vec![], String::new()));
}

#[test]
fn prints_rejects_as_they_arrive() {
    let mut session = Session::spawn(&["list", "--json", "--rejected"]);
    session.write(b"<URL:a <news:b");
    assert!(session.read_line().contains("\"opener\""));
    session.write(b">");
    assert!(session.read_line().contains("\"url\":\"news:b\""));
}

#[test]
fn limited_run_exits_before_the_pipe_ends() {
    for (flags, expected) in [
        (&["list", "-m1"][..], "http://a/\n"),
        (&["list", "-l"], "-\n"),
        (&["list", "-q"], ""),
        (&["list", "-c", "-m1"], "1\n"),
        (&["grep", "-m1", "a"], "http://a/\n"),
    ] {
        let mut session = Session::spawn(flags);
        session.write(b"<http://a/>\n<http://b");
        let (status, out, stderr) = session.finish();
        assert_eq!(String::from_utf8_lossy(&out), expected, "{flags:?}");
        assert_eq!((status, stderr.as_str()), (0, ""), "{flags:?}");
    }
}

#[test]
fn signal_exits_after_printing_links_of_a_silent_pipe() {
    for (name, status) in SIGNALS {
        for (flags, last) in [
            (&["list", "-n"][..], "1:news:b\n"),
            (&["grep", "-H", "b"], "-:news:b\n"),
        ] {
            let mut session = Session::spawn(flags);
            session.write(b"<news:b> <http://c");
            assert_eq!(session.read_line(), last);
            session.assert_signal_exits(name, status, &format!("{flags:?}"));
        }
    }
}

#[test]
fn signal_exits_without_links() {
    for (name, status) in SIGNALS {
        let mut session = Session::spawn(&["list"]);
        // More than a pipe holds, so the program is reading when the last byte is written.
        session.write(&b"nothing here\n".repeat(100_000));
        session.assert_signal_exits(name, status, "");
    }
}

#[test]
fn signal_never_truncates_a_line() {
    let many = "<http://example.org/a/b/c> ".repeat(400_000);
    let dir = dir_with(&[("a", many)]);
    for flags in [&["list", "-nH", "a"][..], &["list", "--json", "a"]] {
        let mut session = Session::spawn_in(&dir, flags);
        session.read_line();
        session.signal("TERM");
        let (status, rest, stderr) = session.finish();
        assert_eq!((status, stderr.as_str()), (143, ""));
        assert!(rest.is_empty() || rest.ends_with(b"\n"), "{flags:?}");
    }
}

#[test]
fn signal_never_truncates_a_line_for_a_slow_reader() {
    let many = "<http://example.org/a/b/c> ".repeat(400_000);
    let dir = dir_with(&[("a", many)]);
    let mut session = Session::spawn_in(&dir, ["list", "-nH", "a"]);
    session.read_line();
    session.signal("INT");
    session.wait_unread();
    let (status, rest, stderr) = session.finish();
    assert_eq!((status, stderr.as_str()), (130, ""));
    assert!(rest.ends_with(b"\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn signal_ends_a_blocked_writer_after_a_whole_record() {
    use std::fs;

    let many = "<http://example.org/a/b/c>\n".repeat(100_000);
    let urls = "http://example.org/a/b/c\n".repeat(10_000);
    let dir = dir_with(&[("a", &many), ("urls", &urls)]);
    fs::create_dir(dir.path().join("files")).expect("a folder");
    for number in 0..500 {
        let name = format!("files/{}-{number}", "name".repeat(50));
        fs::write(dir.path().join(name), "<http://a/>").expect("a file");
    }
    let check = urls.lines().take(2000);
    let check: Vec<_> = ["check", "--json"].into_iter().chain(check).collect();
    for (args, signal, ended, end) in [
        (&["list", "-j1", "a"][..], "INT", 130, b'\n'),
        (&["list", "-j2", "-nH", "a"], "TERM", 143, b'\n'),
        (&["list", "--json", "a"], "INT", 130, b'\n'),
        (&["list", "--line-buffered", "a"], "INT", 130, b'\n'),
        (&["list", "--format={url}\\0", "a"], "INT", 130, 0),
        (&["list", "-j1", "-l0", "files"], "INT", 130, 0),
        (&check, "TERM", 143, b'\n'),
    ] {
        let Blocked { status, written } = signal_blocked_writer(
            crate::support::urlsift().args(args).current_dir(&dir),
            signal,
        );
        let name = &args[..2];
        assert_eq!(status, ended, "{name:?}");
        assert!(written.len() > 60_000, "{name:?}: {}", written.len());
        assert!(written.ends_with(&[end]), "{name:?}");
    }
}

/// Shells ignore SIGINT for background jobs, and `nohup` ignores SIGHUP for its command.
#[cfg(target_os = "linux")]
#[test]
fn signal_ignored_at_startup_stays_ignored() {
    use std::{thread, time::Duration};

    for args in [&["list"][..], &["check", "--json"]] {
        for (ignored, other, status) in [("INT", "TERM", 143), ("TERM", "INT", 130)] {
            let line = format!("trap '' {ignored}; exec \"$URLSIFT\" {}", args.join(" "));
            let mut session = Session::spawn_command(&mut shell_line(&line));
            session.signal(ignored);
            thread::sleep(Duration::from_millis(100));
            session.write(b"http://a/ <http://a/>\n");
            assert!(
                session.read_line().contains("http://a/"),
                "{args:?} {ignored}"
            );
            session.signal_now(other);
            assert_eq!(session.finish().0, status, "{args:?} {ignored}");
        }
    }
    let mut command = shell_line("trap '' INT TERM; exec \"$URLSIFT\" list");
    let mut session = Session::spawn_command(&mut command);
    session.write(b"<news:a>\n");
    session.read_line();
    session.signal_now("INT");
    session.signal_now("TERM");
    session.write(b"<news:b>\n");
    assert_eq!(session.read_line(), "news:b\n");
    session.close_stdin();
    assert_eq!(session.finish(), (0, vec![], String::new()));
}

#[test]
fn closed_pipe_exits_quietly() {
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
        let mut session = Session::spawn_in(&dir, flags);
        session.read_line();
        session.close_stdout();
        assert_eq!(session.finish(), (0, vec![], String::new()), "{flags:?}");
    }
}

#[test]
fn closed_pipe_ends_a_trickling_run() {
    let mut session = Session::spawn(&["list"]);
    session.write(b"<news:a>");
    assert_eq!(session.read_line(), "news:a\n");
    session.close_stdout();
    session.write_until_closed(b"<news:b>");
    assert_eq!(session.finish(), (0, vec![], String::new()));
}

#[test]
fn closed_standard_error_does_not_lose_links() {
    let dir = dir_with(&[("a", "<news:x> <URL:y <news:z>")]);
    let mut command = shell_line("\"$URLSIFT\" list --rejected none a 2>&-; echo $?");
    command.current_dir(&dir);
    run_command(&mut command, b"").gives(0, "a:news:x\na:news:z\n2\n");
}

#[test]
fn closed_standard_input_is_empty() {
    let mut command = shell_line("\"$URLSIFT\" list <&-");
    let ended = run_command(&mut command, b"");
    assert_eq!(ended.out(), "");
    assert_eq!((ended.status, ended.err()), (1, ""));
}

#[test]
fn output_does_not_depend_on_write_size() {
    let text = b"> <http://a/-\r\n> b>, <http://c/\n>d>\n\n| <URL:e\n|\n<mailto:a at b.c>\
        <htt\np://f/> <http://g/ [h]> <http://i\0> <http://j/k. l\n\n<URL:m <URL:n>\xff<URL:\xfe>";
    let flags = ["list", "--conforms=none", "--json", "--rejected"];
    let whole = run_with(&flags, text);
    assert!(whole.json().len() > 10);
    for size in [1, 2, 3, 7] {
        let mut session = Session::spawn(&flags);
        for chunk in text.chunks(size) {
            session.write(chunk);
        }
        session.close_stdin();
        let (status, out, _) = session.finish();
        assert_eq!(
            (status, String::from_utf8_lossy(&out)),
            (0, whole.out().into()),
            "{size}"
        );
    }
}
