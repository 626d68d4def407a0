//! From the texts of an archive to the links in them, each in its place.

use std::{cell::OnceCell, ops::ControlFlow};

use urlsift_archive::{Message, Origin, Part, TextUnit, Visitor, Walker, Warning};
use urlsift_scan::{Event, Scanner, Span};

use crate::{
    InMessage, Link, Position, Rejected, Sink, Skip,
    context::{Context, MessageState, TextPlace},
    lines::Lines,
    ring::Ring,
};

/// What is known of the message and the text at hand.
#[derive(Debug, Default)]
pub(crate) struct State {
    wants_positions: bool,
    /// Whether what stands before the messages that are told is not read.
    is_in_range: bool,
    /// `None` where positions are not wanted, or nothing is known yet of where they count from.
    lines: Option<Lines>,
    /// The positions of bytes in blocks that are gone by which may yet be asked for, in their
    /// order.
    kept: Vec<(u64, Position)>,
    message: Option<MessageState>,
    /// The header section of the message at hand, if it stood in a block that is gone by.
    header: Vec<u8>,
    text: TextPlace,
    /// The lines of the text at hand, if those around a hit are wanted.
    ring: Option<Box<Ring>>,
    /// Where in the file the `<` stands of the candidate that is not decided yet.
    undecided: Option<u64>,
    /// How many messages were told, and their parts.
    messages: u64,
    parts: u64,
    /// Where the candidate ends behind which the sink had enough.
    left_at: Option<u64>,
}

impl State {
    pub(crate) fn want_positions(&mut self, wanted: bool) {
        self.wants_positions = wanted;
    }

    /// Keeps so many lines of text on either side of a hit.
    pub(crate) fn want_context(&mut self, before: usize, after: usize) {
        self.ring = Some(Box::new(Ring::new(before, after)));
    }

    /// Whether lines of text around hits are kept.
    #[cfg(feature = "parallel")]
    pub(crate) fn wants_context(&self) -> bool {
        self.ring.is_some()
    }

    /// Says that what stands before the messages that are told is not read: lines are not known.
    pub(crate) fn set_in_range(&mut self) {
        self.is_in_range = true;
    }

    /// An empty one that keeps the same.
    #[cfg(feature = "parallel")]
    pub(crate) fn twin(&self) -> Self {
        Self {
            wants_positions: self.wants_positions,
            is_in_range: self.is_in_range,
            ring: self.ring.as_ref().map(|ring| Box::new(ring.twin())),
            ..Self::default()
        }
    }

    /// At the start of a file, or somewhere in front of a part of one.
    pub(crate) fn reset(&mut self, start: u64) {
        let are_known = self.wants_positions && !self.is_in_range && start == 0;
        self.lines = are_known.then(Lines::default);
        self.kept.clear();
        self.message = None;
        self.undecided = None;
        self.messages = 0;
        self.parts = 0;
        self.left_at = None;
    }

    /// Lines and columns are those behind this offset, unless they are those of the file.
    fn count_from(&mut self, offset: u64) {
        if self.wants_positions && !self.is_in_range {
            self.lines.get_or_insert_with(|| Lines::from(offset));
        }
    }

    /// How many of a number of messages were not told, for they hold no URL or are not wanted, and the
    /// parts of all.
    pub(crate) fn parts_of(&self, messages: u64) -> u64 {
        // Such a message says nothing of parts: it is one.
        self.parts + messages.saturating_sub(self.messages)
    }

    /// Where the candidate ends behind which the sink had enough.
    pub(crate) fn left_at(&self) -> Option<u64> {
        self.left_at
    }
}

/// Scans the texts that a walk through one window comes upon.
pub(crate) struct Finds<'f, S> {
    pub(crate) scanner: &'f mut Scanner,
    pub(crate) found: Found<'f, S>,
}

/// Puts what is found in one window in its place.
pub(crate) struct Found<'f, S> {
    pub(crate) window: &'f [u8],
    /// Offset in the file of the window's first byte.
    pub(crate) start: u64,
    pub(crate) state: &'f mut State,
    pub(crate) sink: &'f mut S,
    /// What is to be left out, once the sink has had enough.
    pub(crate) skip: Option<Skip>,
}

