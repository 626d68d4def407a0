//! Which links are wanted.

use std::sync::Arc;

use urlsift_record as record;
use urlsift_search::{Conformance, Delimiter, Link};

/// Which links are wanted, and what is added to them.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    /// The minimum conformance.
    pub(crate) level: Conformance,
    pub(crate) kinds: Vec<Delimiter>,
    /// The base in place of those of messages and pages.
    pub(crate) base: Option<Arc<[u8]>>,
    /// Whether links have a target.
    pub(crate) unwraps: bool,
}

impl Selection {
    /// Returns the owned form of a link if it is wanted. `path` is the name of its source.
    pub(crate) fn record(&self, link: &Link<'_>, path: &Arc<[u8]>) -> Option<record::Link> {
        let candidate = link.candidate();
        if !self.kinds.contains(&candidate.delimiter()) {
            return None;
        }
        let conformance = Conformance::of(candidate.url());
        if !conformance.reaches(self.level) {
            return None;
        }
        let record = link.to_record(Arc::clone(path));
        let mut record = record.with_conformance(conformance);
        if let Some(base) = &self.base {
            record = record.with_base(Arc::clone(base));
        }
        if self.unwraps {
            record = record.with_unwrapping();
        }
        Some(record)
    }
}
