//! The scanner of lines: searches for lines that may hold a URL, and buffers the unfinished last one.

use std::{cmp::Reverse, mem, ops::Range};

use memchr::{memchr, memrchr};
use urlsift_scan::{
    Candidate, CandidateParts, Config, Delimiter, LinePrefix, OwnedEvent, Reason, Rejection, Span,
};

use crate::{
    chars::has_word,
    end::Surroundings,
    line::{Hit, LineFinder, LineHits, NearHit, OpenQuote},
    quote::QuoteEnd,
    trigger::Triggers,
};

/// The minimum length in bytes of a line that is scanned in windows.
const MIN_WINDOW: usize = 64 << 10;

/// The number of bytes before a cut in which a blank is searched for, so that the next window begins after the blank.
const MAX_BACKTRACK: usize = 256;

/// A URL without angle brackets, and the span that it covers.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) span: Span,
    pub(crate) event: OwnedEvent,
    /// What surrounds the URL, if it may be cut.
    pub(crate) around: Surroundings,
}

/// A resumable state machine that finds the URLs without angle brackets: text in, in chunks of any size;
/// candidates of the kinds [`Prefix`](Delimiter::Prefix), [`Quote`](Delimiter::Quote) and
/// [`Bare`](Delimiter::Bare) out.
///
/// Candidates of different kinds may overlap; a [`Finder`](crate::Finder) decides between them. Lines that are
/// complete in a chunk are not copied. The scanner buffers an unfinished line, at most 64 KiB or four times the
/// maximum length of a candidate; of a longer line, overlapping windows of this length are scanned.
#[derive(Debug)]
pub struct LineScanner {
    max_len: usize,
    window_len: usize,
    /// Finds what a line with a URL contains.
    triggers: Triggers,
    finder: LineFinder,
    /// The unfinished line, or the unfinished window of a long one.
    line: Vec<u8>,
    /// The offset of the first byte of `line`; if it is empty, that of the next byte.
    start: u64,
    /// Whether bytes of the current line have been scanned.
    is_in_long_line: bool,
    /// The quote marks of the current line, if it is long.
    prefix: Option<LinePrefix>,
    pending: Option<Pending>,
    found: Vec<Found>,
    /// A buffer that is reused.
    hits: LineHits,
}

/// Quotations that the line before the current one opens.
#[derive(Debug)]
struct Pending {
    /// The line from the first mark on, with its line break.
    text: Vec<u8>,
    /// The length of the text without the line break.
    content: usize,
    /// The offset of the text.
    start: u64,
    /// The quotations, by indices into the text.
    open: Vec<OpenQuote>,
    prefix: LinePrefix,
    /// The offset of the first candidate that depends on the quotations.
    undecided: u64,
}

impl LineScanner {
    /// Creates a scanner at the start of a text.
    #[must_use]
    pub fn new(config: Config) -> Self {
        let max_len = config.length_limit();
        Self {
            max_len,
            window_len: max_len.saturating_mul(4).max(MIN_WINDOW),
            triggers: Triggers::new(&config),
            finder: LineFinder::new(config),
            line: Vec::new(),
            start: 0,
            is_in_long_line: false,
            prefix: None,
            pending: None,
            found: Vec::new(),
            hits: LineHits::default(),
        }
    }

    /// Sets whether the next text is decoded HTML, in which `&gt;` is text like any other. At first it is not.
    pub const fn set_html(&mut self, is_html: bool) {
        self.finder.is_html = is_html;
    }

    /// Scans the next bytes of the text.
    pub fn push(&mut self, input: &[u8]) {
        let mut rest = input;
        while !rest.is_empty() {
            rest = if self.line.is_empty() && !self.is_in_long_line {
                self.push_lines(rest)
            } else {
                self.push_to_line(rest)
            };
        }
    }

    /// Ends the text. After the remaining candidates have been [taken](Self::take), the scanner is ready for another
    /// text, whose first byte has offset 0.
    pub fn finish(&mut self) {
        if !self.line.is_empty() {
            self.end_line();
        }
        self.start_text();
    }

    /// Ends the text and discards what was found. The scanner is then ready for another text, whose first byte
    /// has offset 0.
    pub fn reset(&mut self) {
        self.start_text();
        self.found.clear();
    }

    fn start_text(&mut self) {
        self.line.clear();
        self.start = 0;
        self.is_in_long_line = false;
        self.prefix = None;
        self.pending = None;
    }

    /// Returns an offset that separates the candidates found so far from later ones: no later candidate begins before
    /// it, nor overlaps a candidate that begins before it.
    #[must_use]
    pub fn undecided(&self) -> u64 {
        let pending = self.pending.as_ref().map(|pending| pending.undecided);
        pending.unwrap_or(self.start)
    }

    /// Takes the candidates, and the candidates rejected for their length, in no particular order.
    pub fn take(&mut self) -> impl Iterator<Item = OwnedEvent> {
        self.found.drain(..).map(|found| found.event)
    }

