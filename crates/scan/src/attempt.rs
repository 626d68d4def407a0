//! One candidate from its `<` to the verdict: the first reading and what damage leads to.
//!
//! A note to maintainers. Everything that is decided about a candidate is decided by the bytes
//! between its `<` and the next one, and by the marks in front of it. An attempt walks over those
//! bytes once, can stop at any of them, and goes on where it stood when more arrive; only the
//! second reading walks over them once more. No step ever passes the next `<`, so that all steps
//! of all attempts together pass over a text a fixed number of times at most.
//!
//! Bytes farther than `max_len` from the `<` can only answer one kind of question: what the rest
//! of a line holds whose beginning lies near enough. Those are read byte by byte and never kept.

use crate::{
    assemble::Inside,
    candidate::{Candidate, Reason},
    class,
    head::{Head, Line},
    opening::{Opened, Opening},
    quote_prefix::QuoteMark,
    scheme::Schemes,
    uneven_quoting::{Outcome, UnevenQuoting},
    view::{NeedMore, View},
};

/// What an attempt must know of its surroundings.
pub(crate) struct Context<'s> {
    pub(crate) max_len: usize,
    pub(crate) schemes: &'s Schemes,
    /// The opening line's marks.
    pub(crate) marks: &'s [QuoteMark],
    /// A place to try how the bytes so far would be put together.
    pub(crate) scratch: &'s mut Candidate,
}

/// A `<` and what is known of what follows it.
#[derive(Clone, Debug)]
pub(crate) enum Attempt {
    Opening(Opening),
    Walk(Walk),
}

/// How an attempt ended. All places are distances from the `<`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Verdict {
    /// The `<` opens nothing.
    Nothing,
    Closed(Opened, Closed),
    Abandoned(Opened, Abandoned),
}

/// A candidate has its closing `>`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closed {
    /// Where the `>` stands.
    pub(crate) close: usize,
    /// Where what stands inside ends.
    pub(crate) inside_end: usize,
    pub(crate) how: How,
    /// Everything before this is read.
    pub(crate) reached: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    First,
    UnevenQuoting,
    DoubtfulClose,
}

/// A candidate has no closing `>`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Abandoned {
    pub(crate) reason: Reason,
    /// What it was abandoned at.
    pub(crate) at: usize,
    /// A URL may stand before `at` all the same.
    pub(crate) may_be_unclosed: bool,
    /// Everything before this is read.
    pub(crate) reached: usize,
}

impl Attempt {
    /// At a `<` of which it is known what it opens.
    pub(crate) fn of(opened: Opened) -> Self {
        Self::Walk(Walk::new(opened))
    }

    /// Reads on until the verdict is certain.
    pub(crate) fn run(
        &mut self,
        view: &View<'_>,
        context: &mut Context<'_>,
    ) -> Result<Verdict, NeedMore> {
        loop {
            match self {
                Self::Opening(opening) => {
                    let near = view.up_to(context.max_len);
                    match opening.run(&near, context.schemes, context.marks)? {
                        None => return Ok(Verdict::Nothing),
                        Some(opened) => *self = Self::of(opened),
                    }
                }
                Self::Walk(walk) => return walk.run(view, context),
            }
        }
    }
}

/// The walk from an opened candidate's content to its end.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    opened: Opened,
    /// Everything before it is read for good.
    at: usize,
    stage: Stage,
    /// *ws* without an LF is known to stand between two bytes of the URL.
    spaced: bool,
}

#[derive(Clone, Debug)]
enum Stage {
    /// On the line where the content begins, or behind the head of another.
    Content,
    Head(Head),
    UnevenQuoting(UnevenQuoting, Trigger),
    /// Behind a closing `>` that is first on its line.
    Tail {
        close: usize,
        at: usize,
    },
}

/// What made the second reading worth a try, and so what is to be done if it fails.
#[derive(Clone, Copy, Debug)]
enum Trigger {
    /// A `>` first on a continuation line.
    FirstOnLine { close: usize },
    /// A line of marks only; `close` is the last `>` among them.
    MarksOnly { line: usize, close: usize },
    /// A line of marks and punctuation, in a candidate that is not spaced.
    Punctuated { line: usize, close: usize },
}

impl Walk {
    fn new(opened: Opened) -> Self {
        Self {
            opened,
            at: opened.content,
            stage: Stage::Content,
            spaced: false,
        }
    }

    fn run(&mut self, view: &View<'_>, context: &mut Context<'_>) -> Result<Verdict, NeedMore> {
        loop {
            let verdict = match &mut self.stage {
                Stage::Content => self.content(view, context)?,
                Stage::Head(head) => {
                    let line = head.run(view, context.marks)?;
                    self.at = head.at();
                    let start = head.start();
                    self.judge_line(line, start, view, context)
                }
                Stage::UnevenQuoting(reading, trigger) => {
                    let outcome = reading.run(&view.up_to(context.max_len), context.marks)?;
                    let trigger = *trigger;
                    self.at = self.at.max(reading.at);
                    match outcome {
                        Outcome::Closed(close) => {
                            Some(self.closed(close, close, How::UnevenQuoting))
                        }
                        Outcome::Failed => self.without_second_reading(trigger, view, context),
                    }
                }
                Stage::Tail { close, at } => {
                    let close = *close;
                    while view
                        .byte(*at)?
                        .is_some_and(|byte| class::is_blank(byte) || byte == b'\r')
                    {
                        *at += 1;
                    }
                    let is_last = matches!(view.byte(*at)?, None | Some(b'\n'));
                    self.at = self.at.max(*at);
                    let how = if is_last {
                        How::DoubtfulClose
                    } else {
                        How::First
                    };
                    Some(self.closed(close, close, how))
                }
            };
            if let Some(verdict) = verdict {
                return Ok(verdict);
            }
        }
    }

