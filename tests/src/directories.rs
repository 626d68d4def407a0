//! Directories that are compared as a whole.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// Returns the files under a directory, at any depth, by their relative paths, with their contents.
///
/// # Panics
///
/// If the directory cannot be read.
#[must_use]
pub fn files(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut dirs = vec![root.to_owned()];
    while let Some(dir) = dirs.pop() {
        for entry in fs::read_dir(dir).expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                dirs.push(path);
            } else {
                let name = path.strip_prefix(root).expect("a file of the directory");
                files.insert(name.to_owned(), fs::read(&path).expect("a file"));
            }
        }
    }
    files
}
