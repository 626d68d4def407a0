//! The boundaries between the pieces of a URL.

use crate::text::RAW_SOFT_HYPHEN;

/// What was dropped between two pieces of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dropped {
    /// The ` at ` that list archivers write for `@`; the URL has an `@` there.
    At,
    /// The same, with a line break in place of the space after `at`.
    BrokenAt {
        /// The quote prefix of the next line, and the spaces and tabs around it.
        quote_prefix: bool,
        /// Other spaces and tabs around the line break.
        space: bool,
    },
    /// The backslash of `\/`, which is a slash in a string of JSON.
    Escape,
    /// Whitespace, with the quote prefixes in it.
    Gap {
        /// One or more line breaks (LF, or CRLF).
        line_break: bool,
        /// The quote prefix at a line's start, and the spaces and tabs around it.
        quote_prefix: bool,
        /// Other whitespace.
        space: bool,
    },
}

impl Dropped {
    /// Nothing but soft hyphens.
    pub(crate) const NOTHING: Self = Self::Gap {
        line_break: false,
        quote_prefix: false,
        space: false,
    };

    /// Returns whether an `@` was restored.
    #[must_use]
    pub const fn is_at(self) -> bool {
        matches!(self, Self::At | Self::BrokenAt { .. })
    }

    /// Returns whether a line break was dropped.
    #[must_use]
    pub const fn has_line_break(self) -> bool {
        matches!(
            self,
            Self::BrokenAt { .. }
                | Self::Gap {
                    line_break: true,
                    ..
                }
        )
    }

    /// Returns the stable names of what was dropped, in this order: `at`; `break`; `leader`, a quote prefix; `space`.
    /// An `escape` stands alone.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let (at, line_break, quote_prefix, space) = match self {
            Self::At => (true, false, false, false),
            Self::Escape => (false, false, false, false),
            Self::BrokenAt {
                quote_prefix,
                space,
            } => (true, true, quote_prefix, space),
            Self::Gap {
                line_break,
                quote_prefix,
                space,
            } => (false, line_break, quote_prefix, space),
        };
        let all = [
            (self == Self::Escape, "escape"),
            (at, "at"),
            (line_break, "break"),
            (quote_prefix, "leader"),
            (space, "space"),
        ];
        all.into_iter()
            .filter_map(|(dropped, name)| dropped.then_some(name))
    }
}

/// A hyphen before a join, which may belong to the URL or to the typesetter who broke the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hyphen {
    /// A `-`. The first reading keeps it.
    Kept,
    /// A soft hyphen (U+00AD, or its byte in Latin-1 before a line break). No reading has it.
    Soft,
    /// A hyphen of typesetting, which was dropped before a line break: U+2010, or a `-` of a text that hyphenates its
    /// words. Another reading has a `-` in its place.
    Typeset,
}

impl Hyphen {
    /// Returns the hyphen before a join, if there is one: `url` is the URL so far, and `gap` is what was dropped.
    #[must_use]
    pub(crate) fn before(url: &[u8], gap: &[u8]) -> Option<Self> {
        let kept = (url.last() == Some(&b'-')).then_some(Self::Kept);
        if gap.starts_with(b"-") {
            return Some(Self::Typeset);
        }
        if gap.is_ascii() {
            return kept;
        }
        let mut threes = gap.windows(3);
        if threes.any(|bytes| bytes == "\u{2010}".as_bytes()) {
            Some(Self::Typeset)
        } else if gap.contains(&RAW_SOFT_HYPHEN) {
            // No other character that is dropped has this byte.
            Some(Self::Soft)
        } else {
            kept
        }
    }

    /// Returns whether the hyphen is a typesetter's, and thus not part of the first reading.
    #[must_use]
    pub const fn is_typeset(self) -> bool {
        match self {
            Self::Kept => false,
            Self::Soft | Self::Typeset => true,
        }
    }
}

/// The sign by which a URL without delimiters continues in the next line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Sign {
    /// A bracket or a quotation mark that opens before the URL closes after it.
    Bracket,
    /// A backslash ends the line.
    Continuation,
    /// A `%` and its two digits are broken.
    Escape,
    /// The extension of a file is broken.
    Extension,
    /// The spaces at the ends of lines are those of flowed text that breaks words.
    Flowed,
    /// The host is broken.
    Host,
    /// The line ends in a hyphen.
    Hyphen,
    /// A number is broken.
    Number,
    /// The next line begins, or the line ends, with a character that stands inside a URL.
    Punctuation,
    /// The URL has a query, and the next line looks like the rest of it.
    Query,
    /// The same URL stands before or after this one.
    Repetition,
    /// The scheme is broken.
    Scheme,
    /// The line ends at the edge of a screen, or of a frame or a pane in it.
    Screen,
    /// The line ends in a slash, or another character that separates the parts of a URL.
    Slash,
    /// The line ends where the lines around it are cut.
    Width,
}

impl Sign {
    /// Returns the stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bracket => "bracket",
            Self::Continuation => "continuation",
            Self::Escape => "escape",
            Self::Extension => "extension",
            Self::Flowed => "flowed",
            Self::Host => "host",
            Self::Hyphen => "hyphen",
            Self::Number => "number",
            Self::Punctuation => "punctuation",
            Self::Query => "query",
            Self::Repetition => "repetition",
            Self::Scheme => "scheme",
            Self::Screen => "screen",
            Self::Slash => "slash",
            Self::Width => "width",
        }
    }
}

/// The boundary between two pieces of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Join {
    /// The index in [`Candidate::url`](crate::Candidate::url) of the first byte after the join; if an at-sign was
    /// restored, the index of the `@`.
    pub url_at: usize,
    /// What was dropped from the text.
    pub dropped: Dropped,
    /// The hyphen before the join, or the last one that was dropped there.
    pub hyphen: Option<Hyphen>,
    /// The sign by which a URL without delimiters continues here.
    pub sign: Option<Sign>,
}

impl Join {
    /// Returns whether the join is a line break after a hyphen, which may have been added where the line was
    /// broken (RFC 1738, appendix). The candidate then has another reading.
    #[must_use]
    pub const fn is_doubtful(&self) -> bool {
        matches!(self.hyphen, Some(Hyphen::Kept | Hyphen::Typeset))
            && self.dropped.has_line_break()
            && !self.dropped.is_at()
    }
}
