//! Tests for `--format` templates.

use crate::support::{
    dir_with,
    mailbox::{
        assert_thread_independent, assert_thread_independent_piped, field, large_mailbox,
        plain_text,
    },
    run, run_command, run_in, run_with, urlsift,
};

/// The names of all fields, as in docs/JSON.md.
const NAMES: &[&str] = &[
    "url",
    "readings",
    "raw",
    "delimiter",
    "breaks",
    "spaced",
    "pieces",
    "quote_depth",
    "conforms",
    "problems",
    "warnings",
    "scheme",
    "host",
    "port",
    "path",
    "offset",
    "end",
    "line",
    "column",
    "base",
    "resolved",
    "target",
    "message.index",
    "message.offset",
    "message.id",
    "message.date",
    "message.from",
    "message.subject",
    "message.newsgroups",
    "message.part",
    "message.type",
    "message.header",
];

fn all_names() -> String {
    let fields = NAMES.iter().map(|name| format!("{{{name}}}"));
    fields.collect::<Vec<_>>().join("|") + r"\n"
}

#[test]
fn text_hit_has_these_fields() {
    let text = "A writes:\n> see <http://a.example:81/x-\n> y.html#z> there <URL: http://b~/ >\n";
    let template = "{url} {readings} {delimiter} {breaks} {spaced} {pieces} {quote_depth} {conforms} \
                    {scheme} {host} {port} {path} {offset} {end} {line} {column} [{message.id}]";
    run_with(&["list", "--format", template], text.as_bytes()).gives(
        0,
        "http://a.example:81/x-y.html#z \
         http://a.example:81/x-y.html#z http://a.example:81/xy.html#z \
         angle 1 false 17-39,42-50 1 rfc1738 http a.example 81 - 16 51 2 7 []\n\
         http://b~/  url 0 false 64-74 1 rfc3986 http b~  - 58 76 3 19 []\n",
    );
}

#[test]
fn message_hit_has_these_fields() {
    let mbox = "From a@b.example Mon Jan 30 09:12:04 1995\n\
                From: =?utf-8?q?J=C3=BCrgen?= <j@a.example>\nSubject: a\n b\n\
                Message-ID: <1@a.example>\nDate: Mon, 30 Jan 1995 09:12:04 +0100\n\
                Newsgroups: a.b, c.d\nList-Help: <http://h.example/>\n\n<news:x>\n";
    let template = "{message.index} {message.offset} {message.id} {message.date} {message.from} \
                    {message.subject} {message.newsgroups} [{message.part}|{message.type}|\
                    {message.header}]";
    run_with(&["list", "--format", template], mbox.as_bytes()).gives(
        0,
        "0 0 <1@a.example> 1995-01-30T08:12:04Z Jürgen <j@a.example> a b a.b,c.d [||List-Help]\n\
         0 0 <1@a.example> 1995-01-30T08:12:04Z Jürgen <j@a.example> a b a.b,c.d \
         [1|text/plain|]\n",
    );
}

#[test]
fn relative_reference_has_these_fields() {
    let flags = ["list", "--conforms=relative", "--base=http://a.example/b/c"];
    let template = "--format={url} {base} {resolved} {conforms}";
    let flags = [&flags[..], &[template]].concat();
    run_with(&flags, b"<URL:../d> <news:x>").gives(
        0,
        "../d http://a.example/b/c http://a.example/d relative\nnews:x   rfc1738\n",
    );
}

#[test]
fn codes_are_joined_with_commas() {
    let flags = ["list", "--conforms=none", "--format={problems} {warnings}"];
    run_with(&flags, b"<http://u:p@a.example:25/~a ^b>").gives(
        0,
        "user-not-allowed,unsafe-character,unsafe-character \
         spaced,password-in-url,reserved-port\n",
    );
}

#[test]
fn template_keeps_literal_text() {
    for (template, expected) in [
        ("", "\n\n"),
        ("x", "x\nx\n"),
        ("{{{url}}}", "{news:a}\n{news:b}\n"),
        (r"{url}\n", "news:a\nnews:b\n"),
        (r"{url}\n\n", "news:a\n\nnews:b\n\n"),
        (r"{url}\0", "news:a\0news:b\0"),
        (r"\t{url}\\\r", "\tnews:a\\\r\n\tnews:b\\\r\n"),
        ("é{scheme}", "énews\nénews\n"),
        ("\n", "\n\n"),
    ] {
        run_with(&["list", "--format", template], b"<news:a> <news:b>").gives(0, expected);
    }
}

#[test]
fn invalid_template_is_rejected() {
    for (template, mentions) in [
        ("{urls}", &["'urls'", "url", "message.subject"][..]),
        ("{}", &["''", "quote_depth"]),
        ("{url", &["{"]),
        ("url}", &["}"]),
        ("{url}}", &["}"]),
        (r"\x", &[r"\x", r"\t"]),
        ("\\", &["\\"]),
        ("{message}", &["'message'"]),
        ("{joins}", &["'joins'"]),
    ] {
        let mentions = [&["--format"], mentions].concat();
        run(&["list", "--format", template, "none"]).refuses(&mentions);
        run(&["grep", "x", "--format", template, "none"]).refuses(&mentions);
    }
}

