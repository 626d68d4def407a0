//! The state of a file between windows.

#[cfg(feature = "hash")]
use crate::body_hash::BodyHasher;
use crate::{
    Position,
    context::ContextBuffer,
    layout::MessageLayout,
    lines::LineCounter,
    message::{MessageState, TextPlace},
};

/// The state of a file between windows: the current message and text, and positions.
#[derive(Debug, Default)]
pub(super) struct FileState {
    pub(super) wants_positions: bool,
    /// Whether only a range is read: the bytes before it are skipped, so that line numbers are unknown.
    pub(super) reads_range: bool,
    /// `None` if positions are not wanted, or if their origin is not known yet.
    pub(super) lines: Option<LineCounter>,
    /// The positions of bytes of earlier windows that may still be needed, in order.
    pub(super) kept: Vec<(u64, Position)>,
    pub(super) message: Option<MessageState>,
    /// The header section of the current message, if it was in an earlier window.
    pub(super) header: Vec<u8>,
    pub(super) text: TextPlace,
    /// The lines of the current text, if context lines are wanted.
    pub(super) context: Option<Box<ContextBuffer>>,
    /// The hasher of the bodies of messages, if hashes are wanted.
    #[cfg(feature = "hash")]
    pub(super) body_hasher: Option<Box<BodyHasher>>,
    /// The start of the body, if only a part of a message is read.
    pub(super) layout: MessageLayout,
    /// The offset in the file of the `<` of the undecided candidate, or of the first undecided byte.
    pub(super) undecided: Option<u64>,
    /// Whether a link may begin at any byte from `undecided` on.
    pub(super) keeps_lines: bool,
    /// The line counter at the start of the window. Counting restarts from it when a link is reported after one that
    /// begins later.
    pub(super) window_lines: Option<LineCounter>,
    /// The line counter of context lines, which are located before earlier links are reported. `None` before the first
    /// one of a window.
    pub(super) context_lines: Option<LineCounter>,
    pub(super) order: LinkOrder,
    /// The number of messages reported, and of their parts.
    pub(super) messages: u64,
    pub(super) parts: u64,
    /// The end of the candidate at which the sink ended the reading, if it did.
    pub(super) ended_at: Option<u64>,
}

/// The order in which the links of the current text are reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LinkOrder {
    #[default]
    Ascending,
    /// A link may be reported after one that begins later.
    Any,
}

impl FileState {
    pub(super) fn want_positions(&mut self, wanted: bool) {
        self.wants_positions = wanted;
    }

    /// Keeps the positions of all undecided bytes, since a link may begin at any of them.
    pub(super) fn keep_lines(&mut self) {
        self.keeps_lines = true;
    }

    /// Returns the message that contains the current text.
    pub(super) fn message_of_text(&self) -> Option<&MessageState> {
        self.message.as_ref().filter(|_| self.text.is_in_message())
    }

    /// Buffers the lines before and after links.
    pub(super) fn want_context(&mut self, before: usize, after: usize) {
        // A line may begin at any byte that decoders hold back.
        self.keep_lines();
        self.context = Some(Box::new(ContextBuffer::new(before, after)));
    }

    /// Sets whether the bodies of messages are hashed.
    #[cfg(feature = "hash")]
    pub(super) fn want_body_hashes(&mut self, wanted: bool) {
        self.body_hasher = wanted.then(|| Box::new(BodyHasher::new()));
    }

    /// Returns whether context lines are wanted.
    pub(super) fn wants_context(&self) -> bool {
        self.context.is_some()
    }

    /// Records that only a range is read: line numbers are unknown, since the bytes before the range are not counted.
    pub(super) fn set_in_range(&mut self) {
        self.reads_range = true;
    }

    /// Sets the start of the body, if only a part of a message is read.
    pub(super) fn set_layout(&mut self, layout: MessageLayout) {
        self.layout = layout;
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
            keeps_lines: self.keeps_lines,
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
        self.lines = are_known.then(LineCounter::default);
        self.window_lines = self.lines.clone();
        self.context_lines = None;
        self.kept.clear();
        self.message = None;
        self.layout = MessageLayout::default();
        self.undecided = None;
        self.order = LinkOrder::default();
        self.messages = 0;
        self.parts = 0;
        self.ended_at = None;
    }

    /// Counts lines and columns from this offset, unless the file was read from its start.
    pub(super) fn count_from(&mut self, offset: u64) {
        if self.wants_positions && !self.reads_range {
            let lines = self.lines.get_or_insert_with(|| LineCounter::from(offset));
            self.window_lines.get_or_insert_with(|| lines.clone());
        }
    }

    /// Restarts counting at the start of the window, if lines are already counted beyond an offset in the window.
    pub(super) fn go_back(&mut self, offset: u64) {
        if self.order == LinkOrder::Any
            && let Some(lines) = &mut self.lines
            && let Some(start) = &self.window_lines
            && lines.at() > offset
        {
            lines.clone_from(start);
        }
    }

    /// Returns the position of the first byte of a context line, given its offset in the file, which is computed
    /// only if positions are wanted.
    pub(super) fn context_position(
        &mut self,
        window: &[u8],
        window_start: u64,
        offset: impl FnOnce() -> u64,
    ) -> Option<Position> {
        let window_lines = self.window_lines.as_ref()?;
        let offset = offset();
        let lines = self.context_lines.take();
        let mut lines = lines
            .filter(|lines| lines.at() <= offset)
            .unwrap_or_else(|| window_lines.clone());
        let position = self.position_by(&mut lines, window, window_start, offset);
        self.context_lines = Some(lines);
        position
    }

    /// Returns the position of the start of a link, given its offset in the file, which is computed only if positions
    /// are wanted.
    pub(super) fn link_position(
        &mut self,
        window: &[u8],
        window_start: u64,
        offset: impl FnOnce() -> u64,
    ) -> Option<Position> {
        self.lines.as_ref()?;
        let offset = offset();
        self.go_back(offset);
        let mut lines = self.lines.take()?;
        let position = self.position_by(&mut lines, window, window_start, offset);
        self.lines = Some(lines);
        position
    }

    /// Returns the position of a byte. The counter locates a byte of the window.
    fn position_by(
        &self,
        lines: &mut LineCounter,
        window: &[u8],
        window_start: u64,
        offset: u64,
    ) -> Option<Position> {
        let mut position = if offset < window_start {
            self.kept_position(offset)?
        } else {
            lines.locate(window, window_start, offset)
        };
        position.line = position.line.saturating_sub(self.layout.header_lines);
        Some(position)
    }

    /// Returns the position of a byte of an earlier window.
    fn kept_position(&self, offset: u64) -> Option<Position> {
        let found = self.kept.partition_point(|&(kept, _)| kept < offset);
        if let Some(&(known, position)) = self.kept.get(found)
            && known == offset
        {
            return Some(position);
        }
        debug_assert!(self.keeps_lines, "the position of this offset was not kept");
        let &(known, position) = self.kept.get(found.checked_sub(1)?)?;
        Some(Position {
            column: position.column + (offset - known),
            ..position
        })
    }

    /// Returns the number of parts of the first `messages` messages. A message that was not reported, because
    /// it cannot hold a URL or is not wanted, counts as one part.
    pub(super) fn parts_of(&self, messages: u64) -> u64 {
        self.parts + messages.saturating_sub(self.messages)
    }

    /// Returns the end of the candidate at which the sink ended the reading.
    pub(super) fn ended_at(&self) -> Option<u64> {
        self.ended_at
    }
}
