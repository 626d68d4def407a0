//! Inputs, and how they are opened.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    observer::{ReadObserver, observed},
    opened_file::OpenedFile,
    progress::Progress,
    reader::{InputReader, StreamBytes},
};
use crate::public_inbox::layout::Inbox;

/// One input: a file, a stream, or standard input.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Input {
    /// Standard input, called `-`.
    Stdin,
    /// A named path: a file, a FIFO or a device.
    Path(PathBuf),
    /// A regular file that was found in a directory.
    File(PathBuf),
    /// The directory of a public-inbox repository. Reading it runs git.
    PublicInbox(PathBuf),
    /// A stream that the caller has opened.
    Reader(InputReader),
}

impl Input {
    /// Returns the path of the input; `-` for standard input.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::Stdin => Path::new("-"),
            Self::Path(path) | Self::File(path) | Self::PublicInbox(path) => path,
            Self::Reader(reader) => reader.path(),
        }
    }

    /// Returns whether a read may block: whether the input is not known to be a regular file.
    #[must_use]
    pub fn may_wait(&self) -> bool {
        match self {
            Self::Stdin | Self::Reader(_) => true,
            Self::Path(path) => fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()),
            Self::File(_) | Self::PublicInbox(_) => false,
        }
    }

    /// Opens the input if it is a regular file of which nothing was read yet.
    ///
    /// # Errors
    ///
    /// Returns the error of the system.
    pub(crate) fn open_file(&self) -> io::Result<Option<File>> {
        match self {
            Self::Stdin => Ok(stdin_as_file()),
            // Opening a FIFO waits for its writer.
            Self::Path(path) if !fs::metadata(path)?.is_file() => Ok(None),
            Self::PublicInbox(_) | Self::Reader(_) => Ok(None),
            Self::Path(path) | Self::File(path) => File::open(path).map(Some),
        }
    }

    /// Opens the input.
    ///
    /// # Errors
    ///
    /// Returns the error of the system, or an error if the bytes of a reader were taken before.
    pub(crate) fn open(&self) -> io::Result<OpenedInput> {
        match self {
            Self::Stdin => match stdin_as_file() {
                Some(file) => OpenedFile::new(file).map(OpenedInput::File),
                None => Ok(OpenedInput::Stdin(io::stdin())),
            },
            Self::Path(path) => {
                let file = File::open(path)?;
                let metadata = file.metadata()?;
                Ok(if metadata.is_file() {
                    OpenedInput::File(OpenedFile::at(file, 0, metadata.len()))
                } else {
                    OpenedInput::Stream(file)
                })
            }
            Self::File(path) => OpenedFile::new(File::open(path)?).map(OpenedInput::File),
            Self::PublicInbox(path) => Inbox::open(path).map(OpenedInput::PublicInbox),
            Self::Reader(reader) => reader.take().map(OpenedInput::Reader),
        }
    }
}

/// Returns standard input if it is a file of which nothing was read yet, so that it can be read at any
/// offset.
#[cfg(unix)]
fn stdin_as_file() -> Option<File> {
    use std::{io::Seek, os::fd::AsFd};

    let mut file = File::from(io::stdin().as_fd().try_clone_to_owned().ok()?);
    let is_file = file.metadata().ok()?.is_file();
    (is_file && file.stream_position().ok()? == 0).then_some(file)
}

#[cfg(not(unix))]
fn stdin_as_file() -> Option<File> {
    None
}

/// An input that was opened.
#[derive(Debug)]
pub(crate) enum OpenedInput {
    /// A regular file, which can be read at any offset.
    File(OpenedFile),
    /// A FIFO or a device.
    Stream(File),
    Stdin(io::Stdin),
    /// A stream or file that the caller has opened.
    Reader(StreamBytes),
    /// A public-inbox repository, which has messages but no bytes.
    PublicInbox(Inbox),
    /// A stream whose bytes are counted.
    Counted(Box<OpenedInput>, Arc<Progress>),
}

impl OpenedInput {
    /// Reports what is read to an observer, if the input is a file, which must be at its start.
    pub(crate) fn observed(mut self, observer: &Arc<dyn ReadObserver>) -> Self {
        match self {
            Self::File(ref mut file) => {
                file.observe(Some(Arc::clone(observer)));
                self
            }
            Self::Reader(StreamBytes::File(bytes)) => {
                Self::Reader(StreamBytes::File(observed(bytes, observer)))
            }
            stream => stream,
        }
    }
}

impl Read for OpenedInput {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(into),
            Self::Stream(file) => file.read(into),
            Self::Stdin(stdin) => stdin.read(into),
            Self::Reader(bytes) => bytes.read(into),
            Self::PublicInbox(_) => Err(io::ErrorKind::IsADirectory.into()),
            Self::Counted(stream, progress) => {
                let len = stream.read(into)?;
                progress.add(len as u64);
                Ok(len)
            }
        }
    }
}
