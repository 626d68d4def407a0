//! The manifest: the files of a finished data set.

use std::{collections::BTreeMap, fs, path::Path};

use serde::{Deserialize, Serialize};

use crate::{
    error::Error,
    observer::Stop,
    options::Format,
    storage::{Digest, read_json},
};

/// The path of the manifest in the data set.
pub(crate) const MANIFEST: &str = "manifest.json";

/// The path of the manifest of the plan before.
pub(crate) const PREVIOUS: &str = "previous.json";

/// The files of a finished data set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    pub(crate) version: u32,
    pub(crate) writer: String,
    /// The plan whose shards these are.
    pub(crate) plan: Digest,
    pub(crate) format: Format,
    /// Whether all shards are done.
    pub(crate) complete: bool,
    /// The number of shards.
    pub(crate) shards: usize,
    /// The number of shards that are not done.
    pub(crate) open: usize,
    /// The number of messages with links whose date is not plausible.
    pub(crate) implausible_dates: u64,
    /// The numbers of links whose readings were settled by evidence, by this evidence.
    #[serde(default)]
    pub(crate) settled: BTreeMap<String, u64>,
    /// The most frequent URLs, and the number of links of each.
    #[serde(default)]
    pub(crate) frequent: Vec<(String, u64)>,
    /// The files of each table, in the order of the shards.
    pub(crate) tables: BTreeMap<String, Vec<DataFile>>,
}

/// Numbers of shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShardCounts {
    /// The number of all shards.
    pub all: usize,
    /// The number of shards that are not done.
    pub open: usize,
}

/// A file of a data set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataFile {
    /// The path in the data set.
    pub file: String,
    /// The number of rows.
    pub rows: u64,
    /// The number of bytes.
    pub size: u64,
    /// The digest of these bytes.
    pub digest: Digest,
}

impl Manifest {
    /// Returns the number of rows of a table.
    #[must_use]
    pub fn rows(&self, table: &str) -> u64 {
        self.files(table).iter().map(|file| file.rows).sum()
    }

    /// Returns the files of a table, in the order of the inputs.
    #[must_use]
    pub fn files(&self, table: &str) -> &[DataFile] {
        self.tables.get(table).map_or(&[], Vec::as_slice)
    }

    /// Returns whether all shards of the plan are done.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.complete
    }

    /// Returns the numbers of shards of the plan.
    #[must_use]
    pub const fn shards(&self) -> ShardCounts {
        ShardCounts {
            all: self.shards,
            open: self.open,
        }
    }

    /// Returns the number of messages with links whose date is before 1970-01-02, or more than a year after the newest
    /// date at which a message of their input was received (of those without one, after the 98th percentile of dates).
    #[must_use]
    pub const fn implausible_dates(&self) -> u64 {
        self.implausible_dates
    }

    /// Returns the numbers of links whose readings were settled by evidence, by the names of the evidence.
    #[must_use]
    pub const fn settled(&self) -> &BTreeMap<String, u64> {
        &self.settled
    }

    /// Checks that all files exist and have their sizes.
    pub(crate) fn check_files(&self, root: &Path, stop: &Stop) -> Result<(), Error> {
        for file in self.tables.values().flatten() {
            stop.check()?;
            let path = root.join(&file.file);
            let size = fs::metadata(&path).map_err(Error::io(&path))?.len();
            if size != file.size {
                let reason = format!("it has {size} bytes; in the manifest, {}", file.size);
                return Err(Error::Invalid { path, reason });
            }
        }
        Ok(())
    }

    /// Reads the manifest. `None` if there is none.
    pub(crate) fn read(root: &Path) -> Result<Option<Self>, Error> {
        read_json(&root.join(MANIFEST))
    }
}
