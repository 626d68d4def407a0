//! Tests for context lines around hits.

use crate::support::terminal::{run_on_terminal, strip_colors};
use crate::support::{dir_with, run_in, run_with};

const TEXT: &str = "\
one
two
see <http://a/1> and
three
four
five
six <http://a/2>
seven
";

fn context_of(args: &[&str], text: &str) -> String {
    let found = run_with(&[&["list"], args].concat(), text.as_bytes());
    assert_eq!(found.err(), "");
    found.out().to_owned()
}

#[test]
fn prints_lines_before_and_after() {
    assert_eq!(
        context_of(&["-A1"], TEXT),
        "http://a/1\n-see <http://a/1> and\n-three\n--\nhttp://a/2\n-six <http://a/2>\n-seven\n"
    );
    assert_eq!(
        context_of(&["--before-context", "1"], TEXT),
        "-two\nhttp://a/1\n-see <http://a/1> and\n--\n-five\nhttp://a/2\n-six <http://a/2>\n"
    );
    let both = context_of(&["-C", "1"], TEXT);
    assert_eq!(both, context_of(&["-A1", "-B1"], TEXT));
    assert_eq!(both, context_of(&["--context=1"], TEXT));
    assert_eq!(both, context_of(&["-B1", "-C5", "--after-context=1"], TEXT));
    assert_eq!(
        context_of(&["-C0"], TEXT),
        "http://a/1\n-see <http://a/1> and\n--\nhttp://a/2\n-six <http://a/2>\n"
    );
    assert_eq!(context_of(&[], TEXT), "http://a/1\nhttp://a/2\n");
}

#[test]
fn overlapping_context_is_printed_once() {
    assert_eq!(
        context_of(&["-A2", "-B1"], TEXT),
        "-two\nhttp://a/1\n-see <http://a/1> and\n-three\n-four\n-five\nhttp://a/2\n\
         -six <http://a/2>\n-seven\n"
    );
    let two = "<http://a/> <http://b/>\n<http://c/>\n";
    assert_eq!(
        context_of(&["-C1"], two),
        "http://a/\nhttp://b/\n-<http://a/> <http://b/>\nhttp://c/\n-<http://c/>\n"
    );
}

#[test]
fn context_lines_have_path_but_no_number() {
    let dir = dir_with(&[("a", TEXT), ("b", "x\n<http://b/>")]);
    run_in(&dir, &["grep", "-B1", "/b|1", "a", "b"]).gives(
        0,
        "a-two\na:3:http://a/1\na-see <http://a/1> and\n--\nb-x\nb:2:http://b/\nb-<http://b/>\n",
    );
    run_in(&dir, &["grep", "-B1", "--heading", "/b|1", "a", "b"]).gives(
        0,
        "a\n-two\n3:http://a/1\n-see <http://a/1> and\n\nb\n-x\n2:http://b/\n-<http://b/>\n",
    );
    run_in(&dir, &["list", "-B1", "-0NH", "b"]).gives(0, "b\0x\nb\0http://b/\nb\0<http://b/>\n");
}

#[test]
fn only_selected_hits_have_context() {
    let found = run_with(&["grep", "-C1", "2"], TEXT.as_bytes());
    found.gives(0, "-five\nhttp://a/2\n-six <http://a/2>\n-seven\n");
    run_with(&["grep", "-C1", "nothing"], TEXT.as_bytes()).gives(1, "");
    let hidden = "a\n<http:x y>\nb\n";
    run_with(&["list", "-C1", "--conforms=rfc1738"], hidden.as_bytes()).gives(1, "");
}

#[test]
fn last_selected_hit_has_context() {
    assert_eq!(
        context_of(&["-m1", "-A2"], TEXT),
        "http://a/1\n-see <http://a/1> and\n-three\n-four\n"
    );
    // Unselected hits among the context lines are plain text.
    let text = "<http://a/>\n<http://b/>\nc\n<http://d/>\n";
    assert_eq!(
        context_of(&["-m1", "-A1"], text),
        "http://a/\n-<http://a/>\n-<http://b/>\n"
    );
    assert_eq!(
        context_of(&["-m1", "-A9"], "<http://a/>\nb"),
        "http://a/\n-<http://a/>\n-b\n"
    );
    let dir = dir_with(&[("a", text), ("b", text)]);
    run_in(&dir, &["list", "-IN", "-m1", "-A0", "a", "b"])
        .gives(0, "http://a/\n-<http://a/>\n--\nhttp://a/\n-<http://a/>\n");
}

#[test]
fn context_is_decoded_and_limited_to_its_part() {
    let mail = "\
From a@b Tue Jan 31 12:00:00 1995\n\
Subject: s\n\
Content-Type: multipart/mixed; boundary=x\n\
\n\
--x\n\
Content-Type: text/plain; charset=iso-8859-1\n\
Content-Transfer-Encoding: quoted-printable\n\
\n\
caf=E9\n\
<http://a/=\n\
b>\n\
--x\n\
\n\
other part\n\
--x--\n\
\n\
From a@b Tue Jan 31 12:00:00 1995\n\
\n\
other message\n";
    assert_eq!(
        context_of(&["-C9"], mail),
        "-café\nhttp://a/b\n-<http://a/b>\n"
    );
    assert_eq!(
        context_of(&["-C9", "--messages"], mail),
        "s\n-café\nhttp://a/b\n-<http://a/b>\n"
    );
}

