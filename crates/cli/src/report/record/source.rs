//! The input of a record.

use urlsift::Values;

use super::placeholder::CountedNumbers;
use crate::term::painter::Painter;

/// The values of a record, and how they are printed.
pub(super) struct RecordSource<'r, 'p, 'l, S> {
    pub(super) values: &'r Values<'p, 'l, S>,
    pub(super) painter: Painter,
    /// Receives each value that counts from the start of the source.
    pub(super) numbers: &'r mut CountedNumbers,
}

/// Buffers for values.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    /// For a value that the link does not hold as bytes.
    pub(super) value: Vec<u8>,
    /// For a value that is escaped for a terminal.
    pub(super) escaped: Vec<u8>,
}
