//! The driver: reads files block by block, walks through what they hold, scans its texts, and says
//! where the hits are.

use std::{io::Read, ops::ControlFlow, path::Path};

use urlsift_archive::{Reading, Rest, Walker};
use urlsift_scan::{Config, Scanner};

use crate::{
    Error, Input, Link, Rejected,
    feed::Feed,
    files::{Files, Format, Take},
    finds::{Finds, Found, State},
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

    /// A hit in the file that was begun. Hits and rejects come in the order of their `<`.
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip>;

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

    /// The file that was begun is over, or left.
    fn end(&mut self) {}

    /// Everything read so far is scanned, and more is about to be read, which may take any time.
    /// Is called again when a signal interrupts that.
    fn before_read(&mut self) -> ControlFlow<Skip> {
        ControlFlow::Continue(())
    }
}

/// Finds the links of one input after the other.
///
/// It keeps one block of 128 KiB, and what a [`Scanner`] and a [`Walker`] keep; all of it is used
/// again for each file. For a packed input there are eight blocks more, and what its decoders need: at
/// most 160 MiB together, unless said otherwise.
#[derive(Debug)]
pub struct Sifter {
    files: Files,
    sift: Sift,
}

/// Finds the links of one file after the other.
#[derive(Debug)]
struct Sift {
    scanner: Scanner,
    walker: Walker,
    feed: Feed,
    state: State,
}

impl Sifter {
    /// With the default [`Config`] and [`Reading`], and without positions.
    #[must_use]
    pub fn new() -> Self {
        Self::with(Config::new())
    }

    /// With a configuration of one's own.
    #[must_use]
    pub fn with(config: Config) -> Self {
        Self {
            files: Files::new(),
            sift: Sift {
                scanner: Scanner::new(config),
                walker: Walker::new(Reading::new()),
                feed: Feed::new(),
                state: State::default(),
            },
        }
    }

    /// How files are read: by default, as what they are by their content.
    #[must_use]
    pub fn reading(mut self, reading: Reading) -> Self {
        self.sift.walker = Walker::new(reading);
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
        let _ = files.open(input, &mut Sifting { sift, sink });
    }

    /// The same for bytes that come from anywhere; `path` is what they are called.
    pub fn sift(&mut self, path: &Path, mut bytes: impl Read, sink: &mut impl Sink) {
        let Self { files, sift } = self;
        let _ = files.read(path, &mut bytes, &mut Sifting { sift, sink });
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
        let end = match self.sink.begin(path) {
            ControlFlow::Continue(()) => self.sift.file(path, bytes, self.sink),
            skipped @ ControlFlow::Break(_) => skipped,
        };
        self.sink.end();
        match end {
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
fn is_member(packing: &[Format]) -> bool {
    #[cfg(feature = "compress")]
    return packing.iter().any(|format| format.is_container());
    #[cfg(not(feature = "compress"))]
    return !packing.is_empty();
}

impl Sift {
    /// Tells all that stands in a file.
    fn file(
        &mut self,
        path: &Path,
        bytes: &mut dyn Read,
        sink: &mut impl Sink,
    ) -> ControlFlow<Skip> {
        self.scanner.reset();
        self.walker.reset();
        self.feed.reset();
        self.state.reset();
        loop {
            sink.before_read()?;
            let (rest, failure) = match self.feed.fill(bytes) {
                Ok(Some(at_end)) => (Rest::of(at_end), None),
                Ok(None) => continue,
                Err(error) => (Rest::Lost, Some(error)),
            };
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
            if let Some(error) = failure {
                finds
                    .found
                    .sink
                    .error(Error::read(path, self.feed.end(), error));
            }
            if rest != Rest::Coming {
                return ControlFlow::Continue(());
            }
            finds.found.leave(used, &self.walker);
            self.feed.consume(used);
        }
    }
}
