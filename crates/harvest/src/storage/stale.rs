//! Tables that are no longer part of the data set, below `stale/`, where they keep their paths.

use std::{io, path::Path};

use super::disk::Disk;
use crate::error::Error;

/// The directory.
pub(crate) const STALE: &str = "stale";

/// Returns the path of a file of the data set when it is stale.
pub(crate) fn stale_path(path: &str) -> String {
    format!("{STALE}/{path}")
}

/// Moves a file of the data set out of the way.
pub(crate) fn make_stale(root: &Path, disk: &Disk, path: &str) -> Result<(), Error> {
    rename(root, disk, path, &stale_path(path))
}

/// Moves a file back to its place.
pub(crate) fn restore(root: &Path, disk: &Disk, path: &str) -> Result<(), Error> {
    rename(root, disk, &stale_path(path), path)
}

/// Moves a file, durably. It is no error if another process has done so.
fn rename(root: &Path, disk: &Disk, from: &str, to: &str) -> Result<(), Error> {
    let (from, to) = (root.join(from), root.join(to));
    let dir = to.parent().unwrap_or(root);
    let renamed = (|| {
        disk.ensure_dir(dir)?;
        disk.rename(&from, &to)?;
        disk.sync_dir(dir)
    })();
    match renamed {
        Err(error) if error.kind() == io::ErrorKind::NotFound && to.exists() => Ok(()),
        renamed => renamed.map_err(Error::io(&to)),
    }
}
