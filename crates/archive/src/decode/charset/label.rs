//! Charset labels.

use encoding_rs::{UTF_16LE, X_USER_DEFINED};

use super::code_page::{CP437, CP850, CP852, CodePage};
use crate::{CharsetName, Encoding, encoding::Form};

/// The charset that a label names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamedCharset {
    /// An encoding of the Encoding Standard, or a code page of DOS.
    Encoding(Encoding),
    /// UTF-7 (RFC 2152).
    Utf7,
    /// HZ (RFC 1843).
    Hz,
    /// ASCII, or an empty label; other bytes are malformed.
    Ascii,
    /// An unknown charset.
    Unknown,
}

impl NamedCharset {
    /// Returns the charset of a label. Quotes and white space around the label are ignored.
    pub(crate) fn for_label(label: &[u8]) -> Self {
        if is_ascii(label) || trimmed(label).is_empty() {
            return Self::Ascii;
        }
        if let Some(encoding) = encoding(label) {
            let is_order_known = encoding != UTF_16LE || declares_little_endian(label);
            return Self::Encoding(Encoding(if is_order_known {
                Form::Known(encoding)
            } else {
                Form::Utf16
            }));
        }
        let label = trimmed(label);
        let other = EXTRA_CHARSETS
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(label));
        other.map_or(Self::Unknown, |&(_, named)| named)
    }

    /// Returns whether every ASCII character of a text is its own byte in this charset, and all
    /// other bytes stand for other characters: there are no escape sequences, which would leave
    /// nothing in the text. A charset that is guessed is one of these.
    pub(crate) fn is_plain_ascii_superset(self) -> bool {
        match self {
            Self::Encoding(encoding) => encoding.is_ascii_superset(),
            Self::Utf7 | Self::Hz => false,
            Self::Ascii | Self::Unknown => true,
        }
    }
}

impl Encoding {
    /// Returns the encoding for a label, such as `latin1`, `koi8-r` or `utf-16le`, in either case.
    /// `None` if there is no such label, or if the encoding cannot be read: `replacement` and
    /// `x-user-defined`.
    ///
    /// `utf-16` is the encoding of RFC 2781 §4.3: the byte order comes from a byte order mark, or else from an ASCII
    /// character at the start, or else big-endian.
    #[must_use]
    pub fn for_label(given: &str) -> Option<Self> {
        let given = given.as_bytes();
        if let NamedCharset::Encoding(encoding) = NamedCharset::for_label(given) {
            return Some(encoding);
        }
        is_ascii(given).then_some(Self(Form::Known(encoding_rs::WINDOWS_1252)))
    }
}

/// Charsets that the Encoding Standard lacks: the names registered with IANA, and some seen in
/// mail.
const EXTRA_CHARSETS: [(&[u8], NamedCharset); 17] = [
    (b"utf-7", NamedCharset::Utf7),
    (b"utf7", NamedCharset::Utf7),
    (b"csutf7", NamedCharset::Utf7),
    (b"unicode-1-1-utf-7", NamedCharset::Utf7),
    (b"csunicode11utf7", NamedCharset::Utf7),
    (b"x-unicode-2-0-utf-7", NamedCharset::Utf7),
    (b"hz-gb-2312", NamedCharset::Hz),
    (b"hz", NamedCharset::Hz),
    (b"cp437", code_page(&CP437)),
    (b"ibm437", code_page(&CP437)),
    (b"437", code_page(&CP437)),
    (b"cp850", code_page(&CP850)),
    (b"ibm850", code_page(&CP850)),
    (b"850", code_page(&CP850)),
    (b"cp852", code_page(&CP852)),
    (b"ibm852", code_page(&CP852)),
    (b"852", code_page(&CP852)),
];

const fn code_page(page: &'static CodePage) -> NamedCharset {
    NamedCharset::Encoding(Encoding(Form::CodePage(page)))
}

/// Names seen in mail that the Encoding Standard does not list, with those that it does.
pub(super) const ALIASES: [(&[u8], &[u8]); 22] = [
    (b"cp-1250", b"windows-1250"),
    (b"cp-1251", b"windows-1251"),
    (b"cp-1252", b"windows-1252"),
    (b"cp50220", b"iso-2022-jp"),
    (b"cp50221", b"iso-2022-jp"),
    (b"cp932", b"shift_jis"),
    (b"cp936", b"gbk"),
    (b"cp949", b"euc-kr"),
    (b"cp950", b"big5"),
    (b"euc-cn", b"gbk"),
    (b"eucjp", b"euc-jp"),
    (b"euckr", b"euc-kr"),
    (b"gb-2312", b"gbk"),
    (b"iso-2022-jp-1", b"iso-2022-jp"),
    (b"iso-2022-jp-ms", b"iso-2022-jp"),
    (b"latin-1", b"iso-8859-1"),
    (b"latin-2", b"iso-8859-2"),
    (b"latin-9", b"iso-8859-15"),
    (b"ms936", b"gbk"),
    (b"win-1251", b"windows-1251"),
    (b"win1251", b"windows-1251"),
    (b"windows1251", b"windows-1251"),
];

/// Returns the encoding of a label, unless it is ASCII or cannot be read.
fn encoding(label: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    let label = trimmed(label);
    let is = |name: &[u8]| name.eq_ignore_ascii_case(label);
    if is_ascii(label) {
        return None;
    }
    // The "replacement" encoding covers charsets that browsers must not decode. `x-user-defined`
    // maps to a private use area, which is no better than a guess.
    let encoding = encoding_rs::Encoding::for_label_no_replacement(label).or_else(|| {
        let alias = ALIASES.iter().find(|(alias, _)| is(alias));
        alias.and_then(|(_, name)| encoding_rs::Encoding::for_label_no_replacement(name))
    });
    encoding.filter(|&encoding| encoding != X_USER_DEFINED)
}

/// Returns the name in a label, without quotes and white space around it.
pub(crate) fn name(label: &[u8]) -> CharsetName {
    CharsetName::new(trimmed(label))
}

/// Returns whether a label means ASCII, in which all other bytes are malformed.
pub(crate) fn is_ascii(label: &[u8]) -> bool {
    let label = trimmed(label);
    let is = |name: &[u8]| name.eq_ignore_ascii_case(label);
    [&b"us-ascii"[..], b"ascii", b"ansi_x3.4-1968"].map(is) != [false; 3]
}

/// Returns the label without quotes and white space around it.
fn trimmed(mut label: &[u8]) -> &[u8] {
    let is_trimmed = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'');
    while let Some((_, rest)) = label.split_first().filter(|(first, _)| is_trimmed(first)) {
        label = rest;
    }
    while let Some((_, rest)) = label.split_last().filter(|(last, _)| is_trimmed(last)) {
        label = rest;
    }
    label
}

/// Returns whether a label explicitly declares little-endian UTF-16. The Encoding Standard reads
/// `utf-16` as little-endian too, but the label does not say so (RFC 2781 §3.3).
fn declares_little_endian(label: &[u8]) -> bool {
    let label = trimmed(label);
    [&b"utf-16le"[..], b"unicodefeff"]
        .iter()
        .any(|name| name.eq_ignore_ascii_case(label))
}
