//! Scans the texts of an archive and reports the links with their places in the file.

use std::{cell::OnceCell, ops::ControlFlow};

use urlsift_archive::{Message, Origin, Part, TextUnit, Visitor, Walker, Warning};
use urlsift_scan::{Event, Scanner, Span};

use super::{Sink, Skip, part::PartStart};
use crate::{
    InMessage, Link, Position, Rejected,
    context::ContextBuffer,
    lines::LineCounter,
    message::{MessageState, Surroundings, TextPlace},
};

/// What is known of the current message and text.
#[derive(Debug, Default)]
pub(super) struct State {
    wants_positions: bool,
    /// Whether the bytes before the first message reported are not read, so that lines are unknown.
    is_in_range: bool,
    /// `None` if positions are not wanted, or it is not known yet where they count from.
    lines: Option<LineCounter>,
    /// The positions of bytes of earlier windows that may still be needed, in order.
    kept: Vec<(u64, Position)>,
    message: Option<MessageState>,
    /// The header section of the current message, if it stood in an earlier window.
    header: Vec<u8>,
    text: TextPlace,
    /// The lines of the current text, if lines around links are wanted.
    context: Option<Box<ContextBuffer>>,
    /// Where the body begins, if only a part of a message is read.
    part_start: PartStart,
    /// The offset in the file of the `<` of the candidate that is not decided yet.
    undecided: Option<u64>,
    /// The messages that were reported, and their parts.
    messages: u64,
    parts: u64,
    /// The end of the candidate after which the sink had enough.
    left_at: Option<u64>,
}

impl State {
    pub(super) fn want_positions(&mut self, wanted: bool) {
        self.wants_positions = wanted;
    }

    /// Keeps lines of text on either side of a link.
    pub(super) fn want_context(&mut self, before: usize, after: usize) {
        self.context = Some(Box::new(ContextBuffer::new(before, after)));
    }

    /// Returns whether lines of text around links are kept.
    pub(super) fn wants_context(&self) -> bool {
        self.context.is_some()
    }

    /// Notes that the bytes before the first message reported are not read: lines are unknown.
    pub(super) fn set_in_range(&mut self) {
        self.is_in_range = true;
    }

    /// Sets where the body of the part begins that is read.
    pub(super) fn set_part_start(&mut self, part_start: PartStart) {
        self.part_start = part_start;
    }

    /// Returns a state with the same settings and buffers of its own.
    pub(super) fn with_fresh_buffers(&self) -> Self {
        let context = self.context.as_ref();
        Self {
            wants_positions: self.wants_positions,
            is_in_range: self.is_in_range,
            context: context.map(|context| Box::new(context.with_fresh_buffers())),
            ..Self::default()
        }
    }

    /// Begins at the start of a file, or before a segment of one.
    pub(super) fn reset(&mut self, start: u64) {
        let are_known = self.wants_positions && !self.is_in_range && start == 0;
        self.lines = are_known.then(LineCounter::default);
        self.kept.clear();
        self.message = None;
        self.undecided = None;
        self.messages = 0;
        self.parts = 0;
        self.left_at = None;
    }

    /// Counts lines and columns from this offset, unless they count from the start of the file.
    fn count_from(&mut self, offset: u64) {
        if self.wants_positions && !self.is_in_range {
            self.lines.get_or_insert_with(|| LineCounter::from(offset));
        }
    }

    /// Returns the number of parts of the first `messages` messages. A message that was not reported,
    /// since it holds no URL or is not wanted, counts as one part.
    pub(super) fn parts_of(&self, messages: u64) -> u64 {
        self.parts + messages.saturating_sub(self.messages)
    }

    /// Returns the end of the candidate after which the sink had enough.
    pub(super) fn left_at(&self) -> Option<u64> {
        self.left_at
    }
}

/// Scans the texts of one window.
pub(super) struct ScanVisitor<'f, S> {
    pub(super) scanner: &'f mut Scanner,
    pub(super) emitter: LinkEmitter<'f, S>,
}

/// Reports what is found in one window, with its place in the file.
pub(super) struct LinkEmitter<'f, S> {
    pub(super) window: &'f [u8],
    /// Offset in the file of the window's first byte.
    pub(super) start: u64,
    pub(super) state: &'f mut State,
    pub(super) sink: &'f mut S,
    /// What the sink leaves out, once it has had enough.
    pub(super) skip: Option<Skip>,
}

