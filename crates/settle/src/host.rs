//! The hosts of URLs.

use urlsift_rfc1738::{Parts, Verdict};

/// Returns the host of a URL in the form in which hosts are compared, if it has one.
#[must_use]
pub fn host(url: &[u8]) -> Option<Box<[u8]>> {
    host_of(Verdict::of(url).parts())
}

/// Like [`host`], for a URL that has been parsed.
#[must_use]
pub fn host_of(parts: &Parts<'_>) -> Option<Box<[u8]>> {
    let host = parts.host_ascii()?;
    (!host.is_empty()).then(|| host.as_bytes().into())
}
