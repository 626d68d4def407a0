//! The scanner: searches for `<`, and buffers the window of an undecided attempt.
//!
//! The caller pushes text, and gets one event at a time. A scanner that pulls its text from a reader would be simpler,
//! but could not read what a chain of decoders produces.
//!
//! Most candidates take a fast path: one pass over bytes that are in memory, without a copy. All others are decided by
//! an [`Attempt`], which can stop at any byte. The price is two ways to the same result, which the tests compare. URLs
//! without angle brackets are not searched for here, although the text is at hand: what ends them depends on whole
//! lines, which this machine never holds.

use alloc::vec::Vec;
use core::mem;

use memchr::memchr;

use crate::{
    attempt::{
        Abandoned, Attempt, AttemptEnd, CandidateText, CloseKind, Closed, Context, DroppedMarks,
        FastEnd,
    },
    candidate::{Candidate, CandidateWarning, CandidateWarnings, Delimiter, Reason, Rejection},
    config::Config,
    opening::{Opener, Opening, OpeningPrefilter},
    text::{QuoteMarks, QuotePrefix, View, class},
};

/// What a [step](Scanner::step) found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'s> {
    /// A candidate.
    Candidate(&'s Candidate),
    /// A candidate that was opened and rejected.
    Rejected(Rejection),
}

/// A resumable state machine: text in, in chunks of any size; candidates out.
///
/// The scanner buffers the text of an undecided candidate from its `<` on, at most [`Config::max_len`] bytes, and the
/// candidate that it reported last. Its buffers grow with the longest candidate so far, to at most 36 bytes of
/// capacity for each byte of `max_len`; it allocates nothing else. It reads each byte at most a constant number of
/// times, whatever the text and the chunks.
///
/// ```
/// use urlsift_scan::{Config, Event, Scanner};
///
/// let mut scanner = Scanner::new(Config::new());
/// let mut urls = Vec::new();
/// for mut chunk in [&b"> see <URL:ftp://ds.in\n"[..], b"> ternic.net/rfc> for it"] {
///     while !chunk.is_empty() {
///         let (event, used) = scanner.step(chunk);
///         if let Some(Event::Candidate(candidate)) = event {
///             urls.push(candidate.url().to_vec());
///         }
///         chunk = &chunk[used..];
///     }
/// }
/// assert!(scanner.finish().is_none());
/// assert_eq!(urls, [b"ftp://ds.internic.net/rfc"]);
/// ```
#[derive(Clone, Debug)]
pub struct Scanner {
    config: Config,
    /// The offset of the first byte of the next step's input.
    offset: u64,
    /// The quote prefix of the last line of the text before `synced`.
    prefix: QuotePrefix,
    /// The offset up to which `prefix` has read.
    synced: u64,
    pending: Option<Pending>,
    /// The text from the pending attempt's `<` on, up to the maximum length.
    window: Vec<u8>,
    /// The quote prefix before the pending attempt's `<`.
    marks: QuoteMarks,
    candidate: Candidate,
}

/// An attempt that is not decided yet.
#[derive(Clone, Debug)]
struct Pending {
    attempt: Attempt,
    /// The offset of the `<`.
    start: u64,
}

/// An [`Event`] without the reference to the scanner's candidate.
enum EventKind {
    Candidate,
    Rejected(Rejection),
}

impl Scanner {
    /// Creates a scanner at the start of a text.
    #[must_use]
    pub fn new(config: Config) -> Self {
        Self {
            config,
            offset: 0,
            prefix: QuotePrefix::new(),
            synced: 0,
            pending: None,
            window: Vec::new(),
            marks: QuoteMarks::default(),
            candidate: Candidate::empty(),
        }
    }

    /// Scans up to the next event or the end of `input`. Returns the event and the number of bytes
    /// consumed.
    ///
    /// The input of the next step must begin after the consumed bytes. If there is no event, all of
    /// `input` is consumed.
    #[must_use = "ignoring the result loses an event and the number of bytes consumed"]
    pub fn step(&mut self, input: &[u8]) -> (Option<Event<'_>>, usize) {
        let (event, used) = self.advance(input);
        self.offset += used as u64;
        (event.map(|event| self.event(&event)), used)
    }

