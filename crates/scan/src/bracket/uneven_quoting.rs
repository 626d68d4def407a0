//! The second reading, for quoted text in which some lines have more marks than the line on which the
//! URL begins.
//!
//! It is tried where the first reading meets a `>` that is first on a line, or a line of marks only. To drop further
//! marks in the first reading would be simpler, but would take a closing `>` at the start of a line for a mark. The
//! price is that the bytes of such a candidate are read twice, and strict rules against prose: one token a line, with a
//! letter or digit in it, and at most three lines without text. Lines with several tokens were not worth it: they are
//! prose.

use crate::text::{
    Near, Prefix,
    class::{is_beside_at, is_blank, is_ws},
};

/// The maximum number of consecutive lines of marks only that are skipped.
const MAX_SKIPPED: usize = 3;

/// The state of the reading.
struct UnevenQuoting {
    /// The end of what was read.
    at: usize,
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

/// Reads every line as a quote prefix and one token, up to a `>` that directly follows a token. Returns the distance of
/// this `>` from the `<`; `None` if there is none among the first `max_len` bytes.
pub(crate) fn closed_unevenly(
    text: &Near<'_>,
    content: usize,
    max_len: usize,
    prefix: &Prefix,
) -> Option<usize> {
    let bytes = text.bytes();
    let limit = bytes.len().min(max_len);
    let near = Near::new(&bytes[..limit]);
    let mut reading = UnevenQuoting {
        at: content,
        stage: Stage::BeforeToken,
        continuation: false,
        marked: false,
        skipped: 0,
        tokens: 0,
        has_word: false,
    };
    let close = reading.close(&near, text, prefix);
    if near.ran_out() && limit < max_len {
        text.run_out();
    }
    close
}

impl UnevenQuoting {
    fn close(&mut self, near: &Near<'_>, text: &Near<'_>, prefix: &Prefix) -> Option<usize> {
        loop {
            // A `<`, a NUL or the end of the text fails in every stage.
            let byte = near
                .byte(self.at)
                .filter(|byte| !matches!(byte, b'<' | 0))?;
            let is_valid = match self.stage {
                _ if byte == b'\n' => self.end_line(near, prefix),
                Stage::BeforeToken if is_blank(byte) => true,
                Stage::BeforeToken | Stage::EmptySoFar if byte == b'\r' => {
                    self.stage = Stage::EmptySoFar;
                    true
                }
                Stage::EmptySoFar => is_blank(byte),
                Stage::BeforeToken => {
                    let is_space = is_ws(byte) || near.space_len(self.at) > 0;
                    self.stage = Stage::Token;
                    self.has_word = byte.is_ascii_alphanumeric();
                    !is_space && byte != b'>'
                }
                Stage::Token if byte == b'>' => {
                    // The `>` of an arrow, such as `p->q`, does not close.
                    let next = text.byte(self.at + 1);
                    let is_arrow = next.is_some_and(|next| next.is_ascii_alphanumeric());
                    let has_word = !self.continuation || self.has_word;
                    return (has_word && !is_arrow).then_some(self.at);
                }
                Stage::Token if is_ws(byte) => {
                    if byte == b' ' && is_at_sign(near, self.at) {
                        self.at += 3;
                        true
                    } else {
                        self.stage = Stage::AfterToken;
                        self.end_token()
                    }
                }
                Stage::Token => match near.space_len(self.at) {
                    0 => {
                        self.read_token(&near.bytes()[self.at..]);
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
                    let len = near.space_len(self.at);
                    self.at += len.saturating_sub(1);
                    len > 0
                }
            };
            if !is_valid {
                return None;
            }
            self.at += 1;
        }
    }

    /// Reads bytes of a token up to the last one before a byte that may end it.
    fn read_token(&mut self, rest: &[u8]) {
        // A character outside ASCII may be a space. Its bytes are read one by one.
        let is_end =
            |&byte: &u8| !byte.is_ascii() || is_ws(byte) || matches!(byte, b'>' | b'<' | 0);
        let len = 1 + rest[1..].iter().take_while(|byte| !is_end(byte)).count();
        self.has_word = self.has_word || rest[..len].iter().any(u8::is_ascii_alphanumeric);
        self.at += len - 1;
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

    /// Ends a line, and skips the quote prefix of the next one. Returns whether the line is allowed.
    fn end_line(&mut self, near: &Near<'_>, prefix: &Prefix) -> bool {
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
        self.stage = Stage::BeforeToken;
        let skipped = prefix.skip_all(near.bytes(), self.at + 1);
        if skipped.is_cut {
            near.run_out();
        }
        self.marked = skipped.any;
        // The byte before the first one that is not skipped.
        self.at = skipped.at - 1;
        is_valid
    }
}

/// Returns whether the SP at `at` begins an obfuscated at-sign: one SP, `at`, one SP, between two bytes
/// that can stand next to an at-sign.
pub(crate) fn is_at_sign(near: &Near<'_>, at: usize) -> bool {
    is_beside_at(near.bytes()[at - 1])
        && near.has(at, b" at ")
        && near.bytes()[at..].starts_with(b" at ")
        && near.byte(at + 4).is_some_and(is_beside_at)
}
