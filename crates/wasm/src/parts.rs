//! Parts of a URL as ranges of it.

use std::ops::Range;

use urlsift::rfc1738::{Encoded, Parts};

/// Returns the ranges of the scheme and the host in a URL, in bytes. A part that it does not have is empty at 0.
pub(crate) fn scheme_and_host(url: &[u8], parts: &Parts<'_>) -> [Range<usize>; 2] {
    let scheme = parts.scheme().map(str::as_bytes);
    let host = parts.host().map(Encoded::as_bytes);
    [scheme, host].map(|part| range_in(url, part).unwrap_or_default())
}

/// Returns the range of a part that is a slice of a URL.
fn range_in(url: &[u8], part: Option<&[u8]>) -> Option<Range<usize>> {
    let part = part?;
    let start = part.as_ptr().addr().checked_sub(url.as_ptr().addr())?;
    let end = start.checked_add(part.len())?;
    (end <= url.len()).then_some(start..end)
}
