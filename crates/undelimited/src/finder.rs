//! Decides between overlapping candidates of all kinds.

use std::{collections::VecDeque, fmt, mem};

use urlsift_scan::{
    Candidate, CandidateParts, CandidateWarning, Config, Delimiter, OwnedEvent, Scanner, Span,
};

use crate::{
    chars::without_last_soft_hyphen,
    found::{Found, guess_script},
    line::implied,
    line_scanner::LineScanner,
};

/// The kinds of candidates without angle brackets, those with the highest precedence first.
const BY_PRECEDENCE: [Delimiter; 3] = [Delimiter::Quote, Delimiter::Prefix, Delimiter::Bare];

/// A resumable state machine that finds URLs of all kinds: text in, in chunks of any size; events out, in the
/// order of their first bytes.
///
/// Each byte belongs to at most one candidate. Candidates in angle brackets take precedence, then those in quotation
/// marks, those after `URL:`, and bare ones; a weaker one ends where a stronger one begins. A candidate does not claim
/// its bytes if it is no URL, if it is [spaced](Candidate::spaced) and contains a second `://`, or if it was rejected.
///
/// In addition to what a [`Scanner`] and a [`LineScanner`] retain, the finder holds the candidates that begin after
/// the first undecided byte.
pub struct Finder {
    scanner: Scanner,
    /// Finds URLs without angle brackets, if they are wanted.
    lines: Option<LineScanner>,
    is_url: fn(&Candidate) -> bool,
    /// Events of the scanner that are not decided yet.
    delimited: VecDeque<OwnedEvent>,
    /// The span of the last candidate in angle brackets that claims its bytes.
    last_claim: Option<Span>,
    decided: VecDeque<OwnedEvent>,
    /// The number of bytes that the scanner has consumed.
    offset: u64,
    /// Buffers that are reused.
    found: Vec<Found>,
    claims: Vec<Span>,
    is_kept: Vec<bool>,
}

impl Finder {
    /// Creates a finder at the start of a text. Without [`Config::undelimited`], it finds what a [`Scanner`] does.
    /// `is_url` returns whether a candidate is a URL by any standard.
    #[must_use]
    pub fn new(config: Config, is_url: fn(&Candidate) -> bool) -> Self {
        Self {
            scanner: Scanner::new(config.clone()),
            lines: config.wants_undelimited().then(|| LineScanner::new(config)),
            is_url,
            delimited: VecDeque::new(),
            last_claim: None,
            decided: VecDeque::new(),
            offset: 0,
            found: Vec::new(),
            claims: Vec::new(),
            is_kept: Vec::new(),
        }
    }

    /// Scans the next bytes of the text. Then [`pop`](Self::pop) returns the events that are decided.
    pub fn push(&mut self, input: &[u8]) {
        self.push_from(input, 0, 0);
    }

    /// Scans the next bytes of the text as [`push`](Self::push) does, if it is known that the first
    /// [trigger](crate::Triggers::find) in the input is at the index `first_trigger` or later, and the first `<` after
    /// which a [candidate opens](Scanner::prefilter) at the index `first_opener` or later.
    pub fn push_from(&mut self, input: &[u8], first_trigger: usize, first_opener: usize) {
        let mut rest = input;
        if self.scanner.undecided().is_none() {
            let closed;
            (closed, rest) = input.split_at(first_opener.min(input.len()));
            self.scanner.pass(closed);
        }
        while !rest.is_empty() {
            let (event, used) = self.scanner.step(rest);
            self.delimited.extend(event.map(OwnedEvent::from));
            rest = &rest[used..];
        }
        self.offset += input.len() as u64;
        if let Some(lines) = &mut self.lines {
            lines.push_with_trigger(input, first_trigger);
        }
        self.settle(self.undecided());
    }

    /// Sets whether the next text is decoded HTML, in which `&gt;` is text like any other. At first it is not.
    pub fn set_html(&mut self, is_html: bool) {
        if let Some(lines) = &mut self.lines {
            lines.set_html(is_html);
        }
    }

