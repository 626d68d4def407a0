//! The attempt to match a candidate at a `<`: from the `<` to a close or a rejection.
//!
//! Note to maintainers: an attempt depends only on the bytes from its `<` to the next `<`, and on the
//! quote prefix before it. It reads those bytes once, can stop at any of them, and resumes there when
//! more arrive. The second reading (`uneven_quoting.rs`) reads them once more. No attempt reads past the
//! next `<`, so the number of times that a byte is read is bounded by a constant.
//!
//! It would be simpler to wait for the next `<` and match the text as a whole. But with small chunks, that text would
//! be searched again with each of them, and a candidate that fails on its first line would delay all that follows it.
//!
//! Bytes more than `max_len` after the `<` matter in one case: to classify a line that begins within
//! `max_len`. They are read one by one and not buffered.

mod assemble;
mod head;
mod uneven_quoting;

pub(crate) use self::assemble::{CandidateText, DroppedMarks, FastEnd};
use self::{
    head::{Head, LineKind},
    uneven_quoting::{Outcome, UnevenQuoting},
};
use crate::{
    candidate::{Candidate, Reason},
    opening::{Opener, Opening, Schemes},
    text::{NeedMore, QuoteMark, View, class},
};

/// The inputs of an attempt besides the text.
pub(crate) struct Context<'s> {
    pub(crate) max_len: usize,
    pub(crate) schemes: &'s Schemes,
    /// The quote prefix of the opening line.
    pub(crate) marks: &'s [QuoteMark],
    /// A buffer for trial assemblies.
    pub(crate) scratch: &'s mut Candidate,
}

/// The state of an attempt at a `<`.
#[derive(Clone, Debug)]
pub(crate) enum Attempt {
    /// Before the first byte of the URL.
    Opening(Opening),
    /// In the URL.
    EndSearch(EndSearch),
}

/// The result of an attempt. All offsets are distances from the `<`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AttemptEnd {
    /// The `<` opens nothing.
    Nothing,
    Closed(Opener, Closed),
    Abandoned(Opener, Abandoned),
}

/// A candidate has its closing `>`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closed {
    /// The `>`.
    pub(crate) close: usize,
    /// The end of the content.
    pub(crate) content_end: usize,
    pub(crate) kind: CloseKind,
    /// The end of what was read.
    pub(crate) reached: usize,
}

/// How a candidate was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CloseKind {
    Certain,
    /// By the second reading.
    UnevenQuoting,
    /// By a `>` that may be a quote prefix instead.
    DoubtfulClose,
}

/// A candidate has no closing `>`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Abandoned {
    pub(crate) reason: Reason,
    /// The byte that ended the attempt.
    pub(crate) at: usize,
    /// Whether the bytes before `at` may hold an unclosed URL.
    pub(crate) may_be_unclosed: bool,
    /// The end of what was read.
    pub(crate) reached: usize,
}

impl Attempt {
    /// Creates an attempt at a `<` that is known to open a candidate.
    pub(crate) fn opened(opened: Opener) -> Self {
        Self::EndSearch(EndSearch::new(opened))
    }

    /// Reads until the attempt ends.
    pub(crate) fn run(
        &mut self,
        view: &View<'_>,
        context: &mut Context<'_>,
    ) -> Result<AttemptEnd, NeedMore> {
        loop {
            match self {
                Self::Opening(opening) => {
                    let near = view.up_to(context.max_len);
                    match opening.run(&near, context.schemes, context.marks)? {
                        None => return Ok(AttemptEnd::Nothing),
                        Some(opened) => *self = Self::opened(opened),
                    }
                }
                Self::EndSearch(search) => return search.run(view, context),
            }
        }
    }
}

/// The search for the end of an opened candidate.
#[derive(Clone, Debug)]
pub(crate) struct EndSearch {
    opened: Opener,
    /// The end of what was read.
    at: usize,
    stage: Stage,
    /// Whether *ws* without an LF is known to occur between two bytes of the URL.
    spaced: bool,
}

