//! The first bytes of an input.

use std::{io::Read, mem, ops::ControlFlow};

use crate::{
    ByteSource, Format,
    io::peek::{self, PeekReader, ReadAhead},
    recognise::{Outcome, recognise},
};

/// Reads the first bytes of an input to detect its format.
///
/// [`Unpacker::resume`](crate::Unpacker::resume) then continues with the same input, on this thread or
/// another. A probe can be reused for any number of inputs; it keeps its buffer of
/// [`CAPACITY`](Self::CAPACITY) bytes.
#[derive(Debug, Default)]
pub struct Probe {
    ahead: ReadAhead,
    format: Option<Format>,
}

impl Probe {
    /// The maximum number of bytes read ahead: 64 KiB.
    pub const CAPACITY: usize = peek::CAPACITY;

    /// Creates a probe. The first [`read`](Self::read) allocates its buffer.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the first bytes of an input, with as few reads as possible, and returns its format; `None` if it
    /// is a plain file.
    ///
    /// `before_read` is called before each read, which may block. An input that fails before its format is
    /// known is a plain file; reading that file returns the bytes and then the error.
    ///
    /// # Errors
    ///
    /// Breaks if `before_read` does.
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

    /// Returns the bytes read, starting with the first byte of the input.
    #[must_use]
    pub fn head(&self) -> &[u8] {
        self.ahead.buffered()
    }

    /// Calls `read` with a reader of the input from its first byte on, and keeps the buffer for the next input.
    pub(crate) fn with_reader<R>(
        &mut self,
        source: &mut ByteSource<'_>,
        read: impl FnOnce(&mut PeekReader<'_>) -> R,
    ) -> R {
        let ahead = mem::take(&mut self.ahead);
        let mut bytes = PeekReader::resume(source, ahead);
        let result = read(&mut bytes);
        self.ahead = bytes.into_read_ahead();
        result
    }
}
