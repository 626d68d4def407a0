//! The kinds of damage that second guesses repair.

use std::fmt;

/// The damage that a [`SecondGuess`](crate::SecondGuess) repairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Repair {
    /// Trailing punctuation, which belongs to the sentence around the URL, is removed, percent-encoded or not: any of
    /// `. , ; : ! ? ' \`, `%29`, `%3E`, `%5D`, `%2C`, and `)` and `]` without a partner.
    TrailingPunctuation,
    /// A label is removed: the URL ends before its first `|`.
    Label,
    /// Each space or tab that was dropped inside a line is restored as `%20`.
    Blanks,
    /// Undeclared quoted-printable is decoded: `=XX` for printable ASCII, and `=` before a line break. It is recognized
    /// by `=3D`, or by a `=` before a line break.
    StrayQuotedPrintable,
    /// Text after the URL is removed: the URL ends before the first space or tab that was dropped inside a line.
    FirstBlank,
    /// Each `**` between two bytes of the URL is removed, which a mailer put where text in bold type began or ended.
    Stars,
    /// A second copy of the URL is removed, which a mailer put in encoded angle brackets: the URL ends before a
    /// `%20%3c` that a scheme follows.
    Doubled,
    /// The URL is continued on the next line. Only the creator of the candidate makes this guess.
    Wrapped,
    /// The URL ends at the end of a line, and is not continued on the next one: where quote prefixes are doubtful, at
    /// the last line break after which a `>` may have closed it. For other candidates, only their creator makes this
    /// guess.
    Cut,
    /// Text in a script without spaces between words is removed from the end of the URL. Only the creator of the
    /// candidate makes this guess.
    Script,
    /// A bracket that was never closed is part of the URL, and so is what follows it. Only the creator of the candidate
    /// makes this guess.
    Unpaired,
    /// A `|` in the query or fragment is part of the URL. Only the creator of the candidate makes this guess.
    Bar,
    /// Ligatures of typeset text (U+FB00 to U+FB06) are replaced by their letters.
    Ligature,
    /// Each `\/` is a slash, as in a string of JSON. Only the creator of the candidate makes this guess.
    Escaped,
    /// A dot is removed that follows another one at the start of a line of quoted-printable: a mailer doubled it, as
    /// SMTP wants, and no one undid it. Only the reader of the message makes this guess.
    DotStuffed,
}

impl Repair {
    /// All repairs, in the order in which guesses are made.
    pub const ALL: &'static [Self] = &[
        Self::TrailingPunctuation,
        Self::Label,
        Self::Blanks,
        Self::StrayQuotedPrintable,
        Self::FirstBlank,
        Self::Stars,
        Self::Doubled,
        Self::Wrapped,
        Self::Cut,
        Self::Script,
        Self::Unpaired,
        Self::Bar,
        Self::Ligature,
        Self::Escaped,
        Self::DotStuffed,
    ];

    /// Returns the stable name, such as `trailing-punctuation`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::TrailingPunctuation => "trailing-punctuation",
            Self::Label => "label",
            Self::Blanks => "blanks",
            Self::StrayQuotedPrintable => "stray-qp",
            Self::FirstBlank => "first-blank",
            Self::Stars => "stars",
            Self::Doubled => "doubled",
            Self::Wrapped => "wrapped",
            Self::Cut => "cut",
            Self::Script => "script",
            Self::Unpaired => "unpaired",
            Self::Bar => "bar",
            Self::Ligature => "ligature",
            Self::Escaped => "escaped",
            Self::DotStuffed => "dot-stuffed",
        }
    }

    /// Returns whether the guess can be [supplied](crate::Candidate::add_guess) by the creator of the candidate.
    #[must_use]
    pub const fn is_supplied(self) -> bool {
        matches!(
            self,
            Self::Wrapped
                | Self::Cut
                | Self::Script
                | Self::Unpaired
                | Self::Bar
                | Self::Escaped
                | Self::DotStuffed
        )
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
