//! Values as text.

use std::io::Write;

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::Serialize;
use urlsift::rfc3339;
use urlsift_search::rfc1738::Problem;

/// Appends a JSON value.
pub(super) fn write_json(out: &mut Vec<u8>, value: &(impl Serialize + ?Sized)) {
    // Strings, numbers and lists are written without errors.
    let _ = serde_json::to_writer(out, value);
}

/// Appends a list of strings as JSON.
pub(super) fn write_strings(out: &mut Vec<u8>, items: impl IntoIterator<Item = impl AsRef<str>>) {
    out.push(b'[');
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write_json(out, item.as_ref());
    }
    out.push(b']');
}

/// Appends a list of integers as JSON.
pub(super) fn write_int64s(out: &mut Vec<u8>, items: impl IntoIterator<Item = i64>) {
    out.push(b'[');
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write_number(out, item);
    }
    out.push(b']');
}

/// Appends a list of problems as JSON.
pub(super) fn write_problems(out: &mut Vec<u8>, problems: &[Problem]) {
    out.push(b'[');
    for (index, problem) in problems.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        let (code, rule, span) = (problem.code(), problem.rule(), problem.span());
        // Writing to a vector does not fail.
        let _ = write!(
            out,
            r#"{{"code":"{}","start":{},"end":{},"rule":"{}"}}"#,
            code.name(),
            span.start,
            span.end,
            rule.name()
        );
    }
    out.push(b']');
}

/// Appends a number.
pub(super) fn write_number(out: &mut Vec<u8>, number: i64) {
    let _ = write!(out, "{number}");
}

/// Returns milliseconds since 1970 as a date (RFC 3339); `None` for years that have no such form.
pub(super) fn date(milliseconds: i64) -> Option<String> {
    rfc3339(milliseconds.div_euclid(1000))
}

/// Returns bytes in base64.
pub(super) fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Returns a hash in hexadecimal digits.
pub(super) fn hex(hash: [u8; 16]) -> String {
    crate::storage::Digest(hash).to_string()
}
