//! The driver: reads files block by block, walks through what they hold, scans its texts, and says
//! where the hits are.

use std::{
    fs::File,
    io::{self, Read},
    ops::{ControlFlow, Range},
    path::Path,
};

use urlsift_archive::{Kind, Place, Prefilter, Reading, Rest, Walker};
use urlsift_scan::{Config, Scanner};

use crate::{
    Around, Error, InMessage, Input, Link, Position, Rejected,
    feed::Feed,
    files::{Files, Format, Take},
    finds::{Finds, Found, State},
    seek::{self, Seek},
};

/// How much is left out by a [`Sink`] that has had enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skip {
    /// The rest of the file at hand. If that is a member of a container, the next one follows.
    File,
    /// The rest of the input.
    Input,
}

/// Takes what a [`Sifter`] finds. Each method may end the reading of the file at hand, or of all of
/// the input.
pub trait Sink {
    /// A file begins: the input itself, or, if that is packed, a file in it. Its path is then that of
    /// the input with `!` and the name of the member for each container on the way.
    fn begin(&mut self, _path: &Path) -> ControlFlow<Skip> {
        ControlFlow::Continue(())
    }

    /// Whether what a message of the file holds is to be told, by what its header says. This is asked
    /// once for each message, in front of all that is found in it; of a message that cannot hold a URL
    /// it is not. If the answer is no, nothing of the message is decoded or scanned, and neither
    /// hits nor rejects of it are told. Its place is counted in [`InMessage::index`] and in
    /// [`Amount::messages`] all the same.
    ///
    /// The message stands for all that is in it: it has no [`part`](InMessage::part) and no
    /// [`header`](InMessage::header) field.
    ///
    /// Where a [`Driver`](crate::Driver) has several threads read a file, a message may be asked for
    /// more than once, and the answer should be the same.
    ///
    /// ```
    /// use std::{ops::ControlFlow, path::Path};
    /// use urlsift::{Error, InMessage, Link, Sifter, Sink, Skip};
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
    ///     fn error(&mut self, _: Error) {}
    /// }
    ///
    /// let mbox = b"From a Mon Jan 30 09:12:04 1995\nFrom: ben@a.example\n\n<http://a.example/>\n\n\
    ///     From a Mon Jan 30 09:12:05 1995\nFrom: jim@a.example\n\n<http://a.example/>\n";
    /// let mut sink = OfJim(Vec::new());
    /// Sifter::new().sift(Path::new("mbox"), &mbox[..], &mut sink);
    /// assert_eq!(sink.0, [1]);
    /// ```
    fn wants_message(&mut self, _message: &InMessage<'_>) -> bool {
        true
    }

    /// Whether a text is to be scanned: a file without messages, a header field, or the body of
    /// a part. This is asked in front of each. If the answer is no, it is not decoded either.
    fn wants_text(&mut self, _place: Place<'_>) -> bool {
        true
    }

    /// A hit in the file that was begun. Hits and rejects come in the order of their `<`.
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip>;

    /// Whether the lines around the hit that was told last are wanted; asked only if
    /// [`Sifter::context`] was.
    fn wants_context(&self) -> bool {
        true
    }

    /// A line that a hit stands on, or one behind it, if [`Sifter::context`] asked for that; each line
    /// once, and before the next hit if that is not on it, or on one before. Those before the line of
    /// the hit are [its own](Link::before).
    fn context(&mut self, _around: Around<'_>) -> ControlFlow<Skip> {
        ControlFlow::Continue(())
    }

    /// A candidate that was opened and gave no hit.
    fn rejected(&mut self, _rejected: &Rejected<'_>) -> ControlFlow<Skip> {
        ControlFlow::Continue(())
    }

    /// Something that a reader of the archive should know, and the byte of the file that it is
    /// about.
    fn warning(&mut self, _offset: u64, _warning: urlsift_archive::Warning) {}

    /// Something could not be read: the file that was begun, from somewhere on; or an input, or what
    /// is in it, as a whole. All that could be read before has been told; a candidate that was not
    /// closed yet is not.
    fn error(&mut self, error: Error);

    /// How much was read of the file at hand, up to the last hit if that was enough. Where a
    /// [`Driver`](crate::Driver) has several threads read a file, this comes several times, for what
    /// each of them has read.
    fn read(&mut self, _amount: Amount) {}

    /// The file that was begun is over, or left.
    fn end(&mut self) {}

    /// Everything read so far is scanned, and more is about to be read, which may take any time.
    /// Is called again when a signal interrupts that.
    fn before_read(&mut self) -> ControlFlow<Skip> {
        ControlFlow::Continue(())
    }
}

