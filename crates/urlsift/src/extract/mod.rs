//! The streaming extractor: bytes in, links out.
//!
//! [`Sifter`] is the public type. It passes windows of the input to the archive reader ([`Walker`]). The
//! reader passes decoded texts to the scanner, and `emit` reports the scanner's events to the caller's
//! [`Sink`]. `buffer` reads blocks, `seek` finds the first message of a range.

mod buffer;
mod emit;
mod laid_out;
mod link_text;
mod page;
mod part;
mod refang;
mod seek;
mod state;

use std::{
    io::{self, Read},
    mem,
    ops::{ControlFlow, Range},
};

use urlsift_archive::{Kind, ReadOptions, Rest, Walker};
use urlsift_scan::{Config, Scanner};
use urlsift_undelimited::Finder;

use crate::{Candidate, Conformance, Position, Sink, Skip, Verdict, prefilter::reading_prefilter};

use self::{
    emit::{LinkEmitter, ScanVisitor},
    page::PageLinks,
    part::PartStart,
    refang::Refang,
    seek::{Seek, SeekStep},
    state::State,
};
pub(crate) use buffer::InputBuffer;

/// How much of a file was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadStats {
    /// The number of bytes of the file, uncompressed.
    pub bytes: u64,
    /// The number of messages. A message inside a message is a part of it.
    pub messages: u64,
    /// The number of parts of the messages, multiparts included. A message that the sink does not
    /// [want](Sink::wants_message) counts as one part.
    pub parts: u64,
}

/// The result of [`Sifter::sift`]: how much was read, and why the reading ended.
#[derive(Debug)]
#[must_use]
pub struct Sifted {
    /// How much was read: up to the last link, if the sink ended the reading there.
    pub stats: ReadStats,
    /// Why the reading ended.
    pub end: End,
}

/// Why the reading of a file ended.
#[derive(Debug)]
pub enum End {
    /// Everything was read.
    Complete,
    /// The sink ended the reading.
    Skipped(Skip),
    /// A read error. Everything before its offset was reported, except a candidate that was not closed.
    Failed {
        /// The offset of the first byte that could not be read.
        offset: u64,
        /// The error.
        error: io::Error,
    },
}

/// Finds the links of one file after another.
///
/// The sifter buffers one block of 1 MiB and what a [`Scanner`] and a [`Walker`] buffer. It reuses all
/// buffers for the next file.
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
    /// The search for the first message of the range, until it is found.
    seek: Option<Seek>,
    /// The range in which the reported messages begin, if it is limited.
    range: Option<Range<u64>>,
    config: Config,
    reading: ReadOptions,
    /// Whether the walker has options other than `reading`.
    is_special: bool,
}

/// The archive reader, the scanner, and the state that connects them.
#[derive(Debug)]
struct Extractor {
    scanner: Scanner,
    /// Finds URLs of all kinds, if those without angle brackets are wanted.
    finder: Option<Box<Finder>>,
    /// Replaces what makes URLs harmless, if that is wanted.
    refang: Option<Box<Refang>>,
    walker: Walker,
    state: State,
    /// What was found in the attributes of the current page.
    page: PageLinks,
}

/// How a [step](Sifter::step) of a sifter ended.
#[derive(Debug)]
pub enum StepEnd {
    /// There is more to do.
    Continue,
    /// The end of the file.
    EndOfFile,
    /// The end of the segment or range: the next message begins after it. The position counts from the first
    /// message of the segment. It is `None` if positions are not wanted.
    EndOfSegment(Option<Position>),
    /// A read error. The rest of the file is lost.
    Failed(io::Error),
}

impl Sifter {
    /// Creates a sifter with the default [`Config`] and [`ReadOptions`], without positions.
    #[must_use]
    pub fn new() -> Self {
        Self::with(Config::new())
    }

    /// Creates a sifter whose scanner has this configuration.
    #[must_use]
    pub fn with(config: Config) -> Self {
        let reading = reading_for(ReadOptions::new(), &config);
        let mut state = State::default();
        if needs_finder(&config) || config.wants_refanging() {
            state.keep_lines();
        }
        Self {
            extractor: Extractor {
                scanner: Scanner::new(config.clone()),
                finder: finder(&config),
                refang: refang(&config),
                walker: Walker::new(reading.clone()),
                state,
                page: PageLinks::new(config.length_limit()),
            },
            buffer: InputBuffer::new(),
            seek: None,
            range: None,
            config,
            reading,
            is_special: false,
        }
    }

