//! Detects inputs that have changed.

use std::{
    fs::Metadata,
    io::{self, Read, Seek, SeekFrom},
};

use serde::{Deserialize, Serialize};

use super::digest::Digest;

/// The number of bytes at the start of a range that are part of its fingerprint.
const HEAD: u64 = 64 << 10;

/// The number of bytes at the end of a range that are part of its fingerprint.
const TAIL: u64 = 4 << 10;

/// The fingerprint of a range of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Fingerprint {
    /// The number of bytes.
    pub(crate) len: u64,
    /// The digest of the first 64 KiB.
    pub(crate) head: Digest,
    /// The digest of the last 4 KiB.
    pub(crate) tail: Digest,
}

/// The metadata by which a change of a file is detected. Systems other than Unix lack some of them, which are then 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stat {
    /// The size in bytes.
    pub(crate) size: u64,
    /// The time of the last modification, in nanoseconds since 1970.
    pub(crate) modified: i64,
    /// The time of the last change of the status, in nanoseconds since 1970.
    pub(crate) changed: i64,
    pub(crate) inode: u64,
}

impl Stat {
    #[cfg(unix)]
    pub(crate) fn of(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        let nanoseconds =
            |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
        Self {
            size: metadata.len(),
            modified: nanoseconds(metadata.mtime(), metadata.mtime_nsec()),
            changed: nanoseconds(metadata.ctime(), metadata.ctime_nsec()),
            inode: metadata.ino(),
        }
    }

    #[cfg(not(unix))]
    pub(crate) fn of(metadata: &Metadata) -> Self {
        let modified = metadata.modified().ok();
        let modified = modified.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        let modified = modified.and_then(|time| time.as_nanos().try_into().ok());
        Self {
            size: metadata.len(),
            modified: modified.unwrap_or_default(),
            changed: 0,
            inode: 0,
        }
    }
}

/// Returns the fingerprint of a range of a file. `None` if the file ends before the range does.
pub(crate) fn fingerprint(
    file: &mut (impl Read + Seek + ?Sized),
    start: u64,
    end: u64,
) -> io::Result<Option<Fingerprint>> {
    let len = end - start;
    let Some(head) = bytes(file, start, start + len.min(HEAD))? else {
        return Ok(None);
    };
    let tail_len = len.min(TAIL);
    let tail = if len <= HEAD {
        Digest::of(&head[head.len() - tail_len as usize..])
    } else {
        match bytes(file, end - tail_len, end)? {
            Some(tail) => Digest::of(&tail),
            None => return Ok(None),
        }
    };
    Ok(Some(Fingerprint {
        len,
        head: Digest::of(&head),
        tail,
    }))
}

impl Fingerprint {
    /// Returns the digest of all bytes, if the range is so short that the first bytes have the same digest.
    pub(crate) fn whole(&self) -> Option<Digest> {
        (self.len <= HEAD).then_some(self.head)
    }
}

/// Returns the bytes of a range of a file, at most [`HEAD`]. `None` if the file is shorter.
fn bytes(
    file: &mut (impl Read + Seek + ?Sized),
    start: u64,
    end: u64,
) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = vec![0; (end - start) as usize];
    file.seek(SeekFrom::Start(start))?;
    match file.read_exact(&mut bytes) {
        Ok(()) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}
