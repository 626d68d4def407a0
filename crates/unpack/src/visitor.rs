//! The receiver of unpacked files.

use std::{
    io::{self, Read},
    ops::ControlFlow,
    path::Path,
};

use crate::Format;

/// Receives the files that an [`Unpacker`](crate::Unpacker) finds. A break from any method ends the
/// unpacking.
pub trait Visitor {
    /// Receives a file that is neither compressed nor a container.
    ///
    /// `path` is the path of the source, followed by `!` and the name of the member for each container
    /// around the file. `packing` lists the layers around the file, the outermost first; it is empty
    /// if the source itself is a plain file. `bytes` need not be read to their end.
    ///
    /// A failure is reported by reading alone, after the bytes before it. Those bytes are correct
    /// unless a checksum does not match.
    fn file(&mut self, path: &Path, packing: &[Format], bytes: &mut dyn Read) -> ControlFlow<()>;

    /// Receives the error of something that cannot be read, in part or at all: a
    /// [`Fault`](crate::Fault) or an error of the system.
    fn fault(&mut self, path: &Path, error: io::Error) -> ControlFlow<()>;

    /// Called at the end of a container, with the number of members seen in it.
    fn container(&mut self, _path: &Path, _packing: &[Format], _members: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called before a read that may wait while it is not yet known what the input is: whether the
    /// source is packed. Output that should not wait with it can be flushed here.
    fn before_read(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
