//! What the deduplicator knows of a link.

/// The hash by which a link is compared.
pub(crate) type DedupKey = u128;

/// The message in which a link stands, by its offset; `None` in a file without messages.
pub(crate) type MessageOffset = Option<u64>;
