//! Archives in which much occurs again, for what is told of their hits in several ways.

use std::{fmt::Write as _, path::Path};

use serde_json::Value;

use super::{Outcome, outcome, run_in, urlsift};

/// On how many threads everything is done.
pub(crate) const THREADS: [&str; 3] = ["-j1", "-j2", "-j7"];

/// More than two pieces: signatures that come again in every message and within one, wrapped and
/// quoted URLs, rejects, headers with URLs and with what needs escapes, a message that spans pages.
pub(crate) fn large() -> String {
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

/// A text without messages that has some of the same.
pub(crate) fn text() -> String {
    (0..4000).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "<http://h.example/{}> text\n", number % 900);
        text
    })
}

/// Whatever the threads, the same is printed of these files.
#[track_caller]
pub(crate) fn alike(dir: &Path, flags: &[&str], paths: &[&str]) -> Outcome {
    let mut all = THREADS.map(|threads| run_in(dir, &[flags, &[threads], paths].concat()));
    let [alone, rest @ ..] = &mut all;
    for (together, threads) in rest.iter().zip(&THREADS[1..]) {
        assert!(together.stdout == alone.stdout, "{flags:?} {threads}");
        assert_eq!(together.err(), alone.err(), "{flags:?} {threads}");
        assert_eq!(together.status, alone.status, "{flags:?} {threads}");
    }
    let [alone, ..] = all;
    alone
}

/// Whatever the threads, the same is printed of this on a pipe.
#[track_caller]
pub(crate) fn alike_by_pipe(flags: &[&str], text: &str) -> Outcome {
    let run = |threads: &&str| outcome(urlsift().args(flags).arg(threads), text.as_bytes());
    let mut all = THREADS.iter().map(run);
    let alone = all.next().expect("there are some");
    for together in all {
        assert!(together.stdout == alone.stdout, "{flags:?}");
        assert_eq!(together.err(), alone.err(), "{flags:?}");
    }
    alone
}

/// A field of a hit's JSON as text, whose name has a dot for one in an object; empty if there is none.
pub(crate) fn field(hit: &Value, name: &str) -> String {
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
    match hit.pointer(&path) {
        None => String::new(),
        Some(Value::Array(values)) => list(values),
        Some(other) => shown(other),
    }
}

/// A string without quotation marks; all else as JSON has it.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
