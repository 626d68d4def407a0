//! How links are compared and counted.

/// The part of a link that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompareBy {
    Url,
    /// The [key](urlsift::format::url_key) of the URL.
    UrlKey,
    Host,
    Domain,
}

/// The property of a link, or of its message, by which links are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TallyBy {
    Url,
    UrlKey,
    Host,
    Domain,
    Scheme,
    /// The year of the message, in UTC.
    Year,
    /// The year and the month.
    Month,
    From,
    /// Each newsgroup of the message.
    Newsgroup,
    Conforms,
    Kind,
}

impl TallyBy {
    /// All of them, in the order of the help.
    pub(crate) const ALL: &'static [Self] = &[
        Self::Url,
        Self::UrlKey,
        Self::Host,
        Self::Domain,
        Self::Scheme,
        Self::Conforms,
        Self::Kind,
        Self::Year,
        Self::Month,
        Self::From,
        Self::Newsgroup,
    ];

    /// Returns the name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Url => "url",
            Self::UrlKey => "url_key",
            Self::Host => "host",
            Self::Domain => "domain",
            Self::Scheme => "scheme",
            Self::Year => "year",
            Self::Month => "month",
            Self::From => "from",
            Self::Newsgroup => "newsgroup",
            Self::Conforms => "conforms",
            Self::Kind => "kind",
        }
    }

    /// Returns the name in JSON: the name of the field of a link.
    pub(crate) fn json_name(self) -> &'static str {
        match self {
            Self::Kind => "delimiter",
            _ => self.name(),
        }
    }

    /// Returns what is printed for links without this property.
    pub(crate) fn absent(self) -> &'static str {
        match self {
            Self::Host | Self::Domain => "(no host)",
            Self::Scheme => "(no scheme)",
            Self::Year | Self::Month => "(no date)",
            Self::From => "(no sender)",
            Self::Newsgroup => "(no newsgroup)",
            // Every link has one.
            Self::Url | Self::UrlKey | Self::Conforms | Self::Kind => "",
        }
    }
}

/// How `--unique` and `--html-once` identify duplicates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unique {
    pub(crate) by: CompareBy,
    pub(crate) within: UniqueIn,
}

/// Which links are compared with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UniqueIn {
    /// All links of the run.
    Run,
    /// The links of a message, or of a file without messages.
    Message,
    /// The links in the HTML of a message with those in the rest of it.
    Html,
}

impl Unique {
    /// Returns whether links are compared only within a message, or within a file without messages.
    pub(crate) fn is_in_message(self) -> bool {
        self.within != UniqueIn::Run
    }
}
