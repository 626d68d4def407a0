//! Digests of 128 bits.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// The first 128 bits of a BLAKE3 hash, written as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub(crate) [u8; 16]);

impl Digest {
    /// Returns the digest of bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(bytes);
        Self::finish(&hasher)
    }

    /// Returns the digest of the bytes that a hasher has received.
    pub(crate) fn finish(hasher: &blake3::Hasher) -> Self {
        let mut short = [0; 16];
        short.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        Self(short)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Digest {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let is_digest = text.len() == 32 && text.bytes().all(is_digit);
        let number = u128::from_str_radix(text, 16);
        match number {
            Ok(number) if is_digest => Ok(Self(number.to_be_bytes())),
            _ => Err("expected 32 hexadecimal digits"),
        }
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::Digest;

    #[test]
    fn digests_are_read_as_written() {
        let digest = Digest::of(b"abc");
        assert_eq!(digest.to_string(), "6437b3ac38465133ffb63b75273a8db5");
        assert_eq!(digest.to_string().parse(), Ok(digest));
        for invalid in [
            "",
            "6437",
            "6437b3ac38465133ffb63b75273a8dbg",
            "6437B3AC38465133FFB63B75273A8DB5",
        ] {
            assert!(invalid.parse::<Digest>().is_err(), "{invalid}");
        }
    }
}
