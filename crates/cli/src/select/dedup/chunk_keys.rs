//! The keys in one chunk.

use std::{
    collections::HashSet,
    hash::{BuildHasherDefault, Hasher},
};

use super::key::{DedupKey, DedupRole, LinkKey, MessageOffset};

/// A set of keys, which are hashes already.
pub(super) type Keys = HashSet<DedupKey, BuildHasherDefault<Truncate>>;

/// The usual number of links in a chunk.
const USUAL: usize = 400;

/// A hasher that truncates a key.
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
        // Both halves are uniformly distributed.
        self.0 = key as u64;
    }
}

/// The keys of the links in a chunk, or in its current message if messages are compared separately.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChunkKeys {
    keys: Keys,
    /// The number of files that begin in the chunk.
    files: u32,
    /// The file and the message of the keys, if messages are compared separately.
    scope: (u32, MessageOffset),
}

impl ChunkKeys {
    /// Begins a file.
    pub(crate) fn begin_file(&mut self) {
        self.files += 1;
    }

    /// Returns whether a link is new in the chunk, or in the current message, and adds its key if later links may
    /// repeat it.
    pub(super) fn is_new(&mut self, link: LinkKey, in_message: bool) -> bool {
        let scope = (self.files, link.message);
        if in_message && self.scope != scope {
            self.scope = scope;
            self.keys.clear();
        }
        if self.keys.is_empty() {
            // Growing step by step would hash as much again.
            self.keys.reserve(USUAL);
        }
        match link.role {
            DedupRole::Any => self.keys.insert(link.key),
            DedupRole::Original => {
                self.keys.insert(link.key);
                true
            }
            DedupRole::Copy => !self.keys.contains(&link.key),
        }
    }

    /// Returns whether a file has begun in the chunk.
    pub(super) fn has_new_file(&self) -> bool {
        self.files > 0
    }

    /// Returns the memory usage in bytes.
    pub(crate) fn size(&self) -> usize {
        self.keys.len() * 2 * size_of::<DedupKey>()
    }
}
