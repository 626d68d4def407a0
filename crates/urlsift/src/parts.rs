//! The scheme and the domain of a URL in the form of fields.

use std::borrow::Cow;

use urlsift_rfc1738::Parts;

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