#[test]
fn controls_are_escaped_in_a_pipe() {
    let text = "a\tb\u{1b}[31m\u{0}\u{7f}\r\n<http://a/>";
    assert_eq!(
        context_of(&["-B1"], text),
        "-a\tb\\x1b[31m\\x00\\x7f\nhttp://a/\n-<http://a/>\n"
    );
    // Invalid UTF-8 is printed unchanged, as in a URL.
    let found = run_with(&["list", "-B1"], b"\xff\n<http://a/>");
    assert_eq!(found.stdout, b"-\xff\nhttp://a/\n-<http://a/>\n");
}

#[test]
fn terminal_shows_tabs_as_spaces() {
    let files: [(&str, &[u8]); 1] = [("a", b"ab\tc\xe2\x80\xae\n<http://a/>")];
    let Some(shown) = run_on_terminal(&files, "list -B1 a", &[]) else {
        return;
    };
    assert_eq!(
        strip_colors(&shown).replace("\r\n", "\n"),
        "-ab      c\\u{202e}\n2:1:http://a/\n-<http://a/>\n"
    );
}

#[test]
fn long_lines_are_truncated() {
    let text = format!("<http://a/>{}\n", "x".repeat(10_000));
    let found = context_of(&["-A0"], &text);
    let line = found.lines().nth(1).expect("a line");
    assert!(line.ends_with("x..."), "{}", line.len());
    assert!(line.len() < 4200, "{}", line.len());
}

#[test]
fn context_does_not_depend_on_threads() {
    const HITS: usize = 4000;
    // One text may be chunked and the mailbox is; both are larger than a chunk.
    let far = "far away\n".repeat(130);
    let text = (0..HITS)
        .map(|number| format!("before {number}\n\n<http://a/{number}>\n\nafter\n\n{far}"))
        .collect::<Vec<_>>()
        .concat();
    let mail = (0..HITS)
        .map(|number| {
            format!(
                "From a@b Tue Jan 31 12:00:00 1995\nSubject: {number}\n\n{far}before\n\
                 <http://a/{number}>\nafter\n\n<http://b/{number}>\nend\n\n"
            )
        })
        .collect::<Vec<_>>()
        .concat();
    assert!(text.len().min(mail.len()) > 4 << 20);
    let dir = dir_with(&[("text", text.as_str()), ("mail", &mail)]);
    let texts = (0..HITS)
        .map(|number| {
            let gap = if number > 0 { "--\n" } else { "" };
            format!("{gap}-\nhttp://a/{number}\n-<http://a/{number}>\n-\n")
        })
        .collect::<Vec<_>>()
        .concat();
    let mails = (0..HITS)
        .map(|number| {
            format!(
                "--\n-before\nhttp://a/{number}\n-<http://a/{number}>\n-after\n-\n\
                 http://b/{number}\n-<http://b/{number}>\n-end\n"
            )
        })
        .collect::<Vec<_>>()
        .concat();
    let headed = mails
        .strip_prefix("--\n")
        .expect("it follows the texts")
        .split("--\n")
        .enumerate()
        .map(|(number, hits)| format!("{number}\n{hits}"))
        .collect::<Vec<_>>();
    let headed = format!("mail\n{}", headed.join("\n"));
    let expected = texts + &mails;
    for threads in ["1", "2", "5"] {
        let args = ["list", "-C1", "-IN", "-j", threads, "text", "mail"];
        let found = run_in(&dir, &args);
        let mut lines = found.out().lines().zip(expected.lines());
        let differs = lines.find(|(found, expected)| found != expected);
        assert_eq!(differs, None, "{threads} threads");
        assert_eq!(found.out().len(), expected.len(), "{threads} threads");
        let args = ["list", "-C1", "-N", "--heading", "--messages"];
        let found = run_in(&dir, &[&args[..], &["-j", threads, "mail"]].concat());
        let mut lines = found.out().lines().zip(headed.lines());
        let differs = lines.find(|(found, headed)| found != headed);
        assert_eq!(differs, None, "{threads} threads");
        assert_eq!(found.out().len(), headed.len(), "{threads} threads");
    }
}

#[test]
fn heading_replaces_separator() {
    let mail = "\
From a@b Tue Jan 31 12:00:00 1995\n\
Subject: first\n\
\n\
<http://a/1>\n\
far\n\
away\n\
<http://a/2>\n\
\n\
From a@b Tue Jan 31 12:00:00 1995\n\
Subject: second\n\
\n\
<http://a/3>\n";
    let hits = [1, 2, 3].map(|number| format!("http://a/{number}\n-<http://a/{number}>\n"));
    let [one, two, three] = &hits;
    assert_eq!(
        context_of(&["-A0"], mail),
        format!("{one}--\n{two}--\n{three}")
    );
    let headed = format!("first\n{one}--\n{two}\nsecond\n{three}");
    assert_eq!(context_of(&["-A0", "--messages"], mail), headed);
    let dir = dir_with(&[("a", mail), ("b", mail), ("t", "<http://a/1>")]);
    let args = ["list", "-A0", "-N", "--heading", "a", "b", "t"];
    let all = hits.join("--\n");
    run_in(&dir, &args).gives(0, &format!("a\n{all}\nb\n{all}\nt\n{one}"));
    let args = [&args[..], &["--messages"]].concat();
    run_in(&dir, &args).gives(0, &format!("a\n{headed}\nb\n{headed}\nt\n{one}"));
}

