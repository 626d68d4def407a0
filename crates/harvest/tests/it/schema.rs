//! The SQL of a data set.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
    process::{Command, Stdio},
};

use urlsift_harvest::{Format, Harvest, Options};

use crate::data::{inputs, make, options};

const VIEWS: [&str; 5] = [
    "links_once",
    "links_settled",
    "links_wide",
    "messages_dated",
    "messages_once",
];

/// Returns the column without which there is no such view, if there is one.
fn needed(view: &str) -> Option<&'static str> {
    match view {
        "messages_dated" => Some("date"),
        "links_settled" => Some("also"),
        "links_wide" => None,
        _ => Some("id"),
    }
}

/// Makes a data set in `out` that lacks these columns.
fn made(dir: &Path, out: &Path, format: Format, without: &[&str]) {
    let options = Options {
        without: without.iter().map(|&name| name.to_owned()).collect(),
        ..options(format)
    };
    make(&Harvest::new(out), &dir.join("in"), &options).expect("a data set");
}

#[test]
fn views_of_an_earlier_run_are_dropped() {
    let dir = inputs();
    for format in Format::ALL {
        let out = dir.path().join(format.name());
        made(dir.path(), &out, *format, &["date", "id", "also"]);
        for name in ["schema.sqlite.sql", "schema.duckdb.sql"] {
            let sql = fs::read_to_string(out.join(name)).expect("a schema");
            for view in VIEWS {
                let drop = format!("DROP VIEW IF EXISTS {view};");
                assert!(sql.contains(&drop), "{name}: {view}");
                let is_made = sql.contains(&format!("VIEW {view} AS"));
                assert_eq!(is_made, needed(view).is_none(), "{name}: {view}");
            }
        }
    }
}

/// Returns whether there is a program for databases; says so if there is none.
fn has_sqlite() -> bool {
    let found = Command::new("sqlite3").arg("-version").output().is_ok();
    if !found {
        let _ = writeln!(io::stdout(), "skipped: no sqlite3");
    }
    found
}

/// Reads the schema of a data set into its database.
fn read_schema(out: &Path) {
    let schema = File::open(out.join("schema.sqlite.sql")).expect("a schema");
    sqlite(out, &[], schema.into());
}

/// Returns the rows of a query.
fn select(out: &Path, query: &str) -> String {
    sqlite(out, &[query], Stdio::null())
}

