//! How links are compared and counted.

use clap::ValueEnum;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum TallyBy {
    Url,
    UrlKey,
    Host,
    Domain,
    // The address of a mailto URL.
    Address,
    Scheme,
    Conforms,
    Kind,
    // The year of the message, in UTC; the year and the month.
    Year,
    Month,
    From,
    // Each newsgroup of the message.
    Newsgroup,
}

impl TallyBy {
    /// Returns the name on the command line.
    pub(crate) fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Returns whether the value is a part of the URL, which is parsed for it.
    pub(crate) const fn needs_parts(self) -> bool {
        matches!(
            self,
            Self::Host | Self::Domain | Self::Address | Self::Scheme
        )
    }

    /// Returns the name in JSON: the name of the field of a link.
    pub(crate) fn json_name(self) -> String {
        match self {
            Self::Kind => "delimiter".to_owned(),
            _ => self.name(),
        }
    }

    /// Returns what is printed for links without this property.
    pub(crate) fn absent(self) -> &'static str {
        match self {
            Self::Host | Self::Domain => "(no host)",
            Self::Address => "(no address)",
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
