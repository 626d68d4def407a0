//! The streaming extractor: bytes in, links out.
//!
//! [`Sifter`] is the type that callers use. It feeds windows of the input to the archive reader
//! ([`Walker`]); the texts that the reader finds go to the scanner, and what the scanner finds is
//! reported to the caller's [`Sink`] (`emit`). `buffer` reads blocks, `seek` finds the first message of
//! a range.

mod buffer;
mod emit;
mod part;
mod seek;

use std::{
    io::{self, Read},
    ops::{ControlFlow, Range},
};

use urlsift_archive::{Kind, Place, ReadOptions, Rest, TextUnit, Walker};
use urlsift_scan::{Config, Scanner};

use crate::{ContextLine, InMessage, Link, Position, Rejected, prefilter};

use self::{
    emit::{LinkEmitter, ScanVisitor, State},
    part::PartStart,
    seek::{Seek, SeekStep},
};
pub(crate) use buffer::InputBuffer;

/// What a [`Sink`] that has had enough leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skip {
    /// The rest of the current file. If it is a member of a container, the next member follows.
    File,
    /// The rest of the input: the file, and all other members of its container.
    Input,
}

/// Receives what a [`Sifter`] finds, in the order of the input.
///
/// Every method that returns a [`ControlFlow`] can end the reading.
pub trait Sink {
    /// Returns whether the links of a message are wanted, which can be decided by its header.
    ///
    /// Called once per message, before anything of it is reported, and not for a message that cannot
    /// hold a URL. If the answer is no, nothing of the message is decoded or scanned, and neither its
    /// links nor its rejected candidates are reported. The message still counts in
    /// [`InMessage::index`] and [`ReadStats::messages`].
    ///
    /// The argument stands for the whole message: it has no [`part`](InMessage::part) and no
    /// [`header`](InMessage::header) field.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use urlsift::{InMessage, Link, Sifter, Sink, Skip};
    ///
    /// struct OfJim(Vec<u64>);
    /// impl Sink for OfJim {
    ///     fn wants_message(&mut self, message: &InMessage<'_>) -> bool {
    ///         message.metadata().from().is_some_and(|from| from.contains("jim@"))
    ///     }
    ///     fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
    ///         self.0.extend(link.message().map(|message| message.index()));
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    ///
    /// let mbox = b"From a Mon Jan 30 09:12:04 1995\nFrom: ben@a.example\n\n<http://a.example/>\n\n\
    ///     From a Mon Jan 30 09:12:05 1995\nFrom: jim@a.example\n\n<http://a.example/>\n";
    /// let mut sink = OfJim(Vec::new());
    /// Sifter::new().sift_slice(mbox, &mut sink);
    /// assert_eq!(sink.0, [1]);
    /// ```
    fn wants_message(&mut self, _message: &InMessage<'_>) -> bool {
        true
    }

    /// Returns whether a text is scanned: a file without messages, a header field, or the body of a
    /// part. Called before each text. A text that is not wanted is not decoded.
    fn wants_text(&mut self, _place: Place<'_>) -> bool {
        true
    }

    /// A text begins. Its bytes, decoded, follow in [`text`](Self::text).
    ///
    /// Texts that cannot hold a URL may be left out: a message without `<` is not decoded.
    fn begin_text(&mut self, _text: &TextUnit<'_>) {}

    /// The next bytes of the current text, decoded, as they are scanned.
    ///
    /// Offsets of [`Link::candidate`] count from the first byte after [`begin_text`](Self::begin_text),
    /// so that a program that shows the text can underline the link in it. A link is reported after the
    /// bytes that hold it.
    fn text(&mut self, _decoded: &[u8]) {}

    /// A link. Links and rejected candidates come in the order of their `<`.
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip>;

    /// Returns whether the lines around the last link are wanted. Called only if [`Sifter::context`]
    /// was used.
    fn wants_context(&self) -> bool {
        true
    }

    /// A line on which a link stands, or a line after it, if [`Sifter::context`] asked for lines. Each
    /// line comes once, and before the next link unless that stands on it or before it. Lines before the
    /// link are [`Link::before`].
    fn context(&mut self, _line: ContextLine<'_>) -> ControlFlow<Skip> {
        ControlFlow::Continue(())
    }

    /// A candidate that was opened and is no link.
    fn rejected(&mut self, _rejected: &Rejected<'_>) -> ControlFlow<Skip> {
        ControlFlow::Continue(())
    }

    /// A defect of the archive, and the offset of the byte it is about.
    fn warning(&mut self, _offset: u64, _warning: urlsift_archive::Warning) {}

    /// Everything read so far has been scanned, and a read follows that may block. Called again when a
    /// signal interrupts the read.
    fn before_read(&mut self) -> ControlFlow<Skip> {
        ControlFlow::Continue(())
    }
}

/// How much of a file was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadStats {
    /// The bytes of the file, uncompressed.
    pub bytes: u64,
    /// The messages. A message inside a message is a part of it.
    pub messages: u64,
    /// The parts of the messages, multiparts included; a message that the sink does not
    /// [want](Sink::wants_message) counts as one.
    pub parts: u64,
}

