//! The encoding of a plain text, which nothing in it declares.

use std::fmt;

use encoding_rs::{ISO_2022_JP, UTF_16BE, UTF_16LE};

use crate::decode::label;

/// An encoding of the WHATWG's [Encoding Standard](https://encoding.spec.whatwg.org/).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Encoding {
    encoding: &'static encoding_rs::Encoding,
    /// Whether the bytes of a unit have the order that the encoding says: those of `utf-16` tell it
    /// themselves.
    is_ordered: bool,
}

impl Encoding {
    /// The encoding that has a label, such as `latin1`, `koi8-r` or `utf-16le`, in either case. `None`
    /// if there is no such label, or none whose text could be read: those of `replacement` and
    /// `x-user-defined`.
    ///
    /// `utf-16` is the one of RFC 2781 §4.3: a byte order mark tells the order, or else an ASCII
    /// character in front, or else it is big-endian.
    #[must_use]
    pub fn for_label(given: &str) -> Option<Self> {
        let given = given.as_bytes();
        let encoding = label::encoding(given).or_else(|| {
            let is_ascii = label::is_ascii(given);
            is_ascii.then_some(encoding_rs::WINDOWS_1252)
        })?;
        Some(Self {
            encoding,
            is_ordered: encoding != UTF_16LE || label::tells_little_endian(given),
        })
    }

    /// The encoding that a byte order mark of UTF-16 tells. `None`: the bytes begin with none.
    pub(crate) fn of_mark(text: &[u8]) -> Option<Self> {
        let encoding = match text {
            [0xFE, 0xFF, ..] => UTF_16BE,
            [0xFF, 0xFE, ..] => UTF_16LE,
            _ => return None,
        };
        Some(Self {
            encoding,
            is_ordered: true,
        })
    }

    /// Its name in the standard, such as `windows-1252`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.encoding.name()
    }

    /// Whether a text can be read from any of its lines on: whether a byte LF is one everywhere, and what
    /// stands before means nothing for what follows.
    pub(crate) fn has_lines(self) -> bool {
        self.encoding.is_ascii_compatible() && self.encoding != ISO_2022_JP
    }

    /// What undoes it, if the order is known.
    pub(crate) fn ordered(self) -> Option<&'static encoding_rs::Encoding> {
        self.is_ordered.then_some(self.encoding)
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
    fn a_text_has_lines_where_every_lf_is_one() {
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
