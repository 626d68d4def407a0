//! The head of a continuation line: its quote prefix, and the kind of what follows.

use crate::text::{
    NeedMore, PrefixSkipper, QuoteMark, View,
    class::{is_blank, may_follow_quote_mark},
};

/// A continuation line, read until its kind is known.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    start: usize,
    at: usize,
    prefix: PrefixSkipper,
    after_prefix: AfterPrefix,
}

/// What follows the quote prefix so far.
#[derive(Clone, Copy, Debug)]
enum AfterPrefix {
    /// The prefix is not read yet.
    Unknown,
    /// Nothing, or spaces and tabs.
    Blanks,
    /// Spaces, tabs and CR.
    BlanksAndCr,
    Punctuation,
    /// Punctuation, then spaces, tabs and CR.
    PunctuationAndBlanks,
}

/// The kinds of continuation lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineKind {
    /// Spaces, tabs and CR only.
    Blank,
    /// No bytes: the end of the text.
    EndOfText,
    /// Dropped marks, spaces, tabs and CR only. `close` is the last `>` among the marks.
    MarksOnly {
        close: Option<usize>,
    },
    /// Dropped marks with a `>` among them, then one run of punctuation.
    Punctuated {
        close: usize,
    },
    /// A `>` that is not dropped is the first byte after the prefix.
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
            prefix: PrefixSkipper::new(start),
            after_prefix: AfterPrefix::Unknown,
        }
    }

    /// Returns the start of the line.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    /// Returns the end of what was read. The byte that decided the kind is not read.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn run(
        &mut self,
        view: &View<'_>,
        marks: &[QuoteMark],
    ) -> Result<LineKind, NeedMore> {
        if let AfterPrefix::Unknown = self.after_prefix {
            self.prefix.run(view, marks)?;
            self.at = self.prefix.at;
            if self.prefix.ends_in_letters() {
                return Ok(LineKind::Content);
            }
            self.after_prefix = AfterPrefix::Blanks;
        }
        loop {
            let byte = view.byte(self.at)?;
            self.after_prefix = match (self.after_prefix, byte) {
                (found, None | Some(b'\n')) => return Ok(self.complete(found, byte.is_none())),
                (AfterPrefix::Blanks, Some(b'>')) => return Ok(LineKind::Close { at: self.at }),
                (AfterPrefix::Blanks | AfterPrefix::BlanksAndCr, Some(b'\r')) => {
                    AfterPrefix::BlanksAndCr
                }
                (AfterPrefix::Punctuation | AfterPrefix::PunctuationAndBlanks, Some(b'\r')) => {
                    AfterPrefix::PunctuationAndBlanks
                }
                (AfterPrefix::Punctuation, Some(byte)) if is_blank(byte) => {
                    AfterPrefix::PunctuationAndBlanks
                }
                (found, Some(byte)) if is_blank(byte) => found,
                (AfterPrefix::Blanks | AfterPrefix::Punctuation, Some(byte))
                    if may_follow_quote_mark(byte) && self.prefix.last_close.is_some() =>
                {
                    AfterPrefix::Punctuation
                }
                _ => return Ok(LineKind::Content),
            };
            self.at += 1;
        }
    }

    /// Returns the kind of a line that was read to its end.
    fn complete(&self, found: AfterPrefix, end_of_text: bool) -> LineKind {
        let close = self.prefix.last_close;
        match (found, close) {
            (AfterPrefix::Punctuation | AfterPrefix::PunctuationAndBlanks, Some(close)) => {
                LineKind::Punctuated { close }
            }
            _ if self.prefix.any => LineKind::MarksOnly { close },
            _ if end_of_text && self.at == self.start => LineKind::EndOfText,
            _ => LineKind::Blank,
        }
    }
}
