//! Holds a hit in JSON against the bytes that it was found in.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;
use urlsift_tests::grammar::recogniser;

use super::line_breaks;

const ALWAYS: [&str; 16] = [
    "url",
    "raw",
    "delimiter",
    "breaks",
    "spaced",
    "joins",
    "pieces",
    "quote_depth",
    "conforms",
    "problems",
    "warnings",
    "path",
    "offset",
    "end",
    "line",
    "column",
];
const SOMETIMES: [&str; 15] = [
    "readings",
    "url_base64",
    "raw_base64",
    "readings_base64",
    "path_base64",
    "best",
    "scheme",
    "host",
    "host_base64",
    "port",
    "base",
    "base_base64",
    "resolved",
    "resolved_base64",
    "message",
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
    let url = bytes(hit, "url");
    check_judgement(&url, hit);
    let scheme = recogniser::scheme(&url).map(<[u8]>::to_ascii_lowercase);
    let told = hit.get("scheme").and_then(Value::as_str);
    assert_eq!(told.map(str::as_bytes), scheme.as_deref(), "{hit}");
    check_best(hit);
}

/// What is said of a URL agrees with the recogniser, and its problems lie in it, in order.
#[track_caller]
pub(crate) fn check_judgement(url: &[u8], judged: &Value) {
    let conforms = judged["conforms"] == "rfc1738";
    assert_eq!(conforms, recogniser::conforms(url), "{judged}");
    let problems = judged["problems"].as_array().expect("problems");
    assert_eq!(conforms, problems.is_empty(), "{judged}");
    let mut last = 0;
    for problem in problems {
        let (start, end) = (number(&problem["start"]), number(&problem["end"]));
        assert!(
            last <= start && start <= end && end <= url.len(),
            "{judged}"
        );
        last = start;
        for name in ["code", "rule"] {
            assert_ne!(problem[name].as_str(), Some(""), "{judged}");
        }
    }
}

/// If a reading conforms to RFC 1738 and the first does not, the first that does is the best.
fn check_best(hit: &Value) {
    let best = hit.get("best").map(number);
    let readings = hit.get("readings").and_then(Value::as_array);
    let Some(readings) = readings else {
        assert_eq!(best, None, "{hit}");
        return;
    };
    let conforms =
        |reading: &Value| recogniser::conforms(reading.as_str().unwrap_or("").as_bytes());
    let first = readings.iter().position(conforms);
    match first {
        Some(0) => assert_eq!(best, None, "{hit}"),
        Some(_) => assert_eq!(best, first, "{hit}"),
        None => assert!(
            best.is_none_or(|best| 0 < best && best < readings.len()),
            "{hit}"
        ),
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
