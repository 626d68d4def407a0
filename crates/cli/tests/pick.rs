//! `pick`: driven through a terminal of its own.

#![cfg(unix)]

mod support;

use std::{fs, os::unix::fs::PermissionsExt, thread, time::Duration};

use support::{
    console::{demo, root},
    dir_with, outcome,
    pty::Pty,
    rows::{Row, rows_of},
    run_in, run_with,
};
use tempfile::TempDir;

/// A message with each of the things that are to be told apart.
const MESSAGE: &str = "From: Ruth <ruth@library.example>
Date: Mon, 6 Nov 1995 10:00:15 +0100
Subject: Three menus
List-Unsubscribe: <mailto:menus-leave@lists.example>
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain

It is at <URL:gopher://gopher.example/11/Long-
menu>, and at <http://a.example/one>. Again: <http://a.example/one>
> and <URL:http://b.example/two
> /three>.

--b
Content-Type: text/html

<p>It is at &lt;http://a.example/one&gt;.</p>

--b--
";

/// A program that writes down how many arguments it got, and which.
const RECORD: &str = "#!/bin/sh\nprintf '%s\\n' \"$#\" \"$@\" >>opened\n";

/// A folder with the message in it, and with the program.
fn folder() -> TempDir {
    folder_with(&[("mail", MESSAGE.as_bytes())])
}

fn folder_with(files: &[(&str, &[u8])]) -> TempDir {
    let dir = dir_with(files);
    let path = dir.path().join("record");
    fs::write(&path, RECORD).expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
    dir
}

fn pick(dir: &TempDir, line: &str) -> Pty {
    Pty::shell(dir.path(), line, &[])
}

/// What the program was given, each time with the number of its arguments.
fn opened(dir: &TempDir) -> String {
    fs::read_to_string(dir.path().join("opened")).unwrap_or_default()
}

#[test]
fn links_are_listed_narrowed_marked_and_opened() {
    let dir = folder();
    let pty = pick(&dir, "urlsift pick --open ./record mail");
    let screen = pty.shows("4 links");
    let listed: Vec<_> = screen.lines().skip(1).take(4).collect();
    assert_eq!(
        listed,
        [
            "> 1 mailto:menus-leave@lists.example",
            "  2 gopher://gopher.example/11/Long-menu [hyphen?]",
            "  3 http://a.example/one (3 times)",
            "  4 http://b.example/two/three",
        ]
    );
    pty.press(&["/", "HTTP"]);
    pty.shows("0 of 4 links");
    pty.press(&["Backspace"; 4]);
    pty.press(&["example http"]);
    let screen = pty.shows("2 of 4 links");
    assert!(screen.contains("\n> 3 http://a.example/one"), "{screen}");
    pty.press(&["Enter", "Space", "Down", "Space"]);
    let screen = pty.shows("2 marked");
    assert!(screen.contains("\n *3 http://a.example/one"), "{screen}");
    assert!(screen.contains("\n>*4 http://b.example/two"), "{screen}");
    pty.press(&["Enter"]);
    pty.shows("2 links opened with ./record");
    let both = "1\nhttp://a.example/one\n1\nhttp://b.example/two/three\n";
    assert_eq!(opened(&dir), both);
    // The marks are off: only the one at hand is opened.
    pty.press(&["Esc", "1", "o"]);
    pty.shows("1 link opened with ./record");
    let third = "1\nmailto:menus-leave@lists.example\n";
    assert_eq!(opened(&dir), [both, third].concat());
    pty.press(&["q"]);
    assert_eq!(pty.end().0, 0);
}

#[test]
fn words_and_place_of_a_link_are_told() {
    let dir = folder();
    let pty = pick(&dir, "urlsift pick mail");
    let screen = pty.shows("4 links");
    for told in [
        "\nmailto:menus-leave@lists.example\n",
        "\n1995-11-06 Ruth <ruth@library.example>: Three menus\n",
        "\nheader field List-Unsubscribe, in mail\n",
    ] {
        assert!(screen.contains(told), "{told}{screen}");
    }
    pty.press(&["j"]);
    let screen = pty.shows("\nreading 1 of 2: a line ended in a hyphen\n");
    let around = "\npart 1, text/plain, in mail\n\n  It is at <URL:gopher://gopher.example/11/Long-
  menu>, and at <http://a.example/one>. Again: <http://a.example/one>
  > and <URL:http://b.example/two\n";
    assert!(screen.contains(around), "{screen}");
    pty.press(&["End"]);
    let screen = pty.shows("\n> 4 http://b.example");
    assert!(
        screen.contains("\n  > and <URL:http://b.example/two\n  > /three>.\n"),
        "{screen}"
    );
    pty.press(&["q"]);
    pty.end();
}

