//! Searches of bytes in memory, which the handler of a signal can end.

use std::io::{self, Read};

use pyo3::prelude::*;
use urlsift_search::{Sifter, Sink};

use crate::interpreter::check_signals;

/// The maximum number of bytes that are searched without a check for signals.
const SHORT: usize = 8 << 20;

/// The number of bytes that are searched between two checks: some milliseconds.
const BLOCK: usize = 1 << 20;

/// Searches bytes. The GIL is not held.
///
/// # Errors
///
/// The exception that the handler of a signal raises, such as `KeyboardInterrupt`.
pub(crate) fn sift(sifter: &mut Sifter, bytes: &[u8], sink: &mut impl Sink) -> PyResult<()> {
    if bytes.len() <= SHORT {
        // Reading a slice does not fail, and the sink decides what it skips.
        let _ = sifter.sift_slice(bytes, sink);
        return Ok(());
    }
    let mut interruptible = Interruptible {
        bytes,
        checks: Checks::default(),
        exception: None,
    };
    let _ = sifter.sift(&mut interruptible, sink);
    interruptible.exception.map_or(Ok(()), Err)
}

/// Checks for signals now and then.
#[derive(Debug, Default)]
pub(crate) struct Checks {
    /// The number of bytes since the last check.
    bytes: usize,
}

impl Checks {
    /// Counts bytes that were searched, and checks for signals if they are many. The GIL is not held.
    ///
    /// # Errors
    ///
    /// The exception that the handler of a signal raises.
    pub(crate) fn after(&mut self, bytes: usize) -> PyResult<()> {
        self.bytes += bytes;
        if self.bytes < BLOCK {
            return Ok(());
        }
        self.bytes = 0;
        Python::attach(check_signals)
    }
}

/// Reads bytes, and stops when the handler of a signal raises an exception.
struct Interruptible<'b> {
    bytes: &'b [u8],
    checks: Checks,
    exception: Option<PyErr>,
}

impl Read for &mut Interruptible<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let len = into.len().min(BLOCK);
        let read = self.bytes.read(&mut into[..len])?;
        if let Err(exception) = self.checks.after(read) {
            self.exception = Some(exception);
            return Err(io::ErrorKind::Other.into());
        }
        Ok(read)
    }
}
