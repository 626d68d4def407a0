//! The driver: reads texts block by block, scans them, and says where the hits are.

use std::{
    io::{self, Read},
    ops::ControlFlow,
};

use urlsift_scan::{Config, Event, Scanner};

use crate::{Error, Input, Link, OriginMap, Position, ReadError, Rejected, lines::Lines};

/// How much is read at a time: large enough that a system call costs nothing beside the search,
/// small enough to stay in the cache.
const BLOCK: usize = 128 << 10;

/// Takes what a [`Sifter`] finds. Each method may end the reading of the input at hand.
pub trait Sink {
    /// A hit. Hits and rejects come in the order of their `<`.
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<()>;

    /// A candidate that was opened and gave no hit.
    fn rejected(&mut self, _rejected: &Rejected<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Everything read so far is scanned, and more is about to be read, which may take any time.
    /// Is called again when a signal interrupts that.
    fn before_read(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// One text to scan: its bytes, and where they came from.
#[derive(Debug)]
pub struct Text<R> {
    bytes: R,
    origin: OriginMap,
    is_source: bool,
}

impl<R: Read> Text<R> {
    /// A text that is its own source, such as a whole file.
    #[must_use]
    pub fn whole(bytes: R) -> Self {
        Self {
            bytes,
            origin: OriginMap::identity(0),
            is_source: true,
        }
    }

    /// A text that was made from its source, such as a decoded part of a message.
    #[must_use]
    pub fn decoded(bytes: R, origin: OriginMap) -> Self {
        Self {
            bytes,
            origin,
            is_source: false,
        }
    }
}

/// Finds the links of one text after the other.
///
/// It keeps one block of 128 KiB, and what a [`Scanner`] keeps; both are used again for each text.
#[derive(Debug)]
pub struct Sifter {
    scanner: Scanner,
    block: Vec<u8>,
    positions: bool,
}

impl Sifter {
    /// With the default [`Config`], and without positions.
    #[must_use]
    pub fn new() -> Self {
        Self::with(Config::new())
    }

    /// With a configuration of one's own.
    #[must_use]
    pub fn with(config: Config) -> Self {
        Self {
            scanner: Scanner::new(config),
            block: vec![0; BLOCK],
            positions: false,
        }
    }

    /// Whether the line and column of each hit are wanted, which takes a pass over the text to
    /// count its lines.
    #[must_use]
    pub fn positions(mut self, wanted: bool) -> Self {
        self.positions = wanted;
        self
    }

    /// How many bytes are read at a time, at least 1. What is found does not depend on it.
    #[must_use]
    pub fn block_size(mut self, bytes: usize) -> Self {
        self.block.resize(bytes.max(1), 0);
        self
    }

    /// Opens an input and sifts it as one text.
    ///
    /// # Errors
    ///
    /// If it cannot be opened, or not be read to its end; what was found before has been told.
    pub fn sift_input(&mut self, input: &Input, sink: &mut impl Sink) -> Result<(), Error> {
        let bytes = input
            .open()
            .map_err(|error| Error::io(input.path(), error))?;
        self.sift(Text::whole(bytes), sink)
            .map_err(|error| Error::read(input.path(), error))
    }

    /// Tells all that stands in a text, in its order, until the text or the sink's interest ends.
    ///
    /// # Errors
    ///
    /// If reading fails. What was found before has been told; a candidate that was not closed yet
    /// is not.
    pub fn sift<R: Read>(
        &mut self,
        mut text: Text<R>,
        sink: &mut impl Sink,
    ) -> Result<(), ReadError> {
        let mut teller = Teller {
            origin: &text.origin,
            lines: (self.positions && text.is_source).then(Lines::default),
            undecided: None,
            sink,
        };
        self.scanner.reset();
        let mut offset = 0;
        loop {
            if teller.sink.before_read().is_break() {
                return Ok(());
            }
            let len = match text.bytes.read(&mut self.block) {
                Ok(0) => break,
                Ok(len) => len,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(ReadError::new(offset, error)),
            };
            let block = &self.block[..len];
            let mut used = 0;
            while used < len {
                let (event, more) = self.scanner.step(&block[used..]);
                used += more;
                if let Some(event) = event
                    && teller.tell(&event, block, offset).is_break()
                {
                    return Ok(());
                }
            }
            teller.leave(block, offset, self.scanner.undecided());
            offset += len as u64;
        }
        if let Some(event) = self.scanner.finish() {
            let _ = teller.tell(&event, &[], offset);
        }
        Ok(())
    }
}

impl Default for Sifter {
    fn default() -> Self {
        Self::new()
    }
}

/// Puts what the scanner finds in its place.
struct Teller<'s, S> {
    origin: &'s OriginMap,
    /// None where positions are not wanted.
    lines: Option<Lines>,
    /// Where the candidate begins that the blocks before have left open.
    undecided: Option<Position>,
    sink: &'s mut S,
}

impl<S: Sink> Teller<'_, S> {
    fn tell(&mut self, event: &Event<'_>, block: &[u8], block_start: u64) -> ControlFlow<()> {
        let start = match event {
            Event::Candidate(candidate) => candidate.span().start(),
            Event::Rejected(rejected) => rejected.start,
        };
        let origin = self.origin;
        let position = if start < block_start {
            self.undecided
        } else {
            let lines = self.lines.as_mut();
            lines.map(|lines| lines.locate(block, block_start, start))
        };
        match *event {
            Event::Candidate(candidate) => self.sink.link(&Link {
                candidate,
                origin,
                position,
            }),
            Event::Rejected(rejected) => self.sink.rejected(&Rejected {
                scanned: rejected,
                origin,
                position,
            }),
        }
    }

    /// Counts the lines of a block that will not be seen again.
    fn leave(&mut self, block: &[u8], block_start: u64, undecided: Option<u64>) {
        let Some(lines) = &mut self.lines else { return };
        if let Some(start) = undecided.filter(|&start| start >= block_start) {
            self.undecided = Some(lines.locate(block, block_start, start));
        }
        lines.locate(block, block_start, block_start + block.len() as u64);
    }
}
