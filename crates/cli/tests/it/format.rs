//! Tests for `--format` templates.

use urlsift_tables::lines;

use crate::support::{
    dir_with,
    mailbox::{
        assert_thread_independent, assert_thread_independent_piped, field, large_mailbox,
        plain_text,
    },
    run_command, run_in, urlsift,
};
use std::sync::LazyLock;

/// The names of all fields, as in docs/JSON.md.
static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| lines!("format.toml", "names"));

fn all_names() -> String {
    let fields = NAMES.iter().map(|name| format!("{{{name}}}"));
    fields.collect::<Vec<_>>().join("|") + r"\n"
}

#[cfg(unix)]
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