/// What [`Sifter::sift`] returns: how much was read, and why no more was.
#[derive(Debug)]
#[must_use]
pub struct Sifted {
    /// How much was read; up to the last link if the sink stopped there.
    pub stats: ReadStats,
    /// Why the reading ended.
    pub end: End,
}

/// Why the reading of a file ended.
#[derive(Debug)]
pub enum End {
    /// Everything was read.
    Complete,
    /// The sink has had enough.
    Skipped(Skip),
    /// The file could not be read past an offset. What stands before it was reported, but for a
    /// candidate that was not closed.
    Failed {
        /// The offset of the first byte that could not be read.
        offset: u64,
        /// Why.
        error: io::Error,
    },
}

/// Finds the links of one file after another.
///
/// It retains one block of 1 MiB and what a [`Scanner`] and a [`Walker`] retain. All buffers are used
/// again for the next file.
///
/// ```
/// use std::ops::ControlFlow;
/// use urlsift::{Link, Sifter, Sink, Skip};
///
/// struct Print;
/// impl Sink for Print {
///     fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
///         let url = String::from_utf8_lossy(link.candidate().url());
///         let conformance = link.verdict().conformance();
///         println!("{url} at byte {} is {conformance}", link.span().start());
///         ControlFlow::Continue(())
///     }
/// }
///
/// let mail = &b"> It is in <URL:http://ds.internic.\n> net/instructions/overview.html>."[..];
/// let sifted = Sifter::new().sift(mail, &mut Print);
/// assert_eq!(sifted.stats.bytes, 70);
/// ```
#[derive(Debug)]
pub struct Sifter {
    extractor: Extractor,
    buffer: InputBuffer,
    /// The search for the first message of the range, while it goes on.
    seek: Option<Seek>,
    /// Where the messages that are reported begin, if not all are.
    range: Option<Range<u64>>,
    config: Config,
    reading: ReadOptions,
}

/// The archive reader, the scanner, and what connects them.
#[derive(Debug)]
struct Extractor {
    scanner: Scanner,
    walker: Walker,
    state: State,
}

/// How far [`Sifter::step`] has come.
#[derive(Debug)]
pub enum Step {
    /// There is more to do.
    Continue,
    /// The end of the file.
    EndOfFile,
    /// The end of the segment, or of the range: the next message begins after it. The position counts
    /// from the segment's first message and is known only if positions are wanted.
    EndOfSegment(Option<Position>),
    /// The rest of the file is lost.
    Failed(io::Error),
}

impl Sifter {
    /// Creates a sifter with the default [`Config`] and [`ReadOptions`], without positions.
    #[must_use]
    pub fn new() -> Self {
        Self::with(Config::new())
    }

    /// Creates a sifter whose scanner has a configuration.
    #[must_use]
    pub fn with(config: Config) -> Self {
        let reading = ReadOptions::new().prefilter(Some(prefilter(&config)));
        Self {
            extractor: Extractor {
                scanner: Scanner::new(config.clone()),
                walker: Walker::new(reading.clone()),
                state: State::default(),
            },
            buffer: InputBuffer::new(),
            seek: None,
            range: None,
            config,
            reading,
        }
    }

