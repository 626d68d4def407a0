//! The scanner over a text that is wholly in memory.

use crate::{
    candidate::{Candidate, Rejected},
    config::Config,
    scanner::{Event, Scanner},
};

/// What stands in a text, in order: an iterator that feeds the text to a [`Scanner`] in one chunk.
///
/// ```
/// use urlsift_scan::{Config, Found, Reason, Scan};
///
/// let text = b"<http://a.example/x\n<http://a.example/x>";
/// let found: Vec<Found> = Scan::new(Config::new(), text).collect();
/// assert!(matches!(&found[0], Found::Rejected(rejected) if rejected.reason == Reason::Opener));
/// assert!(matches!(&found[1], Found::Candidate(hit) if hit.url() == b"http://a.example/x"));
/// ```
#[derive(Clone, Debug)]
#[must_use = "a scan finds nothing until it is asked for the next hit"]
pub struct Scan<'t> {
    scanner: Scanner,
    rest: &'t [u8],
    is_over: bool,
}

/// One thing that stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A hit.
    Candidate(Candidate),
    /// A candidate that was opened and gave no hit.
    Rejected(Rejected),
}

impl<'t> Scan<'t> {
    /// Everything that is opened in `text`.
    pub fn new(config: Config, text: &'t [u8]) -> Self {
        Self {
            scanner: Scanner::new(config),
            rest: text,
            is_over: false,
        }
    }

    /// The hits alone.
    pub fn candidates(self) -> impl Iterator<Item = Candidate> {
        self.filter_map(|found| match found {
            Found::Candidate(candidate) => Some(candidate),
            Found::Rejected(_) => None,
        })
    }
}

impl Iterator for Scan<'_> {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        while !self.rest.is_empty() {
            let (event, used) = self.scanner.step(self.rest);
            self.rest = &self.rest[used..];
            if let Some(event) = event {
                return Some(event.into());
            }
        }
        if self.is_over {
            return None;
        }
        self.is_over = true;
        self.scanner.finish().map(Found::from)
    }
}

impl core::iter::FusedIterator for Scan<'_> {}

impl From<Event<'_>> for Found {
    fn from(event: Event<'_>) -> Self {
        match event {
            Event::Candidate(candidate) => Self::Candidate(candidate.clone()),
            Event::Rejected(rejected) => Self::Rejected(rejected),
        }
    }
}

/// The delimited URLs of a text, by the default [`Config`].
///
/// ```
/// let text = b"found under <URL:ftp://info.cern.ch/pub/www/doc;\n  type=d> and";
/// let found = urlsift_scan::candidates(text).next().unwrap();
/// assert_eq!(found.url(), b"ftp://info.cern.ch/pub/www/doc;type=d");
/// assert_eq!(found.span().range(), 12..58);
/// ```
pub fn candidates(text: &[u8]) -> impl Iterator<Item = Candidate> {
    Scan::new(Config::new(), text).candidates()
}
