//! Tests for `--csv` and `--tsv`.

use std::{collections::BTreeMap, iter, sync::LazyLock};

use urlsift_tables::rows;

use crate::support::{
    dir_with,
    mailbox::{
        assert_thread_independent, assert_thread_independent_piped, field, large_mailbox,
        plain_text,
    },
    run_command, run_in, urlsift,
};

/// The columns, each with the JSON field that it shows.
static COLUMNS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| rows!("tables.toml", "columns"));

/// Parses CSV as of RFC 4180 §2, with LF as the record separator.
fn csv(table: &str) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut chars = table.chars().peekable();
    let mut is_quoted = false;
    while let Some(char) = chars.next() {
        let row = rows.last_mut().expect("a row");
        let value = row.last_mut().expect("a value");
        match (char, is_quoted) {
            ('"', true) if chars.next_if_eq(&'"').is_some() => value.push('"'),
            ('"', true) => {
                is_quoted = false;
                let next = chars.peek();
                assert!(matches!(next, Some(',' | '\n')), "{next:?} after a value");
            }
            ('"', false) => {
                assert_eq!(value, "", "a quotation mark within a value");
                is_quoted = true;
            }
            (',', false) => row.push(String::new()),
            ('\n', false) => rows.push(vec![String::new()]),
            (other, _) => value.push(other),
        }
    }
    assert_eq!(rows.pop(), Some(vec![String::new()]), "a truncated row");
    rows
}

/// Parses TSV and resolves its escapes.
fn tsv(table: &str) -> Vec<Vec<String>> {
    let unescaped = |value: &str| {
        let mut text = String::new();
        let mut chars = value.chars();
        while let Some(char) = chars.next() {
            text.push(match char {
                '\\' => match chars.next().expect("an escaped character") {
                    't' => '\t',
                    'n' => '\n',
                    'r' => '\r',
                    '\\' => '\\',
                    other => panic!("\\{other} in {value}"),
                },
                char => char,
            });
        }
        text
    };
    let rows = table.lines();
    rows.map(|row| row.split('\t').map(unescaped).collect())
        .collect()
}

#[cfg(unix)]
#[cfg(unix)]
#[test]
fn rows_match_json_for_any_thread_count() {
    let (mbox, text) = (large_mailbox(), plain_text());
    let dir = dir_with(&[("a", &mbox), ("b", &text)]);
    let flags = ["list", "--conforms=relative", "--base=http://base.example/"];
    let rows = |links: &[serde_json::Value]| {
        let names = COLUMNS.iter().map(|(name, _)| (*name).to_owned()).collect();
        let rows = links.iter().map(|link| {
            let values = COLUMNS.iter().map(|(_, name)| field(link, name));
            values.collect::<Vec<_>>()
        });
        iter::once(names).chain(rows).collect::<Vec<_>>()
    };
    let json = [&flags[..], &["--json", "-j1"]].concat();
    let links = run_in(&dir, &[&json[..], &["b", "a", "b"]].concat()).json();
    assert!(links.len() > 15_000);
    let expected = rows(&links);
    for (flag, read) in [
        ("--csv", csv as fn(&str) -> _),
        ("--tsv", tsv as fn(&str) -> _),
    ] {
        let flags = [&flags[..], &[flag]].concat();
        let output = assert_thread_independent(dir.path(), &flags, &["b", "a", "b"]);
        assert!(read(output.out()) == expected, "{flag}");
    }
    let links = run_command(urlsift().args(&json), mbox.as_bytes()).json();
    let output = assert_thread_independent_piped(&[&flags[..], &["--csv"]].concat(), &mbox);
    assert!(csv(output.out()) == rows(&links), "by a pipe");
    // The table is not empty.
    let mut headers = BTreeMap::new();
    for link in &links {
        *headers.entry(field(link, "message.header")).or_insert(0) += 1;
    }
    assert_eq!(headers.get("List-Help"), Some(&600));
}
