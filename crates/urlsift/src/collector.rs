//! Collects the owned links that are wanted.

use std::sync::Arc;

use crate::{Conformance, Delimiter, Link, UnitOffsets, parts::least_conformance};

/// Selects links by their kind and conformance, and completes them.
#[derive(Clone, Copy)]
pub(crate) struct Collector<'s> {
    pub(crate) kinds: &'s [Delimiter],
    /// The level that links reach at least.
    pub(crate) level: Conformance,
    /// The name of the source.
    pub(crate) name: &'s Arc<[u8]>,
    /// The places in the source, unless it counts bytes.
    pub(crate) units: Option<&'s UnitOffsets<'s>>,
}

impl Collector<'_> {
    pub(crate) fn wants(self, link: &Link<'_>) -> bool {
        let least = least_conformance(self.level, link.kind());
        // A URL that need not conform is not parsed.
        let conforms = || least == Conformance::None || link.conformance().reaches(least);
        self.kinds.contains(&link.kind()) && conforms()
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
