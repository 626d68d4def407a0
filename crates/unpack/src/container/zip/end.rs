//! The search for the end of central directory record.

use std::io;

use rawzip::{ErrorKind, ZipArchive, ZipLocator};

use crate::io::store::Store;

use super::field::{CENTRAL, le32};

/// The number of bytes searched at the end of the file. A comment has at most 64 KiB; the rest allows for
/// trailing data.
const SEARCH_SPACE: u64 = 1 << 20;

/// The maximum number of records considered: more than fit into a comment.
const MAX_RECORDS: u32 = 4096;

/// The number of bytes read at a time. Each record costs more than one such read.
const READ_SIZE: usize = 4 << 10;

/// The length of the record without its comment (APPNOTE 4.3.16).
const LEN: usize = 22;

/// The length of the Zip64 end of central directory locator (APPNOTE 4.3.15).
const LOCATOR_LEN: u64 = 20;

/// The result of the search.
pub(super) enum End<'s> {
    /// The best record with a directory.
    Found(ZipArchive<&'s Store>),
    /// Only records without a directory.
    Invalid,
    /// No record.
    Missing,
}

/// How well a record matches the file; greater is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// Whether its comment ends at the end of the file.
    is_last: bool,
    /// Whether the directory is directly before the record, at the recorded offset from the start of the file.
    is_exact: bool,
}

/// Finds the record with the highest rank; if ranks are equal, the one nearest to the end of the file.
///
/// The last record is not always the right one: a comment may contain a signature, and in a truncated file the last
/// record may belong to a stored zip. `first` is the offset of the member that the file begins with, if it does.
pub(super) fn find<'s>(
    store: &'s Store,
    buffer: &mut [u8],
    first: Option<u64>,
) -> io::Result<End<'s>> {
    let size = buffer.len().min(READ_SIZE);
    let buffer = &mut buffer[..size];
    let start = store.len().saturating_sub(SEARCH_SPACE);
    let mut before = store.len();
    let mut best: Option<(Rank, ZipArchive<&Store>)> = None;
    let mut end = End::Missing;
    for _ in 0..MAX_RECORDS {
        if before <= start {
            break;
        }
        let locator = ZipLocator::new().max_search_space(before - start);
        match locator.locate_in_reader(store, buffer, before) {
            Ok(archive) => {
                before = archive.eocd_offset();
                if let Some(rank) = rank(&archive, first)?
                    && best.as_ref().is_none_or(|(other, _)| rank > *other)
                {
                    best = Some((rank, archive));
                    if rank.is_last && rank.is_exact {
                        break;
                    }
                }
            }
            Err((_, error)) => match error.eocd_offset() {
                Some(offset) => before = offset,
                None => match error.into_kind() {
                    ErrorKind::IO(error) => return Err(error),
                    _ => break,
                },
            },
        }
        end = End::Invalid;
    }
    Ok(match best {
        Some((_, archive)) => End::Found(archive),
        None => end,
    })
}

/// Returns the rank of a record; `None` if it cannot belong to this file.
fn rank(archive: &ZipArchive<&Store>, first: Option<u64>) -> io::Result<Option<Rank>> {
    let store = *archive.get_ref();
    let mut record = [0; LEN];
    store.fill(&mut record, archive.eocd_offset())?;
    let (Some(size), Some(offset)) = (le32(&record, 12), le32(&record, 16)) else {
        return Ok(None);
    };
    let eocd = archive.eocd_offset();
    // If one zip follows another, the first may have a directory where the second one's record says.
    let before = eocd.checked_sub(size.into()).filter(|_| size > 0);
    let directory = match before {
        Some(before) if has_signature(store, CENTRAL, before)? => before,
        _ => archive.directory_offset(),
    };
    // The value to add to all offsets: how far the directory is from its recorded offset. In Zip64 the field
    // is all ones or has the same value.
    let base = directory.saturating_sub(offset.into());
    let is_last = archive.end_offset() == store.len();
    if !has_signature(store, CENTRAL, directory)? {
        // An empty zip, unless the file begins with a member.
        let is_empty = archive.entries_hint() == 0 && first.is_none();
        return Ok(is_empty.then_some(Rank {
            is_last,
            is_exact: base == 0,
        }));
    }
    // All members are after the base, so the record belongs to a zip inside or after this one.
    if first.is_some_and(|first| base > first) {
        return Ok(None);
    }
    let is_adjacent = directory.checked_add(size.into()) == Some(eocd)
        || has_signature(store, *b"PK\x06\x07", eocd.saturating_sub(LOCATOR_LEN))?;
    Ok(Some(Rank {
        is_last,
        is_exact: is_adjacent && base == 0,
    }))
}

fn has_signature(store: &Store, signature: [u8; 4], offset: u64) -> io::Result<bool> {
    let mut found = [0; 4];
    store.fill(&mut found, offset)?;
    Ok(found == signature)
}
