//! The first bytes of a file, from which its kind is recognised.

use std::path::Path;

use urlsift::{Kind, ReadOptions, archive::MAX_BINARY_HEAD};

/// The number of bytes at the start of a file from which it is recognised.
pub(crate) const HEAD: usize = 64 << 10;

const _: () = assert!(HEAD >= MAX_BINARY_HEAD);

/// Returns the kind of a file that begins with `head`, or is no longer than it (`at_end`).
pub(crate) fn kind_of(
    reading: &ReadOptions,
    path: &Path,
    head: &[u8],
    at_end: bool,
) -> Option<Kind> {
    reading_of(reading, path).kind_of(head, at_end)
}

/// Returns the options for a file.
pub(crate) fn reading_of(reading: &ReadOptions, path: &Path) -> ReadOptions {
    let mut reading = reading.clone();
    reading.set_page_by_name(is_page_name(path));
    reading
}

/// Returns whether a file has the name of an HTML page.
pub(crate) fn is_page_name(path: &Path) -> bool {
    let is = |known: &str| {
        path.extension()
            .is_some_and(|name| name.eq_ignore_ascii_case(known))
    };
    is("html") || is("htm")
}
