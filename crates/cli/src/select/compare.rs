//! How links are compared and counted.

/// The part of a link that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompareBy {
    Url,
    Host,
}

/// The property of a link, or of its message, by which links are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TallyBy {
    Url,
    Host,
    Scheme,
    /// The year of the message, in UTC.
    Year,
    /// The year and the month.
    Month,
    From,
    /// Each newsgroup of the message.
    Newsgroup,
    Conforms,
    Delimiter,
}

impl TallyBy {
    /// Returns the name in JSON.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Url => "url",
            Self::Host => "host",
            Self::Scheme => "scheme",
            Self::Year => "year",
            Self::Month => "month",
            Self::From => "from",
            Self::Newsgroup => "newsgroup",
            Self::Conforms => "conforms",
            Self::Delimiter => "delimiter",
        }
    }

    /// Returns what is printed for links without this property.
    pub(crate) fn absent(self) -> &'static str {
        match self {
            Self::Host => "(no host)",
            Self::Scheme => "(no scheme)",
            Self::Year | Self::Month => "(no date)",
            Self::From => "(no sender)",
            Self::Newsgroup => "(no newsgroup)",
            // Every link has one.
            Self::Url | Self::Conforms | Self::Delimiter => "",
        }
    }
}

/// How `--unique` identifies duplicates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unique {
    pub(crate) by: CompareBy,
    /// Whether links are compared only within a message, or within a file that has no messages.
    pub(crate) in_message: bool,
}
