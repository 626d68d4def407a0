//! Collects the owned links that are wanted.

use crate::Link;
use urlsift_scan::Delimiter;

use crate::UnitOffsets;

/// Selects links by their kind, and converts their places.
#[derive(Clone, Copy)]
pub(crate) struct Collector<'s> {
    pub(crate) kinds: &'s [Delimiter],
    /// The places in the source, unless it counts bytes.
    pub(crate) units: Option<&'s UnitOffsets<'s>>,
}

impl Collector<'_> {
    /// Returns whether links of a kind are wanted.
    pub(crate) fn wants(self, kind: Delimiter) -> bool {
        self.kinds.contains(&kind)
    }

    /// Returns a link with its place in the unit of the source.
    pub(crate) fn place(self, link: Link) -> Link {
        match self.units {
            Some(units) => units.place(link),
            None => link,
        }
    }
}
