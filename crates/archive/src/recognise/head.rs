//! The bytes by which a file is recognised.

use memchr::memchr;

use crate::frame::Match;

/// The maximum number of bytes that are examined.
pub(crate) const MAX_HEAD: usize = 64 * 1024;

/// The maximum number of empty lines before a message.
const MAX_BLANK_LINES: usize = 64;

/// The maximum number of bytes of white space and line breaks before a message.
const MAX_BLANKS: usize = 4 << 10;

/// The bytes at the start of a file that may be examined.
pub(crate) struct Head<'t> {
    pub(crate) text: &'t [u8],
    /// Whether they are the whole file.
    pub(crate) at_end: bool,
    /// Whether more bytes may not be examined.
    pub(crate) is_truncated: bool,
}

impl<'t> Head<'t> {
    pub(crate) fn from(&self, at: usize) -> &'t [u8] {
        &self.text[at..]
    }

    /// Returns whether `literal` occurs at `at`. `None` if the text ends within it.
    pub(crate) fn has(&self, at: usize, literal: &[u8]) -> Option<bool> {
        let there = self.from(at);
        if there.starts_with(literal) {
            Some(true)
        } else if !self.at_end && literal.starts_with(there) {
            None
        } else {
            Some(false)
        }
    }

    /// Returns whether `literal` occurs at `at`, in any case. `None` if the text ends within it.
    pub(crate) fn has_in_any_case(&self, at: usize, literal: &[u8]) -> Option<bool> {
        let there = self.from(at);
        let there = &there[..there.len().min(literal.len())];
        if !there.eq_ignore_ascii_case(&literal[..there.len()]) {
            Some(false)
        } else if there.len() == literal.len() {
            Some(true)
        } else {
            self.at_end.then_some(false)
        }
    }

    /// Returns the line at `at` with its line break, if it is no longer than `max_len`.
    pub(crate) fn line(&self, at: usize, max_len: usize) -> Match<&'t [u8]> {
        let near = self.from(at);
        let near = &near[..near.len().min(max_len)];
        match memchr(b'\n', near) {
            Some(lf) => Match::Yes(&near[..=lf]),
            None if near.len() == max_len => Match::No,
            None if self.at_end => Match::Yes(near),
            None => Match::Unknown,
        }
    }

    /// Returns the length of the line break at `at`, or 0 if there is none.
    pub(crate) fn line_break(&self, at: usize) -> Option<usize> {
        Some(if self.has(at, b"\n")? {
            1
        } else if self.has(at, b"\r\n")? {
            2
        } else {
            0
        })
    }

    /// Returns the index after the byte order mark and the empty lines at the start.
    pub(crate) fn after_blank_lines(&self) -> Option<usize> {
        const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
        let mut at = 0;
        if self.has(at, BYTE_ORDER_MARK)? {
            at = BYTE_ORDER_MARK.len();
        }
        for _ in 0..MAX_BLANK_LINES {
            match self.line_break(at)? {
                0 => break,
                len => at += len,
            }
        }
        Some(at)
    }

    /// Returns the index after white space and line breaks from `at` on, or `at` if there are more than [`MAX_BLANKS`].
    pub(crate) fn after_white_space(&self, at: usize) -> Option<usize> {
        let near = self.from(at).iter().take(MAX_BLANKS);
        let len = near.take_while(|byte| byte.is_ascii_whitespace()).count();
        if len == MAX_BLANKS {
            return Some(at);
        }
        (at + len < self.text.len() || self.at_end).then_some(at + len)
    }

    /// Returns `at_limit` if the answer depends on bytes that may not be examined.
    pub(crate) fn or_at_limit<T>(&self, answer: Option<T>, at_limit: T) -> Option<T> {
        if self.is_truncated {
            answer.or(Some(at_limit))
        } else {
            answer
        }
    }
}
