//! Shards and their inputs.

use serde::{Deserialize, Serialize};

use crate::storage::{Digest, Fingerprint, PathText};

/// A part of the inputs whose tables are written together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Shard {
    pub(crate) key: Digest,
    pub(crate) inputs: Vec<ShardInput>,
}

impl Shard {
    /// Returns the number of bytes of its inputs, compressed.
    pub(crate) fn bytes(&self) -> u64 {
        let inputs = self
            .inputs
            .iter()
            .filter_map(|input| input.fingerprint.as_ref());
        inputs.map(|fingerprint| fingerprint.len).sum()
    }
}

/// A file, or a range of a file, in a shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ShardInput {
    #[serde(flatten)]
    pub(crate) path: PathText,
    pub(crate) start: u64,
    /// The end of the range; `None` for a whole file that is compressed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) end: Option<u64>,
    /// Whether the range ends with the file.
    pub(crate) ends_file: bool,
    /// `None` for a file that could not be read when the plan was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fingerprint: Option<Fingerprint>,
    /// The digest of all bytes, if an earlier version of the file has the same fingerprint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) hash: Option<Digest>,
}

impl ShardInput {
    /// Returns the offset after the last byte.
    pub(crate) fn end(&self) -> u64 {
        let len = self
            .fingerprint
            .as_ref()
            .map_or(0, |fingerprint| fingerprint.len);
        self.end.unwrap_or(self.start + len)
    }
}
