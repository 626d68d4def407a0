//! Encodings of plain text files.

use std::fmt;

use encoding_rs::{ISO_2022_JP, UTF_16BE, UTF_16LE};

use crate::decode::label;

/// An encoding of the WHATWG [Encoding Standard](https://encoding.spec.whatwg.org/).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Encoding {
    encoding: &'static encoding_rs::Encoding,
    /// Whether the byte order is known. A file in `utf-16` indicates its own.
    is_order_known: bool,
}

impl Encoding {
    /// Returns the encoding for a label, such as `latin1`, `koi8-r` or `utf-16le`, in either case.
    /// `None` if there is no such label, or if the encoding cannot be read: `replacement` and
    /// `x-user-defined`.
    ///
    /// `utf-16` is the encoding of RFC 2781 §4.3: the byte order is that of a byte order mark, or
    /// else of an ASCII character at the start, or else big-endian.
    #[must_use]
    pub fn for_label(given: &str) -> Option<Self> {
        let given = given.as_bytes();
        let encoding = label::encoding(given).or_else(|| {
            let is_ascii = label::is_ascii(given);
            is_ascii.then_some(encoding_rs::WINDOWS_1252)
        })?;
        Some(Self {
            encoding,
            is_order_known: encoding != UTF_16LE || label::declares_little_endian(given),
        })
    }

    /// Returns the encoding that a UTF-16 byte order mark at the start of `text` indicates.
    pub(crate) fn from_byte_order_mark(text: &[u8]) -> Option<Self> {
        let encoding = match text {
            [0xFE, 0xFF, ..] => UTF_16BE,
            [0xFF, 0xFE, ..] => UTF_16LE,
            _ => return None,
        };
        Some(Self {
            encoding,
            is_order_known: true,
        })
    }

    /// Returns the name in the standard, such as `windows-1252`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.encoding.name()
    }

    /// Returns whether a text can be read from any line: every byte LF is a line break, and no
    /// state carries over from one line to the next.
    pub(crate) fn has_lines(self) -> bool {
        self.encoding.is_ascii_compatible() && self.encoding != ISO_2022_JP
    }

    /// Returns whether ASCII characters are bytes.
    pub(crate) fn is_ascii_superset(self) -> bool {
        self.encoding.is_ascii_compatible()
    }

    /// Returns the encoding if its byte order is known.
    pub(crate) fn with_known_order(self) -> Option<&'static encoding_rs::Encoding> {
        self.is_order_known.then_some(self.encoding)
    }
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Encoding").field(&self.name()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::Encoding;

    #[test]
    fn labels_are_those_of_the_standard_and_of_mail() {
        for (label, name) in [
            ("latin1", "windows-1252"),
            ("us-ascii", "windows-1252"),
            ("UTF8", "UTF-8"),
            ("koi8-r", "KOI8-R"),
            ("cp932", "Shift_JIS"),
            ("utf-16", "UTF-16LE"),
            ("utf-16be", "UTF-16BE"),
        ] {
            let encoding = Encoding::for_label(label).map(Encoding::name);
            assert_eq!(encoding, Some(name), "{label}");
        }
        for label in [
            "",
            "auto",
            "none",
            "utf-7",
            "utf-32",
            "hz-gb-2312",
            "x-user-defined",
        ] {
            assert_eq!(Encoding::for_label(label), None, "{label}");
        }
    }

    #[test]
    fn a_text_has_lines_if_every_lf_is_one() {
        for (label, has_lines) in [
            ("utf-8", true),
            ("shift_jis", true),
            ("gb18030", true),
            ("iso-2022-jp", false),
            ("utf-16", false),
            ("utf-16be", false),
        ] {
            let encoding = Encoding::for_label(label).expect("a label");
            assert_eq!(encoding.has_lines(), has_lines, "{label}");
        }
    }
}
