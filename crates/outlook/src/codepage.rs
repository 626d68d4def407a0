//! Windows code pages (MS-UCODEREF §2.2.1).

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_16LE, WINDOWS_1252};

/// The code page of UTF-8.
pub const UTF_8: u32 = 65_001;

/// Code pages whose labels in the Encoding Standard do not have the form `windows-N`.
const LABELS: &[(u32, &str)] = &[
    (866, "ibm866"),
    (874, "windows-874"),
    (932, "shift_jis"),
    (936, "gbk"),
    (949, "euc-kr"),
    (950, "big5"),
    (1200, "utf-16le"),
    (1201, "utf-16be"),
    (1361, "euc-kr"),
    (10_000, "macintosh"),
    (10_007, "x-mac-cyrillic"),
    (20_127, "us-ascii"),
    (20_866, "koi8-r"),
    (20_932, "euc-jp"),
    (20_936, "gbk"),
    (20_949, "euc-kr"),
    (21_866, "koi8-u"),
    (38_598, "iso-8859-8-i"),
    (50_220, "iso-2022-jp"),
    (50_221, "iso-2022-jp"),
    (50_222, "iso-2022-jp"),
    (51_932, "euc-jp"),
    (51_936, "gbk"),
    (51_949, "euc-kr"),
    (52_936, "gbk"),
    (54_936, "gb18030"),
    (UTF_8, "utf-8"),
];

/// Returns the encoding of a code page, if it is known.
#[must_use]
pub fn encoding(codepage: u32) -> Option<&'static Encoding> {
    let label = match codepage {
        1250..=1258 => format!("windows-{codepage}"),
        28_591..=28_606 => format!("iso-8859-{}", codepage - 28_590),
        _ => {
            let at = LABELS.binary_search_by_key(&codepage, |&(number, _)| number);
            LABELS[at.ok()?].1.into()
        }
    };
    Encoding::for_label(label.as_bytes())
}

/// Returns the encoding of a Windows character set (MS-WMF §2.1.1.5), which RTF declares for a font.
pub(crate) fn of_charset(charset: i32) -> Option<&'static Encoding> {
    let codepage = match charset {
        0 => 1252,
        77 => 10_000,
        128 => 932,
        129 | 130 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        _ => return None,
    };
    encoding(codepage)
}

/// Decodes a string in a code page. Without a known one, it is decoded as Western European.
#[must_use]
pub fn decode(bytes: &[u8], codepage: Option<u32>) -> Cow<'_, str> {
    let known = codepage.and_then(encoding);
    let encoding = known.unwrap_or(WINDOWS_1252);
    encoding.decode_without_bom_handling(bytes).0
}

/// Decodes a string in UTF-16.
#[must_use]
pub fn decode_utf16(bytes: &[u8]) -> Cow<'_, str> {
    UTF_16LE.decode_with_bom_removal(bytes).0
}

#[cfg(test)]
mod tests {
    use super::{LABELS, decode, decode_utf16, encoding, of_charset};

    #[test]
    fn every_label_is_an_encoding() {
        assert!(LABELS.is_sorted());
        for &(codepage, label) in LABELS {
            assert!(encoding(codepage).is_some(), "{label}");
        }
        for codepage in (1250..=1258).chain(28_591..=28_599) {
            assert!(encoding(codepage).is_some(), "{codepage}");
        }
        assert!(encoding(37).is_none());
        for charset in [0, 77, 128, 134, 204, 238] {
            assert!(of_charset(charset).is_some(), "{charset}");
        }
    }

    #[test]
    fn strings_are_decoded() {
        assert_eq!(decode(b"\xcf\xf0", Some(1251)), "Пр");
        assert_eq!(decode(b"\xe9", None), "é");
        assert_eq!(decode(b"\xe9", Some(37)), "é");
        assert_eq!(decode_utf16(b"a\0\x34\xd8\x1e\xdd"), "a𝄞");
        assert_eq!(decode_utf16(b"a\0b"), "a\u{fffd}");
    }
}
