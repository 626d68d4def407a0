//! What the driver finds in a file, in a plain form, and how that differs from what it should.

use std::{
    fmt::Write,
    io::{self, Read},
    ops::ControlFlow,
    path::Path,
};

use urlsift::{End, Link, Position, ReadStats, Rejected, Sifter, Sink, Skip, Span};
use urlsift_search::{Error, FileSink, Searcher};

use super::{Case, Hit, Place};
use crate::{oracle, paths, properties::Escaped};

/// All that was told of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sifted {
    /// The hits, in the order in which they were told.
    pub found: Vec<Found>,
    /// The rejects, with their span in the file and its line and column.
    pub rejected: Vec<(oracle::Rejected, (usize, usize), Option<Position>)>,
    /// What a reader of the archive should know: the byte it is about, and the code.
    pub warnings: Vec<(u64, &'static str)>,
    /// How much was read.
    pub stats: ReadStats,
}

/// One hit, in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What the scanner told; its places are those of the decoded text.
    pub scanned: oracle::Found,
    /// Its bytes in the file.
    pub span: (usize, usize),
    /// Those of each piece.
    pub pieces: Vec<(usize, usize)>,
    /// The line and column of its `<`.
    pub position: Option<Position>,
    /// The message that it stands in.
    pub message: Option<InMessage>,
    /// What it is relative to.
    pub base: Option<Vec<u8>>,
}

/// Where in an archive a hit stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InMessage {
    /// The number of the message.
    pub index: u64,
    /// Its first byte.
    pub offset: u64,
    /// The name of the header field.
    pub header: Option<Vec<u8>>,
    /// The path of the part.
    pub part: Option<Vec<u32>>,
    /// The type of the part.
    pub media_type: Option<String>,
    /// What the message's header says of it, as it is displayed for debugging.
    pub metadata: String,
}

/// Sifts a file and takes all that is told.
///
/// # Panics
///
/// If the reader fails.
#[must_use]
pub fn sift(sifter: &mut Sifter, file: impl Read) -> Sifted {
    let mut all = Sifted::default();
    let outcome = sifter.sift(file, &mut all);
    all.ended(&outcome)
}

/// The same of a file that is in memory.
///
/// # Panics
///
/// If it is not read to its end.
#[must_use]
pub fn sift_slice(sifter: &mut Sifter, file: &[u8]) -> Sifted {
    let mut all = Sifted::default();
    let outcome = sifter.sift_slice(file, &mut all);
    all.ended(&outcome)
}

/// The same of one part of a message: its header and its body.
///
/// # Panics
///
/// If it is not read to its end.
#[must_use]
pub fn sift_part(sifter: &mut Sifter, header: &[u8], body: &[u8]) -> Sifted {
    let mut all = Sifted::default();
    let outcome = sifter.sift_part(header, body, &mut all);
    all.ended(&outcome)
}

/// The same through the searcher of files.
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
    /// With how much was read, which must be all.
    fn ended(mut self, outcome: &urlsift::Sifted) -> Self {
        let is_whole = matches!(outcome.end, End::Complete);
        assert!(is_whole, "a slice can be read: {outcome:?}");
        self.stats = outcome.stats;
        self
    }
}

impl Sink for Sifted {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        self.found.push(Found {
            scanned: paths::plain(link.candidate()),
            span: pair(link.span()),
            pieces: link.pieces().map(pair).collect(),
            position: link.position(),
            message: link.message().map(|message| InMessage {
                index: message.index(),
                offset: message.offset(),
                header: message.header().map(<[u8]>::to_vec),
                part: message.part().map(<[u32]>::to_vec),
                media_type: message.media_type().map(str::to_string),
                metadata: format!("{:?}", message.metadata()),
            }),
            base: link.base().map(<[u8]>::to_vec),
        });
        ControlFlow::Continue(())
    }

    fn rejected(&mut self, rejected: &Rejected<'_>) -> ControlFlow<Skip> {
        let scanned = paths::plain_reject(rejected.rejected());
        let place = (scanned, pair(rejected.span()), rejected.position());
        self.rejected.push(place);
        ControlFlow::Continue(())
    }

    fn warning(&mut self, offset: u64, warning: urlsift::archive::Warning) {
        self.warnings.push((offset, warning.code()));
    }
}

impl FileSink for Sifted {
    fn error(&mut self, error: Error) {
        panic!("a slice can be read: {error}");
    }

    fn read(&mut self, stats: ReadStats) {
        self.stats = stats;
    }
}

fn pair(span: Span) -> (usize, usize) {
    (span.range().start, span.range().end)
}

/// A reader that gives a head at once, if there is room, and then at most so many bytes at a time.
#[derive(Clone, Copy, Debug)]
pub struct Cut<'f> {
    /// What is given at first.
    pub head: &'f [u8],
    /// What follows.
    pub tail: &'f [u8],
    /// How many bytes of the tail are given at a time, at least 1.
    pub at_a_time: usize,
}

