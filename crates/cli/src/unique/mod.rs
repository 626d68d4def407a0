//! `--unique`: what was there before is left out.
//!
//! A sheet knows only of its own hits. It leaves out those that it has twice, and notes of the others
//! what they are known by, and where they stand on it; when all before is known, those that were
//! there before are cut out of it. What was there is told by keyed hashes of 128 bits, so that nobody
//! can make two that are taken for one.

mod filter;
mod notes;
mod once;
mod prune;
mod run;
mod seen;

use std::{
    collections::HashSet,
    hash::{BuildHasherDefault, Hasher},
};

pub(crate) use notes::{Note, Notes};
pub(crate) use once::Once;
use prune::prune;
use seen::{Seen, SharedSeen};

/// What a hit is known by.
pub(crate) type Key = u128;

/// Keys that are hashes already.
type Keys = HashSet<Key, BuildHasherDefault<Folded>>;

/// A part of what is a hash already.
#[derive(Debug, Default)]
struct Folded(u64);

impl Hasher for Folded {
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
