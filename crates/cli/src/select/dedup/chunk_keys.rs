//! The links of one chunk.

use std::{
    collections::HashSet,
    hash::{BuildHasherDefault, Hasher},
};

use super::key::{DedupKey, MessageOffset};

/// A set of keys. They are hashes already.
pub(super) type Keys = HashSet<DedupKey, BuildHasherDefault<Truncate>>;

/// Hashes a key by a part of it.
#[derive(Debug, Default)]
pub(super) struct Truncate(u64);

impl Hasher for Truncate {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u128(&mut self, key: u128) {
        // Either half is as good.
        self.0 = key as u64;
    }
}

/// The keys of the links of a chunk, or of its current message if that is the scope.
#[derive(Debug, Default)]
pub(crate) struct ChunkKeys {
    keys: Keys,
    /// The number of files that were begun in the chunk.
    files: u32,
    /// The file and the message of the keys, if a message is the scope.
    scope: (u32, MessageOffset),
}

impl ChunkKeys {
    pub(super) fn begin_file(&mut self) {
        self.files += 1;
    }

    /// Returns whether the chunk, or the current message, has no such link yet.
    pub(super) fn insert(
        &mut self,
        key: DedupKey,
        message: MessageOffset,
        in_message: bool,
    ) -> bool {
        let scope = (self.files, message);
        if in_message && self.scope != scope {
            self.scope = scope;
            self.keys.clear();
        }
        self.keys.insert(key)
    }

    /// Returns the memory that the keys take, in bytes.
    pub(crate) fn size(&self) -> usize {
        self.keys.len() * 2 * size_of::<DedupKey>()
    }
}
