//! What is printed of a link.

use std::{borrow::Cow, io, path::Path};

use serde::{Serialize, Serializer};
use urlsift_search::{
    Conformance, HyphenPolicy, Position, Rejected, Span, Verdict, Warning, rfc1738,
};

use super::{
    super::{Hit as Judged, SearchTotal},
    Problem, Resolved, exact, exact_all, lossy,
    message::Message,
    problems, scheme, write_line,
};

/// Prints every field there is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Json;

impl Json {
    /// Prints a hit.
    pub(crate) fn hit(out: &mut Vec<u8>, path: &Path, hit: Judged<'_>) -> io::Result<()> {
        let Judged {
            link,
            verdict,
            base,
            index,
        } = hit;
        let candidate = link.candidate();
        let parts = verdict.parts();
        let host = parts.host().map(rfc1738::Encoded::as_bytes);
        let readings: Vec<Cow<'_, [u8]>> = match candidate.reading_count() {
            1 => Vec::new(),
            _ => candidate.readings(HyphenPolicy::Both).collect(),
        };
        let hit = Hit {
            url: lossy(candidate.url()),
            url_base64: exact(candidate.url()),
            readings: readings.iter().map(|reading| lossy(reading)).collect(),
            readings_base64: exact_all(readings.iter().map(AsRef::as_ref)),
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
            conforms: verdict.conformance().name(),
            best: best(verdict.conformance(), &readings),
            problems: problems(verdict),
            warnings: Iterator::chain(
                candidate.warnings().iter().map(Warning::code),
                verdict.warnings().iter().map(rfc1738::Warning::code),
            )
            .collect(),
            scheme: scheme(parts),
            host: host.map(lossy),
            host_base64: host.and_then(exact),
            port: parts.port_number(),
            place: Place::new(path, link.span(), link.position()),
            resolved: Resolved::new(base.copied(), candidate.url()),
            message: link.message().map(|message| Message::of(&message, index)),
        };
        write_line(out, &hit)
    }

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

    /// Prints what all came to.
    pub(crate) fn summary(out: &mut Vec<u8>, summary: SearchTotal<'_>) -> io::Result<()> {
        #[derive(Serialize)]
        struct Last<'s> {
            summary: SearchTotal<'s>,
        }
        write_line(out, &Last { summary })
    }
}

/// The reading that satisfies the strictest standard, if that is stricter than the first's.
fn best(first: Conformance, readings: &[Cow<'_, [u8]>]) -> Option<usize> {
    if first == Conformance::Rfc1738 {
        return None;
    }
    let others = readings.iter().enumerate().skip(1);
    let judged = others.map(|(index, reading)| (Verdict::of(reading).conformance(), index));
    let (best, index) = judged.min_by_key(|&(conformance, _)| conformance as u8)?;
    (!first.reaches(best)).then_some(index)
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
    conforms: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<usize>,
    problems: Vec<Problem>,
    warnings: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scheme: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<Cow<'h, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    host_base64: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    port: Option<u64>,
    #[serde(flatten)]
    place: Place<'h>,
    #[serde(flatten)]
    resolved: Resolved<'h>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message<'h>>,
}

#[derive(Serialize)]
struct Join {
    url_at: usize,
    #[serde(serialize_with = "names")]
    dropped: urlsift_search::Dropped,
    hyphen: bool,
}

impl From<&urlsift_search::Join> for Join {
    fn from(join: &urlsift_search::Join) -> Self {
        Self {
            url_at: join.url_at,
            dropped: join.dropped,
            hyphen: join.hyphen,
        }
    }
}

// Serde asks for the reference.
#[expect(clippy::trivially_copy_pass_by_ref)]
fn names<S: Serializer>(
    dropped: &urlsift_search::Dropped,
    serializer: S,
) -> Result<S::Ok, S::Error> {
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
