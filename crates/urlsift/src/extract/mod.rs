//! The streaming extractor: bytes in, links out.
//!
//! [`Sifter`] is the public type. It passes windows of the input to the archive reader ([`Walker`]). The
//! reader passes decoded texts to the scanner (`extractor`, `scan_visitor`), and `emit` reports the scanner's events to
//! the caller's [`Sink`]. `buffer` reads blocks, `seek` finds the first message of a range, and `steps` is for
//! callers that control each read themselves.

mod buffer;
mod emit;
mod extractor;
mod laid_out;
mod part;
mod scan_visitor;
mod seek;
mod sifted;
mod state;
mod steps;

use std::{
    io::{self, Read},
    ops::{ControlFlow, Range},
};

use urlsift_archive::{Kind, NextBytes, ReadOptions, Rest, Walker};
use urlsift_scan::Config;

#[cfg(feature = "hash")]
use crate::body_hash::BodyHasher;
use crate::{
    Sink, Skip, context::ContextBuffer, layout::MessageLayout, prefilter::reading_prefilter,
};

use self::{extractor::Extractor, seek::Seek};
pub(crate) use buffer::InputBuffer;
pub use sifted::{End, ReadStats, Sifted, StepEnd};

/// Finds the links of one file after another.
///
/// The sifter buffers one block of 1 MiB and what a [`Scanner`](urlsift_scan::Scanner) and a [`Walker`] buffer. It
/// reuses all buffers for the next file.
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
    every_text: bool,
    /// Whether the walker has options other than `reading`.
    is_special: bool,
    /// The read error of the last step, if the sink ended the reading in that step.
    skipped_error: Option<io::Error>,
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
        Self {
            extractor: Extractor::new(&config, reading.clone()),
            buffer: InputBuffer::new(),
            seek: None,
            range: None,
            config,
            reading,
            every_text: false,
            is_special: false,
            skipped_error: None,
        }
    }

    /// Returns a sifter with the same options and new buffers.
    #[must_use]
    pub fn with_fresh_buffers(&self) -> Self {
        Self {
            extractor: self
                .extractor
                .with_fresh_buffers(&self.config, self.reading.clone()),
            buffer: self.buffer.with_fresh_buffers(),
            seek: None,
            range: self.range.clone(),
            config: self.config.clone(),
            reading: self.reading.clone(),
            every_text: self.every_text,
            is_special: false,
            skipped_error: None,
        }
    }

    /// Sets how files are read. By default the kind of each file is detected. The
    /// [prefilter](ReadOptions::prefilter) and the [attributes](ReadOptions::attributes) in `reading` are ignored: the
    /// sifter uses those of its [`Config`].
    #[must_use]
    pub fn reading(mut self, reading: ReadOptions) -> Self {
        let mut reading = reading_for(reading, &self.config);
        if self.every_text {
            reading = reading.prefilter(None);
        }
        self.extractor.walker = Walker::new(reading.clone());
        self.reading = reading;
        self
    }

    /// Sets whether texts are decoded, and passed to [`Sink::text`], in which no URL can be found. By default, they are
    /// skipped, which is faster.
    #[must_use]
    pub fn every_text(mut self, wanted: bool) -> Self {
        self.every_text = wanted;
        let reading = self.reading.clone();
        self.reading(reading)
    }

    /// Sets whether links have a line and a column. This takes one more pass over the file, to count lines.
    #[must_use]
    pub fn positions(mut self, wanted: bool) -> Self {
        self.extractor.state.wants_positions = wanted;
        self
    }

    /// Sets whether the [end of a message](Sink::message_end) has a hash of its body. Only messages that may hold a URL
    /// are hashed.
    #[cfg(feature = "hash")]
    #[must_use]
    pub fn body_hashes(mut self, wanted: bool) -> Self {
        self.extractor.state.body_hasher = wanted.then(|| Box::new(BodyHasher::new()));
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
    ///         self.0.extend(before.map(|line| String::from_utf8_lossy(line.text).into()));
    ///         ControlFlow::Continue(())
    ///     }
    ///     fn context(&mut self, line: ContextLine<'_>) -> ControlFlow<Skip> {
    ///         if let ContextLine::Line(line) = line {
    ///             self.0.push(String::from_utf8_lossy(line.text).into());
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
        self.extractor.state.context = Some(Box::new(ContextBuffer::new(before, after)));
        self
    }

    /// Reports only the messages that begin in a range of each file's bytes. A message that begins in the range
    /// and ends after it is reported completely. So adjacent ranges together give the same links as one pass.
    ///
    /// In a file without messages, a "message" is the text after an empty line. A file that
    /// [cannot be cut](Kind::can_be_cut) is one message that begins at 0.
    ///
    /// Links have no positions, since the lines before the range are not counted.
    /// [`Message::index`](crate::Message::index) counts from the first message of the range.
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
        self.extractor.state.reads_range = true;
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
        self.resume(&mut bytes, sink)
    }

    /// Reads the file or segment that was begun to its end, like [`sift`](Self::sift).
    pub fn resume(&mut self, bytes: &mut dyn Read, sink: &mut impl Sink) -> Sifted {
        let start = self.buffer.start();
        let end = match self.steps(bytes, sink) {
            ControlFlow::Continue(None) => End::Complete,
            ControlFlow::Continue(Some(error)) => End::Failed {
                offset: self.extractor.state.after_header(self.buffer.end()),
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
            skipped_error: self.skipped_error.take(),
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
            self.extractor.walker.set_next_bytes(match rest {
                Rest::Coming => NextBytes::Buffered,
                Rest::Nothing | Rest::Lost => NextBytes::Unknown,
            });
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
            skipped_error: None,
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
        let layout = MessageLayout::after(&section);
        let reading = self.reading.clone().kind(Some(Kind::Message));
        self.begin_message_with(Walker::new(reading.headers(false)));
        self.extractor.state.layout = layout;
        self.resume(&mut section.chain(body), sink)
    }
}

impl Default for Sifter {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the options with the prefilter and the attributes that this configuration needs.
fn reading_for(reading: ReadOptions, config: &Config) -> ReadOptions {
    let attributes = config.wants_attributes().then(|| config.length_limit());
    reading
        .prefilter(reading_prefilter(config))
        .attributes(attributes)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use urlsift_archive::Place;

    use super::Sifter;
    use crate::{Config, Link, Sink, Skip};

    /// Ends the reading at the first link, and wants no text after that.
    struct First(u32);

    impl Sink for First {
        fn wants_text(&mut self, _: Place<'_>) -> bool {
            self.0 == 0
        }

        fn link(&mut self, _: &Link<'_>) -> ControlFlow<Skip> {
            self.0 += 1;
            ControlFlow::Break(Skip::File)
        }
    }

    #[test]
    fn nothing_of_a_page_outlives_its_file() {
        let page = "<html><a href=\"http://a.example/\">a</a> b </html>\n";
        let mail = "Subject: a\n\n".to_owned() + &"b\n".repeat(100_000);
        let mut sifter = Sifter::with(Config::new().attributes(true))
            .positions(true)
            .block_size(1 << 10);
        let mut first = First(0);
        let _ = sifter.sift(page.as_bytes(), &mut first);
        assert_eq!(first.0, 1);
        let _ = sifter.sift(mail.as_bytes(), &mut first);
        let lines = sifter.extractor.state.lines.as_ref();
        let noted = lines.map_or(usize::MAX, crate::lines::FileLines::noted);
        assert!(noted < 1000, "{noted} lines are noted");
    }
}
