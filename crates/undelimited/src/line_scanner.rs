//! The scanner of lines: searches for lines that may hold a URL, and buffers the unfinished last one.

use std::{cmp::Reverse, mem, ops::Range};

use memchr::{memchr, memrchr};
use urlsift_scan::{
    Candidate, CandidateParts, Config, Delimiter, Dropped, LinePrefix, OwnedEvent, Reason,
    Rejection, Repair, Span,
};

use crate::{
    chars::ascii_before_unspaced,
    join::WrappedUrl,
    line::{Hit, LineFinder, LineHits, NearHit, OpenQuote, has_word},
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
    /// Whether URLs go on after a line break.
    rejoins: bool,
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
    held: Option<HeldUrl>,
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

/// A URL at the end of a line that may go on in lines that have not arrived.
#[derive(Debug)]
struct HeldUrl {
    wrapped: WrappedUrl,
    /// The line of the URL and those after it, with their line breaks.
    text: Vec<u8>,
    /// The offset of the text.
    start: u64,
    /// The offset of the first candidate that depends on the URL.
    undecided: u64,
}

impl HeldUrl {
    fn new(wrapped: WrappedUrl, line: &[u8], start: u64, undecided: u64) -> Self {
        Self {
            wrapped,
            text: [line, b"\n"].concat(),
            start,
            undecided,
        }
    }

    /// Adds the next line. Of a long one, as much as shows that it is long.
    fn push(&mut self, line: &[u8], max_len: usize) {
        self.text
            .extend_from_slice(&line[..line.len().min(max_len + 1)]);
        self.text.push(b'\n');
    }
}

impl LineScanner {
    /// Creates a scanner at the start of a text.
    #[must_use]
    pub fn new(config: Config) -> Self {
        let max_len = config.length_limit();
        Self {
            max_len,
            window_len: max_len.saturating_mul(4).max(MIN_WINDOW),
            rejoins: config.wants_rejoining(),
            triggers: Triggers::new(&config),
            finder: LineFinder::new(config),
            line: Vec::new(),
            start: 0,
            is_in_long_line: false,
            prefix: None,
            pending: None,
            held: None,
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
        if let Some(held) = self.held.take() {
            self.decide(held, true);
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
        self.held = None;
    }

    /// Returns an offset that separates the candidates found so far from later ones: no later candidate begins before
    /// it, nor overlaps a candidate that begins before it.
    #[must_use]
    pub fn undecided(&self) -> u64 {
        let pending = self.pending.as_ref().map(|pending| pending.undecided);
        let held = self.held.as_ref().map(|held| held.undecided);
        pending.into_iter().chain(held).min().unwrap_or(self.start)
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
            let line = if self.pending.is_some() || self.held.is_some() {
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
            self.scan_line(&lines[line.clone()], true, &lines[line.start..]);
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
            let next = self.scan_window(&line, false, false, &[]);
            self.line = line;
            self.line.drain(..next);
        }
        &input[len..]
    }

    /// Scans the buffered line, which has ended.
    fn end_line(&mut self) {
        let mut line = mem::take(&mut self.line);
        self.scan_line(&line, false, &[]);
        self.start += 1;
        self.is_in_long_line = false;
        line.clear();
        self.line = line;
    }

    /// Scans the rest of a line, without its LF. `is_examined` says that it may hold a URL, or closes a quotation. `lines`
    /// are this line and those after it, as far as they are complete and in memory.
    fn scan_line(&mut self, line: &[u8], is_examined: bool, lines: &[u8]) {
        let mut rest = line;
        while rest.len() > self.window_len {
            let next = self.scan_window(&rest[..self.window_len], false, false, &[]);
            rest = &rest[next..];
        }
        self.scan_window(rest, true, is_examined, lines);
    }

    /// Scans a line, or a window of it, that begins at `start`. Returns where the next window begins.
    fn scan_window(
        &mut self,
        window: &[u8],
        ends_line: bool,
        is_examined: bool,
        lines: &[u8],
    ) -> usize {
        let mut quotes_from = 0;
        let first_found = self.found.len();
        let start = self.start;
        let mut prefix = None;
        let is_whole = ends_line && !self.is_in_long_line;
        if self.is_in_long_line {
            prefix = self.prefix.take();
        } else {
            if let Some(mut held) = self.held.take() {
                held.push(window, self.max_len);
                self.decide(held, false);
            }
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
                    let may_wrap = is_whole && hit.delimiter != Delimiter::Quote;
                    if !(may_wrap && self.follow(&hit, window, lines, prefix.depth(), first_found))
                    {
                        self.found
                            .push(self.found_at(window, start, &hit, prefix.depth()));
                    }
                }
                for near in found.near.drain(..).filter(|near| near.start < cut) {
                    let hit = Hit::bare(near.start..near.at);
                    let may_wrap = is_whole && near.reason == Reason::Host;
                    if !(may_wrap && self.follow(&hit, window, lines, prefix.depth(), first_found))
                    {
                        self.found.push(rejected(start, near));
                    }
                }
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

    /// Returns the rules by which a URL ends.
    pub(crate) const fn finder(&self) -> &LineFinder {
        &self.finder
    }

    /// Follows a URL from the end of a line, which begins at `start`, over the next lines, or holds it until these have
    /// arrived. Returns whether it does, so that the URL need not be added to what was found.
    fn follow(
        &mut self,
        hit: &Hit,
        line: &[u8],
        lines: &[u8],
        quote_depth: usize,
        first_found: usize,
    ) -> bool {
        if !self.rejoins || self.held.is_some() {
            return false;
        }
        let Some(mut wrapped) = WrappedUrl::at_end_of(line, hit, quote_depth) else {
            return false;
        };
        let lines = if lines.is_empty() { line } else { lines };
        if wrapped.follow(lines, false, &self.finder) {
            let found = self.wrapped_at(&wrapped, lines, self.start);
            self.found.push(found);
        } else if let Some(wrapped) = WrappedUrl::at_end_of(line, hit, quote_depth) {
            // What has been followed will arrive again.
            let start = self.start + hit.span.start as u64;
            let undecided = first_dependent(&self.found[first_found..], start);
            self.held = Some(HeldUrl::new(wrapped, line, self.start, undecided));
        }
        true
    }

    /// Adds the held URL to what was found, or holds it again. `ends` says that the text ends.
    fn decide(&mut self, mut held: HeldUrl, ends: bool) {
        if held.wrapped.follow(&held.text, ends, &self.finder) {
            let found = self.wrapped_at(&held.wrapped, &held.text, held.start);
            self.found.push(found);
        } else {
            self.held = Some(held);
        }
    }

    /// Returns a URL that has been followed over the lines of `text`, which begins at `start`.
    fn wrapped_at(&self, wrapped: &WrappedUrl, text: &[u8], start: u64) -> Found {
        let hit = &wrapped.hit;
        let on_line = &text[hit.url.clone()];
        let lacks_host = on_line.ends_with(b"://");
        if wrapped.dropped.is_empty() && lacks_host {
            return rejected(start, NearHit::without_host(hit));
        }
        let with_scheme = |url: &[u8]| [implied(hit), url].concat();
        if wrapped.dropped.is_empty() {
            let mut found = self.found_at(text, start, hit, wrapped.depth());
            if let (OwnedEvent::Candidate(candidate), Some(likely)) =
                (&mut found.event, &wrapped.likely)
            {
                candidate.add_guess(Repair::Wrapped, with_scheme(likely));
            }
            return found;
        }
        let end = wrapped
            .pieces
            .last()
            .map_or(hit.span.end, |piece| piece.end);
        let from = hit.span.start;
        let pieces = wrapped.pieces.iter();
        let pieces: Vec<_> = pieces
            .map(|piece| piece.start - from..piece.end - from)
            .collect();
        let mut candidate = Candidate::from_parts(&CandidateParts {
            start: start + from as u64,
            raw: &text[from..end],
            delimiter: hit.delimiter,
            pieces: &pieces,
            dropped: &wrapped.dropped,
            implied: implied(hit),
            quote_depth: wrapped.depth(),
        });
        if let Some(likely) = &wrapped.likely {
            candidate.add_guess(Repair::Wrapped, with_scheme(likely));
        }
        if !lacks_host {
            candidate.add_guess(Repair::Cut, with_scheme(on_line));
        }
        Found {
            span: candidate.span(),
            event: OwnedEvent::Candidate(candidate),
        }
    }

    /// Returns whether a line, or a window of one, may hold a URL. What follows it is not known.
    fn may_hold_url(&self, window: &[u8]) -> bool {
        matches!(window, [.., b':'] | [.., b':', b'/']) || self.triggers.find(window).is_some()
    }

    /// Returns a hit, or its rejection if it is too long.
    fn found_at(&self, text: &[u8], start: u64, hit: &Hit, quote_depth: usize) -> Found {
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
            let mut candidate = Candidate::from_parts(&CandidateParts {
                start: from,
                raw: &text[hit.span.clone()],
                delimiter: hit.delimiter,
                pieces: &[inside(&hit.url)],
                dropped: &[],
                implied: implied(hit),
                quote_depth,
            });
            if hit.delimiter != Delimiter::Quote {
                self.guess_script(&mut candidate, &text[hit.url.clone()], hit);
            }
            OwnedEvent::Candidate(candidate)
        };
        Found { span, event }
    }

    /// Adds the guess that a URL ends before a letter of a script without blanks.
    fn guess_script(&self, candidate: &mut Candidate, url: &[u8], hit: &Hit) {
        if let Some(len) = ascii_before_unspaced(url)
            && let Some(len) = self.finder.end_of(&url[..len], hit.is_www, None)
        {
            candidate.add_guess(Repair::Script, [implied(hit), &url[..len]].concat());
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
            let pieces = if next.is_empty() { 1 } else { 2 };
            let gap = Dropped::Gap {
                line_break: true,
                quote_prefix: dropped > 0,
                space: false,
            };
            let candidate = Candidate::from_parts(&CandidateParts {
                start,
                raw: &raw,
                delimiter: Delimiter::Quote,
                pieces: &[first, next][..pieces],
                dropped: &[gap][..pieces - 1],
                implied: b"",
                quote_depth: pending.prefix.depth(),
            });
            self.found.push(Found {
                span: candidate.span(),
                event: OwnedEvent::Candidate(candidate),
            });
            return end + mark;
        }
        0
    }
}

/// Returns the scheme that a URL implies.
const fn implied(hit: &Hit) -> &'static [u8] {
    if hit.is_www { b"http://" } else { b"" }
}

/// Returns the rejection of what was nearly a URL in a line that begins at `start`.
fn rejected(start: u64, near: NearHit) -> Found {
    let (from, at) = (start + near.start as u64, start + near.at as u64);
    let rejection = Rejection::undelimited(from, Delimiter::Bare, near.reason, at);
    Found {
        span: Span::new(from, at),
        event: OwnedEvent::Rejected(rejection),
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
