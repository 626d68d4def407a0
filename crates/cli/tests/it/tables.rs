//! Tests for `--csv` and `--tsv`.

use std::{collections::BTreeMap, iter};

use crate::support::{
    dir_with,
    mailbox::{
        assert_thread_independent, assert_thread_independent_piped, field, large_mailbox,
        plain_text,
    },
    run, run_command, run_in, run_with, urlsift,
};

/// The columns, each with the JSON field that it shows.
const COLUMNS: &[(&str, &str)] = &[
    ("url", "url"),
    ("conforms", "conforms"),
    ("scheme", "scheme"),
    ("host", "host"),
    ("port", "port"),
    ("path", "path"),
    ("line", "line"),
    ("column", "column"),
    ("offset", "offset"),
    ("end", "end"),
    ("date", "message.date"),
    ("from", "message.from"),
    ("subject", "message.subject"),
    ("newsgroups", "message.newsgroups"),
    ("message_id", "message.id"),
    ("part", "message.part"),
    ("type", "message.type"),
    ("header", "message.header"),
    ("warnings", "warnings"),
    ("resolved", "resolved"),
];

fn header_row(separator: &str) -> String {
    let names = COLUMNS.iter().map(|(name, _)| *name);
    names.collect::<Vec<_>>().join(separator) + "\n"
}

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

#[test]
fn message_hits_have_these_rows() {
    let mbox = "From a@b.example Mon Jan 30 09:12:04 1995\n\
                From: J \"a, b\" <j@a.example>\nSubject: back\\slash\n\
                Message-ID: <1@a.example>\nDate: Mon, 30 Jan 1995 09:12:04 +0100\n\
                Newsgroups: a.b, c.d\n\n<http://h.example:25/a,b\n c> <URL:mailto:j@a.example>\n";
    run_with(&["list", "--csv"], mbox.as_bytes()).gives(
        0,
        &(header_row(",")
            + "\"http://h.example:25/a,bc\",rfc1738,http,h.example,25,-,8,1,177,205,\
               1995-01-30T08:12:04Z,\"J \"\"a, b\"\" <j@a.example>\",back\\slash,\"a.b,c.d\",\
               <1@a.example>,1,text/plain,,reserved-port,\n\
               mailto:j@a.example,rfc1738,mailto,,,-,9,5,206,230,\
               1995-01-30T08:12:04Z,\"J \"\"a, b\"\" <j@a.example>\",back\\slash,\"a.b,c.d\",\
               <1@a.example>,1,text/plain,,,\n"),
    );
    run_with(&["grep", "mailto", "--tsv"], mbox.as_bytes()).gives(
        0,
        &(header_row("\t")
            + "mailto:j@a.example\trfc1738\tmailto\t\t\t-\t9\t5\t206\t230\t\
               1995-01-30T08:12:04Z\tJ \"a, b\" <j@a.example>\tback\\\\slash\ta.b,c.d\t\
               <1@a.example>\t1\ttext/plain\t\t\t\n"),
    );
}

#[test]
fn header_row_is_printed_even_without_hits() {
    run_with(&["list", "--csv"], b"none").gives(1, &header_row(","));
    run_with(&["list", "--tsv"], b"").gives(1, &header_row("\t"));
    run_with(&["list", "--tsv", "-m0"], b"<news:a>").gives(1, &header_row("\t"));
    run(&["list", "--csv", "missing"]).gives_errors(&header_row(","), &["missing"]);
    run_with(&["list", "--csv", "-q"], b"<news:a>").gives(0, "");
}

#[test]
fn tables_conflict_with_other_outputs() {
    for table in ["--csv", "--csv-safe", "--tsv"] {
        for other in ["--json", "--format=x", "--tally", "-c", "-l", "--messages"] {
            run(&["list", table, other]).refuses(&[table]);
        }
    }
    run(&["list", "--csv", "--tsv"]).refuses(&["--csv", "--tsv"]);
    run_with(&["list", "--csv", "--csv", "-nH"], b"none").gives(1, &header_row(","));
}

#[test]
fn safe_table_cells_are_not_formulas() {
    let mbox = |subject: &str| {
        format!(
            "From a@b.example Mon Jan 30 09:12:04 1995\nFrom: +1 <j@a.example>\n\
             Subject: {subject}\n\n<URL:-a,b> <http://h.example/=1+1>\n"
        )
    };
    for first in ["=", "+", "-", "@", "=1,\""] {
        let mbox = mbox(&format!("{first}x"));
        let list = ["list", "--conforms=relative"];
        let exact = run_with(&[&list[..], &["--csv"]].concat(), mbox.as_bytes());
        let safe = run_with(&[&list[..], &["--csv-safe"]].concat(), mbox.as_bytes());
        let both = run_with(
            &[&list[..], &["--csv", "--csv-safe"]].concat(),
            mbox.as_bytes(),
        );
        assert_eq!(safe.stdout, both.stdout);
        let exact = csv(exact.out());
        assert_eq!(exact[1][0], "-a,b");
        assert_eq!(exact[1][12], format!("{first}x"));
        // The path of standard input is escaped, too.
        assert_eq!(exact[1][5], "-");
        let expected = exact.iter().map(|row| {
            let cells = row.iter().map(|cell| match cell.chars().next() {
                Some('=' | '+' | '-' | '@') => format!("'{cell}"),
                _ => cell.clone(),
            });
            cells.collect::<Vec<_>>()
        });
        assert_eq!(csv(safe.out()), expected.collect::<Vec<_>>());
    }
    run(&["list", "--csv-safe", "--tsv"]).refuses(&["--csv-safe", "--tsv"]);
    run_with(&["list", "--csv-safe", "--no-csv-safe"], b"<URL:-a>").gives(1, "");
}

