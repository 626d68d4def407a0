//! The scanner of lines: searches for lines that may hold a URL, and buffers the unfinished last one.

use std::mem;

use memchr::{memchr, memrchr};
use urlsift_scan::{Config, Delimiter, LinePrefix, OwnedEvent, Reason};

use crate::{
    at_sign::AT,
    chars::without_last_soft_hyphen,
    found::{Found, first_dependent},
    join::{HeldUrl, WrappedUrl},
    layout::Preceding,
    line::{Hit, LineFinder, LineHits},
    pending_quote::PendingQuotes,
    trigger::Triggers,
};

/// The minimum length in bytes of a line that is scanned in windows.
const MIN_WINDOW: usize = 64 << 10;

/// The number of bytes before a cut in which white space is searched for, so that the next window begins after it.
const MAX_BACKTRACK: usize = 256;

/// A resumable state machine that finds the URLs without angle brackets: text in, in chunks of any size;
/// candidates of the kinds [`Prefix`](Delimiter::Prefix), [`Quote`](Delimiter::Quote) and
/// [`Bare`](Delimiter::Bare) out.
///
/// Candidates of different kinds may overlap, and so may a bare URL around a quotation and those after the quotation; a
/// [`Finder`](crate::Finder) decides between them. Lines that are
/// complete in a chunk are not copied. The scanner buffers an unfinished line, at most 64 KiB or four times the
/// maximum length of a candidate; a longer line is scanned in overlapping windows of this length. In addition, it
/// retains the last lines before, at most 4 KiB, and the last URL.
#[derive(Debug)]
pub struct LineScanner {
    max_len: usize,
    window_len: usize,
    /// Whether URLs continue after a line break.
    rejoins: bool,
    /// Finds what a line with a URL contains.
    triggers: Triggers,
    finder: LineFinder,
    /// The unfinished line, or the unfinished window of a long one.
    line: Vec<u8>,
    /// The offset of the first byte of `line`; if it is empty, the offset of the next byte.
    start: u64,
    /// Whether bytes of the current line have been scanned.
    is_in_long_line: bool,
    /// The quote prefix of the current line, if it is long.
    prefix: Option<LinePrefix>,
    pending: Option<PendingQuotes>,
    held: Option<HeldUrl>,
    preceding: Preceding,
    /// The offset of the first line from which the next URL may be followed. The lines before it were searched for the
    /// rest of another one.
    followed: u64,
    found: Vec<Found>,
    /// A buffer that is reused.
    hits: LineHits,
}

