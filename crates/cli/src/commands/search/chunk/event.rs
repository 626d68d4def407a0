//! The events of a chunk, stored until they are rendered.

use std::{ops::Range, path::Path, sync::Arc};

use urlsift_record::Message;
use urlsift_search::{Conformance, Position, TextLine};

use crate::{
    report::{
        output_file::OutputFile,
        record::{Placeholder, RelativeNumbers},
        text::Doubts,
    },
    select::dedup::{DedupKey, MessageOffset},
};

/// An event in a chunk.
#[derive(Debug)]
pub(super) enum Event {
    /// A file begins or continues. The following events belong to it.
    File(File),
    Link(LinkEvent),
    /// The object of a rejected candidate.
    Rejected(RejectedEvent),
    /// A line that contains a link, or a context line after it.
    Context(OwnedLine),
    /// The end of the file.
    End(FileEnd),
    Diagnostic(Diagnostic),
    /// The object of an error.
    Error(Box<[u8]>),
}

impl Event {
    /// Returns about how much memory it takes, in bytes, without the bytes that several events share.
    pub(super) fn size(&self) -> usize {
        let owned = match self {
            Self::Context(line) => line.size(),
            Self::Diagnostic(diagnostic) => diagnostic.size(),
            Self::Error(object) => object.len(),
            Self::Rejected(_) | Self::File(_) | Self::Link(_) | Self::End(_) => 0,
        };
        size_of::<Self>() + owned
    }
}

/// The capacity for the bytes of records, of which a chunk has at least about 60 KiB.
const RECORD_CAPACITY: usize = 64 << 10;

/// The file of the following events.
#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) output: OutputFile,
    /// The input: the file itself, or the container around it.
    pub(super) input: Arc<Path>,
    /// Whether the file began in an earlier chunk.
    pub(super) is_resumed: bool,
    /// Whether another run can resume with one of its messages.
    pub(super) has_resume_points: bool,
}

/// A selected link. There are many, and most have neither a key nor context.
#[derive(Debug)]
pub(super) struct LinkEvent {
    /// The index of its key in [`Events::keys`].
    pub(super) key: Option<u32>,
    pub(super) level: Conformance,
    pub(super) message: MessageOffset,
    pub(super) content: LinkContent,
    pub(super) context: Option<Box<ContextBefore>>,
}

/// The data needed to render a link.
#[derive(Debug)]
pub(super) enum LinkContent {
    /// No data: the link is only counted.
    Counted,
    /// A line to print as it is, as a range of [`Events::bytes`].
    Line(Range<u32>),
    /// The parts of a line.
    Text(TextLink),
    /// A record of fields.
    Record(RecordEvent),
}

/// A record without the numbers that are relative to the start of the file.
#[derive(Debug)]
pub(super) struct RecordEvent {
    /// A range of [`Events::bytes`].
    pub(super) record: Range<u32>,
    /// A range of [`Events::placeholders`].
    pub(super) placeholders: Range<u32>,
    pub(super) counted: RelativeNumbers,
}

/// A rejected candidate.
#[derive(Debug)]
pub(super) struct RejectedEvent {
    pub(super) message: MessageOffset,
    pub(super) record: RecordEvent,
}

/// The parts of a line about a link.
#[derive(Debug)]
pub(super) struct TextLink {
    pub(super) position: Option<Position>,
    /// The first reading, as a range of [`Events::bytes`].
    pub(super) first: Range<u32>,
    /// The other readings to print, as ranges of [`Events::bytes`].
    pub(super) others: Box<[Range<u32>]>,
    pub(super) doubts: Doubts,
    /// The metadata of its message, if headings contain it.
    pub(super) metadata: Option<Box<Message>>,
}

/// The events of a chunk, and the data they refer to.
#[derive(Debug, Default)]
pub(super) struct Events {
    pub(super) list: Vec<Event>,
    /// The concatenated readings or lines of links.
    pub(super) bytes: Vec<u8>,
    /// The missing numbers of records, and the position of each in [`bytes`](Self::bytes).
    pub(super) placeholders: Vec<Placeholder>,
    /// The keys of links, including removed links.
    pub(super) keys: Vec<DedupKey>,
}

