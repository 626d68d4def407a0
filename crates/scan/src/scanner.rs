//! The scanner: the search for `<`, and the window in which an attempt is made.

use alloc::vec::Vec;
use core::mem;

use memchr::memchr;

use crate::{
    Candidate, Config, Delimiter, Reason, Rejected, Span, Warning, Warnings,
    assemble::{Inside, Reading},
    attempt::{Abandoned, Attempt, Closed, Context, How, Verdict},
    marks::{Leader, Marks},
    opening::{self, Opened},
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
/// is not decided yet, and the parts of the candidate it reported last (`raw`, `url`, `pieces` and
/// `joins`, which together take up to 22 bytes for each byte of `max_len`). It allocates nothing
/// but the growth of these, and passes over each byte a fixed number of times, whatever the text
/// holds and however it is cut.
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
    /// The leader of the line that the text before `synced` ends in.
    leader: Leader,
    synced: u64,
    pending: Option<Pending>,
    /// The text from the pending attempt's `<` on, as much of it as can matter.
    window: Vec<u8>,
    /// The marks in front of the attempt's `<`.
    marks: Marks,
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
            leader: Leader::new(),
            synced: 0,
            pending: None,
            window: Vec::new(),
            marks: Marks::default(),
            candidate: Candidate::default(),
        }
    }

    /// Reads on in the text, up to the next thing to tell or to the end of `input`, and returns
    /// how many bytes it has used up. The next step must begin behind those. Without an event all
    /// of `input` is used up.
    pub fn step(&mut self, input: &[u8]) -> (Option<Event<'_>>, usize) {
        let (found, used) = self.advance(input);
        self.offset += used as u64;
        (found.map(|found| self.event(found)), used)
    }

    /// Says that the text is over. What was still open is decided; the scanner is ready for the
    /// next text, whose first byte has offset 0.
    pub fn finish(&mut self) -> Option<Event<'_>> {
        let found = self
            .pending
            .take()
            .and_then(|pending| self.resume(pending, &[], true))
            .and_then(|(found, _)| found);
        self.reset();
        found.map(|found| self.event(found))
    }

    /// Drops a text before its end: what was still open is forgotten. The scanner is ready for the
    /// next text, whose first byte has offset 0.
    pub fn reset(&mut self) {
        self.offset = 0;
        self.leader.start_line();
        self.synced = 0;
        self.pending = None;
        self.window.clear();
    }

    /// Offset of the `<` of the candidate that is not decided yet: no event to come lies before
    /// it. Without one, no event to come lies before the next byte.
    #[must_use]
    pub fn undecided(&self) -> Option<u64> {
        self.pending.as_ref().map(|pending| pending.start)
    }

    fn event(&self, found: Found) -> Event<'_> {
        match found {
            Found::Candidate => Event::Candidate(&self.candidate),
            Found::Rejected(rejected) => Event::Rejected(rejected),
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
            if !opening::may_open(text) {
                continue;
            }
            self.sync(input, start);
            self.marks.copy_from(self.leader.marks());
            let pending = Pending {
                attempt: Attempt::new(),
                start: self.offset + start as u64,
            };
            match self.pursue(pending, &View::part(text), 1) {
                Err(pending) => {
                    let kept = text.len().min(self.config.max_len);
                    self.window.clear();
                    self.window.extend_from_slice(&text[..kept]);
                    self.pending = Some(pending);
                    return (None, input.len());
                }
                Ok((None, behind)) => used = start + behind,
                Ok((found, behind)) => return (found, start + behind),
            }
        }
        self.sync(input, input.len());
        (None, input.len())
    }

    /// Brings the leader up to `to` in `input`.
    fn sync(&mut self, input: &[u8], to: usize) {
        let from = (self.synced - self.offset) as usize;
        self.leader.advance(&input[from..to]);
        self.synced = self.offset + to as u64;
    }

    /// Goes on with an attempt when more of the text has come, or its end. Returns what came of it
    /// and how many bytes of `input` are used up.
    fn resume(
        &mut self,
        pending: Pending,
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
        let pursued = self.pursue(pending, &view, held);
        self.window = window;
        match pursued {
            Ok((found, behind)) => Some((found, behind - held)),
            Err(pending) => {
                self.pending = Some(pending);
                None
            }
        }
    }

    /// Runs an attempt on what can be seen. Returns what came of it and the distance behind which
    /// the search goes on, at least `held`: or the attempt, to be gone on with.
    fn pursue(
        &mut self,
        mut pending: Pending,
        view: &View<'_>,
        held: usize,
    ) -> Result<(Option<Found>, usize), Pending> {
        let mut context = Context {
            max_len: self.config.max_len,
            schemes: &self.config.schemes,
            marks: self.marks.as_slice(),
            scratch: &mut self.candidate,
        };
        let Ok(verdict) = pending.attempt.run(view, &mut context) else {
            self.sync_view(view, pending.start, view.end());
            return Err(pending);
        };
        Ok(match verdict {
            Verdict::Nothing => (None, held),
            Verdict::Closed(opened, closed) => {
                let reached = closed.reached.max(held);
                let found = self.conclude_closed(opened, closed, pending.start, view.window);
                let is_hit = matches!(found, Found::Candidate);
                if closed.how == How::Plain {
                    self.leader.complete();
                    self.synced = pending.start + reached as u64;
                } else {
                    self.sync_view(view, pending.start, reached);
                }
                if is_hit && closed.how != How::Plain {
                    self.end_leader_at(closed.close, reached, view.window);
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
}

impl Scanner {
    /// Brings the leader up to a distance from an attempt's `<`.
    fn sync_view(&mut self, view: &View<'_>, start: u64, to: usize) {
        let from = (self.synced - start) as usize;
        for bytes in view.range(from, to) {
            self.leader.advance(bytes);
        }
        self.synced = start + to as u64;
    }

    /// Marks stop at a `>` that closed a candidate: corrects the leader if it was brought up to
    /// `reached`, farther than that, on the same line.
    fn end_leader_at(&mut self, close: usize, reached: usize, window: &[u8]) {
        let near = reached.min(window.len());
        if memchr(b'\n', &window[close..near]).is_some() {
            return;
        }
        match memchr::memrchr(b'\n', &window[..close]) {
            Some(end_of_line) => {
                self.leader.start_line();
                self.leader.advance(&window[end_of_line + 1..close]);
                self.leader.complete();
            }
            None => self.leader.restore(&self.marks),
        }
    }

    fn conclude_closed(
        &mut self,
        opened: Opened,
        closed: Closed,
        start: u64,
        window: &[u8],
    ) -> Found {
        self.begin_candidate(opened.delimiter);
        let candidate = &mut self.candidate;
        let inside = Inside {
            window: &window[..closed.inside_end],
            content: opened.content,
            base: start,
            marks: self.marks.as_slice(),
        };
        match closed.how {
            How::Plain => inside.take_as_it_is(candidate),
            How::First => inside.assemble(Reading::First, candidate),
            How::RaggedQuote => {
                candidate.warnings.insert(Warning::RaggedQuote);
                inside.assemble(Reading::Second, candidate);
            }
            How::DoubtfulClose => {
                candidate.warnings.insert(Warning::DoubtfulClose);
                inside.assemble(Reading::First, candidate);
            }
        }
        if candidate.url.is_empty() {
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
        self.begin_candidate(opened.delimiter);
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

    fn begin_candidate(&mut self, delimiter: Delimiter) {
        self.candidate.delimiter = delimiter;
        self.candidate.quote_depth = self.marks.as_slice().len();
        self.candidate.warnings = Warnings::default();
    }

    fn end_candidate(&mut self, start: u64, raw: &[u8]) -> Found {
        let candidate = &mut self.candidate;
        candidate.span = Span::new(start, start + raw.len() as u64);
        candidate.raw.clear();
        candidate.raw.extend_from_slice(raw);
        candidate.breaks = memchr::memchr_iter(b'\n', raw).count();
        Found::Candidate
    }
}
