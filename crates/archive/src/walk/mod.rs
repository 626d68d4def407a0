//! The walk through an archive: from message to message, from header to body.

mod cr_lines;
pub(crate) mod first_message;
mod headers;
mod message_skip;
mod nested;
mod page;
mod starts;

use std::ops::{ControlFlow, Range};

use crate::{
    Kind, ReadOptions, Visitor,
    body::BodyReader,
    frame::{Before, FrameTokenKind, Framer, Window},
    recognise::{ends_lines_in_cr, recognise_lines, with_line_feeds},
    skip::{AfterBytes, DecidedEnd},
    step::{HeaderOwner, NextBytes, Rest, WalkStep},
    visitor::NullVisitor,
};

use cr_lines::ConvertedLines;
use page::PageWalk;

/// A resumable parser of archives. [`push`](Self::push) takes the bytes of a file in chunks of any
/// size; messages, parts and texts are reported to a [`Visitor`].
///
/// Bytes that cannot be used yet, at most [`MAX_HELD`](Self::MAX_HELD), stay with the caller, who
/// passes them again. The walker itself keeps what its decoders hold back, at most an HTML page of
/// 256 KiB; the state of the open multiparts, at most 64 times 10 KiB; and a decoded header field
/// with its map to the file, at most 8 MiB for 256 KiB of encoded words. An encoded message inside a
/// message needs the same again, and up to 256 KiB of an incomplete header; at most eight of them are
/// nested.
///
/// With chunks of at least a few KiB, each byte is scanned a fixed number of times, except that the
/// bytes of an incomplete header are scanned again with each chunk.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the flags are independent")]
pub struct Walker {
    state: WalkState,
    framer: Framer,
    /// Offset in the file of the next byte to read.
    start: u64,
    before: Before,
    /// The index and the offset of the current message.
    index: u64,
    message: u64,
    /// Offset from which on messages are not reported.
    end: u64,
    /// The offset of the first message in the range, and of the first message after it.
    first: Option<u64>,
    next: Option<u64>,
    /// Whether lines end in CR alone, as far as that is known.
    ends_lines_in_cr: Option<bool>,
    /// Whether a message has lines that end in CR alone, among others whose lines end in LF.
    has_cr_lines: bool,
    /// Whether the next byte to read is in such a message, after its start.
    is_in_cr_line: bool,
    /// The kind of the file, once it is recognised.
    recognised: Option<Kind>,
    /// Whether a text may also be cut after lines that are not empty.
    cuts_lines: bool,
    /// Whether the current text must not be cut.
    is_unsplittable: bool,
    /// Whether the bytes after the window are lost.
    rest_is_lost: bool,
    /// What is known about the bytes after the window.
    next_bytes: NextBytes,
    /// Whether the visitor wants the current message, so that it is reported.
    is_wanted: bool,
    /// Whether a message is reported that has not ended.
    is_in_message: bool,
    /// The walk through the page of an archiver.
    page: Option<Box<PageWalk>>,
    body_reader: BodyReader,
}

/// Whether a message can be skipped without reading its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MessageSkip {
    No,
    /// The message ends at this index.
    To(usize),
    /// The rest of the message is needed to decide that, and is in memory.
    Awaited,
}

/// The element that the next byte belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WalkState {
    /// The start of a file whose kind is not known yet.
    Unknown,
    /// The envelope of a message.
    Envelope,
    /// The header section of a message, a nested message or a part.
    Header(HeaderOwner),
    Body,
    /// Nothing more is reported.
    Done,
}

impl Walker {
    /// The maximum number of bytes that [`push`](Self::push) leaves unused. This lookahead is
    /// needed to verify the declared length of a message if a line in the message looks like a
    /// boundary.
    pub const MAX_HELD: usize = 5 << 20;

    /// Creates a walker at the start of a file.
    #[must_use]
    pub fn new(options: ReadOptions) -> Self {
        Self::with(BodyReader::new(options, |body_reader| {
            Box::new(Self::nested(body_reader))
        }))
    }

    /// Creates a walker at the start of a file with a reader of its bodies.
    fn with(body_reader: BodyReader) -> Self {
        Self {
            framer: Framer::new(Kind::Text),
            state: WalkState::Unknown,
            start: 0,
            before: Before::FILE_START,
            index: 0,
            message: 0,
            end: u64::MAX,
            first: None,
            next: None,
            ends_lines_in_cr: None,
            has_cr_lines: false,
            is_in_cr_line: false,
            recognised: None,
            cuts_lines: false,
            is_unsplittable: false,
            rest_is_lost: false,
            next_bytes: NextBytes::default(),
            is_wanted: true,
            is_in_message: false,
            page: None,
            body_reader,
        }
    }

