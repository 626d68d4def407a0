//! The inputs of a plan, divided into ranges.

use std::{
    collections::HashSet,
    fs::{self, FileType},
    io,
    path::{Path, PathBuf},
};

use urlsift_search::{ByteRange, Input, Inputs, Split};

use super::shards::ShardInput;
use crate::{
    error::Error,
    failure::Failure,
    observer::RunObserver,
    options::Options,
    storage::{InputFiles, PathText, fingerprint, is_missing},
};

/// The result of opening an input.
#[derive(Debug)]
pub(super) enum Source {
    /// A small file.
    Small(ShardInput),
    /// The ranges of a large file. Each becomes a shard.
    Large(Vec<ShardInput>),
    /// A file that cannot be read.
    Unreadable(ShardInput, Failure),
    /// Nothing: the same file was an earlier input, or it is part of the data set.
    Nothing,
}

/// Opens inputs and divides them into ranges.
#[derive(Debug)]
pub(super) struct Sources<'s> {
    files: &'s InputFiles,
    split: Split,
    /// The size below which a file is small, in bytes.
    small: u64,
    /// The canonical path of the data set, which may be in a directory that is read.
    root: Option<PathBuf>,
    /// The files so far, each with its device and inode.
    seen: HashSet<(u64, u64)>,
    /// The last directory, and whether it is in the data set.
    last_dir: (PathBuf, bool),
}

impl<'s> Sources<'s> {
    pub(super) fn new(
        root: &Path,
        files: &'s InputFiles,
        options: &Options,
    ) -> Result<Self, Error> {
        let size = options.shard_size;
        Ok(Self {
            files,
            split: Split::new()
                .size(size)
                .kind(options.search.kind()?)
                .unpacking(options.search.unpacker()),
            small: size.get() / 8,
            root: fs::canonicalize(root).ok(),
            seen: HashSet::new(),
            last_dir: (PathBuf::new(), false),
        })
    }

    /// Opens an input.
    ///
    /// # Errors
    ///
    /// Returns an error if no plan can have the input.
    pub(super) fn open(
        &mut self,
        input: &Input,
        observer: &impl RunObserver,
    ) -> Result<Source, Error> {
        if !self.files.is_object(input.path()) {
            check_input(input)?;
        }
        Ok(self.open_file(input, observer))
    }

    fn open_file(&mut self, input: &Input, observer: &impl RunObserver) -> Source {
        let path = input.path();
        let unreadable = |code, text: String| {
            let failure = Failure {
                path: path.into(),
                offset: None,
                code,
                text,
            };
            Source::Unreadable(unknown(path), failure)
        };
        let unreadable_file = |error| Source::Unreadable(unknown(path), Failure::io(path, error));
        if self.is_in_data_set(path) {
            return Source::Nothing;
        }
        let state = match self.files.state(path) {
            Ok(state) => state,
            Err(error) => return unreadable_file(error),
        };
        if let Some(identity) = state.identity
            && !self.seen.insert(identity)
        {
            return Source::Nothing;
        }
        let ranges = match self.split.ranges(input) {
            // A large file has many, and a stopped plan needs none.
            Ok(ranges) => ranges
                .take_while(|_| !observer.is_stopped())
                .collect::<Result<Vec<_>, _>>(),
            Err(error) => Err(error),
        };
        let ranges = match ranges {
            Ok(ranges) => ranges,
            Err(error) => return unreadable(error.code(), error.to_string()),
        };
        let size = state.stat.size;
        match shard_inputs(self.files, path, &ranges, size) {
            Ok(Some(mut inputs)) if size < self.small && inputs.len() == 1 => {
                inputs.pop().map_or(Source::Nothing, Source::Small)
            }
            Ok(Some(inputs)) => Source::Large(inputs),
            Ok(None) => unreadable("changed-input", "it has become shorter".to_owned()),
            Err(error) => unreadable_file(error),
        }
    }

    /// Returns whether a file is part of the data set.
    fn is_in_data_set(&mut self, path: &Path) -> bool {
        let (Some(root), Some(dir)) = (&self.root, path.parent()) else {
            return false;
        };
        if self.last_dir.0 != dir || dir.as_os_str().is_empty() {
            let real = fs::canonicalize(if dir.as_os_str().is_empty() {
                Path::new(".")
            } else {
                dir
            });
            let is_inside = real.is_ok_and(|real| real.starts_with(root));
            self.last_dir = (dir.to_owned(), is_inside);
        }
        self.last_dir.1
    }
}

/// Checks that a path can be an input of a plan: that it is a regular file, or a directory that is not a repository.
///
/// A plan tolerates files that cannot be read, because a list of paths is often older than its files. This also reports
/// a path that does not exist, which is usually a mistake if it was typed.
///
/// # Errors
///
/// Returns an error if it cannot, or if the path does not exist.
pub fn check_path(path: &Path) -> Result<(), Error> {
    let input = if path.as_os_str() == "-" {
        Input::Stdin
    } else if Inputs::new([path.to_owned()]).may_run_git() {
        Input::PublicInbox(path.into())
    } else {
        Input::Path(path.into())
    };
    check_input(&input)?;
    match fs::metadata(path) {
        Err(error) if is_missing(error.kind()) => Err(Error::io(path)(error)),
        _ => Ok(()),
    }
}

/// Checks that an input is a file that can be part of a data set. It must be possible to read it again.
fn check_input(input: &Input) -> Result<(), Error> {
    let Some(kind) = unsupported_kind(input) else {
        return Ok(());
    };
    Err(Error::UnsupportedInput {
        path: input.path().into(),
        reason: format!("harvest reads regular files and directories, not {kind}"),
    })
}

/// Returns what an input is, in the plural, if it is not a regular file or a directory.
fn unsupported_kind(input: &Input) -> Option<&'static str> {
    let path = match input {
        Input::Path(path) | Input::File(path) => path,
        Input::PublicInbox(_) => return Some("public-inbox repositories"),
        Input::Stdin => return Some("standard input"),
        _ => return Some("streams"),
    };
    let file_type = fs::metadata(path).ok()?.file_type();
    if file_type.is_file() || file_type.is_dir() {
        None
    } else {
        Some(special_kind(file_type))
    }
}

#[cfg(unix)]
fn special_kind(file_type: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    if file_type.is_fifo() {
        "pipes"
    } else if file_type.is_socket() {
        "sockets"
    } else {
        "devices"
    }
}

#[cfg(not(unix))]
fn special_kind(_: FileType) -> &'static str {
    "devices"
}

/// Returns the input of a file about which nothing is known.
pub(super) fn unknown(path: &Path) -> ShardInput {
    ShardInput {
        path: PathText::new(path),
        start: 0,
        end: None,
        ends_file: true,
        fingerprint: None,
        hash: None,
    }
}

/// Returns the ranges of a file with their fingerprints. `None` if the file has become shorter.
fn shard_inputs(
    files: &InputFiles,
    path: &Path,
    ranges: &[ByteRange],
    len: u64,
) -> io::Result<Option<Vec<ShardInput>>> {
    let mut file = files.open(path)?;
    let mut inputs = Vec::with_capacity(ranges.len());
    for range in ranges {
        let end = range.end.unwrap_or(len);
        let Some(fingerprint) = fingerprint(&mut file, range.start, end)? else {
            return Ok(None);
        };
        inputs.push(ShardInput {
            path: PathText::new(path),
            start: range.start,
            end: range.end,
            ends_file: inputs.len() + 1 == ranges.len(),
            fingerprint: Some(fingerprint),
            hash: None,
        });
    }
    Ok(Some(inputs))
}