/// Runs SQL in the database `links.db` of a data set, as `docs/HARVEST.md` says, and returns what it prints.
fn sqlite(out: &Path, arguments: &[&str], stdin: Stdio) -> String {
    let output = Command::new("sqlite3")
        .arg("links.db")
        .args(arguments)
        .current_dir(out)
        .stdin(stdin)
        .output()
        .expect("sqlite3");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn sqlite_reads_the_schema_again_after_other_options() {
    if !has_sqlite() {
        return;
    }
    let dir = inputs();
    let out = dir.path().join("out");
    let names = "SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name";
    for format in [Format::Jsonl, Format::Csv] {
        for without in [&[][..], &["date"], &["id"], &["date", "id"], &["also"], &[]] {
            made(dir.path(), &out, format, without);
            for _ in 0..2 {
                read_schema(&out);
            }
            let found = select(&out, names);
            let expected = VIEWS
                .into_iter()
                .filter(|view| needed(view).is_none_or(|column| !without.contains(&column)));
            let expected: Vec<_> = expected.collect();
            assert_eq!(found.lines().collect::<Vec<_>>(), expected, "{without:?}");
            for view in expected {
                let count = select(&out, &format!("SELECT count(*) FROM {view}"));
                assert_ne!(count.trim(), "0", "{view}");
            }
        }
    }
}

#[test]
fn a_view_has_links_with_their_messages() {
    if !has_sqlite() {
        return;
    }
    let dir = inputs();
    let out = dir.path().join("out");
    let query = "SELECT url, message_subject, message_from, message_list_id, end_offset - start_offset \
                 FROM links_wide WHERE url LIKE '%/7' OR url LIKE '%tar.example/1' ORDER BY url LIMIT 3";
    for (without, expected) in [
        (
            &[][..],
            "http://a.example/7|caf\u{e9} 7|a7@b.example|links.b.example|20",
        ),
        (&["subject", "end"], "no such column: message_subject"),
    ] {
        made(dir.path(), &out, Format::Jsonl, without);
        read_schema(&out);
        let output = Command::new("sqlite3")
            .arg("links.db")
            .arg(query)
            .current_dir(&out)
            .output();
        let output = output.expect("sqlite3");
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        assert!(text.contains(expected), "{text}");
        if without.is_empty() {
            // Every link has one row.
            let counts = "SELECT (SELECT count(*) FROM links) - (SELECT count(*) FROM links_wide), \
                          (SELECT count(*) FROM links_wide WHERE message_offset IS NULL) > 0";
            assert_eq!(select(&out, counts).trim(), "0|1");
        }
    }
}

/// The bodies of messages in pages of archives have no hashes.
#[test]
fn messages_of_pages_are_not_copies_of_each_other() {
    if !has_sqlite() {
        return;
    }
    let dir = tempfile::tempdir().expect("a directory");
    fs::create_dir(dir.path().join("in")).expect("a directory");
    let message = |number| {
        format!(
            "From a@b Thu Jan  1 00:00:00 1970\nMessage-ID: <2@a.example>\n\n<http://mail.example/{number}>\n\n"
        )
    };
    let page = |number| {
        format!(
            "<!-- MHonArc v2.6.8 -->\n<!--X-Message-Id: 1@a.example -->\n<!--X-Head-End-->\n<!--X-Body-of-Message-->\n\
             <pre>&lt;http://page.example/{number}&gt;</pre>\n<!--X-Body-of-Message-End-->\n"
        )
    };
    for (name, text) in [
        ("1.html", page(1)),
        ("2.html", page(2)),
        ("a.mbox", message(1) + &message(1) + &message(2)),
    ] {
        fs::write(dir.path().join("in").join(name), text).expect("a file");
    }
    for format in [Format::Jsonl, Format::Csv] {
        let out = dir.path().join(format.name());
        made(dir.path(), &out, format, &[]);
        read_schema(&out);
        let urls = select(&out, "SELECT url FROM links_once ORDER BY url");
        let expected = [
            "http://mail.example/1",
            "http://mail.example/2",
            "http://page.example/1",
            "http://page.example/2",
        ];
        assert_eq!(
            urls.lines().collect::<Vec<_>>(),
            expected,
            "{}",
            format.name()
        );
    }
}

#[test]
fn the_view_judges_dates_as_the_data_set_does() {
    if !has_sqlite() {
        return;
    }
    let dir = tempfile::tempdir().expect("a directory");
    fs::create_dir(dir.path().join("in")).expect("a directory");
    let message = |date: &str| {
        format!(
            "From a@b Thu Jan  1 00:00:00 1970\nSubject: s\nDate: {date} 00:00:00 GMT\n\n<http://a.example/>\n\n"
        )
    };
    // Two of 100 are later than the 98th percentile, one of them by more than a year; one is too early.
    let undelivered = message("1 Jan 2020").repeat(96)
        + &message("31 Dec 1969")
        + &message("1 Jan 2021")
        + &message("1 Jan 2022")
        + &message("2 Jan 2022");
    let received = "Subject: s\nReceived: from a; 1 Jan 1990 00:00:00 GMT\n";
    let delivered = ["1 Jan 1990", "1 Jan 1991", "2 Jan 1991", "1 Jan 1970"]
        .map(|date| message(date).replace("Subject: s\n", received))
        .concat()
        + &message("1 Jan 1992");
    for (name, text) in [("a.mbox", undelivered), ("b.mbox", delivered)] {
        fs::write(dir.path().join("in").join(name), text).expect("a file");
    }
    for format in [Format::Jsonl, Format::Csv] {
        let out = dir.path().join(format.name());
        let manifest = make(
            &Harvest::new(&out),
            &dir.path().join("in"),
            &options(format),
        );
        let manifest = manifest.expect("a data set");
        assert_eq!(manifest.implausible_dates(), 5);
        // Each has another date.
        assert_eq!(manifest.rows("implausible"), 5);
        read_schema(&out);
        let query =
            "SELECT count(*), sum(NOT date_is_plausible), min(date), max(date) FROM messages_dated";
        let counts = select(&out, query);
        let expected = "105|5|1969-12-31T00:00:00Z|2022-01-02T00:00:00Z";
        assert_eq!(counts.trim(), expected, "{}", format.name());
    }
}
