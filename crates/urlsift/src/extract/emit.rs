//! Reports the events of a text with their places in the file.

use std::{borrow::Cow, ops::ControlFlow, sync::Arc};

use urlsift_archive::{Origin, Walker};
use urlsift_scan::{Candidate, Event, OwnedEvent, Span};

use super::state::FileState;
use crate::{
    Link, Position, Rejected, Sink, Skip,
    page::{AttributeEvent, AttributePlace, NextEvent, TextEvent, start as owned_start},
    place::Place,
};

/// Reports the events of one window with their places in the file.
pub(super) struct LinkEmitter<'f, S> {
    pub(super) window: &'f [u8],
    /// The offset in the file of the window's first byte.
    pub(super) start: u64,
    pub(super) state: &'f mut FileState,
    pub(super) sink: &'f mut S,
    /// How much to skip, after the sink has ended the reading.
    pub(super) skip: Option<Skip>,
}

impl<S: Sink> LinkEmitter<'_, S> {
    /// Reports an event in a text whose later events all begin after the bytes that were [passed](Self::pass).
    pub(super) fn emit(&mut self, event: &Event<'_>, origin: &Origin<'_>) -> ControlFlow<()> {
        self.emit_at(event, origin, None, u64::MAX)
    }

    /// Reports an event in a text, or in an attribute. No later event begins before the offset `undecided` in the text.
    fn emit_at(
        &mut self,
        event: &Event<'_>,
        origin: &Origin<'_>,
        attribute: Option<&AttributePlace<'_>>,
        undecided: u64,
    ) -> ControlFlow<()> {
        let part_start = self.state.layout.header_len;
        if part_start > 0 && origin.start(start(event)) < part_start {
            // The header section before the body is too long to be read as one.
            return ControlFlow::Continue(());
        }
        let position = self.position(|| origin.start(start(event)));
        let place = Place::Mapped(origin, part_start);
        let flow = match *event {
            Event::Candidate(candidate) => {
                let link = link(self.state, self.window, candidate, place, attribute);
                self.sink.link(&link.with_position(position))
            }
            Event::Rejected(rejection) => {
                let rejected = Rejected::of(rejection, place);
                self.sink.rejected(&rejected.with_position(position))
            }
        };
        let flow = match (flow, event) {
            (ControlFlow::Continue(()), Event::Candidate(link)) => {
                let span = match attribute {
                    Some(attribute) => Span::new(attribute.at, attribute.at + 1),
                    None => link.span(),
                };
                self.want_context(span, undecided)
            }
            (flow, _) => flow,
        };
        self.note_skip(flow, || end(event, origin))
    }

    /// Reports the next event of a page, after the context lines before it. No later event begins before the offset
    /// `undecided` in the text, which `origin` maps to the file.
    pub(super) fn emit_next(
        &mut self,
        next: NextEvent<'_>,
        undecided: u64,
        origin: &Origin<'_>,
    ) -> ControlFlow<()> {
        let (at, _) = next.place_in_text();
        match next {
            NextEvent::Text(TextEvent {
                event,
                origin: Some(origin),
            }) => origin.with(|origin| {
                self.emit_lines(at, || origin.start(at))?;
                self.emit_at(&as_event(event), origin, None, undecided)
            }),
            NextEvent::Text(text) => {
                self.emit_lines(at, || origin.start(at))?;
                self.emit_at(&as_event(&text.event), origin, None, undecided)
            }
            NextEvent::Attribute(attribute) => {
                let AttributeEvent { event, origin, .. } = attribute;
                let (event, place) = (as_event(event), attribute.place());
                origin.with(|origin| {
                    self.emit_lines(at, || origin.start(start(&event)))?;
                    self.emit_at(&event, origin, place.as_ref(), undecided)
                })
            }
        }
    }

    /// Reports the context lines that are wanted before an event, given its offset in the text and in the file.
    fn emit_lines(&mut self, at: u64, in_file: impl FnOnce() -> u64) -> ControlFlow<()> {
        let Some(context) = &mut self.state.context else {
            return ControlFlow::Continue(());
        };
        let flow = context.emit(at, &mut |line| self.sink.context(line));
        self.note_skip(flow, in_file)
    }

    /// Passes the next bytes of the text to the sink. No later link begins before the offset `undecided` in
    /// the text.
    #[inline]
    pub(super) fn pass(
        &mut self,
        bytes: &[u8],
        undecided: Option<u64>,
        origin: &Origin<'_>,
    ) -> ControlFlow<()> {
        self.sink.text(bytes);
        if self.state.context.is_none() {
            return ControlFlow::Continue(());
        }
        self.push_context(bytes, undecided, origin)
    }

    /// Like `pass`, for context lines.
    fn push_context(
        &mut self,
        bytes: &[u8],
        undecided: Option<u64>,
        origin: &Origin<'_>,
    ) -> ControlFlow<()> {
        let Some(mut context) = self.state.context.take() else {
            return ControlFlow::Continue(());
        };
        let undecided = undecided.unwrap_or(u64::MAX);
        let (state, sink) = (&mut *self.state, &mut *self.sink);
        let pushed = context.push(
            bytes,
            undecided,
            &mut |offset| state.context_position(self.window, self.start, || origin.start(offset)),
            &mut |line| sink.context(line),
        );
        let offset = context.offset();
        self.state.context = Some(context);
        self.note_skip(pushed, || origin.end(offset))
    }

    /// Requests the context lines of a link that was reported, if they are wanted. No later link begins before the
    /// offset `undecided` in the text.
    fn want_context(&mut self, link: Span, undecided: u64) -> ControlFlow<Skip> {
        let Some(context) = &mut self.state.context else {
            return ControlFlow::Continue(());
        };
        if self.sink.wants_context() {
            context.want(link);
            return context.emit(undecided, &mut |line| self.sink.context(line));
        }
        ControlFlow::Continue(())
    }

    /// Reports the remaining context lines of a text that has ended.
    pub(super) fn end_lines(&mut self) -> ControlFlow<()> {
        let Some(context) = &mut self.state.context else {
            return ControlFlow::Continue(());
        };
        let flow = context.finish(&mut |line| self.sink.context(line));
        flow.map_break(|skip| self.skip = Some(skip))
    }

    /// Records whether the sink has ended the reading, and how far the file was read then.
    fn note_skip(
        &mut self,
        flow: ControlFlow<Skip>,
        ended_at: impl FnOnce() -> u64,
    ) -> ControlFlow<()> {
        flow.map_break(|skip| {
            self.skip = Some(skip);
            self.state.ended_at = Some(ended_at());
        })
    }

    /// Returns the position of a byte of the file if positions are wanted; only then is `offset` called.
    fn position(&mut self, offset: impl FnOnce() -> u64) -> Option<Position> {
        self.state.link_position(self.window, self.start, offset)
    }

    /// Returns the position of an offset at which a segment ends.
    pub(super) fn end_at(&mut self, offset: u64) -> Option<Position> {
        self.position(|| offset)
    }

    /// Keeps the position of the first event that is not reported yet, given its offset in the file, if there is one.
    pub(super) fn note_waiting(&mut self, first: Option<u64>) {
        if let Some(first) = first {
            let undecided = self.state.undecided.unwrap_or(first);
            self.state.undecided = Some(undecided.min(first));
        }
    }

    /// Saves the data that is still needed from the first `used` bytes of the window, before they are
    /// discarded.
    pub(super) fn save_needed(&mut self, used: usize, walker: &Walker) {
        if let Some(message) = &mut self.state.message
            && let Some(header) = message.header.take()
        {
            self.state.header.clear();
            self.state.header.extend_from_slice(&self.window[header]);
        }
        self.keep_positions(used, walker);
        if let Some(lines) = &mut self.state.lines {
            lines.locate(self.window, self.start, self.start + used as u64);
            if self.state.keeps_lines {
                self.state.window_lines = Some(lines.clone());
                self.state.context_lines = None;
            }
        }
    }

    /// Saves the positions of the bytes of this window that may still be needed.
    fn keep_positions(&mut self, used: usize, walker: &Walker) {
        let state = &mut *self.state;
        let Some(lines) = &mut state.lines else {
            return;
        };
        if state.keeps_lines {
            return self.keep_lines(used, walker);
        }
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

/// Returns the link of a candidate in the current text, or in one of its attributes.
#[inline]
fn link<'t>(
    state: &'t FileState,
    window: &'t [u8],
    candidate: &'t Candidate,
    place: Place<'t>,
    attribute: Option<&AttributePlace<'t>>,
) -> Link<'t> {
    let text = &state.text;
    let section = Cow::Borrowed(text.section());
    let link = Link::of(Cow::Borrowed(candidate), place, section)
        .with_quoted_printable(text.is_quoted_printable())
        .with_virtual_place(state.layout.is_virtual)
        .with_context(state.context.as_deref());
    let link = match state.message_of_text() {
        Some(message) => {
            link.with_message(message.message(window, &state.header, !state.reads_range))
        }
        None => link,
    };
    match (attribute, text.base()) {
        (Some(attribute), _) => link.in_attribute(attribute.markup, attribute.base, attribute.at),
        (None, Some(base)) => link.with_base(Arc::clone(base)),
        (None, None) => link,
    }
}

