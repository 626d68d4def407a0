//! The receiver of unpacked files.

use std::{
    io::{self, Read},
    ops::ControlFlow,
    path::Path,
};

use crate::{Format, MessageLayout};

/// A file that is neither compressed nor a container.
pub struct UnpackedFile<'f> {
    /// The path of the source, followed by `!` and the name of the member for each container around the file.
    pub path: &'f Path,
    /// The layers around the file, outermost first; empty if the source itself is a plain file.
    pub packing: &'f [Format],
    /// The layout of a message, or of a text of one, from a container whose members are known to be messages. `None`
    /// for any other file.
    ///
    /// The bytes are then a message (RFC 5322), of which a part may not be in the container.
    pub layout: Option<MessageLayout>,
    /// The bytes, which need not be read to the end.
    ///
    /// Errors in the file are reported only by reading them, after the bytes before the error. Those bytes are correct
    /// unless the error is a checksum mismatch.
    pub bytes: &'f mut dyn Read,
}

impl<'f> UnpackedFile<'f> {
    /// Returns a source that is neither compressed nor a container.
    pub fn plain(path: &'f Path, bytes: &'f mut dyn Read) -> Self {
        Self {
            path,
            packing: &[],
            layout: None,
            bytes,
        }
    }
}

/// Receives the files that an [`Unpacker`](crate::Unpacker) finds. A break from any method stops it.
pub trait Visitor {
    /// Receives a file, or a message of a container that holds messages.
    fn file(&mut self, file: UnpackedFile<'_>) -> ControlFlow<()>;

    /// Receives an error outside of a file: a [`Fault`](crate::Fault) in a container or stream, or an I/O
    /// error.
    fn fault(&mut self, path: &Path, error: io::Error) -> ControlFlow<()>;

    /// Called at the end of a container, with its number of members.
    fn container(&mut self, _path: &Path, _packing: &[Format], _members: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called before a read that may block while the format of the source is not known yet. An
    /// implementation can flush its output here.
    fn before_read(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
