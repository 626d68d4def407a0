//! The receiver of unpacked files.

use std::{
    io::{self, Read},
    ops::ControlFlow,
    path::Path,
};

use crate::{Format, MessageLayout};

/// Receives the files that an [`Unpacker`](crate::Unpacker) finds. A break from any method stops it.
pub trait Visitor {
    /// Receives a file that is neither compressed nor a container.
    ///
    /// `path` is the path of the source, followed by `!` and the name of the member for each container
    /// around the file. `packing` lists the layers around the file, outermost first; it is empty if the
    /// source itself is a plain file. `bytes` need not be read to the end.
    ///
    /// Errors in the file are reported only by reading `bytes`, after the bytes before the error. Those
    /// bytes are correct unless the error is a checksum mismatch.
    fn file(&mut self, path: &Path, packing: &[Format], bytes: &mut dyn Read) -> ControlFlow<()>;

    /// Receives a message, or a text of one, from a container whose members are known to be messages. Like
    /// [`file`](Self::file), which it calls by default.
    ///
    /// `bytes` are a message (RFC 5322), of which a part may not be in the container; see [`MessageLayout`].
    fn message(
        &mut self,
        path: &Path,
        packing: &[Format],
        _layout: MessageLayout,
        bytes: &mut dyn Read,
    ) -> ControlFlow<()> {
        self.file(path, packing, bytes)
    }

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
