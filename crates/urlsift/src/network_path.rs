//! The scheme of a reference that begins with a host, such as `//a.example/`.
//!
//! A page may leave out the scheme. It is added so that the link has a host and a verdict of its own; without it, it
//! would count as a relative reference. The alternative, a verdict on references, would need a base in every interface.

use std::sync::Arc;

use urlsift_rfc1738::Base;

/// The scheme of a reference whose page has no base, as in mail.
const DEFAULT: &[u8] = b"https";

/// Returns the scheme of a reference that begins with a host, for a page with a base; `None` for any other reference.
///
/// Browsers read a backslash as a slash if the base has a special scheme, and ignore further slashes (WHATWG URL §4.4,
/// special authority ignore slashes state).
pub(crate) fn implied_scheme<'b>(url: &[u8], base: Option<&'b Arc<[u8]>>) -> Option<&'b [u8]> {
    let is_slash = |byte: &u8| matches!(byte, b'/' | b'\\');
    let slashes = url.iter().take_while(|byte| is_slash(byte)).count();
    let is_host = url.get(slashes).is_some_and(|byte| !b"?#".contains(byte));
    if slashes < 2 || !is_host {
        return None;
    }
    let Some(base) = base.and_then(|base| Base::new(base).ok()) else {
        return Some(DEFAULT);
    };
    (url.starts_with(b"//") || base.is_special()).then_some(base.scheme())
}