/// How much was read of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Amount {
    /// Its bytes, as they are when it is unpacked.
    pub bytes: u64,
    /// Its messages. A message inside a message is a part of that.
    pub messages: u64,
    /// What the messages are made of. Parts that hold others count, too; a message that the sink did
    /// not [want](Sink::wants_message) counts as one.
    pub parts: u64,
}

/// Finds the links of one input after the other.
///
/// It keeps one block of 1 MiB, and what a [`Scanner`] and a [`Walker`] keep; all of it is used
/// again for each file. For a packed input there are eight blocks of 128 KiB more, and what its
/// decoders need: at most 160 MiB together, unless said otherwise.
#[derive(Debug)]
pub struct Sifter {
    pub(crate) files: Files,
    pub(crate) sift: Sift,
}

/// Finds the links of one file after the other, or of parts of files.
#[derive(Debug)]
pub(crate) struct Sift {
    scanner: Scanner,
    pub(crate) walker: Walker,
    pub(crate) feed: Feed,
    state: State,
    #[cfg(feature = "parallel")]
    config: Config,
    reading: Reading,
    /// Where the messages begin that are told, if not all are.
    range: Option<Range<u64>>,
    /// The search for the first of them, as long as it goes on.
    seek: Option<Seek>,
}

/// How far a step has come.
#[derive(Debug)]
pub(crate) enum Step {
    /// There is more to do.
    On,
    /// To the end of the file.
    End,
    /// To where the part ends that is to be read, and what line that is.
    EndOfPart(#[cfg_attr(not(feature = "parallel"), expect(dead_code))] Option<Position>),
    /// To where the rest of the file is lost.
    Lost(io::Error),
}

impl Sifter {
    /// With the default [`Config`] and [`Reading`], and without positions.
    #[must_use]
    pub fn new() -> Self {
        Self::with(Config::new())
    }

    /// With a configuration of one's own.
    #[must_use]
    #[cfg_attr(not(feature = "parallel"), expect(clippy::needless_pass_by_value))]
    pub fn with(config: Config) -> Self {
        let scanner = Scanner::new(config.clone());
        let reading = prefiltered(Reading::new(), &scanner);
        Self {
            files: Files::new(),
            sift: Sift {
                scanner,
                walker: Walker::new(reading.clone()),
                feed: Feed::new(),
                state: State::default(),
                #[cfg(feature = "parallel")]
                config,
                reading,
                range: None,
                seek: None,
            },
        }
    }

    /// The same as this one, with buffers of its own.
    #[cfg(feature = "parallel")]
    pub(crate) fn twin(&self) -> Self {
        Self {
            files: self.files.twin(),
            sift: Sift {
                scanner: Scanner::new(self.sift.config.clone()),
                walker: Walker::new(self.sift.reading.clone()),
                feed: self.sift.feed.twin(),
                state: self.sift.state.twin(),
                config: self.sift.config.clone(),
                reading: self.sift.reading.clone(),
                range: self.sift.range.clone(),
                seek: None,
            },
        }
    }

    /// How files are read: by default, as what they are by their content.
    #[must_use]
    pub fn reading(mut self, reading: Reading) -> Self {
        let reading = prefiltered(reading, &self.sift.scanner);
        self.sift.walker = Walker::new(reading.clone());
        self.sift.reading = reading;
        self
    }

    /// How compressed files and containers are taken apart: within the default bounds, unless said
    /// otherwise; without an unpacker they are read as they are.
    #[cfg(feature = "compress")]
    #[must_use]
    pub fn unpacking(mut self, unpacker: Option<crate::Unpacker>) -> Self {
        self.files.set_unpacker(unpacker);
        self
    }

    /// Whether the line and column of each hit are wanted, which takes a pass over the file to
    /// count its lines.
    #[must_use]
    pub fn positions(mut self, wanted: bool) -> Self {
        self.sift.state.want_positions(wanted);
        self
    }

