//! The ways a text can take through the scanner, all ending in the same plain form.

use urlsift_scan::{Candidate, Config, Event, HyphenPolicy, Rejected, Scan, Scanner, Span};

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
        warnings: candidate
            .warnings()
            .iter()
            .map(|warning| warning.code())
            .collect(),
    }
}

/// A reject in the oracle's plain form.
#[must_use]
pub fn plain_reject(rejected: Rejected) -> oracle::Rejected {
    oracle::Rejected {
        start: Span::new(0, rejected.start).range().end,
        at: Span::new(0, rejected.at).range().end,
        reason: rejected.reason.code(),
    }
}
