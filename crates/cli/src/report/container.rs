//! A container, as it is reported.

use std::path::Path;

use urlsift_search::{ContainedMessages, Format};

/// A container that was read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Container<'c> {
    pub(crate) path: &'c Path,
    /// The formats around the container itself, the outermost first.
    pub(crate) packing: &'c [Format],
    pub(crate) format: Format,
    /// The number of its members that are files, or of messages.
    pub(crate) members: u64,
    /// What is known of its messages, if its members are messages.
    pub(crate) messages: Option<ContainedMessages<'c>>,
}
