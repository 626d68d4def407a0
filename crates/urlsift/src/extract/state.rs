//! The state of a file between windows.

#[cfg(feature = "hash")]
use crate::body_hash::BodyHasher;
use urlsift_archive::OwnedOrigin;

use crate::{
    Position,
    context::ContextBuffer,
    layout::MessageLayout,
    lines::FileLines,
    message::{MessageState, TextPlace},
};

/// The state of a file between windows: the current message and text, and positions.
#[derive(Debug, Default)]
pub(super) struct FileState {
    pub(super) wants_positions: bool,
    /// Whether only a range is read: the bytes before it are skipped, so that line numbers are unknown.
    pub(super) reads_range: bool,
    /// `None` if positions are not wanted, or if their origin is not known yet.
    pub(super) lines: Option<FileLines>,
    pub(super) message: Option<MessageState>,
    /// The header section of the current message, if it was in an earlier window.
    pub(super) header: Vec<u8>,
    pub(super) text: TextPlace,
    /// The number of bytes of the current text so far.
    pub(super) text_len: u64,
    /// The origin of the bytes at their end that the searcher has not decided yet.
    pub(super) undecided: OwnedOrigin,
    /// The lines of the current text, if context lines are wanted.
    pub(super) context: Option<Box<ContextBuffer>>,
    /// The hasher of the bodies of messages, if hashes are wanted.
    #[cfg(feature = "hash")]
    pub(super) body_hasher: Option<Box<BodyHasher>>,
    /// The start of the body, if only a part of a message is read.
    pub(super) layout: MessageLayout,
    /// The number of messages reported, and of their parts.
    pub(super) messages: u64,
    pub(super) parts: u64,
    /// The end of the candidate at which the sink ended the reading, if it did.
    pub(super) ended_at: Option<u64>,
}

impl FileState {
    /// Returns the message that contains the current text.
    pub(super) fn message_of_text(&self) -> Option<&MessageState> {
        self.message.as_ref().filter(|_| self.text.is_in_message())
    }

    /// Converts an offset in the bytes read to an offset from the start of the body.
    pub(super) fn after_header(&self, offset: u64) -> u64 {
        offset.saturating_sub(self.layout.header_len)
    }

    /// Returns a state with the same settings and new buffers.
    pub(super) fn with_fresh_buffers(&self) -> Self {
        let context = self.context.as_ref();
        Self {
            wants_positions: self.wants_positions,
            reads_range: self.reads_range,
            #[cfg(feature = "hash")]
            body_hasher: self
                .body_hasher
                .is_some()
                .then(|| Box::new(BodyHasher::new())),
            context: context.map(|context| Box::new(context.with_fresh_buffers())),
            ..Self::default()
        }
    }

    /// Resets the state for a file or a segment of one, which begins at an offset.
    pub(super) fn reset(&mut self, start: u64) {
        let are_known = self.wants_positions && !self.reads_range && start == 0;
        self.lines = are_known.then(|| FileLines::from(0));
        self.message = None;
        self.layout = MessageLayout::default();
        self.begin_text();
        self.messages = 0;
        self.parts = 0;
        self.ended_at = None;
    }

    /// Counts lines and columns from this offset, unless the file was read from its start.
    pub(super) fn count_from(&mut self, offset: u64) {
        if self.wants_positions && !self.reads_range {
            self.lines.get_or_insert_with(|| FileLines::from(offset));
        }
    }

    /// Begins a text.
    pub(super) fn begin_text(&mut self) {
        self.text_len = 0;
        self.undecided.clear();
    }

    /// Returns the position of a byte of the file that is in the window or carried, if positions are wanted; only then
    /// is `offset` called.
    pub(super) fn position(
        &mut self,
        window: &[u8],
        window_start: u64,
        offset: impl FnOnce() -> u64,
    ) -> Option<Position> {
        let lines = self.lines.as_mut()?;
        let mut position = lines.locate(window, window_start, offset())?;
        position.line = position.line.saturating_sub(self.layout.header_lines);
        Some(position)
    }

    /// Returns the number of parts of the first `messages` messages. A message that was not reported, because
    /// it cannot hold a URL or is not wanted, counts as one part.
    pub(super) fn parts_of(&self, messages: u64) -> u64 {
        self.parts + messages.saturating_sub(self.messages)
    }
}
