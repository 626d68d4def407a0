//! Entries shared by several objects.

use std::borrow::Cow;

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::{Serialize, Serializer, ser::SerializeMap};
use urlsift_rfc1738::{Base, Problem, Verdict};

/// Adds a string, and if it is not UTF-8, also its exact bytes in base64.
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

/// Adds the base of a relative reference, and the resolved URL.
pub(super) fn resolved_entries<M: SerializeMap>(
    map: &mut M,
    base: Option<Base<'_>>,
    url: &[u8],
) -> Result<(), M::Error> {
    let Some(base) = base else { return Ok(()) };
    bytes_entry(map, "base", "base_base64", base.text())?;
    bytes_entry(map, "resolved", "resolved_base64", &base.resolve(url))
}

/// A list that is serialized while it is iterated. The function returns a new iterator at each call.
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

/// A problem of a URL.
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

/// Adds the problems of a URL.
pub(super) fn problems_entry<M: SerializeMap>(
    map: &mut M,
    verdict: &Verdict<'_>,
) -> Result<(), M::Error> {
    let objects = List(|| verdict.problems().iter().map(ProblemObject::of));
    map.serialize_entry("problems", &objects)?;
    left_out_entry(map, "problems_left_out", verdict.problems_left_out())
}

/// Adds the number of omitted items of a list, if there are any.
pub(super) fn left_out_entry<M: SerializeMap>(
    map: &mut M,
    name: &'static str,
    count: usize,
) -> Result<(), M::Error> {
    optional_entry(map, name, (count > 0).then_some(count))
}

/// Returns a text with invalid UTF-8 replaced by U+FFFD.
pub(super) fn lossy(text: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(text)
}

/// Returns all texts in base64, if one of them is not UTF-8.
pub(super) fn base64_all<'t, T: AsRef<[u8]> + 't>(
    texts: impl Iterator<Item = T> + Clone,
) -> Option<impl Serialize> {
    let is_exact = texts
        .clone()
        .all(|text| str::from_utf8(text.as_ref()).is_ok());
    (!is_exact).then(|| List(move || texts.clone().map(|text| STANDARD.encode(text))))
}
