//! The members in the central directory.

use std::{
    io,
    ops::{ControlFlow, Range},
};

use rawzip::{CreatorSystem, Error, ErrorKind, ZipArchive, ZipFileHeaderRecord};

use super::{
    emit::Emitter,
    local::{Expected, LocalHeader},
    member::{MemberSpec, unsupported},
    name,
    read_ranges::ReadRanges,
};
use crate::{Fault, FaultKind, Format, io::store::Store};

/// The length of the fixed part of a central directory header (APPNOTE 4.3.12).
const HEADER_LEN: usize = 46;

/// The maximum length of a symbolic link: the largest common `PATH_MAX`.
const MAX_LINK: u64 = 4096;

/// The part of the file that the directory covers.
#[derive(Default)]
pub(super) struct Coverage {
    /// The offset of the first member.
    pub(super) lowest: Option<u64>,
    /// The minimum end of the last member.
    pub(super) highest: u64,
    /// The error that ended the directory early, if any.
    pub(super) error: Option<io::Error>,
}

/// Detects members that overlap others.
struct OverlapDetector {
    ranges: ReadRanges,
    /// The range of the directory.
    directory: Range<u64>,
    /// The number of members not read because of an overlap.
    members: u64,
    /// The offset of the first of these.
    first: Option<u64>,
}

impl OverlapDetector {
    /// Returns whether a member with this range overlaps a member read before or the directory, and counts it.
    fn detect(&mut self, range: &Range<u64>) -> bool {
        // Only the start counts for the directory: a wrong size of the last member may reach into it.
        let overlaps = self.directory.contains(&range.start) || self.ranges.overlaps(range);
        if overlaps {
            self.members += 1;
            self.first.get_or_insert(range.start);
        }
        overlaps
    }

    fn fault(&self) -> Option<io::Error> {
        let members = self.members;
        let fault = |first| fault(first, FaultKind::Overlap { members });
        self.first.map(fault)
    }
}

impl Coverage {
    fn add(&mut self, start: u64, end: u64, len: u64) {
        if start < len {
            self.lowest = Some(self.lowest.map_or(start, |lowest| lowest.min(start)));
        }
        // An end beyond the file is wrong, and must not hide the rest of the file.
        if end <= len {
            self.highest = self.highest.max(end);
        }
    }
}

/// Reports the members in the directory. Returns the part of the file that it covers.
pub(super) fn read(
    emitter: &mut Emitter<'_, '_>,
    archive: &ZipArchive<&Store>,
    buffer: &mut [u8],
) -> ControlFlow<(), Coverage> {
    let mut coverage = Coverage::default();
    let mut entries = archive.entries(buffer);
    let mut next = archive.directory_offset();
    let mut count: u64 = 0;
    let mut overlaps = OverlapDetector {
        ranges: ReadRanges::new(emitter.store.len()),
        directory: next..archive.eocd_offset(),
        members: 0,
        first: None,
    };
    let error = loop {
        match entries.next_entry() {
            Ok(Some(entry)) => {
                count += 1;
                next = end_of(&entry);
                read_entry(emitter, &entry, &mut coverage, &mut overlaps)?;
            }
            // More entries than recorded are no error: some writers count them modulo 65,536.
            Ok(None) if count >= archive.entries_hint() => break None,
            Ok(None) => {
                break Some(fault(
                    next,
                    FaultKind::Corrupt("the directory has fewer entries than recorded"),
                ));
            }
            // Data after the last entry are ignored.
            Err(_) if count == archive.entries_hint() => break None,
            Err(error) => break Some(explain(error, next)),
        }
    };
    coverage.error = error;
    if let Some(error) = overlaps.fault() {
        emitter.error(error)?;
    }
    ControlFlow::Continue(coverage)
}

