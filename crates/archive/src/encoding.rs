//! Encodings of plain text files.

use std::fmt;

use encoding_rs::{UTF_16BE, UTF_16LE};

use crate::decode::CodePage;

/// An encoding of the WHATWG [Encoding Standard](https://encoding.spec.whatwg.org/).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Encoding(pub(crate) Form);

/// How a text in an encoding is decoded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// An encoding of the standard.
    Known(&'static encoding_rs::Encoding),
    CodePage(&'static CodePage),
    /// UTF-16 in the byte order that the text indicates.
    Utf16,
}

/// The byte order marks.
const MARKS: [(&[u8], Form); 2] = [
    (&[0xFE, 0xFF], Form::Known(UTF_16BE)),
    (&[0xFF, 0xFE], Form::Known(UTF_16LE)),
];

impl Encoding {
    /// UTF-16 in either byte order.
    pub(crate) const UTF_16: Self = Self(Form::Utf16);

    /// Returns the encoding that a byte order mark of UTF-16 at the start of `text` indicates.
    pub(crate) fn from_byte_order_mark(text: &[u8]) -> Option<Self> {
        let mut marks = MARKS.into_iter();
        let (_, form) = marks.find(|(mark, _)| text.starts_with(mark))?;
        Some(Self(form))
    }

    /// Returns whether a text that begins with `start` may begin with a longer byte order mark.
    pub(crate) fn may_begin_byte_order_mark(start: &[u8]) -> bool {
        let mut marks = MARKS.into_iter();
        marks.any(|(mark, _)| mark.len() > start.len() && mark.starts_with(start))
    }

    /// Returns the name, such as `windows-1252`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Form::Known(encoding) => encoding.name(),
            Form::CodePage(page) => page.name,
            Form::Utf16 => UTF_16LE.name(),
        }
    }

    /// Returns whether ASCII characters are bytes, wherever they stand. Then a text can be read from any line: every
    /// byte LF is a line break, and no state carries over from one line to the next.
    pub(crate) fn is_ascii_superset(self) -> bool {
        match self.0 {
            Form::Known(encoding) => encoding.is_ascii_compatible(),
            Form::CodePage(_) => true,
            Form::Utf16 => false,
        }
    }

    /// Returns the encoding if it is one of the standard and its byte order is known.
    pub(crate) fn known(self) -> Option<&'static encoding_rs::Encoding> {
        match self.0 {
            Form::Known(encoding) => Some(encoding),
            Form::CodePage(_) | Form::Utf16 => None,
        }
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

    use urlsift_tables::{lines, rows};

    #[test]
    fn labels_are_those_of_the_standard_and_of_mail() {
        for (label, name) in rows!("encoding.toml", "labels_those_standard_1") {
            let encoding = Encoding::for_label(label).map(Encoding::name);
            assert_eq!(encoding, Some(name), "{label}");
        }
        for label in lines!("encoding.toml", "labels_those_standard_2") {
            assert_eq!(Encoding::for_label(label), None, "{label}");
        }
    }

    #[test]
    fn byte_order_marks_indicate_encodings() {
        for (text, name) in [
            (&b"\xFF\xFE<\0"[..], Some("UTF-16LE")),
            (b"\xFE\xFF\0<", Some("UTF-16BE")),
            (b"\xFF\xFE\0\0", Some("UTF-16LE")),
            (b"\0\0\xFE\xFF", None),
            (b"\xFF", None),
            (b"<http:", None),
        ] {
            let encoding = Encoding::from_byte_order_mark(text).map(Encoding::name);
            assert_eq!(encoding, name, "{text:x?}");
        }
        for (text, may_begin) in [
            (&b""[..], true),
            (b"\xFF", true),
            (b"\xFE", true),
            (b"\xFF\xFE", false),
            (b"\xFE\xFF", false),
            (b"\0", false),
            (b"<", false),
        ] {
            assert_eq!(
                Encoding::may_begin_byte_order_mark(text),
                may_begin,
                "{text:x?}"
            );
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
            assert_eq!(encoding.is_ascii_superset(), has_lines, "{label}");
        }
    }
}
