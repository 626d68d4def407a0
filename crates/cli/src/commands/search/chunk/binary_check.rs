//! The state of the check for binary files.

use urlsift_search::{Conformance, archive::BinaryHead};

use super::buffer::Checkpoint;
use crate::{report::summary::Counts, select::dedup::ChunkKeys};

/// The state of the check of the current file.
#[derive(Clone, Debug, Default)]
pub(super) enum BinaryCheck {
    /// Its URLs are shown.
    #[default]
    Off,
    /// Not enough bytes have been examined.
    Pending {
        /// Those that were.
        head: BinaryHead,
        /// The content of the chunk before the current file, which is restored if the file is binary.
        checkpoint: Checkpoint,
        /// The keys of the links before the current file.
        keys: ChunkKeys,
        /// The links of the file that were left out of this chunk because they occurred before.
        repeated: Counts<Conformance>,
    },
    /// Its URLs are withheld.
    Binary {
        /// The number of those so far.
        withheld: u64,
    },
}
