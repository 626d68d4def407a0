//! What the sifter finds in a file, in a plain form, and its differences from a case.

use std::{
    borrow::Cow,
    fmt::{Debug, Write},
    io::Read,
    ops::ControlFlow,
    path::Path,
};

use urlsift::{
    ContextLine, End, Link, Metadata, Position, ReadStats, Rejected, Sifter, Sink, Skip, Span,
};
use urlsift_search::{Error, FileSink, Searcher};

use super::{Case, ExpectedLink, Location};
use crate::{oracle, paths, properties::Escaped};

/// Everything that the sifter reports for a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sifted {
    /// The links, in the order in which they are reported.
    pub found: Vec<Found>,
    /// The rejected candidates, with their span in the file, and their line and column.
    pub rejected: Vec<(oracle::Rejected, (usize, usize), Option<Position>)>,
    /// The archive warnings: the offset and the code.
    pub warnings: Vec<(u64, &'static str)>,
    /// The context lines, if the sifter has any, each with the number of links before it; `None` is the end of the
    /// context of a link.
    pub lines: Vec<(usize, Option<Vec<u8>>)>,
    /// The amount read.
    pub stats: ReadStats,
}

/// One link and its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The candidate. Its offsets are those in the decoded text.
    pub scanned: oracle::Found,
    /// The range in the file.
    pub span: (usize, usize),
    /// The range of each piece in the file.
    pub pieces: Vec<(usize, usize)>,
    /// The line and column of its `<`.
    pub position: Option<Position>,
    /// The message that contains it.
    pub message: Option<InMessage>,
    /// The base URL that it is relative to.
    pub base: Option<Vec<u8>>,
    /// The name of the strictest standard that it satisfies.
    pub conforms: &'static str,
    /// The canonical form of its host.
    pub host_ascii: Option<String>,
    /// The element, the attribute and the text of the link, separated by spaces.
    pub markup: Option<String>,
}

/// The message that contains a link, and where in it the link is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InMessage {
    /// The index of the message; 0 if only a range is read.
    pub index: u64,
    /// The offset of the message.
    pub offset: u64,
    /// The name of the header field.
    pub header: Option<Vec<u8>>,
    /// The path of the part.
    pub part: Option<Vec<u32>>,
    /// The type of the part.
    pub media_type: Option<String>,
    /// The metadata of the message.
    pub metadata: Metadata,
}

/// Sifts a file and returns everything found.
///
/// # Panics
///
/// If the reader fails.
#[must_use]
pub fn sift(sifter: &mut Sifter, file: impl Read) -> Sifted {
    let mut all = Sifted::default();
    let outcome = sifter.sift(file, &mut all);
    all.with_outcome(&outcome)
}

/// Sifts a file in memory with [`Sifter::sift_slice`].
///
/// # Panics
///
/// If the file is not read to its end.
#[must_use]
pub fn sift_slice(sifter: &mut Sifter, file: &[u8]) -> Sifted {
    let mut all = Sifted::default();
    let outcome = sifter.sift_slice(file, &mut all);
    all.with_outcome(&outcome)
}

/// Sifts one part of a message, given its header and body.
///
/// # Panics
///
/// If the part is not read to its end.
#[must_use]
pub fn sift_part(sifter: &mut Sifter, header: &[u8], body: &[u8]) -> Sifted {
    let mut all = Sifted::default();
    let outcome = sifter.sift_part(header, body, &mut all);
    all.with_outcome(&outcome)
}

/// Searches a file with [`Searcher::read`].
///
/// # Panics
///
/// If the reader fails.
#[must_use]
pub fn search(searcher: &mut Searcher, file: impl Read) -> Sifted {
    let mut all = Sifted::default();
    searcher.read(Path::new("file"), file, &mut all);
    all
}

impl Sifted {
    /// Adds the statistics.
    ///
    /// # Panics
    ///
    /// If the input was not read to its end.
    fn with_outcome(mut self, outcome: &urlsift::Sifted) -> Self {
        let is_complete = matches!(outcome.end, End::Complete);
        assert!(is_complete, "reading from memory cannot fail: {outcome:?}");
        self.stats = outcome.stats;
        self
    }
}

