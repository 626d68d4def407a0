//! The bytes by which a file is recognised.

/// The maximum number of bytes that are examined.
pub(super) const MAX_HEAD: usize = 64 * 1024;

/// The bytes at the start of a file that may be examined.
pub(super) struct Head<'t> {
    pub(super) text: &'t [u8],
    /// Whether they are the whole file.
    pub(super) at_end: bool,
    /// Whether more bytes may not be examined.
    pub(super) is_truncated: bool,
}

impl<'t> Head<'t> {
    pub(super) fn from(&self, at: usize) -> &'t [u8] {
        &self.text[at..]
    }

    /// Returns whether `literal` occurs at `at`. `None` if the text ends within it.
    pub(super) fn has(&self, at: usize, literal: &[u8]) -> Option<bool> {
        let there = self.from(at);
        if there.starts_with(literal) {
            Some(true)
        } else if !self.at_end && literal.starts_with(there) {
            None
        } else {
            Some(false)
        }
    }

    /// Returns the length of the line break at `at`, or 0 if there is none.
    pub(super) fn line_break(&self, at: usize) -> Option<usize> {
        Some(if self.has(at, b"\n")? {
            1
        } else if self.has(at, b"\r\n")? {
            2
        } else {
            0
        })
    }

    /// Returns `at_limit` if the answer depends on bytes that may not be examined.
    pub(super) fn or_at_limit<T>(&self, answer: Option<T>, at_limit: T) -> Option<T> {
        if self.is_truncated {
            answer.or(Some(at_limit))
        } else {
            answer
        }
    }
}