impl<S: Sink> LinkEmitter<'_, S> {
    fn emit(&mut self, event: &Event<'_>, origin: &Origin<'_>) -> ControlFlow<()> {
        let position = self.position(|| origin.start(start(event)));
        let part_start = self.state.part_start.offset;
        let surroundings = Surroundings {
            text: &self.state.text,
            message: self.state.message.as_ref(),
            window: self.window,
            header: &self.state.header,
            is_in_range: self.state.is_in_range,
        };
        let flow = match *event {
            Event::Candidate(candidate) => self.sink.link(&Link {
                candidate,
                origin,
                part_start,
                position,
                surroundings,
                context: self.state.context.as_deref(),
            }),
            Event::Rejected(rejected) => self.sink.rejected(&Rejected {
                scanned: rejected,
                origin,
                part_start,
                position,
            }),
        };
        let flow = match (flow, event) {
            (ControlFlow::Continue(()), Event::Candidate(hit)) => self.want_context(hit.span()),
            (flow, _) => flow,
        };
        self.note_skip(flow, || end(event, origin))
    }

    /// Passes on the next bytes of the text. No later link begins before `undecided`, an offset in it.
    #[inline]
    fn pass(
        &mut self,
        bytes: &[u8],
        undecided: Option<u64>,
        origin: &Origin<'_>,
    ) -> ControlFlow<()> {
        self.sink.text(bytes);
        if self.state.context.is_none() {
            return ControlFlow::Continue(());
        }
        self.keep_lines(bytes, undecided, origin)
    }

    /// As `pass`, where lines around links are wanted.
    fn keep_lines(
        &mut self,
        bytes: &[u8],
        undecided: Option<u64>,
        origin: &Origin<'_>,
    ) -> ControlFlow<()> {
        let Some(context) = &mut self.state.context else {
            return ControlFlow::Continue(());
        };
        let undecided = undecided.unwrap_or(u64::MAX);
        let pushed = context.push(bytes, undecided, &mut |line| self.sink.context(line));
        let offset = context.offset();
        self.note_skip(pushed, || origin.end(offset))
    }

    /// Asks for the lines around a link that was reported, if they are wanted.
    fn want_context(&mut self, link: Span) -> ControlFlow<Skip> {
        let Some(context) = &mut self.state.context else {
            return ControlFlow::Continue(());
        };
        if self.sink.wants_context() {
            context.want(link);
            return context.emit(u64::MAX, &mut |line| self.sink.context(line));
        }
        ControlFlow::Continue(())
    }

    /// Reports the remaining lines of a text that has ended.
    fn end_lines(&mut self) -> ControlFlow<()> {
        let Some(context) = &mut self.state.context else {
            return ControlFlow::Continue(());
        };
        let flow = context.finish(&mut |line| self.sink.context(line));
        flow.map_break(|skip| self.skip = Some(skip))
    }

    /// Notes whether the sink has had enough, and how far the file was read until then.
    fn note_skip(
        &mut self,
        flow: ControlFlow<Skip>,
        left_at: impl FnOnce() -> u64,
    ) -> ControlFlow<()> {
        flow.map_break(|skip| {
            self.skip = Some(skip);
            self.state.left_at = Some(left_at());
        })
    }

    /// Returns the position of a byte of the file if positions are wanted; only then is `offset` called.
    fn position(&mut self, offset: impl FnOnce() -> u64) -> Option<Position> {
        let lines = self.state.lines.as_mut()?;
        let offset = offset();
        let mut position = if offset < self.start {
            let kept = &self.state.kept;
            let found = kept.partition_point(|&(kept, _)| kept < offset);
            let &(known, position) = kept.get(found)?;
            debug_assert_eq!(known, offset, "the position of this offset was not kept");
            position
        } else {
            lines.locate(self.window, self.start, offset)
        };
        position.line = position.line.saturating_sub(self.state.part_start.lines);
        Some(position)
    }

    /// Returns the position of an offset at which a segment ends.
    pub(super) fn end_at(&mut self, offset: u64) -> Option<Position> {
        self.position(|| offset)
    }

    /// Keeps what is needed of the first `used` bytes of the window, which will not be seen again.
    pub(super) fn leave(&mut self, used: usize, walker: &Walker) {
        if let Some(message) = &mut self.state.message
            && let Some(header) = message.header.take()
        {
            self.state.header.clear();
            self.state.header.extend_from_slice(&self.window[header]);
        }
        self.keep_positions(walker);
        if let Some(lines) = &mut self.state.lines {
            lines.locate(self.window, self.start, self.start + used as u64);
        }
    }

    /// Counts lines up to the bytes of this window whose positions may still be needed.
    fn keep_positions(&mut self, walker: &Walker) {
        let state = &mut *self.state;
        let Some(lines) = &mut state.lines else {
            return;
        };
        let mut wanted: Vec<u64> = state.undecided.into_iter().collect();
        walker.held(&mut |offset| wanted.push(offset));
        let mut known = state.kept.iter().peekable();
        let positions = wanted.into_iter().filter_map(|offset| {
            if offset >= self.start {
                return Some((offset, lines.locate(self.window, self.start, offset)));
            }
            while known.next_if(|(known, _)| *known < offset).is_some() {}
            known.peek().copied().copied()
        });
        let positions = positions.collect();
        state.kept = positions;
    }
}

