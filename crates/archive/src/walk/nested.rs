//! The walk through an encoded message inside another message.

use std::ops::ControlFlow;

use super::{HeaderOwner, Rest, WalkState, Walker};
use crate::{
    Kind,
    body::{BodyReader, InsideMessage, NestedWalk},
    frame::Framer,
};

impl Walker {
    /// Creates a walker over a message inside another one, which begins with its header, or over the body of a
    /// multipart that the reader has begun. It reports no kind, and messages only if these are the whole file.
    pub(super) fn nested(body_reader: BodyReader) -> Self {
        let state = if body_reader.is_in_multipart() {
            WalkState::Body
        } else if body_reader.file_kind.is_some() {
            WalkState::Envelope
        } else {
            WalkState::Header(HeaderOwner::Nested)
        };
        let framer = body_reader.file_kind.map(Framer::at_file_start);
        Self {
            state,
            framer: framer.unwrap_or_else(|| Framer::new(Kind::Message)),
            ends_lines_in_cr: Some(false),
            ..Self::with(body_reader)
        }
    }
}

impl NestedWalk for Walker {
    fn push(
        &mut self,
        bytes: &[u8],
        rest: Rest,
        visitor: &mut InsideMessage<'_>,
    ) -> ControlFlow<(), usize> {
        Walker::push(self, bytes, rest, visitor)
    }

    fn parts(&self) -> usize {
        self.body_reader.parts
    }

    fn messages(&self) -> u64 {
        self.index
    }

    fn delivered(&self) -> u64 {
        let start = match self.state {
            // The place of the message is reported with its header section.
            WalkState::Header(HeaderOwner::Message) => self.message,
            _ => self.start,
        };
        let delivered = Walker::delivered(self);
        delivered.map_or(start, |delivered| delivered.min(start))
    }
}
