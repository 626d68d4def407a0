//! Segments of files, each searched separately.

mod search;

use std::{
    io,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use urlsift::{Kind, MessageLayout, Position, Skip, archive::Before};
use urlsift_unpack::Format;

use super::backpressure::FilePermit;
use crate::{
    at_offset::OffsetFile,
    input::{progress::Progress, source::Input},
    stream_buffer::{ReadCursor, StreamBuffer},
    unpack::packing::ends_container,
};

/// A file that is searched in segments.
#[derive(Debug)]
pub(super) struct SplitFile {
    pub(super) input: Input,
    pub(super) path: PathBuf,
    /// The layout, if it is a message of a known one. It is not cut.
    pub(super) layout: Option<MessageLayout>,
    pub(super) source: FileSource,
    /// The formats around the file, the outermost first.
    pub(super) packing: Vec<Format>,
    /// Counts the bytes of the file that are done.
    progress: Option<Arc<Progress>>,
    /// Whether no more of the file is wanted.
    is_over: AtomicBool,
}

impl SplitFile {
    pub(super) fn new(
        input: Input,
        path: PathBuf,
        source: FileSource,
        progress: Option<Arc<Progress>>,
    ) -> Self {
        Self {
            input,
            path,
            layout: None,
            source,
            packing: Vec::new(),
            progress,
            is_over: AtomicBool::new(false),
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Takes the error that ends the stream.
    pub(super) fn failure(&self) -> Option<io::Error> {
        match &self.source {
            FileSource::File { .. } => None,
            FileSource::Stream(stream) => stream.take_failure(),
        }
    }

    /// Notes that no more of the file is wanted. Returns the error that ended the stream, if it also
    /// [ends the container](ends_container) and was not taken.
    pub(super) fn skip_rest(&self) -> Option<io::Error> {
        self.is_over.store(true, Ordering::Relaxed);
        match &self.source {
            FileSource::File { .. } => None,
            FileSource::Stream(stream) => stream
                .drop_rest()
                .filter(|error| ends_container(&self.packing, error)),
        }
    }
}

/// Where the bytes of a file come from.
#[derive(Debug)]
pub(super) enum FileSource {
    File {
        file: OffsetFile,
        /// The length in bytes when the file was opened.
        len: u64,
        /// Released when the file is closed.
        _permit: FilePermit,
    },
    Stream(StreamBuffer),
}

/// The messages of a file that begin in a range of its bytes.
#[derive(Debug)]
pub(super) struct Segment {
    pub(super) file: Arc<SplitFile>,
    /// `None` for the first segment of a file whose kind is not known yet.
    pub(super) kind: Option<Kind>,
    pub(super) start: u64,
    /// The bytes before the start, if known.
    pub(super) before: Option<Before>,
    /// The offset after the last byte; `u64::MAX` while that is unknown.
    end: Arc<AtomicU64>,
    /// Whether the links in the segment are not wanted.
    is_dropped: AtomicBool,
    pub(super) cursor: Arc<ReadCursor>,
}

impl Segment {
    pub(super) fn new(file: &Arc<SplitFile>, kind: Option<Kind>, start: u64, end: u64) -> Self {
        Self {
            file: Arc::clone(file),
            kind,
            start,
            before: (start == 0).then_some(Before::FILE_START),
            end: Arc::new(AtomicU64::new(end)),
            is_dropped: AtomicBool::new(false),
            cursor: Arc::new(ReadCursor::at(start)),
        }
    }

    pub(super) fn end(&self) -> u64 {
        self.end.load(Ordering::Relaxed)
    }

    /// Sets the end. Nothing after it may have been written to the stream buffer.
    pub(super) fn cut(&self, end: u64) {
        self.end.store(end, Ordering::Relaxed);
    }

    /// Returns whether the links in the segment are not wanted.
    pub(super) fn is_dropped(&self) -> bool {
        self.is_dropped.load(Ordering::Relaxed) || self.file.is_over()
    }

    /// Records that the links in the segment are not wanted.
    pub(super) fn drop_links(&self) {
        self.is_dropped.store(true, Ordering::Relaxed);
    }

    /// Returns the same segment from a message on, with a separate cursor.
    pub(super) fn again(&self, message: u64) -> Self {
        Self {
            before: None,
            end: Arc::clone(&self.end),
            ..Self::new(&self.file, self.kind, message, u64::MAX)
        }
    }

    /// Notes that everything before the segment is done: its cursor becomes the front cursor of the stream.
    pub(super) fn follow(&self) {
        if let FileSource::Stream(stream) = &self.file.source {
            stream.follow(Arc::clone(&self.cursor));
        }
    }

    /// Returns whether a read may block for any time.
    pub(super) fn may_wait(&self) -> bool {
        matches!(self.file.source, FileSource::Stream(_))
    }

    /// Returns whether a read at an offset would block.
    pub(super) fn would_wait(&self, at: u64) -> bool {
        match &self.file.source {
            FileSource::File { .. } => false,
            FileSource::Stream(stream) => stream.would_wait(at),
        }
    }
}

/// How a segment, or a batch of small files, has ended.
#[derive(Debug, Default)]
pub(super) struct SegmentEnd {
    /// The number of messages of the segment.
    pub(super) messages: u64,
    pub(super) rest: FileRest,
}

impl SegmentEnd {
    /// Returns the end of a segment of which the chunk needs no more.
    pub(super) fn skipped(skip: Skip) -> Self {
        Self {
            messages: 0,
            rest: FileRest::Skipped(skip),
        }
    }
}

/// What comes after a segment of a file.
#[derive(Debug)]
pub(super) enum FileRest {
    /// Other segments.
    Segments {
        /// The offset of the next message, if one is known.
        message: Option<u64>,
        /// Its line and column, counted from the first message of the segment, if positions are wanted.
        position: Option<Position>,
    },
    /// Nothing: the file has ended.
    Nothing,
    /// Bytes that are not wanted.
    Skipped(Skip),
    /// Bytes that cannot be read, from this offset on.
    Unreadable {
        offset: u64,
        /// The error, unless the stream buffer of the file has it.
        error: Option<io::Error>,
    },
}

impl Default for FileRest {
    fn default() -> Self {
        Self::Segments {
            message: None,
            position: None,
        }
    }
}