fn read_entry(
    emitter: &mut Emitter<'_, '_>,
    entry: &ZipFileHeaderRecord<'_>,
    coverage: &mut Coverage,
    overlaps: &mut OverlapDetector,
) -> ControlFlow<()> {
    let len = emitter.store.len();
    let header = entry.local_header_offset();
    let compressed = entry.compressed_size_hint();
    let raw = entry.file_path().as_bytes();
    let method = entry.compression_method().as_u16();
    let unsupported = unsupported(entry.flags().bits(), method, header);
    let is_file = is_file(entry);
    if !is_file || unsupported.is_some() {
        let start = match find_data(emitter.store, header, raw) {
            Ok(Some((start, _))) => start,
            Ok(None) | Err(_) => header.saturating_add(LocalHeader::LEN as u64),
        };
        coverage.add(header, start.saturating_add(compressed), len);
    }
    if !is_file {
        return ControlFlow::Continue(());
    }
    let name = name::decode(raw, entry.extra_fields());
    if let Some(error) = unsupported {
        return emitter.member_fault(&name, error);
    }
    let (start, has_same_name) = match find_data(emitter.store, header, raw) {
        Ok(Some(found)) => found,
        Ok(None) => {
            let kind = FaultKind::Corrupt("no local header");
            return emitter.member_fault(&name, fault(header, kind));
        }
        Err(error) => return emitter.member_fault(&name, error),
    };
    let end = start.saturating_add(compressed);
    coverage.add(header, end, len);
    if overlaps.detect(&(header..end)) {
        return ControlFlow::Continue(());
    }
    let spec = MemberSpec {
        header,
        method,
        start,
        end,
        limit: len,
        expected: Some(Expected {
            crc: entry.crc32(),
            size: entry.uncompressed_size_hint(),
        }),
        has_same_name,
    };
    let mut ended_at = emitter.member(&name, &spec)?;
    if ended_at.is_none() && end > overlaps.directory.start {
        // The size is wrong, and nobody has read to the end.
        ended_at = emitter.find_end(&spec);
    }
    overlaps.ranges.add(&(header..ended_at.unwrap_or(end)));
    ControlFlow::Continue(())
}

/// Returns the offset of the data of a member, and whether its local header has the same name; `None` if there is
/// no local header.
///
/// All other fields are taken from the directory: they may be missing in a local header.
fn find_data(store: &Store, header: u64, name: &[u8]) -> io::Result<Option<(u64, bool)>> {
    let mut fixed = [0; LocalHeader::LEN];
    let len = store.fill(&mut fixed, header)?;
    let Some(local) = LocalHeader::parse(&fixed[..len]) else {
        return Ok(None);
    };
    let start = header.saturating_add(local.len());
    if start > store.len() {
        return Ok(None);
    }
    let at = header + LocalHeader::LEN as u64;
    let has_same_name = local.name_len == name.len() && has_name_at(store, name, at)?;
    Ok(Some((start, has_same_name)))
}

fn has_name_at(store: &Store, name: &[u8], offset: u64) -> io::Result<bool> {
    let mut found = [0; 256];
    let mut at = offset;
    for part in name.chunks(found.len()) {
        let found = &mut found[..part.len()];
        if store.fill(found, at)? < part.len() || found != part {
            return Ok(false);
        }
        at += part.len() as u64;
    }
    Ok(true)
}

/// Returns whether an entry is a file, by its attributes.
///
/// The attributes may be wrong, and no bytes must be lost. So a directory or device with bytes is a file, as is
/// a symbolic link that is longer than any path.
fn is_file(entry: &ZipFileHeaderRecord<'_>) -> bool {
    const DOS_DIRECTORY: u32 = 0x10;
    const TYPE: u32 = 0o170_000;
    const REGULAR: u32 = 0o100_000;
    const LINK: u32 = 0o120_000;
    let attributes = entry.external_attributes();
    let system = entry.version_made_by().creator_system();
    let is_unix = system == CreatorSystem::UNIX || system == CreatorSystem::MACOS;
    // Some writers omit the type.
    let file_type = match (attributes >> 16) & TYPE {
        file_type if is_unix && file_type != 0 => file_type,
        _ => REGULAR,
    };
    let is_directory =
        entry.file_path().as_bytes().ends_with(b"/") || attributes & DOS_DIRECTORY != 0;
    let size = entry.uncompressed_size_hint();
    match file_type {
        LINK => size > MAX_LINK,
        REGULAR if !is_directory => true,
        _ => size > 0,
    }
}

/// Returns the offset of the end of an entry, where the next one begins.
fn end_of(entry: &ZipFileHeaderRecord<'_>) -> u64 {
    let name = entry.file_path().as_bytes().len();
    let extra = entry.extra_fields().remaining_bytes().len();
    let comment = entry.comment().as_bytes().len();
    entry.central_directory_offset() + (HEADER_LEN + name + extra + comment) as u64
}

fn fault(offset: u64, kind: FaultKind) -> io::Error {
    Fault::new(Format::Zip, offset, kind).into()
}

fn explain(error: Error, offset: u64) -> io::Error {
    match error.into_kind() {
        ErrorKind::IO(error) => error,
        ErrorKind::Eof => fault(offset, FaultKind::Truncated),
        _ => fault(offset, FaultKind::Corrupt("invalid directory entry")),
    }
}
