//! Keys that lie in a temporary file, in their order.

use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
};

use super::Key;

/// A key's bytes in the file, the highest first, so that they sort as the keys do.
const WIDTH: usize = size_of::<Key>();

/// So many keys at least are read at once.
const BLOCK: u64 = 256;

/// For so many blocks at most their first keys are kept: 8 MiB.
const BLOCKS: u64 = 1 << 19;

/// Keys in their order, each once, in a file without a name: it is gone when this is, and when the
/// process is.
#[derive(Debug)]
pub(super) struct Run {
    file: File,
    len: u64,
    /// How many keys a block has; the last one may have fewer.
    block: u64,
    /// The first key of each block.
    firsts: Vec<Key>,
    /// The block that was read last.
    read: Vec<u8>,
}

impl Run {
    /// Writes so many keys, which come in their order.
    ///
    /// # Errors
    ///
    /// The temporary file cannot be made, written, or read; or `keys` has an error.
    pub(super) fn write(
        keys: impl IntoIterator<Item = io::Result<Key>>,
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

    /// Writes the keys of two runs into one.
    ///
    /// # Errors
    ///
    /// As those of [`write`](Self::write).
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

    /// Whether a key is among them. One block is read.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub(super) fn has(&mut self, key: Key) -> io::Result<bool> {
        let behind = self.firsts.partition_point(|first| *first <= key) as u64;
        let Some(number) = behind.checked_sub(1) else {
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

    /// All of them, in their order.
    fn keys(&mut self) -> io::Result<impl Iterator<Item = io::Result<Key>>> {
        self.file.seek(SeekFrom::Start(0))?;
        let mut file = BufReader::with_capacity(64 << 10, &self.file);
        let keys = (0..self.len).map(move |_| {
            let mut key = [0; WIDTH];
            file.read_exact(&mut key)?;
            Ok(Key::from_be_bytes(key))
        });
        Ok(keys)
    }
}
