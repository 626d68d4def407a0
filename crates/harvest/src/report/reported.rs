//! A report that was written, and whether its data set is complete and up to date.

/// A report that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reported {
    /// The number of shards of the data set's plan.
    pub shards: usize,
    /// The number of these shards that are not in the data set.
    pub open: usize,
    /// Whether the plan in force is not the plan of the data set.
    pub is_stale: bool,
}
