//! What a chunk keeps until it is rendered.

use std::{ops::Range, path::Path, sync::Arc};

use urlsift_record::{Link, Message, RejectedCandidate};
use urlsift_search::{Conformance, Position, TextLine};

use crate::{
    report::text::Doubts,
    select::dedup::{DedupKey, MessageOffset},
};

/// What a chunk keeps until it is rendered.
#[derive(Debug)]
pub(super) enum Event {
    /// A file begins or continues. What follows is of it.
    File(File),
    Link(LinkEvent),
    Rejected(Box<RejectedCandidate>),
    /// A line on which a link stands, or one after it.
    Context(OwnedLine),
    /// The end of the file.
    End(FileEnd),
    Diagnostic(Diagnostic),
}

/// A file.
#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) path: Arc<Path>,
    pub(super) is_member: bool,
    /// Whether another chunk has begun it.
    pub(super) is_resumed: bool,
}

/// A link that was selected. There are many, and most have neither a key nor lines of text before them.
#[derive(Debug)]
pub(super) struct LinkEvent {
    pub(super) key: Option<Box<DedupKey>>,
    pub(super) level: Conformance,
    pub(super) message: MessageOffset,
    pub(super) content: LinkContent,
    pub(super) context: Option<Box<ContextBefore>>,
}

/// What is needed to render a link.
#[derive(Debug)]
pub(super) enum LinkContent {
    /// Nothing: it is counted.
    Counted,
    /// Bytes that are printed as they are.
    Line(Vec<u8>),
    /// What a line for people says.
    Text(TextLink),
    /// Everything.
    Record(Box<Link>),
}

/// What a line for people says of a link.
#[derive(Debug)]
pub(super) struct TextLink {
    pub(super) position: Option<Position>,
    /// The readings that are printed, as ranges of [`Events::readings`].
    pub(super) first: Range<u32>,
    pub(super) others: Box<[Range<u32>]>,
    pub(super) doubts: Doubts,
    /// What the header of its message says, if that is part of headings.
    pub(super) metadata: Option<Box<Message>>,
}

/// What a chunk keeps until it is rendered, and the bytes that it refers to.
#[derive(Debug, Default)]
pub(super) struct Events {
    pub(super) list: Vec<Event>,
    /// The readings of links, one after another.
    pub(super) readings: Vec<u8>,
}

impl Events {
    /// Reserves memory for the links of about a chunk: growing step by step would copy as much again.
    pub(super) fn reserve(&mut self) {
        if self.list.is_empty() {
            self.list.reserve(512);
            self.readings.reserve(8 << 10);
        }
    }

    /// Keeps a reading, and returns its range.
    pub(super) fn keep(&mut self, reading: &[u8]) -> Range<u32> {
        // A chunk is far smaller than 4 GiB.
        let start = self.readings.len() as u32;
        self.readings.extend_from_slice(reading);
        start..self.readings.len() as u32
    }

    /// Returns the bytes of a range.
    pub(super) fn reading(&self, range: &Range<u32>) -> &[u8] {
        &self.readings[range.start as usize..range.end as usize]
    }
}

/// The lines of text before a link that are printed.
#[derive(Debug)]
pub(super) struct ContextBefore {
    pub(super) lines: Vec<OwnedLine>,
    /// Whether no line is missing between them and the lines printed before.
    pub(super) follows: bool,
}

impl ContextBefore {
    /// Returns the memory that it takes, in bytes.
    pub(super) fn size(&self) -> usize {
        self.lines.iter().map(OwnedLine::size).sum()
    }
}

/// A line of decoded text.
#[derive(Debug)]
pub(super) struct OwnedLine {
    pub(super) text: Box<[u8]>,
    pub(super) is_cut: bool,
}

impl OwnedLine {
    /// Returns the memory that it takes, in bytes.
    pub(super) fn size(&self) -> usize {
        size_of::<Self>() + self.text.len()
    }
}

impl From<TextLine<'_>> for OwnedLine {
    fn from(line: TextLine<'_>) -> Self {
        Self {
            text: line.text().into(),
            is_cut: line.is_cut(),
        }
    }
}

/// The end of a file.
#[derive(Debug)]
pub(super) struct FileEnd {
    /// The number of its links; at first those in this chunk, later all.
    pub(super) count: u64,
    /// Whether it could not be read to its end.
    pub(super) has_failed: bool,
}

/// A message for standard error.
#[derive(Debug)]
pub(crate) struct Diagnostic {
    pub(crate) path: Arc<Path>,
    pub(crate) position: Option<Position>,
    /// Whether the position counts from within the file, as what stands before was read by another thread.
    pub(crate) is_resumed: bool,
    pub(crate) text: String,
}

impl Diagnostic {
    /// Creates a diagnostic about a file.
    pub(super) fn of_file(path: &Path, text: String) -> Self {
        Self {
            path: Arc::from(path),
            position: None,
            is_resumed: false,
            text,
        }
    }

    /// Returns the memory that it takes, in bytes.
    pub(super) fn size(&self) -> usize {
        size_of::<Self>() + self.path.as_os_str().len() + self.text.len()
    }
}
