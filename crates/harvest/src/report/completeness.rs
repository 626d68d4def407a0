//! Whether a data set is complete and up to date.

/// Whether a data set is complete and up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Completeness {
    /// The number of shards of the plan.
    pub(super) shards: u64,
    /// The number of shards that are not in the data set.
    pub(super) open: u64,
    /// Whether the plan in force is not that of the data set.
    pub(super) is_stale: bool,
}
