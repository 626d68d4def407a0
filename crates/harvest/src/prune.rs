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
    dataset::{Commit, FINAL, FailedGroup, Manifest, OwnFiles, ShardTable},
    error::Error,
    observer::Stop,
    plan::Plan,
    storage::{Disk, Left, STALE, make_stale, stale_path, sweep},
};

/// The directories in which files are removed after those of the tables. The plans are the last, since they name the
/// others.
const DIRS: [&str; 3] = ["failed", "shards", "plans"];

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
struct Removable {
    /// The path in the data set.
    name: String,
    path: PathBuf,
    bytes: u64,
}

/// Removes the files of ours that neither the manifest nor the plan in force names.
pub(crate) fn prune(root: &Path, disk: &Disk, stop: &Stop) -> Result<Pruned, Error> {
    // The files are listed before the names of those that are kept are read. So files that another process adds in the
    // meantime are not removed.
    let own = OwnFiles::read(root)?;
    let files = removable(root)?;
    // A process that has already started may be about to write a plan or a manifest that names some of them.
    match sweep(&root.join("tmp"), disk) {
        Left::Nothing => {}
        Left::InUse => return Err(Error::InUse),
        Left::Unknown(path) => return Err(Error::UnknownUse(path)),
    }
    let kept = kept(root)?;
    let mut pruned = Pruned::default();
    for Removable { name, path, bytes } in files {
        stop.check()?;
        // A plan that has not run yet may need a stale table.
        let stale_name = name.strip_prefix(STALE);
        let place = stale_name.map_or(&name[..], |name| name.trim_start_matches('/'));
        if kept.contains(place) || !own.has(place) {
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
    let own = OwnFiles::read(root)?;
    let files = table_files(root)?;
    if sweep(&root.join("tmp"), disk) != Left::Nothing {
        return Ok(());
    }
    let kept = kept(root)?;
    let mut stale = files
        .iter()
        .filter(|file| !kept.contains(&file.name) && own.has(&file.name));
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
fn removable(root: &Path) -> Result<Vec<Removable>, Error> {
    let mut files = table_files(root)?;
    let stale = ShardTable::ALL.map(|table| stale_path(table.name()));
    let stale = stale.iter().map(|dir| &**dir);
    for dir in [STALE].into_iter().chain(stale).chain(DIRS) {
        files.extend(files_in(root, dir)?);
    }
    Ok(files)
}

/// Returns the files of tables.
fn table_files(root: &Path) -> Result<Vec<Removable>, Error> {
    let mut files = files_in(root, "")?;
    files.retain(|file| FINAL.iter().any(|start| file.name.starts_with(start)));
    for table in ShardTable::ALL {
        files.extend(files_in(root, table.name())?);
    }
    Ok(files)
}

/// Returns the files in a directory of the data set.
fn files_in(root: &Path, dir: &str) -> Result<Vec<Removable>, Error> {
    let path = root.join(dir);
    let entries = match fs::read_dir(&path) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Error::io(&path)(error)),
    };
    let mut files = Vec::new();
    for entry in entries {
        let entry = entry.map_err(Error::io(&path))?;
        let metadata = match entry.metadata() {
            Ok(metadata) => metadata,
            // Another process has removed it.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(Error::io(&entry.path())(error)),
        };
        if let Some(name) = entry.file_name().to_str()
            && metadata.is_file()
        {
            let slash = if dir.is_empty() { "" } else { "/" };
            files.push(Removable {
                name: format!("{dir}{slash}{name}"),
                path: entry.path(),
                bytes: metadata.len(),
            });
        }
    }
    Ok(files)
}
