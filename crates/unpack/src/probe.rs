//! The first bytes of an input.

use std::{io::Read, mem, ops::ControlFlow};

use crate::{
    Format,
    peek::{AHEAD, PeekReader, ReadAhead},
    recognise::{Outcome, recognise},
};

/// Reads the first bytes of an input to find out whether it is packed.
///
/// [`Unpacker::resume`](crate::Unpacker::resume) then goes on with the same input, here or on another
/// thread. One probe serves any number of inputs, one after the other, and keeps its buffer of
/// [`CAPACITY`](Self::CAPACITY) bytes.
#[derive(Debug, Default)]
pub struct Probe {
    ahead: ReadAhead,
    format: Option<Format>,
}

impl Probe {
    /// The maximum number of bytes that are read ahead: 64 KiB.
    pub const CAPACITY: usize = AHEAD;

    /// Creates a probe. Its buffer is allocated by the first [`read`](Self::read).
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the first bytes of an input, as few blocks of them as possible, and returns its format;
    /// `None` if it is a plain file.
    ///
    /// `before_read` is called before each read, which may wait. An input whose first bytes cannot be
    /// read is a plain file; whoever reads that gets the bytes and the error.
    ///
    /// # Errors
    ///
    /// A break if `before_read` asks for one.
    pub fn read(
        &mut self,
        source: &mut dyn Read,
        before_read: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), Option<Format>> {
        self.ahead.reset();
        self.format = None;
        let mut bytes = PeekReader::resume(source, mem::take(&mut self.ahead));
        let outcome = recognise(&mut bytes, before_read);
        let outcome = outcome.map_continue(|outcome| match outcome {
            Outcome::Known(format) => format,
            Outcome::Failed(error) => {
                bytes.fail_later(error);
                None
            }
        });
        self.ahead = bytes.into_read_ahead();
        self.format = outcome?;
        ControlFlow::Continue(self.format)
    }

    /// Returns the format of the input; `None` if it is a plain file.
    #[must_use]
    pub fn format(&self) -> Option<Format> {
        self.format
    }

    /// Returns the bytes that were read: all of a file if they are fewer than
    /// [`CAPACITY`](Self::CAPACITY).
    #[must_use]
    pub fn head(&self) -> &[u8] {
        self.ahead.buffered()
    }

    /// Calls `read` with the input from its first byte on, and keeps the buffer for the next one.
    pub(crate) fn with_reader<R>(
        &mut self,
        source: &mut dyn Read,
        read: impl FnOnce(&mut PeekReader<'_>) -> R,
    ) -> R {
        let mut bytes = PeekReader::resume(source, mem::take(&mut self.ahead));
        let result = read(&mut bytes);
        self.ahead = bytes.into_read_ahead();
        result
    }
}
