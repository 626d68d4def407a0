//! Messages inside messages that are encoded as a whole.

use std::{fmt, ops::ControlFlow};

use crate::{
    ArchiveWarning, AttributeValue, Markup, Message, Origin, OwnedOrigin, Part, Rest, TextUnit,
    Visitor,
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

    /// Returns the number of parts of the outermost message that have begun.
    fn parts(&self) -> usize;

    /// Returns the number of messages that have begun, if they are all of a file.
    fn messages(&self) -> u64;

    /// Returns an offset before which no byte begins that is to be passed on.
    fn delivered(&self) -> u64;
}

/// An encoded message inside another message. It is read as its decoded bytes arrive. Offsets in it
/// count decoded bytes.
#[derive(Debug)]
pub(crate) struct NestedMessage {
    pub(super) walk: Box<dyn NestedWalk>,
    /// The offset in the outer message at which warnings are reported. The position of a byte that is not decoded
    /// yet is unknown, so that more precise positions would depend on how the file is split.
    offset: u64,
    /// The decoded bytes that the walk has not used yet: an incomplete header of at most 256 KiB,
    /// or an incomplete line.
    unused: Vec<u8>,
    /// The number of decoded bytes so far.
    len: u64,
    /// The origin of the last of them, which are not used yet, or held back by the decoders of the walk.
    carried: OwnedOrigin,
}

impl NestedMessage {
    /// Creates a message that a walk reads. Its body in the outer message begins at `offset`.
    pub(crate) fn new(walk: Box<dyn NestedWalk>, offset: u64) -> Self {
        Self {
            walk,
            offset,
            unused: Vec::new(),
            len: 0,
            carried: OwnedOrigin::default(),
        }
    }

    /// Returns an offset in the outer message before which no byte begins that is to be passed on.
    pub(crate) fn delivered(&self) -> Option<u64> {
        self.carried.sources().next().map(|first| first.start)
    }

    /// Reads decoded bytes, which `origin` maps to the file.
    fn push(
        &mut self,
        bytes: &[u8],
        rest: Rest,
        origin: &Origin<'_>,
        visitor: &mut dyn Visitor,
    ) -> ControlFlow<()> {
        let block = self.len..self.len + bytes.len() as u64;
        self.len = block.end;
        self.unused.extend_from_slice(bytes);
        let mut inside = InsideMessage {
            visitor,
            origin: &Origin::after(&self.carried, origin),
            offset: self.offset,
        };
        let used = self.walk.push(&self.unused, rest, &mut inside)?;
        self.carried.carry(origin, block, self.walk.delivered());
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
}

impl Visitor for NestedFeed<'_> {
    fn text(&mut self, bytes: &[u8], origin: &Origin<'_>) -> ControlFlow<()> {
        self.nested.push(bytes, Rest::Coming, origin, self.visitor)
    }

    fn end(&mut self, origin: &Origin<'_>) -> ControlFlow<()> {
        self.nested.push(&[], Rest::Nothing, origin, self.visitor)
    }

    fn cut(&mut self, origin: &Origin<'_>) -> ControlFlow<()> {
        self.nested.push(&[], Rest::Lost, origin, self.visitor)
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

impl InsideMessage<'_> {
    /// Returns a message with its place in the file.
    fn placed<'h>(&self, message: &Message<'h>) -> Message<'h> {
        let offset = match message.offset {
            // A byte order mark belongs to the first message.
            0 => 0,
            offset => self.origin.start(offset),
        };
        Message {
            offset,
            header_offset: offset,
            ..*message
        }
    }
}

impl Visitor for InsideMessage<'_> {
    fn wants_all_messages(&self) -> bool {
        self.visitor.wants_all_messages()
    }

    fn wants_message(&mut self, message: &Message<'_>) -> bool {
        self.visitor.wants_message(&self.placed(message))
    }

    fn message(&mut self, message: &Message<'_>) -> ControlFlow<()> {
        self.visitor.message(&self.placed(message))
    }

    fn part(&mut self, part: &Part<'_>) -> ControlFlow<()> {
        self.visitor.part(part)
    }

    fn skipped(&mut self, part: &Part<'_>) {
        self.visitor.skipped(part);
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

    fn charset_guessed(&mut self, name: &'static str) {
        self.visitor.charset_guessed(name);
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

    fn end(&mut self, origin: &Origin<'_>) -> ControlFlow<()> {
        self.visitor.end(&Origin::inside(origin, self.origin))
    }

    fn cut(&mut self, origin: &Origin<'_>) -> ControlFlow<()> {
        self.visitor.cut(&Origin::inside(origin, self.origin))
    }

    fn body(&mut self, bytes: &[u8]) {
        self.visitor.body(bytes);
    }

    fn message_end(&mut self, has_separator: bool) -> ControlFlow<()> {
        self.visitor.message_end(has_separator)
    }

    fn warning(&mut self, _: u64, warning: ArchiveWarning) {
        self.visitor.warning(self.offset, warning);
    }
}
