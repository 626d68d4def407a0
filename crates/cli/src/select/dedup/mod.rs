//! `--unique` and `--html-once`: remove links that occurred before.
//!
//! A chunk removes duplicates among its own links ([`ChunkKeys`]). Duplicates of links in earlier chunks are
//! removed once these are collected ([`Deduplicator`]). Links are compared by keyed 128-bit hashes, for which
//! collisions cannot be constructed.

mod bloom_filter;
mod chunk_keys;
mod deduplicator;
mod key;
mod key_file;
mod seen;

pub(crate) use chunk_keys::ChunkKeys;
pub(crate) use deduplicator::{CollectedKeys, DedupOptions, Deduplicator};
#[cfg(test)]
pub(crate) use key::DedupRole;
pub(crate) use key::{DedupKey, LinkKey, MessageOffset};
pub(crate) use seen::Seen;
