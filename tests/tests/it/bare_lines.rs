//! The begin and the end of bare URLs in random lines of several scripts, of which they are known.

use std::collections::BTreeMap;

use urlsift_scan::{Config, Event, find as find_events};
use urlsift_tests::bare_lines::{Line, Lines};

/// The number of lines.
const LINES: usize = 10_000;

/// One line in this many may have a wrong URL.
const LINES_PER_WRONG: usize = 1_000;

/// The number of wrong lines that are printed.
const MAX_PRINTED: usize = 20;

fn find(line: &Line) -> Vec<String> {
    let events = find_events(line.text.as_bytes(), &Config::new().undelimited(true));
    let urls = events.iter().filter_map(|event| match event {
        Event::Candidate(found) => Some(String::from_utf8_lossy(found.url()).into_owned()),
        Event::Rejected(_) => None,
    });
    urls.collect()
}

#[test]
fn urls_of_random_lines_begin_and_end_where_they_should() {
    let mut wrong = 0;
    let mut counts = BTreeMap::new();
    let mut printed = Vec::new();
    for line in Lines::new(40).take(LINES) {
        let found = find(&line);
        let expected: Vec<&str> = line.links.iter().map(|link| link.url.as_str()).collect();
        if found == expected {
            continue;
        }
        wrong += 1;
        for link in &line.links {
            if !found.contains(&link.url) {
                *counts.entry(link.surroundings).or_insert(0) += 1;
            }
        }
        if wrong <= MAX_PRINTED {
            let text = &line.text;
            printed.push(format!(
                "{text:?}\n  expected {expected:?}\n  found    {found:?}"
            ));
        }
    }
    assert!(
        wrong * LINES_PER_WRONG <= LINES,
        "{wrong} of {LINES} lines are wrong; URLs that were not found: {counts:#?}\n{}",
        printed.join("\n")
    );
}