    /// Creates a walker over a range of a file of this kind. It reports the messages that begin in
    /// `range`, including what they have after its end. The first pushed byte is the one at
    /// `range.start`; `before` are the three bytes before it, or line breaks at the start of the
    /// file.
    ///
    /// The walk begins at the first message boundary in the range. A line that looks like a
    /// boundary is taken as one, unless it is inside a message of the range whose declared length
    /// is correct. A message that begins before the range is not known here, but
    /// [`first_message`](crate::first_message) takes it into account. Without that function,
    /// compare with a walk over the preceding range: if its [`next`](Self::next) offset equals the
    /// [`first`](Self::first) offset of this walk, this walk reports the same messages as one over
    /// the whole file. Messages are numbered from 0 in the range. A range that starts at 0 starts
    /// with the envelope of the first message, as the whole file does.
    ///
    /// A [`Kind::Text`] is cut after empty lines, before a line that is neither empty nor indented
    /// and does not begin with a slash or backslash: a range includes the text from its first cut
    /// position, or from 0, up to the first cut position at or after its end. A file that [cannot
    /// be cut](Kind::can_be_cut) belongs as a whole to the range that includes 0.
    #[must_use]
    pub fn within(options: ReadOptions, kind: Kind, range: Range<u64>, before: Before) -> Self {
        // The first message of a file may lack an envelope.
        let state = if range.start == 0 {
            WalkState::Envelope
        } else {
            WalkState::Body
        };
        Self::in_range(options, kind, range, before, state)
    }

    /// Creates a walker as [`within`](Self::within) does, for a `range.start` at which a message is
    /// known to begin: a walk or [`first_message`](crate::first_message) returned the offset. The
    /// message need not begin at a visible boundary: if the declared length of the message before
    /// leads there, the envelope may lack the empty line before it, or begin in the middle of a
    /// line.
    ///
    /// The range may be empty or end before `range.start`. Then no message is reported, and only
    /// the offset of the [`next`](Self::next) message is set.
    #[must_use]
    pub fn at_message(options: ReadOptions, kind: Kind, range: Range<u64>, before: Before) -> Self {
        Self::in_range(options, kind, range, before, WalkState::Envelope)
    }

    fn in_range(
        options: ReadOptions,
        kind: Kind,
        range: Range<u64>,
        before: Before,
        state: WalkState,
    ) -> Self {
        let begins_before = range.start > 0 && !options.can_be_cut(kind, &[]);
        let mut framer = if range.start == 0 {
            Framer::at_file_start(kind)
        } else {
            Framer::new(kind)
        };
        framer.cut_text_from(range.start, false);
        Self {
            state: if begins_before {
                WalkState::Done
            } else {
                state
            },
            framer,
            start: range.start,
            before,
            end: range.end,
            ..Self::new(options)
        }
    }

    /// Cuts a [`Kind::Text`] also after lines in which a `>` follows the last `<`, for texts
    /// without empty lines. These cut positions depend on where the range begins and ends. The walk
    /// over the next range must therefore begin at the [`next`](Self::next) offset of this walk, or
    /// have it as its [`first`](Self::first) offset.
    #[must_use]
    pub fn cutting_lines(mut self) -> Self {
        self.cuts_lines = true;
        self.framer.cut_text_from(self.start, true);
        self
    }

    /// Sets the end of the range if it was not known before. No byte after it may have been pushed.
    pub fn stop_at(&mut self, end: u64) {
        if end == self.end {
            return;
        }
        self.end = end;
        if self.first.is_some() && !self.is_unsplittable {
            self.framer.cut_text_from(end, self.cuts_lines);
        }
    }

    /// Returns the offset of the first message found, reported or skipped, even if it begins after
    /// the range. `None` if no message has been found yet.
    #[must_use]
    pub fn first(&self) -> Option<u64> {
        self.first
    }

    /// Returns the offset of the first message after the range, which is not reported. `None` if it
    /// has not been found yet.
    #[must_use]
    pub fn next(&self) -> Option<u64> {
        self.next
    }

