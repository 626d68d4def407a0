//! Candidates from what was found in a line.

use std::cmp::Reverse;

use bstr::ByteSlice;
use urlsift_scan::{
    Candidate, CandidateParts, Delimiter, Dropped, OwnedEvent, Reason, Rejection, Repair, Span,
};

use crate::{
    chars::ascii_before_unspaced,
    end::Surroundings,
    join::WrappedUrl,
    line::{Hit, LineFinder, NearHit, implied},
};

/// A URL without angle brackets, or its rejection, and the span that it covers.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) span: Span,
    pub(crate) event: OwnedEvent,
    /// What surrounds the URL, if it may be cut.
    pub(crate) around: Surroundings,
    /// Whether the URL is longer than the maximum, and rejected if it is not cut. The event has its first bytes.
    pub(crate) is_too_long: bool,
}

impl Found {
    pub(crate) fn candidate(candidate: Candidate, around: Surroundings) -> Self {
        Self {
            span: candidate.span(),
            event: OwnedEvent::Candidate(candidate),
            around,
            is_too_long: false,
        }
    }

    /// Returns the event, which is a rejection if the URL is still too long.
    #[inline]
    pub(crate) fn into_event(mut self) -> OwnedEvent {
        if self.is_too_long {
            self.reject();
        }
        self.event
    }

    /// Makes the URL a rejection because it is too long.
    #[cold]
    fn reject(&mut self) {
        if let OwnedEvent::Candidate(candidate) = &self.event {
            let (start, at) = (candidate.span().start(), candidate.span().end());
            let delimiter = candidate.delimiter();
            let rejection = Rejection::undelimited(start, delimiter, Reason::TooLong, at);
            self.event = OwnedEvent::Rejected(rejection);
        }
    }

    /// Returns the rejection of what was nearly a URL in a text that begins at `start`.
    pub(crate) fn rejected(start: u64, near: NearHit) -> Self {
        let (from, at) = (start + near.start as u64, start + near.at as u64);
        let rejection = Rejection::undelimited(from, Delimiter::Bare, near.reason, at);
        Self {
            span: Span::new(from, at),
            event: OwnedEvent::Rejected(rejection),
            around: Surroundings::default(),
            is_too_long: false,
        }
    }

    /// Returns a hit in a text that begins at `start`.
    pub(crate) fn hit(
        text: &[u8],
        start: u64,
        hit: &Hit,
        quote_depth: usize,
        finder: &LineFinder,
    ) -> Self {
        let from = start + hit.span.start as u64;
        let span = Span::new(from, start + hit.span.end as u64);
        let max_len = finder.config().length_limit();
        let is_too_long = hit.span.len() > max_len;
        let end = hit.span.end.min(hit.span.start.saturating_add(max_len));
        let mut pieces = hit.pieces();
        for piece in &mut pieces {
            piece.start = piece.start.min(end) - hit.span.start;
            piece.end = piece.end.min(end) - hit.span.start;
        }
        if pieces[0].is_empty() {
            // The white space after a `URL:` alone is too long.
            let at = from + max_len as u64;
            let rejection = Rejection::undelimited(from, hit.delimiter, Reason::TooLong, at);
            return Self {
                span,
                event: OwnedEvent::Rejected(rejection),
                around: Surroundings::default(),
                is_too_long,
            };
        }
        let count = if pieces[1].is_empty() { 1 } else { 2 };
        let mut candidate = Candidate::from_parts(&CandidateParts {
            start: from,
            raw: &text[hit.span.start..end],
            delimiter: hit.delimiter,
            pieces: &pieces[..count],
            dropped: &[Dropped::At][..count - 1],
            implied: hit.implied(),
            quote_depth,
        });
        if hit.delimiter != Delimiter::Quote && !is_too_long {
            let joined = hit.at_sign.map(|_| candidate.url().to_vec());
            let url = joined.as_deref().unwrap_or(&text[hit.url.clone()]);
            guess_script(&mut candidate, url, hit.is_www, hit.around, finder);
        }
        Self {
            span,
            event: OwnedEvent::Candidate(candidate),
            around: hit.around,
            is_too_long,
        }
    }

    /// Returns a URL that has been followed over the lines of a text, which begins at `start`.
    pub(crate) fn wrapped(
        wrapped: &WrappedUrl,
        text: &[u8],
        start: u64,
        finder: &LineFinder,
    ) -> Self {
        let hit = &wrapped.hit;
        let on_line = &text[hit.url.clone()];
        let mut found = if wrapped.dropped.is_empty() && hit.lacks_host {
            return Self::rejected(start, NearHit::without_host(hit));
        } else if wrapped.dropped.is_empty() {
            Self::hit(text, start, hit, wrapped.depth(), finder)
        } else {
            Self::candidate(wrapped_candidate(wrapped, text, start), hit.around)
        };
        if let OwnedEvent::Candidate(candidate) = &mut found.event
            && !found.is_too_long
        {
            if let Some(likely) = &wrapped.likely {
                let likely = without_soft_hyphens(likely);
                candidate.add_guess(Repair::Wrapped, hit.with_implied(&likely));
            }
            if !wrapped.dropped.is_empty() && !hit.lacks_host {
                let on_line = without_soft_hyphens(on_line);
                candidate.add_guess(Repair::Cut, hit.with_implied(&on_line));
            }
        }
        found
    }
}

/// Adds the guess that a URL ends before a letter of a script without spaces.
pub(crate) fn guess_script(
    candidate: &mut Candidate,
    url: &[u8],
    is_www: bool,
    around: Surroundings,
    finder: &LineFinder,
) {
    if let Some(len) = ascii_before_unspaced(url)
        && let Some(len) = finder.end_of(&url[..len], is_www, around)
    {
        candidate.add_guess(Repair::Script, [implied(is_www), &url[..len]].concat());
    }
}

/// Returns a URL without soft hyphens, which are no part of it.
fn without_soft_hyphens(url: &[u8]) -> Vec<u8> {
    url.replace("\u{ad}", "")
}

fn wrapped_candidate(wrapped: &WrappedUrl, text: &[u8], start: u64) -> Candidate {
    let hit = &wrapped.hit;
    let from = hit.span.start;
    let end = wrapped.pieces.last().map_or(hit.span.end, |last| last.end);
    let pieces = wrapped.pieces.iter();
    let pieces: Vec<_> = pieces
        .map(|piece| piece.start - from..piece.end - from)
        .collect();
    Candidate::from_parts(&CandidateParts {
        start: start + from as u64,
        raw: &text[from..end],
        delimiter: hit.delimiter,
        pieces: &pieces,
        dropped: &wrapped.dropped,
        implied: hit.implied(),
        quote_depth: wrapped.depth(),
    })
}

/// Returns the start of the first candidate that overlaps the text from `start` on, directly or through a chain of
/// overlapping candidates; `start` if there is none.
pub(crate) fn first_dependent(found: &[Found], start: u64) -> u64 {
    let mut spans: Vec<_> = found.iter().map(|found| found.span).collect();
    spans.sort_unstable_by_key(|span| Reverse(span.end()));
    let mut first = start;
    for span in spans {
        if span.end() <= first {
            break;
        }
        first = first.min(span.start());
    }
    first
}