    /// Moves the candidates that begin before an offset to `into`.
    pub(crate) fn take_before(&mut self, offset: u64, into: &mut Vec<Found>) {
        into.extend(
            self.found
                .extract_if(.., |found| found.span.start() < offset),
        );
    }

    /// Scans the complete lines at the start of the input, or begins to buffer an unfinished one. Returns the rest of
    /// the input.
    fn push_lines<'i>(&mut self, input: &'i [u8]) -> &'i [u8] {
        let Some(last) = memrchr(b'\n', input) else {
            return self.push_to_line(input);
        };
        let (lines, rest) = input.split_at(last + 1);
        let start = self.start;
        let mut at = 0;
        while at < lines.len() {
            let line = if self.pending.is_some() {
                at..line_end(lines, at)
            } else {
                let Some(trigger) = self.triggers.find(&lines[at..]) else {
                    break;
                };
                let before = &lines[at..at + trigger];
                let from = memrchr(b'\n', before).map_or(at, |line_break| at + line_break + 1);
                from..line_end(lines, at + trigger)
            };
            at = line.end + 1;
            self.start = start + line.start as u64;
            self.scan_line(&lines[line], true);
            self.is_in_long_line = false;
        }
        self.start = start + lines.len() as u64;
        rest
    }

    /// Adds the input to the unfinished line, up to its end or until a window is full. Returns the rest of the
    /// input.
    fn push_to_line<'i>(&mut self, input: &'i [u8]) -> &'i [u8] {
        let room = self.window_len - self.line.len();
        let near = &input[..input.len().min(room.saturating_add(1))];
        if let Some(end) = memchr(b'\n', near) {
            self.line.extend_from_slice(&near[..end]);
            self.end_line();
            return &input[end + 1..];
        }
        let len = near.len().min(room);
        self.line.extend_from_slice(&near[..len]);
        if near.len() > room {
            let line = mem::take(&mut self.line);
            let next = self.scan_window(&line, false, false);
            self.line = line;
            self.line.drain(..next);
        }
        &input[len..]
    }

    /// Scans the buffered line, which has ended.
    fn end_line(&mut self) {
        let mut line = mem::take(&mut self.line);
        self.scan_line(&line, false);
        self.start += 1;
        self.is_in_long_line = false;
        line.clear();
        self.line = line;
    }

    /// Scans the rest of a line, without its LF. `is_examined` says that it may hold a URL, or closes a quotation.
    fn scan_line(&mut self, line: &[u8], is_examined: bool) {
        let mut rest = line;
        while rest.len() > self.window_len {
            let next = self.scan_window(&rest[..self.window_len], false, false);
            rest = &rest[next..];
        }
        self.scan_window(rest, true, is_examined);
    }

    /// Scans a line, or a window of it, that begins at `start`. Returns where the next window begins.
    fn scan_window(&mut self, window: &[u8], ends_line: bool, is_examined: bool) -> usize {
        let mut quotes_from = 0;
        let first_found = self.found.len();
        let start = self.start;
        let mut prefix = None;
        if self.is_in_long_line {
            prefix = self.prefix.take();
        } else {
            if let Some(pending) = self.pending.take() {
                quotes_from = self.close_quote(&pending, window);
            }
            if !ends_line {
                prefix = Some(LinePrefix::of(window));
            }
        }
        let cut = if ends_line {
            window.len()
        } else {
            window_cut(window, self.max_len)
        };
        let mut next = cut;
        if is_examined || self.may_hold_url(window) {
            let text = match window.strip_suffix(b"\r") {
                Some(text) if ends_line => text,
                _ => window,
            };
            let mut found = mem::take(&mut self.hits);
            self.finder.find(text, quotes_from, ends_line, &mut found);
            if !found.is_empty() {
                let prefix = prefix.get_or_insert_with(|| LinePrefix::of(window));
                for hit in found.hits.drain(..).filter(|hit| hit.span.start < cut) {
                    next = next.max(hit.span.end);
                    self.found.push(self.found_at(window, start, &hit, prefix));
                }
                let near = found.near.drain(..).filter(|near| near.start < cut);
                self.found.extend(near.map(|near| rejected(start, near)));
                if let Some(first) = found.open.first() {
                    self.pending = Some(self.pending(
                        window,
                        first.start,
                        mem::take(&mut found.open),
                        prefix,
                        first_found,
                    ));
                }
            }
            found.clear();
            self.hits = found;
        }
        self.prefix = prefix;
        self.is_in_long_line = true;
        self.start += next as u64;
        next
    }

    /// Returns the length of the bare URL at the start of `url` if the text ends after `len` bytes; `None` if nothing
    /// of it is a URL.
    pub(crate) fn shorter(
        &self,
        url: &[u8],
        is_www: bool,
        around: Surroundings,
        len: usize,
    ) -> Option<usize> {
        self.finder.shorter(url, is_www, around, len)
    }

    /// Returns whether a line, or a window of one, may hold a URL. What follows it is not known.
    fn may_hold_url(&self, window: &[u8]) -> bool {
        matches!(window, [.., b':'] | [.., b':', b'/']) || self.triggers.find(window).is_some()
    }

    /// Returns a hit, or its rejection if it is too long.
    fn found_at(&self, text: &[u8], start: u64, hit: &Hit, prefix: &LinePrefix) -> Found {
        let from = start + hit.span.start as u64;
        let span = Span::new(from, start + hit.span.end as u64);
        let inside =
            |range: &Range<usize>| range.start - hit.span.start..range.end - hit.span.start;
        let event = if hit.span.len() > self.max_len {
            let at = from + self.max_len as u64;
            OwnedEvent::Rejected(Rejection::undelimited(
                from,
                hit.delimiter,
                Reason::TooLong,
                at,
            ))
        } else {
            OwnedEvent::Candidate(Candidate::from_parts(&CandidateParts {
                start: from,
                raw: &text[hit.span.clone()],
                delimiter: hit.delimiter,
                first: inside(&hit.url),
                next: None,
                implied: if hit.is_www { b"http://" } else { b"" },
                quote_depth: prefix.depth(),
            }))
        };
        Found {
            span,
            event,
            around: hit.around,
        }
    }

    /// Returns the state for the next line, which may close a quotation.
    fn pending(
        &self,
        line: &[u8],
        first: usize,
        mut open: Vec<OpenQuote>,
        prefix: &LinePrefix,
        first_found: usize,
    ) -> Pending {
        for quote in &mut open {
            quote.start -= first;
            quote.url -= first;
            quote.after_colon -= first;
        }
        let start = self.start + first as u64;
        let mut text = line[first..].to_vec();
        text.push(b'\n');
        Pending {
            content: line.strip_suffix(b"\r").unwrap_or(line).len() - first,
            text,
            start,
            open,
            prefix: prefix.clone(),
            undecided: first_dependent(&self.found[first_found..], start),
        }
    }

    /// Finds the quotation that a line closes. Returns the index after its closing mark, or 0.
    fn close_quote(&mut self, pending: &Pending, line: &[u8]) -> usize {
        let dropped = pending
            .prefix
            .dropped_from(&line[..line.len().min(self.max_len)]);
        let rest = &line[dropped..];
        for quote in &pending.open {
            let before = pending.text.len() - quote.start + dropped;
            let near = self.max_len.saturating_sub(before).min(rest.len());
            let QuoteEnd::Closed(len, mark) = quote.mark.find_close(&rest[..near]) else {
                continue;
            };
            let end = dropped + len;
            let raw = [&pending.text[quote.start..], &line[..end + mark]].concat();
            let first = quote.url - quote.start..pending.content - quote.start;
            let line_at = pending.text.len() - quote.start;
            let next = line_at + dropped..line_at + end;
            if !has_word(&raw[quote.after_colon - quote.start..first.end])
                && !has_word(&raw[next.clone()])
            {
                continue;
            }
            let start = pending.start + quote.start as u64;
            let candidate = Candidate::from_parts(&CandidateParts {
                start,
                raw: &raw,
                delimiter: Delimiter::Quote,
                first,
                next: (!next.is_empty()).then_some((next, dropped > 0)),
                implied: b"",
                quote_depth: pending.prefix.depth(),
            });
            self.found.push(Found {
                span: candidate.span(),
                event: OwnedEvent::Candidate(candidate),
                around: Surroundings::default(),
            });
            return end + mark;
        }
        0
    }
}