#[test]
fn message_comes_by_a_pipe_and_keys_from_the_terminal() {
    let dir = folder();
    let pty = pick(&dir, "cat mail | urlsift pick --print >chosen");
    let screen = pty.shows("4 links");
    assert!(
        screen.contains("\nheader field List-Unsubscribe\n"),
        "{screen}"
    );
    // In the order of the message, not of the marks.
    pty.press(&["4", "Space", "2", "Space", "r", "Enter"]);
    let (status, screen) = pty.end();
    assert_eq!((status, screen.trim()), (0, ""));
    let chosen = fs::read_to_string(dir.path().join("chosen")).expect("a file");
    assert_eq!(
        chosen,
        "gopher://gopher.example/11/Long-menu\nhttp://b.example/two/three\n"
    );
}

#[test]
fn other_reading_is_what_is_chosen() {
    let dir = folder();
    let pty = pick(
        &dir,
        "urlsift pick --print --open ./record mail; echo ended $?",
    );
    pty.shows("4 links");
    pty.press(&["r"]);
    pty.shows("it can be read in one way only");
    pty.press(&["Down", "r"]);
    let screen = pty.shows("reading 2 of 2\n");
    assert!(
        screen.contains("\n> 2 gopher://gopher.example/11/Longmenu [hyphen?]\n"),
        "{screen}"
    );
    pty.press(&["o"]);
    pty.shows("1 link opened");
    assert_eq!(opened(&dir), "1\ngopher://gopher.example/11/Longmenu\n");
    pty.press(&["r"]);
    pty.shows("reading 1 of 2\n");
    pty.press(&["r", "Enter"]);
    let (status, screen) = pty.end();
    assert_eq!(status, 0);
    assert_eq!(
        screen.trim(),
        "gopher://gopher.example/11/Longmenu\nended 0"
    );
    // As the flag has it from the start.
    let pty = pick(&dir, "urlsift pick --hyphen drop mail");
    pty.shows("  2 gopher://gopher.example/11/Longmenu [hyphen?]\n");
    pty.press(&["q"]);
    pty.end();
}

#[test]
fn quitting_without_a_choice_prints_nothing() {
    let dir = folder();
    for key in ["q", "Esc"] {
        for (flag, status) in [("", 0), ("--print", 1)] {
            let pty = pick(&dir, &format!("urlsift pick {flag} mail >chosen"));
            pty.shows("4 links");
            pty.press(&["Space", "j", key]);
            assert_eq!(pty.end(), (status, "\n".repeat(24)));
            let chosen = fs::read_to_string(dir.path().join("chosen"));
            assert_eq!(chosen.expect("a file"), "");
        }
    }
}

#[test]
fn links_are_copied() {
    let dir = folder_with(&[(
        "mail",
        b"<http://a.example/one> <http://b.example/\xc3\xa9> <http://b.example/\x1b[m>",
    )]);
    let pty = pick(&dir, "urlsift pick mail");
    pty.shows("3 links");
    pty.press(&["y"]);
    pty.shows("1 link copied");
    assert_eq!(pty.clipboard().as_deref(), Some("http://a.example/one"));
    pty.press(&["a", "y"]);
    pty.shows("3 links copied");
    let all = "http://a.example/one\nhttp://b.example/é\nhttp://b.example/%1B[m";
    assert_eq!(pty.clipboard().as_deref(), Some(all));
    pty.press(&["q"]);
    pty.end();
}

