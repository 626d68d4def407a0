//! The scanner: the search for `<`, and the window in which an attempt is made.

use alloc::vec::Vec;
use core::mem;

use memchr::memchr;

use crate::{
    assemble::{FastEnd, Inside, Reading},
    attempt::{Abandoned, Attempt, Closed, Context, How, Verdict},
    candidate::{Candidate, Delimiter, Reason, Rejected, Warning, Warnings},
    class,
    config::Config,
    opening::{Opened, Opening},
    prefilter::Prefilter,
    quote_prefix::{QuoteMarks, QuotePrefix},
    view::View,
};

/// What a step has come upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'s> {
    /// A hit.
    Candidate(&'s Candidate),
    /// A candidate that was opened and gave no hit.
    Rejected(Rejected),
}

/// The resumable machine: text in, in chunks of any size; candidates out.
///
/// It holds back at most [`Config::max_len`] bytes of text, from the `<` of the one candidate that
/// is not decided yet, and the parts of the candidate it reported last. All its buffers together,
/// the room they keep to grow included, take up to 36 bytes for each byte of `max_len`, and no more
/// than the candidates met so far have asked for. It allocates nothing but their growth, and passes
/// over each byte a fixed number of times, whatever the text holds and however it is cut.
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
    /// Offset of the next byte that a step is given.
    offset: u64,
    /// The prefix of the line that the text before `synced` ends in.
    prefix: QuotePrefix,
    synced: u64,
    pending: Option<Pending>,
    /// The text from the pending attempt's `<` on, as much of it as can matter.
    window: Vec<u8>,
    /// The marks in front of the attempt's `<`.
    marks: QuoteMarks,
    candidate: Candidate,
}

/// An attempt that the text so far does not decide.
#[derive(Clone, Debug)]
struct Pending {
    attempt: Attempt,
    start: u64,
}

/// As [`Event`], but the candidate is where the scanner keeps it.
enum Found {
    Candidate,
    Rejected(Rejected),
}

