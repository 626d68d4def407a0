//! tar: the forms of Unix v7, POSIX (ustar and pax) and GNU.
//!
//! The blocks are walked here, as a reader that keeps whatever a file asks it to, or that ends at the
//! first broken header, would not do.

mod data;
mod header;
mod pax;
mod sparse;
#[cfg(test)]
mod tests;

use std::{
    io::{self, BufRead, Read},
    mem,
    ops::ControlFlow,
};

use tar::{GnuExtSparseHeader, Header};

use crate::{Fault, FaultKind, Format, event::Events, peek::PeekReader};
use data::Data;
pub(crate) use header::{BLOCK, begins_with};
use header::{Kind, has_magic, is_header, is_zero};
use pax::{MapLocation, Records, SparseRecords, without_nuls};
use sparse::{Filled, Map, MapBuilder, MapReader};

/// How long a long name or an extended header may be, in bytes: they are kept in memory.
const MOST_ANNOUNCED: u64 = 1 << 20;

/// Reports the files in a tar file, from the first to the last.
///
/// It keeps the names and extended headers of one member, of 1 MiB each, and the map of one sparse
/// member, of 100,000 segments. Sparse files are read with their holes, at most `holes` bytes of them;
/// those that were read are subtracted from it.
pub(crate) fn read(
    bytes: &mut PeekReader<'_>,
    holes: &mut u64,
    events: &mut Events<'_>,
) -> ControlFlow<()> {
    let start = bytes.position();
    let mut walk = Walk {
        bytes,
        events,
        start,
        expecting: Expecting::Headers,
        holes,
        global_path: None,
        announced: Announced::default(),
    };
    match walk.run() {
        ControlFlow::Break(Stop::Caller) => ControlFlow::Break(()),
        ControlFlow::Break(Stop::Source) | ControlFlow::Continue(()) => ControlFlow::Continue(()),
    }
}

/// Why no more is read.
enum Stop {
    /// The caller asked for it.
    Caller,
    /// There is no more, and that has been told.
    Source,
}

/// One step of the walk, or the last.
type Step<T = ()> = ControlFlow<Stop, T>;

/// What the next block should be.
#[derive(Clone, Copy)]
enum Expecting {
    /// A header.
    Headers,
    /// The second of the two blocks of zeros that end an archive.
    SecondZero,
    /// Anything: a header was broken, so nobody knows where the next one is.
    Broken,
    /// Anything, after the end of an archive. Another may begin.
    AfterEnd,
}

/// What headers of their own say about the next member.
#[derive(Default)]
struct Announced {
    /// Where the first of them stands.
    at: Option<u64>,
    long_name: Option<Vec<u8>>,
    records: Records,
}

/// One member that is a file.
#[derive(Clone, Copy)]
struct Member<'m> {
    name: &'m [u8],
    /// Where its header stands.
    offset: u64,
    /// The bytes of data that are still to come.
    size: u64,
}

impl Member<'_> {
    fn without(self, bytes: usize) -> Self {
        Self {
            size: self.size.saturating_sub(bytes as u64),
            ..self
        }
    }
}

struct Walk<'w, 'r, 'e> {
    bytes: &'w mut PeekReader<'r>,
    events: &'w mut Events<'e>,
    /// Where the tar begins in what is read.
    start: u64,
    expecting: Expecting,
    /// How many bytes of holes there may be yet.
    holes: &'w mut u64,
    global_path: Option<Vec<u8>>,
    announced: Announced,
}

