//! Bytes in JSON: as a string, and in base64 where that is not exact.

use std::borrow::Cow;

use base64::{Engine, engine::general_purpose::STANDARD};

/// Returns the bytes as a string, with replacement characters where they are not UTF-8.
pub(super) fn lossy(text: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(text)
}

/// Returns the bytes in base64 if [`lossy`] is not exact.
pub(super) fn exact(text: &[u8]) -> Option<String> {
    str::from_utf8(text).is_err().then(|| STANDARD.encode(text))
}