    /// Hands out the lines of decoded text around each hit: so many before it, those that it stands on,
    /// and so many behind, of which at most 1000 each; none of another text (another header field, part
    /// or file).
    ///
    /// For that it keeps lines: what was asked for and 1024 more, up to 4 KiB of each, which is at most
    /// 12 MiB. Of a hit on more than 1024 lines the first are lost. A [`Driver`](crate::Driver) reads
    /// a file without messages on one thread then.
    ///
    /// ```
    /// # use std::{ops::ControlFlow, path::Path};
    /// # use urlsift::{Around, Error, Link, Sifter, Sink, Skip};
    /// struct Lines(Vec<String>);
    /// impl Sink for Lines {
    ///     fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
    ///         let before = link.before();
    ///         self.0.extend(before.map(|line| String::from_utf8_lossy(line.text()).into()));
    ///         ControlFlow::Continue(())
    ///     }
    ///     fn context(&mut self, around: Around<'_>) -> ControlFlow<Skip> {
    ///         if let Around::Line(line) = around {
    ///             self.0.push(String::from_utf8_lossy(line.text()).into());
    ///         }
    ///         ControlFlow::Continue(())
    ///     }
    ///     fn error(&mut self, _: Error) {}
    /// }
    /// let mut sink = Lines(Vec::new());
    /// let text = &b"one\ntwo\nsee <http://a/>\nfour\nfive"[..];
    /// Sifter::new().context(1, 1).sift(Path::new("text"), text, &mut sink);
    /// assert_eq!(sink.0, ["two", "see <http://a/>", "four"]);
    /// ```
    #[must_use]
    pub fn context(mut self, before: usize, after: usize) -> Self {
        self.sift.state.want_context(before, after);
        self
    }

    /// Reads no more of each file than the messages that begin in this range of its bytes, each of them
    /// whole, also where it reaches beyond. Together, ranges that have no gaps give what one pass gives.
    ///
    /// In a file without messages it is what stands behind an empty line that begins in a range. What
    /// [cannot be cut](Kind::can_be_cut) begins at 0, all of it. In packed inputs the range is one of
    /// each file in it, as it is unpacked. Of a file that is not packed nothing before the range is
    /// read but what it takes to find where a message begins
    /// ([`first_message`](urlsift_archive::first_message)); all others are read from their
    /// beginning.
    ///
    /// There are no positions, as what stands before is not known, and
    /// [`InMessage::index`](crate::InMessage::index) counts from the first message of the range.
    ///
    /// ```
    /// # use std::{ops::ControlFlow, path::Path};
    /// # use urlsift::{Error, Link, Sifter, Sink, Skip};
    /// # struct Offsets(Vec<u64>);
    /// # impl Sink for Offsets {
    /// #     fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
    /// #         self.0.push(link.span().start());
    /// #         ControlFlow::Continue(())
    /// #     }
    /// #     fn error(&mut self, _: Error) {}
    /// # }
    /// # let mut sink = Offsets(Vec::new());
    /// let text = &b"<http://a/>\n\n<http://b/>\n\n<http://c/>"[..];
    /// Sifter::new().range(1..14).sift(Path::new("text"), text, &mut sink);
    /// assert_eq!(sink.0, [13]);
    /// ```
    #[must_use]
    pub fn range(mut self, range: Range<u64>) -> Self {
        self.sift.range = Some(range);
        self.sift.state.set_in_range();
        self
    }

    /// How many bytes are read at a time, at least 1. What is found does not depend on it.
    #[must_use]
    pub fn block_size(mut self, bytes: usize) -> Self {
        self.sift.feed.set_block(bytes);
        self
    }

    /// Opens an input and tells all that stands in it, in its order, until it or the sink's interest
    /// ends.
    pub fn sift_input(&mut self, input: &Input, sink: &mut impl Sink) {
        let Self { files, sift } = self;
        // A break says only that the sink has had enough.
        let _ = match sift.range.as_ref().filter(|range| range.start > 0) {
            Some(_) if let Some((file, kind)) = seek::open(input, files, &sift.reading) => {
                let _watched = files.watch(&file);
                sift.part(input.path(), file, kind, sink)
            }
            _ => files
                .open(input, &mut Sifting { sift, sink })
                .map_break(|()| Skip::Input),
        };
    }

    /// The same for bytes that come from anywhere; `path` is what they are called.
    pub fn sift(&mut self, path: &Path, mut bytes: impl Read, sink: &mut impl Sink) {
        let Self { files, sift } = self;
        let _ = files.read(path, &mut bytes, &mut Sifting { sift, sink });
    }

    /// The same for a file that is not packed.
    #[cfg(feature = "parallel")]
    pub(crate) fn sift_unpacked(
        &mut self,
        path: &Path,
        bytes: &mut dyn Read,
        sink: &mut impl Sink,
    ) -> ControlFlow<Skip> {
        self.sift.whole(path, bytes, sink)
    }
}

impl Default for Sifter {
    fn default() -> Self {
        Self::new()
    }
}

/// One input on its way.
struct Sifting<'s, S> {
    sift: &'s mut Sift,
    sink: &'s mut S,
}

