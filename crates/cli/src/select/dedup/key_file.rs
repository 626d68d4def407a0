//! A sorted temporary file of keys.

use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
};

use super::key::DedupKey;

/// The size of a key in the file. Keys are big-endian, so that the bytes have the order of the keys.
const WIDTH: usize = size_of::<DedupKey>();

/// The minimum number of keys per block.
const MIN_BLOCK: u64 = 256;

/// The maximum number of blocks. The index of their first keys takes at most 8 MiB.
const MAX_BLOCKS: u64 = 1 << 19;

/// Sorted keys in an unnamed file, which is deleted when the handle is dropped or the process ends.
#[derive(Debug)]
pub(super) struct KeyFile {
    file: File,
    len: u64,
    /// The number of keys per block. The last block may have fewer.
    block_len: u64,
    /// The first key of each block.
    firsts: Vec<DedupKey>,
    /// The block read last.
    block: Vec<u8>,
}

impl KeyFile {
    /// Writes `len` sorted keys.
    ///
    /// # Errors
    ///
    /// Returns an error if the temporary file cannot be created or written, or if `keys` yields an error.
    pub(super) fn write(
        keys: impl IntoIterator<Item = io::Result<DedupKey>>,
        len: u64,
    ) -> io::Result<Self> {
        let block_len = MIN_BLOCK.max(len.div_ceil(MAX_BLOCKS));
        let mut firsts = Vec::with_capacity(len.div_ceil(block_len) as usize);
        let mut file = BufWriter::new(tempfile::tempfile()?);
        for (at, key) in (0..len).zip(keys) {
            let key = key?;
            if at % block_len == 0 {
                firsts.push(key);
            }
            file.write_all(&key.to_be_bytes())?;
        }
        Ok(Self {
            file: file.into_inner()?,
            len,
            block_len,
            firsts,
            block: Vec::new(),
        })
    }

    /// Merges two files into one.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read, created or written.
    pub(super) fn merge(mut one: Self, mut other: Self) -> io::Result<Self> {
        let len = one.len + other.len;
        let mut one = one.keys()?.peekable();
        let mut other = other.keys()?.peekable();
        let next = || match (one.peek(), other.peek()) {
            // Errors come first.
            (Some(Ok(key)), Some(Ok(than))) if key > than => other.next(),
            (_, Some(Err(_))) | (None, Some(_)) => other.next(),
            _ => one.next(),
        };
        Self::write(std::iter::from_fn(next), len)
    }

    /// Returns the number of keys.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Returns whether the file contains a key. Reads one block.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    pub(super) fn contains(&mut self, key: DedupKey) -> io::Result<bool> {
        let after = self.firsts.partition_point(|first| *first <= key) as u64;
        let Some(number) = after.checked_sub(1) else {
            return Ok(false);
        };
        let first = number * self.block_len;
        let count = self.block_len.min(self.len - first) as usize;
        self.block.resize(count * WIDTH, 0);
        self.file.seek(SeekFrom::Start(first * WIDTH as u64))?;
        self.file.read_exact(&mut self.block)?;
        let (keys, _) = self.block.as_chunks::<WIDTH>();
        Ok(keys.binary_search(&key.to_be_bytes()).is_ok())
    }

    /// Returns an iterator over the keys in ascending order.
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
