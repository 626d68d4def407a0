//! The steps of a walk.

/// What follows the bytes passed to [`Walker::push`](crate::Walker::push).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// More of the file, which the next calls pass.
    Coming,
    /// Nothing: the file ends here.
    Nothing,
    /// More of the file, which cannot be read. Everything complete is reported, and the current
    /// text is [cut](crate::Visitor::cut).
    Lost,
}

impl Rest {
    /// Returns `Nothing` if the file is known to end here, and `Coming` otherwise.
    #[must_use]
    pub const fn of(at_end: bool) -> Self {
        if at_end { Self::Nothing } else { Self::Coming }
    }
}

/// What is known about the bytes after those passed to [`Walker::push`](crate::Walker::push), if the file does not end
/// there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NextBytes {
    /// Nothing. Every event is reported as soon as it is decided.
    #[default]
    Unknown,
    /// They are in memory. The walker may leave up to 64 KiB of the window unused until it has the rest of a message or
    /// part, which it may then be able to skip.
    Buffered,
    /// They may arrive late. An HTML page whose end is not known yet is read at once, as far as it is in the window.
    /// With the other values, up to 256 KiB of a page wait, since it need not be read if it cannot contain a candidate.
    Slow,
}

/// The owner of a header section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeaderOwner {
    /// A message of the archive.
    Message,
    /// A message inside another message (RFC 2046 §5.2.1).
    Nested,
    /// A part. In a digest a part without a type is `message/rfc822` (RFC 2046 §5.1.5).
    Part { in_digest: bool },
}

/// The result of a step. Indices are into the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WalkStep {
    /// Everything before this index is done; continue there.
    Advance(usize),
    /// Everything before this index is done; the rest needs more input.
    NeedInput(usize),
    /// A part or a nested message begins at this index.
    Header(usize, HeaderOwner),
    /// The current message ends at this index.
    End(usize),
}
