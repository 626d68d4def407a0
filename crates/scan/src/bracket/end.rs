//! The end of a candidate whose start is known: its close, or why it has none.
//!
//! Note to maintainers: an attempt depends only on the bytes from its `<` to the next `<`, and on the quote prefix
//! before it. It reads those bytes once, and the second reading (`uneven_quoting.rs`) reads them once more. No attempt
//! reads past the next `<`, so the number of times that a byte is read is bounded by a constant.
//!
//! Bytes more than `max_len` after the `<` matter in one case: to classify a line that begins within `max_len`. A line
//! that is not classified within as many further bytes makes the candidate too long, unless it has only blanks, quote
//! marks and punctuation. Of such a line, 64 KiB more are read: to read on would need a state that outlives the text at
//! hand, for nothing but white space.

use super::{
    open::Opener,
    rejoin::{Content, Rejoined},
    uneven_quoting::closed_unevenly,
};
use crate::{
    candidate::Reason,
    line::is_directive,
    text::{
        Near, Prefix,
        class::{self, is_blank, may_follow_quote_mark},
    },
};

/// How an attempt ends. All indices are distances from the `<`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum End {
    /// The candidate has its closing `>`.
    Closed {
        close: usize,
        content_end: usize,
        kind: CloseKind,
    },
    /// The candidate has no closing `>`.
    Abandoned {
        reason: Reason,
        /// The byte that ended the attempt.
        at: usize,
        /// Whether the bytes before `at` may hold an unclosed URL.
        may_be_unclosed: bool,
    },
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

/// The kinds of continuation lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineKind {
    /// Spaces, tabs and CR only.
    Blank,
    /// No bytes: the end of the text.
    EndOfText,
    /// Dropped marks, spaces, tabs and CR only. `close` is the last `>` among the marks.
    MarksOnly {
        close: Option<usize>,
    },
    /// Dropped marks with a `>` among them, then one run of punctuation, or a directive of C.
    Punctuated {
        close: usize,
    },
    /// A `>` that is not dropped is the first byte after the prefix.
    Close {
        at: usize,
    },
    Content,
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

/// The search for the end of an opened candidate.
pub(crate) struct EndSearch<'t> {
    /// The text from the `<` on.
    text: Near<'t>,
    opened: Opener,
    /// The quote prefix of the opening line.
    prefix: &'t Prefix,
    max_len: usize,
    /// Whether all bytes that may matter are at hand.
    is_complete: bool,
    /// Whether the text ends after the bytes at hand.
    is_last: bool,
    /// Whether *ws* without an LF is known to occur between two bytes of the URL.
    is_spaced: bool,
}

impl<'t> EndSearch<'t> {
    /// Creates the search of a text that begins with the `<`. `is_last` says that no more text follows.
    pub(crate) fn new(
        text: &'t [u8],
        opened: Opener,
        prefix: &'t Prefix,
        max_len: usize,
        is_last: bool,
    ) -> Self {
        let most = reach(text, max_len);
        Self {
            text: Near::new(&text[..text.len().min(most)]),
            opened,
            prefix,
            max_len,
            is_complete: text.len() >= most,
            is_last: is_last && text.len() <= most,
            is_spaced: false,
        }
    }

    /// Returns how the attempt ends; `None` if that depends on more text.
    pub(crate) fn run(mut self, scratch: &mut Rejoined) -> Option<End> {
        let end = self.end(scratch);
        if !self.text.ran_out() || self.is_last {
            return Some(end);
        }
        self.is_complete.then_some(too_long(self.max_len))
    }

    /// Returns how the attempt ends if the text ends after the bytes at hand.
    fn end(&mut self, scratch: &mut Rejoined) -> End {
        let text = self.text.bytes();
        let near = &text[..text.len().min(self.max_len)];
        let mut at = self.opened.content;
        loop {
            let rest = near.get(at..);
            let Some(found) = rest.and_then(|rest| class::find(rest, class::STOP)) else {
                if text.len() > self.max_len {
                    return too_long(self.max_len);
                }
                self.text.run_out();
                return abandoned(Reason::EndOfText, text.len(), true);
            };
            at += found;
            match near[at] {
                b'>' => return closed(at, at, CloseKind::Certain),
                b'<' => return abandoned(Reason::Opener, at, false),
                0 => return abandoned(Reason::Nul, at, false),
                _ => {}
            }
            let line = at + 1;
            at = line;
            // Without marks to drop, the first byte of most lines shows that the URL continues.
            let continues = |&byte: &u8| byte != b'>' && !class::is_ws(byte);
            if self.prefix.depth() == 0 && near.get(at).is_some_and(continues) {
                continue;
            }
            let kind;
            (kind, at) = self.head(line);
            match kind {
                LineKind::Blank => return abandoned(Reason::BlankLine, line, true),
                LineKind::EndOfText => return abandoned(Reason::EndOfText, line, true),
                LineKind::MarksOnly { close: None } => {
                    return abandoned(Reason::MarksOnly, line, true);
                }
                LineKind::Close { .. } | LineKind::Content if at >= self.max_len => {
                    return too_long(self.max_len);
                }
                LineKind::Close { at } => {
                    return self.second_reading(Trigger::FirstOnLine { close: at }, scratch);
                }
                LineKind::MarksOnly { close: Some(close) } => {
                    return self.second_reading(Trigger::MarksOnly { line, close }, scratch);
                }
                LineKind::Punctuated { close } if !self.is_spaced(line, scratch) => {
                    return self.second_reading(Trigger::Punctuated { line, close }, scratch);
                }
                LineKind::Punctuated { .. } | LineKind::Content => {}
            }
        }
    }

