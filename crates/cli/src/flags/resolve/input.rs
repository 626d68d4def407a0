//! The files that are read.

use std::path::{Path, PathBuf};

use urlsift_search::{Globs, PathEnd, Unpacker};

use crate::{
    flags::args::{Lists, Packed},
    options::InputOptions,
};

/// Resolves the flags.
///
/// # Errors
///
/// The invalid value and the reason.
pub(super) fn resolve(
    lists: Lists,
    null: bool,
    paths: Vec<PathBuf>,
) -> Result<InputOptions, String> {
    let globs = Globs::new(&lists.include, &lists.exclude).map_err(|invalid| {
        let glob = invalid.glob();
        let is_included = lists.include.iter().any(|given| given == glob);
        let flag = if is_included { "include" } else { "exclude" };
        format!("'{glob}' for '--{flag} <GLOB>': {invalid}")
    })?;
    let Some(list) = lists.files_from else {
        return Ok(InputOptions {
            paths: or_stdin(paths),
            list: None,
            globs,
            follow: lists.follow,
        });
    };
    if is_stdin(&list) && paths.iter().any(|path| is_stdin(path)) {
        return Err("'-' for '--files-from <FILE>': it is also a PATH".into());
    }
    let end = if null { PathEnd::Nul } else { PathEnd::Line };
    Ok(InputOptions {
        paths,
        list: Some((list, end)),
        globs,
        follow: lists.follow,
    })
}

/// Returns the paths, or standard input if there are none.
pub(super) fn or_stdin(paths: Vec<PathBuf>) -> Vec<PathBuf> {
    if paths.is_empty() {
        vec!["-".into()]
    } else {
        paths
    }
}

/// Returns how packed files are unpacked, if they are.
pub(super) fn unpacker(packed: &Packed) -> Option<Unpacker> {
    let unpacker = Unpacker::new().most_window(packed.max_window);
    (!packed.no_decompress).then_some(unpacker)
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}