    /// Returns a sifter with the same options and buffers of its own.
    #[must_use]
    pub fn with_fresh_buffers(&self) -> Self {
        Self {
            extractor: Extractor {
                scanner: Scanner::new(self.config.clone()),
                walker: Walker::new(self.reading.clone()),
                state: self.extractor.state.with_fresh_buffers(),
            },
            buffer: self.buffer.with_fresh_buffers(),
            seek: None,
            range: self.range.clone(),
            config: self.config.clone(),
            reading: self.reading.clone(),
        }
    }

    /// Sets how files are read. By default each is read as what its content says it is. The
    /// [prefilter](ReadOptions::prefilter) is that of the scanner, whatever the options say.
    #[must_use]
    pub fn reading(mut self, reading: ReadOptions) -> Self {
        let reading = reading.prefilter(Some(prefilter(&self.config)));
        self.extractor.walker = Walker::new(reading.clone());
        self.reading = reading;
        self
    }

    /// Sets whether the line and column of each link are wanted, which takes a pass over the file to
    /// count its lines.
    #[must_use]
    pub fn positions(mut self, wanted: bool) -> Self {
        self.extractor.state.want_positions(wanted);
        self
    }

    /// Asks for lines of decoded text around each link: up to `before` lines before it, those it stands
    /// on, and up to `after` lines after it; none of another text (another header field, part or file).
    /// Both are at most 1000.
    ///
    /// This retains the lines asked for and 1024 more, up to 4 KiB of each, which is at most 12 MiB. Of a
    /// link on more than 1024 lines the first lines are lost.
    ///
    /// ```
    /// # use std::ops::ControlFlow;
    /// # use urlsift::{ContextLine, Link, Sifter, Sink, Skip};
    /// struct Lines(Vec<String>);
    /// impl Sink for Lines {
    ///     fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
    ///         let before = link.before();
    ///         self.0.extend(before.map(|line| String::from_utf8_lossy(line.text()).into()));
    ///         ControlFlow::Continue(())
    ///     }
    ///     fn context(&mut self, line: ContextLine<'_>) -> ControlFlow<Skip> {
    ///         if let ContextLine::Line(line) = line {
    ///             self.0.push(String::from_utf8_lossy(line.text()).into());
    ///         }
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    /// let mut sink = Lines(Vec::new());
    /// let text = b"one\ntwo\nsee <http://a/>\nfour\nfive";
    /// Sifter::new().context(1, 1).sift_slice(text, &mut sink);
    /// assert_eq!(sink.0, ["two", "see <http://a/>", "four"]);
    /// ```
    #[must_use]
    pub fn context(mut self, before: usize, after: usize) -> Self {
        self.extractor.state.want_context(before, after);
        self
    }

    /// Reports only the messages that begin in a range of each file's bytes, each of them whole, even
    /// where it reaches past the range. Adjacent ranges together give what one pass gives.
    ///
    /// In a file without messages, a "message" is what follows an empty line that begins in the range. A
    /// file that [cannot be cut](Kind::can_be_cut) begins at 0, all of it.
    ///
    /// There are no positions, as the lines before the range are not counted, and [`InMessage::index`]
    /// counts from the first message of the range.
    ///
    /// ```
    /// # use std::ops::ControlFlow;
    /// # use urlsift::{Link, Sifter, Sink, Skip};
    /// # struct Offsets(Vec<u64>);
    /// # impl Sink for Offsets {
    /// #     fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
    /// #         self.0.push(link.span().start());
    /// #         ControlFlow::Continue(())
    /// #     }
    /// # }
    /// # let mut sink = Offsets(Vec::new());
    /// let text = &b"<http://a/>\n\n<http://b/>\n\n<http://c/>"[..];
    /// Sifter::new().range(1..14).sift(text, &mut sink);
    /// assert_eq!(sink.0, [13]);
    /// ```
    #[must_use]
    pub fn range(mut self, range: Range<u64>) -> Self {
        self.range = Some(range);
        self.extractor.state.set_in_range();
        self
    }

    /// Sets the bytes read per block, at least 1. What is found does not depend on it.
    #[must_use]
    pub fn block_size(mut self, bytes: usize) -> Self {
        self.buffer.set_block(bytes);
        self
    }

    /// Reads a file to its end and reports everything in it.
    pub fn sift(&mut self, mut bytes: impl Read, sink: &mut impl Sink) -> Sifted {
        self.begin();
        self.run(&mut bytes, sink)
    }

