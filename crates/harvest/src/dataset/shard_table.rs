//! The tables of which each shard writes a file.

use crate::options::Format;

/// A table of which each shard writes a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShardTable {
    Links,
    Messages,
    /// The links with their messages, if they are wanted.
    Wide,
    Inputs,
    Errors,
    /// The counts of URLs.
    Tallies,
}

impl ShardTable {
    /// All tables.
    pub(crate) const ALL: [Self; 6] = [
        Self::Links,
        Self::Messages,
        Self::Wide,
        Self::Inputs,
        Self::Errors,
        Self::Tallies,
    ];

    /// Returns the name, which the directory of its files has, too.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Links => "links",
            Self::Messages => "messages",
            Self::Wide => "wide",
            Self::Inputs => "inputs",
            Self::Errors => "errors",
            Self::Tallies => "tallies",
        }
    }

    /// Returns the path in the data set of the file of a shard.
    pub(crate) fn path_of(self, shard: &str, format: Format) -> String {
        format!("{}/{shard}{}", self.name(), self.extension(format))
    }

    /// Returns the name of the file of a shard while it is written.
    pub(crate) fn temporary_name(self, shard: &str, format: Format) -> String {
        format!("{shard}-{}{}", self.name(), self.extension(format))
    }

    /// Returns the extension of the files, with its dot. Tallies have a format of their own.
    fn extension(self, format: Format) -> String {
        match self {
            Self::Tallies => String::new(),
            _ => format!(".{format}"),
        }
    }
}
