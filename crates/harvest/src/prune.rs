//! Moves or removes files that are no longer part of the data set.
//!
//! Readers often name tables by a pattern, such as `links/*.parquet`, and not by the manifest. So the tables that a new
//! manifest does not name are moved to `stale/` as soon as it is durable: from then on, both name the same rows. A
//! shard that a later plan needs again is moved back. A kill between two moves leaves nothing that the next run does
//! not complete.

use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
};

use crate::{
    dataset::{Commit, FailedGroup, Manifest, ShardTable},
    error::Error,
    observer::Stop,
    plan::Plan,
    storage::{Disk, Left, STALE, make_stale, stale_path, sweep},
};

/// The directories in which files are removed, in addition to the directories of [`ShardTable`]s and of stale files.
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

/// A file that may be removed.
struct Candidate {
    /// The path in the data set.
    name: String,
    path: PathBuf,
    bytes: u64,
}

/// Removes the files that neither the manifest nor the plan in force names.
pub(crate) fn prune(root: &Path, disk: &Disk, stop: &Stop) -> Result<Pruned, Error> {
    // The files are listed before the names of those that are kept are read. So files that another process adds in the
    // meantime are not removed.
    let candidates = candidates(root)?;
    // A process that has already started may be about to write a plan or a manifest that names some of them.
    match sweep(&root.join("tmp"), disk) {
        Left::Nothing => {}
        Left::InUse => return Err(Error::InUse),
        Left::Unknown(path) => return Err(Error::UnknownUse(path)),
    }
    let kept = kept(root)?;
    let mut pruned = Pruned::default();
    for Candidate { name, path, bytes } in candidates {
        stop.check()?;
        // A plan that has not run yet may need a stale table.
        let stale_name = name.strip_prefix(STALE);
        let place = stale_name.map_or(&name[..], |name| name.trim_start_matches('/'));
        if kept.contains(place) {
            continue;
        }
        match disk.remove_file(&path) {
            Ok(()) => {
                pruned.files += 1;
                pruned.bytes += bytes;
            }
            // Another process has removed it.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(Error::io(&path)(error)),
        }
    }
    Ok(pruned)
}

/// Moves the tables that neither the manifest nor the plan in force names to `stale/`. Does nothing while other
/// processes work on the data set, which may be about to name them: the last one of them moves the tables.
pub(crate) fn move_stale(root: &Path, disk: &Disk, stop: &Stop) -> Result<(), Error> {
    // In the same order as in `prune`.
    let files = table_files(root)?;
    if sweep(&root.join("tmp"), disk) != Left::Nothing {
        return Ok(());
    }
    let kept = kept(root)?;
    let mut stale = files.iter().filter(|file| !kept.contains(&file.name));
    stale.try_for_each(|file| {
        stop.check()?;
        make_stale(root, disk, &file.name)
    })
}

/// Returns the paths in the data set of the files that are kept.
fn kept(root: &Path) -> Result<HashSet<String>, Error> {
    // Without a manifest and a plan, everything would be removed.
    let in_force = Plan::read(root, None)?.ok_or(Error::NoPlan)?;
    let manifest = Manifest::read(root)?.ok_or(Error::NotFinished)?;
    let finished = Plan::read(root, Some(manifest.plan))?;
    let mut kept: HashSet<String> = HashSet::new();
    let files = manifest.tables.values().flatten();
    kept.extend(files.map(|file| file.file.clone()));
    for plan in [Some(in_force), finished].iter().flatten() {
        kept.insert(Plan::path_of(plan.digest()));
        kept.extend(plan.divided().iter().map(|&key| FailedGroup::path_of(key)));
        for shard in plan.shards() {
            kept.insert(Commit::path_of(shard.key));
            kept.insert(FailedGroup::path_of(shard.key));
            let format = plan.options().format;
            let name = shard.key.to_string();
            kept.extend(ShardTable::ALL.map(|table| table.path_of(&name, format)));
        }
    }
    Ok(kept)
}

/// Returns the files of the kinds that are removed.
fn candidates(root: &Path) -> Result<Vec<Candidate>, Error> {
    let mut candidates = table_files(root)?;
    for dir in DIRS {
        add_candidates(root, dir, |_| true, &mut candidates)?;
    }
    for table in ShardTable::ALL {
        add_candidates(root, &stale_path(table.name()), |_| true, &mut candidates)?;
    }
    add_candidates(root, STALE, |_| true, &mut candidates)?;
    Ok(candidates)
}

/// Returns the files of tables.
fn table_files(root: &Path) -> Result<Vec<Candidate>, Error> {
    let mut files = Vec::new();
    for table in ShardTable::ALL {
        add_candidates(root, table.name(), |_| true, &mut files)?;
    }
    let is_table = |name: &str| {
        ["urls-", "settled-", "implausible-"]
            .iter()
            .any(|start| name.starts_with(start))
    };
    add_candidates(root, "", is_table, &mut files)?;
    Ok(files)
}

/// Adds the files in a directory whose names `is_wanted` accepts.
fn add_candidates(
    root: &Path,
    dir: &str,
    is_wanted: impl Fn(&str) -> bool,
    candidates: &mut Vec<Candidate>,
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
        let metadata = match entry.metadata() {
            Ok(metadata) => metadata,
            // Another process has removed it.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(Error::io(&entry.path())(error)),
        };
        if metadata.is_file() {
            candidates.push(Candidate {
                name: format!("{prefix}{name}"),
                path: entry.path(),
                bytes: metadata.len(),
            });
        }
    }
    Ok(())
}
