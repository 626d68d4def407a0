//! Segments of files, each searched separately.

use std::{
    fs::File,
    io::{self, Read},
    ops::ControlFlow,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use urlsift::{Kind, Position, Sifter, Sink, Skip, Step, archive::Walker};

use super::chunk_writer::ChunkWriter;
use crate::{
    input::{progress::Progress, source::Input},
    sink::FileSink,
    stream_buffer::{ReadAt, ReadCursor, StreamBuffer},
};

/// The bytes that stand for those before a file.
const FILE_START: [u8; 3] = *b"\n\n\n";

/// Bytes read at first after the end of a segment, where its last message ends; then twice as many each
/// time, up to the maximum.
const TRAILING: u64 = 8 << 10;
const MAX_TRAILING: u64 = 1 << 20;

/// A file that is searched in segments.
#[derive(Debug)]
pub(super) struct SplitFile {
    pub(super) input: Input,
    pub(super) path: PathBuf,
    pub(super) source: Source,
    /// Whether an error is reported even if nobody reads up to it: the members after this one cannot be
    /// read either, and will not say so.
    is_in_tar: bool,
    /// Counts the bytes of the file that are done.
    progress: Option<Arc<Progress>>,
    /// Whether no more of it is wanted.
    is_over: AtomicBool,
}

impl SplitFile {
    pub(super) fn new(
        input: Input,
        path: PathBuf,
        source: Source,
        progress: Option<Arc<Progress>>,
    ) -> Self {
        Self {
            input,
            path,
            source,
            is_in_tar: false,
            progress,
            is_over: AtomicBool::new(false),
        }
    }

    /// Sets whether the file is a member of a tar.
    pub(super) fn in_tar(mut self, is_in_tar: bool) -> Self {
        self.is_in_tar = is_in_tar;
        self
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Takes the error that ends the stream.
    pub(super) fn failure(&self) -> Option<io::Error> {
        match &self.source {
            Source::File(_) => None,
            Source::Stream(stream) => stream.take_failure(),
        }
    }

    /// Notes that no more of it is wanted. Returns the error that ended the stream, if it still has to be
    /// reported.
    pub(super) fn leave(&self) -> Option<io::Error> {
        self.is_over.store(true, Ordering::Relaxed);
        match &self.source {
            Source::File(_) => None,
            Source::Stream(stream) => stream.drop_rest().filter(|_| self.is_in_tar),
        }
    }
}

/// Where the bytes of a file come from.
#[derive(Debug)]
pub(super) enum Source {
    File(File),
    Stream(StreamBuffer),
}

/// The messages of a file that begin in a range of its bytes.
#[derive(Debug)]
pub(super) struct Segment {
    pub(super) file: Arc<SplitFile>,
    /// `None` for the first segment of a file whose kind is not known yet.
    pub(super) kind: Option<Kind>,
    pub(super) start: u64,
    /// The three bytes before the start, if known.
    pub(super) before: Option<[u8; 3]>,
    /// Offset after its last byte; `u64::MAX` while that is unknown.
    end: Arc<AtomicU64>,
    /// Whether it is not wanted.
    is_dropped: AtomicBool,
    pub(super) cursor: Arc<ReadCursor>,
}

impl Segment {
    pub(super) fn new(file: &Arc<SplitFile>, kind: Option<Kind>, start: u64, end: u64) -> Self {
        Self {
            file: Arc::clone(file),
            kind,
            start,
            before: (start == 0).then_some(FILE_START),
            end: Arc::new(AtomicU64::new(end)),
            is_dropped: AtomicBool::new(false),
            cursor: Arc::new(ReadCursor::at(start)),
        }
    }

    pub(super) fn end(&self) -> u64 {
        self.end.load(Ordering::Relaxed)
    }

    /// Sets its end. Nothing after it may have been written to the stream buffer.
    pub(super) fn cut(&self, end: u64) {
        self.end.store(end, Ordering::Relaxed);
    }

    /// Returns whether what it holds is not wanted.
    pub(super) fn is_dropped(&self) -> bool {
        self.is_dropped.load(Ordering::Relaxed) || self.file.is_over()
    }

    /// Notes that what it holds is not wanted.
    pub(super) fn leave(&self) {
        self.is_dropped.store(true, Ordering::Relaxed);
    }

    /// Returns the same segment from a message on, with a cursor of its own.
    pub(super) fn again(&self, message: u64) -> Self {
        Self {
            before: None,
            end: Arc::clone(&self.end),
            ..Self::new(&self.file, self.kind, message, u64::MAX)
        }
    }

    /// Notes that everything before it is done.
    pub(super) fn follow(&self) {
        if let Source::Stream(stream) = &self.file.source {
            stream.follow(Arc::clone(&self.cursor));
        }
    }

    /// Returns whether a read may block for any time.
    pub(super) fn may_wait(&self) -> bool {
        matches!(self.file.source, Source::Stream(_))
    }

    /// Returns whether a read at an offset would block.
    pub(super) fn would_wait(&self, at: u64) -> bool {
        match &self.file.source {
            Source::File(_) => false,
            Source::Stream(stream) => stream.would_wait(at),
        }
    }

    /// Reports what the segment holds; from `known` on, if a message is known to begin there. Calls
    /// `first` with the offset of the first message.
    pub(super) fn search<C: FileSink + Send + 'static>(
        &self,
        sifter: &mut Sifter,
        known: Option<u64>,
        writer: &mut ChunkWriter<'_, C>,
        first: &mut dyn FnMut(u64),
    ) -> SegmentEnd {
        let Some((start, before)) = self.begin(known) else {
            return SegmentEnd::default();
        };
        let range = start..self.end();
        let has_range = sifter.has_range();
        sifter.begin_segment(
            |reading| {
                let walker = match (self.kind, known) {
                    (None, _) => Walker::new(reading),
                    (Some(kind), None) => Walker::within(reading, kind, range, before),
                    (Some(kind), Some(_)) => Walker::at_message(reading, kind, range, before),
                };
                // Ranges given by users have to fit each other, too.
                if has_range {
                    walker
                } else {
                    walker.cutting_lines()
                }
            },
            start,
        );
        let end = self.steps(sifter, start, writer, first);
        // What stands before the first message of the file is read with it.
        let begun = sifter.first_message().filter(|_| self.start > 0);
        let mut ended = match end {
            ControlFlow::Continue(ended) => ended,
            ControlFlow::Break(skip) => SegmentEnd::left(skip),
        };
        ended.next = sifter.next_message();
        ended.messages = sifter.messages();
        if begun.is_some() || self.start == 0 {
            writer.read(sifter.stats(begun.unwrap_or(0), ended.was_left));
        }
        if ended.is_last && ended.failed_at.is_none() {
            writer.end();
        }
        ended
    }

    /// Returns where to begin, and the three bytes before; `None` if the bytes were dropped.
    fn begin(&self, known: Option<u64>) -> Option<(u64, [u8; 3])> {
        let start = known.unwrap_or(self.start);
        if let Some(before) = self.before.filter(|_| start == self.start) {
            return match &self.file.source {
                Source::Stream(stream) if stream.front().0 > start => self.after_front(stream),
                _ => Some((start, before)),
            };
        }
        match &self.file.source {
            Source::File(file) => {
                let mut before = FILE_START;
                let len = start.min(3) as usize;
                // An error is reported where the rest is read.
                let _ = read_at(file, &mut before[3 - len..], start - len as u64);
                Some((start, before))
            }
            Source::Stream(stream) => self.after_front(stream),
        }
    }

    /// Returns the offset of the front cursor: no message of the segment begins before it.
    fn after_front(&self, stream: &StreamBuffer) -> Option<(u64, [u8; 3])> {
        let (at, before) = stream.front();
        (at < self.end()).then_some((at, before))
    }

    fn steps<C: FileSink + Send + 'static>(
        &self,
        sifter: &mut Sifter,
        start: u64,
        writer: &mut ChunkWriter<'_, C>,
        first: &mut dyn FnMut(u64),
    ) -> ControlFlow<Skip, SegmentEnd> {
        let mut reader = SegmentReader {
            segment: self,
            at: start,
            trailing: TRAILING,
            is_gone: false,
        };
        let mut is_first_known = false;
        loop {
            writer.at(sifter.read_offset());
            writer.before_read()?;
            let step = sifter.step(&mut reader, &|| self.end(), writer)?;
            if let Some(begun) = sifter.first_message().filter(|_| !is_first_known) {
                is_first_known = true;
                first(begun);
            }
            if reader.is_gone {
                return ControlFlow::Continue(SegmentEnd::default());
            }
            let mut ended = SegmentEnd::default();
            match step {
                Step::Continue if sifter.is_over() => {}
                // No message begins in the segment. For the first one of a file the next step decides.
                Step::Continue
                    if self.start > 0 && !is_first_known && sifter.offset() >= self.end() => {}
                Step::Continue => {
                    self.reach(sifter.offset());
                    continue;
                }
                Step::EndOfFile => ended.is_last = true,
                Step::EndOfSegment(position) => {
                    self.reach(sifter.next_message().unwrap_or(self.start));
                    ended.position = position;
                    // Only a range of the file ends at an unknown end.
                    let is_range = self.end() == u64::MAX;
                    ended.is_last = is_range;
                    ended.was_left = is_range;
                }
                Step::Failed(error) => {
                    ended.is_last = true;
                    ended.failed_at = Some(sifter.read_offset());
                    ended.failure = Some(error).filter(|_| !self.may_wait());
                }
            }
            return ControlFlow::Continue(ended);
        }
    }

    /// Notes that the bytes before an offset are no longer needed.
    fn reach(&self, offset: u64) {
        if let Source::Stream(stream) = &self.file.source {
            stream.reach(&self.cursor, offset);
        }
    }
}