#[test]
fn url_is_one_argument_whatever_is_in_it() {
    let text = b"<http://a.example/;touch$IFS'x';`id`&#$(touch%20y)> <http://a.example/\x1b]0;z\x07\xff>\n\
        <URL:-x> <URL:--help> <URL:menu.html>\n";
    let dir = folder_with(&[("mail", text)]);
    let pty = pick(
        &dir,
        "urlsift pick --conforms none --open './record -- \"a b\" x%s%%s' mail",
    );
    let screen = pty.shows("5 links");
    assert!(
        screen.contains(r"  2 http://a.example/\x1b]0;z\x07\xff"),
        "{screen}"
    );
    pty.press(&["Enter"]);
    pty.shows("1 link opened");
    let first = "3\n--\na b\nxhttp://a.example/;touch$IFS'x';`id`&#$(touch%20y)%s\n";
    assert_eq!(opened(&dir), first);
    pty.press(&["j", "Enter"]);
    pty.hides("> 1");
    pty.shows("1 link opened");
    let second = "3\n--\na b\nxhttp://a.example/%1B]0;z%07%FF%s\n";
    assert_eq!(opened(&dir), [first, second].concat());
    for number in ["3", "4", "5"] {
        pty.press(&[number, "Enter"]);
        pty.shows("not opened, as it is no URL that stands for itself");
    }
    assert_eq!(opened(&dir), [first, second].concat());
    pty.press(&["q"]);
    pty.end();
}

#[test]
fn references_are_opened_with_their_base() {
    let dir = folder_with(&[("mail", b"<URL:menu.html>")]);
    let line = "urlsift pick --conforms relative --base http://a.example/b/ --open ./record mail";
    let pty = pick(&dir, line);
    pty.shows("> 1 http://a.example/b/menu.html\n");
    pty.press(&["Enter"]);
    pty.shows("1 link opened");
    assert_eq!(opened(&dir), "1\nhttp://a.example/b/menu.html\n");
    pty.press(&["q"]);
    pty.end();
}

#[test]
fn browser_of_the_environment_opens_links() {
    let dir = folder();
    let line = "urlsift pick mail; urlsift pick --open ./record mail";
    let browser = "./none -x %s::./record apart %s &:./none";
    let pty = Pty::shell(dir.path(), line, &[("BROWSER", browser)]);
    pty.shows("4 links");
    pty.press(&["4", "Enter"]);
    pty.shows("1 link opened with ./record");
    let first = "2\napart\nhttp://b.example/two/three\n";
    // It is not waited for.
    for _ in 0..500 {
        if opened(&dir) == first {
            break;
        }
        thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(opened(&dir), first);
    pty.press(&["q"]);
    pty.shows("> 1");
    pty.press(&["Enter"]);
    pty.shows("1 link opened with ./record");
    let second = "1\nmailto:menus-leave@lists.example\n";
    assert_eq!(opened(&dir), [first, second].concat());
    pty.press(&["q"]);
    assert_eq!(pty.end().0, 0);
    let wrong = &[("BROWSER", "lynx 'x")];
    let pty = Pty::shell(dir.path(), "urlsift pick mail; echo ended $?", wrong);
    let (_, screen) = pty.end();
    assert!(
        screen.contains("BROWSER in the environment: a quotation"),
        "{screen}"
    );
    assert!(screen.contains("\nended 2\n"), "{screen}");
    // Where nobody picks, nothing is opened.
    let line = "urlsift pick --print-all mail; echo ended $?";
    let (_, screen) = Pty::shell(dir.path(), line, wrong).end();
    assert!(screen.contains("\nended 0\n"), "{screen}");
    run_in(&dir, &["pick", "--open", "lynx 'x", "mail"]).refuses(&["--open", "quotation mark"]);
    run_in(&dir, &["pick", "--open=", "mail"]).refuses(&["--open", "no program"]);
}

#[test]
fn program_has_the_terminal() {
    let dir = folder();
    let script = "#!/bin/sh\nstty -g >state\necho ready\nread line && echo \"$line and $1\" >>opened\nexit 3\n";
    fs::write(dir.path().join("record"), script).expect("a script");
    let pty = pick(
        &dir,
        "trap : INT; stty -g >before; urlsift pick --open ./record mail",
    );
    pty.shows("4 links");
    pty.press(&["4", "Enter"]);
    pty.shows("ready\n");
    assert!(!pty.is_taken());
    pty.press(&["a line\n"]);
    pty.shows("./record: exit status: 3");
    assert!(pty.is_taken());
    assert_eq!(opened(&dir), "a line and http://b.example/two/three\n");
    let state = |name| fs::read_to_string(dir.path().join(name)).expect("a file");
    assert_eq!(state("state"), state("before"));
    // Interrupting it ends nothing else.
    pty.press(&["Enter"]);
    pty.hides("4 links");
    pty.wait_for("second one", |screen| {
        screen.matches("ready\n").count() == 2
    });
    pty.press(&["^C"]);
    pty.shows("./record: signal: 2");
    pty.press(&["q"]);
    assert_eq!(pty.end().0, 0);
}

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
            let mut shell = std::process::Command::new("sh");
            let ended = outcome(shell.args(["-c", &kill]).current_dir(dir.path()), b"");
            assert_eq!(ended.status, 0);
        } else {
            pty.press(&["Esc", end]);
        }
        let (_, screen) = pty.end();
        assert_eq!(screen.trim(), format!("ended {status}"), "{end}");
        let state = |name| fs::read_to_string(dir.path().join(name)).expect("a file");
        assert_eq!(state("before"), state("after"), "{end}");
        assert!(state("before").len() > 10);
    }
}