#[derive(Clone, Debug)]
enum Stage {
    /// On the line where the content begins, or after the head of another line.
    Content,
    Head(Head),
    UnevenQuoting(UnevenQuoting, Trigger),
    /// After a closing `>` that is first on its line.
    AfterClose {
        close: usize,
        at: usize,
    },
}

/// Why the second reading is tried. It decides what happens if that reading fails.
#[derive(Clone, Copy, Debug)]
enum Trigger {
    /// A `>` first on a continuation line.
    FirstOnLine { close: usize },
    /// A line with only a quote prefix. `close` is the last `>` in it.
    MarksOnly { line: usize, close: usize },
    /// A line with only a quote prefix and punctuation, in a candidate without inner whitespace.
    Punctuated { line: usize, close: usize },
}

impl EndSearch {
    fn new(opened: Opener) -> Self {
        Self {
            opened,
            at: opened.content,
            stage: Stage::Content,
            spaced: false,
        }
    }

    fn run(&mut self, view: &View<'_>, context: &mut Context<'_>) -> Result<AttemptEnd, NeedMore> {
        loop {
            let end = match &mut self.stage {
                Stage::Content => self.content(view, context)?,
                Stage::Head(head) => {
                    let line = head.run(view, context.marks)?;
                    self.at = head.at();
                    let start = head.start();
                    self.end_at_line(line, start, view, context)
                }
                Stage::UnevenQuoting(reading, trigger) => {
                    let outcome = reading.run(view, context.max_len, context.marks)?;
                    let trigger = *trigger;
                    self.at = self.at.max(reading.at);
                    match outcome {
                        Outcome::Closed(close) => {
                            Some(self.closed(close, close, CloseKind::UnevenQuoting))
                        }
                        Outcome::Failed => self.end_without_second_reading(trigger, view, context),
                    }
                }
                Stage::AfterClose { close, at } => {
                    let close = *close;
                    while view
                        .byte(*at)?
                        .is_some_and(|byte| class::is_blank(byte) || byte == b'\r')
                    {
                        *at += 1;
                    }
                    let is_last = matches!(view.byte(*at)?, None | Some(b'\n'));
                    self.at = self.at.max(*at);
                    let kind = if is_last {
                        CloseKind::DoubtfulClose
                    } else {
                        CloseKind::Certain
                    };
                    Some(self.closed(close, close, kind))
                }
            };
            if let Some(end) = end {
                return Ok(end);
            }
        }
    }

    /// Reads to the next line, or to a byte that ends the candidate.
    fn content(
        &mut self,
        view: &View<'_>,
        context: &Context<'_>,
    ) -> Result<Option<AttemptEnd>, NeedMore> {
        let max_len = context.max_len;
        let near = &view.window[..view.window.len().min(max_len)];
        while let Some(found) = near
            .get(self.at..)
            .and_then(|rest| class::find(rest, class::STOP))
        {
            self.at += found;
            let reason = match near[self.at] {
                b'>' => return Ok(Some(self.closed(self.at, self.at, CloseKind::Certain))),
                b'<' => Reason::Opener,
                0 => Reason::Nul,
                _ => {
                    self.at += 1;
                    // Fast path: without marks to drop, the first byte of most lines shows that the URL continues.
                    let continues = |&byte: &u8| byte != b'>' && !class::is_ws(byte);
                    if context.marks.is_empty() && near.get(self.at).is_some_and(continues) {
                        continue;
                    }
                    self.stage = Stage::Head(Head::new(self.at));
                    return Ok(None);
                }
            };
            return Ok(Some(self.abandoned(reason, self.at, false)));
        }
        // The head of a line may have read bytes after the window, which are already discarded. So the
        // length of the view decides, not the current byte.
        self.at = self.at.max(near.len());
        if view.end() > max_len {
            Ok(Some(self.abandoned(Reason::TooLong, max_len, false)))
        } else if view.end_of_text {
            Ok(Some(self.abandoned(Reason::EndOfText, self.at, true)))
        } else {
            Err(NeedMore)
        }
    }

