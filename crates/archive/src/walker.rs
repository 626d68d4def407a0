//! The walk through an archive: from message to message, from header to body.

use std::ops::{ControlFlow, Range};

use memchr::memrchr;

use crate::{
    Kind, Message, ReadOptions, Rest, Visitor, Warning,
    body::Bodies,
    envelope::Envelope,
    framer::{CutKind, Framer},
    header::{self, Content, HeaderEnd},
    prefilter::may_be_in_message,
    recognise::recognise,
    step::{HeaderOf, Step},
    visitor::Nobody,
    window::{Before, FILE_START, Window},
};

/// The resumable machine: the bytes of a file in, in pieces of any size; its messages, parts and
/// texts out, to a [`Visitor`].
///
/// It asks for bytes again that it cannot use before more have come, at most
/// [`MOST_HELD`](Self::MOST_HELD) of them. Of its own it keeps what its decoders hold back, at most a
/// page of 256 KiB, what the multiparts that are open say of themselves, at most 64 times 10 KiB, and
/// a header field, decoded, with the map of it: at most 8 MiB, where it has 256 KiB of nothing but
/// encoded bytes. It passes over each byte a fixed number of times, if it is given some KiB at a
/// time; over those of a header that is not whole yet, once more each time.
#[derive(Debug)]
pub struct Walker {
    options: ReadOptions,
    state: State,
    framer: Framer,
    /// Offset in the file of the next byte that is needed.
    start: u64,
    before: Before,
    /// The message at hand: its number and where it begins.
    index: u64,
    message: u64,
    /// Offset from which on messages are not told any more.
    end: u64,
    /// Where the first message begins that was come upon, and the first one that is not told.
    first: Option<u64>,
    next: Option<u64>,
    /// Whether a text is cut after lines that are not empty.
    cuts_lines: bool,
    /// Whether the text at hand is cut nowhere.
    is_whole: bool,
    /// Whether what follows the window is lost.
    is_cut: bool,
    /// Whether the message at hand is told.
    interest: Interest,
    bodies: Bodies,
}

/// Whether a visitor wants a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Interest {
    Wanted,
    Refused,
}

/// What the next byte belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// A file of which nothing is known yet.
    Unknown,
    /// What stands in front of a message.
    Between,
    /// The header section of a message, of one inside another, or of a part.
    Header(HeaderOf),
    Body,
    /// Nothing that is to be told.
    Over,
}

impl Walker {
    /// The most bytes that [`push`](Self::push) can leave unused: as much as has to be seen of a
    /// message that contains what looks like the next one, to know if its length is right.
    pub const MOST_HELD: usize = 5 << 20;

    /// At the start of a file.
    #[must_use]
    pub fn new(options: ReadOptions) -> Self {
        let prefilter = options.prefilter.clone();
        Self {
            framer: Framer::new(Kind::Text),
            options,
            state: State::Unknown,
            start: 0,
            before: FILE_START,
            index: 0,
            message: 0,
            end: u64::MAX,
            first: None,
            next: None,
            cuts_lines: false,
            is_whole: false,
            is_cut: false,
            interest: Interest::Wanted,
            bodies: Bodies::new(prefilter),
        }
    }

    /// In the middle of a file of this kind: tells the messages that begin in `range`, each of them
    /// whole, also where it reaches beyond, and none that begins before or after. The bytes that
    /// are pushed are those from `range.start` on; `before` are the three bytes in front, and line
    /// breaks where the file begins.
    ///
    /// The walk begins with what first looks like a message there. Which one that is does not depend
    /// on what lies before, unless a message tells a length that is right, and goes on after what
    /// looks like a boundary: [`first_message`](crate::first_message) knows. A walk that was begun
    /// in front of the range, and ends there, knows it, too: this one told what is in the file if
    /// its [`first`](Self::first) message is the [`next`](Self::next) one of that. Messages are
    /// numbered from the first one on. A range that begins at 0 begins with what stands in front of
    /// the first message, as the whole file does.
    ///
    /// A [`Kind::Text`] is cut after empty lines, in front of a line that is neither empty nor indented
    /// and does not begin with a slash: what begins there or at 0 is in the range, up to the next
    /// such place at its end or after. What [cannot be cut](Kind::can_be_cut) begins at 0, all of it.
    #[must_use]
    pub fn within(options: ReadOptions, kind: Kind, range: Range<u64>, before: [u8; 3]) -> Self {
        // The first message of a file may lack what stands in front of the others.
        let state = if range.start == 0 {
            State::Between
        } else {
            State::Body
        };
        Self::in_range(options, kind, range, before, state)
    }

