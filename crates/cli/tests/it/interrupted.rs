//! Tests for runs that resume where an interrupted run has ended.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::blocked::signal_blocked_writer;
use crate::support::pty::Pty;
use crate::support::session::{Session, wait_for_signal_handler};
use crate::support::{dir_with, mkfifo, run_command, run_in, urlsift};
use urlsift_tests::{effort, mail};

const MESSAGES: usize = 20_000;

/// The number of links in each message.
const LINKS: usize = 3;

/// Returns a mailbox in which link `l` of message `m` is `http://a.example/m/l`.
fn mbox() -> String {
    let link = |message, link| format!("<http://a.example/{message}/{link}>\n");
    let links = |message| {
        (0..LINKS)
            .map(move |number| link(message, number))
            .collect::<String>()
    };
    mail::mbox((0..MESSAGES).map(|message| format!("Subject: a\n\n{}", links(message))))
}

/// Returns the numbers of the links that were printed, one on a line, counted from the start of the mailbox.
fn numbers(output: &str) -> Vec<usize> {
    let number = |line: &str| {
        let (_, path) = line.split_once("http://a.example/")?;
        let mut numbers = path.split(|byte: char| !byte.is_ascii_digit());
        let mut next = || numbers.next()?.parse::<usize>().ok();
        Some(next()? * LINKS + next()?)
    };
    output.lines().filter_map(number).collect()
}

/// Interrupts a run, resumes as it says, and checks that no link is lost and only links of one message are repeated.
/// `hint` is what precedes `--range`.
#[track_caller]
fn goes_on(dir: &Path, command: &mut Command, path: &str, hint: &str, end: &str, last: usize) {
    let name = format!("{command:?}");
    let blocked = signal_blocked_writer(command.current_dir(dir), "INT");
    assert_eq!(blocked.status, 130, "{name}");
    let written = String::from_utf8(blocked.written).expect("UTF-8");
    assert!(written.ends_with('\n'), "{name}");
    let stderr = blocked.stderr;
    let offset = stderr.strip_prefix("urlsift: interrupted at byte ");
    let offset = offset.and_then(|rest| rest.split(' ').next());
    let offset = offset.unwrap_or_else(|| panic!("{name}: {stderr}"));
    let range = format!("{offset}:{end}");
    let expected = format!(
        "urlsift: interrupted at byte {offset} of {path}: resume with {hint}--range {range} {path}\n"
    );
    assert_eq!(stderr, expected, "{name}");

    let args: Vec<_> = command.get_args().map(ToOwned::to_owned).collect();
    // A range that was given is replaced.
    let args = args
        .iter()
        .filter(|arg| !arg.to_string_lossy().starts_with("--range="));
    let mut again = urlsift();
    again.current_dir(dir).args(args);
    for (name, value) in command.get_envs() {
        if let Some(value) = value {
            again.env(name, value);
        }
    }
    again.args(hint.split_whitespace());
    again.args(["--range", &range]);
    let again = run_command(&mut again, b"");
    assert_eq!((again.status, again.err()), (0, ""), "{name}");

    let (before, after) = (numbers(&written), numbers(again.out()));
    let first = before[0];
    let next = first + before.len();
    assert!(before.into_iter().eq(first..next), "{name}");
    let start = after[0];
    assert!(after.into_iter().eq(start..last), "{name}");
    assert_eq!(start % LINKS, 0, "{name}");
    // Nothing is lost, and only links of the message there are repeated.
    assert!(start > 0 && start <= next, "{name}: {start} {next}");
    assert!(next - start <= LINKS, "{name}: {start} {next}");
}

#[test]
fn interrupted_run_goes_on_at_the_last_message_that_was_written() {
    let dir = dir_with(&[("a", mbox())]);
    let compressed = Command::new("gzip")
        .args(["-k", "a"])
        .current_dir(&dir)
        .status();
    assert!(compressed.expect("gzip runs").success());
    let all = MESSAGES * LINKS;
    let runs = [
        ("a", &["list", "-I"][..]),
        ("a", &["list", "-j1"]),
        ("a", &["list", "-j1", "--json"]),
        ("a", &["list", "-j3", "--json"]),
        ("a", &["list", "-j1", "--csv"]),
        ("a", &["list", "-j3", "--tsv"]),
        ("a", &["list", "-j1", "--format={url}"]),
        ("a", &["list", "-j1", "--format={line} {url}"]),
        ("a", &["list", "-j1", "--messages"]),
        ("a", &["list", "-j3", "--messages"]),
        ("a", &["list", "--line-buffered"]),
        ("a", &["list", "-j1", "--json", "--rejected"]),
        ("a", &["grep", "-j1", "a[.]example"]),
        ("a.gz", &["list", "-j1", "--json"]),
        ("a.gz", &["list", "-j3"]),
    ];
    for (path, flags) in effort::sample(runs, 3, 1) {
        let mut command = urlsift();
        command.args(flags).arg(path);
        goes_on(dir.path(), &mut command, path, "", "", all);
    }
}

#[test]
fn interrupted_run_with_a_range_goes_on_within_it() {
    let mbox = mbox();
    let dir = dir_with(&[("a", &mbox)]);
    let message = |number: usize| {
        let link = format!("<http://a.example/{number}/0>");
        let link = mbox.find(&link).expect("a link");
        mbox[..link].rfind("From ").expect("a message")
    };
    let (start, end) = (message(100), message(15_000));
    let mut command = urlsift();
    let range = format!("--range={start}:{end}");
    command.args(["list", "-j1", "--json", &range, "a"]);
    let last = 15_000 * LINKS;
    goes_on(dir.path(), &mut command, "a", "", &end.to_string(), last);
}

