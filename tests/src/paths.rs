//! The ways a text can take through the scanner, all ending in the same plain form.

use std::{
    io::{self, Read},
    ops::ControlFlow,
    path::Path,
};

use urlsift::{End, Kind, Link, Position, ReadOptions, Rejected, Sifted, Sifter, Sink, Skip};
use urlsift_scan::{Candidate, Config, Event, HyphenPolicy, Scan, Scanner, Span, Warning};
use urlsift_search::{Error, FileSink, Searcher};

use crate::oracle;

/// The whole text at once, through the iterator.
#[must_use]
pub fn whole(config: &Config, text: &[u8]) -> oracle::Sifted {
    let mut sifted = oracle::Sifted::default();
    for found in Scan::new(config.clone(), text) {
        match found {
            urlsift_scan::Found::Candidate(candidate) => sifted.found.push(plain(&candidate)),
            urlsift_scan::Found::Rejected(rejected) => sifted.rejected.push(plain_reject(rejected)),
        }
    }
    sifted
}

/// The text in the given chunks, through a scanner that has already read another text.
#[must_use]
pub fn chunks<'t>(
    scanner: &mut Scanner,
    chunks: impl IntoIterator<Item = &'t [u8]>,
) -> oracle::Sifted {
    let mut sifted = oracle::Sifted::default();
    for mut chunk in chunks {
        while !chunk.is_empty() {
            let (event, used) = scanner.step(chunk);
            take(event, &mut sifted);
            chunk = &chunk[used..];
        }
    }
    take(scanner.finish(), &mut sifted);
    sifted
}

/// The text through the sifter, from a reader that gives at most `read` bytes at a time into a block
/// of `block` bytes. Checks each hit's line and column on the way.
///
/// # Panics
///
/// If a line or column is wrong, or not all of the text is read.
#[must_use]
pub fn reader(config: &Config, text: &[u8], block: usize, read: usize) -> oracle::Sifted {
    let mut all = All::of(text);
    let trickle = Trickle { text, read };
    let sifted = sifter(config).block_size(block).sift(trickle, &mut all);
    all.whole(&sifted)
}

/// The text through the sifter, as a slice. Checks each hit's line and column on the way.
///
/// # Panics
///
/// If a line or column is wrong, or not all of the text is read.
#[must_use]
pub fn slice(config: &Config, text: &[u8]) -> oracle::Sifted {
    let mut all = All::of(text);
    let sifted = sifter(config).sift_slice(text, &mut all);
    all.whole(&sifted)
}

/// The text through the searcher of files, from a reader that gives at most `read` bytes at a time into
/// a block of `block` bytes. Checks each hit's line and column on the way.
///
/// # Panics
///
/// If a line or column is wrong, or the reader fails.
#[must_use]
pub fn searcher(config: &Config, text: &[u8], block: usize, read: usize) -> oracle::Sifted {
    let mut searcher = Searcher::with(sifter(config))
        .unpacking(None)
        .block_size(block);
    let mut all = All::of(text);
    let trickle = Trickle { text, read };
    searcher.read(Path::new("text"), trickle, &mut all);
    all.sifted
}

/// Reads every file as a text.
fn sifter(config: &Config) -> Sifter {
    Sifter::with(config.clone())
        .reading(ReadOptions::new().kind(Some(Kind::Text)))
        .positions(true)
}

/// A reader that gives few bytes at a time.
struct Trickle<'t> {
    text: &'t [u8],
    read: usize,
}

impl Read for Trickle<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let most = into.len().min(self.read);
        self.text.read(&mut into[..most])
    }
}

/// Takes everything.
struct All<'t> {
    text: &'t [u8],
    sifted: oracle::Sifted,
}

impl<'t> All<'t> {
    fn of(text: &'t [u8]) -> Self {
        Self {
            text,
            sifted: oracle::Sifted::default(),
        }
    }

    /// All that was found, if the text was read to its end.
    fn whole(self, sifted: &Sifted) -> oracle::Sifted {
        assert!(matches!(sifted.end, End::Complete), "{sifted:?}");
        assert_eq!(sifted.stats.bytes, self.text.len() as u64);
        assert_eq!((sifted.stats.messages, sifted.stats.parts), (0, 0));
        self.sifted
    }

    fn check(&self, start: u64, position: Option<Position>) {
        let before = &self.text[..Span::new(0, start).range().end];
        let line = before.split(|&byte| byte == b'\n').count() as u64;
        let column = before
            .rsplit(|&byte| byte == b'\n')
            .next()
            .map_or(0, <[u8]>::len) as u64
            + 1;
        assert_eq!(position, Some(Position { line, column }));
    }
}

impl Sink for All<'_> {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        self.check(link.span().start(), link.position());
        assert_eq!(link.span(), link.candidate().span());
        assert!(link.pieces().eq(link.candidate().pieces().iter().copied()));
        self.sifted.found.push(plain(link.candidate()));
        ControlFlow::Continue(())
    }

    fn rejected(&mut self, rejected: &Rejected<'_>) -> ControlFlow<Skip> {
        self.check(rejected.span().start(), rejected.position());
        self.sifted.rejected.push(plain_reject(rejected.rejected()));
        ControlFlow::Continue(())
    }
}

impl FileSink for All<'_> {
    fn error(&mut self, error: Error) {
        panic!("a slice can be read: {error}");
    }
}

fn take(event: Option<Event<'_>>, into: &mut oracle::Sifted) {
    match event {
        Some(Event::Candidate(candidate)) => into.found.push(plain(candidate)),
        Some(Event::Rejected(rejected)) => into.rejected.push(plain_reject(rejected)),
        None => {}
    }
}

/// A candidate in the oracle's plain form.
#[must_use]
pub fn plain(candidate: &Candidate) -> oracle::Found {
    let pair = |span: Span| (span.range().start, span.range().end);
    oracle::Found {
        span: pair(candidate.span()),
        delimiter: candidate.delimiter().name(),
        readings: candidate
            .readings(HyphenPolicy::Both)
            .map(std::borrow::Cow::into_owned)
            .collect(),
        breaks: candidate.breaks(),
        pieces: candidate.pieces().iter().copied().map(pair).collect(),
        joins: candidate
            .joins()
            .iter()
            .map(|join| oracle::Join {
                url_at: join.url_at,
                dropped: join.dropped.names().collect(),
                hyphen: join.hyphen,
            })
            .collect(),
        depth: candidate.quote_depth(),
        warnings: candidate.warnings().iter().map(Warning::code).collect(),
    }
}

/// A reject in the oracle's plain form.
#[must_use]
pub fn plain_reject(rejected: urlsift_scan::Rejected) -> oracle::Rejected {
    oracle::Rejected {
        start: Span::new(0, rejected.start).range().end,
        at: Span::new(0, rejected.at).range().end,
        reason: rejected.reason.code(),
    }
}