/// The maximum number of bytes that decoders hold back without telling [`Walker::held`] about the first of them.
const MAX_UNREPORTED: u64 = 64;

impl<S: Sink> LinkEmitter<'_, S> {
    /// Saves the line numbers that undecided links will need. The positions of the first undecided byte and of each
    /// line start after it are kept: from these, the position of any later byte can be computed.
    fn keep_lines(&mut self, used: usize, walker: &Walker) {
        let state = &mut *self.state;
        let end = self.start + used as u64;
        let mut first = end.saturating_sub(MAX_UNREPORTED);
        first = first.min(state.undecided.unwrap_or(first));
        walker.held(&mut |offset| first = first.min(offset));
        // The last position before the first byte, and all later ones.
        let known = state.kept.partition_point(|&(kept, _)| kept <= first);
        state.kept.drain(..known.saturating_sub(1));
        state.go_back(first.max(self.start));
        let Some(lines) = &mut state.lines else {
            return;
        };
        // If links are reported in order, none begins before the offset up to which lines are counted.
        let from = first.max(self.start).max(lines.at());
        let inside = &self.window[(from - self.start) as usize..used];
        state
            .kept
            .push((from, lines.locate(self.window, self.start, from)));
        for line_break in memchr::memchr_iter(b'\n', inside) {
            let offset = from + line_break as u64 + 1;
            let position = lines.locate(self.window, self.start, offset);
            state.kept.push((offset, position));
        }
    }
}

