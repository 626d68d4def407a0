//! Large mailboxes with repeated content, for comparing the output of many runs.

use std::{fmt::Write as _, path::Path};

use serde_json::Value;

use super::{Outcome, run_command, run_in, urlsift};

/// The thread counts that every test runs with.
pub(crate) const THREAD_FLAGS: [&str; 2] = ["-j1", "-j3"];

/// Returns a mailbox of more than two segments: repeated signatures, wrapped and quoted URLs, rejects,
/// headers with URLs and with characters to escape, and a message that spans chunks.
pub(crate) fn large_mailbox() -> String {
    let mut mbox = String::new();
    for number in 0..600_u32 {
        let from = number % 17;
        let _ = write!(
            mbox,
            "From a@b.example Mon Jan 30 09:12:04 1995\n\
             From: =?utf-8?q?J=C3=BCrgen?= \"{from}, of\" <j{from}@b.example>\n\
             Subject: Re: \\{number}\tsay \"a\", please\n\
             Message-ID: <{number}@b.example>\n\
             Date: Mon, 30 Jan 1995 09:12:04 +0100\n\
             Newsgroups: comp.a{from},comp.b\n\
             List-Help: <http://Lists.example/help/{from}>\n\n\
             see <http://h.example/{number}> and <http://H.example/{}>,\n\
             > see <http://h.example/\n> {}> again\n",
            number % 90,
            number / 3,
        );
        mbox += "<http://r.example/\n\n<mailto:a@b.example> <news:a.b> <URL:../x?a,b=\"c\">\n";
        mbox += &"text without any, 0123456789 abcdef\n".repeat(210);
        if number % 300 == 7 {
            for again in 0..1500 {
                let _ = write!(mbox, "<http://many.example/{}> ", again % 1100);
                mbox += if again % 3 == 0 { "\n" } else { "" };
            }
        }
        mbox += "-- \n<http://sig.example/> <http://sig.example/>\n\n";
    }
    assert!(mbox.len() > 9 << 19, "{} bytes", mbox.len());
    mbox
}

/// Returns a plain text that shares URLs with the mailbox.
pub(crate) fn plain_text() -> String {
    (0..4000).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "<http://h.example/{}> text\n", number % 900);
        text
    })
}

/// Runs the program on files with each thread count. Asserts equal output and returns it.
#[track_caller]
pub(crate) fn assert_thread_independent(dir: &Path, flags: &[&str], paths: &[&str]) -> Outcome {
    let mut all = THREAD_FLAGS.map(|threads| run_in(dir, &[flags, &[threads], paths].concat()));
    let [first, rest @ ..] = &mut all;
    for (other, threads) in rest.iter().zip(&THREAD_FLAGS[1..]) {
        assert!(other.stdout == first.stdout, "{flags:?} {threads}");
        assert_eq!(other.err(), first.err(), "{flags:?} {threads}");
        assert_eq!(other.status, first.status, "{flags:?} {threads}");
    }
    let [first, ..] = all;
    first
}

/// Runs the program on a pipe with each thread count. Asserts equal output and returns it.
#[track_caller]
pub(crate) fn assert_thread_independent_piped(flags: &[&str], text: &str) -> Outcome {
    let run = |threads: &&str| run_command(urlsift().args(flags).arg(threads), text.as_bytes());
    let mut all = THREAD_FLAGS.iter().map(run);
    let first = all.next().expect("a thread count");
    for other in all {
        assert!(other.stdout == first.stdout, "{flags:?}");
        assert_eq!(other.err(), first.err(), "{flags:?}");
    }
    first
}

/// Returns a field of a link in JSON as text, or an empty string without it. A dot in the name enters an object.
pub(crate) fn field(link: &Value, name: &str) -> String {
    let path = format!("/{}", name.replace('.', "/"));
    let list = |values: &[Value]| {
        let values = values.iter().map(|value| match value {
            Value::Array(ends) => format!("{}-{}", ends[0], ends[1]),
            Value::Object(problem) => shown(&problem["code"]),
            other => shown(other),
        });
        let between = if name == "readings" { " " } else { "," };
        values.collect::<Vec<_>>().join(between)
    };
    match link.pointer(&path) {
        None => String::new(),
        Some(Value::Array(values)) => list(values),
        Some(other) => shown(other),
    }
}

/// Formats a string without quotation marks and any other value as JSON.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
