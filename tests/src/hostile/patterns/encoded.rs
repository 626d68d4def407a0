//! Texts to decode, in bytes or of a size that matters.

use super::super::{
    MESSAGE, message,
    pattern::{Pattern, in_messages, repeat},
};

/// The start of a TNEF stream (MS-OXTNEF §2.1.3.1), and the pattern of an attribute with many properties.
const TNEF: &[u8] = b"\x78\x9F\x3E\x22\x01\x00";
const PROPERTIES: &[u8] = b"\x01\x03\x90\x06\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF";

/// Returns the start of a stream that is attached: an attribute with an object.
fn nested_tnef() -> Vec<u8> {
    let object =
        b"\x02\x05\x90\x06\0\xFF\xFF\xFF\xFF\x01\0\0\0\x0D\0\x01\x37\x01\0\0\0\xFF\xFF\xFF\xFF";
    [&object[..], &[0; 16], TNEF].concat()
}

/// Transfer encodings and charsets.
pub(super) fn encodings() -> Vec<Pattern> {
    let quoted = "Content-Transfer-Encoding: quoted-printable\n";
    let wide = |name, charset: &'static str, units: fn(char) -> Vec<u8>| {
        Pattern::new(name, move |size| {
            let fields = format!("Content-Type: text/plain; charset={charset}\n");
            let unit: Vec<u8> = "<http://a/>\n".chars().flat_map(units).collect();
            let body = unit.repeat(size.div_ceil(unit.len()));
            [message(&fields, "").as_bytes(), &body].concat()
        })
    };
    let tnef = |name, start: &[u8], unit: &[u8]| {
        let fields = "Content-Type: application/ms-tnef\n";
        let start = [message(fields, "").as_bytes(), TNEF, start].concat();
        let unit = unit.to_vec();
        Pattern::new(name, move |size| {
            [&start[..], &unit.repeat(size.div_ceil(unit.len()))].concat()
        })
    };
    vec![
        in_messages("quoted-trailing-blanks", move |room| {
            format!("{quoted}\n<http://a/>{}\n", repeat(" ", room))
        }),
        Pattern::new("utf16-message", |size| {
            let unit = "<http://a/>\n".repeat(size.div_ceil(24));
            let text = message("", &unit);
            text.encode_utf16().flat_map(u16::to_le_bytes).collect()
        }),
        // Empty bodies, empty properties, properties of RTF, streams in each other, and a file without a type.
        tnef("tnef-attributes", b"", b"\x01\x0C\x80\x02\x00\0\0\0\0\0\0"),
        tnef(
            "tnef-properties",
            PROPERTIES,
            b"\x1F\0\0\x10\x01\0\0\0\0\0\0\0",
        ),
        tnef(
            "tnef-rtf",
            PROPERTIES,
            b"\x02\x01\x09\x10\x01\0\0\0\x14\0\0\0\x10\0\0\0\xFF\0\0\0LZFu\0\0\0\0\0abc",
        ),
        tnef("tnef-messages", b"", &nested_tnef()),
        tnef("tnef-file", b"\x02\x0F\x80\x06\0\xFF\xFF\xFF\xFF", b"<a&"),
        wide("utf16", "utf-16", |char| (char as u16).to_le_bytes().into()),
    ]
}

/// HTML and flowed text.
pub(super) fn layouts() -> Vec<Pattern> {
    vec![
        // Only the end of the page decides about the `From ` line before it, so all of it is read at once.
        Pattern::new("html-quoted-brackets", |size| {
            let page = [MESSAGE, &repeat("<1", size), "\n\n"].concat();
            let fields = format!(
                "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\nContent-Length: {}\n",
                page.len()
            );
            message(&fields, &page).into()
        })
        .at_most(4 << 20),
        in_messages("flowed-deep-quote", |room| {
            let fields = "Content-Type: text/plain; format=flowed\n";
            format!("{fields}\n{} <http://a/>\n", repeat(">", room))
        }),
    ]
}