    /// Ends the text. Then [`pop`](Self::pop) returns the remaining events. The finder is ready for another
    /// text, whose first byte has offset 0.
    pub fn finish(&mut self) {
        let event = self.scanner.finish();
        self.delimited.extend(event.map(OwnedEvent::from));
        if let Some(lines) = &mut self.lines {
            lines.finish();
        }
        self.settle(u64::MAX);
        self.offset = 0;
        self.last_claim = None;
    }

    /// Ends the text and discards what is not decided. The finder is ready for another text, whose first byte
    /// has offset 0.
    pub fn reset(&mut self) {
        self.scanner.reset();
        if let Some(lines) = &mut self.lines {
            lines.reset();
        }
        self.delimited.clear();
        self.decided.clear();
        self.offset = 0;
        self.last_claim = None;
    }

    /// Returns the next event that is decided.
    pub fn pop(&mut self) -> Option<OwnedEvent> {
        self.decided.pop_front()
    }

    /// Returns the offset before which no event begins that is not decided.
    #[must_use]
    pub fn undecided(&self) -> u64 {
        let delimited = self.scanner.undecided().unwrap_or(self.offset);
        let lines = self.lines.as_ref();
        lines.map_or(delimited, |lines| delimited.min(lines.undecided()))
    }

    /// Returns the offset of the next byte.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Decides the events that begin before an offset. None of them overlaps a candidate that is still to be found,
    /// except the last candidate in angle brackets.
    fn settle(&mut self, end: u64) {
        if let Some(lines) = &mut self.lines {
            lines.take_before(end, &mut self.found);
        }
        let count = self
            .delimited
            .partition_point(|event| span(event).start() < end);
        if self.found.is_empty() {
            // The usual case between lines with URLs.
            for event in self.delimited.drain(..count) {
                if let Some(claim) = claim(&event, self.is_url) {
                    self.last_claim = Some(claim);
                }
                self.decided.push_back(event);
            }
            return;
        }
        if count == 0 && self.are_bare() {
            let claim = self.last_claim.as_slice();
            for found in self.found.drain(..) {
                if !overlaps(claim, found.span) {
                    self.decided.push_back(found.into_event());
                }
            }
            return;
        }
        let mut found = mem::take(&mut self.found);
        let mut is_kept = mem::take(&mut self.is_kept);
        self.decide(&mut found, &mut is_kept, count);
        let mut delimited = self.delimited.drain(..count).peekable();
        for (found, is_kept) in found.drain(..).zip(is_kept.drain(..)) {
            while let Some(event) =
                delimited.next_if(|event| span(event).start() <= found.span.start())
            {
                self.decided.push_back(event);
            }
            if is_kept {
                self.decided.push_back(found.into_event());
            }
        }
        self.decided.extend(delimited);
        (self.found, self.is_kept) = (found, is_kept);
    }

    /// Returns whether all that was found is bare, in order, and does not overlap.
    fn are_bare(&self) -> bool {
        let is_bare = |found: &Found| delimiter(&found.event) == Delimiter::Bare;
        let is_before = |first: &Found, second: &Found| first.span.end() <= second.span.start();
        self.found.iter().all(is_bare) && self.found.is_sorted_by(is_before)
    }

    /// Sorts candidates, and decides which are kept, given the first `count` of those in angle brackets.
    fn decide(&mut self, found: &mut [Found], is_kept: &mut Vec<bool>, count: usize) {
        let claims = &mut self.claims;
        claims.clear();
        claims.extend(self.last_claim);
        let delimited = self.delimited.iter().take(count);
        claims.extend(delimited.filter_map(|event| claim(event, self.is_url)));
        self.last_claim = claims.last().copied();
        is_kept.resize(found.len(), true);
        found.sort_by_key(|found| found.span.start());
        for kind in BY_PRECEDENCE {
            let earlier = claims.len();
            let mut last: Option<Span> = None;
            for (found, is_kept) in found.iter_mut().zip(&mut *is_kept) {
                if delimiter(&found.event) != kind {
                    continue;
                }
                let is_after_last = last.is_none_or(|last| last.end() <= found.span.start());
                *is_kept = is_after_last
                    && match first_overlap(&claims[..earlier], found.span) {
                        None => true,
                        Some(claim) => {
                            let lines = self.lines.as_ref();
                            let shorter = lines.and_then(|lines| cut(lines, found, claim.start()));
                            shorter.map(|shorter| *found = shorter).is_some()
                        }
                    };
                if *is_kept
                    && !found.is_too_long
                    && let Some(claim) = claim(&found.event, self.is_url)
                {
                    last = Some(claim);
                    claims.push(claim);
                }
            }
            if claims.len() > earlier {
                claims.sort_by_key(|claim| claim.start());
            }
        }
    }
}

