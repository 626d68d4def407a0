//! Checks links in JSON against the searched text.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;
use urlsift_tests::grammar::recogniser;

use super::line_breaks;

const REQUIRED_FIELDS: [&str; 16] = [
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
const OPTIONAL_FIELDS: [&str; 19] = [
    "readings",
    "also",
    "url_base64",
    "raw_base64",
    "readings_base64",
    "path_base64",
    "best",
    "scheme",
    "host",
    "host_ascii",
    "host_base64",
    "port",
    "base",
    "base_base64",
    "resolved",
    "resolved_base64",
    "target",
    "target_base64",
    "message",
];

/// Returns a string field as bytes, decoded from its base64 field if there is one.
pub(crate) fn bytes(hit: &Value, name: &str) -> Vec<u8> {
    let shown = hit[name].as_str().expect("a string");
    match hit.get(format!("{name}_base64")) {
        Some(exact) => {
            let exact = exact.as_str().expect("a string");
            let bytes = BASE64_STANDARD.decode(exact).expect("padded base64");
            assert_eq!(
                String::from_utf8_lossy(&bytes),
                shown,
                "lossy text and base64 differ"
            );
            assert!(str::from_utf8(&bytes).is_err(), "unneeded base64: {hit}");
            bytes
        }
        None => shown.as_bytes().to_vec(),
    }
}

/// Returns a number as `usize`.
pub(crate) fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a number")).expect("a number that fits")
}

/// Asserts that every field of a link is correct for the text.
#[track_caller]
pub(crate) fn check_hit(text: &[u8], hit: &Value) {
    check_fields(hit);
    let (offset, end) = (number(&hit["offset"]), number(&hit["end"]));
    let raw = bytes(hit, "raw");
    assert_eq!(text[offset..end], raw, "{hit}");
    assert_eq!(raw[0], b'<');
    check_position(text, hit);
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
    if let Some(guesses) = hit.get("also") {
        let guesses = guesses.as_array().expect("guesses");
        assert!(!guesses.is_empty(), "{hit}");
        for guess in guesses {
            let other = bytes(guess, "url");
            assert!(!other.is_empty() && other != url, "{hit}");
        }
    }
    check_report(&url, hit);
    let scheme = recogniser::scheme(&url).map(<[u8]>::to_ascii_lowercase);
    let scheme_field = hit.get("scheme").and_then(Value::as_str);
    assert_eq!(scheme_field.map(str::as_bytes), scheme.as_deref(), "{hit}");
    check_best(hit);
}

/// Asserts that a report agrees with the recogniser and that its problems lie within the URL, in order.
#[track_caller]
pub(crate) fn check_report(url: &[u8], report: &Value) {
    let conforms = report["conforms"] == "rfc1738";
    assert_eq!(conforms, recogniser::conforms(url), "{report}");
    let problems = report["problems"].as_array().expect("problems");
    assert_eq!(conforms, problems.is_empty(), "{report}");
    let mut last = 0;
    for problem in problems {
        let (start, end) = (number(&problem["start"]), number(&problem["end"]));
        assert!(
            last <= start && start <= end && end <= url.len(),
            "{report}"
        );
        last = start;
        for name in ["code", "rule"] {
            assert_ne!(problem[name].as_str(), Some(""), "{report}");
        }
    }
}

/// Asserts that `best` is the first conforming reading, unless that is the first of all.
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

/// Asserts that the line and column of a link or a reject match its offset.
#[track_caller]
pub(crate) fn check_position(text: &[u8], hit: &Value) {
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

fn check_fields(hit: &Value) {
    let fields = hit.as_object().expect("an object");
    for name in REQUIRED_FIELDS {
        assert!(fields.contains_key(name), "{name} is missing: {hit}");
    }
    for (name, value) in fields {
        let known =
            REQUIRED_FIELDS.contains(&name.as_str()) || OPTIONAL_FIELDS.contains(&name.as_str());
        assert!(known, "{name} is not documented: {hit}");
        assert!(!value.is_null(), "{hit}");
    }
}

/// Asserts that the URL consists of the pieces of the text and the at-signs of the joins.
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
            if dropped.first().is_some_and(|first| *first == "at") {
                url.push(b'@');
            }
            let mut order = ["at", "break", "leader", "space"].iter();
            let in_order = dropped.iter().all(|what| order.any(|name| name == *what));
            assert!(in_order && !dropped.is_empty(), "{hit}");
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
