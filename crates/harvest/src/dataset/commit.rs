//! The commit of a shard.

use std::{collections::BTreeMap, fs, path::Path};

use serde::{Deserialize, Serialize};

use super::manifest::DataFile;
use crate::{
    error::Error,
    storage::{Digest, Fingerprint, PathText, Stat, Workspace, read_json},
};

/// The commit of a shard: the record that its tables are complete. It is written after them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Commit {
    pub(crate) key: Digest,
    pub(crate) inputs: Vec<CommittedInput>,
    /// The files of the tables, by the names of the tables.
    pub(crate) tables: BTreeMap<String, DataFile>,
}

/// An input of a shard as it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CommittedInput {
    #[serde(flatten)]
    pub(crate) path: PathText,
    pub(crate) start: u64,
    pub(crate) end: u64,
    pub(crate) fingerprint: Fingerprint,
    /// The digest of all bytes.
    pub(crate) hash: Digest,
    pub(crate) stat: Stat,
}

impl Commit {
    pub(crate) fn path_of(key: Digest) -> String {
        format!("shards/{key}.json")
    }

    /// Reads the commit of a shard, if the shard is done: if its tables exist and have the committed sizes.
    pub(crate) fn of_done(root: &Path, key: Digest) -> Result<Option<Self>, Error> {
        let Some(commit) = read_json::<Self>(&root.join(Self::path_of(key)))? else {
            return Ok(None);
        };
        let is_there = |file: &DataFile| {
            let metadata = fs::metadata(root.join(&file.file));
            metadata.is_ok_and(|metadata| metadata.len() == file.size)
        };
        Ok(commit.tables.values().all(is_there).then_some(commit))
    }

    pub(crate) fn write(&self, workspace: &Workspace) -> Result<(), Error> {
        // Serializing these types does not fail.
        let mut json = serde_json::to_vec(self).unwrap_or_default();
        json.push(b'\n');
        workspace.replace(&Self::path_of(self.key), &json)
    }
}

/// The files of a group that could not be read. The next plan divides the group.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct FailedGroup {
    /// The indices of the files.
    pub(crate) inputs: Vec<usize>,
}

impl FailedGroup {
    pub(crate) fn path_of(key: Digest) -> String {
        format!("failed/{key}.json")
    }

    pub(crate) fn read(root: &Path, key: Digest) -> Result<Option<Self>, Error> {
        read_json(&root.join(Self::path_of(key)))
    }

    pub(crate) fn write(&self, key: Digest, workspace: &Workspace) -> Result<(), Error> {
        let json = serde_json::to_vec(self).unwrap_or_default();
        workspace.replace(&Self::path_of(key), &json)
    }
}