/// Line numbers are not known in a range.
#[test]
fn hint_undoes_flags_that_a_range_excludes() {
    let dir = dir_with(&[("a", mbox())]);
    let all = MESSAGES * LINKS;
    for (flags, variable, hint) in [
        (&["-n"][..], "", "--no-line-number "),
        (&["--column"], "", "--no-column "),
        (&["-n"], "--column", "--no-line-number --no-column "),
        (&[], "-n", "--no-line-number "),
        (&["-N"], "-n", ""),
    ] {
        let mut command = urlsift();
        command.env("URLSIFT_OPTS", variable);
        command.arg("list").args(flags).arg("a");
        goes_on(dir.path(), &mut command, "a", hint, "", all);
    }
    for (flag, instead) in [("-n", "-N"), ("--column", "--no-column")] {
        run_in(&dir, &["list", flag, "--range", "7:", "a"]).refuses(&["--range"]);
        assert_eq!(
            run_in(&dir, &["list", flag, instead, "--range", "7:", "a"]).status,
            0
        );
    }
}

/// Such a file belongs as a whole to the range that includes 0.
#[test]
fn interrupted_run_of_a_file_without_ranges_begins_again_with_the_file() {
    let links = |number: usize| format!("<http://a.example/{number}/0>");
    let mut page = String::from(
        "<!-- sent=\"Mon, 30 Jan 1995 09:12:04 +0000\" -->\n<!-- email=\"a@b.example\" -->\n\
         <!-- subject=\"a\" -->\n<!-- id=\"1@b.example\" -->\n<html>\n<!-- body=\"start\" -->\n",
    );
    let mut nntp = String::new();
    let mut dbox = String::from("2 M1e C2f0cb6e4\n");
    for number in 0..MESSAGES {
        let link = links(number);
        let encoded = link.replace('<', "&lt;");
        writeln!(page, "{encoded}<br>").expect("a string");
        let message = format!("Subject: a\n\n{link}\n");
        write!(nntp, "220 1 <1@b.example>\n{message}.\n").expect("a string");
        let length = message.len();
        write!(
            dbox,
            "\x01\x02N                    {length:016X}\n{message}\n\x01\x03\nR2f0cb6e4\n\n"
        )
        .expect("a string");
    }
    page.push_str("<!-- body=\"end\" -->\n</html>\n");
    let cr = mbox().replace('\n', "\r");
    let dir = dir_with(&[
        ("page", page),
        ("nntp", nntp),
        ("dbox", dbox),
        ("cr", cr),
        ("z", "<news:x>".to_owned()),
    ]);
    for path in ["page", "nntp", "dbox", "cr"] {
        for flags in [
            &["-I"][..],
            &["-j1"],
            &["-j3", "--json"],
            &["-j1", "--messages"],
            &["-j1", "--csv"],
            &["-j1", "--json", "--rejected"],
        ] {
            for others in [&[][..], &["z"]] {
                let mut command = urlsift();
                command.arg("list").args(flags).arg(path).args(others);
                let blocked = signal_blocked_writer(command.current_dir(&dir), "INT");
                let expected = match others {
                    [] => String::new(),
                    _ => format!(
                        "urlsift: interrupted in {path}: resume with this file, then the files after it\n"
                    ),
                };
                assert_eq!(
                    (blocked.status, blocked.stderr),
                    (130, expected),
                    "{command:?}"
                );
            }
        }
        let range = run_in(&dir, &["list", "--range", "100:", path]);
        range.gives(1, "");
    }
}

/// Another run does not know what this one has printed or counted.
#[test]
fn interrupted_run_of_unique_links_cannot_go_on() {
    let dir = dir_with(&[("a", mbox())]);
    for flags in [
        &["--unique"][..],
        &["--unique", "-j1", "--json"],
        &["--tally"],
    ] {
        let mut command = urlsift();
        command.arg("list").args(flags).arg("a");
        let blocked = signal_blocked_writer(command.current_dir(&dir), "INT");
        assert_eq!(
            (blocked.status, blocked.stderr.as_str()),
            (130, ""),
            "{flags:?}"
        );
    }
}

/// What depends on all of a file begins again with the file.
#[test]
fn interrupted_run_of_several_files_names_the_file() {
    let dir = dir_with(&[("a", "<news:x>"), ("b", "<news:y> <news:z>")]);
    mkfifo(&dir.path().join("fifo"));
    let expected = "urlsift: interrupted in b: resume with this file, then the files after it\n";
    for flags in [
        &["-c"][..],
        &["-l"],
        &["-m5"],
        &["-m5", "--json", "-j1"],
        &["--csv", "-j1"],
        &["-I"],
    ] {
        let mut command = urlsift();
        command.arg("list").args(flags).args(["a", "b", "fifo"]);
        let mut session = Session::spawn_command(command.current_dir(&dir));
        session.read_line();
        session.read_line();
        session.signal("TERM");
        let (status, _, stderr) = session.finish();
        assert_eq!((status, stderr.as_str()), (143, expected), "{flags:?}");
    }
}

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
