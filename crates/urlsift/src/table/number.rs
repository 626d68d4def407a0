//! Numbers in tables.

use urlsift_scan::Span;

/// Converts a number of bytes. No file has 2^63 bytes or more.
pub(super) fn int64(number: u64) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}

/// Converts a small number: a count, or an offset in a candidate.
pub(super) fn int32(number: u64) -> i32 {
    number.try_into().unwrap_or(i32::MAX)
}

/// Returns the bounds of a range.
pub(super) fn bounds(span: Span) -> [i64; 2] {
    [span.start(), span.end()].map(int64)
}

/// Converts seconds to milliseconds; `None` on overflow.
pub(super) fn milliseconds(seconds: i64) -> Option<i64> {
    seconds.checked_mul(1000)
}
