//! Whether a data set is complete and up to date.

/// Whether a data set is complete and up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// The number of shards of the plan, and of those that are not in the data set.
    pub(super) shards: u64,
    pub(super) open: u64,
    /// Whether another plan is in force.
    pub(super) is_stale: bool,
}