    /// Returns the kind of the continuation line that begins at `line`, and the index of the byte that shows it.
    fn head(&self, line: usize) -> (LineKind, usize) {
        let skipped = self.prefix.skip(self.text.bytes(), line);
        if skipped.is_cut {
            self.text.run_out();
        }
        let mut at = skipped.at;
        let mut punctuated = None;
        match (self.text.byte(at), skipped.last_close) {
            (Some(b'>'), _) => return (LineKind::Close { at }, at),
            (Some(b'#'), Some(close)) if self.begins_directive(close, at) => {
                return (LineKind::Punctuated { close }, at);
            }
            (Some(byte), Some(close)) if may_follow_quote_mark(byte) => {
                at = self.text.class_end(at, may_follow_quote_mark);
                punctuated = Some(close);
            }
            _ => {}
        }
        at = self
            .text
            .class_end(at, |byte| is_blank(byte) || byte == b'\r');
        let kind = match (self.text.byte(at), punctuated) {
            (Some(b'\n') | None, Some(close)) => LineKind::Punctuated { close },
            (Some(b'\n') | None, None) if skipped.any => LineKind::MarksOnly {
                close: skipped.last_close,
            },
            (None, None) if at == line => LineKind::EndOfText,
            (Some(b'\n') | None, None) => LineKind::Blank,
            (Some(_), _) => LineKind::Content,
        };
        (kind, at)
    }

    /// Returns whether a directive of C begins at an index, directly after the last mark of a quote prefix whose marks
    /// have spaces between them: someone's `>` was at the end of the line before.
    fn begins_directive(&self, close: usize, at: usize) -> bool {
        let is_apart = close + 1 == at && is_blank(self.text.bytes()[close - 1]);
        is_apart && {
            let end = self
                .text
                .class_end(at + 1, |byte| byte.is_ascii_alphabetic());
            is_directive(&self.text.bytes()[at..end])
        }
    }

    /// Returns how the candidate ends by the second reading; if that fails, as the line shows at which it was tried.
    fn second_reading(&mut self, trigger: Trigger, scratch: &mut Rejoined) -> End {
        let content = self.opened.content;
        if let Some(close) = closed_unevenly(&self.text, content, self.max_len, self.prefix) {
            return closed(close, close, CloseKind::UnevenQuoting);
        }
        match trigger {
            Trigger::FirstOnLine { close } => {
                let blanks = |byte| is_blank(byte) || byte == b'\r';
                let is_last = self.prefix.depth() > 0
                    && matches!(
                        self.text.byte(self.text.class_end(close + 1, blanks)),
                        None | Some(b'\n')
                    );
                let kind = if is_last {
                    CloseKind::DoubtfulClose
                } else {
                    CloseKind::Certain
                };
                closed(close, close, kind)
            }
            Trigger::MarksOnly { line, close } => {
                if close < self.max_len && !self.is_spaced(line, scratch) {
                    closed(close, line, CloseKind::DoubtfulClose)
                } else {
                    abandoned(Reason::MarksOnly, line, true)
                }
            }
            Trigger::Punctuated { line, close } if close < self.max_len => {
                closed(close, line, CloseKind::DoubtfulClose)
            }
            Trigger::Punctuated { .. } => too_long(self.max_len),
        }
    }

    /// Returns whether *ws* without an LF occurs between two bytes before `line`.
    ///
    /// This takes a pass over the candidate, but at most twice: `true` is remembered, and after `false`
    /// the candidate ends.
    fn is_spaced(&mut self, line: usize, scratch: &mut Rejoined) -> bool {
        self.is_spaced = self.is_spaced || {
            let content = Content {
                text: &self.text.bytes()[..line],
                start: self.opened.content,
                prefix: self.prefix,
            };
            content.is_spaced(scratch)
        };
        self.is_spaced
    }
}

const fn closed(close: usize, content_end: usize, kind: CloseKind) -> End {
    End::Closed {
        close,
        content_end,
        kind,
    }
}

const fn abandoned(reason: Reason, at: usize, may_be_unclosed: bool) -> End {
    End::Abandoned {
        reason,
        at,
        may_be_unclosed,
    }
}

/// The maximum number of bytes by which a line without words may extend beyond the bytes that are read of other lines.
const MAX_WORDLESS_LINE: usize = 64 << 10;

/// Returns the number of bytes from the `<` on that may matter: twice `max_len`, and the rest of a line that has only
/// blanks, quote marks and punctuation.
fn reach(text: &[u8], max_len: usize) -> usize {
    let most = max_len.saturating_mul(2);
    let is_wordless = |&&byte: &&u8| {
        is_blank(byte) || matches!(byte, b'\r' | b'>' | b'|') || may_follow_quote_mark(byte)
    };
    let Some(near) = text.get(..most) else {
        return most;
    };
    // In most texts, this ends at once, however long the line is.
    let last = near.iter().rposition(|byte| !is_wordless(&byte));
    if last.is_none_or(|at| near[at] != b'\n') {
        return most;
    }
    let rest = text[most..].iter().take(MAX_WORDLESS_LINE);
    most + rest.take_while(is_wordless).count() + 1
}

const fn too_long(max_len: usize) -> End {
    abandoned(Reason::TooLong, max_len, false)
}
