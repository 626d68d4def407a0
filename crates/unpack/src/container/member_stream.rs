//! Reads containers whose members follow each other in a stream: tar, cpio and ar.

use std::{
    io::{self, BufRead, Read},
    ops::ControlFlow,
};

use crate::{
    Fault, FaultKind, Format,
    container::{event::Events, member_data::MemberData},
    io::peek::PeekReader,
};

/// Why reading stops.
pub(crate) enum Stop {
    /// The caller ended it.
    Caller,
    /// The source ends or fails, and the error was reported; or the container is read to its end.
    Source,
}

/// The result of a step.
pub(crate) type Flow<T = ()> = ControlFlow<Stop, T>;

/// Runs a reader of a container. Returns a break only if the caller ended it.
pub(crate) fn run(read: impl FnOnce() -> Flow) -> ControlFlow<()> {
    match read() {
        ControlFlow::Break(Stop::Caller) => ControlFlow::Break(()),
        ControlFlow::Break(Stop::Source) | ControlFlow::Continue(()) => ControlFlow::Continue(()),
    }
}

/// The bytes of a container, and the receiver of its members.
pub(crate) struct MemberStream<'p, 'r, 'e> {
    bytes: &'p mut PeekReader<'r>,
    events: &'p mut Events<'e>,
    format: Format,
    /// The position of the container in the reader.
    start: u64,
}

impl<'p, 'r, 'e> MemberStream<'p, 'r, 'e> {
    pub(crate) fn new(
        bytes: &'p mut PeekReader<'r>,
        events: &'p mut Events<'e>,
        format: Format,
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
    pub(crate) fn offset(&self) -> u64 {
        self.bytes.position() - self.start
    }

    /// Returns the next bytes, at least `len`, at most 32 KiB, if there are as many.
    pub(crate) fn peek(&mut self, len: usize) -> Flow<&[u8]> {
        // The buffered bytes cannot be returned from the match, as the error needs `self`.
        if let Err(error) = self.bytes.peek(len).map(drop) {
            return self.stop(None, error);
        }
        ControlFlow::Continue(self.bytes.buffered())
    }

    /// Consumes buffered bytes.
    pub(crate) fn consume(&mut self, len: usize) {
        self.bytes.consume(len);
    }

    /// Reads bytes into memory. `header` is the offset of the header that announces them.
    pub(crate) fn take(&mut self, len: u64, header: u64) -> Flow<Vec<u8>> {
        let mut data = Vec::new();
        let mut reader = MemberData::new(self.bytes, self.format, len, header);
        let read = reader.read_to_end(&mut data);
        self.or_stop(read.map(|_| data))
    }

    /// Reports a member whose `size` bytes follow. Its header is at the offset `header`. Then skips the bytes that were
    /// not read.
    pub(crate) fn member(&mut self, name: &[u8], size: u64, header: u64) -> Flow {
        self.member_by(name, size, header, |events, data| events.member(name, data))
    }

    /// Reports a member with `report`, which receives a reader of its `size` bytes. Then skips the bytes that were not
    /// read.
    pub(crate) fn member_by(
        &mut self,
        name: &[u8],
        size: u64,
        header: u64,
        report: impl FnOnce(&mut Events<'e>, &mut MemberData<'_, 'r>) -> ControlFlow<()>,
    ) -> Flow {
        let mut data = MemberData::new(self.bytes, self.format, size, header);
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
    pub(crate) fn skip(&mut self, len: u64) -> Flow {
        let skipped = self.bytes.skip(len);
        match self.or_stop(skipped)? {
            0 => ControlFlow::Continue(()),
            _ => self.truncated(self.offset()),
        }
    }

    /// Skips padding, which may be missing at the end of the source.
    pub(crate) fn skip_padding(&mut self, len: u64) -> Flow {
        let skipped = self.bytes.skip(len);
        self.or_stop(skipped).map_continue(drop)
    }

    /// Searches for a header after damage. `find` returns the index of the first one in its argument, and needs at most
    /// `len` bytes for it. Returns whether there is one, which is then at the next byte.
    pub(crate) fn resync(
        &mut self,
        len: usize,
        find: impl Fn(&[u8]) -> Option<usize>,
    ) -> Flow<bool> {
        loop {
            let buffered = self.peek(len)?;
            let (found, rest) = (find(buffered), buffered.len());
            let is_end = rest < len;
            match found {
                // In formats with headers of several lengths, a shorter header may be complete before one in front of
                // it.
                Some(at) if is_end || at + len <= rest => {
                    self.consume(at);
                    return ControlFlow::Continue(true);
                }
                None if is_end => {
                    self.consume(rest);
                    return ControlFlow::Continue(false);
                }
                _ => self.consume(rest + 1 - len),
            }
        }
    }

    /// Reports a fault, in the member with this name or in the container itself.
    pub(crate) fn fault(&mut self, name: Option<&[u8]>, offset: u64, kind: FaultKind) -> Flow {
        let fault = Fault::new(self.format, offset, kind);
        caller_break(self.events.fault(name, fault.into()))
    }

    /// Reports that the source ends too early, and stops.
    pub(crate) fn truncated<T>(&mut self, offset: u64) -> Flow<T> {
        self.fault(None, offset, FaultKind::Truncated)?;
        ControlFlow::Break(Stop::Source)
    }

    /// Returns the result of a read, or reports its error and stops.
    fn or_stop<T>(&mut self, read: io::Result<T>) -> Flow<T> {
        match read {
            Ok(read) => ControlFlow::Continue(read),
            Err(error) => self.stop(None, error),
        }
    }

    /// Reports why the source cannot be read further, and stops.
    pub(crate) fn stop<T>(&mut self, name: Option<&[u8]>, error: io::Error) -> Flow<T> {
        caller_break(self.events.fault(name, error))?;
        ControlFlow::Break(Stop::Source)
    }
}

fn caller_break(flow: ControlFlow<()>) -> Flow {
    flow.map_break(|()| Stop::Caller)
}

#[cfg(test)]
pub(crate) mod testing;