#[test]
fn screen_is_drawn_in_any_size() {
    let dir = folder();
    let pty = pick(&dir, "urlsift pick mail");
    pty.shows("4 links");
    pty.press(&["4"]);
    for (columns, lines) in [
        (40, 12),
        (20, 8),
        (9, 3),
        (3, 2),
        (1, 1),
        (300, 100),
        (80, 24),
    ] {
        pty.resize(columns, lines);
        let screen = pty.wait_for("cursor", |screen| {
            screen.starts_with('>') || screen.contains("\n>")
        });
        assert_eq!(screen.lines().count(), usize::from(lines));
    }
    pty.shows("\n> 4 http://b.example/two/three\n");
    pty.resize(40, 12);
    let screen = pty.shows("\n> 4 http://b.example/two/three\n");
    assert!(
        screen.contains("\npart 1, text/plain, in mail\n"),
        "{screen}"
    );
    for key in ["?", "c"] {
        pty.press(&[key]);
        pty.shows("arrows move");
        for (columns, lines) in [(3, 2), (1, 1), (40, 12)] {
            pty.resize(columns, lines);
            pty.press(&["Down", "End", "Up", "PgUp"]);
        }
        pty.shows("arrows move");
        pty.press(&["q"]);
        pty.hides("arrows move");
    }
    pty.press(&["q"]);
    assert_eq!(pty.end().0, 0);
}

#[test]
fn wide_characters_have_their_room() {
    let long = "漢字".repeat(60);
    let text = format!(
        "Subject: 漢字\n\nだ <http://a.example/{long}> <http://b.example/e\u{301}\u{202e}>\n"
    );
    let dir = folder_with(&[("mail", text.as_bytes())]);
    let pty = pick(&dir, "urlsift pick mail");
    let screen = pty.shows("2 links");
    let rows: Vec<_> = screen.lines().collect();
    assert!(rows[1].starts_with("> 1 http://a.example/漢字"), "{screen}");
    assert!(
        rows[1].contains("字...漢") || rows[1].contains("漢...字") || rows[1].contains("...字漢"),
        "{screen}"
    );
    assert_eq!(rows[2], "  2 http://b.example/e\u{301}\\u{202e}");
    assert!(screen.contains("\n字漢字漢"), "{screen}");
    pty.resize(21, 24);
    pty.shows("\nhttp://a.example/漢字\n漢字漢字漢字漢字漢字\n");
    pty.press(&["q"]);
    pty.end();
}

#[test]
fn colours_are_those_that_are_wanted() {
    let dir = folder();
    for (flag, variables, has_colors) in [
        ("", &[][..], true),
        ("", &[("NO_COLOR", "1")], false),
        ("--color never", &[], false),
        ("--color always", &[("NO_COLOR", "1")], true),
    ] {
        let line = format!("urlsift pick {flag} mail");
        let pty = Pty::shell(dir.path(), &line, variables);
        pty.shows("4 links");
        assert_eq!(pty.has_colors(), has_colors, "{line}");
        pty.press(&["q"]);
        pty.end();
    }
}

