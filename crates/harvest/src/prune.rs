//! Removes files that are no longer part of the data set.

use std::{collections::HashSet, fs, io, path::Path};

use crate::{
    commit::{Commit, FailedGroup},
    disk::Disk,
    error::Error,
    manifest::Manifest,
    plan::Plan,
    shard_table::ShardTable,
    workspace::sweep,
};

/// The directories in which files are removed, in addition to those of [`ShardTable`]s.
const DIRS: [&str; 3] = ["shards", "plans", "failed"];

/// What was removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pruned {
    /// The number of files.
    pub files: u64,
    /// The number of bytes.
    pub bytes: u64,
}

/// Removes the files that neither the manifest nor the plan in force names.
pub(crate) fn prune(root: &Path, disk: &Disk) -> Result<Pruned, Error> {
    let manifest = Manifest::read(root)?;
    let plans = [
        Plan::read(root, None)?,
        match &manifest {
            Some(manifest) => Plan::read(root, Some(manifest.plan))?,
            None => None,
        },
    ];
    // Without a manifest and a plan, everything would be removed.
    let (Some(manifest), [Some(_), _]) = (manifest, &plans) else {
        return Err(Error::NoPlan);
    };
    let mut kept: HashSet<String> = HashSet::new();
    let files = manifest.tables.values().flatten();
    kept.extend(files.map(|file| file.file.clone()));
    for plan in plans.iter().flatten() {
        kept.insert(Plan::path_of(plan.digest()));
        kept.extend(plan.divided().iter().map(|&key| FailedGroup::path_of(key)));
        for shard in plan.shards() {
            kept.insert(Commit::path_of(shard.key));
            kept.insert(FailedGroup::path_of(shard.key));
            // Another process may be about to commit the shard.
            let format = plan.options().format;
            let name = shard.key.to_string();
            kept.extend(ShardTable::ALL.map(|table| table.path_of(&name, format)));
        }
    }
    sweep(&root.join("tmp"), disk);
    let mut pruned = Pruned::default();
    for dir in ShardTable::ALL.map(ShardTable::name).iter().chain(&DIRS) {
        remove(root, dir, |_| true, &kept, disk, &mut pruned)?;
    }
    let is_urls = |name: &str| name.starts_with("urls-");
    remove(root, "", is_urls, &kept, disk, &mut pruned)?;
    Ok(pruned)
}

/// Removes the files in a directory whose names `is_wanted` accepts and whose paths are not in `kept`.
fn remove(
    root: &Path,
    dir: &str,
    is_wanted: impl Fn(&str) -> bool,
    kept: &HashSet<String>,
    disk: &Disk,
    pruned: &mut Pruned,
) -> Result<(), Error> {
    let path = root.join(dir);
    let entries = match fs::read_dir(&path) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Error::io(&path)(error)),
    };
    let prefix = if dir.is_empty() {
        String::new()
    } else {
        format!("{dir}/")
    };
    for entry in entries {
        let entry = entry.map_err(Error::io(&path))?;
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| is_wanted(name)) else {
            continue;
        };
        let metadata = entry.metadata().map_err(Error::io(&entry.path()))?;
        if metadata.is_file() && !kept.contains(&format!("{prefix}{name}")) {
            disk.remove_file(&entry.path())
                .map_err(Error::io(&entry.path()))?;
            pruned.files += 1;
            pruned.bytes += metadata.len();
        }
    }
    Ok(())
}
