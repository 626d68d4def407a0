//! A limit on the bytes read from a file, which keeps the work in proportion to the size of the file.
//!
//! Work other than reading is charged as a number of bytes.
//!
//! A file can refer to the same bytes from many places, and nested references multiply. A limit for each kind of
//! reference would have to be found for all of them, and the product of limits can still be large. One budget for the
//! file needs no proof about its structure: whatever a file refers to, the work ends. The price is that each reader
//! must charge what it does, also where nothing is read. A damaged file that exceeds the budget loses its rest.

use crate::files::fault::{FaultKind, Result};

/// How many times each byte of a file may be read, on average. A valid file needs each byte a few times at most.
const READS_PER_BYTE: u64 = 8;

/// The number of bytes that may be read from a file in addition, so that small files are never refused.
const ALLOWANCE: u64 = 1 << 20;

/// The number of bytes that may still be read.
#[derive(Debug)]
pub(crate) struct Budget(u64);

impl Budget {
    /// Returns the budget of a file of this length.
    pub(crate) fn of_file(len: u64) -> Self {
        Self(len.saturating_mul(READS_PER_BYTE).saturating_add(ALLOWANCE))
    }

    /// Spends a number of bytes. Once the budget is exceeded, nothing is left of it.
    pub(crate) fn spend(&mut self, bytes: usize) -> Result<()> {
        let rest = self.0.checked_sub(bytes as u64);
        self.0 = rest.unwrap_or(0);
        rest.map(drop).ok_or(FaultKind::TooMuch.into())
    }
}
