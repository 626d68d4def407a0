//! Reasons to doubt a candidate.

use std::fmt;

/// A reason to doubt a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum CandidateWarning {
    /// Some of its lines have a deeper quote prefix than the line that it begins on.
    UnevenQuoting,
    /// Its closing `>` may be a quote prefix at the start of a line instead.
    DoubtfulClose,
    /// There is no closing `>`. The URL ends at the first whitespace.
    Unclosed,
    /// Text after the URL inside the brackets, such as a link label or a quotation, was cut off.
    TrailingText,
    /// Whitespace without a line break was dropped from inside the URL.
    Spaced,
    /// The URL was written so that it cannot be clicked, such as `hxxp://a[.]example`.
    Refanged,
    /// The text of the link shows a URL, or begins with a host name, whose host is not the host of the link.
    TextDiffers,
}

impl CandidateWarning {
    /// All warnings, in the order in which [`CandidateWarnings::iter`] returns them.
    pub const ALL: &'static [Self] = &[
        Self::UnevenQuoting,
        Self::DoubtfulClose,
        Self::Unclosed,
        Self::TrailingText,
        Self::Spaced,
        Self::Refanged,
        Self::TextDiffers,
    ];

    /// Returns the stable code, such as `ragged-quote`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::UnevenQuoting => "ragged-quote",
            Self::DoubtfulClose => "doubtful-close",
            Self::Unclosed => "unclosed",
            Self::TrailingText => "trailing-text",
            Self::Spaced => "spaced",
            Self::Refanged => "refanged",
            Self::TextDiffers => "text-differs",
        }
    }

    /// Returns a message for people; [`code`](Self::code) is for programs.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::UnevenQuoting => "some of its lines have a deeper quote prefix than the first",
            Self::DoubtfulClose => "its closing `>` may be the quote prefix of a line",
            Self::Unclosed => "there is no closing `>`: the URL may continue",
            Self::TrailingText => "text after the URL was cut off",
            Self::Spaced => "white space was dropped from inside the URL",
            Self::Refanged => "the URL was written so that it cannot be clicked",
            Self::TextDiffers => "the text of the link shows another host",
        }
    }
}

impl fmt::Display for CandidateWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// A set of [`CandidateWarning`]s.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct CandidateWarnings(u8);

// Each warning has a bit.
const _: () = {
    let mut index = 0;
    while index < CandidateWarning::ALL.len() {
        assert!(CandidateWarning::ALL[index] as usize == index);
        index += 1;
    }
    assert!(index <= u8::BITS as usize);
};

impl CandidateWarnings {
    pub(crate) const NONE: Self = Self(0);

    /// Returns whether the set contains `warning`.
    #[must_use]
    pub const fn contains(self, warning: CandidateWarning) -> bool {
        self.0 & (1 << warning as u8) != 0
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the warnings, in the order of [`CandidateWarning::ALL`].
    pub fn iter(self) -> impl Iterator<Item = CandidateWarning> {
        let all = CandidateWarning::ALL.iter().copied();
        all.filter(move |&warning| self.contains(warning))
    }

    pub(crate) fn insert(&mut self, warning: CandidateWarning) {
        self.0 |= 1 << warning as u8;
    }

    pub(crate) fn remove(&mut self, warning: CandidateWarning) {
        self.0 &= !(1 << warning as u8);
    }
}

impl fmt::Debug for CandidateWarnings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
