//! The driver: reads files block by block, walks through what they hold, scans its texts, and says
//! where the hits are.

use std::{io::Read, ops::ControlFlow};

use urlsift_archive::{Reading, Walker};
use urlsift_scan::{Config, Scanner};

use crate::{
    Error, Input, Link, ReadError, Rejected,
    feed::Feed,
    finds::{Finds, Found, State},
};

/// Takes what a [`Sifter`] finds. Each method may end the reading of the input at hand.
pub trait Sink {
    /// A hit. Hits and rejects come in the order of their `<`.
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<()>;

    /// A candidate that was opened and gave no hit.
    fn rejected(&mut self, _rejected: &Rejected<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Something that a reader of the archive should know, and the byte of the file that it is
    /// about.
    fn warning(&mut self, _offset: u64, _warning: urlsift_archive::Warning) {}

    /// Everything read so far is scanned, and more is about to be read, which may take any time.
    /// Is called again when a signal interrupts that.
    fn before_read(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Finds the links of one file after the other.
///
/// It keeps one block of 128 KiB, and what a [`Scanner`] and a [`Walker`] keep; all of it is used
/// again for each file.
#[derive(Debug)]
pub struct Sifter {
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
            scanner: Scanner::new(config),
            walker: Walker::new(Reading::new()),
            feed: Feed::new(),
            state: State::default(),
        }
    }

    /// How files are read: by default, as what they are by their content.
    #[must_use]
    pub fn reading(mut self, reading: Reading) -> Self {
        self.walker = Walker::new(reading);
        self
    }

    /// Whether the line and column of each hit are wanted, which takes a pass over the file to
    /// count its lines.
    #[must_use]
    pub fn positions(mut self, wanted: bool) -> Self {
        self.state.want_positions(wanted);
        self
    }

    /// How many bytes are read at a time, at least 1. What is found does not depend on it.
    #[must_use]
    pub fn block_size(mut self, bytes: usize) -> Self {
        self.feed.set_block(bytes);
        self
    }

    /// Opens an input and sifts it.
    ///
    /// # Errors
    ///
    /// If it cannot be opened, or not be read to its end; what was found before has been told.
    pub fn sift_input(&mut self, input: &Input, sink: &mut impl Sink) -> Result<(), Error> {
        let bytes = input
            .open()
            .map_err(|error| Error::io(input.path(), error))?;
        self.sift(bytes, sink)
            .map_err(|error| Error::read(input.path(), error))
    }

    /// Tells all that stands in a file, in its order, until the file or the sink's interest ends.
    ///
    /// # Errors
    ///
    /// If reading fails. What was found before has been told; a candidate that was not closed yet
    /// is not.
    pub fn sift(&mut self, mut file: impl Read, sink: &mut impl Sink) -> Result<(), ReadError> {
        self.scanner.reset();
        self.walker.reset();
        self.feed.reset();
        self.state.reset();
        loop {
            if sink.before_read().is_break() {
                return Ok(());
            }
            let Some(at_end) = self.feed.fill(&mut file)? else {
                continue;
            };
            let window = self.feed.window();
            let mut finds = Finds {
                scanner: &mut self.scanner,
                found: Found {
                    window,
                    start: self.feed.start(),
                    state: &mut self.state,
                    sink,
                },
            };
            let ControlFlow::Continue(used) = self.walker.push(window, at_end, &mut finds) else {
                return Ok(());
            };
            if at_end {
                return Ok(());
            }
            finds.found.leave(used, &self.walker);
            self.feed.consume(used);
        }
    }
}

impl Default for Sifter {
    fn default() -> Self {
        Self::new()
    }
}
