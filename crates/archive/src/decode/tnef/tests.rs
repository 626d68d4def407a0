//! Tests of the decoder, on streams that a small writer makes (MS-OXTNEF §2.1).

use super::{super::testing, Tnef};

/// Returns an attribute: level, identifier, length, data and checksum.
fn attribute(level: u8, id: u32, data: &[u8]) -> Vec<u8> {
    let len = u32::try_from(data.len()).expect("short data");
    let sum = data
        .iter()
        .fold(0_u16, |sum, &byte| sum.wrapping_add(byte.into()));
    [
        &[level][..],
        &id.to_le_bytes(),
        &len.to_le_bytes(),
        data,
        &sum.to_le_bytes(),
    ]
    .concat()
}

fn stream(attributes: &[Vec<u8>]) -> Vec<u8> {
    [b"\x78\x9F\x3E\x22\x01\x00", &attributes.concat()[..]].concat()
}

/// Returns a property with one value whose length precedes it.
fn property(kind: u16, id: u16, value: &[u8]) -> Vec<u8> {
    let len = u32::try_from(value.len()).expect("a short value");
    let padding = vec![0; value.len().wrapping_neg() % 4];
    [
        &kind.to_le_bytes()[..],
        &id.to_le_bytes(),
        &1_u32.to_le_bytes(),
        &len.to_le_bytes(),
        value,
        &padding,
    ]
    .concat()
}

