//! What a chunk knows of binary files.

use std::{path::Path, sync::Arc};

use urlsift_search::Conformance;

use crate::{report::summary::Counts, select::dedup::ChunkKeys};

/// What is known of the current file.
#[derive(Clone, Debug, Default)]
pub(super) enum BinaryCheck {
    /// Its URLs are shown.
    #[default]
    Off,
    /// No NUL has been found yet.
    Pending {
        /// The number of bytes that were examined.
        seen: usize,
        /// What to return to if a NUL is found.
        mark: Mark,
        /// The links of the file that were left out of this chunk because they occurred before.
        repeated: Counts<Conformance>,
    },
    /// Its URLs are withheld.
    Binary,
}

/// The content of a chunk before the current file.
#[derive(Clone, Debug, Default)]
pub(super) struct Mark {
    pub(super) bytes: usize,
    pub(super) events: usize,
    pub(super) keys: ChunkKeys,
}

/// A binary file, or a part of one.
#[derive(Clone, Debug)]
pub(crate) struct BinaryFile {
    pub(crate) path: Arc<Path>,
    /// The number of URLs that were withheld.
    pub(crate) withheld: u64,
    /// Whether the file has ended.
    pub(crate) has_ended: bool,
}