/// Complete lines that are in memory, and the index of the current one.
#[derive(Clone, Copy, Debug, Default)]
struct Block<'t> {
    lines: &'t [u8],
    at: usize,
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
            preceding: Preceding::default(),
            followed: 0,
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
        self.push_with_trigger(input, 0);
    }

    /// Scans the next bytes of the text as [`push`](Self::push) does, if it is known that the first
    /// [trigger](Triggers::find) in the input is at the index `first_trigger` or later.
    pub fn push_with_trigger(&mut self, input: &[u8], first_trigger: usize) {
        let mut rest = input;
        while !rest.is_empty() {
            let scanned = input.len() - rest.len();
            rest = if self.line.is_empty() && !self.is_in_long_line {
                self.push_lines(rest, first_trigger.saturating_sub(scanned))
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
        self.preceding.clear();
        self.followed = 0;
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
        self.found.drain(..).map(Found::into_event)
    }

    /// Moves the candidates that begin before an offset to `into`.
    pub(crate) fn take_before(&mut self, offset: u64, into: &mut Vec<Found>) {
        let is_before = |found: &Found| found.span.start() < offset;
        if self.found.iter().all(is_before) {
            into.append(&mut self.found);
        } else {
            into.extend(self.found.extract_if(.., |found| is_before(found)));
        }
    }

    /// Scans the complete lines at the start of the input, or begins to buffer an unfinished one. Returns the rest of
    /// the input. The first trigger is at the index `first_trigger` or later.
    fn push_lines<'i>(&mut self, input: &'i [u8], first_trigger: usize) -> &'i [u8] {
        let Some(last) = memrchr(b'\n', input) else {
            return self.push_to_line(input);
        };
        let (lines, rest) = input.split_at(last + 1);
        let start = self.start;
        // The trigger may begin before that index.
        let searched_from = first_trigger
            .saturating_sub(Triggers::MAX_LEN)
            .min(lines.len());
        let mut at = 0;
        while at < lines.len() {
            let line = if self.pending.is_some() || self.held.is_some() {
                at..line_end(lines, at)
            } else {
                let from = at.max(searched_from);
                let Some(trigger) = self.triggers.find(&lines[from..]) else {
                    break;
                };
                let trigger = from + trigger;
                let before = memrchr(b'\n', &lines[at..trigger]);
                let start_of_line = before.map_or(at, |line_break| at + line_break + 1);
                start_of_line..line_end(lines, trigger)
            };
            at = line.end + 1;
            self.start = start + line.start as u64;
            let block = Block {
                lines,
                at: line.start,
            };
            self.scan_line(&lines[line], true, block);
            self.is_in_long_line = false;
        }
        self.preceding.push_lines(lines);
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
            let next = self.scan_window(&line, false, false, Block::default());
            self.line = line;
            self.line.drain(..next);
        }
        &input[len..]
    }

    /// Scans the buffered line, which has ended.
    fn end_line(&mut self) {
        let mut line = mem::take(&mut self.line);
        let is_whole = !self.is_in_long_line;
        self.scan_line(&line, false, Block::default());
        self.start += 1;
        self.is_in_long_line = false;
        if is_whole {
            line.push(b'\n');
            self.preceding.push_lines(&line);
        } else {
            self.preceding.clear_lines();
        }
        line.clear();
        self.line = line;
    }

    /// Scans the rest of a line, without its LF. `is_examined` says that it may hold a URL, or closes a quotation.
    /// `block` has the lines around it.
    fn scan_line(&mut self, line: &[u8], is_examined: bool, block: Block<'_>) {
        let mut rest = line;
        while rest.len() > self.window_len {
            let next = self.scan_window(&rest[..self.window_len], false, false, Block::default());
            rest = &rest[next..];
        }
        self.scan_window(rest, true, is_examined, block);
    }

    /// Scans a line, or a window of it, that begins at `start`. Returns where the next window begins.
    fn scan_window(
        &mut self,
        window: &[u8],
        ends_line: bool,
        is_examined: bool,
        block: Block<'_>,
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
            if let Some(pending) = self.pending.take()
                && let Some((quote, end)) = pending.close(window, self.max_len)
            {
                self.found.push(quote);
                quotes_from = end;
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
            let text = if ends_line {
                without_last_soft_hyphen(window)
            } else {
                window
            };
            let mut found = mem::take(&mut self.hits);
            self.finder.find(text, quotes_from, ends_line, &mut found);
            if !found.is_empty() {
                let prefix = prefix.get_or_insert_with(|| LinePrefix::of(window));
                for mut hit in found.hits.drain(..).filter(|hit| hit.span.start < cut) {
                    if text[hit.url.end..].starts_with(AT) {
                        self.finder.restore_at_sign(text, &mut hit);
                    }
                    next = next.max(hit.span.end);
                    let may_wrap =
                        is_whole && hit.delimiter != Delimiter::Quote && hit.at_sign.is_none();
                    if !(may_wrap && self.follow(&hit, window, block, prefix.depth(), first_found))
                    {
                        let depth = prefix.depth();
                        let found = Found::hit(window, start, &hit, depth, &self.finder);
                        self.found.push(found);
                        self.note_url(&hit, window);
                    }
                }
                for near in found.near.drain(..).filter(|near| near.start < cut) {
                    let is_followed = is_whole && near.reason == Reason::Host && {
                        let around = self.finder.surroundings(window, near.start);
                        let hit = Hit {
                            lacks_host: true,
                            ..Hit::bare(near.start..near.at, around)
                        };
                        self.follow(&hit, window, block, prefix.depth(), first_found)
                    };
                    if !is_followed {
                        self.found.push(Found::rejected(start, near));
                    }
                }
                if let Some(held) = &mut self.held {
                    // What was found after it on the line may overlap it.
                    let of_line = &self.found[first_found..];
                    held.undecided = first_dependent(of_line, held.undecided);
                }
                let open = mem::take(&mut found.open);
                let of_line = &self.found[first_found..];
                self.pending = PendingQuotes::new(window, start, open, prefix, of_line);
                if let (Some(held), Some(pending)) = (&mut self.held, &self.pending) {
                    // A quotation may cover the URL.
                    held.undecided = held.undecided.min(pending.undecided);
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
        block: Block<'_>,
        quote_depth: usize,
        first_found: usize,
    ) -> bool {
        let (before, lines) = block.lines.split_at(block.at);
        let next = lines.get(line.len() + 1..).unwrap_or_default();
        let is_before_empty_line = next.starts_with(b"\n") || next.starts_with(b"\r\n");
        let is_free = self.held.is_none() && self.followed <= self.start;
        if !self.rejoins || !is_free || is_before_empty_line {
            return false;
        }
        let before = self.preceding.before(before);
        if WrappedUrl::stays_on_line(lines, line, hit, quote_depth, self.max_len, before) {
            self.followed = self.start + line.len() as u64 + 1;
            return false;
        }
        let Some(mut wrapped) = WrappedUrl::at_end_of(line, hit, quote_depth, before) else {
            return false;
        };
        let lines = if lines.is_empty() { line } else { lines };
        if wrapped.follow(lines, false, Some(before), &self.finder) {
            self.followed = self.start + wrapped.seen as u64;
            let found = Found::wrapped(&wrapped, lines, self.start, &self.finder);
            self.found.push(found);
            self.note_url(hit, line);
        } else {
            wrapped.read_layout(line, before);
            let start = self.start + hit.span.start as u64;
            let undecided = first_dependent(&self.found[first_found..], start);
            self.held = Some(HeldUrl::new(wrapped, lines, self.start, undecided));
        }
        true
    }

    /// Adds the held URL to what was found, or holds it again. `ends` says that the text ends.
    fn decide(&mut self, mut held: HeldUrl, ends: bool) {
        if held.wrapped.follow(&held.text, ends, None, &self.finder) {
            let found = Found::wrapped(&held.wrapped, &held.text, held.start, &self.finder);
            self.found.push(found);
            self.note_url(&held.wrapped.hit, &held.text);
        } else {
            self.held = Some(held);
        }
    }

    /// Keeps the URL that was added last, if a bracket stands before it. Its first line is `line`.
    fn note_url(&mut self, hit: &Hit, line: &[u8]) {
        if matches!(line[..hit.url.start], [.., b'[' | b'(' | b'{'])
            && let Some(found) = self.found.last()
            && !found.is_too_long
            && let OwnedEvent::Candidate(candidate) = &found.event
        {
            self.preceding.set_url(found.span.start(), candidate.url());
        }
    }

    /// Returns whether a line, or a window of one, may hold a URL. What follows it is not known.
    fn may_hold_url(&self, window: &[u8]) -> bool {
        matches!(window, [.., b':'] | [.., b':', b'/']) || self.triggers.find(window).is_some()
    }
}

/// Returns the index of the LF that ends the line that contains the index `at`, or the length if there is none.
fn line_end(lines: &[u8], at: usize) -> usize {
    memchr(b'\n', &lines[at..]).map_or(lines.len(), |len| at + len)
}

/// Returns the index in a full window at which the next window begins, unless a URL extends beyond it. The index is
/// after white space, if there is any in the last [`MAX_BACKTRACK`] bytes, and never within a character.
fn window_cut(window: &[u8], max_len: usize) -> usize {
    let cut = window.len() - 2 * max_len;
    let before = &window[cut - MAX_BACKTRACK.min(cut)..cut];
    if let Some(blank) = before.iter().rposition(u8::is_ascii_whitespace) {
        return cut - before.len() + blank + 1;
    }
    let inside = window[..=cut].iter().rev().take(3);
    cut - inside.take_while(|&&byte| byte & 0xc0 == 0x80).count()
}