    /// Goes on to the next byte that means something.
    fn content(
        &mut self,
        view: &View<'_>,
        context: &Context<'_>,
    ) -> Result<Option<Verdict>, NeedMore> {
        let max_len = context.max_len;
        let near = &view.window[..view.window.len().min(max_len)];
        while let Some(found) = near
            .get(self.at..)
            .and_then(|rest| class::find(rest, class::STOP))
        {
            self.at += found;
            let reason = match near[self.at] {
                b'>' => return Ok(Some(self.closed(self.at, self.at, How::First))),
                b'<' => Reason::Opener,
                0 => Reason::Nul,
                _ => {
                    self.at += 1;
                    // Where there is nothing to drop, most lines show at once that they go on.
                    let goes_on = |&byte: &u8| byte != b'>' && !class::is_ws(byte);
                    if context.marks.is_empty() && near.get(self.at).is_some_and(goes_on) {
                        continue;
                    }
                    self.stage = Stage::Head(Head::new(self.at));
                    return Ok(None);
                }
            };
            return Ok(Some(self.abandoned(reason, self.at, false)));
        }
        // A line's head may have looked past the window, at bytes that are let go by now: so what
        // counts is how much there is, not the byte at hand.
        self.at = self.at.max(near.len());
        if view.end() > max_len {
            Ok(Some(self.abandoned(Reason::TooLong, max_len, false)))
        } else if view.end_of_text {
            Ok(Some(self.abandoned(Reason::EndOfText, self.at, true)))
        } else {
            Err(NeedMore)
        }
    }

    fn judge_line(
        &mut self,
        line: Line,
        start: usize,
        view: &View<'_>,
        context: &mut Context<'_>,
    ) -> Option<Verdict> {
        let trigger = match line {
            Line::Blank => return Some(self.abandoned(Reason::BlankLine, start, true)),
            Line::EndOfText => return Some(self.abandoned(Reason::EndOfText, start, true)),
            Line::MarksOnly { close: None } => {
                return Some(self.abandoned(Reason::MarksOnly, start, true));
            }
            Line::Close { .. } | Line::Content if self.at >= context.max_len => {
                return Some(self.abandoned(Reason::TooLong, context.max_len, false));
            }
            Line::Close { at } => Trigger::FirstOnLine { close: at },
            Line::MarksOnly { close: Some(close) } => Trigger::MarksOnly { line: start, close },
            Line::Punctuated { close } if !self.is_spaced(start, view, context) => {
                Trigger::Punctuated { line: start, close }
            }
            Line::Punctuated { .. } | Line::Content => {
                self.stage = Stage::Content;
                return None;
            }
        };
        self.stage = Stage::UnevenQuoting(UnevenQuoting::new(self.opened.content), trigger);
        None
    }

    /// What becomes of a candidate when the second reading has failed.
    fn without_second_reading(
        &mut self,
        trigger: Trigger,
        view: &View<'_>,
        context: &mut Context<'_>,
    ) -> Option<Verdict> {
        match trigger {
            Trigger::FirstOnLine { close } if context.marks.is_empty() => {
                Some(self.closed(close, close, How::First))
            }
            Trigger::FirstOnLine { close } => {
                self.stage = Stage::Tail {
                    close,
                    at: close + 1,
                };
                None
            }
            Trigger::MarksOnly { line, close } => {
                let closes = close < context.max_len && !self.is_spaced(line, view, context);
                Some(if closes {
                    self.closed(close, line, How::DoubtfulClose)
                } else {
                    self.abandoned(Reason::MarksOnly, line, true)
                })
            }
            Trigger::Punctuated { line, close } => Some(if close < context.max_len {
                self.closed(close, line, How::DoubtfulClose)
            } else {
                self.abandoned(Reason::TooLong, context.max_len, false)
            }),
        }
    }

    /// Whether *ws* without an LF stands between two bytes before `line`. Once it does it always
    /// will, and if it does not the candidate ends here: so this is asked twice at most.
    fn is_spaced(&mut self, line: usize, view: &View<'_>, context: &mut Context<'_>) -> bool {
        self.spaced = self.spaced || {
            let inside = Inside {
                window: &view.window[..line],
                content: self.opened.content,
                base: 0,
                marks: context.marks,
            };
            inside.is_spaced(context.scratch)
        };
        self.spaced
    }

    fn closed(&self, close: usize, inside_end: usize, how: How) -> Verdict {
        let reached = self.at.max(close + 1);
        let closed = Closed {
            close,
            inside_end,
            how,
            reached,
        };
        Verdict::Closed(self.opened, closed)
    }

    fn abandoned(&self, reason: Reason, at: usize, may_be_unclosed: bool) -> Verdict {
        let abandoned = Abandoned {
            reason,
            at,
            may_be_unclosed,
            reached: self.at,
        };
        Verdict::Abandoned(self.opened, abandoned)
    }
}
