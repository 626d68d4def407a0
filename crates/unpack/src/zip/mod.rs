//! zip (PKWARE's APPNOTE 6.3.10).
//!
//! The central directory says what is in the file; where it is missing or broken, the local headers do.
//!
//! # For maintainers
//!
//! *Why `rawzip`.* It streams the central directory through a buffer of a fixed size and gives its
//! entries one by one, as they stand there. The crate `zip` keeps all entries in memory, by name, and so
//! also loses one of two members that have the same name.
//!
//! *What is trusted.* The end record that fits best (`end.rs`), then the directory that it names
//! (`directory.rs`), for everything but the place of the data, which only the local header tells. If
//! that leaves anything unread, the file is walked by its local headers (`walk.rs`): before the first
//! member that the directory names, and behind the last one that it named before it broke off. These two
//! parts hold no member that was shown, so nothing is shown twice, and nothing needs to be remembered.
//! Between them, members of a broken directory are lost if it is not in the order of the file.
//!
//! *What cannot be noticed.* That a member is no file, like a symbolic link, is said in the directory
//! alone and protected by nothing; so only what has no bytes to lose is believed to be a directory or a
//! device. Nor is anything held against the fields for times, comments, systems and versions.
//!
//! *Memory.* 192 KiB, for the longest entry of a directory or header; the name at hand, at most 64 KiB
//! and three times that from code page 437; and 1 MiB of a zip that comes as a stream. Buffers are no
//! larger than the zip. Neither the number of members nor any other number in it makes this more.
//!
//! *Time.* The end record is looked for in the last 1 MiB. Each entry costs a bounded number of reads,
//! and its data as often as the directory names them. The walk reads each byte a bounded number of
//! times; `walk.rs` says why.

use std::{fs::File, io, ops::ControlFlow};

use crate::{Fault, FaultKind, Format, bytes::Bytes, stream::Memory, unpacker::Members};

mod directory;
mod end;
mod local;
mod member;
mod name;
mod store;
mod walk;
mod window;

#[cfg(test)]
mod making;
#[cfg(test)]
mod tests;

use end::End;
use store::Store;

/// APPNOTE 4.3.7, local file header.
const LOCAL: [u8; 4] = *b"PK\x03\x04";
/// APPNOTE 4.3.9.3, data descriptor; also the marker of a split archive (8.5.3).
const DESCRIPTOR: [u8; 4] = *b"PK\x07\x08";
/// APPNOTE 4.3.12, central directory header.
const CENTRAL: [u8; 4] = *b"PK\x01\x02";
/// APPNOTE 8.5.4, the marker of an archive that could have been split and was not.
const NOT_SPLIT: [u8; 4] = *b"PK00";

/// Where a zip is.
#[derive(Clone, Copy)]
pub(crate) enum Place<'p> {
    /// In a file of its own.
    File(&'p File),
    /// In a stream, of which so many bytes are copied.
    Stream(u64),
}

/// Shows the files in a zip file to `members`, in the order of its directory.
///
/// A stream is copied, to memory up to 1 MiB, and beyond that to a temporary file without a name. If that
/// fails, this is told first, and what was copied is read.
pub(crate) fn read(
    bytes: &mut Bytes<'_>,
    place: Place<'_>,
    memory: &Memory,
    members: &mut dyn Members,
) -> ControlFlow<()> {
    // A file that cannot be opened once more can still be copied.
    let (in_place, most) = match place {
        Place::File(file) => (Store::of_file(file).ok(), u64::MAX),
        Place::Stream(most) => (None, most),
    };
    let store = if let Some(store) = in_place {
        store
    } else {
        let (store, failed) = Store::copy(bytes, most);
        if let Some(error) = failed {
            members.fault(None, error)?;
        }
        store
    };
    let zip = Zip {
        store: &store,
        memory,
        members,
    };
    zip.read()
}

/// A zip file on its way.
struct Zip<'z> {
    store: &'z Store,
    memory: &'z Memory,
    members: &'z mut dyn Members,
}