impl<S: Sink> Found<'_, S> {
    fn tell(&mut self, event: &Event<'_>, origin: &Origin<'_>) -> ControlFlow<()> {
        let position = self.position(|| origin.start(start(event)));
        let context = Context {
            text: &self.state.text,
            message: self.state.message.as_ref(),
            window: self.window,
            header: &self.state.header,
        };
        let told = match *event {
            Event::Candidate(candidate) => self.sink.link(&Link {
                candidate,
                origin,
                position,
                context,
                ring: self.state.ring.as_deref(),
            }),
            Event::Rejected(rejected) => self.sink.rejected(&Rejected {
                scanned: rejected,
                origin,
                position,
            }),
        };
        let told = match (told, event) {
            (ControlFlow::Continue(()), Event::Candidate(hit)) => self.want_around(hit.span()),
            (told, _) => told,
        };
        self.or_left(told, || end(event, origin))
    }

    /// Has read on in the text. No hit to come begins before `undecided`, an offset in it.
    #[inline]
    fn pass(
        &mut self,
        bytes: &[u8],
        undecided: Option<u64>,
        origin: &Origin<'_>,
    ) -> ControlFlow<()> {
        if self.state.ring.is_none() {
            return ControlFlow::Continue(());
        }
        self.keep_lines(bytes, undecided, origin)
    }

    /// As `pass`, where the lines around hits are wanted.
    fn keep_lines(
        &mut self,
        bytes: &[u8],
        undecided: Option<u64>,
        origin: &Origin<'_>,
    ) -> ControlFlow<()> {
        let Some(ring) = &mut self.state.ring else {
            return ControlFlow::Continue(());
        };
        let pushed = ring.push(bytes, undecided.unwrap_or(u64::MAX), self.sink);
        let offset = ring.offset();
        self.or_left(pushed, || origin.end(offset))
    }

    /// Asks for the lines around a hit that was told, if they are wanted.
    fn want_around(&mut self, hit: Span) -> ControlFlow<Skip> {
        let Some(ring) = &mut self.state.ring else {
            return ControlFlow::Continue(());
        };
        if self.sink.wants_context() {
            ring.want(hit);
            return ring.tell(u64::MAX, self.sink);
        }
        ControlFlow::Continue(())
    }

    /// Tells the lines of a text that is over, as far as they are still to be told.
    fn end_lines(&mut self) -> ControlFlow<()> {
        let Some(ring) = &mut self.state.ring else {
            return ControlFlow::Continue(());
        };
        let told = ring.finish(self.sink);
        told.map_break(|skip| self.skip = Some(skip))
    }

    /// Notes that the sink has had enough, and what was read until then.
    fn or_left(
        &mut self,
        told: ControlFlow<Skip>,
        left_at: impl FnOnce() -> u64,
    ) -> ControlFlow<()> {
        told.map_break(|skip| {
            self.skip = Some(skip);
            self.state.left_at = Some(left_at());
        })
    }

    /// Where a byte of the file stands, if that is wanted: only then is it asked which one it is.
    fn position(&mut self, offset: impl FnOnce() -> u64) -> Option<Position> {
        let lines = self.state.lines.as_mut()?;
        let offset = offset();
        if offset < self.start {
            let kept = &self.state.kept;
            let found = kept.partition_point(|&(kept, _)| kept < offset);
            let &(known, position) = kept.get(found)?;
            debug_assert_eq!(known, offset, "a place was not kept that is asked for");
            return Some(position);
        }
        Some(lines.locate(self.window, self.start, offset))
    }

    /// Where the walk has ended, which is at an offset.
    pub(crate) fn end_at(&mut self, offset: u64) -> Option<Position> {
        self.position(|| offset)
    }

    /// Says that the first `used` bytes of the window will not be seen again.
    pub(crate) fn leave(&mut self, used: usize, walker: &Walker) {
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

    /// Counts the lines up to what may yet be asked for of this window.
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

impl<S: Sink> Visitor for Finds<'_, S> {
    fn wants_all_messages(&self) -> bool {
        false
    }

    fn first(&mut self, offset: u64) {
        self.found.state.count_from(offset);
    }

    fn part(&mut self, _: &Part<'_>) -> ControlFlow<()> {
        self.found.state.parts += 1;
        ControlFlow::Continue(())
    }

    fn wants_message(&mut self, message: &Message<'_>) -> bool {
        let metadata = OnceCell::new();
        let (index, offset) = (message.index(), message.offset());
        let whole = InMessage::whole(index, offset, &metadata, message.header());
        let is_wanted = self.found.sink.wants_message(&whole);
        let from = (message.header_offset() - self.found.start) as usize;
        self.found.state.message = is_wanted.then(|| MessageState {
            index,
            offset,
            header: Some(from..from + message.header().len()),
            metadata,
        });
        is_wanted
    }

    fn message(&mut self, _: &Message<'_>) -> ControlFlow<()> {
        self.found.state.messages += 1;
        ControlFlow::Continue(())
    }

    fn wants_text(&mut self, text: &TextUnit<'_>) -> bool {
        self.found.sink.wants_text(text.place())
    }

    fn begin(&mut self, text: &TextUnit<'_>) -> ControlFlow<()> {
        self.found.state.text.set(text);
        if let Some(ring) = &mut self.found.state.ring {
            ring.begin();
        }
        ControlFlow::Continue(())
    }

    fn text(&mut self, bytes: &[u8], origin: &Origin<'_>) -> ControlFlow<()> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let (event, used) = &self.scanner.step(rest);
            let (passed, behind) = rest.split_at(*used);
            rest = behind;
            if let Some(event) = event {
                self.found.pass(passed, Some(start(event)), origin)?;
                self.found.tell(event, origin)?;
            } else {
                let undecided = self.scanner.undecided();
                self.found.pass(passed, undecided, origin)?;
            }
        }
        let undecided = self.scanner.undecided();
        self.found.state.undecided = undecided.map(|start| origin.start(start));
        ControlFlow::Continue(())
    }

    fn needed(&self) -> Option<u64> {
        self.scanner.undecided()
    }

    fn end(&mut self, origin: &Origin<'_>) -> ControlFlow<()> {
        self.found.state.undecided = None;
        if let Some(event) = self.scanner.finish() {
            self.found.tell(&event, origin)?;
        }
        self.found.end_lines()
    }

    fn cut(&mut self) -> ControlFlow<()> {
        // Whether and where the candidate at hand ends is not known.
        self.found.state.undecided = None;
        self.scanner.reset();
        self.found.end_lines()
    }

    fn warning(&mut self, offset: u64, warning: Warning) {
        self.found.sink.warning(offset, warning);
    }
}

/// Where in its text the `<` stands.
fn start(event: &Event<'_>) -> u64 {
    match event {
        Event::Candidate(candidate) => candidate.span().start(),
        Event::Rejected(rejected) => rejected.start,
    }
}

/// Where in the file a candidate ends.
#[cold]
fn end(event: &Event<'_>, origin: &Origin<'_>) -> u64 {
    match event {
        Event::Candidate(candidate) => origin.end(candidate.span().end()),
        Event::Rejected(rejected) => origin.end(rejected.at),
    }
}
