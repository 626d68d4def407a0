//! The second reading, for quotes whose lines carry more marks than the line a URL begins on.

use crate::{
    class::{self, is_beside_at, is_blank, is_ws},
    quote_prefix::{Dropping, QuoteMark},
    view::{NeedMore, View},
};

/// Lines of which nothing is left are skipped, up to this many in a row.
const MOST_SKIPPED: usize = 3;

/// Reads every line as one token behind its marks, up to a `>` right behind a token.
#[derive(Clone, Debug)]
pub(crate) struct UnevenQuoting {
    /// Everything before it is read for good.
    pub(crate) at: usize,
    /// The marks at the start of a line, until they are read.
    dropping: Option<Dropping>,
    stage: Stage,
    /// Not the line on which the content begins.
    continuation: bool,
    /// Marks were dropped from this line.
    marked: bool,
    skipped: usize,
    /// How many tokens of continuation lines are read.
    tokens: usize,
    /// The token at hand has a letter or digit.
    has_word: bool,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    BeforeToken,
    /// Nothing but a CR yet: if the line goes on, it is no token.
    EmptySoFar,
    Token,
    BehindToken,
}

/// How the second reading ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// With the `>` at this distance from the `<`.
    Closed(usize),
    Failed,
}

impl UnevenQuoting {
    pub(crate) fn new(content: usize) -> Self {
        Self {
            at: content,
            dropping: None,
            stage: Stage::BeforeToken,
            continuation: false,
            marked: false,
            skipped: 0,
            tokens: 0,
            has_word: false,
        }
    }

    /// Reads on until it is certain how it ends. The view ends where the longest candidate must
    /// end.
    pub(crate) fn run(
        &mut self,
        view: &View<'_>,
        marks: &[QuoteMark],
    ) -> Result<Outcome, NeedMore> {
        loop {
            if let Some(dropping) = &mut self.dropping {
                dropping.run(view, marks)?;
                self.at = dropping.at;
                self.marked = dropping.any;
                self.dropping = None;
            }
            // A `<` or a NUL fails wherever it stands, and so does the end.
            let Some(byte) = view.byte(self.at)?.filter(|byte| !matches!(byte, b'<' | 0)) else {
                return Ok(Outcome::Failed);
            };
            let goes_on = match self.stage {
                _ if byte == b'\n' => self.end_line(),
                Stage::BeforeToken if is_blank(byte) => true,
                Stage::BeforeToken | Stage::EmptySoFar if byte == b'\r' => {
                    self.stage = Stage::EmptySoFar;
                    true
                }
                Stage::EmptySoFar => is_blank(byte),
                Stage::BeforeToken => {
                    self.stage = Stage::Token;
                    self.has_word = byte.is_ascii_alphanumeric();
                    !is_ws(byte) && byte != b'>'
                }
                Stage::Token if byte == b'>' => {
                    return Ok(if self.continuation && !self.has_word {
                        Outcome::Failed
                    } else {
                        Outcome::Closed(self.at)
                    });
                }
                Stage::Token if is_ws(byte) => {
                    if byte == b' ' && is_at_sign(view, self.at)? {
                        self.at += 3;
                        true
                    } else {
                        self.stage = Stage::BehindToken;
                        self.end_token()
                    }
                }
                Stage::Token => {
                    let rest = &view.window[self.at..];
                    let len = class::find(rest, class::STOP | class::WS).unwrap_or(rest.len());
                    self.has_word =
                        self.has_word || rest[..len].iter().any(u8::is_ascii_alphanumeric);
                    self.at += len - 1;
                    true
                }
                Stage::BehindToken => is_ws(byte),
            };
            if !goes_on {
                return Ok(Outcome::Failed);
            }
            self.at += 1;
        }
    }

    /// Whether the token just ended may stand there: the first on a continuation line must have a
    /// letter or digit. (The last one's is asked for at the `>`.)
    fn end_token(&mut self) -> bool {
        self.skipped = 0;
        if !self.continuation {
            return true;
        }
        self.tokens += 1;
        self.tokens > 1 || self.has_word
    }

    fn end_line(&mut self) -> bool {
        let fits = match self.stage {
            Stage::Token => self.end_token(),
            Stage::BehindToken => true,
            _ if self.continuation => {
                self.skipped += 1;
                self.marked && self.skipped <= MOST_SKIPPED
            }
            _ => true,
        };
        self.continuation = true;
        self.marked = false;
        self.dropping = Some(Dropping::all(self.at + 1));
        self.stage = Stage::BeforeToken;
        fits
    }
}

/// Whether the SP at `at` begins an obfuscated at-sign: one SP, `at`, one SP, with a byte of its
/// kind on either side.
pub(crate) fn is_at_sign(view: &View<'_>, at: usize) -> Result<bool, NeedMore> {
    if !is_beside_at(view.window[at - 1]) {
        return Ok(false);
    }
    for (behind, expected) in b" at ".iter().enumerate() {
        if view.byte(at + behind)? != Some(*expected) {
            return Ok(false);
        }
    }
    Ok(view.byte(at + 4)?.is_some_and(is_beside_at))
}