impl Zip<'_> {
    fn read(mut self) -> ControlFlow<()> {
        let len = self.store.len();
        let (first, mut buffer) = match self.begin() {
            Ok(begun) => begun,
            Err(error) => return self.members.fault(None, error),
        };
        let kind = match end::find(self.store, &mut buffer, first) {
            Ok(End::Fits(archive)) => {
                let shown = self.by_directory(&archive, &mut buffer)?;
                drop(buffer);
                return self.by_headers(first, archive.end_offset(), shown);
            }
            Ok(End::Unfit) => FaultKind::Corrupt("it has no end record that fits its directory"),
            Ok(End::Missing) => FaultKind::Truncated,
            Err(error) => {
                self.members.fault(None, error)?;
                return self.walk(0..len);
            }
        };
        drop(buffer);
        self.fault(len, kind)?;
        self.walk(0..len)
    }

    /// Where the file begins with a member, if it does, and a buffer for an entry of its directory.
    fn begin(&self) -> io::Result<(Option<u64>, Vec<u8>)> {
        let mut head = [0; 8];
        self.store.fill(&mut head, 0)?;
        let (start, next) = head.split_at(4);
        let is_marked = start == DESCRIPTOR || start == NOT_SPLIT;
        let first = if start == LOCAL {
            Some(0)
        } else {
            (is_marked && next == LOCAL).then_some(4)
        };
        let most = rawzip::MAX_CENTRAL_DIRECTORY_RECORD_SIZE as u64;
        // The crate reads fixed headers into it, whatever the length of the file.
        let size = self.store.len().clamp(1 << 10, most);
        Ok((first, vec![0; size as usize]))
    }

    /// Walks through what the directory did not tell. The file begins with a member at `first`, and
    /// its end record, comment included, ends at `end`.
    fn by_headers(
        &mut self,
        first: Option<u64>,
        end: u64,
        shown: directory::Shown,
    ) -> ControlFlow<()> {
        let len = self.store.len();
        let is_broken = shown.broken.is_some();
        if let Some(error) = shown.broken {
            self.members.fault(None, error)?;
        }
        // What no directory names is told, if the directory is sound otherwise.
        let lowest = shown.lowest.unwrap_or(len);
        if shown.lowest.is_none() && (is_broken || first.is_some()) {
            if !is_broken {
                self.fault(0, FaultKind::Corrupt(UNNAMED))?;
            }
            return self.walk(0..len);
        }
        if let Some(first) = first
            && first < lowest
        {
            if !is_broken {
                self.fault(first, FaultKind::Corrupt(UNNAMED))?;
            }
            self.walk(first..lowest)?;
        }
        if is_broken {
            self.walk(shown.highest..len)
        } else {
            self.behind(end)
        }
    }

    /// Looks at what stands behind the zip.
    fn behind(&mut self, end: u64) -> ControlFlow<()> {
        let len = self.store.len();
        if end >= len {
            return ControlFlow::Continue(());
        }
        self.fault(end, FaultKind::Trailing)?;
        self.walk(end..len)
    }

    /// Tells what is wrong with the zip, noticed at `offset`.
    fn fault(&mut self, offset: u64, kind: FaultKind) -> ControlFlow<()> {
        let fault = Fault::new(Format::Zip, offset, kind);
        self.members.fault(None, fault.into())
    }
}

const UNNAMED: &str = "it begins with members that its directory does not name";

/// The number at an offset, the low byte first (APPNOTE 4.4.1.1); `None` if it is not all there.
fn le16(bytes: &[u8], at: usize) -> Option<u16> {
    let number = bytes.get(at..)?.first_chunk()?;
    Some(u16::from_le_bytes(*number))
}

/// As [`le16`].
fn le32(bytes: &[u8], at: usize) -> Option<u32> {
    let number = bytes.get(at..)?.first_chunk()?;
    Some(u32::from_le_bytes(*number))
}

/// As [`le16`].
fn le64(bytes: &[u8], at: usize) -> Option<u64> {
    let number = bytes.get(at..)?.first_chunk()?;
    Some(u64::from_le_bytes(*number))
}
