//! Candidates that were opened and rejected.

use std::fmt;

use crate::candidate::Delimiter;

/// Why an opened candidate was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Reason {
    /// Another `<` came before a `>`.
    Opener,
    /// A blank line came before a `>`.
    BlankLine,
    /// A line with only a quote prefix came before a `>`.
    MarksOnly,
    /// A NUL came before a `>`.
    Nul,
    /// The text ended before a `>`.
    EndOfText,
    /// The candidate would be longer than [`Config::max_len`](crate::Config::max_len).
    TooLong,
    /// There is no URL between the brackets.
    Empty,
    /// What stands before the `://` of a bare URL is no scheme.
    Scheme,
    /// What follows the `://` of a bare URL is no host that a client accepts.
    Host,
    /// Something cuts the host of a bare URL short, and more of it follows.
    HostCut,
}

impl Reason {
    /// All reasons, in declaration order.
    pub const ALL: &'static [Self] = &[
        Self::Opener,
        Self::BlankLine,
        Self::MarksOnly,
        Self::Nul,
        Self::EndOfText,
        Self::TooLong,
        Self::Empty,
        Self::Scheme,
        Self::Host,
        Self::HostCut,
    ];

    /// Returns the stable code, such as `blank-line`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Opener => "opener",
            Self::BlankLine => "blank-line",
            Self::MarksOnly => "marks-only",
            Self::Nul => "nul",
            Self::EndOfText => "end-of-text",
            Self::TooLong => "too-long",
            Self::Empty => "empty",
            Self::Scheme => "scheme",
            Self::Host => "host",
            Self::HostCut => "host-cut",
        }
    }
}

impl fmt::Display for Reason {
    /// Writes a description for people; [`code`](Self::code) is for programs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Opener => "another `<` before its `>`",
            Self::BlankLine => "a blank line before its `>`",
            Self::MarksOnly => "a line of quote marks only before its `>`",
            Self::Nul => "a NUL before its `>`",
            Self::EndOfText => "the text ends before its `>`",
            Self::TooLong => "longer than the maximum length",
            Self::Empty => "nothing inside",
            Self::Scheme => "no scheme before `://`",
            Self::Host => "no host that a client accepts after `://`",
            Self::HostCut => "a host that something cuts short",
        })
    }
}

/// A candidate that was opened and rejected: where and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rejection {
    /// The offset of the `<`, or of the first byte of a candidate without angle brackets.
    pub start: u64,
    /// The delimiter that opened the candidate.
    pub delimiter: Delimiter,
    /// Why the candidate was rejected.
    pub reason: Reason,
    /// The offset of the byte that caused the rejection: the other `<`, the first byte of the blank line or of
    /// the line with only a quote prefix, the NUL, the first byte after the maximum length, the `>` of an empty
    /// candidate, the colon after what is no scheme, the byte after `://`, or the one after
    /// the part of a host that is cut short. For [`Reason::EndOfText`], the length of
    /// the text.
    pub at: u64,
}

impl Rejection {
    /// Creates the rejection of a candidate without angle brackets.
    #[must_use]
    pub const fn undelimited(start: u64, delimiter: Delimiter, reason: Reason, at: u64) -> Self {
        Self {
            start,
            delimiter,
            reason,
            at,
        }
    }
}
