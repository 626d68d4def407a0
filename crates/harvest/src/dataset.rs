//! The files of a data set that say which others belong to it: the commits of its shards, and the manifest.

mod commit;
mod directory;
mod manifest;
mod shard_table;

pub(crate) use commit::{Commit, CommittedInput, FailedGroup};
pub(crate) use directory::{FINAL, OwnFiles, check_directory};
pub use manifest::{DataFile, Manifest, ShardCounts};
pub(crate) use manifest::{MANIFEST, PREVIOUS};
pub(crate) use shard_table::ShardTable;
