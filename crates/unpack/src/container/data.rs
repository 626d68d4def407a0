//! The data of a member of a stream.

use std::io::{self, Read};

use crate::{Fault, FaultKind, Format, io::peek::PeekReader};

/// Reads the data after a header, up to their end.
///
/// If the source ends before that, reading returns the bytes there are, and then an error.
pub(super) struct MemberData<'d, 'r> {
    bytes: &'d mut PeekReader<'r>,
    left: u64,
    format: Format,
    header: u64,
    /// A copy of the error with which the source has ended.
    failure: Option<io::Error>,
}

impl<'d, 'r> MemberData<'d, 'r> {
    /// Creates a reader of the next `size` bytes. `header` is the offset of their header in the container.
    pub(super) fn new(
        bytes: &'d mut PeekReader<'r>,
        size: u64,
        format: Format,
        header: u64,
    ) -> Self {
        Self {
            bytes,
            left: size,
            format,
            header,
            failure: None,
        }
    }

    /// Returns whether `read` has returned an error: the source has ended or failed.
    pub(super) fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// Skips the bytes that were not read.
    ///
    /// # Errors
    ///
    /// If the source ends or fails before the end of the data. This may be an error that `read` has returned.
    pub(super) fn finish(mut self) -> io::Result<()> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        match self.bytes.skip(self.left) {
            Ok(0) => Ok(()),
            Ok(_) => Err(self.truncated()),
            Err(error) => Err(ending_container(error)),
        }
    }

    fn truncated(&self) -> io::Error {
        let fault = Fault::new(self.format, self.header, FaultKind::Truncated);
        ending_container(fault.into())
    }
}

impl Read for MemberData<'_, '_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.left).map_or(into.len(), |left| left.min(into.len()));
        if most == 0 {
            return Ok(0);
        }
        let error = match self.bytes.read(&mut into[..most]) {
            Ok(0) => self.truncated(),
            Ok(len) => {
                self.left -= len as u64;
                return Ok(len);
            }
            Err(error) => ending_container(error),
        };
        // After an error of the source, the source is at its end.
        self.failure.get_or_insert_with(|| copy(&error));
        Err(error)
    }
}

fn ending_container(mut error: io::Error) -> io::Error {
    Fault::end_container(&mut error);
    error
}

/// Returns a copy of an error of a source.
fn copy(error: &io::Error) -> io::Error {
    match (Fault::of(error), error.raw_os_error()) {
        (Some(fault), _) => fault.clone().into(),
        (None, Some(code)) => io::Error::from_raw_os_error(code),
        (None, None) => io::Error::new(error.kind(), error.to_string()),
    }
}
