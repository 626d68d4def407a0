//! Where the body of a part begins.

/// Where the body of a part begins in what is read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PartStart {
    /// The bytes before it.
    pub(crate) offset: u64,
    /// The lines before it.
    pub(crate) lines: u64,
}
