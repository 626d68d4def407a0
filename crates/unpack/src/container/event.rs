//! The events that a container reader reports.

use std::{
    io::{self, Read},
    ops::ControlFlow,
};

/// An event of a container reader.
pub(crate) enum Event<'e> {
    /// A member that is a file. `bytes` need not be read to the end.
    Member {
        name: &'e [u8],
        bytes: &'e mut dyn Read,
    },
    /// An error in the member with this name; without a name, in the container itself.
    Fault {
        name: Option<&'e [u8]>,
        error: io::Error,
    },
    /// An error in the last member, which has this name, that ends the container.
    CutMember {
        name: &'e [u8],
        error: io::Error,
        /// Whether reading the member has met the error. It may still not have been returned: bytes are read ahead.
        was_read: bool,
    },
}

/// Passes events to the caller of a container reader, in container order. A break stops the reader.
pub(crate) struct Events<'h> {
    handler: &'h mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
}

impl<'h> Events<'h> {
    pub(crate) fn new(handler: &'h mut dyn FnMut(Event<'_>) -> ControlFlow<()>) -> Self {
        Self { handler }
    }

    pub(crate) fn member(&mut self, name: &[u8], bytes: &mut dyn Read) -> ControlFlow<()> {
        (self.handler)(Event::Member { name, bytes })
    }

    pub(crate) fn fault(&mut self, name: Option<&[u8]>, error: io::Error) -> ControlFlow<()> {
        (self.handler)(Event::Fault { name, error })
    }

    pub(crate) fn cut_member(
        &mut self,
        name: &[u8],
        error: io::Error,
        was_read: bool,
    ) -> ControlFlow<()> {
        (self.handler)(Event::CutMember {
            name,
            error,
            was_read,
        })
    }
}
