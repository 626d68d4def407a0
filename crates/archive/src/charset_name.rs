//! Names of charsets, as messages declare them.

use std::fmt;

/// The maximum number of bytes of a name (RFC 2978 §2.3).
const MAX_LEN: usize = 40;

/// The name of a charset in lower case. At most 40 bytes are kept, the maximum of RFC 2978 §2.3; bytes that are not
/// printable ASCII are shown as `?`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CharsetName {
    /// Padded with NULs, which sort first.
    bytes: [u8; MAX_LEN],
    len: u8,
}

impl CharsetName {
    pub(crate) fn new(label: &[u8]) -> Self {
        let label = &label[..label.len().min(MAX_LEN)];
        let mut bytes = [0; MAX_LEN];
        for (byte, &declared) in bytes.iter_mut().zip(label) {
            *byte = if declared.is_ascii_graphic() {
                declared.to_ascii_lowercase()
            } else {
                b'?'
            };
        }
        Self {
            bytes,
            len: label.len() as u8,
        }
    }

    /// Returns the name of a charset.
    #[must_use]
    pub fn of(name: &str) -> Self {
        Self::new(name.as_bytes())
    }

    /// Returns the name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes[..self.len.into()]).unwrap_or_default()
    }
}

impl fmt::Display for CharsetName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for CharsetName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::CharsetName;

    #[test]
    fn names_are_printable_and_short() {
        assert_eq!(CharsetName::new(b"X-Unknown").as_str(), "x-unknown");
        assert_eq!(CharsetName::new(b"a\x1b b\xe9").as_str(), "a??b?");
        assert_eq!(CharsetName::new(&[b'A'; 41]).as_str(), "a".repeat(40));
    }

    #[test]
    fn names_are_ordered_as_strings() {
        let names = ["", "a", "a0", "b"].map(|name| CharsetName::new(name.as_bytes()));
        assert!(names.is_sorted_by(|a, b| a < b));
    }
}
