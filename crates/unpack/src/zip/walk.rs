//! The members that local headers tell of, where the central directory does not.
//!
//! # For maintainers
//!
//! A walk goes forward only. It is linear in the length of the file, whatever that holds:
//!
//! - What is searched for the next header is never searched for one again: it goes on after the header
//!   found, or after the four bytes that looked like one.
//! - Each thing that looks like a header or a data descriptor is judged by a bounded number of bytes
//!   around it, which stand in the window.
//! - A search for the end of a member either finds it, and the walk goes on after it, or goes in vain to
//!   the end of the file, which is allowed [`MOST_SEARCHES`] times.
//! - The data of a member are read once, and the walk goes on after them.
//!
//! It does not look into the data of a member that was shown, even if they are cut off: what looks like
//! a header there belongs to a zip in it.

use std::{io, ops::ControlFlow, ops::Range};

use rawzip::extra_fields::ExtraFields;

use super::{
    emit::Emitter,
    field::{CENTRAL, DESCRIPTOR, LOCAL},
    local::{Descriptor, Expected, LocalHeader},
    member::{Data, refusal},
    name,
    window::Window,
};

/// How often the whole rest of a file is searched for a data descriptor in vain. After that, members
/// that need one are read to where their compression ends, or to the end of the file.
const MOST_SEARCHES: u32 = 8;

/// A member as its local header has it.
struct Found {
    offset: u64,
    header: LocalHeader,
    name: Vec<u8>,
    is_directory: bool,
    /// Where its data begin.
    data: u64,
}

/// Where a member's data end, and what it has to be.
#[derive(Clone, Copy)]
struct Extent {
    end: u64,
    expected: Expected,
    /// Where the walk goes on.
    next: u64,
}

struct Walk<'w, 'z, 'e> {
    emitter: &'w mut Emitter<'z, 'e>,
    window: Window<'w>,
    searches: u32,
}

/// Reports the members in a part of the file, by their local headers.
///
/// That a member is cut off by the end of the part is a fault when it is read. Symbolic links are
/// reported like files: only the directory tells them apart.
pub(super) fn read(emitter: &mut Emitter<'_, '_>, range: Range<u64>) -> ControlFlow<()> {
    let store = emitter.store;
    let mut walk = Walk {
        emitter,
        window: Window::new(store, range.end),
        searches: 0,
    };
    let mut at = range.start;
    while at < range.end {
        match walk.step(at)? {
            Ok(Some(next)) => at = next,
            Ok(None) => break,
            Err(error) => return emitter.error(error),
        }
    }
    ControlFlow::Continue(())
}

