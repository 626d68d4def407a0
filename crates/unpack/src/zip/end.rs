//! The end of central directory record that counts.

use std::io;

use rawzip::{ErrorKind, ZipArchive, ZipLocator};

use super::{
    field::{CENTRAL, le32},
    store::Store,
};

/// How far before the end of the file it may begin, in bytes. Its comment has 64 KiB at most; the rest
/// is for what stands after it.
const MOST_BEHIND: u64 = 1 << 20;

/// How many of them are looked at: as many as a comment has room for, and more.
const MOST_RECORDS: u32 = 4096;

/// How much of the buffer is used, in bytes: it is filled more than once for each record.
const MOST_AT_ONCE: usize = 4 << 10;

/// The length of the record without its comment (APPNOTE 4.3.16).
const LEN: usize = 22;

/// The length of the Zip64 end of central directory locator (APPNOTE 4.3.15).
const LOCATOR_LEN: u64 = 20;

/// What was found.
pub(super) enum End<'s> {
    /// A record that leads to a directory.
    Fits(ZipArchive<&'s Store>),
    /// Records, but none that does.
    Unfit,
    /// Nothing that looks like a record.
    Missing,
}

/// How well a record fits; the larger, the better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Fit {
    /// Its comment ends with the file.
    is_last: bool,
    /// The directory stands right before it, and where it says, counted from the start of the file.
    is_exact: bool,
}

/// The record that fits best; of two that fit equally well the one nearer to the end of the file.
///
/// The first is not enough: a comment may hold what looks like one, and so does each zip that is stored
/// in this one, if its end is cut off. The file begins with a member at `first`, if it does.
pub(super) fn find<'s>(
    store: &'s Store,
    buffer: &mut [u8],
    first: Option<u64>,
) -> io::Result<End<'s>> {
    let size = buffer.len().min(MOST_AT_ONCE);
    let buffer = &mut buffer[..size];
    let least = store.len().saturating_sub(MOST_BEHIND);
    let mut before = store.len();
    let mut best: Option<(Fit, ZipArchive<&Store>)> = None;
    let mut end = End::Missing;
    for _ in 0..MOST_RECORDS {
        if before <= least {
            break;
        }
        let locator = ZipLocator::new().max_search_space(before - least);
        match locator.locate_in_reader(store, buffer, before) {
            Ok(archive) => {
                before = archive.eocd_offset();
                if let Some(fit) = fit(&archive, first)?
                    && best.as_ref().is_none_or(|(other, _)| fit > *other)
                {
                    best = Some((fit, archive));
                    if fit.is_last && fit.is_exact {
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
        end = End::Unfit;
    }
    Ok(match best {
        Some((_, archive)) => End::Fits(archive),
        None => end,
    })
}

/// How well a record fits, or `None` if it cannot be this file's.
fn fit(archive: &ZipArchive<&Store>, first: Option<u64>) -> io::Result<Option<Fit>> {
    let store = *archive.get_ref();
    let mut record = [0; LEN];
    store.fill(&mut record, archive.eocd_offset())?;
    let (Some(size), Some(offset)) = (le32(&record, 12), le32(&record, 16)) else {
        return Ok(None);
    };
    let directory = archive.directory_offset();
    // What is added to all offsets, as the directory stands after where it says. In Zip64 the field is
    // full or says the same.
    let base = directory.saturating_sub(offset.into());
    let is_last = archive.end_offset() == store.len();
    if !stands_at(store, CENTRAL, directory)? {
        // An empty zip. A file that begins with a member is none.
        let is_empty = archive.entries_hint() == 0 && first.is_none();
        return Ok(is_empty.then_some(Fit {
            is_last,
            is_exact: base == 0,
        }));
    }
    // Then it names no member before the base. It belongs to a zip within this one, or after it.
    if first.is_some_and(|first| base > first) {
        return Ok(None);
    }
    let eocd = archive.eocd_offset();
    let is_adjacent = directory.checked_add(size.into()) == Some(eocd)
        || stands_at(store, *b"PK\x06\x07", eocd.saturating_sub(LOCATOR_LEN))?;
    Ok(Some(Fit {
        is_last,
        is_exact: is_adjacent && base == 0,
    }))
}

fn stands_at(store: &Store, signature: [u8; 4], offset: u64) -> io::Result<bool> {
    let mut found = [0; 4];
    store.fill(&mut found, offset)?;
    Ok(found == signature)
}
