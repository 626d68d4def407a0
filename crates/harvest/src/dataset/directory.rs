//! The directory of a data set, and which of its files were made by this program.
//!
//! Files are recognised by their names, which have the key of a shard or a digest: 32 hexadecimal digits. A file of a
//! shard is one of ours only if a plan names the shard, or its commit is there. So nothing that a user has put into the
//! directory is ever moved or removed.

use std::{collections::HashSet, fs, io, path::Path};

use super::{MANIFEST, PREVIOUS, ShardTable};
use crate::{
    error::Error,
    options::Format,
    plan::PlanNames,
    storage::{Digest, is_workspace_name, read_json},
};

/// How the names of the tables begin that are written once, from all shards.
pub(crate) const FINAL: [&str; 3] = ["urls-", "settled-", "implausible-"];

/// The files that are replaced, besides the pointer to the plan in force.
const REPLACED: [&str; 5] = [
    MANIFEST,
    PREVIOUS,
    "report.html",
    "schema.duckdb.sql",
    "schema.sqlite.sql",
];

/// Checks that a directory is a data set, or can become one. Returns the names in its last plan.
pub(crate) fn check_directory(
    root: &Path,
    into_existing: bool,
) -> Result<Option<PlanNames>, Error> {
    if let Some(names) = PlanNames::in_force(root)? {
        return Ok(Some(names));
    }
    if let Some(file) = REPLACED.into_iter().find(|file| root.join(file).exists()) {
        return Err(Error::NoDataSet(into_existing.then_some(file)));
    }
    if into_existing || is_unused(root).map_err(Error::io(root))? {
        Ok(None)
    } else {
        Err(Error::NoDataSet(None))
    }
}

/// Returns whether a directory does not exist, is empty, or has only what is left of a first plan that was interrupted.
fn is_unused(root: &Path) -> io::Result<bool> {
    let names = |dir: &Path| -> io::Result<Vec<String>> {
        let entries = match fs::read_dir(dir) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        entries.map(|entry| entry.map(name)).collect()
    };
    for name in names(root)? {
        let is_ours: fn(&str) -> bool = match &*name {
            "tmp" => is_workspace_name,
            "plans" => |name| key_of(name).is_some(),
            _ => return Ok(false),
        };
        if !names(&root.join(name))?.iter().all(|name| is_ours(name)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the key in the name of a file: `KEY` or `KEY.EXTENSION`.
fn key_of(name: &str) -> Option<Digest> {
    let (key, extension) = name.split_once('.').unwrap_or((name, ""));
    let is_known = extension.is_empty()
        || extension == "json"
        || Format::ALL.iter().any(|format| format.name() == extension);
    key.parse().ok().filter(|_| is_known)
}

/// The files of a data set that this program has made.
#[derive(Debug)]
pub(crate) struct OwnFiles {
    /// The keys of the shards of all plans, and of those that are done.
    keys: HashSet<Digest>,
}

impl OwnFiles {
    /// Reads the plans of a data set.
    pub(crate) fn read(root: &Path) -> Result<Self, Error> {
        let mut keys = HashSet::new();
        for (dir, is_plan) in [("plans", true), ("shards", false)] {
            let path = root.join(dir);
            let entries = match fs::read_dir(&path) {
                Ok(entries) => entries,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(Error::io(&path)(error)),
            };
            for entry in entries {
                let name = entry.map_err(Error::io(&path))?.file_name();
                let Some(key) = name.to_str().and_then(key_of) else {
                    continue;
                };
                if !is_plan {
                    keys.insert(key);
                } else if let Ok(Some(plan)) = read_json::<PlanNames>(&path.join(name)) {
                    keys.extend(plan.keys());
                }
            }
        }
        Ok(Self { keys })
    }

    /// Returns whether a path in the data set is that of a file of ours that may be removed.
    pub(crate) fn has(&self, path: &str) -> bool {
        let Some((dir, name)) = path.rsplit_once('/') else {
            let mut ends = FINAL.iter().filter_map(|start| path.strip_prefix(start));
            return ends.any(|name| key_of(name).is_some());
        };
        let key = key_of(name);
        let is_of_shard = matches!(dir, "shards" | "failed")
            || ShardTable::ALL.iter().any(|table| table.name() == dir);
        match dir {
            "plans" => key.is_some(),
            _ => is_of_shard && key.is_some_and(|key| self.keys.contains(&key)),
        }
    }
}
