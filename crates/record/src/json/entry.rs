//! Entries that several objects have.

use std::borrow::Cow;

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::{Serialize, Serializer, ser::SerializeMap};
use urlsift_rfc1738::{Base, Problem};

/// Adds a string, and exactly in base64 beside it where it is not UTF-8.
pub(super) fn bytes_entry<M: SerializeMap>(
    map: &mut M,
    name: &'static str,
    base64_name: &'static str,
    bytes: &[u8],
) -> Result<(), M::Error> {
    if let Ok(text) = str::from_utf8(bytes) {
        map.serialize_entry(name, text)
    } else {
        map.serialize_entry(name, &String::from_utf8_lossy(bytes))?;
        map.serialize_entry(base64_name, &STANDARD.encode(bytes))
    }
}

/// Adds a value, if there is one.
pub(super) fn optional_entry<M: SerializeMap>(
    map: &mut M,
    name: &'static str,
    value: Option<impl Serialize>,
) -> Result<(), M::Error> {
    match value {
        Some(value) => map.serialize_entry(name, &value),
        None => Ok(()),
    }
}

/// Adds what a relative reference is resolved against, and what it becomes.
pub(super) fn resolved_entries<M: SerializeMap>(
    map: &mut M,
    base: Option<Base<'_>>,
    url: &[u8],
) -> Result<(), M::Error> {
    let Some(base) = base else { return Ok(()) };
    bytes_entry(map, "base", "base_base64", base.text())?;
    bytes_entry(map, "resolved", "resolved_base64", &base.resolve(url))
}

/// A list that is written as it is iterated. The function returns its iterator, each time anew.
pub(super) struct List<F>(pub(super) F);

impl<F, I> Serialize for List<F>
where
    F: Fn() -> I,
    I: Iterator<Item: Serialize>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// Why a URL does not conform.
#[derive(Serialize)]
struct ProblemObject {
    code: &'static str,
    start: usize,
    end: usize,
    rule: &'static str,
}

impl ProblemObject {
    fn of(problem: &Problem) -> Self {
        let span = problem.span();
        Self {
            code: problem.code().name(),
            start: span.start,
            end: span.end,
            rule: problem.rule().name(),
        }
    }
}

/// Adds why a URL does not conform.
pub(super) fn problems_entry<M: SerializeMap>(
    map: &mut M,
    problems: &[Problem],
) -> Result<(), M::Error> {
    let objects = List(|| problems.iter().map(ProblemObject::of));
    map.serialize_entry("problems", &objects)
}

/// Returns a text with U+FFFD for what is not UTF-8.
pub(super) fn lossy(text: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(text)
}

/// Returns all of them in base64, if one is not UTF-8.
pub(super) fn base64_all<'t>(texts: impl Iterator<Item = &'t [u8]> + Clone) -> Option<Vec<String>> {
    let is_utf8 = |text| str::from_utf8(text).is_ok();
    let is_exact = texts.clone().all(is_utf8);
    (!is_exact).then(|| texts.map(|text| STANDARD.encode(text)).collect())
}
