//! Collects the owned links that are wanted.

use std::sync::Arc;

use crate::{Delimiter, Link, UnitOffsets};

/// Selects links by their kind, and completes them.
#[derive(Clone, Copy)]
pub(crate) struct Collector<'s> {
    pub(crate) kinds: &'s [Delimiter],
    /// The name of the source.
    pub(crate) name: &'s Arc<[u8]>,
    /// The places in the source, unless it counts bytes.
    pub(crate) units: Option<&'s UnitOffsets<'s>>,
}

impl Collector<'_> {
    /// Returns whether links of a kind are wanted.
    pub(crate) fn wants(self, kind: Delimiter) -> bool {
        self.kinds.contains(&kind)
    }

    /// Returns a link with the name of the source, and its place in the unit of the source.
    pub(crate) fn complete(self, link: Link<'_>) -> Link<'static> {
        let link = link.with_path(Arc::clone(self.name)).into_owned();
        match self.units {
            Some(units) => units.place(link),
            None => link,
        }
    }
}
