//! Reports the events of a text with their places in the file.

use std::{borrow::Cow, ops::ControlFlow, sync::Arc};

use urlsift_archive::{Origin, Walker};
use urlsift_scan::{Candidate, Event, Repair, Span};

use super::state::FileState;
use crate::{
    Link, Position, Rejected, Sink, Skip,
    page::{PageEvent, PageLinks},
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
    /// Passes the next bytes of the text to the sink, up to the end of an event, and reports the event. All later
    /// events begin after these bytes.
    pub(super) fn pass_and_emit(
        &mut self,
        bytes: &[u8],
        event: &Event,
        origin: &Origin<'_>,
    ) -> ControlFlow<()> {
        self.pass(bytes, Some(event.span().start()), origin)?;
        self.emit_at(event, origin, None, u64::MAX)
    }

    /// Reports an event, which may come from the queue of a page. No later event begins before the offset `undecided`
    /// in the text.
    fn emit_at(
        &mut self,
        event: &Event,
        origin: &Origin<'_>,
        queued: Option<&PageEvent>,
        undecided: u64,
    ) -> ControlFlow<()> {
        let part_start = self.state.layout.header_len;
        if part_start > 0 && origin.start(event.span().start()) < part_start {
            // The header section before the body is too long to be read as one.
            return ControlFlow::Continue(());
        }
        let position = queued
            .and_then(|queued| queued.position)
            .or_else(|| self.position(|| origin.start(event.span().start())));
        let place = Place::Mapped(origin, part_start);
        let flow = match event {
            Event::Candidate(candidate) => {
                let mut link = link(self.state, self.window, candidate, place, position, queued);
                let shown_by = &mut link.surroundings.shown_by;
                *shown_by = shown_by.and_then(|at| at.checked_sub(part_start));
                self.sink.link(&link)
            }
            Event::Rejected(rejection) => {
                let rejected = Rejected::of(*rejection, place);
                self.sink.rejected(&rejected.with_position(position))
            }
        };
        let flow = match (flow, event) {
            (ControlFlow::Continue(()), Event::Candidate(link)) => {
                let span = match queued.map(|queued| &queued.in_text) {
                    Some(tag) if tag.is_empty() => Span::new(tag.start, tag.start + 1),
                    _ => link.span(),
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
        next: &PageEvent,
        undecided: u64,
        origin: &Origin<'_>,
    ) -> ControlFlow<()> {
        let event = &next.event;
        let mut emit = |origin: &Origin<'_>| {
            self.emit_lines(next.in_text.start, || origin.start(event.span().start()))?;
            self.emit_at(event, origin, Some(next), undecided)
        };
        match &next.origin {
            Some(own) => own.with(emit),
            None => emit(origin),
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
            &mut |offset| state.position(self.window, self.start, || origin.start(offset)),
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
        self.state.position(self.window, self.start, offset)
    }

    /// Returns the position of an offset at which a segment ends.
    pub(super) fn end_at(&mut self, offset: u64) -> Option<Position> {
        self.position(|| offset)
    }

    /// Saves the data that is still needed from the first `used` bytes of the window, before they are
    /// discarded.
    pub(super) fn save_needed(&mut self, used: usize, page: &mut PageLinks, walker: &Walker) {
        if let Some(message) = &mut self.state.message
            && let Some(header) = message.header.take()
        {
            self.state.header.clear();
            self.state.header.extend_from_slice(&self.window[header]);
        }
        if self.state.lines.is_some() {
            page.note_positions(|offset| self.position(|| offset));
        }
        let state = &mut *self.state;
        if let Some(lines) = &mut state.lines {
            let held = walker.delivered().map(|from| from..u64::MAX);
            let carried = state.undecided.sources().chain(held);
            lines.carry(self.window, self.start, used, carried);
        }
    }
}

/// Returns the link of a candidate in the current text, or in one of its attributes.
#[inline]
fn link<'t>(
    state: &'t FileState,
    window: &'t [u8],
    candidate: &'t Candidate,
    place: Place<'t>,
    position: Option<Position>,
    queued: Option<&'t PageEvent>,
) -> Link<'t> {
    let text = &state.text;
    let is_encoded = text.is_quoted_printable;
    let stuffed_dot = is_encoded.then(|| place.stuffed_dot(candidate)).flatten();
    // A link is large, so that it is not moved for each field.
    let mut link = Link::of(
        Cow::Borrowed(candidate),
        place,
        Cow::Borrowed(text.section()),
    );
    link.position = position;
    link.is_quoted_printable = is_encoded;
    link.is_virtual = state.layout.is_virtual;
    link.context = state.context.as_deref();
    if let Some(message) = state.message_of_text() {
        link.message = Some(message.message(window, &state.header, !state.reads_range));
    }
    if let Some(base) = &text.base {
        link.base = Some(Arc::clone(base).into());
    }
    if let Some(queued) = queued {
        queued.complete(&mut link);
    }
    if let Some(dot) = stuffed_dot {
        let url = candidate.url();
        let url = [&url[..dot], &url[dot + 1..]].concat();
        link.candidate.to_mut().add_guess(Repair::DotStuffed, url);
    }
    link
}

/// Returns the offset in the file of an event's end.
#[cold]
fn end(event: &Event, origin: &Origin<'_>) -> u64 {
    origin.end(event.span().end())
}