    /// Reads the part of a file that was begun to its end.
    fn run(&mut self, bytes: &mut dyn Read, sink: &mut impl Sink) -> Sifted {
        let start = self.buffer.start();
        let end = match self.steps(bytes, sink) {
            ControlFlow::Continue(None) => End::Complete,
            ControlFlow::Continue(Some(error)) => End::Failed {
                offset: self.buffer.end(),
                error,
            },
            ControlFlow::Break(skip) => End::Skipped(skip),
        };
        // Where the first message was searched for, it is the first one reported.
        let first = self.first_message().filter(|_| start == 0 && self.seeks());
        let was_skipped = matches!(end, End::Skipped(_));
        Sifted {
            stats: self.stats(first.unwrap_or(start), was_skipped),
            end,
        }
    }

    fn steps(
        &mut self,
        bytes: &mut dyn Read,
        sink: &mut impl Sink,
    ) -> ControlFlow<Skip, Option<io::Error>> {
        loop {
            sink.before_read()?;
            match self.step(bytes, &|| u64::MAX, sink)? {
                Step::Continue => {}
                Step::EndOfFile | Step::EndOfSegment(_) => return ControlFlow::Continue(None),
                Step::Failed(error) => return ControlFlow::Continue(Some(error)),
            }
        }
    }

    /// Reports everything in a file that is in memory. No byte is copied to a block.
    pub fn sift_slice(&mut self, bytes: &[u8], sink: &mut impl Sink) -> Sifted {
        if self.has_range() {
            return self.sift(bytes, sink);
        }
        self.begin();
        let mut start = 0;
        let mut len = buffer::STEP;
        let end = loop {
            let window = &bytes[start..bytes.len().min(start + len)];
            let rest = Rest::of(start + window.len() == bytes.len());
            let pushed = self
                .extractor
                .push(window, start as u64, rest, u64::MAX, sink);
            match pushed {
                ControlFlow::Break(skip) => break End::Skipped(skip),
                ControlFlow::Continue(_) if rest == Rest::Nothing => break End::Complete,
                ControlFlow::Continue((used, _)) => {
                    start += used;
                    // What the reader leaves is part of the next window.
                    len = buffer::STEP.max(2 * (window.len() - used));
                }
            }
        };
        let was_skipped = matches!(end, End::Skipped(_));
        Sifted {
            stats: self.extractor.stats(0, bytes.len() as u64, was_skipped),
            end,
        }
    }

    /// Reports everything in one part of a message, as an IMAP client fetches it (`BODY[1.MIME]` and
    /// `BODY[1]`): `header` is the header section of the part, with or without the empty line after it,
    /// and `body` its body, encoded as it is. The header is not scanned, whatever it holds; what follows
    /// its first empty line, or its first 256 KiB, is left out.
    ///
    /// Places count from the first byte of the body: [`Link::span`], [`Link::pieces`],
    /// [`Link::position`], and the offsets of [warnings](Sink::warning).
    ///
    /// ```
    /// # use std::ops::ControlFlow;
    /// # use urlsift::{Link, Sifter, Sink, Skip};
    /// # struct Spans(Vec<std::ops::Range<u64>>);
    /// # impl Sink for Spans {
    /// #     fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
    /// #         self.0.push(link.span().start()..link.span().end());
    /// #         ControlFlow::Continue(())
    /// #     }
    /// # }
    /// # let mut sink = Spans(Vec::new());
    /// let header = b"Content-Transfer-Encoding: quoted-printable\r\n";
    /// let body = b"see =3Chttp://a.exam=\r\nple/>\r\n";
    /// Sifter::new().sift_part(header, body, &mut sink);
    /// assert_eq!(sink.0, [4..28]);
    /// ```
    pub fn sift_part(&mut self, header: &[u8], body: &[u8], sink: &mut impl Sink) -> Sifted {
        let section = part::header_section(header);
        let origin = PartStart::after(&section);
        let reading = self.reading.clone();
        let of_part = reading.clone().kind(Some(Kind::Message)).headers(false);
        self.extractor.walker = Walker::new(of_part);
        self.begin_at(0);
        self.extractor.state.set_part_start(origin);
        let mut sifted = self.run(&mut section.chain(body), sink);
        sifted.stats.bytes = sifted.stats.bytes.saturating_sub(origin.offset);
        if let End::Failed { offset, .. } = &mut sifted.end {
            *offset = offset.saturating_sub(origin.offset);
        }
        self.extractor.state.set_part_start(PartStart::default());
        self.extractor.walker = Walker::new(reading);
        sifted
    }
}