impl Sink for Sifted {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let before = link.before().map(|line| Some(line.text.to_vec()));
        self.lines
            .extend(before.map(|line| (self.found.len(), line)));
        let verdict = link.verdict();
        let host = verdict.parts().host_ascii();
        self.found.push(Found {
            conforms: verdict.conformance().name(),
            host_ascii: host.map(Cow::into_owned),
            scanned: paths::to_oracle(link.candidate()),
            span: pair(link.span()),
            pieces: link.pieces().map(pair).collect(),
            position: link.position(),
            message: link.message().map(|message| InMessage {
                index: message.index().unwrap_or_default(),
                offset: message.offset(),
                header: link.header().map(<[u8]>::to_vec),
                part: link.section().as_part().map(|part| part.path().to_vec()),
                media_type: link.media_type().map(str::to_string),
                metadata: message.metadata().clone(),
            }),
            base: link.base_text().map(<[u8]>::to_vec),
            markup: link.markup().map(|markup| {
                let text = markup.text().map(|text| format!(" {text}"));
                let text = text.unwrap_or_default();
                format!("{} {}{text}", markup.element(), markup.attribute())
            }),
        });
        ControlFlow::Continue(())
    }

    fn context(&mut self, line: ContextLine<'_>) -> ControlFlow<Skip> {
        let line = match line {
            ContextLine::Line(line) => Some(line.text.to_vec()),
            ContextLine::End => None,
        };
        self.lines.push((self.found.len(), line));
        ControlFlow::Continue(())
    }

    fn rejected(&mut self, rejected: &Rejected<'_>) -> ControlFlow<Skip> {
        let scanned = paths::to_oracle_rejected(rejected.rejection());
        let location = (scanned, pair(rejected.span()), rejected.position());
        self.rejected.push(location);
        ControlFlow::Continue(())
    }

    fn warning(&mut self, offset: u64, warning: urlsift::archive::ArchiveWarning) {
        self.warnings.push((offset, warning.code()));
    }
}

impl FileSink for Sifted {
    fn error(&mut self, error: Error) {
        panic!("reading from memory cannot fail: {error}");
    }

    fn read(&mut self, stats: ReadStats) {
        self.stats = stats;
    }
}

fn pair(span: Span) -> (usize, usize) {
    (span.range().start, span.range().end)
}

/// Returns the line and column of a byte by counting from the start of the file.
#[must_use]
pub fn position(file: &[u8], offset: usize) -> Position {
    let before = &file[..offset.min(file.len())];
    let lines = before.split(|&byte| byte == b'\n');
    let last = before.rsplit(|&byte| byte == b'\n').next();
    Position {
        line: lines.count() as u64,
        column: last.map_or(0, <[u8]>::len) as u64 + 1,
    }
}

/// Returns the first difference from the results for the whole file; empty if there is none.
#[must_use]
pub fn difference(other: &Sifted, whole: &Sifted) -> String {
    let all = other.found.len().max(whole.found.len());
    let differs = |&at: &usize| other.found.get(at) != whole.found.get(at);
    if let Some(at) = (0..all).find(differs) {
        let [other, whole] = [other, whole].map(|sifted| sifted.found.get(at));
        return format!("    link {at}: {other:?}\n      whole: {whole:?}\n");
    }
    let others = |sifted: &Sifted| {
        let Sifted {
            rejected,
            warnings,
            lines,
            stats,
            ..
        } = sifted;
        format!("{rejected:?} {warnings:?} {lines:?} {stats:?}")
    };
    if other == whole {
        return String::new();
    }
    format!("    {}\n      whole: {}\n", others(other), others(whole))
}

/// Returns the differences from what the case expects, one line for each; empty if there are none.
#[must_use]
pub fn differences(case: &Case, sifted: &Sifted) -> String {
    let mut report = String::new();
    let both = sifted.found.iter().zip(&case.links).enumerate();
    for (index, (found, link)) in both {
        for (what, actual, expected) in compare(case, found, link).0 {
            let _ = writeln!(
                report,
                "    link {index}, {what}: {actual}\n      expected: {expected}"
            );
        }
    }
    for found in sifted.found.iter().skip(case.links.len()) {
        let (url, at) = (Escaped(&found.scanned.readings[0]), found.span);
        let source = excerpt(&case.file, at);
        let _ = writeln!(report, "    unexpected link: {url:?} {at:?} {source}");
    }
    for link in case.links.iter().skip(sifted.found.len()) {
        let (url, at) = (Escaped(&link.readings[0]), link.span);
        let source = excerpt(&case.file, at);
        let _ = writeln!(report, "    missing link: {url:?} {at:?} {source}");
    }
    if let Some(expected) = case.rejects
        && sifted.rejected.len() != expected
    {
        let rejected = sifted.rejected.len();
        let _ = writeln!(
            report,
            "    {rejected} rejected\n      expected: {expected}"
        );
    }
    if !report.is_empty() {
        for (rejected, span, _) in &sifted.rejected {
            let (reason, source) = (rejected.reason, excerpt(&case.file, *span));
            let _ = writeln!(report, "    (rejected, {reason}: {span:?} {source})");
        }
    }
    report
}

