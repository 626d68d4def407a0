//! A sorted temporary file of keys.

use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
};

use super::key::DedupKey;

/// The bytes of a key in the file, big-endian, so that they sort as the keys do.
const WIDTH: usize = size_of::<DedupKey>();

/// The minimum number of keys read at once.
const BLOCK: u64 = 256;

/// The maximum number of blocks whose first keys are kept: 8 MiB.
const BLOCKS: u64 = 1 << 19;

/// Sorted keys in an unnamed file, which is deleted when this is dropped, or the process ends.
#[derive(Debug)]
pub(super) struct Run {
    file: File,
    len: u64,
    /// The keys per block; the last one may have fewer.
    block: u64,
    /// The first key of each block.
    firsts: Vec<DedupKey>,
    /// The last block that was read.
    read: Vec<u8>,
}

impl Run {
    /// Writes `len` sorted keys.
    ///
    /// # Errors
    ///
    /// If the temporary file cannot be created or written, or `keys` has an error.
    pub(super) fn write(
        keys: impl IntoIterator<Item = io::Result<DedupKey>>,
        len: u64,
    ) -> io::Result<Self> {
        let block = BLOCK.max(len.div_ceil(BLOCKS));
        let mut firsts = Vec::with_capacity(len.div_ceil(block) as usize);
        let mut file = BufWriter::new(tempfile::tempfile()?);
        for (at, key) in (0..len).zip(keys) {
            let key = key?;
            if at % block == 0 {
                firsts.push(key);
            }
            file.write_all(&key.to_be_bytes())?;
        }
        Ok(Self {
            file: file.into_inner()?,
            len,
            block,
            firsts,
            read: Vec::new(),
        })
    }

    /// Merges two runs into one.
    ///
    /// # Errors
    ///
    /// Those of [`write`](Self::write).
    pub(super) fn merge(mut one: Self, mut other: Self) -> io::Result<Self> {
        let len = one.len + other.len;
        let mut one = one.keys()?.peekable();
        let mut other = other.keys()?.peekable();
        let least = || match (one.peek(), other.peek()) {
            // An error comes first.
            (Some(Ok(key)), Some(Ok(than))) if key > than => other.next(),
            (_, Some(Err(_))) | (None, Some(_)) => other.next(),
            _ => one.next(),
        };
        Self::write(std::iter::from_fn(least), len)
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Returns whether the run has a key. Reads one block.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub(super) fn has(&mut self, key: DedupKey) -> io::Result<bool> {
        let after = self.firsts.partition_point(|first| *first <= key) as u64;
        let Some(number) = after.checked_sub(1) else {
            return Ok(false);
        };
        let first = number * self.block;
        let count = self.block.min(self.len - first) as usize;
        self.read.resize(count * WIDTH, 0);
        self.file.seek(SeekFrom::Start(first * WIDTH as u64))?;
        self.file.read_exact(&mut self.read)?;
        let (keys, _) = self.read.as_chunks::<WIDTH>();
        Ok(keys.binary_search(&key.to_be_bytes()).is_ok())
    }

    /// Returns all keys, sorted.
    fn keys(&mut self) -> io::Result<impl Iterator<Item = io::Result<DedupKey>>> {
        self.file.seek(SeekFrom::Start(0))?;
        let mut file = BufReader::with_capacity(64 << 10, &self.file);
        let keys = (0..self.len).map(move |_| {
            let mut key = [0; WIDTH];
            file.read_exact(&mut key)?;
            Ok(DedupKey::from_be_bytes(key))
        });
        Ok(keys)
    }
}
