//! The inputs of a search.

use std::path::PathBuf;

use urlsift_search::{Globs, PathEnd, Unpacker};

use crate::{
    flags::args::{InputFlags, UnpackFlags},
    options::{InputOptions, is_stdin},
    term::streams::Streams,
};

/// Resolves the flags.
///
/// # Errors
///
/// Returns the invalid value and the reason.
pub(super) fn resolve(
    flags: &InputFlags,
    null: bool,
    paths: Vec<PathBuf>,
    streams: &Streams,
) -> Result<InputOptions, String> {
    let globs = Globs::new(&flags.include, &flags.exclude).map_err(|invalid| {
        let glob = invalid.glob();
        let is_include = flags.include.iter().any(|include| include == glob);
        let flag = if is_include { "include" } else { "exclude" };
        format!("'{glob}' for '--{flag} <GLOB>': {invalid}")
    })?;
    let Some(list) = flags.files_from.clone() else {
        return Ok(InputOptions {
            paths: or_stdin(paths),
            list: None,
            globs,
            follow: flags.follow,
            public_inbox: false,
            streams: streams.clone(),
        });
    };
    if is_stdin(&list) && paths.iter().any(|path| is_stdin(path)) {
        return Err("'-' for '--files-from <FILE>': standard input is also a PATH".into());
    }
    let end = if null { PathEnd::Nul } else { PathEnd::Line };
    Ok(InputOptions {
        paths,
        list: Some((list, end)),
        globs,
        follow: flags.follow,
        public_inbox: false,
        streams: streams.clone(),
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

/// Returns the unpacker of compressed files and containers, unless they are read as they are.
pub(super) fn unpacker(flags: &UnpackFlags) -> Option<Unpacker> {
    let unpacker = Unpacker::new()
        .max_window(flags.max_window)
        .max_temp(flags.max_temp);
    (!flags.no_decompress).then_some(unpacker)
}
