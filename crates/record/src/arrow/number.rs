//! Limits and numbers of tables.

use urlsift_scan::Span;

/// A batch that has as many rows is large enough.
pub(super) const FULL_ROWS: usize = 1 << 16;

/// A batch with as many bytes in one column is large enough. A column holds less than 2^31.
pub(super) const FULL_BYTES: usize = 1 << 26;

/// Returns a number of bytes as Arrow's tables have it. No file is longer than 2^63 bytes.
pub(super) fn int64(number: u64) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}

/// Returns a small number as Arrow's tables have it: a count, or an offset in a candidate.
pub(super) fn int32(number: usize) -> i32 {
    number.try_into().unwrap_or(i32::MAX)
}

/// Returns the bounds of a range.
pub(super) fn bounds(span: Span) -> [i64; 2] {
    [span.start(), span.end()].map(int64)
}
