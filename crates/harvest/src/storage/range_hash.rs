//! Hashes a range of a file while it is read for another purpose.

use std::{
    io::{self, Read, Seek, SeekFrom},
    ops::Range,
    sync::{Mutex, MutexGuard, PoisonError},
};

use urlsift_search::ReadObserver;

use super::digest::Digest;

/// The number of bytes read at a time.
const BLOCK: usize = 1 << 20;

/// Hashes a range of a file, from the bytes that others read. Those that did not come in order are read again at the
/// end: the rest of a file whose decoder seeks, or stopped at damage.
#[derive(Debug)]
pub(crate) struct RangeHasher {
    hashed: Mutex<Hashed>,
}

/// How far a range has been hashed.
#[derive(Debug)]
struct Hashed {
    hasher: blake3::Hasher,
    /// What is not hashed.
    left: Range<u64>,
}

impl RangeHasher {
    pub(crate) fn new(range: Range<u64>) -> Self {
        Self {
            hashed: Mutex::new(Hashed {
                hasher: blake3::Hasher::new(),
                left: range,
            }),
        }
    }

    fn hashed(&self) -> MutexGuard<'_, Hashed> {
        // Bytes that were hashed when another thread panicked are hashed.
        self.hashed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the digest of the range, whose rest is read from the file. `None` if the file is shorter.
    pub(crate) fn finish<R: Read + Seek>(
        &self,
        open: impl FnOnce() -> io::Result<R>,
    ) -> io::Result<Option<Digest>> {
        let hashed = &mut *self.hashed();
        if !hashed.left.is_empty() && !hashed.read_rest(&mut open()?)? {
            return Ok(None);
        }
        Ok(Some(Digest::finish(&hashed.hasher)))
    }
}

impl ReadObserver for RangeHasher {
    fn read(&self, offset: u64, bytes: &[u8]) {
        self.hashed().add(offset, bytes);
    }
}

impl Hashed {
    /// Hashes the bytes at an offset that continue what is hashed.
    fn add(&mut self, offset: u64, bytes: &[u8]) {
        let Range { start, end } = self.left;
        let from = start.checked_sub(offset);
        let Some(new) = from.and_then(|from| bytes.get(usize::try_from(from).ok()?..)) else {
            return;
        };
        let len = usize::try_from(end - start).map_or(new.len(), |left| left.min(new.len()));
        self.hasher.update(&new[..len]);
        self.left.start += len as u64;
    }

    /// Reads and hashes the rest. Returns whether the file has all of it.
    fn read_rest(&mut self, file: &mut (impl Read + Seek + ?Sized)) -> io::Result<bool> {
        let wanted = |left: &Range<u64>| {
            let left = usize::try_from(left.end - left.start);
            left.map_or(BLOCK, |left| left.min(BLOCK))
        };
        let mut block = vec![0; wanted(&self.left)];
        file.seek(SeekFrom::Start(self.left.start))?;
        while !self.left.is_empty() {
            match file.read(&mut block[..wanted(&self.left)]) {
                Ok(0) => return Ok(false),
                Ok(read) => self.add(self.left.start, &block[..read]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }
}

/// Returns the digest of all bytes of a range of a file. `None` if the file is shorter.
pub(crate) fn hash(
    file: &mut (impl Read + Seek + ?Sized),
    range: Range<u64>,
) -> io::Result<Option<Digest>> {
    let mut hashed = Hashed {
        hasher: blake3::Hasher::new(),
        left: range,
    };
    let is_whole = hashed.read_rest(file)?;
    Ok(is_whole.then(|| Digest::finish(&hashed.hasher)))
}

#[cfg(test)]
mod tests {
    use std::{fs::File, io, io::Cursor};

    use proptest::{collection::vec, prelude::*};
    use urlsift_search::ReadObserver;

    use super::{Digest, RangeHasher, hash};

    proptest! {
        #[test]
        fn all_reads_give_the_hash_of_the_range(
            bytes in vec(any::<u8>(), 0..300),
            ends in (0..320_usize, 0..320_usize),
            reads in vec((0..320_usize, 0..200_usize), 0..12),
        ) {
            let (start, end) = (ends.0.min(ends.1), ends.0.max(ends.1));
            let range = start as u64..end as u64;
            let expected = bytes.get(start..end).map(Digest::of);
            // An empty range needs no bytes.
            let expected = expected.or((start == end).then(|| Digest::of(b"")));
            let hasher = RangeHasher::new(range.clone());
            for (offset, len) in reads {
                let offset = offset.min(bytes.len());
                let end = bytes.len().min(offset + len);
                hasher.read(offset as u64, &bytes[offset..end]);
            }
            let found = hasher.finish(|| Ok(Box::new(Cursor::new(bytes.clone()))));
            prop_assert_eq!(found.expect("bytes"), expected);
            let found = hash(&mut Cursor::new(&bytes), range).expect("bytes");
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn bytes_that_came_in_order_are_not_read_again() {
        let hasher = RangeHasher::new(2..6);
        for (offset, bytes) in [(0, &b"ab"[..]), (1, b"bcd"), (5, b"f"), (4, b"efgh")] {
            hasher.read(offset, bytes);
        }
        let found = hasher.finish(|| -> io::Result<File> { panic!("all bytes came") });
        assert_eq!(found.expect("bytes"), Some(Digest::of(b"cdef")));
    }
}
