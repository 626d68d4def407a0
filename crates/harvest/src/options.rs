//! The options of a data set.

use std::{fmt, num::NonZeroU64, str::FromStr};

use serde::{Deserialize, Serialize};
use urlsift::table::{MESSAGES, WIDE};
use urlsift_search::{
    Config, Conformance, Kind, ReadOptions, Searcher, Split, Unpacker, archive::Encoding,
};
use urlsift_select::Selection;

use crate::error::Error;

/// The columns that join tables; they cannot be left out.
const KEYS: [&str; 8] = [
    "shard",
    "input",
    "path",
    "member",
    "offset",
    "url",
    "message_offset",
    "conforms",
];

/// The options of a data set. They are part of the key of each shard.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Options {
    /// How links are found.
    pub search: SearchSettings,
    /// The format of the tables.
    pub format: Format,
    /// The columns that are left out of the tables.
    pub without: Vec<String>,
    /// The approximate size of a shard, in bytes of its inputs.
    pub shard_size: NonZeroU64,
    /// Whether there is a table of the links with their messages.
    pub wide: bool,
}

impl Options {
    /// The default size of a shard: 128 MiB.
    pub const DEFAULT_SHARD_SIZE: NonZeroU64 = Split::DEFAULT_SIZE;

    /// Checks the options.
    ///
    /// # Errors
    ///
    /// Returns an error if a column to leave out does not exist or joins tables, or if another value is invalid.
    pub(crate) fn check(&self) -> Result<(), Error> {
        for name in &self.without {
            if WIDE.column(name).or(MESSAGES.column(name)).is_none() {
                return Err(Error::Option(format!("there is no column '{name}'")));
            }
            let is_bytes = name.ends_with("_bytes");
            if KEYS.contains(&&**name) || is_bytes {
                return Err(Error::Option(format!(
                    "the column '{name}' cannot be left out"
                )));
            }
        }
        self.search.config().map(|_| ())?;
        self.search.read_options().map(|_| ())
    }

    /// Returns the names of the options that differ, as a plan has them.
    #[must_use]
    pub fn differing(&self, other: &Self) -> Vec<String> {
        let values = |options: &Self| {
            // Serializing these types does not fail.
            let mut all = serde_json::to_value(options).unwrap_or_default();
            let search = all.get_mut("search").map(serde_json::Value::take);
            [all, search.unwrap_or_default()]
        };
        let pairs = values(self).into_iter().zip(values(other));
        let fields = pairs.flat_map(|(own, other)| {
            let own = own.as_object().cloned().unwrap_or_default();
            own.into_iter()
                .filter(move |(name, value)| other.get(name) != Some(value))
        });
        fields.map(|(name, _)| name.replace('_', " ")).collect()
    }

    /// Returns whether a column is left out. A column of exact bytes is left out with the column of its text, and a
    /// column of messages also from the table of links with their messages.
    pub(crate) fn leaves_out(&self, column: &str) -> bool {
        let name = column.strip_suffix("_bytes").unwrap_or(column);
        let of_message = name.strip_prefix("message_").unwrap_or(name);
        let mut without = self.without.iter();
        without.any(|without| without == name || without == of_message)
    }
}

/// Options are equal if a plan stores them as the same.
impl PartialEq for Options {
    fn eq(&self, other: &Self) -> bool {
        self.differing(other).is_empty()
    }
}

impl Eq for Options {}

impl Default for Options {
    fn default() -> Self {
        Self {
            search: SearchSettings::default(),
            format: Format::default(),
            without: Vec::new(),
            shard_size: Self::DEFAULT_SHARD_SIZE,
            wide: true,
        }
    }
}

/// The format of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Apache Parquet, compressed with zstd.
    #[cfg(feature = "parquet")]
    Parquet,
    /// JSON, one object per line.
    Jsonl,
    /// Comma-separated values (RFC 4180) with a header line.
    Csv,
}