    /// Returns a sifter with the same options and new buffers.
    #[must_use]
    pub fn with_fresh_buffers(&self) -> Self {
        Self {
            extractor: Extractor {
                scanner: Scanner::new(self.config.clone()),
                finder: finder(&self.config),
                refang: refang(&self.config),
                walker: Walker::new(self.reading.clone()),
                state: self.extractor.state.with_fresh_buffers(),
                page: PageLinks::new(self.config.length_limit()),
            },
            buffer: self.buffer.with_fresh_buffers(),
            seek: None,
            range: self.range.clone(),
            config: self.config.clone(),
            reading: self.reading.clone(),
            is_special: false,
        }
    }

    /// Sets how files are read. By default the kind of each file is detected. The
    /// [prefilter](ReadOptions::prefilter) and the [attributes](ReadOptions::attributes) in `reading` are ignored: the
    /// sifter sets those of its [`Config`].
    #[must_use]
    pub fn reading(mut self, reading: ReadOptions) -> Self {
        let reading = reading_for(reading, &self.config);
        self.extractor.walker = Walker::new(reading.clone());
        self.reading = reading;
        self
    }

    /// Sets whether links have a line and a column. This takes one more pass over the file, to count lines.
    #[must_use]
    pub fn positions(mut self, wanted: bool) -> Self {
        self.extractor.state.want_positions(wanted);
        self
    }

    /// Sets whether the [end of a message](Sink::message_end) has a hash of its body. Only messages that may hold a URL
    /// are hashed.
    #[must_use]
    pub fn body_hashes(mut self, wanted: bool) -> Self {
        self.extractor.state.want_body_hashes(wanted);
        self
    }

    /// Requests context lines: up to `before` lines of decoded text before each link, the lines of the link,
    /// and up to `after` lines after it. Both numbers are at most 1000. Context lines come from the same text
    /// (header field, part or file) as the link.
    ///
    /// The sifter buffers the requested lines and 1024 more, up to 4 KiB of each, at most 12 MiB together. If a
    /// link has more than 1024 lines, the first of them are lost.
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

    /// Reports only the messages that begin in a range of each file's bytes. A message that begins in the range
    /// and ends after it is reported completely. So adjacent ranges together give the same links as one pass.
    ///
    /// In a file without messages, a "message" is the text after an empty line. A file that
    /// [cannot be cut](Kind::can_be_cut) is one message that begins at 0.
    ///
    /// Links have no positions, since the lines before the range are not counted.
    /// [`InMessage::index`](crate::InMessage::index) counts from the first message of the range.
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

    /// Sets the number of bytes read per block, at least 1. It does not affect the links.
    #[must_use]
    pub fn block_size(mut self, bytes: usize) -> Self {
        self.buffer.set_block(bytes);
        self
    }

    /// Reads a file to its end and reports its links.
    pub fn sift(&mut self, mut bytes: impl Read, sink: &mut impl Sink) -> Sifted {
        self.begin();
        self.run(&mut bytes, sink)
    }

    /// Reads the file or segment that was begun to its end.
    fn run(&mut self, bytes: &mut dyn Read, sink: &mut impl Sink) -> Sifted {
        let start = self.buffer.start();
        let end = match self.steps(bytes, sink) {
            ControlFlow::Continue(None) => End::Complete,
            ControlFlow::Continue(Some(error)) => End::Failed {
                offset: self.extractor.state.after_part_start(self.buffer.end()),
                error,
            },
            ControlFlow::Break(skip) => End::Skipped(skip),
        };
        // If the first message was searched for, the bytes before it do not count.
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
                StepEnd::Continue => {}
                StepEnd::EndOfFile | StepEnd::EndOfSegment(_) => {
                    return ControlFlow::Continue(None);
                }
                StepEnd::Failed(error) => return ControlFlow::Continue(Some(error)),
            }
        }
    }

    /// Reports the links of a file that is in memory. The bytes are not copied to a block, unless the sifter
    /// has a [range](Self::range).
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
            self.extractor
                .walker
                .set_more_buffered(rest == Rest::Coming);
            let pushed = self
                .extractor
                .push(window, start as u64, rest, u64::MAX, sink);
            match pushed {
                ControlFlow::Break(skip) => break End::Skipped(skip),
                ControlFlow::Continue(_) if rest == Rest::Nothing => break End::Complete,
                ControlFlow::Continue((used, _)) => {
                    start += used;
                    // The next window begins with the bytes that the reader has not used.
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

    /// Reports the links of one part of a message, as an IMAP client fetches it (`BODY[1.MIME]` and `BODY[1]`).
    ///
    /// `header` is the header section of the part, with or without the empty line after it; `body` is the
    /// encoded body. The header is not scanned. Bytes of `header` after its first empty line, or after 256 KiB,
    /// are ignored.
    ///
    /// All offsets and positions count from the first byte of the body: [`Link::span`](crate::Link::span),
    /// [`Link::pieces`](crate::Link::pieces), [`Link::position`](crate::Link::position), and the offsets of
    /// [warnings](Sink::warning).
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
        let reading = self.reading.clone().kind(Some(Kind::Message));
        self.begin_message_with(Walker::new(reading.headers(false)));
        self.extractor.state.set_part_start(origin);
        self.run(&mut section.chain(body), sink)
    }
}

