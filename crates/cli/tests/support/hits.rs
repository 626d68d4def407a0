//! Holds a hit in JSON against the bytes that it was found in.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;

use super::line_breaks;

const ALWAYS: [&str; 14] = [
    "url",
    "raw",
    "delimiter",
    "breaks",
    "spaced",
    "joins",
    "pieces",
    "quote_depth",
    "warnings",
    "path",
    "offset",
    "end",
    "line",
    "column",
];
const SOMETIMES: [&str; 5] = [
    "readings",
    "url_base64",
    "raw_base64",
    "readings_base64",
    "path_base64",
];

/// A string's bytes: from its base64, or as it is.
pub(crate) fn bytes(hit: &Value, name: &str) -> Vec<u8> {
    let shown = hit[name].as_str().expect("a string");
    match hit.get(format!("{name}_base64")) {
        Some(exact) => {
            let exact = exact.as_str().expect("a string");
            let bytes = BASE64_STANDARD.decode(exact).expect("padded base64");
            assert_eq!(String::from_utf8_lossy(&bytes), shown, "the same, lossily");
            assert!(
                str::from_utf8(&bytes).is_err(),
                "base64 only where it is needed: {hit}"
            );
            bytes
        }
        None => shown.as_bytes().to_vec(),
    }
}

/// A number.
pub(crate) fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a number")).expect("a small number")
}

/// Everything that a hit says of itself is true of the text.
#[track_caller]
pub(crate) fn check(text: &[u8], hit: &Value) {
    check_names(hit);
    let (offset, end) = (number(&hit["offset"]), number(&hit["end"]));
    let raw = bytes(hit, "raw");
    assert_eq!(text[offset..end], raw, "{hit}");
    assert_eq!(raw[0], b'<');
    check_place(text, hit);
    check_pieces(text, hit);
    let breaks = line_breaks(&raw);
    assert_eq!(number(&hit["breaks"]), breaks, "{hit}");
    let warnings = hit["warnings"].as_array().expect("warnings");
    assert_eq!(
        hit["spaced"].as_bool().expect("a flag"),
        warnings.contains(&"spaced".into())
    );
    if let Some(readings) = hit.get("readings") {
        let readings = readings.as_array().expect("readings");
        assert!(readings.len() > 1, "{hit}");
        assert_eq!(readings[0], hit["url"], "{hit}");
    }
}

/// A hit or a reject is where its line and column say.
#[track_caller]
pub(crate) fn check_place(text: &[u8], hit: &Value) {
    let offset = number(&hit["offset"]);
    assert_eq!(text[offset], b'<', "{hit}");
    let before = &text[..offset];
    let line = 1 + line_breaks(before);
    assert_eq!(number(&hit["line"]), line, "{hit}");
    let start = before
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |lf| lf + 1);
    assert_eq!(number(&hit["column"]), offset - start + 1, "{hit}");
}

fn check_names(hit: &Value) {
    let fields = hit.as_object().expect("an object");
    for name in ALWAYS {
        assert!(fields.contains_key(name), "{name} is missing: {hit}");
    }
    for (name, value) in fields {
        let known = ALWAYS.contains(&name.as_str()) || SOMETIMES.contains(&name.as_str());
        assert!(known, "{name} is not documented: {hit}");
        assert!(!value.is_null(), "{hit}");
    }
}

/// The pieces, cut out of the text, and the at-signs of the joins make the URL.
fn check_pieces(text: &[u8], hit: &Value) {
    let pieces = hit["pieces"].as_array().expect("pieces");
    let joins = hit["joins"].as_array().expect("joins");
    assert_eq!(pieces.len(), joins.len() + 1, "{hit}");
    let mut url = Vec::new();
    let mut last = number(&hit["offset"]);
    for (index, piece) in pieces.iter().enumerate() {
        if index > 0 {
            let join = &joins[index - 1];
            assert_eq!(number(&join["url_at"]), url.len(), "{hit}");
            assert_eq!(join["hyphen"], url.last() == Some(&b'-'), "{hit}");
            let dropped: Vec<_> = join["dropped"]
                .as_array()
                .expect("dropped")
                .iter()
                .collect();
            if dropped == ["at"] {
                url.push(b'@');
            } else {
                let mut order = ["break", "leader", "space"].iter();
                let in_order = dropped.iter().all(|what| order.any(|name| name == *what));
                assert!(in_order && !dropped.is_empty(), "{hit}");
            }
        }
        let (start, end) = (number(&piece[0]), number(&piece[1]));
        assert!(
            last <= start && start <= end && end <= number(&hit["end"]),
            "{hit}"
        );
        url.extend(&text[start..end]);
        last = end;
    }
    assert_eq!(url, bytes(hit, "url"), "{hit}");
}
