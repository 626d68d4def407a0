//! How the walk goes on, step by step.

/// What follows the bytes that a [`Walker`](crate::Walker) is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// More of the file, which will be given, too.
    Coming,
    /// Nothing: the file ends there.
    Nothing,
    /// More of the file, which cannot be read. All that is complete is reported, and the text at hand
    /// is [cut](crate::Visitor::cut).
    Lost,
}

impl Rest {
    /// Returns `Nothing` if the file is known to end there, and `Coming` if not.
    #[must_use]
    pub const fn of(at_end: bool) -> Self {
        if at_end { Self::Nothing } else { Self::Coming }
    }
}

/// The owner of a header section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeaderOf {
    /// A message of the archive.
    Message,
    /// A message that is a part of another (RFC 2046 §5.2.1).
    Nested,
    /// A part; in a digest its type is `message/rfc822` if it has none (RFC 2046 §5.1.5).
    Part { in_digest: bool },
}

/// How far a step has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Up to this index, and there is more to do.
    On(usize),
    /// Up to this index; the rest needs more bytes.
    Wait(usize),
    /// A part or a nested message begins at this index.
    Header(usize, HeaderOf),
    /// The message at hand ends at this index.
    End(usize),
}
