//! The visitor of a source, and whether it has stopped the unpacking.

use std::{
    io::{self, Read},
    ops::ControlFlow,
    path::Path,
};

use crate::{Format, MessageLayout, Visitor};

/// Passes everything on to a visitor, and records whether the visitor has broken.
///
/// A reader also breaks at a limit. So whether unpacking breaks depends on the [outcome](Self::outcome) of the
/// receiver, not on that of the reader.
pub(crate) struct Receiver<'v> {
    visitor: &'v mut dyn Visitor,
    has_stopped: bool,
}

impl<'v> Receiver<'v> {
    pub(crate) fn new(visitor: &'v mut dyn Visitor) -> Self {
        Self {
            visitor,
            has_stopped: false,
        }
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
    fn file(&mut self, path: &Path, packing: &[Format], bytes: &mut dyn Read) -> ControlFlow<()> {
        let flow = self.visitor.file(path, packing, bytes);
        self.note(flow)
    }

    fn message(
        &mut self,
        path: &Path,
        packing: &[Format],
        layout: MessageLayout,
        bytes: &mut dyn Read,
    ) -> ControlFlow<()> {
        let flow = self.visitor.message(path, packing, layout, bytes);
        self.note(flow)
    }

    fn fault(&mut self, path: &Path, error: io::Error) -> ControlFlow<()> {
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
