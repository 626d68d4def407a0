//! The code paths from a text to its candidates, with results in the form of the oracle.

use std::{ops::ControlFlow, path::Path};

use urlsift::{
    Conformance, End, Kind, Link, Position, ReadOptions, Rejected, Sifted, Sifter, Sink, Skip,
    Verdict,
};
use urlsift_scan::{
    Candidate, CandidateWarning, Config, Event, Hyphen, HyphenPolicy, Scanner, Span, find,
};
use urlsift_search::{Error, FileSink, Searcher};

use crate::{oracle, readers::SplitReader};

/// Scans a complete text for URLs in angle brackets.
#[must_use]
pub fn whole(config: &Config, text: &[u8]) -> oracle::Sifted {
    let mut sifted = oracle::Sifted::default();
    for event in find(text, &config.clone().undelimited(false)) {
        push_event(&event, &mut sifted);
    }
    sifted
}

/// Returns the index of the first `<` of a text at which something opens, or the length.
#[must_use]
pub fn first_opener(config: &Config, text: &[u8]) -> usize {
    let config = config.clone().undelimited(false);
    let events = find(text, &config);
    let first = events.first();
    first.map_or(text.len(), |event| event.span().start() as usize)
}

/// Returns a scanner of URLs of all kinds.
#[must_use]
pub fn scanner(config: &Config) -> Scanner {
    Scanner::new(config.clone().undelimited(true)).judge(is_url)
}

/// Returns whether a string is a URL by any standard.
#[must_use]
pub fn is_url(string: &[u8]) -> bool {
    Verdict::of(string).conformance() != Conformance::None
}

/// Scans a text in chunks with a scanner that may have scanned other texts before.
#[must_use]
pub fn chunks<'t>(
    scanner: &mut Scanner,
    chunks: impl IntoIterator<Item = &'t [u8]>,
) -> oracle::Sifted {
    chunks_from(scanner, chunks.into_iter().map(|chunk| (chunk, 0, 0)))
}

/// Like [`chunks`], for chunks with the indices of their first trigger and of their first opener.
#[must_use]
pub fn chunks_from<'t>(
    scanner: &mut Scanner,
    chunks: impl IntoIterator<Item = (&'t [u8], usize, usize)>,
) -> oracle::Sifted {
    let mut sifted = oracle::Sifted::default();
    let mut report = |event: &Event| push_event(event, &mut sifted);
    for (chunk, trigger, opener) in chunks {
        scanner.push_from(chunk, trigger, opener, &mut report);
    }
    scanner.finish(&mut report);
    sifted
}

/// Returns the candidates of all kinds in a text.
#[must_use]
pub fn candidates(config: &Config, text: &[u8]) -> Vec<Candidate> {
    let mut found = Vec::new();
    let mut report = |event: &Event| {
        if let Event::Candidate(candidate) = event {
            found.push(candidate.clone());
        }
    };
    let mut scanner = scanner(config);
    scanner.push(text, &mut report);
    scanner.finish(&mut report);
    found
}

/// Sifts a text from a reader that returns at most `read_size` bytes per read, in blocks of `block_size` bytes.
/// Checks the line and column of each link.
///
/// # Panics
///
/// If a line or column is wrong, or the text is not read to its end.
#[must_use]
pub fn reader(config: &Config, text: &[u8], block_size: usize, read_size: usize) -> oracle::Sifted {
    let mut sink = OracleSink::of(text);
    let reader = SplitReader {
        head: b"",
        tail: text,
        read_size,
    };
    let sifted = sifter(config)
        .block_size(block_size)
        .sift(reader, &mut sink);
    sink.complete(&sifted)
}

/// Sifts a text as a slice. Checks the line and column of each link.
///
/// # Panics
///
/// If a line or column is wrong, or the text is not read to its end.
#[must_use]
pub fn slice(config: &Config, text: &[u8]) -> oracle::Sifted {
    let mut sink = OracleSink::of(text);
    let sifted = sifter(config).sift_slice(text, &mut sink);
    sink.complete(&sifted)
}