/// How a segment, or a batch of small files, has ended.
#[derive(Debug, Default)]
pub(super) struct SegmentEnd {
    /// The offset of the next message, which is not in the segment.
    pub(super) next: Option<u64>,
    /// Its line and column, counted from the first message of the segment.
    pub(super) position: Option<Position>,
    pub(super) messages: u64,
    /// Whether the file ends with the segment, or is left.
    pub(super) is_last: bool,
    pub(super) was_left: bool,
    /// Whether the rest of the input is left, too.
    pub(super) leaves_input: bool,
    /// The offset from which on the file cannot be read; and why, unless its stream buffer knows.
    pub(super) failed_at: Option<u64>,
    pub(super) failure: Option<io::Error>,
}

impl SegmentEnd {
    /// The chunk has had enough.
    pub(super) fn left(skip: Skip) -> Self {
        Self {
            is_last: true,
            was_left: true,
            leaves_input: skip == Skip::Input,
            ..Self::default()
        }
    }
}

/// Reads a segment, and on after its end.
struct SegmentReader<'s> {
    segment: &'s Segment,
    at: u64,
    /// Bytes read next after the end of the segment.
    trailing: u64,
    /// Whether the bytes were dropped: no message begins in them.
    is_gone: bool,
}

impl Read for SegmentReader<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let len = match &self.segment.file.source {
            Source::File(file) => {
                let ahead = self.segment.end().saturating_sub(self.at);
                if ahead == 0 {
                    self.trailing = (2 * self.trailing).min(MAX_TRAILING);
                }
                let most = ahead.saturating_add(self.trailing);
                let len = into.len().min(usize::try_from(most).unwrap_or(usize::MAX));
                let read = read_at(file, &mut into[..len], self.at)?;
                if let Some(progress) = &self.segment.file.progress {
                    progress.add(ahead.min(read as u64));
                }
                read
            }
            Source::Stream(stream) => match stream.read(self.at, into) {
                ReadAt::Bytes(len) => len,
                ReadAt::Failure => return Err(io::ErrorKind::Other.into()),
                ReadAt::Gone => {
                    self.is_gone = true;
                    0
                }
            },
        };
        self.at += len as u64;
        Ok(len)
    }
}

/// Reads a file at an offset, without moving the offset that other readers share.
#[cfg(unix)]
pub(super) fn read_at(file: &File, into: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, into, offset)
}

/// Reads a file at an offset, without moving the offset that other readers share.
#[cfg(windows)]
pub(super) fn read_at(file: &File, into: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, into, offset)
}