impl NextEvent<'_> {
    /// Returns the offsets in the text at which the event begins and ends. For an attribute, both are the offset of its
    /// tag.
    pub(super) fn place_in_text(&self) -> (u64, u64) {
        match self {
            Self::Text(text) => (
                owned_start(&text.event),
                end_in_text(&as_event(&text.event)),
            ),
            Self::Attribute(attribute) => (attribute.at, attribute.at),
        }
    }
}

/// Returns the offset in the text of an event's `<`.
pub(super) fn start(event: &Event<'_>) -> u64 {
    match event {
        Event::Candidate(candidate) => candidate.span().start(),
        Event::Rejected(rejected) => rejected.start,
    }
}

/// Returns the offset in the text of an event's end.
fn end_in_text(event: &Event<'_>) -> u64 {
    match event {
        Event::Candidate(candidate) => candidate.span().end(),
        Event::Rejected(rejected) => rejected.at,
    }
}

fn as_event(event: &OwnedEvent) -> Event<'_> {
    match event {
        OwnedEvent::Candidate(candidate) => Event::Candidate(candidate),
        OwnedEvent::Rejected(rejected) => Event::Rejected(*rejected),
    }
}

/// Returns the offset in the file of an event's end.
#[cold]
fn end(event: &Event<'_>, origin: &Origin<'_>) -> u64 {
    origin.end(end_in_text(event))
}