/// The name, the actual value and the expected value of each property that differs.
#[derive(Default)]
struct Differences(Vec<(&'static str, String, String)>);

impl Differences {
    fn compare(&mut self, what: &'static str, actual: String, expected: String) {
        if actual != expected {
            self.0.push((what, actual, expected));
        }
    }

    /// Compares a property that a case may leave open.
    fn compare_known<T: Debug + ?Sized>(
        &mut self,
        what: &'static str,
        actual: Option<&T>,
        expected: Option<&T>,
    ) {
        if expected.is_some() {
            self.compare(what, format!("{actual:?}"), format!("{expected:?}"));
        }
    }
}

/// Returns the differences of a link from the expected one.
fn compare(case: &Case, found: &Found, link: &ExpectedLink) -> Differences {
    let mut all = Differences::default();
    let at = |location: &(usize, usize)| format!("{location:?} {}", excerpt(&case.file, *location));
    let pieces = |pieces: &[(usize, usize)]| pieces.iter().map(at).collect::<Vec<_>>().join(", ");
    all.compare(
        "readings",
        readings(&found.scanned.readings),
        readings(&link.readings),
    );
    all.compare("span", at(&found.span), at(&link.span));
    all.compare("pieces", pieces(&found.pieces), pieces(&link.pieces));
    all.compare(
        "position",
        format!("{:?}", found.position),
        format!("{:?}", Some(position(&case.file, link.span.0))),
    );
    all.compare(
        "warnings",
        found.scanned.warnings.join(" "),
        link.warnings.join(" "),
    );
    compare_messages(&mut all, found.message.as_ref(), link);
    let delimiter = Some(found.scanned.delimiter);
    all.compare_known("delimiter", delimiter, link.delimiter.as_deref());
    all.compare_known("markup", found.markup.as_deref(), link.markup.as_deref());
    let base = found.base.as_deref().map(String::from_utf8_lossy);
    all.compare_known("base", base.as_deref(), link.base.as_deref());
    all.compare_known("conforms", Some(found.conforms), link.conforms.as_deref());
    let host = found.host_ascii.as_deref().unwrap_or_default();
    all.compare_known("host_ascii", Some(host), link.host_ascii.as_deref());
    if let Some(joins) = &link.joins {
        let actual = format!("{:?}", found.scanned.joins);
        all.compare("joins", actual, format!("{joins:?}"));
    }
    all
}

/// Compares the message that contains a link, and where in it the link is.
fn compare_messages(all: &mut Differences, message: Option<&InMessage>, link: &ExpectedLink) {
    let header = message.and_then(|message| message.header.as_deref());
    let header = header.map(|name| String::from_utf8_lossy(name).into_owned());
    let part = message.and_then(|message| message.part.clone());
    let location = format!("header {header:?}, part {part:?}");
    match &link.location {
        Location::Any => {}
        Location::Outside => all.compare("message", format!("{message:?}"), "None".into()),
        Location::Header(name) => all.compare(
            "location",
            location,
            format!("header {:?}, part None", Some(name)),
        ),
        Location::Part(path) => all.compare(
            "location",
            location,
            format!("header None, part {:?}", Some(path)),
        ),
    }
    let metadata = message.map(|message| &message.metadata);
    let known =
        |read: fn(&Metadata) -> Option<&str>| Some(metadata.and_then(read).unwrap_or_default());
    all.compare_known("id", known(Metadata::id), link.id.as_deref());
    all.compare_known("from", known(Metadata::from), link.from.as_deref());
    all.compare_known("subject", known(Metadata::subject), link.subject.as_deref());
    if let Some(expected) = link.date {
        let actual = metadata.and_then(Metadata::date).unwrap_or_default();
        all.compare("date", actual.to_string(), expected.to_string());
    }
    let media_type = message.and_then(|message| message.media_type.as_ref());
    all.compare_known("type", media_type, link.media_type.as_ref());
    let index = message.map(|message| &message.index);
    all.compare_known("index", index, link.index.as_ref());
    let offset = message.map(|message| &message.offset);
    all.compare_known("offset of message", offset, link.offset_of_message.as_ref());
}

fn readings(readings: &[Vec<u8>]) -> String {
    let readings = readings.iter();
    let readings = readings.map(|reading| match str::from_utf8(reading) {
        Ok(text) => format!("{text:?}"),
        Err(_) => format!("{:?}", Escaped(reading)),
    });
    readings.collect::<Vec<_>>().join(", ")
}

/// Formats the bytes in a range, or the first and the last of them if there are many.
fn excerpt(file: &[u8], (start, end): (usize, usize)) -> String {
    const MAX: usize = 200;
    let Some(bytes) = file.get(start..end) else {
        return "(outside the file)".into();
    };
    if bytes.len() <= MAX {
        return format!("`{}`", bytes.escape_ascii());
    }
    let (head, tail) = (&bytes[..MAX / 2], &bytes[bytes.len() - MAX / 2..]);
    format!("`{}`...`{}`", head.escape_ascii(), tail.escape_ascii())
}
