//! Tests for the screen at any size.

use super::{folder, folder_with, pick};
use crate::support::pty::Pty;

#[test]
fn context_and_position_of_a_link_are_shown() {
    let dir = folder();
    let pty = pick(&dir, "urlsift pick mail");
    pty.shows("4 links");
    // The links of the header follow the links of the body.
    pty.press(&["End"]);
    let screen = pty.shows("\n> 4<mailto:");
    for expected in [
        "\nmailto:menus-leave@lists.example\n",
        "\n1995-11-06 Ruth <ruth@library.example>: Three menus\n",
        "\nheader field List-Unsubscribe, in mail\n",
    ] {
        assert!(screen.contains(expected), "{expected}{screen}");
    }
    pty.press(&["Home"]);
    let screen = pty.shows("\nreading 1 of 2: a line ended in a hyphen\n");
    let around = "\npart 1, text/plain, in mail\n\n  It is at <URL:gopher://gopher.example/11/Long-
  menu>, and at <http://a.example/one>. Again: <http://a.example/one>
  > and <URL:http://b.example/two\n";
    assert!(screen.contains(around), "{screen}");
    pty.press(&["3"]);
    let screen = pty.shows("\n> 3<http://b.example");
    assert!(
        screen.contains("\n  > and <URL:http://b.example/two\n  > /three>.\n"),
        "{screen}"
    );
    pty.quit();
}

#[test]
fn screen_is_drawn_at_any_size() {
    let dir = folder();
    let pty = pick(&dir, "urlsift pick mail");
    pty.shows("4 links");
    pty.press(&["3"]);
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
    pty.shows("\n> 3<http://b.example/two/three\n");
    pty.resize(40, 12);
    let screen = pty.shows("\n> 3<http://b.example/two/three\n");
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
    assert_eq!(pty.quit().0, 0);
}

#[test]
fn wide_characters_take_two_columns() {
    let long = "漢字".repeat(60);
    let text = format!(
        "Subject: 漢字\n\nだ <http://a.example/{long}> <http://b.example/e\u{301}\u{202e}>\n"
    );
    let dir = folder_with(&[("mail", text.as_bytes())]);
    let pty = pick(&dir, "urlsift pick mail");
    let screen = pty.shows("2 links");
    let rows: Vec<_> = screen.lines().collect();
    assert!(rows[1].starts_with("> 1<http://a.example/漢字"), "{screen}");
    assert!(
        rows[1].contains("字...漢") || rows[1].contains("漢...字") || rows[1].contains("...字漢"),
        "{screen}"
    );
    assert_eq!(rows[2], "  2<http://b.example/e\u{301}\\u{202e}");
    assert!(screen.contains("\n字漢字漢"), "{screen}");
    pty.resize(21, 24);
    pty.shows("\nhttp://a.example/漢字\n漢字漢字漢字漢字漢字\n");
    pty.quit();
}

#[test]
fn color_flag_is_respected() {
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
        pty.quit();
    }
}

#[test]
fn doubts_are_shown_unless_another_occurrence_resolves_them() {
    let doubtful = "<URL:http://a.example/Long-\nmenu> and\n\n> <URL:http://b.example/x\n>\n";
    let close = "[close?]";
    let dir = folder_with(&[("mail", doubtful.as_bytes())]);
    let pty = pick(&dir, "urlsift pick mail");
    let screen = pty.shows("2 links\n");
    assert!(
        screen.contains("  2<http://b.example/x [close?]\n"),
        "{screen}"
    );
    pty.press(&["j"]);
    pty.shows("\nit is not sure that it ends there\n");
    pty.quit();
    let sure = "<http://a.example/Long-menu> <http://b.example/x>\n";
    for text in [[doubtful, "\n", sure], [sure, doubtful, "\n"]] {
        let dir = folder_with(&[("mail", text.concat().as_bytes())]);
        let pty = pick(&dir, "urlsift pick mail");
        let screen = pty.shows("2 links\n");
        assert!(
            screen.contains("1<http://a.example/Long-menu (2 times)\n"),
            "{screen}"
        );
        assert!(
            screen.contains("2<http://b.example/x (2 times)\n"),
            "{screen}"
        );
        assert!(!screen.contains(close), "{screen}");
        pty.quit();
    }
}

#[test]
fn every_kind_is_shown_and_a_false_text_warned_of() {
    let page = b"Content-Type: text/html\nSubject: x\n\n&lt;http://a.example/&gt; http://b.example/\n\
        <a href=\"http://evil.example/\">www.bank.example</a> <a href=\"http://c.example/\">C</a>\n";
    let dir = folder_with(&[("mail", page)]);
    let pty = pick(&dir, "urlsift pick mail");
    let screen = pty.shows("4 links\n");
    let rows: Vec<_> = screen.lines().skip(1).take(4).collect();
    assert_eq!(
        rows,
        [
            "> 1<http://a.example/",
            "  2 http://b.example/",
            "  3 http://evil.example/ [other host!]",
            "  4 http://c.example/",
        ]
    );
    pty.press(&["3"]);
    let screen = pty.shows("\nthe text shows bank.example, but the link leads to evil.example\n");
    assert!(screen.contains("www.bank.example C"), "{screen}");
    pty.quit();
    let pty = pick(&dir, "urlsift pick --delimiter delimited mail");
    pty.shows("1 link\n");
    pty.quit();
}

/// The screen says where a rewriter redirects to, and asks about that host.
#[test]
fn hosts_behind_a_rewriter_are_those_that_count() {
    let wrapped = "https://a.safelinks.protection.outlook.com/?url=http%3A%2F%2F";
    let page = format!(
        "Content-Type: text/html\nSubject: x\n\n\
         <a href=\"{wrapped}www.bank.example%2F\">www.bank.example</a>\n\
         <a href=\"{wrapped}evil.example%2F\">www.bank.example</a>\n\
         <a href=\"{wrapped}bank.example%40evil.example%2F\">C</a>\n"
    );
    let dir = folder_with(&[("mail", page.as_bytes())]);
    let pty = pick(&dir, "urlsift pick mail");
    let screen = pty.shows("3 links\n");
    let notes = screen.lines().skip(1).take(3);
    let notes = notes.map(|row| row.split_once(" [").map(|(_, note)| note));
    assert!(
        notes.eq([None, Some("other host!]"), Some("host!]")]),
        "{screen}"
    );
    pty.shows("\nthrough Outlook SafeLinks to www.bank.example\n");
    pty.press(&["3"]);
    pty.shows("\nthrough Outlook SafeLinks to evil.example\nhost: evil.example\n");
    pty.quit();
}

#[test]
fn links_late_in_a_long_line_have_context() {
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
    pty.quit();
}
