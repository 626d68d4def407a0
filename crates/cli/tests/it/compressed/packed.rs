//! The table of packed files, read by the command.

use serde_json::Value;
use urlsift_tests::{
    effort,
    packed::{Case, Event, cases},
};

use crate::support::{dir_with, run_in, run_with};

/// What the command prints of a packed file: a link or an error.
#[derive(Debug, PartialEq)]
enum Printed {
    /// A path after the name of the packed file, an offset, and a URL.
    Link(String, u64, String),
    /// A path, and a code.
    Error(String, String),
}

impl Printed {
    fn of(object: &Value, name: &str) -> Self {
        let error = object.get("error");
        let of = |object: &Value, field: &str| object[field].as_str().expect("a string").to_owned();
        let path = of(error.unwrap_or(object), "path");
        let path = path.strip_prefix(name).expect("the name first").to_owned();
        if let Some(error) = error {
            return Self::Error(path, of(error, "code"));
        }
        let offset = object["offset"].as_u64().expect("an offset");
        Self::Link(path, offset, of(object, "url"))
    }
}

/// Returns what is expected of events.
fn expected(events: &[Event]) -> Vec<Printed> {
    let mut expected = Vec::new();
    for event in events {
        let (path, fault) = match event {
            Event::File(path, text, fault) => {
                let text = &text.0;
                let links = text.windows(8).enumerate();
                for (at, _) in links.filter(|(_, eight)| eight.starts_with(b"<http://")) {
                    let mut parts = text[at + 1..].split(|&byte| byte == b'>');
                    let (Some(url), Some(_)) = (parts.next(), parts.next()) else {
                        // It is cut.
                        continue;
                    };
                    let url = String::from_utf8(url.to_vec()).expect("ASCII");
                    expected.push(Printed::Link(path.clone(), at as u64, url));
                }
                (path, fault.as_ref())
            }
            Event::Fault(path, fault) => (path, Some(fault)),
        };
        if let Some((_, kind)) = fault {
            expected.push(Printed::Error(path.clone(), kind.code().to_owned()));
        }
    }
    expected
}

#[test]
fn every_packed_file_is_read_from_a_file_and_from_a_pipe() {
    const ARGS: [&str; 4] = ["list", "--json", "--json-errors", "--conforms=none"];
    for (number, case) in cases().iter().enumerate() {
        let Case {
            about,
            file,
            events,
        } = case;
        let expected = expected(events);
        let has_error = expected.iter().any(|one| matches!(one, Printed::Error(..)));
        let status = match (has_error, expected.is_empty()) {
            (true, _) => 2,
            (false, true) => 1,
            (false, false) => 0,
        };
        let dir = dir_with(&[("in", file)]);
        for name in effort::sample(["in", "-"], 2, number) {
            let output = match name {
                "in" => run_in(&dir, &[&ARGS[..], &["in"]].concat()),
                _ => run_with(&ARGS, file),
            };
            let printed = output.json().into_iter();
            let printed: Vec<_> = printed.map(|object| Printed::of(&object, name)).collect();
            assert_eq!(printed, expected, "{about}, {name}");
            assert_eq!(
                (output.status, output.err()),
                (status, ""),
                "{about}, {name}"
            );
        }
    }
}
