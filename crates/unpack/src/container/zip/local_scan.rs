//! A scan for local headers, in the parts of a zip that the central directory does not cover.
//!
//! # For maintainers
//!
//! *The choice.* A member is believed if its header is plausible and its end can be found: by its recorded size, or by
//! a data descriptor whose compressed size fits. The alternative, to decode each candidate until the decoder ends,
//! needs no descriptor, but a false header would cost a decoding of the rest of the file, and stored members have no
//! end. The price is that a member whose descriptor is damaged is reported as damaged, although its data may be whole.
//! Not worth doing: headers that are themselves damaged.
//!
//! The scan only moves forward, and takes linear time for any input:
//!
//! - Bytes searched for the next header are not searched for one again: the scan continues after the header, or
//!   after the four bytes of a false signature.
//! - Each candidate for a header or a data descriptor is checked with a bounded number of buffered bytes.
//! - A search for the end of a member either succeeds, and the scan continues after it, or reaches the end of
//!   the file, which is allowed [`MAX_FAILED_SEARCHES`] times.
//! - The data of a member are read once, and the scan continues after them.
//!
//! The data of a reported member are not scanned, even if they are truncated: a header there belongs to a nested
//! zip.

use std::{io, ops::ControlFlow, ops::Range};

use rawzip::extra_fields::ExtraFields;

use super::{
    buffer::BufferedStore,
    emit::Emitter,
    field::{CENTRAL, DESCRIPTOR, LOCAL},
    local::{Descriptor, Expected, LocalHeader},
    member::{MemberEnd, MemberSpec, unsupported},
    name,
};

/// The maximum number of failed searches of the rest of the file for a data descriptor. After that, members that
/// need one are read to the end of their compressed data, or to the end of the file.
const MAX_FAILED_SEARCHES: u32 = 8;

/// A member according to its local header.
struct LocalMember {
    offset: u64,
    header: LocalHeader,
    name: Vec<u8>,
    is_directory: bool,
    /// The offset of its data.
    data: u64,
}

/// The end of the data of a member, and its expected contents.
#[derive(Clone, Copy)]
struct Extent {
    end: u64,
    expected: Expected,
    /// The offset where the scan continues.
    next: u64,
}

struct LocalScan<'s, 'z, 'e> {
    emitter: &'s mut Emitter<'z, 'e>,
    buffer: BufferedStore<'s>,
    failed_searches: u32,
}

/// Reports the members in a range of the file, by their local headers.
///
/// A member truncated by the end of the range is a fault when it is read. Symbolic links are reported as files:
/// only the directory distinguishes them.
pub(super) fn read(emitter: &mut Emitter<'_, '_>, range: Range<u64>) -> ControlFlow<()> {
    let store = emitter.store;
    let mut scan = LocalScan {
        emitter,
        buffer: BufferedStore::new(store, range.end),
        failed_searches: 0,
    };
    let mut at = range.start;
    while at < range.end {
        match scan.step(at)? {
            Ok(Some(next)) => at = next,
            Ok(None) => break,
            Err(error) => return emitter.error(error),
        }
    }
    ControlFlow::Continue(())
}