    /// The same as [`within`](Self::within) where a message is known to begin at `range.start`, be
    /// it that a walk or [`first_message`](crate::first_message) has told so. It may not look like
    /// it: one may begin without an empty line in front, or in the middle of a line, if the length of
    /// the one before leads there.
    ///
    /// A range may end before it begins. It is empty then: nothing is told but where the
    /// [`next`](Self::next) message begins.
    #[must_use]
    pub fn at_message(
        options: ReadOptions,
        kind: Kind,
        range: Range<u64>,
        before: [u8; 3],
    ) -> Self {
        Self::in_range(options, kind, range, before, State::Between)
    }

    fn in_range(
        options: ReadOptions,
        kind: Kind,
        range: Range<u64>,
        before: Before,
        state: State,
    ) -> Self {
        let is_all_before = range.start > 0 && !options.can_be_cut(kind, &[]);
        let mut framer = Framer::new(kind);
        framer.cut_text_from(range.start, false);
        Self {
            state: if is_all_before { State::Over } else { state },
            framer,
            start: range.start,
            before,
            end: range.end,
            ..Self::new(options)
        }
    }

    /// Cuts a [`Kind::Text`] after lines, too, in which a `>` follows the last `<`: there are texts
    /// without empty lines. Where that is depends on where the range begins or ends, and so such a walk fits
    /// one that was begun [at its next](Self::next) place, or one that has come upon the same, and no
    /// other.
    #[must_use]
    pub fn cutting_lines(mut self) -> Self {
        self.cuts_lines = true;
        if self.framer.kind() == Kind::Text {
            self.framer.cut_text_from(self.start, true);
        }
        self
    }

    /// Says where the range ends, if that was not known before. Nothing after it may have been pushed.
    pub fn stop_at(&mut self, end: u64) {
        if end == self.end {
            return;
        }
        self.end = end;
        if self.framer.kind() == Kind::Text && self.first.is_some() && !self.is_whole {
            self.framer.cut_text_from(end, self.cuts_lines);
        }
    }

    /// Where the first message begins that was come upon, told or passed by, even if that is after
    /// the range. `None` before, and if there is none.
    #[must_use]
    pub fn first(&self) -> Option<u64> {
        self.first
    }

    /// Where the first message after the range begins, which is not told. `None` before it was
    /// come upon, and if there is none.
    #[must_use]
    pub fn next(&self) -> Option<u64> {
        self.next
    }

    /// How many messages have begun, those included that were passed by. A [`Kind::Text`] has none.
    #[must_use]
    pub fn messages(&self) -> u64 {
        self.index
    }

