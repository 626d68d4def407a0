//! Checks links in JSON against the searched text.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;
use urlsift_tests::grammar::recogniser;

use super::line_breaks;

/// Returns a string field as bytes, decoded from its base64 field if there is one.
pub(crate) fn bytes(link: &Value, name: &str) -> Vec<u8> {
    let shown = link[name].as_str().expect("a string");
    match link.get(format!("{name}_base64")) {
        Some(exact) => {
            let exact = exact.as_str().expect("a string");
            let bytes = BASE64_STANDARD.decode(exact).expect("padded base64");
            assert_eq!(
                String::from_utf8_lossy(&bytes),
                shown,
                "lossy text and base64 differ"
            );
            assert!(str::from_utf8(&bytes).is_err(), "unneeded base64: {link}");
            bytes
        }
        None => shown.as_bytes().to_vec(),
    }
}

/// Returns a number as `usize`.
pub(crate) fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a number")).expect("a number that fits")
}

/// Asserts that the fields of a link are correct for the text. The schema says which fields there are.
#[track_caller]
pub(crate) fn check_link(text: &[u8], link: &Value) {
    let (offset, end) = (number(&link["offset"]), number(&link["end"]));
    let raw = bytes(link, "raw");
    assert_eq!(text[offset..end], raw, "{link}");
    assert_eq!(raw[0], b'<');
    check_position(text, link);
    check_pieces(text, link);
    let breaks = line_breaks(&raw);
    assert_eq!(number(&link["breaks"]), breaks, "{link}");
    let warnings = link["warnings"].as_array().expect("warnings");
    assert_eq!(
        link["spaced"].as_bool().expect("a flag"),
        warnings.contains(&"spaced".into())
    );
    if let Some(readings) = link.get("readings") {
        let readings = readings.as_array().expect("readings");
        assert!(readings.len() > 1, "{link}");
        assert_eq!(readings[0], link["url"], "{link}");
    }
    let url = bytes(link, "url");
    if let Some(guesses) = link.get("also") {
        let guesses = guesses.as_array().expect("guesses");
        assert!(!guesses.is_empty(), "{link}");
        for guess in guesses {
            let other = bytes(guess, "url");
            assert!(!other.is_empty() && other != url, "{link}");
        }
    }
    check_report(&url, link);
    let scheme = recogniser::scheme(&url).map(<[u8]>::to_ascii_lowercase);
    let scheme_field = link.get("scheme").and_then(Value::as_str);
    assert_eq!(scheme_field.map(str::as_bytes), scheme.as_deref(), "{link}");
    check_best(link);
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
fn check_best(link: &Value) {
    let best = link.get("best").map(number);
    let readings = link.get("readings").and_then(Value::as_array);
    let Some(readings) = readings else {
        assert_eq!(best, None, "{link}");
        return;
    };
    let conforms =
        |reading: &Value| recogniser::conforms(reading.as_str().unwrap_or("").as_bytes());
    let first = readings.iter().position(conforms);
    match first {
        Some(0) => assert_eq!(best, None, "{link}"),
        Some(_) => assert_eq!(best, first, "{link}"),
        None => assert!(
            best.is_none_or(|best| 0 < best && best < readings.len()),
            "{link}"
        ),
    }
}

/// Asserts that the line and column of a link or a reject match its offset.
#[track_caller]
pub(crate) fn check_position(text: &[u8], object: &Value) {
    let offset = number(&object["offset"]);
    assert_eq!(text[offset], b'<', "{object}");
    let before = &text[..offset];
    let line = 1 + line_breaks(before);
    assert_eq!(number(&object["line"]), line, "{object}");
    let start = before
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |lf| lf + 1);
    assert_eq!(number(&object["column"]), offset - start + 1, "{object}");
}

/// Asserts that the URL consists of the pieces of the text and the at-signs of the joins.
fn check_pieces(text: &[u8], link: &Value) {
    let pieces = link["pieces"].as_array().expect("pieces");
    let joins = link["joins"].as_array().expect("joins");
    assert_eq!(pieces.len(), joins.len() + 1, "{link}");
    let mut url = Vec::new();
    let mut last = number(&link["offset"]);
    for (index, piece) in pieces.iter().enumerate() {
        if index > 0 {
            let join = &joins[index - 1];
            assert_eq!(number(&join["url_at"]), url.len(), "{link}");
            assert_eq!(join["hyphen"], url.last() == Some(&b'-'), "{link}");
            let dropped: Vec<_> = join["dropped"]
                .as_array()
                .expect("dropped")
                .iter()
                .collect();
            if dropped.first().is_some_and(|first| *first == "at") {
                url.push(b'@');
            }
            let mut order = ["escape", "at", "break", "leader", "space"].iter();
            let in_order = dropped.iter().all(|what| order.any(|name| name == *what));
            assert!(in_order && !dropped.is_empty(), "{link}");
        }
        let (start, end) = (number(&piece[0]), number(&piece[1]));
        assert!(
            last <= start && start <= end && end <= number(&link["end"]),
            "{link}"
        );
        url.extend(&text[start..end]);
        last = end;
    }
    assert_eq!(url, bytes(link, "url"), "{link}");
}