fn properties(list: &[Vec<u8>]) -> Vec<u8> {
    let count = u32::try_from(list.len()).expect("few properties");
    [&count.to_le_bytes()[..], &list.concat()].concat()
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

const BODY: u32 = 0x0002_800C;
const PROPERTIES: u32 = 0x0006_9003;
const RENDERING: u32 = 0x0006_9002;
const TITLE: u32 = 0x0001_8010;
const DATA: u32 = 0x0006_800F;

/// Returns the types and the contents of the parts, after a header section.
fn parts(input: &[u8]) -> (String, Vec<(String, Vec<u8>)>) {
    let decoded = testing::decode(Tnef::default, input).bytes;
    let text = String::from_utf8_lossy(&decoded).into_owned();
    let Some((head, _)) = text.split_once("\r\n\r\n") else {
        return (text, Vec::new());
    };
    let delimiter = b"\r\n--=_tnef\r\nContent-Type: ";
    let mut rest = &decoded[..];
    let mut all = Vec::new();
    while let Some(at) = memchr::memmem::find(rest, delimiter) {
        rest = &rest[at + delimiter.len()..];
        let end = memchr::memmem::find(rest, b"\r\n\r\n").expect("the end of a header");
        let kind = String::from_utf8_lossy(&rest[..end]).into_owned();
        rest = &rest[end + 4..];
        let len = memchr::memmem::find(rest, delimiter).unwrap_or(rest.len());
        all.push((kind, rest[..len].to_vec()));
    }
    (head.to_owned(), all)
}

/// Bodies in 8 bits, and attached files, are in `corpus/archive/tnef.toml`.
#[test]
fn texts_in_utf_16_and_rtf_are_parts() {
    let named = [
        &b"\x1F\0\x02\x80"[..],
        &[7; 16],
        b"\x01\0\0\0\x06\0\0\0a\0b\0\0\0\0\0",
        &property(0x1F, 0, &utf16("x"))[4..],
    ];
    let rtf = b"\x0c\0\0\0\x0d\0\0\0MELA\0\0\0\0{\\rtf1 a}";
    let input = stream(&[
        attribute(1, 0x0006_9007, b"\xE3\x04\0\0\0\0\0\0"),
        attribute(1, 0x0001_8004, b"a <http://a/>\0"),
        attribute(1, BODY, b"<http://b/>\r\n\0"),
        // It has the number of a body, and the type of bytes.
        attribute(1, 0x0006_800C, b"<http://no/>\0"),
        attribute(
            1,
            PROPERTIES,
            &properties(&[
                named.concat(),
                property(0x1F, 0x007D, &utf16("List-Help: <http://h/>\r\n\0")),
                property(0x1F, 0x1000, &utf16("<http://c/ā\0")),
                property(0x102, 0x1009, rtf),
            ]),
        ),
        attribute(2, RENDERING, &[0; 14]),
        attribute(2, DATA, b"\xFF\xFE<\0"),
        attribute(2, TITLE, b"A.HTM\0"),
    ]);
    let (head, parts) = parts(&input);
    assert_eq!(
        head.lines().nth(2),
        Some("Subject: a <http://a/>"),
        "{head}"
    );
    let expected = [
        (
            "text/plain; charset=windows-1251",
            b"<http://b/>\r\n".to_vec(),
        ),
        (
            "text/rfc822-headers; charset=utf-16le",
            utf16("List-Help: <http://h/>\r\n\r\n"),
        ),
        ("text/plain; charset=utf-16le", utf16("<http://c/ā\r\n")),
        ("text/html; charset=utf-8", b"a".to_vec()),
        (
            "text/html; charset=utf-16le",
            b"\xFF\xFE<\0\r\0\n\0".to_vec(),
        ),
    ];
    assert_eq!(parts, expected.map(|(kind, text)| (kind.to_owned(), text)));
}

/// The text of RTF has the place of the whole.
#[test]
fn rtf_has_one_place() {
    let rtf = b"\x0c\0\0\0\x0a\0\0\0MELA\0\0\0\0{\\rtf1 ab}";
    let input = stream(&[attribute(
        1,
        PROPERTIES,
        &properties(&[property(0x102, 0x1009, rtf)]),
    )]);
    let decoded = testing::decode(Tnef::default, &input);
    let len = decoded.ranges.len();
    assert_eq!(&decoded.bytes[len - 2..], b"ab");
    // After the start, the attribute, the count, the tag, and the count and the length of the value.
    let at = 6 + 9 + 4 + 4 + 8;
    let place = (at, at + rtf.len() as u64);
    assert_eq!(decoded.ranges[len - 2..], [place, place]);
}

#[test]
fn damaged_streams_have_what_precedes_the_damage() {
    let whole = stream(&[
        attribute(1, 0x0001_8004, b"s\0"),
        attribute(1, BODY, b"<a>\0"),
        attribute(
            1,
            PROPERTIES,
            &properties(&[
                property(0x1F, 0x1000, &utf16("<b>")),
                property(
                    0x102,
                    0x1009,
                    b"\x0c\0\0\0\x09\0\0\0LZFu\0\0\0\0\0{\\rtf1 a",
                ),
            ]),
        ),
        attribute(2, RENDERING, &[0; 14]),
        attribute(2, DATA, b"<c>"),
        attribute(2, TITLE, b"c.txt\0"),
        // Comes after the data that it concerns, and after another part.
        attribute(1, BODY, b"<d>"),
        attribute(2, DATA, b"<e>"),
        attribute(1, BODY, b"<f>"),
        attribute(2, TITLE, b"e.txt\0"),
    ]);
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= [0x01, 0x55, 0xFF][at % 3];
        testing::decode(Tnef::default, &damaged);
        testing::decode(Tnef::default, &whole[..at]);
    }
    let other = b"\x78\x9F\x3E\x23\x01\x00\x01\x0C\x80\x02\x00\x03\0\0\0<a>";
    assert_eq!(testing::decode(Tnef::default, other).bytes, b"");
}

#[test]
fn long_files_of_unknown_types_are_not_held() {
    let long = vec![b'<'; (256 << 10) + 1];
    let input = stream(&[
        attribute(2, DATA, &long),
        attribute(2, TITLE, b"a.txt\0"),
        attribute(2, DATA, &long),
    ]);
    // Too long for `testing::decode`, which is quadratic.
    let mut out = super::Output::default();
    let mut tnef = Tnef::default();
    for (index, chunk) in input.chunks(100).enumerate() {
        super::Decoder::decode(&mut tnef, chunk, index as u64 * 100, &mut out);
    }
    super::Decoder::finish(&mut tnef, input.len() as u64, &mut out);
    let found = memchr::memchr_iter(b'<', out.bytes()).count();
    assert_eq!(found, long.len());
}
