//! The scanner as an iterator over a text in memory.

use crate::{
    candidate::{Candidate, Rejection},
    config::Config,
    scanner::{Event, Scanner},
};

/// An iterator over the candidates and rejections of a text, in order.
///
/// It passes the text to a [`Scanner`] in one chunk.
///
/// ```
/// use urlsift_scan::{Config, OwnedEvent, Reason, Scan};
///
/// let text = b"<http://a.example/x\n<http://a.example/x>";
/// let events: Vec<OwnedEvent> = Scan::new(Config::new(), text).collect();
/// assert!(matches!(&events[0], OwnedEvent::Rejected(rejected) if rejected.reason == Reason::Opener));
/// assert!(matches!(&events[1], OwnedEvent::Candidate(link) if link.url() == b"http://a.example/x"));
/// ```
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Scan<'t> {
    scanner: Scanner,
    rest: &'t [u8],
    is_finished: bool,
}

/// An [`Event`] that owns its candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnedEvent {
    /// A candidate.
    Candidate(Candidate),
    /// A candidate that was opened and rejected.
    Rejected(Rejection),
}

impl<'t> Scan<'t> {
    /// Creates an iterator over everything that is opened in `text`.
    pub fn new(config: Config, text: &'t [u8]) -> Self {
        Self {
            scanner: Scanner::new(config),
            rest: text,
            is_finished: false,
        }
    }

    /// Returns an iterator over the candidates, without the rejections.
    pub fn candidates(self) -> impl Iterator<Item = Candidate> {
        self.filter_map(|event| match event {
            OwnedEvent::Candidate(candidate) => Some(candidate),
            OwnedEvent::Rejected(_) => None,
        })
    }

    /// Calls `visit` with each of the remaining candidates, in order. Unlike the items of
    /// [`candidates`](Self::candidates), they are not copied.
    ///
    /// ```
    /// use urlsift_scan::{Config, Scan};
    ///
    /// let mut length = 0;
    /// Scan::new(Config::new(), b"<ftp://a/> <ftp://b/").for_each_candidate(|link| length += link.url().len());
    /// assert_eq!(length, 16);
    /// ```
    pub fn for_each_candidate(mut self, mut visit: impl FnMut(&Candidate)) {
        while !self.rest.is_empty() {
            let (event, used) = self.scanner.step(self.rest);
            self.rest = &self.rest[used..];
            if let Some(Event::Candidate(candidate)) = event {
                visit(candidate);
            }
        }
        if self.is_finished {
            return;
        }
        if let Some(Event::Candidate(candidate)) = self.scanner.finish() {
            visit(candidate);
        }
    }
}

impl Iterator for Scan<'_> {
    type Item = OwnedEvent;

    fn next(&mut self) -> Option<OwnedEvent> {
        while !self.rest.is_empty() {
            let (event, used) = self.scanner.step(self.rest);
            self.rest = &self.rest[used..];
            if let Some(event) = event {
                return Some(event.into());
            }
        }
        if self.is_finished {
            return None;
        }
        self.is_finished = true;
        self.scanner.finish().map(OwnedEvent::from)
    }
}

impl core::iter::FusedIterator for Scan<'_> {}

impl From<Event<'_>> for OwnedEvent {
    fn from(event: Event<'_>) -> Self {
        match event {
            Event::Candidate(candidate) => Self::Candidate(candidate.clone()),
            Event::Rejected(rejected) => Self::Rejected(rejected),
        }
    }
}

/// Returns the delimited URLs of a text, with the default [`Config`].
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