impl Format {
    /// All formats that can be written. On big-endian processors, the crate `parquet` writes files that no program can
    /// read.
    pub const ALL: &'static [Self] = &[
        #[cfg(all(feature = "parquet", target_endian = "little"))]
        Self::Parquet,
        Self::Jsonl,
        Self::Csv,
    ];

    /// Returns the name, which is also the extension of files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            #[cfg(feature = "parquet")]
            Self::Parquet => "parquet",
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
        }
    }
}

impl Default for Format {
    /// Returns the first of [`ALL`](Self::ALL).
    fn default() -> Self {
        Self::ALL[0]
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let mut all = Self::ALL.iter().copied();
        all.find(|format| format.name() == name)
            .ok_or("unknown format")
    }
}

/// How links are found, as stored in a plan.
#[derive(Clone, Debug, Serialize, Deserialize)]
// The switches are independent.
#[expect(clippy::struct_excessive_bools)]
pub struct SearchSettings {
    /// Which links are found, and what they have.
    #[serde(flatten)]
    pub links: Selection,
    /// The name of the kind of every file; `None` if it is detected.
    pub kind: Option<String>,
    /// Whether header fields are scanned.
    pub headers: bool,
    /// Whether bodies are scanned.
    pub bodies: bool,
    /// Whether HTML is scanned.
    pub html: bool,
    /// Whether the conditional comments of HTML that Outlook shows are scanned.
    pub conditional_comments: bool,
    /// The name of the encoding of plain texts; `None` if it is detected.
    pub encoding: Option<String>,
    /// Whether compressed files are unpacked.
    pub unpack: bool,
    /// See [`Unpacker::max_window`].
    pub max_window: u64,
    /// See [`Unpacker::max_temp`].
    pub max_temp: u64,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            links: Selection {
                level: Conformance::None,
                ..Selection::default()
            },
            kind: None,
            headers: true,
            bodies: true,
            html: true,
            conditional_comments: true,
            encoding: None,
            unpack: true,
            max_window: Unpacker::DEFAULT_MAX_WINDOW,
            max_temp: Unpacker::DEFAULT_MAX_TEMP,
        }
    }
}

impl SearchSettings {
    fn config(&self) -> Result<Config, Error> {
        let config = self.links.config();
        config.map_err(|error| Error::Option(error.to_string()))
    }

    /// Returns the kind of every file, if it is not detected.
    pub(crate) fn kind(&self) -> Result<Option<Kind>, Error> {
        let Some(name) = &self.kind else {
            return Ok(None);
        };
        let mut all = Kind::ALL.iter().copied();
        let kind = all.find(|kind| kind.name() == name);
        let unknown = || Error::Option(format!("there is no kind '{name}'"));
        kind.ok_or_else(unknown).map(Some)
    }

    fn read_options(&self) -> Result<ReadOptions, Error> {
        let encoding = self.encoding.as_ref().map(|label| {
            let unknown = || Error::Option(format!("there is no encoding '{label}'"));
            Encoding::for_label(label).ok_or_else(unknown)
        });
        Ok(ReadOptions::new()
            .kind(self.kind()?)
            .headers(self.headers)
            .bodies(self.bodies)
            .html(self.html)
            .conditional_comments(self.conditional_comments)
            .encoding(encoding.transpose()?))
    }

    /// Returns the unpacker, if files are unpacked.
    #[must_use]
    pub fn unpacker(&self) -> Option<Unpacker> {
        let unpacker = Unpacker::new()
            .max_window(self.max_window)
            .max_temp(self.max_temp);
        self.unpack.then_some(unpacker)
    }

    /// Returns a searcher.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such kind, encoding or scheme.
    pub fn searcher(&self, unpacker: Option<Unpacker>) -> Result<Searcher, Error> {
        Ok(Searcher::with_config(self.config()?)
            .reading(self.read_options()?)
            .unpacking(unpacker)
            .body_hashes(true))
    }
}