impl<S: Sink> Visitor for ScanVisitor<'_, S> {
    fn wants_all_messages(&self) -> bool {
        false
    }

    fn first(&mut self, offset: u64) {
        self.emitter.state.count_from(offset);
    }

    fn part(&mut self, _: &Part<'_>) -> ControlFlow<()> {
        self.emitter.state.parts += 1;
        ControlFlow::Continue(())
    }

    fn wants_message(&mut self, message: &Message<'_>) -> bool {
        let metadata = OnceCell::new();
        let (index, offset) = (message.index(), message.offset());
        let whole = InMessage::whole(index, offset, &metadata, message.header());
        let is_wanted = self.emitter.sink.wants_message(&whole);
        let from = (message.header_offset() - self.emitter.start) as usize;
        self.emitter.state.message = is_wanted.then(|| MessageState {
            index,
            offset,
            header: Some(from..from + message.header().len()),
            metadata,
            shared: OnceCell::new(),
        });
        is_wanted
    }

    fn message(&mut self, _: &Message<'_>) -> ControlFlow<()> {
        self.emitter.state.messages += 1;
        ControlFlow::Continue(())
    }

    fn wants_text(&mut self, text: &TextUnit<'_>) -> bool {
        self.emitter.sink.wants_text(text.place())
    }

    fn begin(&mut self, text: &TextUnit<'_>) -> ControlFlow<()> {
        self.emitter.state.text.set(text);
        self.emitter.sink.begin_text(text);
        if let Some(context) = &mut self.emitter.state.context {
            context.begin();
        }
        ControlFlow::Continue(())
    }

    fn text(&mut self, bytes: &[u8], origin: &Origin<'_>) -> ControlFlow<()> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let (event, used) = &self.scanner.step(rest);
            let (passed, remaining) = rest.split_at(*used);
            rest = remaining;
            if let Some(event) = event {
                self.emitter.pass(passed, Some(start(event)), origin)?;
                self.emitter.emit(event, origin)?;
            } else {
                let undecided = self.scanner.undecided();
                self.emitter.pass(passed, undecided, origin)?;
            }
        }
        let undecided = self.scanner.undecided();
        self.emitter.state.undecided = undecided.map(|start| origin.start(start));
        ControlFlow::Continue(())
    }

    fn needed(&self) -> Option<u64> {
        self.scanner.undecided()
    }

    fn end(&mut self, origin: &Origin<'_>) -> ControlFlow<()> {
        self.emitter.state.undecided = None;
        if let Some(event) = self.scanner.finish() {
            self.emitter.emit(&event, origin)?;
        }
        self.emitter.end_lines()
    }

    fn cut(&mut self) -> ControlFlow<()> {
        // Whether and where the current candidate ends is unknown.
        self.emitter.state.undecided = None;
        self.scanner.reset();
        self.emitter.end_lines()
    }

    fn warning(&mut self, offset: u64, warning: Warning) {
        // The header of a part is no place in its body: what is about it is about the body's start.
        let part_start = self.emitter.state.part_start.offset;
        let offset = offset.saturating_sub(part_start);
        self.emitter.sink.warning(offset, warning);
    }
}

/// Returns the offset in the text of an event's `<`.
fn start(event: &Event<'_>) -> u64 {
    match event {
        Event::Candidate(candidate) => candidate.span().start(),
        Event::Rejected(rejected) => rejected.start,
    }
}

/// Returns the offset in the file of an event's end.
#[cold]
fn end(event: &Event<'_>, origin: &Origin<'_>) -> u64 {
    match event {
        Event::Candidate(candidate) => origin.end(candidate.span().end()),
        Event::Rejected(rejected) => origin.end(rejected.at),
    }
}
