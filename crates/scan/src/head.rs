//! The head of a continuation line: its quote prefix, and whether anything follows.

use crate::{
    class::{is_blank, is_punctuation},
    quote_prefix::{Dropping, QuoteMark},
    view::{NeedMore, View},
};

/// A continuation line, read as far as it takes to know its kind.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    start: usize,
    at: usize,
    dropping: Dropping,
    rest: Rest,
}

/// What stands behind the marks so far.
#[derive(Clone, Copy, Debug)]
enum Rest {
    /// The marks are not read yet.
    Prefix,
    /// Nothing, or blanks.
    Blanks,
    /// Blanks and CR.
    BlanksAndCr,
    Punctuation,
    /// Punctuation, then blanks and CR.
    BehindPunctuation,
}

/// The kinds of continuation lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Blanks and CR only.
    Blank,
    /// No byte at all; the text is over.
    EndOfText,
    /// Dropped marks, blanks and CR only; `close` is the last `>` among the marks.
    MarksOnly {
        close: Option<usize>,
    },
    /// Dropped marks with a `>` among them, then one run of punctuation.
    Punctuated {
        close: usize,
    },
    /// A `>` that is not dropped comes first.
    Close {
        at: usize,
    },
    Content,
}

impl Head {
    pub(crate) fn new(start: usize) -> Self {
        Self {
            start,
            at: start,
            dropping: Dropping::new(start),
            rest: Rest::Prefix,
        }
    }

    /// Where the line begins.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    /// Everything before it is read; a byte that decided is not.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn run(&mut self, view: &View<'_>, marks: &[QuoteMark]) -> Result<Line, NeedMore> {
        if let Rest::Prefix = self.rest {
            self.dropping.run(view, marks)?;
            self.at = self.dropping.at;
            if self.dropping.ends_in_letters() {
                return Ok(Line::Content);
            }
            self.rest = Rest::Blanks;
        }
        loop {
            let byte = view.byte(self.at)?;
            self.rest = match (self.rest, byte) {
                (rest, None | Some(b'\n')) => return Ok(self.whole(rest, byte.is_none())),
                (Rest::Blanks, Some(b'>')) => return Ok(Line::Close { at: self.at }),
                (Rest::Blanks | Rest::BlanksAndCr, Some(b'\r')) => Rest::BlanksAndCr,
                (Rest::Punctuation | Rest::BehindPunctuation, Some(b'\r')) => {
                    Rest::BehindPunctuation
                }
                (Rest::Punctuation, Some(byte)) if is_blank(byte) => Rest::BehindPunctuation,
                (rest, Some(byte)) if is_blank(byte) => rest,
                (Rest::Blanks | Rest::Punctuation, Some(byte))
                    if is_punctuation(byte) && self.dropping.last_close.is_some() =>
                {
                    Rest::Punctuation
                }
                _ => return Ok(Line::Content),
            };
            self.at += 1;
        }
    }

    /// The kind of a line that is read to its end.
    fn whole(&self, rest: Rest, end_of_text: bool) -> Line {
        let close = self.dropping.last_close;
        match (rest, close) {
            (Rest::Punctuation | Rest::BehindPunctuation, Some(close)) => {
                Line::Punctuated { close }
            }
            _ if self.dropping.any => Line::MarksOnly { close },
            _ if end_of_text && self.at == self.start => Line::EndOfText,
            _ => Line::Blank,
        }
    }
}