/// Reading step by step, for programs that cut files into segments or read them in their own way.
impl Sifter {
    /// Begins a file, or its [range](Self::range).
    pub fn begin(&mut self) {
        if self.has_range() || mem::take(&mut self.is_special) {
            // The walker of the last file may have had other options.
            self.extractor.walker = Walker::new(self.reading.clone());
        } else {
            self.extractor.walker.reset();
        }
        self.begin_at(0);
        self.seek_from_start();
    }

    /// Begins at the first message of the sifter's [range](Self::range), in a file that can be read at any
    /// offset. The message begins at `first`, which is also the offset of the next byte read; `before` are the
    /// three bytes before it.
    pub fn begin_in_range(&mut self, kind: Kind, first: u64, before: [u8; 3]) {
        let end = self.range.as_ref().map_or(u64::MAX, |range| range.end);
        let reading = self.reading.clone();
        self.extractor.walker = Walker::at_message(reading, kind, first..end, before);
        self.begin_at(first);
    }

    /// Begins a segment of a file at `start`, the offset of the next byte read. `walker` creates the walker for
    /// the segment from the sifter's [options](Self::read_options).
    pub fn begin_segment(&mut self, walker: impl FnOnce(ReadOptions) -> Walker, start: u64) {
        self.extractor.walker = walker(self.reading.clone());
        self.begin_at(start);
        if start == 0 {
            self.seek_from_start();
        }
    }

    /// Begins a message with a new walker, with its options.
    fn begin_message_with(&mut self, walker: Walker) {
        self.extractor.walker = walker;
        self.is_special = true;
        self.begin_at(0);
    }

    fn begin_at(&mut self, start: u64) {
        self.extractor.scanner.reset();
        if let Some(finder) = &mut self.extractor.finder {
            finder.reset();
        }
        if let Some(refang) = &mut self.extractor.refang {
            refang.reset();
        }
        self.extractor.state.reset(start);
        self.buffer.reset(start);
        self.seek = None;
    }

    /// Begins the search for the first message of the range, if there is one, in a file that is read from its
    /// start.
    fn seek_from_start(&mut self) {
        if self.seeks() {
            self.extractor.walker = Walker::new(seek::framing(&self.reading));
            self.seek = Some(Seek::default());
        }
    }

    /// Reads the file or segment that was begun to its end, like [`sift`](Self::sift).
    pub fn resume(&mut self, bytes: &mut dyn Read, sink: &mut impl Sink) -> Sifted {
        self.run(bytes, sink)
    }

