//! The hosts of URLs.

use urlsift_rfc1738::Verdict;

/// Returns the host of a URL in the form in which hosts are compared, if it has one.
#[must_use]
pub fn host(url: &[u8]) -> Option<Box<[u8]>> {
    let verdict = Verdict::of(url);
    let host = verdict.parts().host_ascii()?;
    (!host.is_empty()).then(|| host.as_bytes().into())
}
