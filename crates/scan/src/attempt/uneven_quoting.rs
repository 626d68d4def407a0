//! The second reading, for quoted text in which some lines have more marks than the line on which the
//! URL begins.
//!
//! It is tried where the first reading meets a `>` that is first on a line, or a line of marks only. To drop further
//! marks in the first reading would be simpler, but would take a closing `>` at the start of a line for a mark. The
//! price is that the bytes of such a candidate are read twice, and strict rules against prose: one token a line, with a
//! letter or digit in it, and at most three lines without text. Lines with several tokens were not worth it: they are
//! prose.

use crate::text::{
    NeedMore, PrefixSkipper, QuoteMark, View,
    class::{is_beside_at, is_blank, is_ws},
    space_len,
};

/// The maximum number of consecutive lines of marks only that are skipped.
const MAX_SKIPPED: usize = 3;

/// Reads every line as a quote prefix and one token, up to a `>` that directly follows a token.
#[derive(Clone, Debug)]
pub(crate) struct UnevenQuoting {
    /// The end of what was read.
    pub(crate) at: usize,
    /// The state of the quote prefix of the current line; `None` after the prefix.
    prefix: Option<PrefixSkipper>,
    stage: Stage,
    /// Whether the current line is not the one on which the content begins.
    continuation: bool,
    /// Whether marks were dropped from the current line.
    marked: bool,
    /// The number of consecutive skipped lines.
    skipped: usize,
    /// The number of tokens on continuation lines.
    tokens: usize,
    /// Whether the current token has a letter or digit.
    has_word: bool,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    BeforeToken,
    /// After a CR at the start of the line. No token may follow.
    EmptySoFar,
    Token,
    AfterToken,
}

/// The result of the second reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The distance of the closing `>` from the `<`.
    Closed(usize),
    Failed,
}

impl UnevenQuoting {
    pub(crate) fn new(content: usize) -> Self {
        Self {
            at: content,
            prefix: None,
            stage: Stage::BeforeToken,
            continuation: false,
            marked: false,
            skipped: 0,
            tokens: 0,
            has_word: false,
        }
    }

    /// Reads until the result is certain. Fails if the `>` would not be among the first `max_len` bytes.
    pub(crate) fn run(
        &mut self,
        text: &View<'_>,
        max_len: usize,
        marks: &[QuoteMark],
    ) -> Result<Outcome, NeedMore> {
        let view = &text.up_to(max_len);
        loop {
            if let Some(prefix) = &mut self.prefix {
                prefix.run(view, marks)?;
                self.at = prefix.at;
                self.marked = prefix.any;
                self.prefix = None;
            }
            // A `<`, a NUL or the end of the text fails in every stage.
            let Some(byte) = view.byte(self.at)?.filter(|byte| !matches!(byte, b'<' | 0)) else {
                return Ok(Outcome::Failed);
            };
            let is_valid = match self.stage {
                _ if byte == b'\n' => self.end_line(),
                Stage::BeforeToken if is_blank(byte) => true,
                Stage::BeforeToken | Stage::EmptySoFar if byte == b'\r' => {
                    self.stage = Stage::EmptySoFar;
                    true
                }
                Stage::EmptySoFar => is_blank(byte),
                Stage::BeforeToken => {
                    // Where more bytes are needed, the line is still before its token.
                    let is_space = is_ws(byte) || space_len(view, self.at)? > 0;
                    self.stage = Stage::Token;
                    self.has_word = byte.is_ascii_alphanumeric();
                    !is_space && byte != b'>'
                }
                Stage::Token if byte == b'>' => {
                    // The `>` of an arrow, such as `p->q`, does not close.
                    let next = text.byte(self.at + 1)?;
                    let is_arrow = next.is_some_and(|next| next.is_ascii_alphanumeric());
                    let has_word = !self.continuation || self.has_word;
                    return Ok(if has_word && !is_arrow {
                        Outcome::Closed(self.at)
                    } else {
                        Outcome::Failed
                    });
                }
                Stage::Token if is_ws(byte) => {
                    if byte == b' ' && is_at_sign(view, self.at)? {
                        self.at += 3;
                        true
                    } else {
                        self.stage = Stage::AfterToken;
                        self.end_token()
                    }
                }
                Stage::Token => match space_len(view, self.at)? {
                    0 => {
                        let rest = &view.window[self.at..];
                        // A character outside ASCII may be a space. Its bytes are read one by one.
                        let is_end = |&byte: &u8| {
                            !byte.is_ascii() || is_ws(byte) || matches!(byte, b'>' | b'<' | 0)
                        };
                        let len = 1 + rest[1..].iter().take_while(|byte| !is_end(byte)).count();
                        self.has_word =
                            self.has_word || rest[..len].iter().any(u8::is_ascii_alphanumeric);
                        self.at += len - 1;
                        true
                    }
                    len => {
                        self.at += len - 1;
                        self.stage = Stage::AfterToken;
                        self.end_token()
                    }
                },
                Stage::AfterToken if is_ws(byte) => true,
                Stage::AfterToken => {
                    let len = space_len(view, self.at)?;
                    self.at += len.saturating_sub(1);
                    len > 0
                }
            };
            if !is_valid {
                return Ok(Outcome::Failed);
            }
            self.at += 1;
        }
    }

    /// Ends a token. Returns whether the token is allowed: the first one on a continuation line must have
    /// a letter or digit. (The last one is checked at the `>`.)
    fn end_token(&mut self) -> bool {
        self.skipped = 0;
        if !self.continuation {
            return true;
        }
        self.tokens += 1;
        self.tokens > 1 || self.has_word
    }

    /// Ends a line. Returns whether the line is allowed.
    fn end_line(&mut self) -> bool {
        let is_valid = match self.stage {
            Stage::Token => self.end_token(),
            Stage::AfterToken => true,
            _ if self.continuation => {
                self.skipped += 1;
                self.marked && self.skipped <= MAX_SKIPPED
            }
            _ => true,
        };
        self.continuation = true;
        self.marked = false;
        self.prefix = Some(PrefixSkipper::all(self.at + 1));
        self.stage = Stage::BeforeToken;
        is_valid
    }
}

/// Returns whether the SP at `at` begins an obfuscated at-sign: one SP, `at`, one SP, between two bytes
/// that can stand next to an at-sign.
pub(crate) fn is_at_sign(view: &View<'_>, at: usize) -> Result<bool, NeedMore> {
    if !is_beside_at(view.window[at - 1]) {
        return Ok(false);
    }
    for (index, expected) in b" at ".iter().enumerate() {
        if view.byte(at + index)? != Some(*expected) {
            return Ok(false);
        }
    }
    Ok(view.byte(at + 4)?.is_some_and(is_beside_at))
}
