//! The trait through which a caller receives texts and faults.

use std::ops::ControlFlow;

use crate::files::{fault::Fault, limits::MAX_PROPERTY};

/// Receives the texts of the messages in a file, in order. If a method breaks, the reading ends.
///
/// Names have a component for each level: the folder and the message, separated by `/`, if the file is a store; then
/// the attachment, for each message that is attached; then the text.
pub trait Visitor {
    /// Returns the maximum number of bytes of a text, at most [`MAX_PROPERTY`]. The rest of a longer one is a fault.
    fn max_text(&self) -> usize {
        MAX_PROPERTY
    }

    /// Called when a message begins, with its name.
    fn message(&mut self, name: &[String]) -> ControlFlow<()>;

    /// Receives a text: `headers`, `text`, `html`, `rtf`, or an attachment.
    fn text(&mut self, name: &[String], text: &Text<'_>) -> ControlFlow<()>;

    /// Receives a fault in the file or, with a name, in a folder, message or text.
    fn fault(&mut self, name: &[String], fault: Fault) -> ControlFlow<()>;
}

/// A text of a message.
#[derive(Clone, Copy, Debug)]
pub struct Text<'t> {
    pub(crate) header: &'t [u8],
    pub(crate) bytes: &'t [u8],
    pub(crate) is_header: bool,
}

impl<'t> Text<'t> {
    /// Returns the bytes. The header section is followed by an empty line.
    #[must_use]
    pub fn bytes(&self) -> &'t [u8] {
        self.bytes
    }

    /// Returns the header section (RFC 5322) of which the text is the body, with the empty line after it: the fields of
    /// the message, and the `Content-Type` of the text. Empty if the text is a message or the header section of one.
    #[must_use]
    pub fn header(&self) -> &'t [u8] {
        self.header
    }

    /// Returns the lines of the header section that describe the text, such as its `Content-Type`.
    pub fn content_fields(&self) -> impl Iterator<Item = &'t [u8]> {
        let lines = self.header.split_inclusive(|&byte| byte == b'\n');
        lines.filter(|line| line.starts_with(b"Content-"))
    }

    /// Returns whether the text is the header section of its message.
    #[must_use]
    pub fn is_header(&self) -> bool {
        self.is_header
    }
}

/// Passes everything on to a visitor, and records whether the visitor has broken.
pub(crate) struct Watched<'v> {
    visitor: &'v mut dyn Visitor,
    flow: ControlFlow<()>,
}

impl<'v> Watched<'v> {
    pub(crate) fn new(visitor: &'v mut dyn Visitor) -> Self {
        Self {
            visitor,
            flow: ControlFlow::Continue(()),
        }
    }

    /// Returns the last answer of the visitor.
    pub(crate) fn flow(&self) -> ControlFlow<()> {
        self.flow
    }
}

impl Visitor for Watched<'_> {
    fn max_text(&self) -> usize {
        self.visitor.max_text()
    }

    fn message(&mut self, name: &[String]) -> ControlFlow<()> {
        self.flow = self.visitor.message(name);
        self.flow
    }

    fn text(&mut self, name: &[String], text: &Text<'_>) -> ControlFlow<()> {
        self.flow = self.visitor.text(name, text);
        self.flow
    }

    fn fault(&mut self, name: &[String], fault: Fault) -> ControlFlow<()> {
        self.flow = self.visitor.fault(name, fault);
        self.flow
    }
}