/// Searches a text from a reader that returns at most `read_size` bytes per read, in blocks of `block_size`
/// bytes. Checks the line and column of each link.
///
/// # Panics
///
/// If a line or column is wrong, or the reader fails.
#[must_use]
pub fn searcher(
    config: &Config,
    text: &[u8],
    block_size: usize,
    read_size: usize,
) -> oracle::Sifted {
    let mut searcher = Searcher::with(sifter(config))
        .unpacking(None)
        .block_size(block_size);
    let mut sink = OracleSink::of(text);
    let reader = SplitReader {
        head: b"",
        tail: text,
        read_size,
    };
    searcher.read(Path::new("text"), reader, &mut sink);
    sink.sifted
}

/// Returns a sifter that reads every file as plain text.
fn sifter(config: &Config) -> Sifter {
    Sifter::with(config.clone())
        .reading(ReadOptions::new().kind(Some(Kind::Text)))
        .positions(true)
}

/// A sink that converts sink results to the form of the oracle and checks positions.
struct OracleSink<'t> {
    text: &'t [u8],
    sifted: oracle::Sifted,
}

impl<'t> OracleSink<'t> {
    fn of(text: &'t [u8]) -> Self {
        Self {
            text,
            sifted: oracle::Sifted::default(),
        }
    }

    /// Returns sink results. Panics if the text was not read to its end.
    fn complete(self, sifted: &Sifted) -> oracle::Sifted {
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

impl Sink for OracleSink<'_> {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        self.check(link.span().start(), link.position());
        assert_eq!(link.span(), link.candidate().span());
        assert!(link.pieces().eq(link.candidate().pieces().iter().copied()));
        self.sifted.found.push(to_oracle(link.candidate()));
        ControlFlow::Continue(())
    }

    fn rejected(&mut self, rejected: &Rejected<'_>) -> ControlFlow<Skip> {
        self.check(rejected.span().start(), rejected.position());
        self.sifted
            .rejected
            .push(to_oracle_rejected(rejected.rejection()));
        ControlFlow::Continue(())
    }
}

impl FileSink for OracleSink<'_> {
    fn error(&mut self, error: Error) {
        panic!("reading from memory cannot fail: {error}");
    }
}

fn push_event(event: &Event, sifted: &mut oracle::Sifted) {
    match event {
        Event::Candidate(candidate) => sifted.found.push(to_oracle(candidate)),
        Event::Rejected(rejected) => sifted.rejected.push(to_oracle_rejected(*rejected)),
    }
}

/// Converts a candidate to the form of the oracle.
#[must_use]
pub fn to_oracle(candidate: &Candidate) -> oracle::Found {
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
                hyphen: join.hyphen.map(|hyphen| match hyphen {
                    Hyphen::Kept => "hyphen",
                    Hyphen::Soft => "soft",
                    Hyphen::Typeset => "typeset",
                }),
            })
            .collect(),
        depth: candidate.quote_depth(),
        warnings: candidate
            .warnings()
            .iter()
            .map(CandidateWarning::code)
            .collect(),
        also: also(candidate),
    }
}

/// Returns the second guesses in the form of the oracle, for a text that was not declared as quoted-printable.
fn also(candidate: &Candidate) -> Vec<(&'static str, Vec<u8>)> {
    let guesses = |is_quoted_printable| {
        let guesses = candidate.second_guesses(is_quoted_printable);
        guesses.map(|guess| (guess.repair.name(), guess.url.into_owned()))
    };
    let also: Vec<_> = guesses(false).collect();
    let is_separator = |byte: &u8| byte.is_ascii_whitespace() || byte.is_ascii_control();
    for guess in candidate.second_guesses(false) {
        let line = guess.clone().into_line();
        assert!(!line.iter().any(is_separator), "{guess:?}: {candidate:?}");
        assert_eq!(line == guess.url, !guess.url.iter().any(is_separator));
    }
    let declared = also.iter().filter(|guess| guess.0 != "stray-qp");
    assert!(guesses(true).eq(declared.cloned()), "{candidate:?}");
    also
}

/// Converts a rejected candidate to the form of the oracle.
#[must_use]
pub fn to_oracle_rejected(rejected: urlsift_scan::Rejection) -> oracle::Rejected {
    oracle::Rejected {
        start: Span::new(0, rejected.start).range().end,
        at: Span::new(0, rejected.at).range().end,
        reason: rejected.reason.code(),
    }
}
