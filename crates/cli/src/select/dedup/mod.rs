//! `--unique`: leaves out links that occurred before.
//!
//! A chunk knows only its own links. It leaves out those that it has twice ([`ChunkKeys`]); those that an
//! earlier chunk has are removed when all earlier chunks are collected ([`Deduplicator`]). Links are compared
//! by keyed hashes of 128 bits, so that nobody can make two that collide.

mod chunk_keys;
mod deduplicator;
mod filter;
mod key;
mod run;
mod seen;

pub(crate) use chunk_keys::ChunkKeys;
pub(crate) use deduplicator::{DedupOptions, Deduplicator};
pub(crate) use key::{DedupKey, MessageOffset};
