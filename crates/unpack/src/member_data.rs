//! The data of a member.

use std::io::{self, Read};

use crate::{Fault, FaultKind, Format, peek::PeekReader};

/// Reads the data after a header, up to their end.
///
/// If the source ends before that, reading returns the bytes there are, and then an error.
pub(crate) struct MemberData<'d, 'r> {
    bytes: &'d mut PeekReader<'r>,
    format: Format,
    left: u64,
    header: u64,
    has_failed: bool,
}

impl<'d, 'r> MemberData<'d, 'r> {
    /// Creates a reader of the next `size` bytes. `header` is the offset of their header in the container, which has
    /// this format.
    pub(crate) fn new(
        bytes: &'d mut PeekReader<'r>,
        format: Format,
        size: u64,
        header: u64,
    ) -> Self {
        Self {
            bytes,
            format,
            left: size,
            header,
            has_failed: false,
        }
    }

    /// Returns the number of unread bytes; `None` if the source has ended or failed, an error that `read` has
    /// returned.
    pub(crate) fn left(&self) -> Option<u64> {
        (!self.has_failed).then_some(self.left)
    }
}

impl Read for MemberData<'_, '_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.left).map_or(into.len(), |left| left.min(into.len()));
        if most == 0 {
            return Ok(0);
        }
        let read = self.bytes.read(&mut into[..most]);
        self.has_failed = matches!(read, Ok(0) | Err(_));
        match read? {
            0 => Err(Fault::new(self.format, self.header, FaultKind::Truncated).into()),
            len => {
                self.left -= len as u64;
                Ok(len)
            }
        }
    }
}