/// The steps of a file, for programs that cut files into segments or read them in their own way.
impl Sifter {
    /// Begins at the start of a file, or of its range.
    pub fn begin(&mut self) {
        if self.has_range() {
            // The last one may have searched only for the beginnings of messages.
            self.extractor.walker = Walker::new(self.reading.clone());
        } else {
            self.extractor.walker.reset();
        }
        self.begin_at(0);
        self.seek_from_start();
    }

    /// Begins at a message of the sifter's [range](Self::range), where the file can be read at any
    /// offset: the next byte read is at `first`, a message begins there, and `before` are the three
    /// bytes before it.
    pub fn begin_in_range(&mut self, kind: Kind, first: u64, before: [u8; 3]) {
        let end = self.range.as_ref().map_or(u64::MAX, |range| range.end);
        let reading = self.reading.clone();
        self.extractor.walker = Walker::at_message(reading, kind, first..end, before);
        self.begin_at(first);
    }

    /// Begins at `start`, the offset of the next byte read, with a walker for a segment of the file.
    /// `walker` makes it of the sifter's [options](Self::read_options).
    pub fn begin_segment(&mut self, walker: impl FnOnce(ReadOptions) -> Walker, start: u64) {
        self.extractor.walker = walker(self.reading.clone());
        self.begin_at(start);
        if start == 0 {
            self.seek_from_start();
        }
    }

    fn begin_at(&mut self, start: u64) {
        self.extractor.scanner.reset();
        self.extractor.state.reset(start);
        self.buffer.reset(start);
        self.seek = None;
    }

    /// Where the file can only be read from its start, searches for the first message of the range.
    fn seek_from_start(&mut self) {
        if self.seeks() {
            self.extractor.walker = Walker::new(seek::framing(&self.reading));
            self.seek = Some(Seek::default());
        }
    }

    /// Reads what was begun to its end, as [`sift`](Self::sift) does.
    pub fn resume(&mut self, bytes: &mut dyn Read, sink: &mut impl Sink) -> Sifted {
        self.run(bytes, sink)
    }

    /// Reads once, and reports what is known then.
    ///
    /// `stop` is asked after the read for the end of the segment: the reading may be what finds it, at
    /// the latest with the first byte after it.
    ///
    /// # Breaks
    ///
    /// With what the sink said if it has had enough.
    pub fn step(
        &mut self,
        bytes: &mut dyn Read,
        stop: &dyn Fn() -> u64,
        sink: &mut impl Sink,
    ) -> ControlFlow<Skip, Step> {
        let (rest, failure) = match self.buffer.fill(bytes) {
            Ok(Some(at_end)) => (Rest::of(at_end), None),
            Ok(None) => return ControlFlow::Continue(Step::Continue),
            Err(error) => (Rest::Lost, Some(error)),
        };
        let range = self.range.clone().unwrap_or(0..u64::MAX);
        if let Some(mut seek) = self.seek.take() {
            let walker = &mut self.extractor.walker;
            match seek.push(walker, &mut self.buffer, rest, range.start) {
                SeekStep::Message(kind, first, before) => {
                    let reading = self.reading.clone();
                    *walker = Walker::at_message(reading, kind, first..range.end, before);
                }
                found => {
                    self.seek = Some(seek);
                    return ControlFlow::Continue(match (found, failure) {
                        (SeekStep::NoMessage, _) => Step::EndOfSegment(None),
                        (_, Some(error)) => Step::Failed(error),
                        _ if rest == Rest::Nothing => Step::EndOfFile,
                        _ => Step::Continue,
                    });
                }
            }
        }
        let (window, start) = (self.buffer.window(), self.buffer.start());
        let stop = stop().min(range.end);
        let (used, end) = self.extractor.push(window, start, rest, stop, sink)?;
        ControlFlow::Continue(if let Some(position) = end {
            Step::EndOfSegment(position)
        } else if let Some(error) = failure {
            Step::Failed(error)
        } else if rest == Rest::Nothing {
            Step::EndOfFile
        } else {
            self.buffer.consume(used);
            Step::Continue
        })
    }

