//! The key of a link.

/// The hash by which a link is compared.
pub(crate) type DedupKey = u128;

/// The offset of the message that contains a link; `None` in a file without messages.
pub(crate) type MessageOffset = Option<u64>;

/// How a link is compared with other links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DedupRole {
    /// It may repeat an earlier link, and later links may repeat it.
    Any,
    /// Later links may repeat it.
    Original,
    /// It may repeat an earlier link.
    Copy,
}

/// A link as it is compared with others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkKey {
    pub(crate) key: DedupKey,
    pub(crate) message: MessageOffset,
    pub(crate) role: DedupRole,
}
