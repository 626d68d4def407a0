//! Tests for `--format` templates.

use crate::support::{
    dir_with,
    mailbox::{
        assert_thread_independent, assert_thread_independent_piped, field, large_mailbox,
        plain_text,
    },
    run_command, run_in, run_with, urlsift,
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
    "host_ascii",
    "domain",
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
fn control_characters_in_values_are_escaped() {
    let text = b"<http://a/\x1b\x01\xff\xc2\x85\n\tb>";
    let found = run_with(&["list", "--conforms=none", r"--format={raw}\t{url}"], text);
    let expected = b"<http://a/\\x1b\\x01\xff\xc2\x85\\x0a\\x09b>\thttp://a/\\x1b\\x01\xffb\n";
    assert_eq!(found.stdout, expected);
    // Terminal output contains no control characters except the template's.
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
        for link in json.json() {
            let fields = NAMES.iter().map(|name| field(&link, name));
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
fn only_selected_links_have_records() {
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
