//! A limit on the bytes that are read of a file, so that the work is in proportion to its size.
//!
//! Work that is not reading counts as a number of bytes.

use crate::fault::{FaultKind, Result};

/// How often each byte of a file may be read, on average. A valid file needs each at most a few times.
const TIMES: u64 = 8;

/// The number of bytes that may be read of a file of any size.
const LEAST: u64 = 1 << 20;

/// The number of bytes that may still be read.
#[derive(Debug)]
pub(crate) struct Budget(u64);

impl Budget {
    /// Returns the budget of a file of this length.
    pub(crate) fn of_file(len: u64) -> Self {
        Self(len.saturating_mul(TIMES).saturating_add(LEAST))
    }

    /// Spends bytes.
    pub(crate) fn spend(&mut self, bytes: usize) -> Result<()> {
        let rest = self.0.checked_sub(bytes as u64);
        self.0 = rest.unwrap_or(0);
        rest.map(drop).ok_or(FaultKind::TooMuch.into())
    }
}
