//! The begin and the end of bare URLs in random lines of several scripts, of which they are known.

use std::collections::BTreeMap;

use urlsift_scan::{Config, OwnedEvent};
use urlsift_tests::bare_lines::{Line, Lines};
use urlsift_undelimited::Finder;

/// The number of lines.
const LINES: usize = 10_000;

/// One line in this many may have a wrong URL.
const LINES_PER_WRONG: usize = 1_000;

/// The number of wrong lines that are printed.
const MAX_PRINTED: usize = 20;

fn find(line: &Line) -> Vec<String> {
    let mut finder = Finder::new(Config::new().undelimited(true), |_| true);
    finder.push(line.text.as_bytes());
    finder.finish();
    let mut urls = Vec::new();
    while let Some(event) = finder.pop() {
        if let OwnedEvent::Candidate(found) = event {
            urls.push(String::from_utf8_lossy(found.url()).into_owned());
        }
    }
    urls
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
