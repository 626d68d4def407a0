//! The scheme and the domain of a URL in the form of fields, and the level that it must reach.

use std::borrow::Cow;

use urlsift_rfc1738::{Conformance, Parts};
use urlsift_scan::Delimiter;

/// Returns the level that links of a kind must reach if `level` is wanted. Up to [`Conformance::Whatwg`], every e-mail
/// address is a link: no standard of URLs has those in other scripts (RFC 6531), which are found by UTS #58.
#[must_use]
pub fn least_conformance(level: Conformance, kind: Delimiter) -> Conformance {
    match kind {
        Delimiter::Address if Conformance::Whatwg.reaches(level) => Conformance::None,
        _ => level,
    }
}

/// Returns the registered domain of the host. Without the feature `domain`, none is known.
pub(crate) fn domain<'a>(parts: &Parts<'a>) -> Option<Cow<'a, str>> {
    #[cfg(feature = "domain")]
    return parts.domain();
    #[cfg(not(feature = "domain"))]
    {
        let _ = parts;
        None
    }
}

/// Returns a name in lower case, as almost all names are written.
pub(crate) fn lower_case(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        name.to_ascii_lowercase().into()
    } else {
        name.into()
    }
}
