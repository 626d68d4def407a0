//! Reads what begins files, messages and texts without messages.

use std::ops::ControlFlow;

use super::{MessageSkip, WalkState, Walker, page::PageWalk};
use crate::{
    ArchiveWarning, Encoding, Kind, Visitor,
    body::Media,
    frame::{Framer, Match, Window},
    kind::Division,
    recognise::{is_utf16, may_be_utf16},
    skip::MessageContents,
    walk::{HeaderOwner, WalkStep},
};

impl Walker {
    /// Begins a file whose kind is known.
    pub(super) fn begin_file(
        &mut self,
        window: &Window<'_>,
        visitor: &mut impl Visitor,
    ) -> WalkStep {
        let Some(kind) = self.body_reader.options.kind.or(self.recognised) else {
            return WalkStep::NeedInput(0);
        };
        if may_be_utf16(window.bytes) && !window.at_end {
            return WalkStep::NeedInput(0);
        }
        visitor.recognised(kind);
        let has_other_lines = self.ends_lines_in_cr == Some(true) || is_utf16(window.bytes);
        if has_other_lines && !kind.has_no_messages() {
            visitor.cannot_be_cut();
        }
        self.framer = Framer::at_file_start(kind);
        self.state = WalkState::Envelope;
        WalkStep::Advance(0)
    }

    /// Reads the envelope of a message.
    pub(super) fn envelope(
        &mut self,
        window: &Window<'_>,
        at: usize,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), WalkStep> {
        if self.framer.kind().has_no_messages() {
            return self.begin_text(window, at, visitor);
        }
        let is_at_start = window.offset(at) == 0 && self.body_reader.file_kind.is_none();
        if is_at_start && may_be_utf16(window.bytes) && !window.at_end {
            return ControlFlow::Continue(WalkStep::NeedInput(at));
        }
        if is_at_start && is_utf16(window.bytes) {
            if !self.begins_in_range(0, visitor) {
                return ControlFlow::Continue(WalkStep::NeedInput(window.bytes.len()));
            }
            self.body_reader.begin_utf16_file(self.framer.kind());
            // What begins a message is in UTF-16, too.
            self.framer = Framer::at_file_start(Kind::Text);
            self.state = WalkState::Body;
            return ControlFlow::Continue(WalkStep::Advance(at));
        }
        let envelope = match self.framer.envelope(window, at) {
            Ok(envelope) => envelope,
            Err(used) => return ControlFlow::Continue(WalkStep::NeedInput(used)),
        };
        if envelope.is_preamble {
            self.body_reader.skip();
            self.state = WalkState::Body;
            return ControlFlow::Continue(WalkStep::Advance(at));
        }
        let header = envelope.header;
        if !self.has_cr_lines && window.bytes[at..header].ends_with(b"\r") {
            self.has_cr_lines = true;
            return ControlFlow::Continue(WalkStep::NeedInput(at));
        }
        if header == window.bytes.len() && envelope.is_empty() {
            return ControlFlow::Continue(WalkStep::NeedInput(header));
        }
        self.message = window.offset(envelope.message);
        if self.index == 0 && (self.message > 0 || envelope.is_empty()) {
            self.framer.require_empty_lines();
        } else if self.index == 1 && self.framer.lacks_empty_lines() {
            visitor.cannot_be_cut();
        }
        if !self.begins_in_range(self.message, visitor) {
            return ControlFlow::Continue(WalkStep::NeedInput(window.bytes.len()));
        }
        let end = envelope
            .length
            .map(|length| window.offset(header).saturating_add(length));
        self.framer.expect_end(end);
        self.body_reader.set_contents(MessageContents::default());
        let skip = if visitor.wants_all_messages() {
            MessageSkip::No
        } else {
            self.skip_message_without_urls(window, header)
        };
        if skip == MessageSkip::Awaited {
            return ControlFlow::Continue(WalkStep::NeedInput(at));
        }
        if envelope.is_doubtful {
            visitor.warning(self.message, ArchiveWarning::DoubtfulBoundary);
        }
        if let MessageSkip::To(end) = skip {
            debug_assert!(end > at, "the envelope skips what ends the message before");
            self.index += 1;
            return ControlFlow::Continue(WalkStep::Advance(end));
        }
        self.state = WalkState::Header(HeaderOwner::Message);
        ControlFlow::Continue(WalkStep::Advance(header))
    }