impl Scanner {
    /// A scanner at the start of a text.
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
            candidate: Candidate::blank(),
        }
    }

    /// Reads on in the text, up to the next thing to tell or to the end of `input`, and returns
    /// how many bytes it has used up. The next step must begin behind those. Without an event all
    /// of `input` is used up.
    #[must_use = "an event is lost, and the next step must begin behind the bytes used up"]
    pub fn step(&mut self, input: &[u8]) -> (Option<Event<'_>>, usize) {
        let (found, used) = self.advance(input);
        self.offset += used as u64;
        (found.map(|found| self.event(&found)), used)
    }

    /// Says that the text is over. What was still open is decided; the scanner is ready for the
    /// next text, whose first byte has offset 0.
    #[must_use = "the event may be a hit; `reset` drops it"]
    pub fn finish(&mut self) -> Option<Event<'_>> {
        let found = self
            .pending
            .take()
            .and_then(|pending| self.resume(pending, &[], true))
            .and_then(|(found, _)| found);
        self.reset();
        found.map(|found| self.event(&found))
    }

    /// Drops a text before its end: what was still open is forgotten. The scanner is ready for the
    /// next text, whose first byte has offset 0.
    pub fn reset(&mut self) {
        self.offset = 0;
        self.prefix.start_line();
        self.synced = 0;
        self.pending = None;
        self.window.clear();
    }

    /// Returns what can open a candidate, as far as a look at each byte shows it.
    #[must_use]
    pub const fn prefilter(&self) -> Prefilter {
        self.config.prefilter()
    }

    /// Offset of the `<` of the candidate that is not decided yet: no event to come lies before
    /// it. Without one, no event to come lies before the next byte.
    #[must_use]
    pub fn undecided(&self) -> Option<u64> {
        self.pending.as_ref().map(|pending| pending.start)
    }

    fn event(&self, found: &Found) -> Event<'_> {
        match found {
            Found::Candidate => Event::Candidate(&self.candidate),
            Found::Rejected(rejected) => Event::Rejected(*rejected),
        }
    }

    fn advance(&mut self, input: &[u8]) -> (Option<Found>, usize) {
        let mut used = 0;
        if let Some(pending) = self.pending.take() {
            match self.resume(pending, input, false) {
                None => return (None, input.len()),
                Some((None, behind)) => used = behind,
                Some((found, behind)) => return (found, behind),
            }
        }
        while let Some(ahead) = memchr(b'<', &input[used..]) {
            let start = used + ahead;
            used = start + 1;
            let text = &input[start..];
            let near = &text[..text.len().min(self.config.max_len)];
            let opening = match Opened::usual(near) {
                Some(opened) => Ok(opened),
                None => match Opening::at(text) {
                    Some(opening) => {
                        let view = View::part(text).up_to(self.config.max_len);
                        opening.at_once(&view, &self.config.schemes)
                    }
                    None => continue,
                },
            };
            let passed = self.unsynced(input, start);
            self.prefix.advance_to_end(passed);
            if let Ok(opened) = opening
                && let Some(close) = self.try_fast_path(opened, near, start)
            {
                return (Some(Found::Candidate), start + close + 1);
            }
            match self.attempt(opening, text, start) {
                None => return (None, input.len()),
                Some((None, behind)) => used = start + behind,
                Some((found, behind)) => return (found, start + behind),
            }
        }
        let passed = self.unsynced(input, input.len());
        self.prefix.advance(passed);
        (None, input.len())
    }

    /// The part of `input` that the prefix has not seen yet, up to `to`. From now on it has.
    fn unsynced<'i>(&mut self, input: &'i [u8], to: usize) -> &'i [u8] {
        let from = (self.synced - self.offset) as usize;
        self.synced = self.offset + to as u64;
        &input[from..to]
    }

    /// Makes an attempt at a `<`, from which on `text` can be seen. Returns what came of it and how
    /// many bytes of `text` are used up; or nothing, if that is not decided yet.
    #[inline(never)]
    fn attempt(
        &mut self,
        opening: Result<Opened, Opening>,
        text: &[u8],
        at: usize,
    ) -> Option<(Option<Found>, usize)> {
        self.marks.copy_from(self.prefix.marks());
        let mut pending = Pending {
            attempt: opening.map_or_else(Attempt::Opening, Attempt::of),
            start: self.offset + at as u64,
        };
        let pursued = self.pursue(&mut pending, &View::part(text), 1);
        if pursued.is_none() {
            let kept = text.len().min(self.config.max_len);
            self.window.clear();
            self.window.extend_from_slice(&text[..kept]);
            self.pending = Some(pending);
        }
        pursued
    }

    /// Goes on with an attempt when more of the text has come, or its end, which is at most once in
    /// a block. Returns what came of it and how many bytes of `input` are used up.
    #[cold]
    fn resume(
        &mut self,
        mut pending: Pending,
        input: &[u8],
        end_of_text: bool,
    ) -> Option<(Option<Found>, usize)> {
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
        let pursued = self.pursue(&mut pending, &view, held);
        self.window = window;
        if pursued.is_none() {
            self.pending = Some(pending);
        }
        pursued.map(|(found, behind)| (found, behind - held))
    }

    /// Runs an attempt on what can be seen. Returns what came of it and the distance behind which
    /// the search goes on, at least `held`; or nothing, if that is not decided yet.
    fn pursue(
        &mut self,
        pending: &mut Pending,
        view: &View<'_>,
        held: usize,
    ) -> Option<(Option<Found>, usize)> {
        let mut context = Context {
            max_len: self.config.max_len,
            schemes: &self.config.schemes,
            marks: self.marks.as_slice(),
            scratch: &mut self.candidate,
        };
        let Ok(verdict) = pending.attempt.run(view, &mut context) else {
            self.sync_view(view, pending.start, view.end());
            return None;
        };
        Some(match verdict {
            Verdict::Nothing => (None, held),
            Verdict::Closed(opened, closed) => {
                let reached = closed.reached.max(held);
                let found = self.conclude_closed(opened, closed, pending.start, view.window);
                if matches!(found, Found::Candidate) {
                    self.sync_behind_close(view, pending.start, closed.close, reached);
                } else {
                    self.sync_view(view, pending.start, reached);
                }
                (Some(found), reached)
            }
            Verdict::Abandoned(opened, abandoned) => {
                let reached = abandoned.reached.max(held);
                self.sync_view(view, pending.start, reached);
                let found = self.conclude_abandoned(opened, abandoned, pending.start, view.window);
                (Some(found), reached)
            }
        })
    }

    /// Brings the prefix up to a distance from an attempt's `<`.
    fn sync_view(&mut self, view: &View<'_>, start: u64, to: usize) {
        let from = (self.synced - start) as usize;
        for bytes in view.range(from, to) {
            self.prefix.advance(bytes);
        }
        self.synced = start + to as u64;
    }

    /// As `sync_view`, behind a hit: marks stop at the `>` that closed it, where that stands on
    /// the line that the view was read into.
    fn sync_behind_close(&mut self, view: &View<'_>, start: u64, close: usize, reached: usize) {
        let window = view.window;
        if class::behind_last_lf(&window[close..reached.min(window.len())]) > 0 {
            return self.sync_view(view, start, reached);
        }
        match class::behind_last_lf(&window[..close]) {
            0 => self.prefix.restore(&self.marks),
            line => {
                self.prefix.start_line();
                self.prefix.end_in_line(&window[line..close]);
            }
        }
        self.synced = start + reached as u64;
    }

    fn conclude_closed(
        &mut self,
        opened: Opened,
        closed: Closed,
        start: u64,
        window: &[u8],
    ) -> Found {
        self.begin_candidate(opened.delimiter, self.marks.as_slice().len());
        let candidate = &mut self.candidate;
        let inside = Inside {
            window: &window[..closed.inside_end],
            content: opened.content,
            base: start,
            marks: self.marks.as_slice(),
        };
        match closed.how {
            How::First => inside.assemble(Reading::First, candidate),
            How::UnevenQuoting => {
                candidate.warnings.insert(Warning::RaggedQuote);
                inside.assemble(Reading::Second, candidate);
            }
            How::DoubtfulClose => {
                candidate.warnings.insert(Warning::DoubtfulClose);
                inside.assemble(Reading::First, candidate);
            }
        }
        if candidate.joined.is_empty() {
            return Found::Rejected(Rejected {
                start,
                delimiter: opened.delimiter,
                reason: Reason::Empty,
                at: start + closed.close as u64,
            });
        }
        self.end_candidate(start, &window[..=closed.close])
    }

    fn conclude_abandoned(
        &mut self,
        opened: Opened,
        abandoned: Abandoned,
        start: u64,
        window: &[u8],
    ) -> Found {
        self.begin_candidate(opened.delimiter, self.marks.as_slice().len());
        if abandoned.may_be_unclosed {
            let inside = Inside {
                window: &window[..abandoned.at],
                content: opened.content,
                base: start,
                marks: self.marks.as_slice(),
            };
            if inside.assemble_unclosed(&mut self.candidate)
                && let Some(last) = self.candidate.pieces.last()
            {
                let len = (last.end() - start) as usize;
                self.candidate.warnings.insert(Warning::Unclosed);
                return self.end_candidate(start, &window[..len]);
            }
        }
        Found::Rejected(Rejected {
            start,
            delimiter: opened.delimiter,
            reason: abandoned.reason,
            at: start + abandoned.at as u64,
        })
    }

    /// Takes a candidate that needs no more than one pass over what is near. Returns where its `>` stands.
    #[inline]
    fn try_fast_path(&mut self, opened: Opened, near: &[u8], at: usize) -> Option<usize> {
        let start = self.offset + at as u64;
        let marks = self.prefix.marks().as_slice();
        let inside = Inside {
            window: near,
            content: opened.content,
            base: start,
            marks,
        };
        let FastEnd { line, close } = inside.assemble_fast(&mut self.candidate)?;
        self.begin_candidate(opened.delimiter, self.prefix.marks().as_slice().len());
        let candidate = &mut self.candidate;
        candidate.breaks = candidate.joins.len();
        candidate.take_raw(start, &near[..=close]);
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
        self.candidate.warnings = Warnings::default();
    }

    fn end_candidate(&mut self, start: u64, raw: &[u8]) -> Found {
        let candidate = &mut self.candidate;
        candidate.take_raw(start, raw);
        candidate.breaks = class::count_lf(raw);
        if candidate.joins.is_empty() {
            candidate.joined.clear();
        }
        Found::Candidate
    }
}
