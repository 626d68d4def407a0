//! The visitor of a source, and whether it has stopped the unpacking.

use std::{
    io::{self, Read},
    ops::ControlFlow,
    path::Path,
};

use crate::{Fault, Format, UnpackedFile, Visitor};

/// Passes everything on to a visitor, and records whether the visitor has broken.
///
/// A reader also breaks at a limit. So whether unpacking breaks depends on the [outcome](Self::outcome) of the
/// receiver, not of the reader.
pub(crate) struct Receiver<'v> {
    visitor: &'v mut dyn Visitor,
    has_stopped: bool,
    /// Whether the visitor has received an error that ends a container, since the last member began.
    has_end: bool,
}

impl<'v> Receiver<'v> {
    pub(crate) fn new(visitor: &'v mut dyn Visitor) -> Self {
        Self {
            visitor,
            has_stopped: false,
            has_end: false,
        }
    }

    /// Notes that a member begins.
    pub(crate) fn begin_member(&mut self) {
        self.has_end = false;
    }

    /// Returns whether the visitor has received an error that ends a container, in the current member.
    pub(crate) fn has_end(&self) -> bool {
        self.has_end
    }

    pub(crate) fn has_stopped(&self) -> bool {
        self.has_stopped
    }

    /// Breaks if the visitor did.
    pub(crate) fn outcome(self) -> ControlFlow<()> {
        if self.has_stopped {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn note(&mut self, flow: ControlFlow<()>) -> ControlFlow<()> {
        self.has_stopped |= flow.is_break();
        flow
    }
}

impl Visitor for Receiver<'_> {
    fn file(&mut self, file: UnpackedFile<'_>) -> ControlFlow<()> {
        let mut bytes = WatchedReader {
            bytes: file.bytes,
            has_end: &mut self.has_end,
        };
        let bytes = &mut bytes;
        let flow = self.visitor.file(UnpackedFile { bytes, ..file });
        self.note(flow)
    }

    fn fault(&mut self, path: &Path, error: io::Error) -> ControlFlow<()> {
        self.has_end |= Fault::ends_container(&error);
        let flow = self.visitor.fault(path, error);
        self.note(flow)
    }

    fn container(&mut self, path: &Path, packing: &[Format], members: u64) -> ControlFlow<()> {
        let flow = self.visitor.container(path, packing, members);
        self.note(flow)
    }

    fn before_read(&mut self) -> ControlFlow<()> {
        let flow = self.visitor.before_read();
        self.note(flow)
    }
}

/// Reads a file, and records whether an error that ends a container was returned.
struct WatchedReader<'w> {
    bytes: &'w mut dyn Read,
    has_end: &'w mut bool,
}

impl Read for WatchedReader<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(into);
        *self.has_end |= read.as_ref().is_err_and(Fault::ends_container);
        read
    }
}
