//! What a container reader reports to its caller.

use std::{
    io::{self, Read},
    ops::ControlFlow,
};

/// One thing found in a container.
pub(crate) enum Event<'e> {
    /// A member that is a file. Its bytes need not be read to their end.
    Member {
        name: &'e [u8],
        bytes: &'e mut dyn Read,
    },
    /// A fault of the member with this name; without a name, of the container itself.
    Fault {
        name: Option<&'e [u8]>,
        error: io::Error,
    },
}

/// Passes events on to the caller of a container reader, in the order of the container. A break stops
/// the reader.
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
}