/// Returns what is left of the first line of a URL before an offset at which a stronger kind begins; `None` if that is
/// no URL. A quotation is never cut. What is left can still be too long.
fn cut(lines: &LineScanner, found: &Found, end: u64) -> Option<Found> {
    let OwnedEvent::Candidate(candidate) = &found.event else {
        return None;
    };
    let &[piece, ..] = candidate.pieces() else {
        return None;
    };
    if candidate.delimiter() == Delimiter::Quote || end <= piece.start() {
        return None;
    }
    let start = candidate.span().start();
    if found.is_too_long && candidate.span().end() < end {
        let span = Span::new(start, end);
        return Some(Found {
            span,
            ..found.clone()
        });
    }
    let first = (piece.start() - start) as usize;
    let raw = &candidate.raw()[..(candidate.span().end().min(end) - start) as usize];
    let line = memchr::memchr(b'\n', raw)
        .map_or(raw, |line_end| without_last_soft_hyphen(&raw[..line_end]));
    let is_www = !line[first..].starts_with(candidate.url().get(..1)?);
    let len = lines
        .finder()
        .end_of(&line[first..], is_www, found.around)?;
    let url = first..first + len;
    let mut cut = Candidate::from_parts(&CandidateParts {
        start,
        raw: &candidate.raw()[..url.end],
        delimiter: candidate.delimiter(),
        pieces: std::slice::from_ref(&url),
        dropped: &[],
        implied: implied(is_www),
        quote_depth: candidate.quote_depth(),
    });
    guess_script(&mut cut, &line[url], is_www, found.around, lines.finder());
    Some(Found::candidate(cut, found.around))
}

impl fmt::Debug for Finder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Finder")
            .field("scanner", &self.scanner)
            .field("lines", &self.lines)
            .finish_non_exhaustive()
    }
}

/// Returns the span of an event. For a rejected candidate, it ends where the candidate was rejected.
fn span(event: &OwnedEvent) -> Span {
    match event {
        OwnedEvent::Candidate(candidate) => candidate.span(),
        OwnedEvent::Rejected(rejected) => Span::new(rejected.start, rejected.at),
    }
}

fn delimiter(event: &OwnedEvent) -> Delimiter {
    match event {
        OwnedEvent::Candidate(candidate) => candidate.delimiter(),
        OwnedEvent::Rejected(rejected) => rejected.delimiter,
    }
}

/// Returns the span of an event that claims its bytes: no kind with lower precedence is found in them.
fn claim(event: &OwnedEvent, is_url: fn(&Candidate) -> bool) -> Option<Span> {
    match event {
        OwnedEvent::Candidate(candidate) if !joins_several(candidate) && is_url(candidate) => {
            Some(candidate.span())
        }
        _ => None,
    }
}

/// Returns whether a candidate seems to join several URLs that spaces separate.
fn joins_several(candidate: &Candidate) -> bool {
    let separators = || memchr::memmem::find_iter(candidate.url(), "://");
    candidate.warnings().contains(CandidateWarning::Spaced) && separators().nth(1).is_some()
}

/// Returns whether a span overlaps one of several, which are in order and do not overlap each other.
fn overlaps(claims: &[Span], span: Span) -> bool {
    first_overlap(claims, span).is_some()
}

/// Returns the first of several spans, which are in order and do not overlap each other, that overlaps a span.
fn first_overlap(claims: &[Span], span: Span) -> Option<Span> {
    let first = claims.partition_point(|claim| claim.end() <= span.start());
    let first = claims.get(first).copied();
    first.filter(|claim| claim.start() < span.end())
}