impl LocalScan<'_, '_, '_> {
    /// Reports the next member at or after `at`. Returns the offset where the scan continues, which is after the
    /// header of the member; `None` if there is no member.
    fn step(&mut self, at: u64) -> ControlFlow<(), io::Result<Option<u64>>> {
        let member = match self.next(at) {
            Ok(Some(member)) => member,
            Ok(None) => return ControlFlow::Continue(Ok(None)),
            Err(error) => return ControlFlow::Continue(Err(error)),
        };
        let extent = match self.extent(&member) {
            Ok(extent) => extent,
            Err(error) => return ControlFlow::Continue(Err(error)),
        };
        ControlFlow::Continue(Ok(Some(self.emit(&member, extent.as_ref())?)))
    }

    fn next(&mut self, at: u64) -> io::Result<Option<LocalMember>> {
        let mut from = at;
        while let Some(offset) = self.buffer.find(from, &[LOCAL])? {
            // Only an unexpected header must be plausible.
            if let Some(member) = self.header(offset, offset == at)? {
                return Ok(Some(member));
            }
            from = offset + LOCAL.len() as u64;
        }
        Ok(None)
    }

    fn header(&mut self, offset: u64, is_expected: bool) -> io::Result<Option<LocalMember>> {
        let fixed = self.buffer.get(offset, LocalHeader::LEN)?;
        let parsed = LocalHeader::parse(fixed);
        let Some(mut header) = parsed.filter(|header| is_expected || header.is_plausible()) else {
            return Ok(None);
        };
        let fields = self.buffer.get(
            offset + LocalHeader::LEN as u64,
            header.name_len + header.extra_len,
        )?;
        if fields.len() < header.name_len + header.extra_len {
            return Ok(None);
        }
        let (raw, extra) = fields.split_at(header.name_len);
        let extra = ExtraFields::new(extra);
        header.apply_zip64(extra);
        Ok(Some(LocalMember {
            offset,
            name: name::decode(raw, extra).into_owned(),
            is_directory: raw.ends_with(b"/"),
            data: offset + header.len(),
            header,
        }))
    }

    /// Determines the extent of a member, if possible.
    fn extent(&mut self, member: &LocalMember) -> io::Result<Option<Extent>> {
        let header = &member.header;
        let end = member.data.saturating_add(header.compressed);
        // Some writers set the bit, but write the sizes in the header and no descriptor.
        let is_complete = !header.has_descriptor()
            || header.compressed > 0 && header.expected.crc != 0 && self.is_header_at(end)?;
        if is_complete {
            return Ok(Some(Extent {
                end,
                expected: header.expected,
                next: end,
            }));
        }
        if self.failed_searches == MAX_FAILED_SEARCHES {
            return Ok(None);
        }
        let extent = self.search_descriptor(member.data)?;
        self.failed_searches += u32::from(extent.is_none());
        Ok(extent)
    }

    /// Finds the data descriptor after data that begin at `data`: the first one whose compressed size is its
    /// distance from `data` (APPNOTE 4.3.9). Without a signature, it must be before a header or the end of the
    /// file.
    fn search_descriptor(&mut self, data: u64) -> io::Result<Option<Extent>> {
        let mut from = data;
        let signatures = [DESCRIPTOR, LOCAL, CENTRAL];
        while let Some(offset) = self.buffer.find(from, &signatures)? {
            let extent = if self.buffer.get(offset, 4)? == DESCRIPTOR {
                self.descriptor_at(data, offset)?
            } else {
                self.descriptor_before(data, offset)?
            };
            if extent.is_some() {
                return Ok(extent);
            }
            from = offset + 4;
        }
        self.descriptor_before_end(data)
    }

    /// Finds a descriptor without a signature before the end, or before a truncated signature of a header.
    fn descriptor_before_end(&mut self, data: u64) -> io::Result<Option<Extent>> {
        let end = self.buffer.end();
        for left in 0..LOCAL.len() as u64 {
            let Some(next) = end.checked_sub(left) else {
                break;
            };
            let bytes = self.buffer.get(next, LOCAL.len())?;
            if !LOCAL.starts_with(bytes) && !CENTRAL.starts_with(bytes) {
                continue;
            }
            // Half of a long descriptor looks like a short one of an empty member.
            let extent = self.descriptor_before(data, next)?;
            if extent.is_some_and(|extent| extent.end == data || extent.expected.size > 0) {
                return Ok(extent);
            }
        }
        Ok(None)
    }

    fn descriptor_at(&mut self, data: u64, offset: u64) -> io::Result<Option<Extent>> {
        let compressed = offset - data;
        let bytes = self.buffer.get(offset, Descriptor::MAX_LEN)?;
        let is_cut = bytes.len() < Descriptor::MAX_LEN;
        let [short, long] = Descriptor::matching(bytes, compressed).map(|descriptor| {
            descriptor.map(|descriptor| Extent {
                end: offset,
                expected: descriptor.expected,
                next: offset + descriptor.len as u64,
            })
        });
        let Some(shorter) = short else {
            return Ok(None);
        };
        // A long descriptor also matches as a short one of an empty member.
        let may_be_long = compressed > 0 && shorter.expected.size == 0;
        if is_cut && may_be_long && !self.is_header_at(shorter.next)? {
            return Ok(None);
        }
        let Some(longer) = long else {
            return Ok(short);
        };
        let is_short = self.is_header_at(shorter.next)? && !self.is_header_at(longer.next)?;
        Ok(if is_short { short } else { long })
    }

    fn descriptor_before(&mut self, data: u64, next: u64) -> io::Result<Option<Extent>> {
        for len in Descriptor::LENS {
            let Some(offset) = next.checked_sub(len as u64).filter(|&at| at >= data) else {
                continue;
            };
            let bytes = self.buffer.get(offset, len)?;
            let matching = Descriptor::matching(bytes, offset - data);
            if let Some(descriptor) = matching
                .into_iter()
                .flatten()
                .find(|descriptor| descriptor.len == len)
            {
                return Ok(Some(Extent {
                    end: offset,
                    expected: descriptor.expected,
                    next,
                }));
            }
        }
        Ok(None)
    }

    /// Returns whether a header that can follow a member is at `offset`.
    fn is_header_at(&self, offset: u64) -> io::Result<bool> {
        self.buffer.has(offset, &[LOCAL, CENTRAL])
    }

    /// Reports a member. Returns the offset where the scan continues.
    fn emit(&mut self, member: &LocalMember, extent: Option<&Extent>) -> ControlFlow<(), u64> {
        let expected = extent.map(|extent| extent.expected);
        let next = extent.map(|extent| extent.next);
        if let (true, Some(next), Some(Expected { size: 0, .. })) =
            (member.is_directory, next, expected)
        {
            return ControlFlow::Continue(next);
        }
        let header = &member.header;
        if let Some(error) = unsupported(header.flags, header.method, member.offset) {
            self.emitter.member_fault(&member.name, error)?;
            return ControlFlow::Continue(next.unwrap_or(member.data));
        }
        let limit = self.buffer.end();
        let spec = MemberSpec {
            header: member.offset,
            method: header.method,
            start: member.data,
            end: extent.map_or(limit, |extent| extent.end),
            limit,
            expected,
            has_same_name: true,
        };
        let end = match self.emitter.member(&member.name, &spec)? {
            MemberEnd::Found(end) => end,
            MemberEnd::Recorded | MemberEnd::Unread => limit,
        };
        ControlFlow::Continue(next.unwrap_or(end))
    }
}
