//! Messages inside messages that are encoded as a whole.

use std::{fmt, ops::ControlFlow};

use crate::{
    ArchiveWarning, AttributeValue, Markup, Message, Origin, Part, Rest, TextUnit, Visitor,
};

/// The capacity that the buffer of unused bytes keeps, in bytes. A long header needs more.
const MAX_SPARE: usize = 16 << 10;

/// A walk through one message. The walker implements it: the reader of bodies, which the walker contains, only
/// knows this trait.
pub(crate) trait NestedWalk: fmt::Debug + Send {
    /// Reads bytes, and returns how many of them are used.
    fn push(
        &mut self,
        bytes: &[u8],
        rest: Rest,
        visitor: &mut InsideMessage<'_>,
    ) -> ControlFlow<(), usize>;

    /// Returns the offset of the first byte that is not used yet.
    fn start(&self) -> u64;

    /// Returns the number of parts of the outermost message that have begun.
    fn parts(&self) -> usize;

    /// Reports the offset of each byte that is held back and may still become a `<`, in ascending
    /// order.
    fn held(&self, report: &mut dyn FnMut(u64));

    /// Returns the offset from which a map to the file is still needed, given the offset in the
    /// current text from which the visitor needs one.
    fn needed(&self, of_text: Option<u64>) -> Option<u64>;
}

/// An encoded message inside another message. It is read as its decoded bytes arrive. Offsets in it
/// count decoded bytes.
#[derive(Debug)]
pub(crate) struct NestedMessage {
    walk: Box<dyn NestedWalk>,
    /// The offset in the outer message at which warnings are reported. The position of a byte that is not decoded
    /// yet is unknown, so that more precise positions would depend on how the file is split.
    offset: u64,
    /// The decoded bytes that the walk has not used yet: an incomplete header of at most 256 KiB,
    /// or an incomplete line.
    unused: Vec<u8>,
}

impl NestedMessage {
    /// Creates a message that a walk reads. Its body in the outer message begins at `offset`.
    pub(crate) fn new(walk: Box<dyn NestedWalk>, offset: u64) -> Self {
        Self {
            walk,
            offset,
            unused: Vec::new(),
        }
    }

    /// Returns the number of parts of the outermost message that have begun.
    pub(crate) fn parts(&self) -> usize {
        self.walk.parts()
    }

    /// Reports the offset of each byte that is held back and may still become a `<`, in ascending
    /// order.
    pub(crate) fn held(&self, report: &mut dyn FnMut(u64)) {
        self.walk.held(report);
        let start = self.walk.start();
        (start..start + self.unused.len() as u64).for_each(report);
    }

    /// Returns the offset from which a map to the file is still needed, given the offset in the
    /// current text from which the visitor needs one.
    pub(crate) fn needed(&self, of_text: Option<u64>) -> u64 {
        let needed = self.walk.needed(of_text);
        let start = self.walk.start();
        needed.map_or(start, |needed| needed.min(start))
    }

    fn push(
        &mut self,
        bytes: &[u8],
        rest: Rest,
        visitor: &mut InsideMessage<'_>,
    ) -> ControlFlow<()> {
        self.unused.extend_from_slice(bytes);
        let used = self.walk.push(&self.unused, rest, visitor)?;
        self.unused.drain(..used);
        if self.unused.capacity() > MAX_SPARE {
            self.unused.shrink_to(MAX_SPARE);
        }
        ControlFlow::Continue(())
    }
}

/// Passes the output of a transfer decoder to a nested message.
pub(crate) struct NestedFeed<'n> {
    nested: &'n mut NestedMessage,
    visitor: &'n mut dyn Visitor,
}

impl<'n> NestedFeed<'n> {
    pub(crate) fn new(nested: &'n mut NestedMessage, visitor: &'n mut dyn Visitor) -> Self {
        Self { nested, visitor }
    }

    fn push(&mut self, bytes: &[u8], rest: Rest, origin: &Origin<'_>) -> ControlFlow<()> {
        let mut visitor = InsideMessage {
            visitor: self.visitor,
            origin,
            offset: self.nested.offset,
        };
        self.nested.push(bytes, rest, &mut visitor)
    }
}

impl Visitor for NestedFeed<'_> {
    /// The offsets of all bytes are needed.
    fn needed(&self) -> Option<u64> {
        Some(self.nested.needed(self.visitor.needed()))
    }

    fn text(&mut self, bytes: &[u8], origin: &Origin<'_>) -> ControlFlow<()> {
        self.push(bytes, Rest::Coming, origin)
    }

    fn end(&mut self, origin: &Origin<'_>) -> ControlFlow<()> {
        self.push(&[], Rest::Nothing, origin)
    }

    fn cut(&mut self, origin: &Origin<'_>) -> ControlFlow<()> {
        self.push(&[], Rest::Lost, origin)
    }
}

/// Passes the events of a walk through an encoded message to the visitor of the file.
pub(crate) struct InsideMessage<'v> {
    visitor: &'v mut dyn Visitor,
    /// Maps the message to the file.
    origin: &'v Origin<'v>,
    /// The offset of warnings.
    offset: u64,
}

impl Visitor for InsideMessage<'_> {
    fn wants_all_messages(&self) -> bool {
        self.visitor.wants_all_messages()
    }

    fn wants_message(&mut self, message: &Message<'_>) -> bool {
        self.visitor.wants_message(message)
    }

    fn message(&mut self, message: &Message<'_>) -> ControlFlow<()> {
        self.visitor.message(message)
    }

    fn part(&mut self, part: &Part<'_>) -> ControlFlow<()> {
        self.visitor.part(part)
    }

    fn wants_text(&mut self, text: &TextUnit<'_>) -> bool {
        self.visitor.wants_text(text)
    }

    fn begin(&mut self, text: &TextUnit<'_>) -> ControlFlow<()> {
        self.visitor.begin(text)
    }

    fn text(&mut self, bytes: &[u8], origin: &Origin<'_>) -> ControlFlow<()> {
        self.visitor
            .text(bytes, &Origin::inside(origin, self.origin))
    }

    fn markup(&mut self, at: u64, markup: &Markup<'_>) -> ControlFlow<()> {
        let Markup::Value(value) = markup else {
            return self.visitor.markup(at, markup);
        };
        let origin = Origin::inside(value.origin, self.origin);
        let value = AttributeValue {
            origin: &origin,
            ..*value
        };
        self.visitor.markup(at, &Markup::Value(value))
    }

    fn needed(&self) -> Option<u64> {
        self.visitor.needed()
    }

    fn end(&mut self, origin: &Origin<'_>) -> ControlFlow<()> {
        self.visitor.end(&Origin::inside(origin, self.origin))
    }

    fn cut(&mut self, origin: &Origin<'_>) -> ControlFlow<()> {
        self.visitor.cut(&Origin::inside(origin, self.origin))
    }

    fn warning(&mut self, _: u64, warning: ArchiveWarning) {
        self.visitor.warning(self.offset, warning);
    }
}
