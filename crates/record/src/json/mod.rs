//! The JSON forms, which `docs/JSON.md` describes.

mod judged;
mod link;
mod message;

use std::{
    borrow::Cow,
    io::{self, Write},
};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::ser::Formatter;
use urlsift_rfc1738::{Base, Problem};

use crate::write_printable;

pub use judged::Judged;

/// Writes an object as one line of JSON. What could drive a terminal is escaped, which changes no value.
///
/// # Errors
///
/// Those of the object; of what this crate has there are none.
///
/// ```
/// # use std::sync::Arc;
/// # use urlsift_record::{Link, write_json_line};
/// let text = b"<http://a.example/\x1b>";
/// let candidate = urlsift_scan::candidates(text).next().unwrap();
/// let link = Link::new(candidate, Arc::from(*b"a.txt"), |span| span);
/// let mut out = Vec::new();
/// write_json_line(&mut out, &link)?;
/// assert!(out.starts_with(br#"{"url":"http://a.example/\u001b","raw":"<http"#));
/// assert!(out.ends_with(b"\"offset\":0,\"end\":20}\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_json_line(out: &mut Vec<u8>, object: &(impl Serialize + ?Sized)) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(&mut *out, TerminalSafe);
    object.serialize(&mut serializer)?;
    out.push(b'\n');
    Ok(())
}

/// Writes JSON that a terminal can show: unprintable characters are escaped.
struct TerminalSafe;

impl Formatter for TerminalSafe {
    #[inline]
    fn write_string_fragment<W>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + Write,
    {
        write_printable(writer, fragment, |writer, char| {
            let mut units = [0; 2];
            for unit in char.encode_utf16(&mut units) {
                write!(writer, "\\u{unit:04x}")?;
            }
            Ok(())
        })
    }
}

/// Adds a string, and exactly in base64 beside it where it is not UTF-8.
fn bytes_entry<M: SerializeMap>(
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
fn optional_entry<M: SerializeMap>(
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
fn resolved_entries<M: SerializeMap>(
    map: &mut M,
    base: Option<Base<'_>>,
    url: &[u8],
) -> Result<(), M::Error> {
    let Some(base) = base else { return Ok(()) };
    bytes_entry(map, "base", "base_base64", base.text())?;
    bytes_entry(map, "resolved", "resolved_base64", &base.resolve(url))
}

/// A list that is written as it is iterated. The function returns its iterator, each time anew.
struct List<F>(F);

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
fn problems_entry<M: SerializeMap>(map: &mut M, problems: &[Problem]) -> Result<(), M::Error> {
    let objects = List(|| problems.iter().map(ProblemObject::of));
    map.serialize_entry("problems", &objects)
}

/// Returns a text with U+FFFD for what is not UTF-8.
fn lossy(text: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(text)
}

/// Returns all of them in base64, if one is not UTF-8.
fn base64_all<'t>(texts: impl Iterator<Item = &'t [u8]> + Clone) -> Option<Vec<String>> {
    let is_utf8 = |text| str::from_utf8(text).is_ok();
    let is_exact = texts.clone().all(is_utf8);
    (!is_exact).then(|| texts.map(|text| STANDARD.encode(text)).collect())
}