#[test]
fn links_are_shown_as_they_come() {
    let dir = folder();
    let line = "mkfifo fifo; (printf 'a <news:one>\\n'; read go <go; printf '<news:two>\\n') >fifo & \
        mkfifo go; urlsift pick <fifo";
    let pty = pick(&dir, line);
    pty.shows("1 link so far");
    pty.press(&["/", "two"]);
    pty.shows("0 of 1 link so far");
    fs::write(dir.path().join("go"), "\n").expect("somebody waits");
    let screen = pty.shows("1 of 2 links\n");
    assert!(screen.contains("\n> 2 news:two\n"), "{screen}");
    pty.press(&["Esc", "q"]);
    assert_eq!(pty.end().0, 0);
}

#[test]
fn what_is_wrong_is_told_behind_the_screen() {
    let dir = folder();
    let pty = pick(&dir, "urlsift pick none mail; echo ended $?");
    pty.shows("4 links, 1 error\n");
    pty.press(&["q"]);
    let (_, screen) = pty.end();
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
    pty.press(&["q"]);
    assert_eq!(pty.end().0, 0);
}

#[test]
fn without_anybody_it_is_list() {
    let dir = folder();
    let listed = run_in(&dir, &["list", "mail"]);
    assert_eq!(listed.out().lines().count(), 6);
    run_in(&dir, &["pick", "mail"]).gives(0, listed.out());
    run_in(&dir, &["pick", "--print", "mail"]).gives(0, listed.out());
    let colored = run_in(&dir, &["list", "--color", "always", "."]);
    assert!(colored.out().contains('\x1b'));
    run_in(&dir, &["pick", "--color", "always", "."]).gives(0, colored.out());
    run_with(&["pick"], MESSAGE.as_bytes()).gives(0, listed.out());
    run_with(&["pick"], b"nothing").gives(1, "");
    run_in(&dir, &["pick", "none"]).complains("", &["none"]);
    for line in [
        "urlsift pick --print-all mail | cat",
        "TERM=dumb urlsift pick mail | cat",
        "TERM= urlsift pick mail | cat",
    ] {
        let (status, screen) = pick(&dir, line).end();
        assert_eq!((status, screen.trim()), (0, listed.out().trim()), "{line}");
    }
    // The last one counts.
    let pty = pick(&dir, "urlsift pick --print-all --no-print-all --print mail");
    pty.shows("Enter print");
    pty.press(&["q"]);
    assert_eq!(pty.end().0, 1);
}

#[test]
fn flags_of_list_mean_the_same() {
    let dir = folder();
    let listed = rows_of("list");
    let picked = rows_of("pick");
    let is_shared = |row: &&Row| listed.contains(row);
    let mut seen = 0;
    for row in picked.iter().filter(is_shared) {
        if let Some("--help" | "--version") = row.long.as_deref() {
            continue;
        }
        for flag in row.given() {
            let picked = run_in(&dir, &["pick", "--print-all", &flag, "mail"]);
            let listed = run_in(&dir, &["list", &flag, "mail"]);
            assert_eq!(picked.out(), listed.out(), "{flag}");
            assert_eq!(picked.status, listed.status, "{flag}: {}", picked.err());
            seen += usize::from(picked.status < 2);
        }
    }
    assert!(seen > 25, "{seen}");
}

#[test]
fn only_what_is_asked_for_is_listed() {
    let dir = folder();
    for (flags, links) in [
        (
            "--delimiter url",
            "gopher://gopher.example/11/Long-menu|http://b.example/two/three",
        ),
        ("--in headers", "mailto:menus-leave@lists.example"),
        ("--type text/html", "http://a.example/one"),
        (
            "--scheme gopher,mailto",
            "mailto:menus-leave@lists.example|gopher://gopher.example/11/Long-menu",
        ),
        ("--subject menus --quoted", "http://b.example/two/three"),
        ("--no-html --host a.example", "http://a.example/one"),
    ] {
        let pty = pick(&dir, &format!("urlsift pick {flags} mail"));
        let screen = pty.shows(" 1 ");
        let listed: Vec<_> = links.split('|').collect();
        let rows = screen.lines().skip(1).zip(&listed);
        assert!(
            rows.clone().all(|(row, link)| row[4..].starts_with(link)),
            "{flags}\n{screen}"
        );
        pty.shows(&format!("{} link", listed.len()));
        pty.press(&["q"]);
        pty.end();
    }
    for flags in [
        "--from nobody",
        "--range 9:10",
        "--conforms rfc1738 --scheme none",
    ] {
        let (status, screen) = pick(&dir, &format!("urlsift pick {flags} mail")).end();
        assert_eq!(
            (status, screen.trim()),
            (1, "urlsift: no link was found"),
            "{flags}"
        );
    }
}

