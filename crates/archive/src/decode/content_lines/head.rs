//! The names and parameters of properties.

use memchr::memmem;

/// The maximum number of bytes of a name with its parameters that are kept.
const MAX_HEAD: usize = 2 << 10;

/// The name and the parameters of a property, `name *(";" param) ":"` (RFC 5545 §3.1), in lower case.
#[derive(Debug, Default)]
pub(super) struct PropertyHead {
    bytes: Vec<u8>,
    /// Whether the next byte is in a quoted value, which may contain a colon.
    is_quoted: bool,
}

impl PropertyHead {
    /// Begins the next property.
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.is_quoted = false;
    }

    /// Reads more bytes, and returns the number of them that belong to the head: all, or those up to its colon.
    pub(super) fn read(&mut self, text: &[u8]) -> Option<usize> {
        for (at, &byte) in text.iter().enumerate() {
            if byte == b':' && !self.is_quoted {
                return Some(at + 1);
            }
            self.is_quoted ^= byte == b'"';
            if self.bytes.len() < MAX_HEAD {
                self.bytes.push(byte.to_ascii_lowercase());
            }
        }
        None
    }

    /// Returns whether the value is in quoted-printable: `ENCODING=QUOTED-PRINTABLE` or the name of the encoding alone
    /// (vCard 2.1 §2.1.3).
    pub(super) fn is_quoted_printable(&self) -> bool {
        let is_parameter = |parameter: &[u8]| {
            let value = parameter.strip_prefix(b"encoding=").unwrap_or(parameter);
            value == b"quoted-printable"
        };
        self.parameters().any(is_parameter)
    }

    /// Returns whether the value is HTML: it has a `FMTTYPE` that says so (RFC 5545 §3.2.8), or is the description of
    /// Outlook.
    pub(super) fn is_html(&self) -> bool {
        let name = self.bytes.split(|&byte| byte == b';').next();
        let has_type = |parameter: &[u8]| {
            let value = parameter.strip_prefix(b"fmttype=");
            value.is_some_and(|value| memmem::find(value, b"text/html").is_some())
        };
        name == Some(b"x-alt-desc") || self.parameters().any(has_type)
    }

    fn parameters(&self) -> impl Iterator<Item = &[u8]> {
        self.bytes.split(|&byte| byte == b';').skip(1)
    }
}
