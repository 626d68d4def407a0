//! Places in real mail where a bare URL ends its line, each labelled by reading: whether a program has broken the URL
//! there, and what the whole URL is.

use std::fs;

use base64::{Engine, prelude::BASE64_STANDARD};
use serde::Deserialize;
use urlsift_scan::{Candidate, Config};
use urlsift_tests::{
    paths,
    real::{archives, skip},
};

/// A labelled place.
#[derive(Deserialize)]
struct Place {
    id: String,
    /// Whether the URL was broken.
    wrapped: bool,
    /// The part of the URL on its line.
    cut: String,
    /// The whole URL.
    url: String,
    /// The text around it, in base64.
    text: String,
    /// The offset in the text at which `cut` ends.
    end: u64,
}

/// The number of places by what became of them.
#[derive(Debug, Default)]
struct Counts {
    places: usize,
    broken: usize,
    joined: usize,
    joined_rightly: usize,
    right_in_any_reading: usize,
}

/// Returns the candidate that covers an offset.
fn candidate_at(text: &[u8], offset: u64) -> Option<Candidate> {
    let mut found = paths::candidates(&Config::new(), text).into_iter();
    found.find(|found| found.span().range().contains(&(offset as usize)))
}

/// At least 97 % of the joins in first readings are right, at least 75 % of the broken URLs are joined, and at least
/// 92 % of all are right in some reading.
#[test]
fn places_of_real_mail_are_joined_rightly() {
    let Some(archives) = archives() else {
        return;
    };
    let Ok(places) = fs::read_to_string(archives.join("wraps.jsonl")) else {
        skip("no labelled places among the archives");
        return;
    };
    let mut counts = Counts::default();
    for line in places.lines() {
        let place: Place = serde_json::from_str(line).expect("a place");
        let text = BASE64_STANDARD.decode(&place.text).expect("base64");
        counts.places += 1;
        counts.broken += usize::from(place.wrapped);
        let start = place.end - place.cut.len() as u64;
        let Some(found) = candidate_at(&text, start) else {
            continue;
        };
        let is_right = found.url() == place.url.as_bytes();
        let is_joined = !found.joins().is_empty();
        assert!(
            is_joined || found.url() == place.cut.as_bytes(),
            "{}",
            place.id
        );
        counts.joined += usize::from(is_joined);
        counts.joined_rightly += usize::from(is_joined && is_right);
        let mut guesses = found.second_guesses(false);
        let is_right_at_all = is_right || guesses.any(|guess| *guess.url == *place.url.as_bytes());
        counts.right_in_any_reading += usize::from(is_right_at_all);
    }
    #[expect(clippy::print_stderr, reason = "figures, shown with --nocapture")]
    {
        eprintln!("{counts:?}");
    }
    assert!(counts.joined > 0, "no place was joined");
    assert!(
        counts.joined_rightly * 100 >= counts.joined * 97,
        "{counts:?}"
    );
    assert!(
        counts.joined_rightly * 100 >= counts.broken * 75,
        "{counts:?}"
    );
    assert!(
        counts.right_in_any_reading * 100 >= counts.places * 92,
        "{counts:?}"
    );
}
