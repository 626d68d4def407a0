//! One JSON object a line; the format is told in `docs/JSON.md`.

mod hit;
mod message;
mod progress;
mod range;
mod surveyed;
mod tallied;

use std::borrow::Cow;

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::Serialize;
use urlsift_search::{
    Verdict,
    rfc1738::{Base, Parts},
};
use urlsift_record::write_json_line as write_line;

pub(crate) use hit::Json;
pub(crate) use progress::progress;
pub(crate) use range::range;
pub(crate) use surveyed::{archive_stats, container};
pub(super) use tallied::tallied;

/// Why a URL does not conform.
#[derive(Serialize)]
struct Problem {
    code: &'static str,
    start: usize,
    end: usize,
    rule: &'static str,
}

fn problems(verdict: &Verdict<'_>) -> Vec<Problem> {
    let problems = verdict.problems().iter();
    let problems = problems.map(|problem| Problem {
        code: problem.code().name(),
        start: problem.span().start,
        end: problem.span().end,
        rule: problem.rule().name(),
    });
    problems.collect()
}

/// The scheme, which means the same in any case, in the RFC's.
fn scheme(parts: &Parts<'_>) -> Option<String> {
    parts.scheme().map(str::to_ascii_lowercase)
}

/// What a relative reference becomes.
#[derive(Serialize)]
#[expect(clippy::struct_field_names, reason = "they are the names in the JSON")]
struct Resolved<'b> {
    #[serde(skip_serializing_if = "Option::is_none")]
    base: Option<Cow<'b, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    base_base64: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resolved: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resolved_base64: Option<String>,
}

impl<'b> Resolved<'b> {
    fn new(base: Option<Base<'b>>, url: &[u8]) -> Self {
        let resolved = base.map(|base| base.resolve(url));
        let resolved = resolved.as_deref();
        Self {
            base: base.map(|base| lossy(base.text())),
            base_base64: base.and_then(|base| exact(base.text())),
            resolved: resolved.map(|resolved| lossy(resolved).into_owned()),
            resolved_base64: resolved.and_then(exact),
        }
    }
}

fn lossy(text: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(text)
}

/// The bytes themselves, where `lossy` is not exact.
fn exact(text: &[u8]) -> Option<String> {
    str::from_utf8(text).is_err().then(|| STANDARD.encode(text))
}

/// All of them, if `lossy` is not exact for one.
fn exact_all<'t>(texts: impl Iterator<Item = &'t [u8]> + Clone) -> Vec<String> {
    if texts.clone().all(|text| str::from_utf8(text).is_ok()) {
        return Vec::new();
    }
    texts.map(|text| STANDARD.encode(text)).collect()
}
