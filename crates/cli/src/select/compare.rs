//! How links are compared and counted.

/// The part of a link that is compared or counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompareBy {
    Url,
    Host,
}

/// How `--unique` identifies duplicates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unique {
    pub(crate) by: CompareBy,
    /// Whether links are compared only within a message, or within a file that has no messages.
    pub(crate) in_message: bool,
}