#[test]
fn modes_without_hits_print_no_context() {
    for mode in ["-c", "-l", "-q"] {
        assert_eq!(
            context_of(&[mode, "-C1"], TEXT),
            context_of(&[mode], TEXT),
            "{mode}"
        );
    }
    for flag in ["-A1", "-B1", "-C1"] {
        run_with(&["list", "--json", flag], b"").refuses(&["--json"]);
    }
}

#[test]
fn invalid_numbers_are_rejected() {
    for flag in [
        "-A",
        "-B",
        "-C",
        "--after-context=",
        "--before-context=",
        "--context=",
    ] {
        for number in ["-1", "x", "", "1001"] {
            run_with(&["list", &format!("{flag}{number}")], b"").refuses(&["context"]);
        }
        let found = run_with(&["list", &format!("{flag}1000")], b"<http://a/>");
        found.gives(0, "http://a/\n-<http://a/>\n");
    }
}

/// Returns the lines with the marked pieces between `[` and `]`.
fn marked(args: &[&str], text: &[u8]) -> String {
    let found = run_with(&[&["list", "--color=always"], args].concat(), text);
    let marked = found.out().replace("\x1b[4m", "[");
    let ended = marked.replace("\x1b[0m\x1b[2m", "]");
    strip_colors(ended.as_bytes())
}

#[test]
fn pieces_are_underlined_in_their_lines() {
    assert_eq!(
        marked(&["-C1"], TEXT.as_bytes()),
        "-two\nhttp://a/1\n-see <[http://a/1]> and\n-three\n--\n-five\nhttp://a/2\n-six <[http://a/2]>\n-seven\n"
    );
    // A quoted link in three lines, and one after it; the quote marks belong to neither.
    let text = b"> see <http://a.example/\n> b/\n> c> and <http://d/>\n> <http://e/>\n";
    assert_eq!(
        marked(&["-C0"], text),
        "http://a.example/b/c\n-> see <[http://a.example/]\n-> [b/]\nhttp://d/\n-> [c]> and <[http://d/]>\n\
         http://e/\n-> <[http://e/]>\n"
    );
    // Only what was selected.
    assert_eq!(
        marked(&["-C0", "--host=d", "-j2"], text),
        "http://d/\n-> c> and <[http://d/]>\n"
    );
    // Tabs become spaces, which moves the piece.
    assert_eq!(
        marked(&["-C0"], b"\ta\t<http://a/>\n"),
        "http://a/\n-        a       <[http://a/]>\n"
    );
}

/// A link may lie in another one that holds a second `://`.
#[test]
fn pieces_of_a_link_inside_another_are_marked_once() {
    assert_eq!(
        marked(&["--all", "-C0"], b"<p:// p://e>\n"),
        "p://p://e\np://e\n-<[p://] [p://e]>\n"
    );
    assert_eq!(
        marked(
            &["--all", "-C0"],
            b"<http://a.example/ http://b.example/\nc>\n<news:a>"
        ),
        "http://a.example/http://b.example/c\nhttp://a.example/\nhttp://b.example/\n\
         -<[http://a.example/] [http://b.example/]\n-[c]>\nnews:a\n-<[news:a]>\n"
    );
}

/// The lines after the outer link are also printed if they are not after the inner one.
#[test]
fn link_inside_another_does_not_end_its_context() {
    let text = "<http://a.example/ http://b.example/\nc\nd>\n1\n2\n3\n";
    let head = "http://a.example/http://b.example/cd\nhttp://a.example/\nhttp://b.example/\n\
                -<http://a.example/ http://b.example/\n-c\n-d>\n";
    assert_eq!(context_of(&["--all", "-C0"], text), head);
    assert_eq!(
        context_of(&["--all", "-A2"], text),
        format!("{head}-1\n-2\n")
    );
}

#[test]
fn pieces_of_one_text_are_not_marked_in_the_next() {
    let mail = "From a@b Tue Jan 31 12:00:00 1995\nX-A: <http://header/>\n\n012345678901234567890\n<http://a/>\n\n\
                From a@b Tue Jan 31 12:00:00 1995\n\n<http://b/>\nabcdefghijklmnopqrst\n";
    assert_eq!(
        marked(&["-C1"], mail.as_bytes()),
        "http://header/\n- <[http://header/]>\n--\n-012345678901234567890\nhttp://a/\n-<[http://a/]>\n-\n--\nhttp://b/\n\
         -<[http://b/]>\n-abcdefghijklmnopqrst\n"
    );
}
