//! Hosts as they are looked up.

use std::borrow::Cow;

use idna::AsciiDenyList;
use urlsift_rfc1738::Encoded;

/// Returns a host as it is looked up: decoded, in lower case, with its labels in ASCII (UTS #46); `None` for an
/// invalid host name.
#[must_use]
pub fn host_ascii(host: Encoded<'_>) -> Option<Cow<'_, str>> {
    if is_looked_up_as_written(host.as_bytes()) {
        return str::from_utf8(host.as_bytes()).ok().map(Cow::Borrowed);
    }
    let host = host.decode();
    if host.starts_with(b"[") {
        // An IPv6 address has no labels.
        return Some(str::from_utf8(&host).ok()?.to_ascii_lowercase().into());
    }
    let ascii = idna::domain_to_ascii_cow(&host, AsciiDenyList::URL).ok()?;
    (!ascii.is_empty()).then(|| ascii.into_owned().into())
}

/// Fast check whether a host is a valid name in the form in which it is looked up, as nearly all are. `false` means
/// "not known".
fn is_looked_up_as_written(host: &[u8]) -> bool {
    // UTS #46 maps none of these characters. It only decodes labels that begin with `xn--`.
    let is_plain = |&byte: &u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-');
    !host.is_empty() && host.iter().all(is_plain) && !host.windows(4).any(|label| label == b"xn--")
}