impl Walk<'_, '_, '_> {
    fn run(&mut self) -> Step {
        loop {
            let offset = self.offset();
            let Some(block) = self.take_block()? else {
                return self.end(offset);
            };
            self.block(offset, Header::from_byte_slice(&block))?;
        }
    }

    fn offset(&self) -> u64 {
        self.bytes.position() - self.start
    }

    /// The next block, unless there is no whole one.
    fn take_block(&mut self) -> Step<Option<[u8; BLOCK]>> {
        let block = self.peek_block()?;
        if block.is_some() {
            self.bytes.consume(BLOCK);
        }
        ControlFlow::Continue(block)
    }

    fn peek_block(&mut self) -> Step<Option<[u8; BLOCK]>> {
        match self.bytes.peek(BLOCK) {
            Ok(buffered) => ControlFlow::Continue(buffered.first_chunk().copied()),
            Err(error) => self.stop(None, error),
        }
    }

    /// The source ends, with a part of a block perhaps.
    fn end(&mut self, offset: u64) -> Step {
        let is_cut = !self.bytes.buffered().is_empty();
        let is_truncated = match self.expecting {
            Expecting::Headers => true,
            Expecting::SecondZero | Expecting::Broken => is_cut,
            Expecting::AfterEnd => false,
        };
        if is_truncated {
            self.fault(None, offset, FaultKind::Truncated)?;
        }
        ControlFlow::Break(Stop::Source)
    }

    fn block(&mut self, offset: u64, header: &Header) -> Step {
        let block = header.as_bytes();
        let must_have_magic = matches!(self.expecting, Expecting::AfterEnd);
        if (has_magic(block) || !must_have_magic) && is_header(block) {
            self.expecting = Expecting::Headers;
            return self.header(offset, header);
        }
        match (self.expecting, is_zero(block)) {
            (Expecting::Broken | Expecting::AfterEnd, _) => {}
            (Expecting::Headers, true) => {
                self.expecting = Expecting::SecondZero;
                return self.end_announced();
            }
            (Expecting::SecondZero, true) => {
                self.expecting = Expecting::AfterEnd;
                self.global_path = None;
            }
            (Expecting::Headers | Expecting::SecondZero, false) => {
                return self.broken(None, offset, "a header has a wrong checksum");
            }
        }
        ControlFlow::Continue(())
    }

    /// What was announced does not come.
    fn end_announced(&mut self) -> Step {
        if let Some(at) = mem::take(&mut self.announced).at {
            let reason = "no member follows a long name or an extended header";
            self.fault(None, at, FaultKind::Corrupt(reason))?;
        }
        ControlFlow::Continue(())
    }

    /// After this header, the next one is to be searched for.
    fn broken(&mut self, name: Option<&[u8]>, offset: u64, reason: &'static str) -> Step {
        self.expecting = Expecting::Broken;
        self.announced = Announced::default();
        self.fault(name, offset, FaultKind::Corrupt(reason))
    }

    fn header(&mut self, offset: u64, header: &Header) -> Step {
        match Kind::of(header) {
            Kind::Bare => {
                let announced = mem::take(&mut self.announced).records.size;
                let size = announced.or_else(|| header::size(header));
                self.skip_if_data(size.unwrap_or(0))
            }
            kind @ (Kind::LongName | Kind::LongLink | Kind::Extended | Kind::Global) => {
                self.announcement(kind, offset, header)
            }
            kind => self.member(kind, offset, header),
        }
    }

    /// Skips the data of what should have none. POSIX says that a size without data may stand in the
    /// header of a directory, and lets pax write data after a link; old writers gave links the size of
    /// the file they lead to. So the next block tells.
    fn skip_if_data(&mut self, size: u64) -> Step {
        if size == 0 {
            return ControlFlow::Continue(());
        }
        match self.peek_block()? {
            Some(block) if !is_zero(&block) && !is_header(&block) => self.skip_data(size),
            _ => ControlFlow::Continue(()),
        }
    }

    /// A header about the members that follow.
    fn announcement(&mut self, kind: Kind, offset: u64, header: &Header) -> Step {
        let Some(size) = header::size(header) else {
            return self.broken(None, offset, BAD_SIZE);
        };
        if kind != Kind::LongLink && size > MOST_ANNOUNCED {
            let reason = "a long name or an extended header has more than 1 MiB";
            self.fault(None, offset, FaultKind::Corrupt(reason))?;
            return self.skip_data(size);
        }
        if kind != Kind::Global {
            self.announced.at.get_or_insert(offset);
        }
        if kind == Kind::LongLink {
            return self.skip_data(size);
        }
        let data = self.take_data(offset, size)?;
        let result = match kind {
            Kind::LongName => {
                self.announced.long_name = Some(without_nuls(&data).to_vec());
                Ok(())
            }
            Kind::Global => {
                // Of what may be said here, only a name can be meant of more than one member.
                let mut records = Records::default();
                let result = records.read(&data);
                self.global_path = records.path.or(self.global_path.take());
                result
            }
            _ => self.announced.records.read(&data),
        };
        if result.is_err() {
            let reason = "an extended header has a malformed record";
            self.fault(None, offset, FaultKind::Corrupt(reason))?;
        }
        ControlFlow::Continue(())
    }

    /// A header with data of its own.
    fn member(&mut self, kind: Kind, offset: u64, header: &Header) -> Step {
        let mut announced = mem::take(&mut self.announced);
        let name = self.name(header, &mut announced);
        let Some(size) = announced.records.size.or_else(|| header::size(header)) else {
            let name = (kind != Kind::Other).then_some(&name[..]);
            return self.broken(name, offset, BAD_SIZE);
        };
        let member = Member {
            name: &name,
            offset,
            size,
        };
        match kind {
            Kind::Other => self.skip_data(size),
            Kind::Unknown if size == 0 => ControlFlow::Continue(()),
            Kind::Sparse => self.old_sparse(member, header),
            _ => self.file(member, announced.records.sparse),
        }
    }

    fn name(&self, header: &Header, announced: &mut Announced) -> Vec<u8> {
        let records = &mut announced.records;
        // An empty path of this member takes back the one of all.
        let path = records.path.take().or_else(|| self.global_path.clone());
        [records.sparse.name.take(), path, announced.long_name.take()]
            .into_iter()
            .flatten()
            .find(|name| !name.is_empty())
            .unwrap_or_else(|| header::name(header))
    }

    /// A file, with holes if its extended header says so.
    fn file(&mut self, member: Member<'_>, mut sparse: SparseRecords) -> Step {
        match sparse.map() {
            None => self.show(member, None),
            Some(MapLocation::Records(map)) => {
                self.sparse(member, map.fit(sparse.size, member.size))
            }
            Some(MapLocation::Data) => self.mapped(member, sparse.size),
            Some(MapLocation::Unknown) => {
                self.sparse(member, Err("a sparse member is of an unknown version"))
            }
        }
    }

    /// A file with holes whose map stands before its data.
    fn mapped(&mut self, mut member: Member<'_>, size: Option<u64>) -> Step {
        let mut map = MapReader::new();
        while map.wants_more() && member.size >= BLOCK as u64 {
            map.read(&self.map_block(member)?);
            member = member.without(BLOCK);
        }
        let map = map.finish().fit(size, member.size);
        self.sparse(member, map)
    }

    /// A file with holes whose map stands in its header, and in blocks after it: GNU's old form.
    fn old_sparse(&mut self, member: Member<'_>, header: &Header) -> Step {
        let Some(header) = header.as_gnu() else {
            return self.sparse(member, Err("a sparse member has no map of GNU's form"));
        };
        let mut map = MapBuilder::default();
        map.push_fields(&header.sparse);
        let mut is_extended = header.isextended != [0];
        while is_extended {
            let mut extension = GnuExtSparseHeader::new();
            *extension.as_mut_bytes() = self.map_block(member)?;
            map.push_fields(extension.sparse());
            is_extended = extension.isextended != [0];
        }
        let size = header::number(&header.realsize);
        self.sparse(member, map.fit(size, member.size))
    }

    /// The next block of a map.
    fn map_block(&mut self, member: Member<'_>) -> Step<[u8; BLOCK]> {
        if let Some(block) = self.take_block()? {
            return ControlFlow::Continue(block);
        }
        let fault = Fault::new(Format::Tar, member.offset, FaultKind::Truncated);
        self.stop(Some(member.name), fault.into())
    }

    /// A file with holes, if its map is sound.
    fn sparse(&mut self, member: Member<'_>, map: Result<Map, &'static str>) -> Step {
        match map {
            Ok(map) => self.show(member, Some(map)),
            Err(reason) => {
                let kind = FaultKind::Corrupt(reason);
                self.fault(Some(member.name), member.offset, kind)?;
                self.skip_data(member.size)
            }
        }
    }

    /// Shows a member, filled up by its map if it has one.
    fn show(&mut self, member: Member<'_>, map: Option<Map>) -> Step {
        let mut data = Data::new(self.bytes, member.size, member.offset);
        let flow = match map {
            None => self.events.member(member.name, &mut data),
            Some(map) => {
                let mut filled = Filled::new(&mut data, map, self.holes, member.offset);
                self.events.member(member.name, &mut filled)
            }
        };
        let left = data.left();
        by_caller(flow)?;
        match left {
            Some(left) => self.skip(left + padding(member.size)),
            None => ControlFlow::Break(Stop::Source),
        }
    }

    /// The data after a header, which are kept.
    fn take_data(&mut self, offset: u64, size: u64) -> Step<Vec<u8>> {
        let mut kept = Vec::new();
        if let Err(error) = Data::new(self.bytes, size, offset).read_to_end(&mut kept) {
            return self.stop(None, error);
        }
        self.skip(padding(size))?;
        ControlFlow::Continue(kept)
    }

    fn skip_data(&mut self, size: u64) -> Step {
        self.skip(size + padding(size))
    }

    fn skip(&mut self, mut len: u64) -> Step {
        while len > 0 {
            let buffered = match self.bytes.fill_buf() {
                Ok(buffered) => buffered.len(),
                Err(error) => return self.stop(None, error),
            };
            if buffered == 0 {
                let fault = Fault::new(Format::Tar, self.offset(), FaultKind::Truncated);
                return self.stop(None, fault.into());
            }
            let skipped = usize::try_from(len).map_or(buffered, |len| len.min(buffered));
            self.bytes.consume(skipped);
            len -= skipped as u64;
        }
        ControlFlow::Continue(())
    }

    fn fault(&mut self, name: Option<&[u8]>, offset: u64, kind: FaultKind) -> Step {
        let fault = Fault::new(Format::Tar, offset, kind);
        by_caller(self.events.fault(name, fault.into()))
    }

    /// Tells why there is no more.
    fn stop<T>(&mut self, name: Option<&[u8]>, error: io::Error) -> Step<T> {
        by_caller(self.events.fault(name, error))?;
        ControlFlow::Break(Stop::Source)
    }
}

const BAD_SIZE: &str = "a header's size is no number, or negative, or too large";

/// The bytes between data and the next block, for data of at most `i64::MAX` bytes.
fn padding(size: u64) -> u64 {
    size.next_multiple_of(BLOCK as u64) - size
}

fn by_caller(flow: ControlFlow<()>) -> Step {
    flow.map_break(|()| Stop::Caller)
}