    /// Returns whether the candidate ends at a continuation line, and how.
    fn end_at_line(
        &mut self,
        line: LineKind,
        start: usize,
        view: &View<'_>,
        context: &mut Context<'_>,
    ) -> Option<AttemptEnd> {
        let trigger = match line {
            LineKind::Blank => return Some(self.abandoned(Reason::BlankLine, start, true)),
            LineKind::EndOfText => return Some(self.abandoned(Reason::EndOfText, start, true)),
            LineKind::MarksOnly { close: None } => {
                return Some(self.abandoned(Reason::MarksOnly, start, true));
            }
            LineKind::Close { .. } | LineKind::Content if self.at >= context.max_len => {
                return Some(self.abandoned(Reason::TooLong, context.max_len, false));
            }
            LineKind::Close { at } => Trigger::FirstOnLine { close: at },
            LineKind::MarksOnly { close: Some(close) } => Trigger::MarksOnly { line: start, close },
            LineKind::Punctuated { close } if !self.is_spaced(start, view, context) => {
                Trigger::Punctuated { line: start, close }
            }
            LineKind::Punctuated { .. } | LineKind::Content => {
                self.stage = Stage::Content;
                return None;
            }
        };
        self.stage = Stage::UnevenQuoting(UnevenQuoting::new(self.opened.content), trigger);
        None
    }

    /// Returns how a candidate ends after the second reading has failed.
    fn end_without_second_reading(
        &mut self,
        trigger: Trigger,
        view: &View<'_>,
        context: &mut Context<'_>,
    ) -> Option<AttemptEnd> {
        match trigger {
            Trigger::FirstOnLine { close } if context.marks.is_empty() => {
                Some(self.closed(close, close, CloseKind::Certain))
            }
            Trigger::FirstOnLine { close } => {
                self.stage = Stage::AfterClose {
                    close,
                    at: close + 1,
                };
                None
            }
            Trigger::MarksOnly { line, close } => {
                let closes = close < context.max_len && !self.is_spaced(line, view, context);
                Some(if closes {
                    self.closed(close, line, CloseKind::DoubtfulClose)
                } else {
                    self.abandoned(Reason::MarksOnly, line, true)
                })
            }
            Trigger::Punctuated { line, close } => Some(if close < context.max_len {
                self.closed(close, line, CloseKind::DoubtfulClose)
            } else {
                self.abandoned(Reason::TooLong, context.max_len, false)
            }),
        }
    }

    /// Returns whether *ws* without an LF occurs between two bytes before `line`.
    ///
    /// This takes a pass over the candidate, but at most twice: `true` is remembered, and after `false`
    /// the candidate ends.
    fn is_spaced(&mut self, line: usize, view: &View<'_>, context: &mut Context<'_>) -> bool {
        self.spaced = self.spaced || {
            let text = CandidateText {
                window: &view.window[..line],
                content: self.opened.content,
                base: 0,
                marks: context.marks,
            };
            text.is_spaced(context.scratch)
        };
        self.spaced
    }

    fn closed(&self, close: usize, content_end: usize, kind: CloseKind) -> AttemptEnd {
        let reached = self.at.max(close + 1);
        let closed = Closed {
            close,
            content_end,
            kind,
            reached,
        };
        AttemptEnd::Closed(self.opened, closed)
    }

    fn abandoned(&self, reason: Reason, at: usize, may_be_unclosed: bool) -> AttemptEnd {
        let abandoned = Abandoned {
            reason,
            at,
            may_be_unclosed,
            reached: self.at,
        };
        AttemptEnd::Abandoned(self.opened, abandoned)
    }
}