    /// Whether nothing more will be told, whatever is pushed: there is a [`next`](Self::next)
    /// message, or none of the file can begin in the range.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.state == State::Over
    }

    /// Goes back to the start, for the next file.
    pub fn reset(&mut self) {
        self.state = State::Unknown;
        self.start = 0;
        self.before = FILE_START;
        self.index = 0;
        self.end = u64::MAX;
        self.first = None;
        self.next = None;
        self.interest = Interest::Wanted;
        self.is_whole = false;
        self.bodies.reset();
    }

    /// Reads on in the file. `bytes` are those that the calls before have left unused, and all that
    /// has come since; `rest` says whether more will. Returns how many of them are used up.
    ///
    /// # Errors
    ///
    /// A break, if the visitor asked for one. The walk cannot be gone on with then.
    pub fn push(
        &mut self,
        bytes: &[u8],
        rest: Rest,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), usize> {
        let window = Window::new(bytes, self.start, rest != Rest::Coming, self.before);
        self.is_cut = rest == Rest::Lost;
        let mut at = 0;
        loop {
            let step = match self.state {
                State::Unknown => self.recognise(&window, visitor)?,
                State::Between => self.between(&window, at, visitor)?,
                State::Header(HeaderOf::Message) => self.message_header(&window, at, visitor)?,
                // What is a part may tell where the message ends, and so its parts are walked through.
                State::Header(of) if self.interest == Interest::Wanted => {
                    self.header(&window, at, of, visitor)?
                }
                State::Header(of) => self.header(&window, at, of, &mut Nobody)?,
                State::Body if self.interest == Interest::Wanted => {
                    self.body(&window, at, visitor)?
                }
                State::Body => self.body(&window, at, &mut Nobody)?,
                State::Over => Step::Wait(window.bytes.len()),
            };
            at = match step {
                Step::On(to) => to,
                Step::Header(to, of) => {
                    self.state = State::Header(of);
                    to
                }
                Step::End(to) => {
                    self.state = State::Between;
                    to
                }
                Step::Wait(to) => {
                    at = to;
                    break;
                }
            };
        }
        match rest {
            Rest::Coming => {}
            Rest::Nothing => self.bodies.end(visitor)?,
            Rest::Lost => self.bodies.cut(visitor)?,
        }
        self.before = window.before(at);
        self.start = window.offset(at);
        ControlFlow::Continue(at)
    }

    /// Tells, in their order, where in the file bytes stand that are used up, but are held back by
    /// a decoder and may yet give a `<`.
    pub fn held(&self, tell: &mut dyn FnMut(u64)) {
        self.bodies.pipeline().held(tell);
    }

    fn recognise(
        &mut self,
        window: &Window<'_>,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), Step> {
        let known = self.options.kind;
        let Some(kind) = known.or_else(|| recognise(window.bytes, window.at_end)) else {
            return ControlFlow::Continue(Step::Wait(0));
        };
        visitor.recognised(kind);
        self.framer = Framer::new(kind);
        self.state = State::Between;
        ControlFlow::Continue(Step::On(0))
    }

    /// Passes over what an archive puts in front of a message.
    fn between(
        &mut self,
        window: &Window<'_>,
        at: usize,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), Step> {
        if self.framer.kind() == Kind::Text {
            return self.begin_text(window, at, visitor);
        }
        let envelope = match Envelope::at(&self.framer, window, at) {
            Ok(envelope) => envelope,
            Err(used) => return ControlFlow::Continue(Step::Wait(used)),
        };
        let header = envelope.header;
        if header == window.bytes.len() && envelope.is_nothing() {
            return ControlFlow::Continue(Step::Wait(header));
        }
        self.message = window.offset(envelope.message);
        if !self.begins_in_range(self.message, visitor) {
            return ControlFlow::Continue(Step::Wait(window.bytes.len()));
        }
        let end = envelope
            .length
            .map(|length| window.offset(header).saturating_add(length));
        self.framer.expect_end(end);
        if envelope.is_doubtful {
            visitor.warning(self.message, Warning::DoubtfulBoundary);
        }
        if !visitor.wants_all_messages()
            && let Some(end) = self.after_message_without_urls(window, header)
        {
            self.index += 1;
            return ControlFlow::Continue(Step::On(end));
        }
        self.state = State::Header(HeaderOf::Message);
        ControlFlow::Continue(Step::On(header))
    }

    /// Begins the text of a file without messages, or the part of it that is in the range.
    fn begin_text(
        &mut self,
        window: &Window<'_>,
        at: usize,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), Step> {
        let rest = &window.bytes[at..];
        // A byte order mark may be yet to come.
        if rest.len() < 2 && !window.at_end {
            return ControlFlow::Continue(Step::Wait(at));
        }
        if !self.begins_in_range(window.offset(at), visitor) {
            return ControlFlow::Continue(Step::Wait(window.bytes.len()));
        }
        let head = if window.offset(at) == 0 { rest } else { &[] };
        self.is_whole = !self.options.can_be_cut(Kind::Text, head);
        let cut = if self.is_whole { u64::MAX } else { self.end };
        self.framer.cut_text_from(cut, self.cuts_lines);
        let encoding = self.options.text_encoding(head);
        self.bodies.begin_file(encoding, visitor)?;
        self.state = State::Body;
        ControlFlow::Continue(Step::On(at))
    }

    /// Whether what begins at an offset is in the range. If not, the walk is over.
    fn begins_in_range(&mut self, offset: u64, visitor: &mut impl Visitor) -> bool {
        let begin = if self.framer.kind().can_be_cut() {
            offset
        } else {
            0
        };
        if self.first.is_none() {
            self.first = Some(begin);
            visitor.first(begin);
        }
        let is_in_range = begin < self.end;
        if !is_in_range {
            self.next = Some(begin);
            self.state = State::Over;
        }
        is_in_range
    }

    /// Passes over a message whose header begins at an index, if it can be seen whole, as it is,
    /// and nothing in it can be a delimited URL, encoded or not. Most messages are such.
    fn after_message_without_urls(&mut self, window: &Window<'_>, header: usize) -> Option<usize> {
        let prefilter = self.options.prefilter.as_ref()?;
        let cut = self.framer.next(window, header);
        let is_passed = cut.what == CutKind::Boundary
            && !self.bodies.may_hold_file(window, header..cut.at)
            && !may_be_in_message(prefilter, &window.bytes[header..cut.at]);
        is_passed.then_some(cut.at)
    }

    /// Reads the header section of a message, and asks whether the message is wanted.
    fn message_header(
        &mut self,
        window: &Window<'_>,
        at: usize,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), Step> {
        let Some(end) = self.header_end(window, at, visitor) else {
            return ControlFlow::Continue(Step::Wait(at));
        };
        let message = Message {
            index: self.index,
            offset: self.message,
            header: &window.bytes[at..at + end.header],
            header_offset: window.offset(at),
        };
        self.index += 1;
        self.bodies.begin_message();
        let is_wanted = visitor.wants_message(&message);
        self.interest = if is_wanted {
            Interest::Wanted
        } else {
            Interest::Refused
        };
        if !is_wanted {
            return self.after_header(window, at, end, HeaderOf::Message, &mut Nobody);
        }
        visitor.message(&message)?;
        self.after_header(window, at, end, HeaderOf::Message, visitor)
    }

    /// Reads the header section of a part, or of a message inside another.
    fn header(
        &mut self,
        window: &Window<'_>,
        at: usize,
        of: HeaderOf,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), Step> {
        match self.header_end(window, at, visitor) {
            Some(end) => self.after_header(window, at, end, of, visitor),
            None => ControlFlow::Continue(Step::Wait(at)),
        }
    }

    /// Finds the end of the header section that begins at an index. `None` if more bytes are needed.
    fn header_end(
        &mut self,
        window: &Window<'_>,
        at: usize,
        visitor: &mut impl Visitor,
    ) -> Option<HeaderEnd> {
        let (limit, is_limit_known) = self.header_limit(window, at);
        match header_end(&window.bytes[at..limit], is_limit_known) {
            HeaderIs::Whole(end) => Some(end),
            HeaderIs::Unfinished => None,
            HeaderIs::TooLong(end) => {
                visitor.warning(window.offset(at + end.header), Warning::LongHeader);
                Some(end)
            }
        }
    }

    /// Does what a header section asks for that begins at an index.
    fn after_header(
        &mut self,
        window: &Window<'_>,
        at: usize,
        end: HeaderEnd,
        of: HeaderOf,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), Step> {
        let block = &window.bytes[at..at + end.header];
        let body = at + end.body;
        let mut content = Content::of(&block[end.content..]);
        let has_length = of == HeaderOf::Message && self.framer.kind().is_mbox();
        if let Some(length) = content.length.filter(|_| has_length) {
            let end = window.offset(body).saturating_add(length);
            self.framer.expect_end(Some(end));
            // What is a boundary depends on it.
            self.framer.rewind(window, body);
        }
        self.bodies.take_base(&mut content);
        if self.options.headers && self.bodies.may_be_in_header(block) {
            let is_cut = self.is_cut && at + end.header == window.bytes.len();
            let offset = window.offset(at);
            self.bodies.read_header(block, offset, is_cut, visitor)?;
        }
        let begun = self
            .bodies
            .begin(content, of, &self.options, window.offset(body), visitor)?;
        let Some(of) = begun else {
            self.state = State::Body;
            return ControlFlow::Continue(Step::On(body));
        };
        ControlFlow::Continue(Step::Header(body, of))
    }

    /// The index at which a header section ends at the latest, and whether it is known to.
    fn header_limit(&mut self, window: &Window<'_>, at: usize) -> (usize, bool) {
        // In an mbox an empty line comes first, and ends the header.
        if self.framer.kind().is_mbox() {
            return (window.bytes.len(), window.at_end);
        }
        let mut cut = self.framer.next(window, at);
        if cut.what == CutKind::Escape {
            while cut.what == CutKind::Escape {
                cut = self.framer.next(window, cut.at + 1);
            }
            self.framer.rewind(window, at);
        }
        (cut.at, cut.what == CutKind::Boundary || window.at_end)
    }

    fn body(
        &mut self,
        window: &Window<'_>,
        at: usize,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), Step> {
        let at = match self.framer.kind() {
            Kind::Mmdf | Kind::Nntp => at,
            _ => self.framer.leap(window, at, self.bodies.leap(window, at)),
        };
        let cut = self.framer.next(window, at);
        let step = self
            .bodies
            .read(window, at, cut.at, &self.options, visitor)?;
        if step != Step::Wait(cut.at) {
            return ControlFlow::Continue(step);
        }
        ControlFlow::Continue(match cut.what {
            CutKind::Wait => Step::Wait(cut.at),
            CutKind::Escape => Step::On(cut.at + 1),
            CutKind::Boundary => {
                self.bodies.end(visitor)?;
                Step::End(cut.at)
            }
        })
    }
}

