//! Which parts of a zip its directory tells, and which its local headers.

use std::{fs::File, io, ops::ControlFlow};

use super::{
    directory::{self, Shown},
    emit::Emitter,
    end::{self, End},
    field::{DESCRIPTOR, LOCAL, NOT_SPLIT},
    store::Store,
    walk,
};
use crate::{FaultKind, event::Events, peek::PeekReader, stream::Memory};

/// Where a zip is.
#[derive(Clone, Copy)]
pub(crate) enum Location<'l> {
    /// In a file of its own.
    File(&'l File),
    /// In a stream, of which at most this many bytes are copied.
    Stream(u64),
}

/// Reports the files in a zip file, in the order of its directory.
///
/// A stream is copied, to memory up to 1 MiB, and beyond that to a temporary file without a name. If that
/// fails, the failure is reported first, and what was copied is read.
pub(crate) fn read(
    bytes: &mut PeekReader<'_>,
    location: Location<'_>,
    memory: &Memory,
    events: &mut Events<'_>,
) -> ControlFlow<()> {
    // A file that cannot be opened once more can still be copied.
    let (in_place, most) = match location {
        Location::File(file) => (Store::of_file(file).ok(), u64::MAX),
        Location::Stream(most) => (None, most),
    };
    let store = if let Some(store) = in_place {
        store
    } else {
        let (store, failed) = Store::copy(bytes, most);
        if let Some(error) = failed {
            events.fault(None, error)?;
        }
        store
    };
    read_store(&mut Emitter {
        store: &store,
        memory,
        events,
    })
}

/// Reports the files in a store, by its directory, and by local headers where that names none.
pub(super) fn read_store(emitter: &mut Emitter<'_, '_>) -> ControlFlow<()> {
    let store = emitter.store;
    let len = store.len();
    let (first, mut buffer) = match begin(store) {
        Ok(begun) => begun,
        Err(error) => return emitter.error(error),
    };
    let kind = match end::find(store, &mut buffer, first) {
        Ok(End::Fits(archive)) => {
            let shown = directory::read(emitter, &archive, &mut buffer)?;
            drop(buffer);
            return by_headers(emitter, first, archive.end_offset(), shown);
        }
        Ok(End::Unfit) => FaultKind::Corrupt("it has no end record that fits its directory"),
        Ok(End::Missing) => FaultKind::Truncated,
        Err(error) => {
            emitter.error(error)?;
            return walk::read(emitter, 0..len);
        }
    };
    drop(buffer);
    emitter.fault(len, kind)?;
    walk::read(emitter, 0..len)
}

/// Returns where the file begins with a member, if it does, and a buffer for an entry of its directory.
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
    // The crate reads fixed headers into it, whatever the length of the file.
    let size = store.len().clamp(1 << 10, most);
    Ok((first, vec![0; size as usize]))
}

/// Reports what the directory did not name. The file begins with a member at `first`, and
/// its end record, comment included, ends at `end`.
fn by_headers(
    emitter: &mut Emitter<'_, '_>,
    first: Option<u64>,
    end: u64,
    shown: Shown,
) -> ControlFlow<()> {
    let len = emitter.store.len();
    let is_broken = shown.broken.is_some();
    if let Some(error) = shown.broken {
        emitter.error(error)?;
    }
    // What no directory names is a fault, if the directory is sound otherwise.
    let lowest = shown.lowest.unwrap_or(len);
    if shown.lowest.is_none() && (is_broken || first.is_some()) {
        if !is_broken {
            emitter.fault(0, FaultKind::Corrupt(UNNAMED))?;
        }
        return walk::read(emitter, 0..len);
    }
    if let Some(first) = first
        && first < lowest
    {
        if !is_broken {
            emitter.fault(first, FaultKind::Corrupt(UNNAMED))?;
        }
        walk::read(emitter, first..lowest)?;
    }
    if is_broken {
        walk::read(emitter, shown.highest..len)
    } else {
        after(emitter, end)
    }
}

/// Looks at what follows the zip.
fn after(emitter: &mut Emitter<'_, '_>, end: u64) -> ControlFlow<()> {
    let len = emitter.store.len();
    if end >= len {
        return ControlFlow::Continue(());
    }
    emitter.fault(end, FaultKind::Trailing)?;
    walk::read(emitter, end..len)
}

const UNNAMED: &str = "it begins with members that its directory does not name";
