//! Reads a zip by its directory, and the parts that the directory does not cover by local headers.

use std::{io, ops::ControlFlow};

use super::{
    directory::{self, Coverage},
    emit::Emitter,
    end::{self, End},
    field::{DESCRIPTOR, LOCAL, NOT_SPLIT},
    local_scan,
};
use crate::{
    FaultKind, Format,
    container::event::Events,
    io::{
        peek::PeekReader,
        store::{Location, Store},
    },
    stream::WindowBudget,
};

/// Reports the files in a zip, in the order of its directory.
///
/// A stream is copied to memory if it has at most 1 MiB, else to an unnamed temporary file. If copying fails,
/// the error is reported first, and then the copied part is read.
pub(crate) fn read(
    bytes: &mut PeekReader<'_>,
    location: Location<'_>,
    budget: &WindowBudget,
    events: &mut Events<'_>,
) -> ControlFlow<()> {
    let (store, failed) = Store::open(bytes, Format::Zip, location);
    if let Some(error) = failed {
        events.fault(None, error)?;
    }
    read_store(&mut Emitter {
        store: &store,
        budget,
        events,
    })
}

/// Reports the files in a store, by its directory and, where that has none, by local headers.
pub(super) fn read_store(emitter: &mut Emitter<'_, '_>) -> ControlFlow<()> {
    let store = emitter.store;
    let len = store.len();
    let (first, mut buffer) = match begin(store) {
        Ok(start) => start,
        Err(error) => return emitter.error(error),
    };
    let kind = match end::find(store, &mut buffer, first) {
        Ok(End::Found(archive)) => {
            let coverage = directory::read(emitter, &archive, &mut buffer)?;
            drop(buffer);
            return scan_uncovered(emitter, first, archive.end_offset(), coverage);
        }
        Ok(End::Invalid) => FaultKind::Corrupt("no end record matches a directory"),
        Ok(End::Missing) => FaultKind::Truncated,
        Err(error) => {
            emitter.error(error)?;
            return local_scan::read(emitter, 0..len);
        }
    };
    drop(buffer);
    // For a partial copy, an error is already reported.
    if !store.is_partial() {
        emitter.fault(len, kind)?;
    }
    local_scan::read(emitter, 0..len)
}

/// Returns the offset of the member that the file begins with, if it does, and a buffer for a directory entry.
fn begin(store: &Store) -> io::Result<(Option<u64>, Vec<u8>)> {
    let mut head = [0; 8];
    store.fill(&mut head, 0)?;
    let (start, next) = head.split_at(4);
    let is_marked = start == DESCRIPTOR || start == NOT_SPLIT;
    let first = if start == LOCAL {
        Some(0)
    } else {
        (is_marked && next == LOCAL).then_some(4)
    };
    let most = rawzip::MAX_CENTRAL_DIRECTORY_RECORD_SIZE as u64;
    // The crate reads fixed headers into the buffer, even if the file is shorter.
    let size = store.len().clamp(1 << 10, most);
    Ok((first, vec![0; size as usize]))
}

/// Scans the parts that the directory does not cover. `first` is the offset of the member that the file begins
/// with, if it does; `end` is the end of the end record, with its comment.
fn scan_uncovered(
    emitter: &mut Emitter<'_, '_>,
    first: Option<u64>,
    end: u64,
    coverage: Coverage,
) -> ControlFlow<()> {
    let len = emitter.store.len();
    let is_broken = coverage.error.is_some();
    if let Some(error) = coverage.error {
        emitter.error(error)?;
    }
    if coverage.lowest.is_none() && (is_broken || first.is_some()) {
        if !is_broken {
            emitter.fault(0, FaultKind::Corrupt(UNLISTED))?;
        }
        return local_scan::read(emitter, 0..len);
    }
    // Members before those that the directory lists.
    if let (Some(first), Some(lowest)) = (first, coverage.lowest)
        && first < lowest
    {
        if !is_broken {
            emitter.fault(first, FaultKind::Corrupt(UNLISTED))?;
        }
        local_scan::read(emitter, first..lowest)?;
    }
    if is_broken {
        let end = coverage.highest;
        let next = local_scan::after_descriptor(emitter.store, end, len);
        local_scan::read(emitter, next.unwrap_or(end)..len)
    } else {
        scan_trailing(emitter, end)
    }
}

/// Scans the data after the zip.
fn scan_trailing(emitter: &mut Emitter<'_, '_>, end: u64) -> ControlFlow<()> {
    let len = emitter.store.len();
    if end >= len {
        return ControlFlow::Continue(());
    }
    emitter.fault(end, FaultKind::Trailing)?;
    local_scan::read(emitter, end..len)
}

const UNLISTED: &str = "the directory does not list all members";