impl<S: Sink> Take for Sifting<'_, S> {
    fn file(&mut self, path: &Path, packing: &[Format], bytes: &mut dyn Read) -> ControlFlow<()> {
        match self.sift.whole(path, bytes, self.sink) {
            ControlFlow::Break(Skip::File) if is_member(packing) => ControlFlow::Continue(()),
            ControlFlow::Break(_) => ControlFlow::Break(()),
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
        }
    }

    fn error(&mut self, error: Error) -> ControlFlow<()> {
        self.sink.error(error);
        ControlFlow::Continue(())
    }

    #[cfg(feature = "compress")]
    fn container(&mut self, _: &Path, _: &[Format], _: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[cfg(feature = "compress")]
    fn before_read(&mut self) -> ControlFlow<()> {
        match self.sink.before_read() {
            ControlFlow::Break(Skip::Input) => ControlFlow::Break(()),
            // No file is at hand.
            ControlFlow::Break(Skip::File) | ControlFlow::Continue(()) => ControlFlow::Continue(()),
        }
    }
}

/// Whether others may follow a file that is packed so.
pub(crate) fn is_member(packing: &[Format]) -> bool {
    #[cfg(feature = "compress")]
    return packing.iter().any(|format| format.is_container());
    #[cfg(not(feature = "compress"))]
    return !packing.is_empty();
}

/// Leaves out texts in which the scanner opens nothing.
fn prefiltered(reading: Reading, scanner: &Scanner) -> Reading {
    let prefilter = scanner.prefilter();
    reading.prefilter(Some(Prefilter::new(
        prefilter.transitions(),
        prefilter.across_blank_line(),
    )))
}

// The two crates do not know each other, but mean the same.
const _: () = assert!(
    Prefilter::ACCEPT == urlsift_scan::Prefilter::ACCEPT
        && Prefilter::REJECT == urlsift_scan::Prefilter::REJECT
);

impl Sift {
    /// Tells of a file from its beginning to its end.
    fn whole(
        &mut self,
        path: &Path,
        bytes: &mut dyn Read,
        sink: &mut impl Sink,
    ) -> ControlFlow<Skip> {
        let end = match sink.begin(path) {
            ControlFlow::Continue(()) => self.file(path, bytes, sink),
            skipped @ ControlFlow::Break(_) => skipped,
        };
        sink.end();
        end
    }

    /// Tells all that stands in a file, or in the range of it.
    fn file(
        &mut self,
        path: &Path,
        bytes: &mut dyn Read,
        sink: &mut impl Sink,
    ) -> ControlFlow<Skip> {
        if self.has_range() {
            // The one that was used last may have looked for nothing but where messages begin.
            self.walker = Walker::new(self.reading.clone());
        } else {
            self.walker.reset();
        }
        self.begin(0);
        self.all(path, bytes, sink)
    }

    /// Tells of the range of a file that can be read from anywhere on.
    fn part(
        &mut self,
        path: &Path,
        mut file: File,
        kind: Kind,
        sink: &mut impl Sink,
    ) -> ControlFlow<Skip> {
        let range = self.range.clone().unwrap_or(0..u64::MAX);
        let end = match sink.begin(path) {
            ControlFlow::Continue(()) => match seek::first(&mut file, kind, range.start) {
                Ok(Some((first, before))) => {
                    let reading = self.reading.clone();
                    self.walker = Walker::at_message(reading, kind, first..range.end, before);
                    self.begin_at(first);
                    self.all(path, &mut file, sink)
                }
                Ok(None) => ControlFlow::Continue(()),
                Err(error) => {
                    sink.error(Error::io(path, error));
                    ControlFlow::Continue(())
                }
            },
            skipped @ ControlFlow::Break(_) => skipped,
        };
        sink.end();
        end
    }

    /// Tells what follows, to its end, and how much that was.
    fn all(
        &mut self,
        path: &Path,
        bytes: &mut dyn Read,
        sink: &mut impl Sink,
    ) -> ControlFlow<Skip> {
        let start = self.feed.start();
        let end = self.steps(path, bytes, sink);
        // Where the first message was looked for, it is the first that is told.
        let first = self.walker.first().filter(|_| start == 0 && self.seeks());
        sink.read(self.amount(first.unwrap_or(start), end.is_break()));
        end
    }

