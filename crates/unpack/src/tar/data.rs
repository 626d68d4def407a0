//! The data after a header.

use std::io::{self, Read};

use crate::{Fault, FaultKind, Format, peek::PeekReader};

/// Reads the data after one header, and no more.
///
/// If the source ends before they do, that is an error after their last byte.
pub(super) struct Data<'d, 'r> {
    bytes: &'d mut PeekReader<'r>,
    left: u64,
    header: u64,
    has_failed: bool,
}

impl<'d, 'r> Data<'d, 'r> {
    /// The next `size` bytes; `header` is where their header stands.
    pub(super) fn new(bytes: &'d mut PeekReader<'r>, size: u64, header: u64) -> Self {
        Self {
            bytes,
            left: size,
            header,
            has_failed: false,
        }
    }

    /// How many bytes were not read; `None` if reading met the end of the source: whoever read has
    /// been given the error.
    pub(super) fn left(&self) -> Option<u64> {
        (!self.has_failed).then_some(self.left)
    }
}

impl Read for Data<'_, '_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.left).map_or(into.len(), |left| left.min(into.len()));
        if most == 0 {
            return Ok(0);
        }
        let read = self.bytes.read(&mut into[..most]);
        self.has_failed = matches!(read, Ok(0) | Err(_));
        match read? {
            0 => Err(Fault::new(Format::Tar, self.header, FaultKind::Truncated).into()),
            len => {
                self.left -= len as u64;
                Ok(len)
            }
        }
    }
}
