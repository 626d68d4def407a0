//! The commit of a shard.

use std::{collections::BTreeMap, fs, path::Path};

use serde::{Deserialize, Serialize};

use super::manifest::DataFile;
use crate::{
    error::Error,
    storage::{
        Digest, Disk, Fingerprint, PathText, Stat, Workspace, read_json, restore, stale_path,
    },
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

    /// Reads the commit of a shard, if the shard is done: if its tables exist, in their places or among the stale
    /// files, and have the committed sizes.
    pub(crate) fn of_done(root: &Path, key: Digest) -> Result<Option<Self>, Error> {
        let Some(commit) = read_json::<Self>(&root.join(Self::path_of(key)))? else {
            return Ok(None);
        };
        let exists = |file: &DataFile| {
            is_at(root, &file.file, file) || is_at(root, &stale_path(&file.file), file)
        };
        Ok(commit.tables.values().all(exists).then_some(commit))
    }

    /// Moves those tables back to their places that are among the stale files.
    pub(crate) fn restore(&self, root: &Path, disk: &Disk) -> Result<(), Error> {
        for file in self.tables.values() {
            if !is_at(root, &file.file, file) {
                restore(root, disk, &file.file)?;
            }
        }
        Ok(())
    }

    pub(crate) fn write(&self, workspace: &Workspace) -> Result<(), Error> {
        // Serializing these types does not fail.
        let mut json = serde_json::to_vec(self).unwrap_or_default();
        json.push(b'\n');
        workspace.replace(&Self::path_of(self.key), &json)
    }
}

/// Returns whether a table with the committed size is at a path of the data set.
fn is_at(root: &Path, path: &str, file: &DataFile) -> bool {
    let metadata = fs::metadata(root.join(path));
    metadata.is_ok_and(|metadata| metadata.len() == file.size)
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
