//! tar: Unix v7, POSIX (ustar and pax) and GNU.
//!
//! The blocks are parsed here, because the reader of the `tar` crate allocates as much memory as an input
//! asks for, and stops at the first corrupt header.

mod header;
mod pax;
#[cfg(test)]
mod tests;

use std::{io::Read, mem, ops::ControlFlow};

use tar::{GnuHeader, Header};

use super::{
    event::Events,
    stream::{Flow, MemberStream, Stop, outcome},
};
use crate::{FaultKind, Format, io::peek::PeekReader};
pub(crate) use header::{BLOCK, begins_with};
use header::{HeaderKind, has_magic, is_header, is_zero};
use pax::{Records, trim_nuls};

/// The maximum size of a long name or an extended header, in bytes. They are kept in memory.
const MAX_METADATA: u64 = 1 << 20;

/// The length of a record: 20 blocks, by default (POSIX pax). Some old programs fill the last one with what their
/// buffer has left.
const RECORD: u64 = 20 * BLOCK as u64;

/// Reports the files in a tar file, in order.
///
/// Keeps the long name and the extended headers of one member, at most 1 MiB each. Sparse files are reported, and not
/// read: their holes would have to be filled in for offsets to be those of the file.
pub(crate) fn read(bytes: &mut PeekReader<'_>, events: &mut Events<'_>) -> ControlFlow<()> {
    let mut parser = Parser {
        stream: MemberStream::new(Format::Tar, bytes, events),
        expecting: Expecting::Headers,
        global_path: None,
        pending: PendingMetadata::default(),
    };
    outcome(&parser.run())
}

/// The expected kind of the next block.
#[derive(Clone, Copy)]
enum Expecting {
    /// A header.
    Headers,
    /// The second of the two blocks of zeros that end an archive.
    SecondZero,
    /// Anything: after a corrupt header, the position of the next one is unknown.
    Resync,
    /// Anything, after the end of an archive. Another archive may follow. Other data up to the offset `padded_to` fill
    /// the record.
    AfterEnd { padded_to: u64 },
    /// Anything, after data that follow the end of an archive and were reported.
    AfterTrailing,
}

/// The metadata of the next member from the headers before its own.
#[derive(Default)]
struct PendingMetadata {
    /// The offset of the first of these headers.
    at: Option<u64>,
    long_name: Option<Vec<u8>>,
    records: Records,
}

struct Parser<'p, 'r, 'e> {
    stream: MemberStream<'p, 'r, 'e>,
    expecting: Expecting,
    global_path: Option<Vec<u8>>,
    pending: PendingMetadata,
}