impl Events {
    /// Reserves memory for the links of a typical chunk, so that it need not grow in steps.
    pub(super) fn reserve(&mut self) {
        if self.list.is_empty() {
            self.list.reserve(512);
            self.bytes.reserve(8 << 10);
        }
    }

    /// Reserves memory for the records of about a chunk.
    pub(super) fn reserve_records(&mut self) {
        if self.bytes.is_empty() {
            self.bytes.reserve(RECORD_CAPACITY);
        }
    }

    /// Returns the record that was written since `bytes` and `placeholders` had these lengths.
    pub(super) fn record(
        &self,
        start: usize,
        placeholders_start: usize,
        counted: RelativeNumbers,
    ) -> RecordEvent {
        RecordEvent {
            record: self.since(start),
            placeholders: placeholders_start as u32..self.placeholders.len() as u32,
            counted,
        }
    }

    /// Stores a reading and returns its range.
    pub(super) fn store(&mut self, reading: &[u8]) -> Range<u32> {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(reading);
        self.since(start)
    }

    /// Returns the range of the bytes added since there were `start`.
    pub(super) fn since(&self, start: usize) -> Range<u32> {
        // A chunk is far smaller than 4 GiB.
        start as u32..self.bytes.len() as u32
    }

    /// Stores a key and returns its index.
    pub(super) fn store_key(&mut self, key: DedupKey) -> u32 {
        self.keys.push(key);
        // There are fewer keys than bytes.
        self.keys.len() as u32 - 1
    }

    /// Returns the bytes of a range.
    pub(super) fn get(&self, range: &Range<u32>) -> &[u8] {
        &self.bytes[range.start as usize..range.end as usize]
    }
}

/// The context before a link.
#[derive(Debug)]
pub(super) struct ContextBefore {
    pub(super) lines: Vec<OwnedLine>,
    /// Whether the lines are adjacent to the lines printed before.
    pub(super) is_adjacent: bool,
}

impl ContextBefore {
    /// Returns the memory usage in bytes.
    pub(super) fn size(&self) -> usize {
        self.lines.iter().map(OwnedLine::size).sum()
    }
}

/// A line of decoded text.
#[derive(Debug)]
pub(super) struct OwnedLine {
    pub(super) text: Box<[u8]>,
    pub(super) is_cut: bool,
    /// The ranges that belong to links.
    pub(super) marks: Box<[Range<usize>]>,
}

impl OwnedLine {
    pub(super) fn new(line: TextLine<'_>, marks: Box<[Range<usize>]>) -> Self {
        Self {
            text: line.text().into(),
            is_cut: line.is_cut(),
            marks,
        }
    }

    /// Returns the memory usage in bytes.
    pub(super) fn size(&self) -> usize {
        size_of::<Self>() + self.text.len() + size_of_val(&*self.marks)
    }
}

/// The end of a file.
#[derive(Debug)]
pub(super) struct FileEnd {
    /// The number of its links: until collected, those in this chunk; then all.
    pub(super) count: u64,
    /// Whether reading the file failed.
    pub(super) has_failed: bool,
}

/// A message for standard error.
#[derive(Debug)]
pub(crate) struct Diagnostic {
    pub(crate) path: Arc<Path>,
    pub(crate) position: Option<Position>,
    /// Whether the position is relative to a position within the file, because an earlier chunk contains the
    /// start.
    pub(crate) is_resumed: bool,
    pub(crate) content: DiagnosticContent,
}

/// What a diagnostic says.
#[derive(Debug)]
pub(crate) enum DiagnosticContent {
    Text(String),
    /// A binary file has ended. The number of its URLs that were withheld in this chunk; earlier chunks may have
    /// [more](super::OutputChunk::withheld).
    Withheld(u64),
}

impl Diagnostic {
    /// Creates a diagnostic about a file.
    pub(super) fn of_file(path: &Path, text: String) -> Self {
        Self {
            path: Arc::from(path),
            position: None,
            is_resumed: false,
            content: DiagnosticContent::Text(text),
        }
    }

    /// Returns the memory usage in bytes.
    pub(super) fn size(&self) -> usize {
        let text = match &self.content {
            DiagnosticContent::Text(text) => text.len(),
            DiagnosticContent::Withheld(_) => 0,
        };
        size_of::<Self>() + self.path.as_os_str().len() + text
    }
}