    /// Begins the text of a file without messages, or the section of the text that is in the range.
    fn begin_text(
        &mut self,
        window: &Window<'_>,
        at: usize,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), WalkStep> {
        if self.page.is_some() {
            return self
                .begin_page_section(window.offset(at), visitor)
                .map_continue(|()| WalkStep::Advance(at));
        }
        let rest = &window.bytes[at..];
        // The rest of a byte order mark may follow.
        if Encoding::may_begin_byte_order_mark(rest) && !window.at_end {
            return ControlFlow::Continue(WalkStep::NeedInput(at));
        }
        if !self.begins_in_range(window.offset(at), visitor) {
            return ControlFlow::Continue(WalkStep::NeedInput(window.bytes.len()));
        }
        let head = if window.offset(at) == 0 { rest } else { &[] };
        self.is_unsplittable = !self
            .body_reader
            .options
            .can_be_cut(self.framer.kind(), head);
        let cut = if self.is_unsplittable {
            u64::MAX
        } else {
            self.end
        };
        self.framer.cut_text_from(cut, self.cuts_lines);
        let encoding = self
            .body_reader
            .options
            .text_encoding(self.framer.kind(), head);
        let media = match self.framer.kind().division() {
            Division::Page => Media::HTML,
            Division::Lines(form) => Media::of_lines(form),
            Division::Unread => {
                self.body_reader.skip();
                self.state = WalkState::Body;
                return ControlFlow::Continue(WalkStep::Advance(at));
            }
            Division::Mbox | Division::Messages | Division::Whole | Division::Text => Media::TEXT,
        };
        if media.is_html() {
            match PageWalk::find(head, window.at_end, encoding) {
                Match::Unknown => return ControlFlow::Continue(WalkStep::NeedInput(at)),
                Match::No => {}
                Match::Yes(page) => {
                    self.page = Some(Box::new(page));
                    return ControlFlow::Continue(WalkStep::Advance(at));
                }
            }
        }
        let is_at_start = window.offset(at) == 0;
        self.body_reader
            .begin_file(media, encoding, is_at_start, visitor)?;
        self.state = WalkState::Body;
        ControlFlow::Continue(WalkStep::Advance(at))
    }

    /// Begins the next section of an archiver's page.
    fn begin_page_section(&mut self, offset: u64, visitor: &mut impl Visitor) -> ControlFlow<()> {
        let Some(page) = &mut self.page else {
            return ControlFlow::Continue(());
        };
        let (framer, body_reader) = (&mut self.framer, &mut self.body_reader);
        let begun = page.begin_section(self.index, offset, framer, body_reader, visitor)?;
        if begun.begins_message {
            self.index += 1;
            self.message = offset;
        }
        self.is_wanted = begun.is_wanted;
        self.state = WalkState::Body;
        ControlFlow::Continue(())
    }

    /// Returns whether an offset is in the range. If not, the walk is over.
    fn begins_in_range(&mut self, offset: u64, visitor: &mut impl Visitor) -> bool {
        let can_be_cut = self.framer.kind().can_be_cut()
            && self.ends_lines_in_cr != Some(true)
            && !self.framer.lacks_empty_lines();
        let begin = if can_be_cut { offset } else { 0 };
        if self.first.is_none() {
            self.first = Some(begin);
            visitor.first(begin);
        }
        let is_in_range = begin < self.end;
        if !is_in_range {
            self.next = Some(begin);
            self.state = WalkState::Done;
        }
        is_in_range
    }
}
