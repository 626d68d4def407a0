//! The state of the check for binary files.

use urlsift_search::Conformance;

use crate::{report::summary::Counts, select::dedup::ChunkKeys};

/// The state of the check of the current file.
#[derive(Clone, Debug, Default)]
pub(super) enum BinaryCheck {
    /// Its URLs are shown.
    #[default]
    Off,
    /// No NUL has been found yet.
    Pending {
        /// The number of bytes that were examined.
        seen: usize,
        /// The state to restore if a NUL is found.
        checkpoint: Checkpoint,
        /// The links of the file that were left out of this chunk because they occurred before.
        repeated: Counts<Conformance>,
    },
    /// Its URLs are withheld.
    Binary {
        /// The number of those in this chunk.
        withheld: u64,
    },
}

/// The content of a chunk before the current file.
#[derive(Clone, Debug, Default)]
pub(super) struct Checkpoint {
    /// The number of rendered bytes.
    pub(super) bytes: usize,
    /// The number of events.
    pub(super) events: usize,
    /// The keys of the links.
    pub(super) keys: ChunkKeys,
}
