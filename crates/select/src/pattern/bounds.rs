//! Where a match may begin and end.

/// The required boundaries of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bounds {
    /// None.
    #[default]
    Anywhere,
    /// Word boundaries: no word character before or after the match.
    Word,
    /// The boundaries of the URL.
    Whole,
}

impl Bounds {
    /// Wraps a pattern so that it matches only at these boundaries. `comment_end` is inserted after the pattern.
    pub(super) fn wrap(self, pattern: &str, comment_end: &str) -> String {
        let (start, end) = match self {
            Self::Anywhere => ("", ""),
            Self::Word => (r"\b{start-half}", r"\b{end-half}"),
            Self::Whole => (r"\A", r"\z"),
        };
        format!("{start}(?:{pattern}{comment_end}){end}")
    }
}
