//! Scans the texts of an archive and reports the links with their places in the file.

use std::{cell::OnceCell, ops::ControlFlow};

use urlsift_archive::{
    ArchiveWarning, Kind, Markup, Message, Origin, OwnedOrigin, Part, TextUnit, Visitor, Walker,
};
use urlsift_scan::{Event, OwnedEvent, Scanner, Span};
use urlsift_undelimited::Finder;

use super::{
    page::{AttributeEvent, NextEvent, PageLinks, TextEvent, start as owned_start},
    refang::{Refang, Searcher},
    state::{LinkOrder, State},
};
use crate::{
    InMessage, Link, MessageEnd, Position, Rejected, Sink, Skip,
    link::AttributePlace,
    message::{MessageContext, MessageState},
};

/// Scans the texts of one window.
pub(super) struct ScanVisitor<'f, S> {
    pub(super) scanner: &'f mut Scanner,
    /// Replaces the scanner if other kinds of URLs are wanted.
    pub(super) finder: Option<&'f mut Finder>,
    /// Replaces what makes URLs harmless before that, if it is wanted.
    pub(super) refang: Option<&'f mut Refang>,
    /// What was found in the attributes of the current page, if they are wanted.
    pub(super) page: &'f mut PageLinks,
    pub(super) emitter: LinkEmitter<'f, S>,
}

/// Reports the events of one window with their places in the file.
pub(super) struct LinkEmitter<'f, S> {
    pub(super) window: &'f [u8],
    /// The offset in the file of the window's first byte.
    pub(super) start: u64,
    pub(super) state: &'f mut State,
    pub(super) sink: &'f mut S,
    /// How much to skip, after the sink has ended the reading.
    pub(super) skip: Option<Skip>,
}

