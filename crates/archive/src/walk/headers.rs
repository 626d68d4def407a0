//! Reads the header sections of messages, of parts and of nested messages.

use std::ops::{ControlFlow, Range};

use super::{WalkState, Walker};
use crate::{
    ArchiveWarning, Message, Visitor,
    frame::{FrameTokenKind, Window},
    header::{ContentFields, HEADER_LOOKAHEAD, HeaderEnd, HeaderExtent, header_end},
    visitor::NullVisitor,
    walk::{HeaderOwner, WalkStep},
};

impl Walker {
    /// Reads the header section of a message and asks the visitor whether the message is wanted.
    pub(super) fn message_header(
        &mut self,
        window: &Window<'_>,
        at: usize,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), WalkStep> {
        let Some(end) = self.header_end(window, at, HeaderOwner::Message, visitor) else {
            return ControlFlow::Continue(WalkStep::NeedInput(at));
        };
        let message = Message {
            index: self.index,
            offset: self.message,
            header: &window.bytes[at..at + end.header],
            header_offset: window.offset(at),
            is_header_in_file: self.body_reader.file_kind.is_none(),
        };
        self.index += 1;
        self.body_reader.begin_message();
        let is_wanted = visitor.wants_message(&message);
        self.body_reader.enters_encoded = is_wanted;
        self.is_wanted = is_wanted;
        if !is_wanted {
            return self.after_header(window, at, end, HeaderOwner::Message, &mut NullVisitor);
        }
        self.is_in_message = true;
        visitor.message(&message)?;
        self.after_header(window, at, end, HeaderOwner::Message, visitor)
    }

    /// Reads the header section of a part or of a nested message.
    pub(super) fn header(
        &mut self,
        window: &Window<'_>,
        at: usize,
        of: HeaderOwner,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), WalkStep> {
        match self.header_end(window, at, of, visitor) {
            Some(end) => self.after_header(window, at, end, of, visitor),
            None => ControlFlow::Continue(WalkStep::NeedInput(at)),
        }
    }

    /// Finds the end of the header section that begins at an index. `None` if more input is needed.
    fn header_end(
        &mut self,
        window: &Window<'_>,
        at: usize,
        of: HeaderOwner,
        visitor: &mut impl Visitor,
    ) -> Option<HeaderEnd> {
        match self.header_extent(window, at, of) {
            HeaderExtent::Complete(end) => Some(end),
            HeaderExtent::Incomplete => None,
            HeaderExtent::TooLong(end) => {
                visitor.warning(window.offset(at + end.header), ArchiveWarning::LongHeader);
                Some(end)
            }
        }
    }

    /// Finds the header section that begins at an index. The message may end before its next empty line.
    fn header_extent(&mut self, window: &Window<'_>, at: usize, of: HeaderOwner) -> HeaderExtent {
        let text = &window.bytes[at..];
        let lookahead = at..at + text.len().min(HEADER_LOOKAHEAD);
        let is_of_message = of == HeaderOwner::Message;
        let framing = self.framer.kind().framing();
        let find_end = |text: &[u8], is_whole| {
            if is_of_message {
                framing.header_end(text, is_whole)
            } else {
                header_end(text, is_whole)
            }
        };
        if is_of_message && self.framer.kind().is_mbox() {
            // Few headers contain `From ` at the start of a line. The bytes before such a line are searched first, so
            // that no byte is searched again for each of many messages.
            let Some(mark) = self.framer.next_mark(window, lookahead.clone()) else {
                return find_end(text, window.at_end);
            };
            let end = find_end(&text[..mark - at], false);
            if let HeaderExtent::Complete(_) = end {
                return end;
            }
        }
        self.extent_among_tokens(window, lookahead, find_end)
    }

    /// Finds the header section at the start of a range in which the message may end, or have escapes.
    ///
    /// The tokens in the range are examined one by one, but not much further than the header section extends: a part
    /// with a short header section may precede many escapes, and so may each of many parts.
    fn extent_among_tokens(
        &mut self,
        window: &Window<'_>,
        lookahead: Range<usize>,
        find_end: impl Fn(&[u8], bool) -> HeaderExtent,
    ) -> HeaderExtent {
        let start = lookahead.start;
        let mut from = start;
        // The distance from the start before which the end of the section is not.
        let mut searched = 0;
        let extent = loop {
            let token = self.framer.next(window, from);
            if token.at >= lookahead.end {
                break find_end(&window.bytes[start..], window.at_end);
            }
            let before = &window.bytes[start..token.at];
            match token.kind {
                FrameTokenKind::Boundary => break find_end(before, true),
                FrameTokenKind::Incomplete => break find_end(before, false),
                // The distance doubles, so that the section is read a constant number of times.
                FrameTokenKind::Escape { .. } if before.len() >= 2 * searched => {
                    let extent = find_end(before, false);
                    if let HeaderExtent::Complete(_) = extent {
                        break extent;
                    }
                    searched = before.len();
                }
                FrameTokenKind::Escape { .. } => {}
            }
            from = token.at + 1;
        };
        if from > start {
            // The section may end before the escapes.
            self.framer.rewind(window, start);
        }
        extent
    }

    /// Reads the fields of a header section that begins at an index, and begins the body.
    fn after_header(
        &mut self,
        window: &Window<'_>,
        at: usize,
        end: HeaderEnd,
        of: HeaderOwner,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), WalkStep> {
        let block = &window.bytes[at..at + end.header];
        let body = at + end.body;
        let mut content = ContentFields::of(&block[end.content..]);
        let has_length = of == HeaderOwner::Message && self.framer.kind().is_mbox();
        if let Some(length) = content.length.filter(|_| has_length) {
            let end = window.offset(body).saturating_add(length);
            self.framer.expect_end(Some(end));
            // The length decides which lines are boundaries, so that the message may be longer than it seemed.
            self.framer.rewind(window, body);
            self.body_reader.forget_known_bytes();
        }
        self.body_reader.take_base(&mut content);
        let offset = window.offset(at);
        if self.body_reader.options.headers && self.body_reader.may_be_in_header(block, offset, of)
        {
            let is_cut = self.rest_is_lost && at + end.header == window.bytes.len();
            self.body_reader
                .read_header(block, offset, is_cut, visitor)?;
        }
        let begun = self
            .body_reader
            .begin(content, of, window.offset(body), visitor)?;
        let Some(of) = begun else {
            self.state = WalkState::Body;
            return ControlFlow::Continue(WalkStep::Advance(body));
        };
        ControlFlow::Continue(WalkStep::Header(body, of))
    }
}
