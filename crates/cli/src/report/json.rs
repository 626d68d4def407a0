//! One JSON object a line; the format is told in `docs/JSON.md`.

use std::{
    borrow::Cow,
    io::{self, Write},
    path::Path,
};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::{Serialize, Serializer};
use serde_json::ser::Formatter;
use urlsift::{HyphenPolicy, Link, Position, Rejected, Span, Warning};

use super::Report;
use crate::terminal::write_harmless;

/// Prints every field there is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Json;

impl Report for Json {
    fn link(&self, out: &mut Vec<u8>, path: &Path, link: &Link<'_>) -> io::Result<()> {
        let candidate = link.candidate();
        let readings: Vec<Cow<'_, [u8]>> = match candidate.reading_count() {
            1 => Vec::new(),
            _ => candidate.readings(HyphenPolicy::Both).collect(),
        };
        let hit = Hit {
            url: lossy(candidate.url()),
            url_base64: exact(candidate.url()),
            readings: readings.iter().map(|reading| lossy(reading)).collect(),
            readings_base64: exact_all(&readings),
            raw: lossy(candidate.raw()),
            raw_base64: exact(candidate.raw()),
            delimiter: candidate.delimiter().name(),
            breaks: candidate.breaks(),
            spaced: candidate.spaced(),
            joins: candidate.joins().iter().map(Join::from).collect(),
            pieces: link
                .pieces()
                .map(|piece| [piece.start(), piece.end()])
                .collect(),
            quote_depth: candidate.quote_depth(),
            warnings: candidate.warnings().iter().map(Warning::code).collect(),
            place: Place::new(path, link.span(), link.position()),
        };
        write_line(out, &hit)
    }
}

impl Json {
    /// Prints a candidate that gave no hit.
    pub(crate) fn rejected(
        out: &mut Vec<u8>,
        path: &Path,
        rejected: &Rejected<'_>,
    ) -> io::Result<()> {
        let reject = Reject {
            rejected: rejected.rejected().reason.code(),
            delimiter: rejected.rejected().delimiter.name(),
            place: Place::new(path, rejected.span(), rejected.position()),
        };
        write_line(out, &reject)
    }
}

fn write_line(out: &mut Vec<u8>, object: &impl Serialize) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(&mut *out, Harmless);
    object.serialize(&mut serializer)?;
    out.write_all(b"\n")
}

/// Writes JSON that may be shown by a terminal: what could drive it is escaped, which means the
/// same.
struct Harmless;

impl Formatter for Harmless {
    fn write_string_fragment<W>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + Write,
    {
        write_harmless(writer, fragment, |writer, harmful| {
            let mut units = [0; 2];
            for unit in harmful.encode_utf16(&mut units) {
                write!(writer, "\\u{unit:04x}")?;
            }
            Ok(())
        })
    }
}

#[derive(Serialize)]
struct Hit<'h> {
    url: Cow<'h, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url_base64: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    readings: Vec<Cow<'h, str>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    readings_base64: Vec<String>,
    raw: Cow<'h, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_base64: Option<String>,
    delimiter: &'static str,
    breaks: usize,
    spaced: bool,
    joins: Vec<Join>,
    pieces: Vec<[u64; 2]>,
    quote_depth: usize,
    warnings: Vec<&'static str>,
    #[serde(flatten)]
    place: Place<'h>,
}

#[derive(Serialize)]
struct Join {
    url_at: usize,
    #[serde(serialize_with = "names")]
    dropped: urlsift::Dropped,
    hyphen: bool,
}

impl From<&urlsift::Join> for Join {
    fn from(join: &urlsift::Join) -> Self {
        Self {
            url_at: join.url_at,
            dropped: join.dropped,
            hyphen: join.hyphen,
        }
    }
}

// Serde asks for the reference.
#[expect(clippy::trivially_copy_pass_by_ref)]
fn names<S: Serializer>(dropped: &urlsift::Dropped, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(dropped.names())
}

#[derive(Serialize)]
struct Reject<'r> {
    rejected: &'static str,
    delimiter: &'static str,
    #[serde(flatten)]
    place: Place<'r>,
}

/// Where a hit or a reject stands.
#[derive(Serialize)]
struct Place<'p> {
    path: Cow<'p, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_base64: Option<String>,
    offset: u64,
    end: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
}

impl<'p> Place<'p> {
    fn new(path: &'p Path, span: Span, position: Option<Position>) -> Self {
        let path = path.as_os_str().as_encoded_bytes();
        Self {
            path: lossy(path),
            path_base64: exact(path),
            offset: span.start(),
            end: span.end(),
            line: position.map(|position| position.line),
            column: position.map(|position| position.column),
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
fn exact_all(texts: &[Cow<'_, [u8]>]) -> Vec<String> {
    if texts.iter().all(|text| str::from_utf8(text).is_ok()) {
        return Vec::new();
    }
    texts.iter().map(|text| STANDARD.encode(text)).collect()
}