    /// Reads once, and reports all events that are decided.
    ///
    /// `stop` returns the end of the segment. It is called after the read, so that the reader may determine the end
    /// during the read. The end must be known when the first byte after it is read.
    ///
    /// # Breaks
    ///
    /// Breaks with the sink's [`Skip`] if the sink ends the reading.
    pub fn step(
        &mut self,
        bytes: &mut dyn Read,
        stop: &dyn Fn() -> u64,
        sink: &mut impl Sink,
    ) -> ControlFlow<Skip, StepEnd> {
        let (rest, failure) = match self.buffer.fill(bytes) {
            Ok(Some(at_end)) => (Rest::of(at_end), None),
            Ok(None) => return ControlFlow::Continue(StepEnd::Continue),
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
                        (SeekStep::NoMessage, _) => StepEnd::EndOfSegment(None),
                        (_, Some(error)) => StepEnd::Failed(error),
                        _ if rest == Rest::Nothing => StepEnd::EndOfFile,
                        _ => StepEnd::Continue,
                    });
                }
            }
        }
        let (window, start) = (self.buffer.window(), self.buffer.start());
        let walker = &mut self.extractor.walker;
        walker.set_more_buffered(self.buffer.has_more());
        let stop = stop().min(range.end);
        let (used, end) = self.extractor.push(window, start, rest, stop, sink)?;
        ControlFlow::Continue(if let Some(position) = end {
            StepEnd::EndOfSegment(position)
        } else if let Some(error) = failure {
            StepEnd::Failed(error)
        } else if rest == Rest::Nothing {
            StepEnd::EndOfFile
        } else {
            self.buffer.consume(used);
            StepEnd::Continue
        })
    }

    /// Returns the [range](Self::range), if one was set.
    #[must_use]
    pub fn selected_range(&self) -> Option<Range<u64>> {
        self.range.clone()
    }

    /// Returns whether only a [range](Self::range) of each file is read.
    #[must_use]
    pub fn has_range(&self) -> bool {
        self.range.is_some()
    }

    /// Returns whether the first message of the range must be searched for.
    fn seeks(&self) -> bool {
        self.range.as_ref().is_some_and(|range| range.start > 0)
    }

    /// Returns whether a text without messages can be [cut after a line](Walker::cutting_lines) that closes its
    /// last `<`. Where URLs without angle brackets are wanted, a quotation may span the next line.
    #[must_use]
    pub fn can_cut_lines(&self) -> bool {
        !self.config.wants_undelimited()
    }

    /// Returns the options with which files are read, including the [prefilter](ReadOptions::prefilter) of the
    /// scanner.
    #[must_use]
    pub fn read_options(&self) -> &ReadOptions {
        &self.reading
    }

    /// Returns whether [context lines](Self::context) are requested. In a text without messages, they may come from
    /// before a position at which the text could be cut.
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

    /// Returns the offset of the first message, or of the text in a file without messages; `None` if it is not
    /// known yet.
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

    /// Returns whether the segment can contain no more links, although its end has not been reached.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.extractor.walker.is_over()
    }

    /// Returns how much was read since the offset `start`. If the sink ended the reading (`was_skipped`), this
    /// is up to the last link.
    #[must_use]
    pub fn stats(&self, start: u64, was_skipped: bool) -> ReadStats {
        if self.seek.is_some() {
            // No message of the range was found.
            return ReadStats::default();
        }
        let read = self.extractor.stats(start, self.buffer.end(), was_skipped);
        let body = self.extractor.state.part_start;
        ReadStats {
            bytes: read.bytes.saturating_sub(body.offset),
            // Such a body is no message: its header section is, which is read separately.
            messages: if body.is_virtual && body.offset > 0 {
                0
            } else {
                read.messages
            },
            ..read
        }
    }
}

/// Returns the options of an archive reader for what this configuration wants.
fn reading_for(reading: ReadOptions, config: &Config) -> ReadOptions {
    let attributes = config.wants_attributes().then(|| config.length_limit());
    reading
        .prefilter(reading_prefilter(config))
        .attributes(attributes)
}

/// Returns whether this configuration wants kinds of URLs that a [`Scanner`] does not find.
fn needs_finder(config: &Config) -> bool {
    config.wants_undelimited() || config.wants_attributes()
}

/// Returns the finder of URLs of all kinds, if this configuration wants those without angle brackets.
fn finder(config: &Config) -> Option<Box<Finder>> {
    let is_url =
        |candidate: &Candidate| Verdict::of(candidate.url()).conformance() != Conformance::None;
    needs_finder(config).then(|| Box::new(Finder::new(config.clone(), is_url)))
}

/// Returns the state for URLs that cannot be clicked, if this configuration wants them.
fn refang(config: &Config) -> Option<Box<Refang>> {
    config.wants_refanging().then(Box::default)
}

impl Default for Sifter {
    fn default() -> Self {
        Self::new()
    }
}

impl Extractor {
    /// Reports the events of a window of the file. Returns the number of bytes consumed and, if the segment
    /// ends in the window, the position of its end, if positions are wanted.
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
            finder: self.finder.as_deref_mut(),
            refang: self.refang.as_deref_mut(),
            page: &mut self.page,
            emitter: LinkEmitter {
                window,
                start,
                state: &mut self.state,
                sink,
                skip: None,
            },
        };
        let pushed = self.walker.push(window, rest, &mut visitor);
        let (page, mut emitter) = (visitor.page, visitor.emitter);
        let ControlFlow::Continue(used) = pushed else {
            return ControlFlow::Break(emitter.skip.unwrap_or(Skip::File));
        };
        let end = self.walker.next().map(|next| emitter.end_at(next));
        if end.is_none() && rest == Rest::Coming {
            emitter.note_waiting(page.first_in_file());
            emitter.leave(used, &self.walker);
        }
        ControlFlow::Continue((used, end))
    }

    fn stats(&self, start: u64, read_end: u64, was_skipped: bool) -> ReadStats {
        let ended_at = self.state.ended_at().filter(|_| was_skipped);
        let end = ended_at.or(self.walker.next()).unwrap_or(read_end);
        let messages = self.walker.messages();
        ReadStats {
            bytes: end - start.min(end),
            messages,
            parts: self.state.parts_of(messages),
        }
    }
}
