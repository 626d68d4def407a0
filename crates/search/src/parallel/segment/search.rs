//! Searches a segment.

use std::{
    io::{self, Read},
    ops::ControlFlow,
};

use urlsift::{
    Sifter, Sink, Skip, StepEnd,
    archive::{Before, Walker},
};

use super::{FileRest, FileSource, Segment, SegmentEnd};
use crate::{
    head::is_page_name,
    input::opened_file::check_end,
    parallel::chunk_writer::ChunkWriter,
    sink::FileSink as _,
    stream_buffer::{ReadAt, StreamBuffer},
};

/// The number of bytes that are read beyond the end of a segment at first, because its last message ends there. It
/// doubles with each further read, up to [`MAX_TRAILING`].
const TRAILING: u64 = 8 << 10;

/// The maximum number of bytes beyond the end of a segment that are read at a time.
const MAX_TRAILING: u64 = 1 << 20;

impl Segment {
    /// Reports what the segment contains, from `known` on if a message is known to begin there. Calls `first` with the
    /// offset of the first message.
    pub(in crate::parallel) fn search(
        &self,
        sifter: &mut Sifter,
        known: Option<u64>,
        writer: &mut ChunkWriter<'_>,
        first: &mut dyn FnMut(u64),
    ) -> SegmentEnd {
        let Some((start, before)) = self.begin(known) else {
            return SegmentEnd::default();
        };
        let range = start..self.end();
        // A range that a user gives must also fit the adjacent ranges, which are cut only at messages and empty lines.
        let cuts_lines = !sifter.has_range() && sifter.can_cut_lines();
        sifter.set_page_by_name(is_page_name(&self.file.path));
        if let Some(layout) = self.file.layout {
            sifter.begin_message(layout);
        } else {
            sifter.begin_segment(
                |reading| {
                    let walker = match (self.kind, known) {
                        (None, _) => Walker::new(reading),
                        (Some(kind), None) => Walker::within(reading, kind, range, before),
                        (Some(kind), Some(_)) => Walker::at_message(reading, kind, range, before),
                    };
                    if cuts_lines {
                        walker.cutting_lines()
                    } else {
                        walker
                    }
                },
                start,
            );
        }
        let rest = match self.steps(sifter, start, writer, first) {
            ControlFlow::Continue(rest) => rest,
            ControlFlow::Break(skip) => FileRest::Skipped(skip),
        };
        // Bytes before the first message of the file are read with it.
        let begun = sifter.first_message().filter(|_| self.start > 0);
        if begun.is_some() || self.start == 0 {
            let was_skipped = matches!(rest, FileRest::Skipped(_));
            writer.read(sifter.stats(begun.unwrap_or(0), was_skipped));
        }
        if let FileRest::Nothing | FileRest::Skipped(_) = rest {
            writer.end();
        }
        SegmentEnd {
            messages: sifter.messages(),
            rest,
        }
    }

    /// Returns the offset at which to begin, and the bytes before it; `None` if the bytes of the segment were dropped.
    fn begin(&self, known: Option<u64>) -> Option<(u64, Before)> {
        let start = known.unwrap_or(self.start);
        if let Some(before) = self.before.filter(|_| start == self.start) {
            return match &self.file.source {
                FileSource::Stream(stream) if stream.front().0 > start => self.after_front(stream),
                _ => Some((start, before)),
            };
        }
        match &self.file.source {
            FileSource::File { file, .. } => {
                let before =
                    Before::read(start, |from, before| file.at(from).read(before).map(|_| ()));
                // An error is reported where the rest is read.
                Some((start, before.unwrap_or_default()))
            }
            FileSource::Stream(stream) => self.after_front(stream),
        }
    }

    /// Returns the offset of the front cursor: no message of the segment begins before it.
    fn after_front(&self, stream: &StreamBuffer) -> Option<(u64, Before)> {
        let (at, before) = stream.front();
        (at < self.end()).then_some((at, before))
    }

    /// Reads to the end of the segment, or until no more is wanted.
    fn steps(
        &self,
        sifter: &mut Sifter,
        start: u64,
        writer: &mut ChunkWriter<'_>,
        first: &mut dyn FnMut(u64),
    ) -> ControlFlow<Skip, FileRest> {
        let mut reader = SegmentReader {
            segment: self,
            at: start,
            trailing: TRAILING,
            is_gone: false,
        };
        let mut is_first_known = false;
        loop {
            writer.set_offset(sifter.read_offset());
            writer.before_read()?;
            let step = sifter.step(&mut reader, &|| self.end(), writer)?;
            if let Some(begun) = sifter.first_message().filter(|_| !is_first_known) {
                is_first_known = true;
                first(begun);
            }
            let message = sifter.next_message();
            let position = match step {
                _ if reader.is_gone => None,
                StepEnd::Continue if sifter.is_over() => None,
                // No message begins in the segment. For the first one of a file the next step decides.
                StepEnd::Continue
                    if self.start > 0 && !is_first_known && sifter.offset() >= self.end() =>
                {
                    None
                }
                StepEnd::Continue => {
                    self.reach(sifter.offset());
                    continue;
                }
                StepEnd::EndOfFile => return ControlFlow::Continue(FileRest::Nothing),
                StepEnd::EndOfSegment(position) => {
                    self.reach(message.unwrap_or(self.start));
                    // Only a range of the file ends at an unknown end.
                    if self.end() == u64::MAX {
                        return ControlFlow::Break(Skip::File);
                    }
                    position
                }
                StepEnd::Failed(error) => {
                    return ControlFlow::Continue(FileRest::Unreadable {
                        offset: sifter.read_offset(),
                        error: Some(error).filter(|_| !self.may_wait()),
                    });
                }
            };
            return ControlFlow::Continue(FileRest::Segments { message, position });
        }
    }

    /// Notes that the bytes before an offset are no longer needed.
    fn reach(&self, offset: u64) {
        if let FileSource::Stream(stream) = &self.file.source {
            stream.reach(&self.cursor, offset);
        }
    }
}

/// Reads a segment, and the bytes after its end.
struct SegmentReader<'s> {
    segment: &'s Segment,
    at: u64,
    /// The number of bytes beyond the end of the segment that the next read may include.
    trailing: u64,
    /// Whether the bytes were dropped: no message begins in them.
    is_gone: bool,
}

impl Read for SegmentReader<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let len = match &self.segment.file.source {
            FileSource::File {
                file, len: opened, ..
            } => {
                let ahead = self.segment.end().saturating_sub(self.at);
                if ahead == 0 {
                    self.trailing = (2 * self.trailing).min(MAX_TRAILING);
                }
                let most = ahead.saturating_add(self.trailing);
                let len = into.len().min(usize::try_from(most).unwrap_or(usize::MAX));
                let read = file.at(self.at).read(&mut into[..len])?;
                if read == 0 && len > 0 {
                    check_end(|| file.len(), self.at, *opened)?;
                }
                if let Some(progress) = &self.segment.file.progress {
                    progress.add(ahead.min(read as u64));
                }
                read
            }
            FileSource::Stream(stream) => match stream.read(self.at, into) {
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
