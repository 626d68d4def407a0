//! Scans the texts of an archive.

use std::{mem, ops::ControlFlow, sync::OnceLock};

use urlsift_archive::{
    self as archive, ArchiveWarning, Kind, Markup, Origin, OwnedOrigin, Part, Place, SearchFrom,
    TextUnit, Visitor,
};
use urlsift_scan::Event;

use super::emit::LinkEmitter;
use crate::{
    Message, MessageEnd, Sink, message::MessageState, page::PageLinks, searcher::TextSearcher,
};

/// Scans the texts of one window.
pub(super) struct ScanVisitor<'f, S> {
    pub(super) searcher: &'f mut TextSearcher,
    /// The queue of events, unless the events come from a scanner.
    pub(super) page: &'f mut PageLinks,
    pub(super) emitter: LinkEmitter<'f, S>,
}

impl<S: Sink> ScanVisitor<'_, S> {
    /// Scans the next bytes of the text for URLs in angle brackets.
    fn scan(&mut self, bytes: &[u8], start: u64, origin: &Origin<'_>) -> ControlFlow<()> {
        let (mut passed, mut flow) = (0, ControlFlow::Continue(()));
        let emitter = &mut self.emitter;
        self.searcher.push(bytes, 0, 0, &mut |event: &Event| {
            if flow.is_continue() {
                let end = event.span().end().saturating_sub(start) as usize;
                let before = &bytes[passed..end.clamp(passed, bytes.len())];
                passed += before.len();
                flow = emitter.pass_and_emit(before, event, origin);
            }
        });
        flow?;
        let undecided = self.searcher.undecided();
        self.emitter.pass(&bytes[passed..], undecided, origin)
    }

    /// Scans the next bytes of the text for URLs of all kinds. `from` says which of them need not be searched.
    #[cold]
    fn find(&mut self, bytes: &[u8], origin: &Origin<'_>, mut from: SearchFrom) -> ControlFlow<()> {
        let mut rest = bytes;
        while let offset = self.searcher.offset()
            && let Some((at, passed)) = self.page.passed_before(offset + rest.len() as u64)
        {
            let (before, after) = rest.split_at((at - offset) as usize);
            self.find_in(before, origin, from)?;
            self.flush(passed)?;
            from = from.after(before.len());
            rest = after;
        }
        self.find_in(rest, origin, from)
    }

    fn find_in(&mut self, bytes: &[u8], origin: &Origin<'_>, from: SearchFrom) -> ControlFlow<()> {
        let start = self.searcher.offset();
        self.searcher
            .push(bytes, from.trigger, from.opener, &mut |event: &Event| {
                self.page.push_text(event.clone());
            });
        self.page.read_text(bytes, start);
        let undecided = self.searcher.undecided().unwrap_or(u64::MAX);
        let passed = self.drain(undecided, bytes, start, origin)?;
        self.page.keep_places(origin);
        let first = self.page.first_in_text();
        let first = first.map_or(undecided, |first| first.min(undecided));
        self.emitter.pass(&bytes[passed..], Some(first), origin)
    }

    /// Reports the events that are decided, when no text has arrived since the last report.
    fn report_attributes(&mut self) -> ControlFlow<()> {
        self.report_waiting(self.searcher.undecided().unwrap_or(u64::MAX))
    }

    /// Reports the queued events that no event from the offset `undecided` in the text on can precede.
    fn report_waiting(&mut self, undecided: u64) -> ControlFlow<()> {
        // Each queued event has its own origin, so that this one is not used.
        let origin = OwnedOrigin::default();
        let drained = origin.with(|origin| self.drain(undecided, &[], 0, origin));
        drained.map_continue(|_| ())
    }

    /// Reports the queued events that no event from the offset `undecided` in the text on can precede, each after the
    /// bytes of the text up to its end. `bytes` are those that are not passed on yet, from the offset `start` in the
    /// text on. Returns how many of them were passed on.
    fn drain(
        &mut self,
        undecided: u64,
        bytes: &[u8],
        start: u64,
        origin: &Origin<'_>,
    ) -> ControlFlow<(), usize> {
        let mut passed = 0;
        while let Some(queue) = self.page.next(undecided)
            && let Some(next) = self.page.first(queue)
        {
            let reached = next.in_text.end.saturating_sub(start) as usize;
            let reached = reached.min(bytes.len());
            let before = &bytes[passed..reached.max(passed)];
            if !before.is_empty() {
                passed += before.len();
                self.emitter
                    .pass(before, Some(next.in_text.start), origin)?;
            }
            let mut undecided = undecided;
            // Only context lines depend on it.
            if self.emitter.state.context.is_some()
                && let Some(following) = self.page.following(queue)
            {
                undecided = undecided.min(following);
            }
            self.emitter.emit_next(next, undecided, origin)?;
            self.page.pop(queue);
        }
        ControlFlow::Continue(passed)
    }

    /// Lets the events at or before an offset in the text no longer wait for the text.
    fn flush(&mut self, passed: u64) -> ControlFlow<()> {
        self.page.flush(passed);
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

    fn cannot_be_cut(&mut self) {
        self.emitter.sink.cannot_be_cut();
    }

    fn first(&mut self, offset: u64) {
        self.emitter.state.count_from(offset);
    }

    fn part(&mut self, _: &Part<'_>) -> ControlFlow<()> {
        self.emitter.state.parts += 1;
        ControlFlow::Continue(())
    }

    fn wants_message(&mut self, message: &archive::Message<'_>) -> bool {
        let metadata = OnceLock::new();
        let (index, offset) = (message.index, message.offset);
        let known_index = (!self.emitter.state.reads_range).then_some(index);
        let whole = Message::of(known_index, offset, message.header, &metadata);
        let is_wanted = self.emitter.sink.wants_message(&whole);
        let header = if message.is_header_in_file {
            let from = (message.header_offset - self.emitter.start) as usize;
            Some(from..from + message.header.len())
        } else {
            self.emitter.state.header.clear();
            let kept = &mut self.emitter.state.header;
            kept.extend_from_slice(message.header);
            None
        };
        self.emitter.state.message = is_wanted.then_some(MessageState {
            index,
            offset,
            header,
            metadata,
        });
        is_wanted
    }

    fn message(&mut self, _: &archive::Message<'_>) -> ControlFlow<()> {
        let state = &mut *self.emitter.state;
        state.messages += 1;
        #[cfg(feature = "hash")]
        if let Some(hasher) = &mut state.body_hasher {
            hasher.reset();
        }
        ControlFlow::Continue(())
    }

    #[cfg(feature = "hash")]
    fn body(&mut self, bytes: &[u8]) {
        if let Some(hasher) = &mut self.emitter.state.body_hasher {
            hasher.push(bytes);
        }
    }

    #[cfg_attr(not(feature = "hash"), expect(unused_variables))]
    fn message_end(&mut self, has_separator: bool) -> ControlFlow<()> {
        let state = &mut *self.emitter.state;
        if let Some(message) = &state.message {
            #[cfg(feature = "hash")]
            let hasher = state.body_hasher.as_mut();
            self.emitter.sink.message_end(&MessageEnd {
                offset: message.offset,
                #[cfg(feature = "hash")]
                body_hash: hasher.map(|hasher| hasher.finish(has_separator)),
            });
        }
        ControlFlow::Continue(())
    }

    fn wants_text(&mut self, text: &TextUnit<'_>) -> bool {
        self.emitter.sink.wants_text(text.place)
    }

    fn begin(&mut self, text: &TextUnit<'_>) -> ControlFlow<()> {
        self.emitter.state.text.set(text);
        self.emitter.state.begin_text();
        self.emitter.sink.begin_text(text);
        if !self.searcher.is_simple {
            self.page.begin(text.continues_page);
            self.searcher.set_html(text.is_html);
            let is_header = matches!(text.place, Place::Header(_));
            self.searcher.set_header(is_header);
        }
        if let Some(context) = &mut self.emitter.state.context {
            context.begin();
        }
        ControlFlow::Continue(())
    }

    fn markup(&mut self, at: u64, markup: &Markup<'_>) -> ControlFlow<()> {
        let offset = self.searcher.offset();
        let base = self.emitter.state.text.base.as_ref();
        let wants_text = self.emitter.sink.wants_link_text();
        if !wants_text && matches!(markup, Markup::LinkStart | Markup::LinkEnd) {
            return ControlFlow::Continue(());
        }
        self.page.push_markup(at, markup, base, wants_text);
        self.page.end_links(offset);
        // `find` handles the offsets that the text has not reached yet.
        if let Some((_, passed)) = self.page.passed_before(offset) {
            self.flush(passed)?;
        }
        self.report_attributes()
    }

    fn text(&mut self, bytes: &[u8], origin: &Origin<'_>) -> ControlFlow<()> {
        self.text_from(bytes, origin, SearchFrom::default())
    }

    /// The origin of the bytes that are not decided is carried to the next ones.
    fn text_from(
        &mut self,
        bytes: &[u8],
        origin: &Origin<'_>,
        from: SearchFrom,
    ) -> ControlFlow<()> {
        let state = &mut *self.emitter.state;
        let mut carried = mem::take(&mut state.undecided);
        let block = state.text_len..state.text_len + bytes.len() as u64;
        state.text_len = block.end;
        let whole = Origin::after(&carried, origin);
        if self.searcher.is_simple {
            self.scan(bytes, block.start, &whole)?;
        } else {
            self.find(bytes, &whole, from)?;
        }
        let undecided = self.searcher.undecided().unwrap_or(block.end);
        carried.carry(origin, block, undecided);
        self.emitter.state.undecided = carried;
        ControlFlow::Continue(())
    }

    fn end(&mut self, origin: &Origin<'_>) -> ControlFlow<()> {
        let carried = mem::take(&mut self.emitter.state.undecided);
        let origin = &Origin::after(&carried, origin);
        if self.searcher.is_simple {
            let mut flow = ControlFlow::Continue(());
            let emitter = &mut self.emitter;
            self.searcher.finish(&mut |event: &Event| {
                if flow.is_continue() {
                    flow = emitter.pass_and_emit(&[], event, origin);
                }
            });
            flow?;
            return self.emitter.end_lines();
        }
        self.searcher
            .finish(&mut |event: &Event| self.page.push_text(event.clone()));
        self.page.end();
        self.drain(u64::MAX, &[], 0, origin)?;
        self.emitter.end_lines()
    }

    fn cut(&mut self, _: &Origin<'_>) -> ControlFlow<()> {
        // Whether and where the current candidate ends is unknown.
        self.emitter.state.undecided.clear();
        self.page.cut();
        self.report_waiting(u64::MAX)?;
        self.searcher.reset();
        self.emitter.end_lines()
    }

    fn warning(&mut self, offset: u64, warning: ArchiveWarning) {
        // Offsets count from the start of the body; a defect of the header is reported there.
        let part_start = self.emitter.state.layout.header_len;
        let offset = offset.saturating_sub(part_start);
        self.emitter.sink.warning(offset, warning);
    }
}
