//! The key of a link.

/// The hash by which a link is compared.
pub(crate) type DedupKey = u128;

/// The offset of the message that contains a link; `None` in a file without messages.
pub(crate) type MessageOffset = Option<u64>;
