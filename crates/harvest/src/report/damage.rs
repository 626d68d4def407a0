//! How links were damaged and repaired.

use super::top::Top;
use crate::figures::KINDS;

/// The counts of damaged links.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Damage {
    /// The number of links with each kind.
    pub(super) links: [u64; KINDS.len()],
    /// The number of joins with each kind.
    pub(super) joins: [u64; KINDS.len()],
    /// The number of links with any kind.
    pub(super) damaged: u64,
    /// The number of all joins.
    pub(super) all_joins: u64,
}

impl Damage {
    /// Creates the counts from those by code.
    pub(super) fn new(links: &Top, joins: &Top) -> Self {
        Self {
            links: KINDS.map(|kind| links.count_of(kind.code)),
            joins: KINDS.map(|kind| joins.count_of(kind.code)),
            damaged: links.unnamed.count,
            all_joins: joins.unnamed.count,
        }
    }
}