    /// Returns the [range](Self::range) that was set.
    #[must_use]
    pub fn selected_range(&self) -> Option<Range<u64>> {
        self.range.clone()
    }

    /// Returns whether only a [range](Self::range) of each file is read.
    #[must_use]
    pub fn has_range(&self) -> bool {
        self.range.is_some()
    }

    /// Returns whether the first message that is reported need not be the first of the file.
    fn seeks(&self) -> bool {
        self.range.as_ref().is_some_and(|range| range.start > 0)
    }

    /// Returns how files are read, with the [prefilter](ReadOptions::prefilter) of the scanner.
    #[must_use]
    pub fn read_options(&self) -> &ReadOptions {
        &self.reading
    }

    /// Returns whether [lines around links](Self::context) are wanted. They may stand before a place
    /// where a text without messages could be cut.
    #[must_use]
    pub fn wants_context(&self) -> bool {
        self.extractor.state.wants_context()
    }

    /// Returns the offset of the first byte that is still needed.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.buffer.start()
    }

    /// Returns the offset of the next byte to be read.
    #[must_use]
    pub fn read_offset(&self) -> u64 {
        self.buffer.end()
    }

    /// Returns the offset of the first message, once it is known; in a file without messages, that of
    /// the text.
    #[must_use]
    pub fn first_message(&self) -> Option<u64> {
        self.extractor.walker.first()
    }

    /// Returns the offset of the first message after the segment, once the segment has ended.
    #[must_use]
    pub fn next_message(&self) -> Option<u64> {
        self.extractor.walker.next()
    }

    /// Returns the number of messages that have begun.
    #[must_use]
    pub fn messages(&self) -> u64 {
        self.extractor.walker.messages()
    }

    /// Returns whether nothing more can be found in the segment, although its end was not reached.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.extractor.walker.is_over()
    }

    /// Returns how much was read since the offset `start`; up to the last link if the sink stopped there
    /// (`was_skipped`).
    #[must_use]
    pub fn stats(&self, start: u64, was_skipped: bool) -> ReadStats {
        if self.seek.is_some() {
            // No message of the range was found.
            return ReadStats::default();
        }
        self.extractor.stats(start, self.buffer.end(), was_skipped)
    }
}

impl Default for Sifter {
    fn default() -> Self {
        Self::new()
    }
}

impl Extractor {
    /// Reports what a window on the file holds, and returns how many of its bytes are used up. If the
    /// segment ends in the window, returns where, if positions are wanted.
    #[expect(clippy::option_option, reason = "an end whose position is not wanted")]
    fn push(
        &mut self,
        window: &[u8],
        start: u64,
        rest: Rest,
        stop: u64,
        sink: &mut impl Sink,
    ) -> ControlFlow<Skip, (usize, Option<Option<Position>>)> {
        self.walker.stop_at(stop);
        let mut visitor = ScanVisitor {
            scanner: &mut self.scanner,
            emitter: LinkEmitter {
                window,
                start,
                state: &mut self.state,
                sink,
                skip: None,
            },
        };
        let pushed = self.walker.push(window, rest, &mut visitor);
        let mut emitter = visitor.emitter;
        let ControlFlow::Continue(used) = pushed else {
            return ControlFlow::Break(emitter.skip.unwrap_or(Skip::File));
        };
        let end = self.walker.next().map(|next| emitter.end_at(next));
        if end.is_none() && rest == Rest::Coming {
            emitter.leave(used, &self.walker);
        }
        ControlFlow::Continue((used, end))
    }

    fn stats(&self, start: u64, read_end: u64, was_skipped: bool) -> ReadStats {
        let left_at = self.state.left_at().filter(|_| was_skipped);
        let end = left_at.or(self.walker.next()).unwrap_or(read_end);
        let messages = self.walker.messages();
        ReadStats {
            bytes: end - start.min(end),
            messages,
            parts: self.state.parts_of(messages),
        }
    }
}
