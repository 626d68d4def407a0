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
    let list = flags.files_from.clone();
    let is_list_stdin = list.as_ref().is_some_and(|list| is_stdin(list));
    if is_list_stdin && paths.iter().any(|path| is_stdin(path)) {
        return Err("'-' for '--files-from <FILE>': standard input is also a PATH".into());
    }
    let end = if null { PathEnd::Nul } else { PathEnd::Line };
    Ok(InputOptions {
        paths: if list.is_some() {
            expand(paths)
        } else {
            or_stdin(paths)
        },
        list: list.map(|list| (list, end)),
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
        expand(paths)
    }
}

/// Expands wildcards on Windows, where shells leave this to programs. The names of files have none there.
fn expand(paths: Vec<PathBuf>) -> Vec<PathBuf> {
    #[cfg(windows)]
    let paths = paths.into_iter().flat_map(matches).collect();
    paths
}

/// Returns the files and directories that a path with `*` or `?` matches, in order. A path that has neither, or matches
/// nothing, is returned as it is.
#[cfg(any(windows, test))]
fn matches(path: PathBuf) -> Vec<PathBuf> {
    let options = glob::MatchOptions {
        case_sensitive: false,
        ..glob::MatchOptions::new()
    };
    let wild = path.to_str().filter(|path| path.contains(['*', '?']));
    // Brackets are common in names.
    let found = wild.and_then(|path| glob::glob_with(&path.replace('[', "[[]"), options).ok());
    let found: Vec<_> = found.into_iter().flatten().flatten().collect();
    if found.is_empty() { vec![path] } else { found }
}

/// Returns the unpacker of compressed files and containers, unless they are read as they are.
pub(super) fn unpacker(flags: &UnpackFlags) -> Option<Unpacker> {
    let unpacker = Unpacker::new()
        .max_window(flags.max_window)
        .max_temp(flags.max_temp);
    (!flags.no_decompress).then_some(unpacker)
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::matches;

    #[test]
    fn wildcards_match_the_names_of_files() {
        let dir = tempfile::tempdir().expect("a directory");
        let root = dir.path();
        fs::create_dir(root.join("b[1]")).expect("a directory");
        for name in ["a.txt", "B.TXT", "c.eml", "b[1]/d.txt", "b[1]/é.txt"] {
            fs::write(root.join(name), "").expect("a file");
        }
        for (pattern, names) in [
            ("*.txt", &["B.TXT", "a.txt"][..]),
            ("b[1]/?.txt", &["b[1]/d.txt", "b[1]/é.txt"]),
            ("*/d.*", &["b[1]/d.txt"]),
            // These match nothing, or have no wildcard.
            ("*.mbox", &["*.mbox"]),
            ("b[1]", &["b[1]"]),
            ("absent", &["absent"]),
        ] {
            let expected: Vec<_> = names.iter().map(|name| root.join(name)).collect();
            assert_eq!(matches(root.join(pattern)), expected, "{pattern}");
        }
        assert_eq!(matches("-".into()), [Path::new("-")]);
    }
}
