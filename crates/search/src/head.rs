//! The first bytes of a file, from which its kind is recognised.

use urlsift::{
    Kind, ReadOptions,
    archive::{MAX_BINARY_HEAD, recognise},
};

/// The number of bytes at the start of a file from which it is recognised.
pub(crate) const HEAD: usize = 64 << 10;

const _: () = assert!(HEAD >= MAX_BINARY_HEAD);

/// Returns the kind of a file that begins with `head`, or is no longer than it (`at_end`).
pub(crate) fn kind_of(reading: &ReadOptions, head: &[u8], at_end: bool) -> Option<Kind> {
    reading.known_kind().or_else(|| recognise(head, at_end))
}
