//! The members by their local headers, where the central directory is missing or damaged.
//!
//! A note to maintainers: the members are read one after another, as long as each begins where the one before it ends.
//! If the size of a member follows its data, the data are decoded twice: first to find their end. The alternative, to
//! search all bytes for headers, would find members after damage within another one, and cost three times the code:
//! false headers, ends without headers, and a bound on the time. Not worth doing: stored members whose size follows
//! them.

use std::{
    io,
    ops::{ControlFlow, Range},
};

use rawzip::extra_fields::ExtraFields;

use super::{
    emit::Emitter,
    field::{CENTRAL, LOCAL},
    local::{Descriptor, Expected, LocalHeader},
    member::{MemberSpec, unsupported},
    name,
};
use crate::io::store::Store;

/// Reports the members in a range of the file, from one at its start on.
///
/// A member truncated by the end of the range is a fault when it is read. Symbolic links are reported as files: only
/// the directory distinguishes them.
pub(super) fn read(emitter: &mut Emitter<'_, '_>, range: Range<u64>) -> ControlFlow<()> {
    let mut at = range.start;
    while at < range.end {
        match LocalMember::read(emitter.store, at, range.end) {
            Ok(Some(member)) => at = emit(emitter, &member, range.end)?,
            Ok(None) => break,
            Err(error) => return emitter.error(error),
        }
    }
    ControlFlow::Continue(())
}

/// A member according to its local header.
struct LocalMember {
    offset: u64,
    header: LocalHeader,
    name: Vec<u8>,
    is_directory: bool,
}

impl LocalMember {
    /// Reads the header at an offset; `None` if there is none before the limit.
    fn read(store: &Store, offset: u64, limit: u64) -> io::Result<Option<Self>> {
        let mut fixed = [0; LocalHeader::LEN];
        let len = store.fill(&mut fixed, offset)?;
        let parsed = LocalHeader::parse(&fixed[..len]);
        let Some(mut header) = parsed.filter(|header| offset + header.len() <= limit) else {
            return Ok(None);
        };
        let mut fields = vec![0; header.name_len + header.extra_len];
        store.fill(&mut fields, offset + LocalHeader::LEN as u64)?;
        let (raw, extra) = fields.split_at(header.name_len);
        let extra = ExtraFields::new(extra);
        header.apply_zip64(extra);
        Ok(Some(Self {
            offset,
            name: name::decode(raw, extra).into_owned(),
            is_directory: raw.ends_with(b"/"),
            header,
        }))
    }
}

/// Reports a member. Returns the offset at which the next one begins, or `limit`.
fn emit(emitter: &mut Emitter<'_, '_>, member: &LocalMember, limit: u64) -> ControlFlow<(), u64> {
    let LocalMember {
        offset: at, header, ..
    } = member;
    let start = at + header.len();
    let mut spec = MemberSpec {
        header: *at,
        method: header.method,
        start,
        end: start.saturating_add(header.compressed),
        limit,
        expected: Some(header.expected),
        has_same_name: true,
    };
    let mut next = spec.end;
    let unsupported = unsupported(header.flags, header.method, *at);
    if header.has_descriptor() {
        (spec.end, spec.expected, next) = (limit, None, limit);
        if unsupported.is_none()
            && let Some(end) = emitter.find_end(&spec)
            && let Some(after) = after_descriptor(emitter.store, end, limit)
        {
            next = after;
            spec.expected = descriptor(emitter.store, start, end, after);
            if spec.expected.is_some() {
                spec.end = end;
            }
        }
    }
    if member.is_directory && spec.expected.is_some_and(|expected| expected.size == 0) {
        return ControlFlow::Continue(next);
    }
    match unsupported {
        Some(error) => emitter.member_fault(&member.name, error)?,
        None => {
            emitter.member(&member.name, &spec)?;
        }
    }
    ControlFlow::Continue(next)
}

/// Returns where the next member, the directory or the limit is after data that end at an offset: a data descriptor,
/// which may be damaged, is between them.
pub(super) fn after_descriptor(store: &Store, end: u64, limit: u64) -> Option<u64> {
    let mut starts = Descriptor::DISTANCES
        .map(|distance| end + distance)
        .into_iter();
    starts.find(|&at| {
        let mut found = [0; LOCAL.len()];
        let read = store.fill(&mut found, at);
        at == limit || read.is_ok() && (found == LOCAL || found == CENTRAL)
    })
}

/// Returns what a data descriptor in a range says of the data before it, which begin at an offset.
fn descriptor(store: &Store, data: u64, start: u64, end: u64) -> Option<Expected> {
    let mut bytes = [0; Descriptor::MAX_LEN];
    let bytes = &mut bytes[..(end - start) as usize];
    store.fill(bytes, start).ok()?;
    let mut found = Descriptor::matching(bytes, start - data)
        .into_iter()
        .flatten();
    found.find_map(|found| (found.len == bytes.len()).then_some(found.expected))
}
