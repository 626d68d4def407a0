//! Reads header sections: those of messages, of parts and of nested messages.

use std::ops::{ControlFlow, Range};

use super::{Interest, State, Walker};
use crate::{
    ArchiveWarning, Kind, Message, Visitor,
    frame_token::FrameTokenKind,
    header::{ContentFields, HeaderEnd},
    header_extent::{HEADER_LOOKAHEAD, HeaderExtent, babyl_header_end, header_end},
    step::{HeaderOwner, Step},
    visitor::NullVisitor,
    window::Window,
};

impl Walker {
    /// Reads the header section of a message and asks the visitor whether the message is wanted.
    pub(super) fn message_header(
        &mut self,
        window: &Window<'_>,
        at: usize,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), Step> {
        let Some(end) = self.header_end(window, at, HeaderOwner::Message, visitor) else {
            return ControlFlow::Continue(Step::NeedInput(at));
        };
        let message = Message {
            index: self.index,
            offset: self.message,
            header: &window.bytes[at..at + end.header],
            header_offset: window.offset(at),
            is_header_in_file: true,
        };
        self.index += 1;
        self.body_reader.begin_message();
        let is_wanted = visitor.wants_message(&message);
        self.body_reader.enter_encoded(is_wanted);
        self.interest = if is_wanted {
            Interest::Wanted
        } else {
            Interest::Refused
        };
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
    ) -> ControlFlow<(), Step> {
        match self.header_end(window, at, of, visitor) {
            Some(end) => self.after_header(window, at, end, of, visitor),
            None => ControlFlow::Continue(Step::NeedInput(at)),
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
        let find_end = match self.framer.kind() {
            Kind::Babyl if is_of_message => babyl_header_end,
            _ => header_end,
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
        match self.header_limit(window, lookahead) {
            Some((limit, is_known)) => find_end(&text[..limit - at], is_known),
            None => find_end(text, window.at_end),
        }
    }

    /// Reads the fields of a header section that begins at an index, and begins the body.
    fn after_header(
        &mut self,
        window: &Window<'_>,
        at: usize,
        end: HeaderEnd,
        of: HeaderOwner,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), Step> {
        let block = &window.bytes[at..at + end.header];
        let body = at + end.body;
        let mut content = ContentFields::of(&block[end.content..]);
        let has_length = of == HeaderOwner::Message && self.framer.kind().is_mbox();
        if let Some(length) = content.length.filter(|_| has_length) {
            let end = window.offset(body).saturating_add(length);
            self.framer.expect_end(Some(end));
            // The length decides which lines are boundaries.
            self.framer.rewind(window, body);
        }
        self.body_reader.take_base(&mut content);
        let offset = window.offset(at);
        if self.options.headers && self.body_reader.may_be_in_header(block, offset, of) {
            let is_cut = self.rest_is_lost && at + end.header == window.bytes.len();
            self.body_reader
                .read_header(block, offset, is_cut, visitor)?;
        }
        let begun =
            self.body_reader
                .begin(content, of, &self.options, window.offset(body), visitor)?;
        let Some(of) = begun else {
            self.state = State::Body;
            return ControlFlow::Continue(Step::Advance(body));
        };
        ControlFlow::Continue(Step::Header(body, of))
    }

    /// Returns the index before `header.end` at which the header section must end because the
    /// message ends there, and whether that end is certain. `None` if there is no such index.
    fn header_limit(&mut self, window: &Window<'_>, header: Range<usize>) -> Option<(usize, bool)> {
        let mut from = header.start;
        let token = loop {
            let token = self.framer.next(window, from);
            if token.kind != FrameTokenKind::Escape || token.at >= header.end {
                break token;
            }
            from = token.at + 1;
        };
        if from > header.start {
            // The header may end before the escapes.
            self.framer.rewind(window, header.start);
        }
        (token.at < header.end).then_some((token.at, token.kind == FrameTokenKind::Boundary))
    }
}