    fn steps(
        &mut self,
        path: &Path,
        bytes: &mut dyn Read,
        sink: &mut impl Sink,
    ) -> ControlFlow<Skip> {
        loop {
            sink.before_read()?;
            match self.step(bytes, &|| u64::MAX, sink)? {
                Step::On => {}
                Step::End | Step::EndOfPart(_) => return ControlFlow::Continue(()),
                Step::Lost(error) => {
                    sink.error(Error::read(path, self.feed.end(), error));
                    return ControlFlow::Continue(());
                }
            }
        }
    }

    /// Whether the lines around hits are wanted, which may stand in front of a place to cut a text.
    #[cfg(feature = "parallel")]
    pub(crate) fn wants_context(&self) -> bool {
        self.state.wants_context()
    }

    #[cfg(feature = "parallel")]
    pub(crate) fn reading(&self) -> &Reading {
        &self.reading
    }

    /// Begins with a part of a file, in front of an offset.
    #[cfg(feature = "parallel")]
    pub(crate) fn begin_part(&mut self, walker: impl FnOnce(Reading) -> Walker, start: u64) {
        self.walker = walker(self.reading.clone());
        self.begin(start);
    }

    /// Begins in front of an offset; at the beginning of a file in front of its range.
    fn begin(&mut self, start: u64) {
        self.begin_at(start);
        if start == 0 && self.seeks() {
            self.walker = Walker::new(seek::framing(&self.reading));
            self.seek = Some(Seek::default());
        }
    }

    fn begin_at(&mut self, start: u64) {
        self.scanner.reset();
        self.feed.reset(start);
        self.state.reset(start);
        self.seek = None;
    }

    /// Whether no more than a range is told.
    pub(crate) fn has_range(&self) -> bool {
        self.range.is_some()
    }

    /// Whether the first message that is told need not be the first of the file.
    fn seeks(&self) -> bool {
        self.range.as_ref().is_some_and(|range| range.start > 0)
    }

    /// Reads once, and tells what can be told. What is read may say where the part ends that is at
    /// hand, no later than with the first byte behind.
    pub(crate) fn step(
        &mut self,
        bytes: &mut dyn Read,
        stop: &dyn Fn() -> u64,
        sink: &mut impl Sink,
    ) -> ControlFlow<Skip, Step> {
        let (rest, failure) = match self.feed.fill(bytes) {
            Ok(Some(at_end)) => (Rest::of(at_end), None),
            Ok(None) => return ControlFlow::Continue(Step::On),
            Err(error) => (Rest::Lost, Some(error)),
        };
        let range = self.range.clone().unwrap_or(0..u64::MAX);
        if let Some(mut seek) = self.seek.take() {
            match seek.push(&mut self.walker, &mut self.feed, rest, range.start) {
                seek::Found::Message(kind, first, before) => {
                    let reading = self.reading.clone();
                    self.walker = Walker::at_message(reading, kind, first..range.end, before);
                }
                found => {
                    self.seek = Some(seek);
                    return ControlFlow::Continue(match (found, failure) {
                        (seek::Found::Nothing, _) => Step::EndOfPart(None),
                        (_, Some(error)) => Step::Lost(error),
                        _ if rest == Rest::Nothing => Step::End,
                        _ => Step::On,
                    });
                }
            }
        }
        self.walker.stop_at(stop().min(range.end));
        let mut finds = Finds {
            scanner: &mut self.scanner,
            found: Found {
                window: self.feed.window(),
                start: self.feed.start(),
                state: &mut self.state,
                sink,
                skip: None,
            },
        };
        let pushed = self.walker.push(self.feed.window(), rest, &mut finds);
        let used = match (pushed, finds.found.skip) {
            (ControlFlow::Continue(used), _) => used,
            (ControlFlow::Break(()), skip) => {
                return ControlFlow::Break(skip.unwrap_or(Skip::File));
            }
        };
        ControlFlow::Continue(if let Some(next) = self.walker.next() {
            Step::EndOfPart(finds.found.end_at(next))
        } else if let Some(error) = failure {
            Step::Lost(error)
        } else if rest == Rest::Nothing {
            Step::End
        } else {
            finds.found.leave(used, &self.walker);
            self.feed.consume(used);
            Step::On
        })
    }

    /// How much was read of what begins at an offset.
    pub(crate) fn amount(&self, start: u64, was_left: bool) -> Amount {
        if self.seek.is_some() {
            // Nothing that is told was come upon.
            return Amount::default();
        }
        let left_at = self.state.left_at().filter(|_| was_left);
        let end = left_at.or(self.walker.next()).unwrap_or(self.feed.end());
        let messages = self.walker.messages();
        Amount {
            bytes: end - start.min(end),
            messages,
            parts: self.state.parts_of(messages),
        }
    }
}
