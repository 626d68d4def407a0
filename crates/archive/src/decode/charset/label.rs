//! The names of character sets.

use encoding_rs::{Encoding, X_USER_DEFINED};

/// Names seen in mail that the Encoding Standard does not list, and what they are there.
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

/// The encoding that a label names, if it helps.
pub(crate) fn encoding(label: &[u8]) -> Option<&'static Encoding> {
    let label = trimmed(label);
    let is = |name: &[u8]| name.eq_ignore_ascii_case(label);
    if is_ascii(label) {
        return None;
    }
    let alias = ALIASES.iter().find(|(alias, _)| is(alias));
    let label = alias.map_or(label, |(_, name)| name);
    // The "replacement" encoding forbids what a browser must not decode, and a private use area is
    // no better than a guess.
    Encoding::for_label_no_replacement(label).filter(|&encoding| encoding != X_USER_DEFINED)
}

/// Whether a label means ASCII, in which all other bytes are malformed.
pub(crate) fn is_ascii(label: &[u8]) -> bool {
    let label = trimmed(label);
    let is = |name: &[u8]| name.eq_ignore_ascii_case(label);
    [&b"us-ascii"[..], b"ascii", b"ansi_x3.4-1968"].map(is) != [false; 3]
}

/// Without the quotes and blanks around it.
fn trimmed(mut label: &[u8]) -> &[u8] {
    let is_around = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'');
    while let Some((_, rest)) = label.split_first().filter(|(first, _)| is_around(first)) {
        label = rest;
    }
    while let Some((_, rest)) = label.split_last().filter(|(last, _)| is_around(last)) {
        label = rest;
    }
    label
}

/// Whether a label that means UTF-16 in little-endian order for the Encoding Standard says so
/// itself. `utf-16` does not (RFC 2781 §3.3).
pub(crate) fn tells_little_endian(label: &[u8]) -> bool {
    let label = trimmed(label);
    [&b"utf-16le"[..], b"unicodefeff"]
        .iter()
        .any(|name| name.eq_ignore_ascii_case(label))
}