impl<S: Sink> LinkEmitter<'_, S> {
    fn emit(&mut self, event: &Event<'_>, origin: &Origin<'_>) -> ControlFlow<()> {
        self.emit_at(event, origin, None)
    }

    /// Reports an event in a text, or in an attribute.
    fn emit_at(
        &mut self,
        event: &Event<'_>,
        origin: &Origin<'_>,
        attribute: Option<&AttributePlace<'_>>,
    ) -> ControlFlow<()> {
        let position = self.position(|| origin.start(start(event)));
        let part_start = self.state.part_start.offset;
        let message_context = MessageContext {
            text: &self.state.text,
            message: self.state.message_of_text(),
            window: self.window,
            header: &self.state.header,
            reads_range: self.state.reads_range,
        };
        let flow = match *event {
            Event::Candidate(candidate) => self.sink.link(&Link {
                candidate,
                origin,
                part_start,
                is_virtual: self.state.part_start.is_virtual,
                position,
                message_context,
                context: self.state.context.as_deref(),
                attribute,
            }),
            Event::Rejected(rejection) => self.sink.rejected(&Rejected {
                rejection,
                origin,
                part_start,
                position,
            }),
        };
        let flow = match (flow, event) {
            (ControlFlow::Continue(()), Event::Candidate(hit)) => {
                self.want_context(match attribute {
                    Some(attribute) => Span::new(attribute.at, attribute.at + 1),
                    None => hit.span(),
                })
            }
            (flow, _) => flow,
        };
        self.note_skip(flow, || end(event, origin))
    }

    /// Reports the next event of a page. `origin` maps the text to the file.
    fn emit_next(&mut self, next: NextEvent<'_>, origin: &Origin<'_>) -> ControlFlow<()> {
        match next {
            NextEvent::Text(TextEvent {
                event,
                origin: Some(origin),
            }) => origin.with(|origin| self.emit(&as_event(event), origin)),
            NextEvent::Text(text) => self.emit(&as_event(&text.event), origin),
            NextEvent::Attribute(attribute) => {
                let AttributeEvent { event, origin, .. } = attribute;
                origin.with(|origin| {
                    self.emit_at(&as_event(event), origin, attribute.place().as_ref())
                })
            }
        }
    }

    /// Passes the next bytes of the text to the sink. No later link begins before the offset `undecided` in
    /// the text.
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
        self.push_context(bytes, undecided, origin)
    }

    /// Like `pass`, for context lines.
    fn push_context(
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

    /// Requests the context lines of a link that was reported, if they are wanted.
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

    /// Reports the remaining context lines of a text that has ended.
    fn end_lines(&mut self) -> ControlFlow<()> {
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
        self.state.lines.as_ref()?;
        let offset = offset();
        self.state.go_back(offset);
        let lines = self.state.lines.as_mut()?;
        let mut position = if offset < self.start {
            self.state.kept_position(offset)?
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

    /// Sets the offset in the file at which the first event begins that waits, if any does.
    pub(super) fn note_waiting(&mut self, first: Option<u64>) {
        if let Some(first) = first {
            let undecided = self.state.undecided.unwrap_or(first);
            self.state.undecided = Some(undecided.min(first));
        }
    }

    /// Saves the data that is still needed from the first `used` bytes of the window, before they are
    /// discarded.
    pub(super) fn leave(&mut self, used: usize, walker: &Walker) {
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

/// The maximum number of bytes that decoders hold back without reporting the first of them.
const MAX_UNREPORTED: u64 = 64;

impl<S: Sink> LinkEmitter<'_, S> {
    /// Saves the positions of all bytes from the first undecided one on: that of this byte, and those of the
    /// starts of the lines after it.
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
        // Otherwise no link begins before the last one.
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

impl<S: Sink> ScanVisitor<'_, S> {
    /// Scans the next bytes of the text for URLs of all kinds.
    #[cold]
    fn find(&mut self, bytes: &[u8], origin: &Origin<'_>) -> ControlFlow<()> {
        let mut rest = bytes;
        while let offset = self.offset()
            && let Some((at, passed)) = self.page.passed_before(offset + rest.len() as u64)
        {
            let (before, after) = rest.split_at((at - offset) as usize);
            self.find_in(before, origin)?;
            self.flush(passed)?;
            rest = after;
        }
        self.find_in(rest, origin)
    }

    fn find_in(&mut self, bytes: &[u8], origin: &Origin<'_>) -> ControlFlow<()> {
        let start = self.offset();
        if let Some(refang) = &mut self.refang {
            refang.push(
                bytes,
                &mut Searcher {
                    scanner: self.scanner,
                    finder: self.finder.as_deref_mut(),
                },
            );
            while let Some(event) = refang.pop() {
                self.page.push_text(event);
            }
        } else if let Some(finder) = &mut self.finder {
            finder.push(bytes);
            while let Some(event) = finder.pop() {
                self.page.push_text(event);
            }
        }
        self.page.read_text(bytes, start);
        let undecided = self.undecided().unwrap_or(u64::MAX);
        let mut passed = 0;
        while let Some(queue) = self.page.next(undecided)
            && let Some(next) = self.page.first(queue)
        {
            let (first, end) = next.place_in_text();
            let reached = (end.saturating_sub(start) as usize).min(bytes.len());
            let before = &bytes[passed..reached.max(passed)];
            passed += before.len();
            self.emitter.pass(before, Some(first), origin)?;
            self.emitter.emit_next(next, origin)?;
            self.page.pop(queue);
        }
        self.page.keep_places(origin);
        let first = self.page.first_in_text();
        let first = first.map_or(undecided, |first| first.min(undecided));
        self.emitter.pass(&bytes[passed..], Some(first), origin)?;
        self.emitter.state.undecided = Some(origin.start(undecided));
        ControlFlow::Continue(())
    }

    /// Returns the number of bytes of the text so far; 0 if only the scanner searches it.
    fn offset(&self) -> u64 {
        match (&self.refang, &self.finder) {
            (Some(refang), _) => refang.offset(),
            (None, Some(finder)) => finder.offset(),
            (None, None) => 0,
        }
    }

    /// Returns the offset in the text before which nothing begins that is not found yet; `None` at the end of the text
    /// so far.
    fn undecided(&self) -> Option<u64> {
        match (&self.refang, &self.finder) {
            (Some(refang), _) => Some(refang.undecided()),
            (None, Some(finder)) => Some(finder.undecided()),
            (None, None) => self.scanner.undecided(),
        }
    }

    /// Reports what no longer waits for the text, of which nothing has arrived since.
    fn report_attributes(&mut self) -> ControlFlow<()> {
        self.report_waiting(self.undecided().unwrap_or(u64::MAX))
    }

    /// Reports what waits and begins before an offset in the text.
    fn report_waiting(&mut self, undecided: u64) -> ControlFlow<()> {
        // Everything that waits has its own map.
        let origin = OwnedOrigin::default();
        while let Some(queue) = self.page.next(undecided)
            && let Some(next) = self.page.first(queue)
        {
            origin.with(|origin| self.emitter.emit_next(next, origin))?;
            self.page.pop(queue);
        }
        ControlFlow::Continue(())
    }

    /// Lets what waits at or before an offset in the text no longer wait for the text.
    fn flush(&mut self, passed: u64) -> ControlFlow<()> {
        if self.page.flush(passed) {
            self.emitter.state.order = LinkOrder::Any;
        }
        self.report_attributes()
    }
}

impl<S: Sink> Visitor for ScanVisitor<'_, S> {
    fn wants_all_messages(&self) -> bool {
        false
    }

    fn recognised(&mut self, kind: Kind) {
        self.emitter.sink.recognised(kind);
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
        let header = if message.is_header_in_file() {
            let from = (message.header_offset() - self.emitter.start) as usize;
            Some(from..from + message.header().len())
        } else {
            self.emitter.state.header.clear();
            let kept = &mut self.emitter.state.header;
            kept.extend_from_slice(message.header());
            None
        };
        self.emitter.state.message = is_wanted.then(|| MessageState {
            index,
            offset,
            header,
            metadata,
            shared: OnceCell::new(),
        });
        is_wanted
    }

    fn message(&mut self, _: &Message<'_>) -> ControlFlow<()> {
        let state = &mut *self.emitter.state;
        state.messages += 1;
        if let Some(hasher) = &mut state.body_hasher {
            hasher.reset();
        }
        ControlFlow::Continue(())
    }

    fn body(&mut self, bytes: &[u8]) {
        if let Some(hasher) = &mut self.emitter.state.body_hasher {
            hasher.push(bytes);
        }
    }

    fn message_end(&mut self, has_separator: bool) -> ControlFlow<()> {
        let state = &mut *self.emitter.state;
        if let Some(message) = &state.message {
            let hasher = state.body_hasher.as_mut();
            self.emitter.sink.message_end(&MessageEnd {
                offset: message.offset,
                body_hash: hasher.map(|hasher| hasher.finish(has_separator)),
            });
        }
        ControlFlow::Continue(())
    }

    fn wants_text(&mut self, text: &TextUnit<'_>) -> bool {
        self.emitter.sink.wants_text(text.place())
    }

    fn begin(&mut self, text: &TextUnit<'_>) -> ControlFlow<()> {
        self.emitter.state.text.set(text);
        self.emitter.sink.begin_text(text);
        if self.refang.is_some() || self.finder.is_some() {
            self.page.begin(text.continues_page());
            self.emitter.state.order = LinkOrder::Ascending;
        }
        if let Some(context) = &mut self.emitter.state.context {
            context.begin();
        }
        ControlFlow::Continue(())
    }

    fn markup(&mut self, at: u64, markup: &Markup<'_>) -> ControlFlow<()> {
        let offset = self.offset();
        let base = self.emitter.state.text.base();
        self.page.push_markup(at, markup, base);
        self.page.end_links(offset);
        // An offset after text that is still to come is reached later.
        if let Some((_, passed)) = self.page.passed_before(offset) {
            self.flush(passed)?;
        }
        self.report_attributes()
    }

    fn text(&mut self, bytes: &[u8], origin: &Origin<'_>) -> ControlFlow<()> {
        if self.refang.is_some() || self.finder.is_some() {
            return self.find(bytes, origin);
        }
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
        self.undecided()
    }

    fn end(&mut self, origin: &Origin<'_>) -> ControlFlow<()> {
        self.emitter.state.undecided = None;
        if let Some(refang) = &mut self.refang {
            refang.finish(&mut Searcher {
                scanner: self.scanner,
                finder: self.finder.as_deref_mut(),
            });
            while let Some(event) = refang.pop() {
                self.page.push_text(event);
            }
            refang.reset();
        } else if let Some(finder) = &mut self.finder {
            finder.finish();
            while let Some(event) = finder.pop() {
                self.page.push_text(event);
            }
        } else {
            if let Some(event) = self.scanner.finish() {
                self.emitter.emit(&event, origin)?;
            }
            return self.emitter.end_lines();
        }
        self.page.end();
        while let Some(queue) = self.page.next(u64::MAX)
            && let Some(next) = self.page.first(queue)
        {
            self.emitter.emit_next(next, origin)?;
            self.page.pop(queue);
        }
        self.emitter.end_lines()
    }

    fn cut(&mut self) -> ControlFlow<()> {
        // Whether and where the current candidate ends is unknown.
        self.emitter.state.undecided = None;
        if self.finder.is_some() || self.refang.is_some() {
            self.page.cut();
            self.report_waiting(u64::MAX)?;
        }
        if let Some(refang) = &mut self.refang {
            refang.reset();
        }
        match &mut self.finder {
            Some(finder) => finder.reset(),
            None => self.scanner.reset(),
        }
        self.emitter.end_lines()
    }

    fn warning(&mut self, offset: u64, warning: ArchiveWarning) {
        // Offsets count from the start of the body; a defect of the header is reported there.
        let part_start = self.emitter.state.part_start.offset;
        let offset = offset.saturating_sub(part_start);
        self.emitter.sink.warning(offset, warning);
    }
}

impl NextEvent<'_> {
    /// Returns the offsets in the text at which the event begins and ends. That of an attribute is its tag.
    fn place_in_text(&self) -> (u64, u64) {
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
fn start(event: &Event<'_>) -> u64 {
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
