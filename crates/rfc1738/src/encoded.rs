//! A percent-encoded part of a URL.

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::fmt;

use crate::class::octet;

/// A part of a URL as written: percent-encoded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Encoded<'a>(&'a [u8]);

impl<'a> Encoded<'a> {
    /// Creates a part from its percent-encoded bytes.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes as they are in the URL.
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// Returns whether the part is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Returns the decoded octets (RFC 1738 §2.2). A `%` without two hexadecimal digits is kept.
    ///
    /// ```
    /// let url = urlsift_rfc1738::Url::parse(b"ftp://myname@host.dom/%2Fetc/motd")?;
    /// let cwd = url.parts().cwds().next().unwrap();
    /// assert_eq!(cwd.as_bytes(), b"%2Fetc");
    /// assert_eq!(&*cwd.decode(), b"/etc");
    /// # Ok::<(), urlsift_rfc1738::Problem>(())
    /// ```
    #[must_use]
    pub fn decode(self) -> Cow<'a, [u8]> {
        let Some(first) = self.0.iter().position(|&byte| byte == b'%') else {
            return Cow::Borrowed(self.0);
        };
        let mut decoded = Vec::with_capacity(self.0.len());
        decoded.extend_from_slice(&self.0[..first]);
        let mut rest = &self.0[first..];
        while let [byte, after @ ..] = rest {
            rest = after;
            decoded.push(match after {
                &[high, low, ref after @ ..] if *byte == b'%' => match octet([high, low]) {
                    Some(octet) => {
                        rest = after;
                        octet
                    }
                    None => *byte,
                },
                _ => *byte,
            });
        }
        Cow::Owned(decoded)
    }

    /// Like [`decode`](Self::decode), but replaces invalid UTF-8 with U+FFFD.
    #[must_use]
    pub fn decode_lossy(self) -> Cow<'a, str> {
        match self.decode() {
            Cow::Borrowed(bytes) => String::from_utf8_lossy(bytes),
            Cow::Owned(bytes) => Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()),
        }
    }
}

impl<'a> From<&'a str> for Encoded<'a> {
    fn from(written: &'a str) -> Self {
        Self::new(written.as_bytes())
    }
}

impl fmt::Display for Encoded<'_> {
    /// Writes the encoded part, with U+FFFD for invalid UTF-8.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&String::from_utf8_lossy(self.0))
    }
}

impl fmt::Debug for Encoded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

#[cfg(test)]
mod tests {
    use super::Encoded;

    #[test]
    fn a_percent_sign_without_two_digits_is_kept() {
        for (encoded, decoded) in [
            ("", ""),
            ("abc", "abc"),
            ("%41%62c", "Abc"),
            ("%4", "%4"),
            ("%", "%"),
            ("%%41", "%A"),
            ("%G1%1G%-1%+1", "%G1%1G%-1%+1"),
            ("%25%34%31", "%41"),
        ] {
            assert_eq!(
                &*Encoded::new(encoded.as_bytes()).decode(),
                decoded.as_bytes()
            );
        }
        assert_eq!(&*Encoded::new(b"%fF%Ff%00").decode(), b"\xff\xff\0");
    }
}