    /// Scans bytes in which nothing opens, according to the [prefilter](Self::prefilter), faster than
    /// [`step`](Self::step). A `<` in them is judged with the bytes after them.
    ///
    /// # Panics
    ///
    /// May panic if a candidate is [pending](Self::undecided).
    pub fn pass(&mut self, input: &[u8]) {
        debug_assert!(self.pending.is_none(), "a candidate is pending");
        let passed = self.unsynced(input, input.len());
        self.prefix.advance(passed);
        self.offset += input.len() as u64;
    }

    /// Ends the text and decides the pending candidate. The scanner is then ready for another text, whose
    /// first byte has offset 0.
    #[must_use = "the event may be a candidate; `reset` discards it"]
    pub fn finish(&mut self) -> Option<Event<'_>> {
        let event = self
            .pending
            .take()
            .and_then(|pending| self.resume(pending, &[], true))
            .and_then(|(event, _)| event);
        self.reset();
        event.map(|event| self.event(&event))
    }

    /// Ends the text and discards the pending candidate. The scanner is then ready for another text, whose
    /// first byte has offset 0.
    pub fn reset(&mut self) {
        self.offset = 0;
        self.prefix.start_line();
        self.synced = 0;
        self.pending = None;
        self.window.clear();
    }

    /// Returns the prefilter for texts that this scanner scans.
    #[must_use]
    pub const fn prefilter(&self) -> OpeningPrefilter {
        self.config.prefilter()
    }

    /// Returns the offset of the `<` of the pending candidate, if there is one.
    ///
    /// No later event begins before this offset, or before the next byte if there is no pending candidate.
    #[must_use]
    pub fn undecided(&self) -> Option<u64> {
        self.pending.as_ref().map(|pending| pending.start)
    }

    fn event(&self, event: &EventKind) -> Event<'_> {
        match event {
            EventKind::Candidate => Event::Candidate(&self.candidate),
            EventKind::Rejected(rejected) => Event::Rejected(*rejected),
        }
    }

    fn advance(&mut self, input: &[u8]) -> (Option<EventKind>, usize) {
        let mut used = 0;
        if let Some(pending) = self.pending.take() {
            match self.resume(pending, input, false) {
                None => return (None, input.len()),
                Some((None, next)) => used = next,
                Some((event, next)) => return (event, next),
            }
        }
        while let Some(distance) = memchr(b'<', &input[used..]) {
            let start = used + distance;
            used = start + 1;
            let text = &input[start..];
            let near = &text[..text.len().min(self.config.max_len)];
            let opening = match Opener::try_fast(near) {
                Some(opened) => Ok(opened),
                None => match Opening::at(text) {
                    Some(opening) => {
                        let view = View::part(text).up_to(self.config.max_len);
                        opening.try_name(&view, &self.config.schemes)
                    }
                    None => continue,
                },
            };
            let passed = self.unsynced(input, start);
            self.prefix.advance_to_end(passed);
            if let Ok(opened) = opening
                && let Some(close) = self.try_fast_path(opened, near, start)
            {
                return (Some(EventKind::Candidate), start + close + 1);
            }
            match self.attempt(opening, text, start) {
                None => return (None, input.len()),
                Some((None, next)) => used = start + next,
                Some((event, next)) => return (event, start + next),
            }
        }
        let passed = self.unsynced(input, input.len());
        self.prefix.advance(passed);
        (None, input.len())
    }

    /// Returns the part of `input` up to `to` that the prefix has not read yet, and marks it as read.
    fn unsynced<'i>(&mut self, input: &'i [u8], to: usize) -> &'i [u8] {
        let from = (self.synced - self.offset) as usize;
        self.synced = self.offset + to as u64;
        &input[from..to]
    }

    /// Makes an attempt at the `<` with which `text` begins. Returns the event, if there is one, and the
    /// number of bytes of `text` consumed; `None` if the attempt is pending.
    #[inline(never)]
    fn attempt(
        &mut self,
        opening: Result<Opener, Opening>,
        text: &[u8],
        at: usize,
    ) -> Option<(Option<EventKind>, usize)> {
        self.marks.copy_from(self.prefix.marks());
        let mut pending = Pending {
            attempt: opening.map_or_else(Attempt::Opening, Attempt::opened),
            start: self.offset + at as u64,
        };
        let result = self.run_attempt(&mut pending, &View::part(text), 1);
        if result.is_none() {
            let kept = text.len().min(self.config.max_len);
            self.window.clear();
            self.window.extend_from_slice(&text[..kept]);
            self.pending = Some(pending);
        }
        result
    }

    /// Resumes the pending attempt with more input, or at the end of the text. This happens at most once
    /// per step. Returns the event, if there is one, and the number of bytes of `input` consumed;
    /// `None` if the attempt is still pending.
    #[cold]
    fn resume(
        &mut self,
        mut pending: Pending,
        input: &[u8],
        end_of_text: bool,
    ) -> Option<(Option<EventKind>, usize)> {
        let held = (self.offset - pending.start) as usize;
        let mut window = mem::take(&mut self.window);
        let room = self.config.max_len - window.len();
        let (near, beyond) = input.split_at(room.min(input.len()));
        window.extend_from_slice(near);
        let view = View {
            window: &window,
            beyond,
            beyond_at: held + near.len(),
            end_of_text,
        };
        let result = self.run_attempt(&mut pending, &view, held);
        self.window = window;
        if result.is_none() {
            self.pending = Some(pending);
        }
        result.map(|(event, next)| (event, next - held))
    }

    /// Runs an attempt on the bytes in view. Returns the event, if there is one, and the distance at which
    /// the search for `<` continues, at least `held`; `None` if the attempt is pending.
    fn run_attempt(
        &mut self,
        pending: &mut Pending,
        view: &View<'_>,
        held: usize,
    ) -> Option<(Option<EventKind>, usize)> {
        let mut context = Context {
            max_len: self.config.max_len,
            schemes: &self.config.schemes,
            marks: self.marks.as_slice(),
            scratch: &mut self.candidate,
        };
        let Ok(end) = pending.attempt.run(view, &mut context) else {
            self.sync_view(view, pending.start, view.end());
            return None;
        };
        Some(match end {
            AttemptEnd::Nothing => (None, held),
            AttemptEnd::Closed(opened, closed) => {
                let reached = closed.reached.max(held);
                let event = self.close(opened, closed, pending.start, view.window);
                if matches!(event, EventKind::Candidate) {
                    self.sync_after_close(view, pending.start, closed.close, reached);
                } else {
                    self.sync_view(view, pending.start, reached);
                }
                (Some(event), reached)
            }
            AttemptEnd::Abandoned(opened, abandoned) => {
                let reached = abandoned.reached.max(held);
                self.sync_view(view, pending.start, reached);
                let event = self.abandon(opened, abandoned, pending.start, view.window);
                (Some(event), reached)
            }
        })
    }

    /// Lets the prefix read up to a distance from the `<` of an attempt.
    fn sync_view(&mut self, view: &View<'_>, start: u64, to: usize) {
        let from = (self.synced - start) as usize;
        for bytes in view.range(from, to) {
            self.prefix.advance(bytes);
        }
        self.synced = start + to as u64;
    }

    /// Like `sync_view`, but after a candidate: its closing `>` ends the prefix, unless the line of the `>`
    /// was read to its end.
    fn sync_after_close(&mut self, view: &View<'_>, start: u64, close: usize, reached: usize) {
        let window = view.window;
        if class::last_line_start(&window[close..reached.min(window.len())]) > 0 {
            return self.sync_view(view, start, reached);
        }
        match class::last_line_start(&window[..close]) {
            0 => self.prefix.restore(&self.marks),
            line => {
                self.prefix.start_line();
                self.prefix.end_in_line(&window[line..close]);
            }
        }
        self.synced = start + reached as u64;
    }

    /// Returns the event of a closed candidate.
    fn close(&mut self, opened: Opener, closed: Closed, start: u64, window: &[u8]) -> EventKind {
        self.begin_candidate(opened.delimiter, self.marks.as_slice().len());
        let candidate = &mut self.candidate;
        let text = CandidateText {
            window: &window[..closed.content_end],
            content: opened.content,
            base: start,
            marks: self.marks.as_slice(),
        };
        match closed.kind {
            CloseKind::Certain => text.assemble(DroppedMarks::OfOpeningLine, candidate),
            CloseKind::UnevenQuoting => {
                candidate.warnings.insert(CandidateWarning::UnevenQuoting);
                text.assemble(DroppedMarks::All, candidate);
            }
            CloseKind::DoubtfulClose => {
                candidate.warnings.insert(CandidateWarning::DoubtfulClose);
                text.assemble(DroppedMarks::OfOpeningLine, candidate);
            }
        }
        if candidate.joined.is_empty() {
            return EventKind::Rejected(Rejection {
                start,
                delimiter: opened.delimiter,
                reason: Reason::Empty,
                at: start + closed.close as u64,
            });
        }
        self.end_candidate(start, &window[..=closed.close])
    }

    /// Returns the event of an abandoned attempt.
    fn abandon(
        &mut self,
        opened: Opener,
        abandoned: Abandoned,
        start: u64,
        window: &[u8],
    ) -> EventKind {
        self.begin_candidate(opened.delimiter, self.marks.as_slice().len());
        if abandoned.may_be_unclosed {
            let text = CandidateText {
                window: &window[..abandoned.at],
                content: opened.content,
                base: start,
                marks: self.marks.as_slice(),
            };
            if text.assemble_unclosed(&mut self.candidate)
                && let Some(last) = self.candidate.pieces.last()
            {
                let len = (last.end() - start) as usize;
                self.candidate.warnings.insert(CandidateWarning::Unclosed);
                return self.end_candidate(start, &window[..len]);
            }
        }
        EventKind::Rejected(Rejection {
            start,
            delimiter: opened.delimiter,
            reason: abandoned.reason,
            at: start + abandoned.at as u64,
        })
    }

    /// Fast path for a simple candidate. Returns the distance of its `>` from the `<`.
    #[inline]
    fn try_fast_path(&mut self, opened: Opener, near: &[u8], at: usize) -> Option<usize> {
        let start = self.offset + at as u64;
        let marks = self.prefix.marks().as_slice();
        let text = CandidateText {
            window: near,
            content: opened.content,
            base: start,
            marks,
        };
        let FastEnd { line, close } = text.assemble_fast(&mut self.candidate)?;
        self.begin_candidate(opened.delimiter, self.prefix.marks().as_slice().len());
        let candidate = &mut self.candidate;
        candidate.breaks = candidate.joins.len();
        candidate.set_raw(start, &near[..=close]);
        if line > 0 {
            self.prefix.start_line();
            self.prefix.end_in_line(&near[line..close]);
        }
        self.synced = start + close as u64 + 1;
        Some(close)
    }

    fn begin_candidate(&mut self, delimiter: Delimiter, quote_depth: usize) {
        self.candidate.delimiter = delimiter;
        self.candidate.quote_depth = quote_depth;
        self.candidate.warnings = CandidateWarnings::default();
    }

    fn end_candidate(&mut self, start: u64, raw: &[u8]) -> EventKind {
        let candidate = &mut self.candidate;
        candidate.set_raw(start, raw);
        candidate.breaks = class::count_lf(raw);
        if candidate.joins.is_empty() {
            candidate.joined.clear();
        }
        EventKind::Candidate
    }
}