#[cfg(unix)]
#[test]
fn safe_table_cells_do_not_begin_with_tab_or_cr() {
    let dir = dir_with(&[
        ("\ta", "<news:x>"),
        ("\ra", "<news:x>"),
        ("a\t=", "<news:x>"),
    ]);
    for (path, cell) in [("\ta", "'\ta"), ("\ra", "'\ra"), ("a\t=", "a\t=")] {
        let output = run_in(&dir, &["list", "--csv-safe", path]);
        assert_eq!(csv(output.out())[1][5], cell);
    }
}

#[cfg(unix)]
#[test]
fn path_may_contain_record_separators() {
    let dir = dir_with(&[("a\n\"b\tc\r", "<news:x>")]);
    let path = "a\n\"b\tc\r";
    let output = run_in(&dir, &["list", "--csv", path]);
    assert_eq!(csv(output.out())[1][5], path);
    let output = run_in(&dir, &["list", "--tsv", path]);
    assert_eq!(tsv(output.out())[1][5], path);
    assert_eq!(crate::support::line_breaks(&output.stdout), 2);
}

#[test]
fn bytes_are_exact_except_on_a_terminal() {
    let text = b"<http://a/\x1b\xff\xc2\x85x>";
    for (flag, separator) in [("--csv", ","), ("--tsv", "\t")] {
        let exact = run_with(&["list", "--conforms=none", flag], text);
        let row = &exact.stdout[header_row(separator).len()..];
        assert!(row.starts_with(b"http://a/\x1b\xff\xc2\x85x"), "{flag}");
        let escaped = run_with(&["list", "--conforms=none", "--color=always", flag], text);
        let row = &escaped.out()[header_row(separator).len()..];
        assert!(row.starts_with(r"http://a/\x1b\xff\u{85}x"), "{row}");
    }
}

#[test]
fn statistics_and_rejects_are_on_standard_error() {
    let output = run_with(
        &["list", "--csv", "--stats", "--rejected"],
        b"<http:\n\n<news:a>",
    );
    let rows = csv(output.out());
    assert_eq!(rows.len(), 2, "{rows:?}");
    let lines: Vec<_> = output.err().lines().collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(lines[0].starts_with("urlsift: -:1:1: rejected (blank-line): "));
    assert!(lines[2].contains("URLs: 1 (rfc1738 1)"), "{lines:?}");
}

#[test]
fn rows_match_json_for_any_thread_count() {
    let (mbox, text) = (large_mailbox(), plain_text());
    let dir = dir_with(&[("a", &mbox), ("b", &text)]);
    let flags = ["list", "--conforms=relative", "--base=http://base.example/"];
    let rows = |hits: &[serde_json::Value]| {
        let names = COLUMNS.iter().map(|(name, _)| (*name).to_owned()).collect();
        let rows = hits.iter().map(|hit| {
            let values = COLUMNS.iter().map(|(_, name)| field(hit, name));
            values.collect::<Vec<_>>()
        });
        iter::once(names).chain(rows).collect::<Vec<_>>()
    };
    let json = [&flags[..], &["--json", "-j1"]].concat();
    let hits = run_in(&dir, &[&json[..], &["b", "a", "b"]].concat()).json();
    assert!(hits.len() > 15_000);
    let expected = rows(&hits);
    for (flag, read) in [
        ("--csv", csv as fn(&str) -> _),
        ("--tsv", tsv as fn(&str) -> _),
    ] {
        let flags = [&flags[..], &[flag]].concat();
        let output = assert_thread_independent(dir.path(), &flags, &["b", "a", "b"]);
        assert!(read(output.out()) == expected, "{flag}");
    }
    let hits = run_command(urlsift().args(&json), mbox.as_bytes()).json();
    let output = assert_thread_independent_piped(&[&flags[..], &["--csv"]].concat(), &mbox);
    assert!(csv(output.out()) == rows(&hits), "by a pipe");
    // The table is not empty.
    let mut headers = BTreeMap::new();
    for hit in &hits {
        *headers.entry(field(hit, "message.header")).or_insert(0) += 1;
    }
    assert_eq!(headers.get("List-Help"), Some(&600));
}
