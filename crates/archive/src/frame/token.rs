//! Where the text of a message is interrupted.

/// The next position at which the text of a message is interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FrameToken {
    /// The index up to which the text continues.
    pub(crate) at: usize,
    pub(crate) kind: FrameTokenKind,
}

/// The kind of a [`FrameToken`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrameTokenKind {
    /// More input is needed.
    Incomplete,
    /// An escape: one byte that does not belong to the message.
    Escape,
    /// The message ends here.
    Boundary,
}
