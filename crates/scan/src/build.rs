//! Makes candidates of hits.

use crate::{
    candidate::{Candidate, Delimiter, Dropped, Reason, Rejection, Repair, Span},
    hits::{Hit, pieces_of},
    line::LineFinder,
    piece::Piece,
    search::Rules,
    substring,
    text::class,
    typeset::without_ligatures,
};

/// What a [`Scanner`](crate::Scanner) finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A candidate.
    Candidate(Candidate),
    /// A candidate that was opened and rejected.
    Rejected(Rejection),
}

impl Event {
    /// Returns the span of the event. For a rejected candidate, it ends where the candidate was rejected.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Candidate(candidate) => candidate.span(),
            Self::Rejected(rejected) => Span::new(rejected.start, rejected.at),
        }
    }
}

/// Makes events of hits, one after another. The buffers of the last candidate are reused.
#[derive(Debug)]
pub(crate) struct Builder {
    candidate: Event,
    rejected: Event,
    pieces: Vec<Piece>,
}

impl Builder {
    pub(crate) fn new() -> Self {
        let rejected = Rejection::undelimited(0, Delimiter::Bare, Reason::TooLong, 0);
        Self {
            candidate: Event::Candidate(Candidate::empty()),
            rejected: Event::Rejected(rejected),
            pieces: Vec::new(),
        }
    }

    /// Returns the event of a hit in a text that begins at the offset `start`. `pieces` are those of all hits.
    pub(crate) fn event(
        &mut self,
        hit: &Hit,
        pieces: &[Piece],
        text: &[u8],
        start: u64,
        rules: &Rules,
    ) -> &Event {
        let is_rejected = hit.reason.is_some() || hit.is_too_long;
        if !is_rejected && let Event::Candidate(candidate) = &mut self.candidate {
            build(hit, pieces, text, start, &mut self.pieces, candidate);
            if !hit.delimiter.is_delimited()
                && let Some(finder) = rules.finder()
            {
                guess(hit, pieces, text, finder, candidate);
            }
            return &self.candidate;
        }
        let end = if hit.is_too_long {
            hit.span.start + rules.config.max_len
        } else {
            hit.span.end
        };
        self.rejected = Event::Rejected(Rejection::undelimited(
            start + hit.span.start as u64,
            hit.delimiter,
            hit.reason.unwrap_or(Reason::TooLong),
            start + end as u64,
        ));
        &self.rejected
    }
}

/// Sets a candidate to a hit, without its guesses. `own` is a buffer.
fn build(
    hit: &Hit,
    pieces: &[Piece],
    text: &[u8],
    start: u64,
    own: &mut Vec<Piece>,
    candidate: &mut Candidate,
) {
    candidate.delimiter = hit.delimiter;
    candidate.quote_depth = hit.quote_depth;
    candidate.warnings = hit.warnings;
    candidate.is_stump = hit.is_stump;
    candidate.guesses.clear();
    candidate.joined.clear();
    candidate.joins.clear();
    candidate.pieces.clear();
    let raw = &text[hit.span.clone()];
    candidate.set_raw(start + hit.span.start as u64, raw);
    let own = if hit.delimiter.is_delimited() {
        &pieces[hit.pieces.clone()]
    } else {
        pieces_of(hit, pieces, text, own);
        &own[..]
    };
    let implied = hit.implied();
    let is_typeset = is_typeset(hit, own, text);
    let is_joined = own.len() > 1 || !implied.is_empty() || is_typeset;
    candidate.joined.extend_from_slice(implied);
    candidate.breaks = 0;
    let mut end = hit.span.start;
    for Piece {
        range,
        dropped,
        sign,
    } in own
    {
        // No piece has a line break.
        let gap = &text[end..range.start];
        candidate.breaks += breaks(gap);
        end = range.end;
        if is_joined {
            if !candidate.pieces.is_empty() {
                candidate.push_join(*dropped, *sign, gap);
            }
            let written = &text[range.clone()];
            let letters = is_typeset.then(|| without_ligatures(written)).flatten();
            candidate
                .joined
                .extend_from_slice(letters.as_deref().unwrap_or(written));
        }
        let piece = Span::new(start + range.start as u64, start + range.end as u64);
        candidate.pieces.push(piece);
    }
    candidate.breaks += breaks(&text[end..hit.span.end]);
}

/// Returns whether a URL without angle brackets has ligatures, and is ASCII otherwise.
fn is_typeset(hit: &Hit, pieces: &[Piece], text: &[u8]) -> bool {
    let mut parts = pieces.iter().map(|piece| &text[piece.range.clone()]);
    let is_ascii_without = |part: &[u8]| {
        part.is_ascii() || without_ligatures(part).is_some_and(|letters| letters.is_ascii())
    };
    !hit.delimiter.is_delimited()
        && !text[hit.span.clone()].is_ascii()
        && !parts.clone().all(<[u8]>::is_ascii)
        && parts.all(is_ascii_without)
}

/// Returns the number of line breaks in the bytes around a piece, which are hardly ever more than one angle bracket.
fn breaks(gap: &[u8]) -> usize {
    match gap {
        [] | [b'<' | b'>'] => 0,
        _ => class::count_lf(gap),
    }
}

/// Adds what a URL without angle brackets may be besides.
fn guess(hit: &Hit, pieces: &[Piece], text: &[u8], finder: &LineFinder, candidate: &mut Candidate) {
    if hit.delimiter == Delimiter::Quote {
        return;
    }
    let own = &pieces[hit.pieces.clone()];
    let is_wrapped = own.iter().any(|piece| piece.dropped.has_line_break());
    let with_implied = |url: &[u8]| [hit.implied(), url].concat();
    // Soft hyphens are no part of a URL.
    let without_soft_hyphens = |url: &[u8]| substring::replace(url, "\u{ad}".as_bytes(), b"");
    let without_escapes = |url: &[u8]| substring::replace(&without_soft_hyphens(url), br"\-", b"-");
    let on_line = &text[hit.url.clone()];
    if is_wrapped && !hit.lacks_host {
        let on_line = without_escapes(on_line);
        candidate.add_guess(Repair::Cut, with_implied(&on_line));
    }
    if let Some((repair, end)) = hit.other {
        let other = &text[hit.url.start..end];
        let other = match repair {
            Repair::Escaped => substring::replace(other, br"\/", b"/"),
            _ => without_soft_hyphens(other),
        };
        candidate.add_guess(repair, with_implied(&other));
    } else if !is_wrapped && !on_line.is_ascii() {
        let url = if own.is_empty() {
            on_line.to_vec()
        } else {
            // With the at-sign that was restored.
            candidate.url().to_vec()
        };
        if let Some(len) = finder.end_before_unspaced(&url, hit) {
            candidate.add_guess(Repair::Script, with_implied(&url[..len]));
        }
    }
    if let Some((end, token)) = hit.likely.as_deref() {
        let mut own = own.to_vec();
        match own.last_mut() {
            Some(last) => last.range.end = *end,
            None => own.push(Piece::new(hit.url.start..*end, Dropped::NOTHING)),
        }
        let ranges = own.into_iter().map(|piece| piece.range);
        let parts = ranges.chain([token.clone()]).map(|range| &text[range]);
        let likely = without_escapes(&parts.collect::<Vec<_>>().concat());
        candidate.add_guess(Repair::Wrapped, with_implied(&likely));
    }
}
