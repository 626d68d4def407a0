//! A container, as reports take it.

use std::path::Path;

use urlsift_search::Format;

/// A container that was read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Container<'c> {
    pub(crate) path: &'c Path,
    /// What it is packed in itself, the outermost format first.
    pub(crate) packing: &'c [Format],
    pub(crate) format: Format,
    /// The number of its members that are files.
    pub(crate) members: u64,
}
