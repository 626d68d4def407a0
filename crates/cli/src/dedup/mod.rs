//! `--unique`: leaves out links that occurred before.
//!
//! A chunk knows only its own links. It leaves out those that it has twice ([`ChunkKeys`]); those that an
//! earlier chunk has are removed when all earlier chunks are collected ([`Deduplicator`]). Links are compared
//! by keyed hashes of 128 bits, so that nobody can make two that collide.

mod chunk_keys;
mod deduplicator;
mod filter;
mod run;
mod seen;

pub(crate) use chunk_keys::ChunkKeys;
pub(crate) use deduplicator::Deduplicator;

/// The hash by which a link is compared.
pub(crate) type DedupKey = u128;

/// The message in which a link stands, by its offset; `None` in a file without messages.
pub(crate) type MessageOffset = Option<u64>;
