//! The result of matching bytes of which more may follow.

/// The maximum number of digits of a length.
pub(crate) const MAX_DIGITS: usize = 19;

/// The result of matching bytes that may be incomplete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Match<T> {
    Yes(T),
    No,
    /// More bytes decide.
    Unknown,
}

impl<T> Match<T> {
    /// Returns the match, or `No` if no more bytes follow. `None` if more bytes decide.
    pub(crate) fn decided(self, at_end: bool) -> Option<Self> {
        match self {
            Self::Unknown if at_end => Some(Self::No),
            Self::Unknown => None,
            decided => Some(decided),
        }
    }

    /// Converts what was matched.
    pub(crate) fn map<U>(self, convert: impl FnOnce(T) -> U) -> Match<U> {
        match self {
            Self::Yes(matched) => Match::Yes(convert(matched)),
            Self::No => Match::No,
            Self::Unknown => Match::Unknown,
        }
    }

    pub(crate) fn is_yes(&self) -> bool {
        matches!(self, Self::Yes(_))
    }
}

/// Returns the value of one to [`MAX_DIGITS`] digits.
pub(crate) fn decimal(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > MAX_DIGITS {
        return None;
    }
    str::from_utf8(digits).ok()?.parse().ok()
}
