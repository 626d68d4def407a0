//! How much a sink skips.

/// How much a [`Sink`](crate::Sink) skips when it ends the reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skip {
    /// The rest of the current file. If it is a member of a container, the next member follows.
    File,
    /// The rest of the input: the file, and all other members of its container.
    Input,
}
