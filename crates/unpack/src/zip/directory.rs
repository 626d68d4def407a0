//! The members that the central directory names.

use std::{io, ops::ControlFlow};

use rawzip::{CreatorSystem, Error, ErrorKind, ZipArchive, ZipFileHeaderRecord};

use super::{
    emit::Emitter,
    local::{Expected, LocalHeader},
    member::{Data, refusal},
    name,
    store::Store,
};
use crate::{Fault, FaultKind, Format};

/// The length of a central directory header without its fields of variable length (APPNOTE 4.3.12).
const HEADER_LEN: usize = 46;

/// The longest symbolic link: `PATH_MAX` where it is largest.
const LONGEST_LINK: u64 = 4096;

/// What part of the file the directory has told about.
#[derive(Default)]
pub(super) struct Shown {
    /// Where the first member that it names begins.
    pub(super) lowest: Option<u64>,
    /// Where the last member that it names ends, at the least.
    pub(super) highest: u64,
    /// What is wrong with the directory, if there is more than it has told.
    pub(super) broken: Option<io::Error>,
}

impl Shown {
    fn add(&mut self, start: u64, end: u64, len: u64) {
        if start < len {
            self.lowest = Some(self.lowest.map_or(start, |lowest| lowest.min(start)));
        }
        // An end after that of the file is no reason to look at nothing more.
        if end <= len {
            self.highest = self.highest.max(end);
        }
    }
}

/// Reports what the directory names, entry by entry.
pub(super) fn read(
    emitter: &mut Emitter<'_, '_>,
    archive: &ZipArchive<&Store>,
    buffer: &mut [u8],
) -> ControlFlow<(), Shown> {
    let mut shown = Shown::default();
    let mut entries = archive.entries(buffer);
    let mut next = archive.directory_offset();
    let mut count: u64 = 0;
    let broken = loop {
        match entries.next_entry() {
            Ok(Some(entry)) => {
                count += 1;
                next = end_of(&entry);
                read_entry(emitter, &entry, &mut shown)?;
            }
            // More than the end record says are no loss: it counts modulo 65,536, for some writers.
            Ok(None) if count >= archive.entries_hint() => break None,
            Ok(None) => break Some(fault(next, FaultKind::Corrupt("entries are missing"))),
            // What follows the last entry is none.
            Err(_) if count == archive.entries_hint() => break None,
            Err(error) => break Some(explain(error, next)),
        }
    };
    shown.broken = broken;
    ControlFlow::Continue(shown)
}

fn read_entry(
    emitter: &mut Emitter<'_, '_>,
    entry: &ZipFileHeaderRecord<'_>,
    shown: &mut Shown,
) -> ControlFlow<()> {
    let len = emitter.store.len();
    let header = entry.local_header_offset();
    let compressed = entry.compressed_size_hint();
    let raw = entry.file_path().as_bytes();
    let method = entry.compression_method().as_u16();
    let refusal = refusal(entry.flags().bits(), method, header);
    let is_file = is_file(entry);
    if !is_file || refusal.is_some() {
        let least = LocalHeader::LEN as u64;
        let end = header.saturating_add(least).saturating_add(compressed);
        shown.add(header, end, len);
    }
    if !is_file {
        return ControlFlow::Continue(());
    }
    let name = name::decode(raw, entry.extra_fields());
    if let Some(error) = refusal {
        return emitter.member_fault(&name, error);
    }
    let (start, is_named) = match find_data(emitter.store, header, raw) {
        Ok(Some(found)) => found,
        Ok(None) => {
            let kind = FaultKind::Corrupt("it has no local header");
            return emitter.member_fault(&name, fault(header, kind));
        }
        Err(error) => return emitter.member_fault(&name, error),
    };
    let end = start.saturating_add(compressed);
    shown.add(header, end, len);
    let data = Data {
        header,
        method,
        start,
        end,
        most: len,
        expected: Some(Expected {
            crc: entry.crc32(),
            size: entry.uncompressed_size_hint(),
        }),
        is_named,
    };
    emitter.member(&name, &data)?;
    ControlFlow::Continue(())
}

/// Returns where the data of a member begin, and whether its local header has its name.
///
/// All else in a local header may be left out, and the directory has it.
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
    let is_named = local.name_len == name.len() && stands_at(store, name, at)?;
    Ok(Some((start, is_named)))
}

fn stands_at(store: &Store, name: &[u8], offset: u64) -> io::Result<bool> {
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

/// Whether an entry is a file, as far as its attributes can be believed.
///
/// What has no bytes cannot be lost; so a directory or device that has some is a file, and so is a
/// symbolic link that is longer than any path.
fn is_file(entry: &ZipFileHeaderRecord<'_>) -> bool {
    const DOS_DIRECTORY: u32 = 0x10;
    const KIND: u32 = 0o170_000;
    const REGULAR: u32 = 0o100_000;
    const LINK: u32 = 0o120_000;
    let attributes = entry.external_attributes();
    let system = entry.version_made_by().creator_system();
    let is_unix = system == CreatorSystem::UNIX || system == CreatorSystem::MACOS;
    // Some leave the kind out.
    let kind = match (attributes >> 16) & KIND {
        kind if is_unix && kind != 0 => kind,
        _ => REGULAR,
    };
    let is_directory =
        entry.file_path().as_bytes().ends_with(b"/") || attributes & DOS_DIRECTORY != 0;
    let size = entry.uncompressed_size_hint();
    match kind {
        LINK => size > LONGEST_LINK,
        REGULAR if !is_directory => true,
        _ => size > 0,
    }
}

/// Returns where an entry ends and the next one begins.
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
        _ => fault(
            offset,
            FaultKind::Corrupt("its central directory breaks off"),
        ),
    }
}