impl Walk<'_, '_, '_> {
    /// Shows the next member at `at` or after it. Where the walk goes on, if there was one; that is
    /// always after its header.
    fn step(&mut self, at: u64) -> ControlFlow<(), io::Result<Option<u64>>> {
        let found = match self.next(at) {
            Ok(Some(found)) => found,
            Ok(None) => return ControlFlow::Continue(Ok(None)),
            Err(error) => return ControlFlow::Continue(Err(error)),
        };
        let extent = match self.extent(&found) {
            Ok(extent) => extent,
            Err(error) => return ControlFlow::Continue(Err(error)),
        };
        ControlFlow::Continue(Ok(Some(self.show(&found, extent.as_ref())?)))
    }

    fn next(&mut self, at: u64) -> io::Result<Option<Found>> {
        let mut from = at;
        while let Some(offset) = self.window.find(from, &[LOCAL])? {
            // Where one has to stand, it need not look like one.
            if let Some(found) = self.header(offset, offset == at)? {
                return Ok(Some(found));
            }
            from = offset + LOCAL.len() as u64;
        }
        Ok(None)
    }

    fn header(&mut self, offset: u64, is_expected: bool) -> io::Result<Option<Found>> {
        let fixed = self.window.get(offset, LocalHeader::LEN)?;
        let parsed = LocalHeader::parse(fixed);
        let Some(mut header) = parsed.filter(|header| is_expected || header.is_plausible()) else {
            return Ok(None);
        };
        let fields = self.window.get(
            offset + LocalHeader::LEN as u64,
            header.name_len + header.extra_len,
        )?;
        if fields.len() < header.name_len + header.extra_len {
            return Ok(None);
        }
        let (raw, extra) = fields.split_at(header.name_len);
        let extra = ExtraFields::new(extra);
        header.take_zip64(extra);
        Ok(Some(Found {
            offset,
            name: name::decode(raw, extra).into_owned(),
            is_directory: raw.ends_with(b"/"),
            data: offset + header.len(),
            header,
        }))
    }

    /// Where the data of a member end, if that can be told.
    fn extent(&mut self, found: &Found) -> io::Result<Option<Extent>> {
        let header = &found.header;
        let end = found.data.saturating_add(header.compressed);
        // Some set the bit and write the sizes all the same, and no descriptor.
        let is_complete = !header.has_descriptor()
            || header.compressed > 0 && header.expected.crc != 0 && self.is_header_at(end)?;
        if is_complete {
            return Ok(Some(Extent {
                end,
                expected: header.expected,
                next: end,
            }));
        }
        if self.searches == MOST_SEARCHES {
            return Ok(None);
        }
        let extent = self.search_descriptor(found.data)?;
        self.searches += u32::from(extent.is_none());
        Ok(extent)
    }

    /// Finds the data descriptor after data that begin at `data`: the first that says how far away it
    /// is (APPNOTE 4.3.9). One without a signature has to stand before a header, or the end of the file.
    fn search_descriptor(&mut self, data: u64) -> io::Result<Option<Extent>> {
        let mut from = data;
        let signatures = [DESCRIPTOR, LOCAL, CENTRAL];
        while let Some(offset) = self.window.find(from, &signatures)? {
            let extent = if self.window.get(offset, 4)? == DESCRIPTOR {
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

    /// A descriptor without a signature, before what is left of a header.
    fn descriptor_before_end(&mut self, data: u64) -> io::Result<Option<Extent>> {
        let end = self.window.end();
        for left in 0..LOCAL.len() as u64 {
            let Some(next) = end.checked_sub(left) else {
                break;
            };
            let bytes = self.window.get(next, LOCAL.len())?;
            if !LOCAL.starts_with(bytes) && !CENTRAL.starts_with(bytes) {
                continue;
            }
            // Half of a long one looks like a short one, of a member without bytes.
            let extent = self.descriptor_before(data, next)?;
            if extent.is_some_and(|extent| extent.end == data || extent.expected.size > 0) {
                return Ok(extent);
            }
        }
        Ok(None)
    }

    fn descriptor_at(&mut self, data: u64, offset: u64) -> io::Result<Option<Extent>> {
        let compressed = offset - data;
        let bytes = self.window.get(offset, Descriptor::MOST)?;
        let is_cut = bytes.len() < Descriptor::MOST;
        let [short, long] = Descriptor::fitting(bytes, compressed).map(|descriptor| {
            descriptor.map(|descriptor| Extent {
                end: offset,
                expected: descriptor.expected,
                next: offset + descriptor.len as u64,
            })
        });
        let Some(shorter) = short else {
            return Ok(None);
        };
        // Where a long one fits, a short one does, of a member without bytes.
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
            let bytes = self.window.get(offset, len)?;
            let fitting = Descriptor::fitting(bytes, offset - data);
            if let Some(descriptor) = fitting.into_iter().flatten().find(|it| it.len == len) {
                return Ok(Some(Extent {
                    end: offset,
                    expected: descriptor.expected,
                    next,
                }));
            }
        }
        Ok(None)
    }

    /// Whether what can follow a member stands there.
    fn is_header_at(&self, offset: u64) -> io::Result<bool> {
        self.window.has(offset, &[LOCAL, CENTRAL])
    }

    /// Shows a member. Where the walk goes on.
    fn show(&mut self, found: &Found, extent: Option<&Extent>) -> ControlFlow<(), u64> {
        let expected = extent.map(|extent| extent.expected);
        let next = extent.map(|extent| extent.next);
        if let (true, Some(next), Some(Expected { size: 0, .. })) =
            (found.is_directory, next, expected)
        {
            return ControlFlow::Continue(next);
        }
        let header = &found.header;
        if let Some(error) = refusal(header.flags, header.method, found.offset) {
            self.emitter.member_fault(&found.name, error)?;
            return ControlFlow::Continue(next.unwrap_or(found.data));
        }
        let most = self.window.end();
        let data = Data {
            header: found.offset,
            method: header.method,
            start: found.data,
            end: extent.map_or(most, |extent| extent.end),
            most,
            expected,
            is_named: true,
        };
        let ended_at = self.emitter.member(&found.name, &data)?;
        ControlFlow::Continue(next.or(ended_at).unwrap_or(most))
    }
}