#[test]
fn doubts_are_told_unless_another_place_settles_them() {
    let doubtful = "<URL:http://a.example/Long-\nmenu> and\n\n> <URL:http://b.example/x\n>\n";
    let close = "[close?]";
    let dir = folder_with(&[("mail", doubtful.as_bytes())]);
    let pty = pick(&dir, "urlsift pick mail");
    let screen = pty.shows("2 links\n");
    assert!(
        screen.contains("  2 http://b.example/x [close?]\n"),
        "{screen}"
    );
    pty.press(&["j"]);
    pty.shows("\nit is not sure that it ends there\n");
    pty.press(&["q"]);
    pty.end();
    let sure = "<http://a.example/Long-menu> <http://b.example/x>\n";
    for text in [[doubtful, "\n", sure], [sure, doubtful, "\n"]] {
        let dir = folder_with(&[("mail", text.concat().as_bytes())]);
        let pty = pick(&dir, "urlsift pick mail");
        let screen = pty.shows("2 links\n");
        assert!(
            screen.contains("1 http://a.example/Long-menu (2 times)\n"),
            "{screen}"
        );
        assert!(
            screen.contains("2 http://b.example/x (2 times)\n"),
            "{screen}"
        );
        assert!(!screen.contains(close), "{screen}");
        pty.press(&["q"]);
        pty.end();
    }
}