/// The most bytes that a header section may have.
const MOST_HEADER: usize = 256 << 10;

/// So many bytes are enough to find where it ends: those, and an empty line after them.
pub(crate) const ENOUGH_OF_HEADER: usize = MOST_HEADER + 2;

/// What is known of a header section.
pub(crate) enum HeaderIs {
    Whole(HeaderEnd),
    /// More bytes are needed to find its end.
    Unfinished,
    /// It is cut after the last whole line that has room.
    TooLong(HeaderEnd),
}

/// Finds the end of the header section that begins where `text` does, by no more than the bytes
/// that it may have and an empty line after them.
pub(crate) fn header_end(text: &[u8], is_whole: bool) -> HeaderIs {
    if text.len() < ENOUGH_OF_HEADER {
        return match header::header_end(text, is_whole) {
            Some(end) => HeaderIs::Whole(end),
            None => HeaderIs::Unfinished,
        };
    }
    match header::header_end(&text[..ENOUGH_OF_HEADER], false) {
        Some(end) if end.header <= MOST_HEADER => HeaderIs::Whole(end),
        _ => {
            let lines = memrchr(b'\n', &text[..MOST_HEADER]);
            let end = lines.map_or(MOST_HEADER, |last| last + 1);
            HeaderIs::TooLong(HeaderEnd::without_empty_line(end))
        }
    }
}