impl Parser<'_, '_, '_> {
    fn run(&mut self) -> Flow {
        loop {
            let offset = self.stream.offset();
            let Some(block) = self.take_block()? else {
                return self.end(offset);
            };
            self.block(offset, Header::from_byte_slice(&block))?;
        }
    }

    /// Consumes the next block; `None` if the source ends before it is complete.
    fn take_block(&mut self) -> Flow<Option<[u8; BLOCK]>> {
        let block = self.peek_block()?;
        if block.is_some() {
            self.stream.consume(BLOCK);
        }
        ControlFlow::Continue(block)
    }

    fn peek_block(&mut self) -> Flow<Option<[u8; BLOCK]>> {
        let buffered = self.stream.peek(BLOCK)?;
        ControlFlow::Continue(buffered.first_chunk().copied())
    }

    /// Handles the end of the source, which may be inside a block.
    fn end(&mut self, offset: u64) -> Flow {
        let cut = self.stream.peek(BLOCK)?;
        let kind = match self.expecting {
            Expecting::Headers => Some(FaultKind::Truncated),
            Expecting::SecondZero | Expecting::Resync => {
                (!cut.is_empty()).then_some(FaultKind::Truncated)
            }
            Expecting::AfterEnd { padded_to } => {
                let is_padding = offset < padded_to || cut.iter().all(|&byte| byte == 0);
                (!is_padding).then_some(FaultKind::Trailing)
            }
            Expecting::AfterTrailing => None,
        };
        if let Some(kind) = kind {
            self.stream.fault(None, offset, kind)?;
        }
        ControlFlow::Break(Stop::Source)
    }

    fn block(&mut self, offset: u64, header: &Header) -> Flow {
        let block = header.as_bytes();
        let must_have_magic = matches!(
            self.expecting,
            Expecting::AfterEnd { .. } | Expecting::AfterTrailing
        );
        if (has_magic(block) || !must_have_magic) && is_header(block) {
            self.expecting = Expecting::Headers;
            return self.header(offset, header);
        }
        match (self.expecting, is_zero(block)) {
            (Expecting::AfterEnd { padded_to }, false) if offset >= padded_to => {
                self.expecting = Expecting::AfterTrailing;
                return self.stream.fault(None, offset, FaultKind::Trailing);
            }
            (Expecting::Resync | Expecting::AfterEnd { .. } | Expecting::AfterTrailing, _) => {}
            (Expecting::Headers, true) => {
                self.expecting = Expecting::SecondZero;
                return self.end_metadata();
            }
            (Expecting::SecondZero, true) => {
                let padded_to = (offset + 1).next_multiple_of(RECORD);
                self.expecting = Expecting::AfterEnd { padded_to };
                self.global_path = None;
            }
            (Expecting::Headers | Expecting::SecondZero, false) => {
                return self.resync(None, offset, "a header has a wrong checksum");
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports metadata that no member follows.
    fn end_metadata(&mut self) -> Flow {
        if let Some(at) = mem::take(&mut self.pending).at {
            let reason = "no member follows a long name or an extended header";
            self.stream.fault(None, at, FaultKind::Corrupt(reason))?;
        }
        ControlFlow::Continue(())
    }

    /// Reports a corrupt header, and searches for the next one.
    fn resync(&mut self, name: Option<&[u8]>, offset: u64, reason: &'static str) -> Flow {
        self.expecting = Expecting::Resync;
        self.pending = PendingMetadata::default();
        self.stream.fault(name, offset, FaultKind::Corrupt(reason))
    }

    fn header(&mut self, offset: u64, header: &Header) -> Flow {
        match HeaderKind::of(header) {
            HeaderKind::Dataless => {
                let recorded = mem::take(&mut self.pending).records.size;
                let size = recorded.or_else(|| header::size(header));
                self.skip_if_data(size.unwrap_or(0))
            }
            kind @ (HeaderKind::LongName
            | HeaderKind::LongLink
            | HeaderKind::Extended
            | HeaderKind::Global) => self.metadata(kind, offset, header),
            kind => self.member(kind, offset, header),
        }
    }

    /// Skips the data of a type that usually has none. In POSIX the header of a directory may have a size
    /// without data, and a link may have data; old writers gave links the size of their target. So the next
    /// block decides: a header or zeros are not data.
    fn skip_if_data(&mut self, size: u64) -> Flow {
        if size == 0 {
            return ControlFlow::Continue(());
        }
        match self.peek_block()? {
            Some(block) if !is_zero(&block) && !is_header(&block) => self.skip_data(size),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Reads a header with metadata of the members that follow.
    fn metadata(&mut self, kind: HeaderKind, offset: u64, header: &Header) -> Flow {
        let Some(size) = header::size(header) else {
            return self.resync(None, offset, BAD_SIZE);
        };
        if kind != HeaderKind::LongLink && size > MAX_METADATA {
            let reason = "a long name or an extended header has more than 1 MiB";
            self.stream
                .fault(None, offset, FaultKind::Corrupt(reason))?;
            return self.skip_data(size);
        }
        if kind != HeaderKind::Global {
            self.pending.at.get_or_insert(offset);
        }
        if kind == HeaderKind::LongLink {
            return self.skip_data(size);
        }
        let data = self.read_data(offset, size)?;
        let result = match kind {
            HeaderKind::LongName => {
                self.pending.long_name = Some(trim_nuls(&data).to_vec());
                Ok(())
            }
            HeaderKind::Global => {
                // Only a path is meaningful for more than one member.
                let mut records = Records::default();
                let result = records.read(&data);
                self.global_path = records.path.or(self.global_path.take());
                result
            }
            _ => self.pending.records.read(&data),
        };
        if result.is_err() {
            let reason = "an extended header has a malformed record";
            self.stream
                .fault(None, offset, FaultKind::Corrupt(reason))?;
        }
        ControlFlow::Continue(())
    }

    /// Reads a header with data.
    fn member(&mut self, kind: HeaderKind, offset: u64, header: &Header) -> Flow {
        let mut pending = mem::take(&mut self.pending);
        let name = self.name(header, &mut pending);
        let Some(size) = pending.records.size.or_else(|| header::size(header)) else {
            let name = (kind != HeaderKind::Other).then_some(&name[..]);
            return self.resync(name, offset, BAD_SIZE);
        };
        match kind {
            HeaderKind::Other => self.skip_data(size),
            HeaderKind::Unknown if size == 0 => ControlFlow::Continue(()),
            _ if kind == HeaderKind::Sparse || pending.records.is_sparse => {
                self.sparse(&name, offset, header)?;
                self.skip_data(size)
            }
            _ => {
                let report =
                    |events: &mut Events<'_>, data: &mut dyn Read| events.member(&name, data);
                self.stream.member(&name, size, offset, report)?;
                self.stream.skip(padding(size))
            }
        }
    }

    fn name(&self, header: &Header, pending: &mut PendingMetadata) -> Vec<u8> {
        let records = &mut pending.records;
        // An empty path of this member overrides the global one.
        let path = records.path.take().or_else(|| self.global_path.clone());
        [records.sparse_name.take(), path, pending.long_name.take()]
            .into_iter()
            .flatten()
            .find(|name| !name.is_empty())
            .unwrap_or_else(|| header::name(header))
    }

    /// Reports a sparse file, and skips the blocks that the map in its header continues in.
    fn sparse(&mut self, name: &[u8], offset: u64, header: &Header) -> Flow {
        let kind = FaultKind::NotRead("a sparse file");
        self.stream.fault(Some(name), offset, kind)?;
        let mut is_extended = header.as_gnu().is_some_and(GnuHeader::is_extended);
        while is_extended {
            let Some(block) = self.take_block()? else {
                break;
            };
            is_extended = block[GNU_IS_EXTENDED] != 0;
        }
        ControlFlow::Continue(())
    }

    /// Reads the data after a header into memory.
    fn read_data(&mut self, offset: u64, size: u64) -> Flow<Vec<u8>> {
        let data = self.stream.take(size, offset)?;
        self.stream.skip(padding(size))?;
        ControlFlow::Continue(data)
    }

    fn skip_data(&mut self, size: u64) -> Flow {
        self.stream.skip(size + padding(size))
    }
}

/// The offset of the mark in a block of a map that another one follows.
const GNU_IS_EXTENDED: usize = 504;

const BAD_SIZE: &str = "a header has an invalid size";

/// Returns the number of bytes between data of `size` bytes, at most `i64::MAX`, and the next block.
fn padding(size: u64) -> u64 {
    size.next_multiple_of(BLOCK as u64) - size
}