    /// Returns the number of messages that have begun, skipped ones included. A [`Kind::Text`] has
    /// none.
    #[must_use]
    pub fn messages(&self) -> u64 {
        self.index + self.body_reader.messages()
    }

    /// Returns whether no more events can follow: the [`next`](Self::next) message was found, or
    /// none can begin in the range.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.state == WalkState::Done
    }

    /// Resets the walker to the start of the next file.
    pub fn reset(&mut self) {
        self.state = WalkState::Unknown;
        self.start = 0;
        self.before = Before::FILE_START;
        self.index = 0;
        self.end = u64::MAX;
        self.first = None;
        self.next = None;
        self.ends_lines_in_cr = None;
        self.has_cr_lines = false;
        self.is_in_cr_line = false;
        self.recognised = None;
        self.is_wanted = true;
        self.is_in_message = false;
        self.is_unsplittable = false;
        self.page = None;
        self.body_reader.reset();
    }

    /// Sets whether the next file is a page by its name; see [`ReadOptions::set_page_by_name`].
    pub fn set_page_by_name(&mut self, wanted: bool) {
        self.body_reader.options.set_page_by_name(wanted);
    }

    /// Sets what is known about the bytes after the next [`push`](Self::push): by default, nothing.
    pub fn set_next_bytes(&mut self, next_bytes: NextBytes) {
        self.next_bytes = next_bytes;
    }

    /// Reads the next bytes of the file. `bytes` are the bytes that the previous calls left unused
    /// and the new bytes after them; `rest` is what follows. Returns the number of bytes used.
    ///
    /// # Errors
    ///
    /// Returns [`ControlFlow::Break`] if the visitor does. The walk cannot be continued then.
    pub fn push(
        &mut self,
        bytes: &[u8],
        rest: Rest,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), usize> {
        let ends_lines_in_cr = match self.ends_lines_in_cr {
            Some(known) => known,
            None => match self.detect_line_ends(bytes, rest != Rest::Coming) {
                Some(found) => found,
                None => return ControlFlow::Continue(0),
            },
        };
        self.ends_lines_in_cr = Some(ends_lines_in_cr);
        if ends_lines_in_cr {
            // The offsets still refer to the file.
            return self.push_lines(&with_line_feeds(bytes), rest, visitor);
        }
        let mut used = 0;
        if !self.has_cr_lines {
            used = self.push_lines(bytes, rest, visitor)?;
            if !self.has_cr_lines {
                return ControlFlow::Continue(used);
            }
        }
        let window = Window::new(&bytes[used..], self.start, false, self.before);
        let begins_line = window.begins_line(0);
        let converted = ConvertedLines::of(&bytes[used..], self.is_in_cr_line, begins_line);
        let more = self.push_lines(&converted.bytes, rest, visitor)?;
        self.is_in_cr_line = converted.is_in_line(more);
        ControlFlow::Continue(used + more)
    }

    /// Returns whether lines end in CR alone, and recognises the file if that is to be done. `None`
    /// if more bytes are needed.
    fn detect_line_ends(&mut self, bytes: &[u8], at_end: bool) -> Option<bool> {
        match (self.state, self.body_reader.options.kind) {
            (WalkState::Unknown, None) => {
                let (kind, ends_lines_in_cr) = recognise_lines(bytes, at_end)?;
                self.recognised = Some(self.body_reader.options.or_page(kind));
                Some(ends_lines_in_cr)
            }
            (WalkState::Unknown, Some(kind)) if !kind.has_no_messages() => {
                ends_lines_in_cr(bytes, at_end)
            }
            (WalkState::Envelope, _)
                if self.start == 0 && !self.framer.kind().has_no_messages() =>
            {
                ends_lines_in_cr(bytes, at_end)
            }
            _ => Some(false),
        }
    }

    /// Reads bytes whose lines end in LF.
    fn push_lines(
        &mut self,
        bytes: &[u8],
        rest: Rest,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), usize> {
        let window = Window::new(bytes, self.start, rest != Rest::Coming, self.before);
        self.rest_is_lost = rest == Rest::Lost;
        let has_cr_lines = self.has_cr_lines;
        let mut at = 0;
        loop {
            let from = at;
            let is_body = self.is_in_message
                && matches!(
                    self.state,
                    WalkState::Body
                        | WalkState::Header(HeaderOwner::Nested | HeaderOwner::Part { .. })
                );
            let step = match self.state {
                WalkState::Unknown => self.begin_file(&window, visitor),
                WalkState::Envelope => self.envelope(&window, at, visitor)?,
                WalkState::Header(HeaderOwner::Message) => {
                    self.message_header(&window, at, visitor)?
                }
                // The parts of an unwanted message are parsed all the same: they may decide where
                // the message ends.
                WalkState::Header(of) if self.is_wanted => self.header(&window, at, of, visitor)?,
                WalkState::Header(of) => self.header(&window, at, of, &mut NullVisitor)?,
                WalkState::Body if self.is_wanted => self.body(&window, at, visitor)?,
                WalkState::Body => self.body(&window, at, &mut NullVisitor)?,
                WalkState::Done => WalkStep::NeedInput(window.bytes.len()),
            };
            let (WalkStep::Advance(to)
            | WalkStep::NeedInput(to)
            | WalkStep::Header(to, _)
            | WalkStep::End(to)) = step;
            if is_body && to > from {
                visitor.body(&window.bytes[from..to]);
            }
            at = to;
            match step {
                WalkStep::Advance(_) => {}
                WalkStep::Header(_, of) => self.state = WalkState::Header(of),
                WalkStep::End(_) => {
                    self.state = WalkState::Envelope;
                    self.end_message(visitor)?;
                }
                WalkStep::NeedInput(_) => break,
            }
        }
        let is_complete = self.has_cr_lines == has_cr_lines;
        match rest {
            // The rest of the window is read again, with other lines.
            _ if !is_complete => {}
            Rest::Coming if self.next_bytes == NextBytes::Slow && self.is_wanted => {
                self.body_reader.pause(visitor)?;
            }
            Rest::Coming => {}
            Rest::Nothing | Rest::Lost => self.body_reader.end(rest, visitor)?,
        }
        if rest != Rest::Coming && is_complete {
            self.end_message(visitor)?;
        }
        self.before = window.before(at);
        self.start = window.offset(at);
        ControlFlow::Continue(at)
    }

    /// Reports the end of the current message, if one is reported.
    fn end_message(&mut self, visitor: &mut impl Visitor) -> ControlFlow<()> {
        if self.is_in_message {
            self.is_in_message = false;
            visitor.message_end(self.framer.kind().is_mbox())?;
        }
        ControlFlow::Continue(())
    }

    /// Returns an offset in the file before which no byte of the current text begins that is still to be
    /// [passed on](crate::Visitor::text). Decoders may hold back the bytes between this offset and those that are not
    /// used. `None` if no byte of a text has been read.
    #[must_use]
    pub fn delivered(&self) -> Option<u64> {
        self.body_reader.delivered()
    }

    /// Returns what follows an index up to which the window has been decided.
    fn after_window(&self, window: &Window<'_>, at: usize) -> AfterBytes {
        if window.at_end && at == window.bytes.len() {
            AfterBytes::End
        } else if self.next_bytes == NextBytes::Buffered {
            AfterBytes::MoreBuffered
        } else {
            AfterBytes::More
        }
    }

    fn body(
        &mut self,
        window: &Window<'_>,
        at: usize,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), WalkStep> {
        let at = if self.framer.skips_base64() {
            self.framer
                .limit_skip(window, at, self.body_reader.skip_base64(window, at))
        } else {
            at
        };
        let token = self.framer.next(window, at);
        let after = match token.kind {
            FrameTokenKind::Boundary => AfterBytes::End,
            FrameTokenKind::Escape { .. } => AfterBytes::Escape,
            FrameTokenKind::Incomplete => self.after_window(window, token.at),
        };
        let end = DecidedEnd {
            at: token.at,
            after,
        };
        let step = self.body_reader.read(window, at, end, visitor)?;
        if step != WalkStep::NeedInput(token.at) {
            return ControlFlow::Continue(step);
        }
        ControlFlow::Continue(match token.kind {
            FrameTokenKind::Incomplete => WalkStep::NeedInput(token.at),
            FrameTokenKind::Escape { is_doubtful } => {
                if is_doubtful {
                    self.body_reader
                        .read_doubtful_mark(window, token.at, visitor)?;
                }
                WalkStep::Advance(token.at + 1)
            }
            FrameTokenKind::Boundary => {
                self.body_reader.end(Rest::Nothing, visitor)?;
                WalkStep::End(token.at)
            }
        })
    }
}