impl Read for Cut<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if !self.head.is_empty() {
            return self.head.read(into);
        }
        let most = into.len().min(self.at_a_time);
        self.tail.read(&mut into[..most])
    }
}

/// The line and column of a byte, counted the slow way.
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

/// How what was found differs from what the case expects, a line for each difference; empty if it
/// does not.
#[must_use]
pub fn differences(case: &Case, sifted: &Sifted) -> String {
    let mut told = String::new();
    let both = sifted.found.iter().zip(&case.hits).enumerate();
    for (index, (found, hit)) in both {
        for (what, is, should_be) in compare(case, found, hit) {
            let _ = writeln!(
                told,
                "    hit {index}, {what}: {is}\n      should be {should_be}"
            );
        }
    }
    for found in sifted.found.iter().skip(case.hits.len()) {
        let (url, at) = (Escaped(&found.scanned.readings[0]), found.span);
        let source = shown(&case.file, at);
        let _ = writeln!(told, "    must not be found: {url:?} {at:?} {source}");
    }
    for hit in case.hits.iter().skip(sifted.found.len()) {
        let (url, at) = (Escaped(&hit.readings[0]), hit.span);
        let source = shown(&case.file, at);
        let _ = writeln!(told, "    is not found: {url:?} {at:?} {source}");
    }
    if !told.is_empty() {
        for (rejected, span, _) in &sifted.rejected {
            let (reason, source) = (rejected.reason, shown(&case.file, *span));
            let _ = writeln!(told, "    (rejected, {reason}: {span:?} {source})");
        }
    }
    told
}

/// What differs, what it is, and what it should be.
fn compare(case: &Case, found: &Found, hit: &Hit) -> Vec<(&'static str, String, String)> {
    let mut all = Vec::new();
    let mut differ = |what, is: String, should_be: String| {
        if is != should_be {
            all.push((what, is, should_be));
        }
    };
    let at = |place: &(usize, usize)| format!("{place:?} {}", shown(&case.file, *place));
    let pieces = |pieces: &[(usize, usize)]| pieces.iter().map(at).collect::<Vec<_>>().join(", ");
    differ(
        "readings",
        readings(&found.scanned.readings),
        readings(&hit.readings),
    );
    differ("span", at(&found.span), at(&hit.span));
    differ("pieces", pieces(&found.pieces), pieces(&hit.pieces));
    differ(
        "position",
        format!("{:?}", found.position),
        format!("{:?}", Some(position(&case.file, hit.span.0))),
    );
    differ(
        "warnings",
        found.scanned.warnings.join(" "),
        hit.warnings.join(" "),
    );
    let message = found.message.as_ref();
    let header = message.and_then(|message| message.header.as_deref());
    let header = header.map(|name| String::from_utf8_lossy(name).into_owned());
    let part = message.and_then(|message| message.part.clone());
    let place = format!("header {header:?}, part {part:?}");
    match &hit.place {
        Place::Any => {}
        Place::Header(name) => differ(
            "place",
            place,
            format!("header {:?}, part None", Some(name)),
        ),
        Place::Part(path) => differ(
            "place",
            place,
            format!("header None, part {:?}", Some(path)),
        ),
    }
    let media_type = message.and_then(|message| message.media_type.clone());
    if hit.media_type.is_some() {
        differ(
            "type",
            format!("{media_type:?}"),
            format!("{:?}", hit.media_type),
        );
    }
    let numbers = [
        ("index", message.map(|message| message.index), hit.index),
        (
            "offset of message",
            message.map(|message| message.offset),
            hit.offset_of_message,
        ),
    ];
    for (what, is, should_be) in numbers {
        if should_be.is_some() {
            differ(what, format!("{is:?}"), format!("{should_be:?}"));
        }
    }
    all
}

fn readings(readings: &[Vec<u8>]) -> String {
    let readings = readings.iter();
    let readings = readings.map(|reading| match str::from_utf8(reading) {
        Ok(text) => format!("{text:?}"),
        Err(_) => format!("{:?}", Escaped(reading)),
    });
    readings.collect::<Vec<_>>().join(", ")
}

/// The bytes of a place, or the first and the last of them.
fn shown(file: &[u8], (start, end): (usize, usize)) -> String {
    const MOST: usize = 200;
    let Some(bytes) = file.get(start..end) else {
        return "(outside of the file)".into();
    };
    if bytes.len() <= MOST {
        return format!("`{}`", bytes.escape_ascii());
    }
    let (head, tail) = (&bytes[..MOST / 2], &bytes[bytes.len() - MOST / 2..]);
    format!("`{}`...`{}`", head.escape_ascii(), tail.escape_ascii())
}