#[test]
fn words_can_be_typed_changed_and_pasted() {
    let dir = folder();
    let pty = pick(&dir, "urlsift pick mail");
    pty.shows("4 links");
    pty.press(&["/", "two x", "Backspace", "Backspace"]);
    pty.shows("1 of 4 links");
    pty.shows("\n/two\n");
    pty.wait_for("cursor", |_| pty.cursor() == Some((23, 4)));
    pty.press(&["Tab", "^U"]);
    pty.shows("4 links, 1 marked\n");
    // It is no key, whatever is in it.
    pty.press(&["\x1b[200~two\r\u{202e}\x1b[201~", "Backspace"]);
    pty.shows("\n/two\n");
    pty.shows("1 of 4 links, 1 marked\n");
    pty.press(&["\x1b[200~\u{200b}\x1b[201~"]);
    pty.shows("\n/two\\u{200b}\n");
    pty.press(&["x".repeat(100).as_str()]);
    pty.shows(&format!("\n/{}\n", "x".repeat(78)));
    pty.press(&["Enter"]);
    pty.shows("Esc all");
    assert_eq!(pty.cursor(), None);
    // What is marked could be opened, but there is nothing at hand.
    pty.press(&["c"]);
    pty.shows("no link has these words");
    pty.press(&["Esc", "q"]);
    assert_eq!(pty.end().0, 0);
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
fn rest_is_left_where_one_cannot_be_opened() {
    let dir = folder();
    let script =
        "#!/bin/sh\necho \"$1\" >>opened\nstty -echo -icanon\ncase $1 in *one) exit 7; esac\n";
    fs::write(dir.path().join("record"), script).expect("a script");
    let line = "stty -g >before; urlsift pick --open ./record mail; stty -g >after";
    let pty = pick(&dir, line);
    pty.shows("4 links");
    pty.press(&["a", "Enter"]);
    pty.shows("2 links opened, then: ./record: exit status: 7\n");
    // What was not opened is still marked.
    let screen = pty.shows("2 marked\n");
    assert!(screen.contains("\n *3 http://a.example/one"), "{screen}");
    let first = "mailto:menus-leave@lists.example\ngopher://gopher.example/11/Long-menu\n";
    assert_eq!(opened(&dir), [first, "http://a.example/one\n"].concat());
    pty.press(&["q"]);
    assert_eq!(pty.end().0, 0);
    let state = |name| fs::read_to_string(dir.path().join(name)).expect("a file");
    assert_eq!(state("before"), state("after"));
}

#[test]
fn links_far_behind_in_a_line_have_their_words() {
    let text = format!(
        "{}near <http://a.example/near> {}<http://a.example/far> <http://a.example/far",
        "word ".repeat(200),
        "word ".repeat(1000)
    ) + "-\nther>\n";
    let dir = folder_with(&[("mail", text.as_bytes())]);
    let pty = pick(&dir, "urlsift pick mail");
    let screen = pty.shows("3 links\n").replace("\n  ", " ");
    assert!(
        screen.contains("word near <http://a.example/near> word"),
        "{screen}"
    );
    pty.press(&["j"]);
    pty.shows("\n  ...<http://a.example/far>...\n");
    pty.press(&["j"]);
    pty.shows("\n  ...<http://a.example/far-...\n  ther>\n");
    pty.press(&["q"]);
    pty.end();
}

#[test]
fn no_more_than_a_hundred_complaints_are_told() {
    let dir = folder();
    let pty = pick(&dir, "urlsift pick $(seq 103) mail 2>told; echo ended $?");
    pty.shows("4 links, 103 errors\n");
    pty.press(&["q"]);
    let (_, screen) = pty.end();
    assert_eq!(screen.trim(), "ended 2");
    let told = fs::read_to_string(dir.path().join("told")).expect("a file");
    let told: Vec<_> = told.lines().collect();
    assert_eq!(told.len(), 101);
    assert!(told[99].starts_with("urlsift: 100: "), "{}", told[99]);
    assert_eq!(told[100], "urlsift: ... and 3 more");
}

#[test]
fn much_is_not_copied() {
    let links = (1000..5000).map(|number| format!("<http://a.example/{number}>"));
    let text = links.collect::<Vec<_>>().join("\n");
    let dir = folder_with(&[("mail", text.as_bytes())]);
    let pty = pick(&dir, "urlsift pick mail");
    pty.shows("4000 links\n");
    pty.press(&["a", "y"]);
    pty.shows("not copied, as terminals take no more than 64 KiB");
    assert_eq!(pty.clipboard(), None);
    pty.press(&["q"]);
    pty.end();
}

/// What docs/PICK.md shows: for each screen what is typed in a shell, if that is where it begins, and
/// the keys.
struct Shown<'d> {
    line: Option<&'d str>,
    keys: Vec<&'d str>,
    screen: &'d str,
}

fn shown(document: &str) -> Vec<Shown<'_>> {
    let blocks = document.split("\n```screen ").skip(1);
    let all = blocks.map(|block| {
        let (block, _) = block.split_once("```").expect("an end of the screen");
        let (first, screen) = block.split_once('\n').expect("a screen");
        let (line, keys) = match first.split_once(';') {
            Some((line, keys)) => (Some(line), keys),
            None if first.starts_with("urlsift ") => (Some(first), ""),
            None => (None, first),
        };
        Shown {
            line,
            keys: keys.split_whitespace().collect(),
            screen,
        }
    });
    all.collect()
}

#[test]
fn screens_are_those_of_the_document() {
    let document = fs::read_to_string(root().join("docs/PICK.md")).expect("a readable document");
    let shown = shown(&document);
    assert!(shown.len() >= 8, "{}", shown.len());
    let dir = demo();
    // It says nothing, and does nothing.
    let lynx = dir.path().join("lynx");
    fs::write(&lynx, "#!/bin/sh\n").expect("a file");
    fs::set_permissions(&lynx, fs::Permissions::from_mode(0o755)).expect("permissions");
    let mut session = None;
    for Shown { line, keys, screen } in shown {
        if let Some(line) = line {
            let line = format!("PATH=.:$PATH; {line}");
            let begun = Pty::shell(dir.path(), &line, &[]);
            begun.shows("11 links\n");
            session = Some(begun);
        }
        let session = session.as_ref().expect("a session");
        for key in keys {
            session.press(&[&key.replace('␣', " ")]);
        }
        let mut last = String::new();
        for _ in 0..300 {
            last = session.screen();
            if last == screen {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(last, screen);
    }
}