#[test]
fn format_conflicts_with_other_outputs() {
    for other in [
        "--json",
        "--csv",
        "--csv-safe",
        "--tsv",
        "--tally",
        "-c",
        "-l",
        "--messages",
    ] {
        run(&["list", "--format={url}", other]).refuses(&["--format"]);
    }
    run_with(&["list", "-q", "--format={url}"], b"<news:a>").gives(0, "");
    run_with(&["list", "--format={url}"], b"none").gives(1, "");
    // The last flag wins.
    let twice = ["list", "--format={host}", "--format={url}"];
    run_with(&twice, b"<news:a>").gives(0, "news:a\n");
}

#[test]
fn prefixes_and_readings_do_not_apply() {
    let flags = ["list", "-nH", "--hyphen=both", "--format={url}"];
    run_with(&flags, b"<http://a/b-\nc>").gives(0, "http://a/b-c\n");
}

#[test]
fn control_characters_in_values_are_escaped() {
    let text = b"<http://a/\x1b\x01\xff\xc2\x85\n\tb>";
    let found = run_with(&["list", "--conforms=none", r"--format={raw}\t{url}"], text);
    let expected =
        b"<http://a/\\x1b\\x01\xff\xc2\x85\\x0a\\x09b>\thttp://a/\\x1b\\x01\xff\xc2\x85b\n";
    assert_eq!(found.stdout, expected);
    // Terminal output contains no control characters except those of the template.
    let flags = ["list", "--conforms=none", "--color=always"];
    let found = run_command(
        urlsift().args(flags).arg("--format=\x1b[1m{url}\u{202e}"),
        "<http://a/\x1b\u{202e}>".as_bytes(),
    );
    assert_eq!(found.out(), "\x1b[1mhttp://a/\\x1b\\u{202e}\u{202e}\n");
}

#[cfg(unix)]
#[test]
fn path_with_line_break_stays_one_value() {
    let dir = dir_with(&[("a\nb", "<news:x>")]);
    run_in(&dir, &["list", "--format={path} {url}", "a\nb"]).gives(0, "a\\x0ab news:x\n");
}

/// Each field equals its JSON value, also in chunks whose line numbers are filled in later.
#[test]
fn fields_match_json_for_any_thread_count() {
    let (mbox, text) = (large_mailbox(), plain_text());
    let dir = dir_with(&[("a", &mbox), ("b", &text)]);
    let format = format!("--format={}", all_names());
    let flags = ["list", "--conforms=relative", "--base=http://base.example/"];
    let expected = |json: crate::support::Outcome| {
        let mut expected = String::new();
        for hit in json.json() {
            let fields = NAMES.iter().map(|name| field(&hit, name));
            let line = fields.collect::<Vec<_>>().join("|");
            expected += &line.replace('\n', r"\x0a").replace('\t', r"\x09");
            expected.push('\n');
        }
        expected
    };
    let json = [&flags[..], &["--json", "-j1"]].concat();
    let formatted = [&flags[..], &[&format]].concat();
    let output = assert_thread_independent(dir.path(), &formatted, &["b", "a", "b"]);
    let files = run_in(&dir, &[&json[..], &["b", "a", "b"]].concat());
    assert!(output.out() == expected(files), "of files");
    assert!(crate::support::line_breaks(&output.stdout) > 15_000);
    let output = assert_thread_independent_piped(&formatted, &mbox);
    let piped = run_command(urlsift().args(&json), mbox.as_bytes());
    assert!(output.out() == expected(piped), "of a pipe");
}

#[test]
fn fields_unknown_in_a_range_are_empty() {
    let mbox = "From a@b.example Mon Jan 30 09:12:04 1995\nSubject: a\n\n<news:x>\n";
    let dir = dir_with(&[("a", mbox)]);
    let template = "--format={line}|{column}|{message.index}|{message.offset}|{offset}";
    run_in(&dir, &["list", template, "--range", "0:", "a"]).gives(0, "|||0|54\n");
}

#[test]
fn only_selected_hits_have_records() {
    let dir = dir_with(&[
        ("a", "<http://a/> <news:b>\n<http://c/>"),
        ("b", "<http://d/>"),
    ]);
    let flags = ["grep", "-m1", "http", "--format={path} {url}", "a", "b"];
    run_in(&dir, &flags).gives(0, "a http://a/\nb http://d/\n");
    let output = run_in(
        &dir,
        &["list", "--stats", "--rejected", "--format={url}", "b"],
    );
    assert_eq!(output.out(), "http://d/\n");
    assert!(
        output.err().contains("URLs: 1 (rfc1738 1)"),
        "{}",
        output.err()
    );
}

#[test]
fn names_of_columns_are_names_of_fields() {
    let mail = b"From: a@b.example\nSubject: x\n\n<http://a/>\n";
    let long = run_with(
        &["list", "--format", "{message.from} {message.subject} {url}"],
        mail,
    );
    assert_eq!(long.out(), "a@b.example x http://a/\n");
    run_with(&["list", "--format", "{from} {subject} {url}"], mail).gives(0, long.out());
}