/// Returns the rejection of what was nearly a URL in a line that begins at `start`.
fn rejected(start: u64, near: NearHit) -> Found {
    let (from, at) = (start + near.start as u64, start + near.at as u64);
    let rejection = Rejection::undelimited(from, Delimiter::Bare, near.reason, at);
    Found {
        span: Span::new(from, at),
        event: OwnedEvent::Rejected(rejection),
        around: Surroundings::default(),
    }
}

/// Returns the start of the first candidate that overlaps the text from `start` on, directly or through a chain of
/// overlapping candidates; `start` if there is none.
fn first_dependent(found: &[Found], start: u64) -> u64 {
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

/// Returns the index of the LF that ends the line that contains the index `at`, or the length if there is none.
fn line_end(lines: &[u8], at: usize) -> usize {
    memchr(b'\n', &lines[at..]).map_or(lines.len(), |len| at + len)
}

/// Returns the index in a full window at which the next window begins, unless a URL extends beyond it. The index is
/// after a blank, if there is one in the last [`MAX_BACKTRACK`] bytes, and never within a character.
fn window_cut(window: &[u8], max_len: usize) -> usize {
    let cut = window.len() - 2 * max_len;
    let before = &window[cut - MAX_BACKTRACK.min(cut)..cut];
    if let Some(blank) = before.iter().rposition(u8::is_ascii_whitespace) {
        return cut - before.len() + blank + 1;
    }
    let inside = window[..=cut].iter().rev().take(3);
    cut - inside.take_while(|&&byte| byte & 0xc0 == 0x80).count()
}
