//! The bytes of a container whose members follow each other, and the receiver of these.

use std::{
    io::{self, BufRead, Read},
    ops::ControlFlow,
};

use super::{data::MemberData, event::Events};
use crate::{Fault, FaultKind, Format, io::peek::PeekReader};

/// Why reading stops.
pub(super) enum Stop {
    /// The caller ended it.
    Caller,
    /// The source ends or fails, and the error was reported; or the container is read to its end.
    Source,
}

/// The result of a step.
pub(super) type Flow<T = ()> = ControlFlow<Stop, T>;

/// The bytes of a container, and the receiver of its members.
pub(super) struct MemberStream<'p, 'r, 'e> {
    bytes: &'p mut PeekReader<'r>,
    events: &'p mut Events<'e>,
    format: Format,
    /// The position of the container in the reader.
    start: u64,
}

impl<'p, 'r, 'e> MemberStream<'p, 'r, 'e> {
    pub(super) fn new(
        format: Format,
        bytes: &'p mut PeekReader<'r>,
        events: &'p mut Events<'e>,
    ) -> Self {
        let start = bytes.position();
        Self {
            bytes,
            events,
            format,
            start,
        }
    }

    /// Returns the offset of the next byte.
    pub(super) fn offset(&self) -> u64 {
        self.bytes.position() - self.start
    }

    /// Returns the next bytes, at least `len`, at most 32 KiB, if there are as many.
    pub(super) fn peek(&mut self, len: usize) -> Flow<&[u8]> {
        // The buffered bytes cannot be returned from the match, as the error needs `self`.
        if let Err(error) = self.bytes.peek(len).map(drop) {
            return self.stop(error);
        }
        ControlFlow::Continue(self.bytes.buffered())
    }

    /// Consumes buffered bytes.
    pub(super) fn consume(&mut self, len: usize) {
        self.bytes.consume(len);
    }

    /// Calls a function that reads, or reports its error and stops.
    pub(super) fn read<T>(
        &mut self,
        read: impl FnOnce(&mut PeekReader<'r>) -> io::Result<T>,
    ) -> Flow<T> {
        let read = read(self.bytes);
        self.or_stop(read)
    }

    /// Reads bytes into memory. `header` is the offset of the header that announces them.
    pub(super) fn take(&mut self, len: u64, header: u64) -> Flow<Vec<u8>> {
        let mut data = Vec::new();
        let mut reader = MemberData::new(self.bytes, len, self.format, header);
        let read = reader.read_to_end(&mut data);
        self.or_stop(read.map(|_| data))
    }

    /// Reports a member whose `size` bytes follow, with `report`. Its header is at the offset `header`. Then skips the
    /// bytes that were not read.
    pub(super) fn member(
        &mut self,
        name: &[u8],
        size: u64,
        header: u64,
        report: impl FnOnce(&mut Events<'_>, &mut dyn Read) -> ControlFlow<()>,
    ) -> Flow {
        let mut data = MemberData::new(self.bytes, size, self.format, header);
        caller_break(report(self.events, &mut data))?;
        let was_read = data.has_failed();
        match data.finish() {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                caller_break(self.events.cut_member(name, error, was_read))?;
                ControlFlow::Break(Stop::Source)
            }
        }
    }

    /// Skips bytes. If there are fewer, reports it and stops.
    pub(super) fn skip(&mut self, len: u64) -> Flow {
        let skipped = self.bytes.skip(len);
        if self.or_stop(skipped)? == 0 {
            return ControlFlow::Continue(());
        }
        self.fault(None, self.offset(), FaultKind::Truncated)?;
        ControlFlow::Break(Stop::Source)
    }

    /// Reports a fault, in the member with this name or in the container itself.
    pub(super) fn fault(&mut self, name: Option<&[u8]>, offset: u64, kind: FaultKind) -> Flow {
        let fault = Fault::new(self.format, offset, kind);
        caller_break(self.events.fault(name, fault.into()))
    }

    /// Returns the result of a read, or reports its error and stops.
    fn or_stop<T>(&mut self, read: io::Result<T>) -> Flow<T> {
        match read {
            Ok(read) => ControlFlow::Continue(read),
            Err(error) => self.stop(error),
        }
    }

    /// Reports why the source cannot be read further, and stops.
    fn stop<T>(&mut self, error: io::Error) -> Flow<T> {
        caller_break(self.events.fault(None, error))?;
        ControlFlow::Break(Stop::Source)
    }
}

fn caller_break(flow: ControlFlow<()>) -> Flow {
    flow.map_break(|()| Stop::Caller)
}

/// Returns the result for the caller of a reader that has stopped.
pub(super) fn outcome(flow: &Flow) -> ControlFlow<()> {
    match flow {
        ControlFlow::Break(Stop::Caller) => ControlFlow::Break(()),
        ControlFlow::Break(Stop::Source) | ControlFlow::Continue(()) => ControlFlow::Continue(()),
    }
}
