//! Selects the links that the options ask for.

use std::{ops::ControlFlow, sync::Arc};

use urlsift::{Conformance, LinkRef, Sink, Skip};

use crate::{codes::number_of_kind, options::Options};

/// Returns the owned form of a link if it is wanted. `path` is the name of its source.
pub(crate) fn wanted(
    link: &LinkRef<'_>,
    options: &Options,
    path: &Arc<[u8]>,
) -> Option<urlsift::Link> {
    let candidate = link.candidate();
    if options.kinds & number_of_kind(candidate.delimiter()) == 0 {
        return None;
    }
    let conformance = Conformance::of(candidate.url());
    if !conformance.reaches(options.level) {
        return None;
    }
    let record = link.to_record(Arc::clone(path));
    let record = record.with_conformance(conformance);
    Some(if options.unwraps {
        record.with_unwrapping()
    } else {
        record
    })
}

/// Collects the links that are wanted.
pub(crate) struct Collect<'o> {
    options: &'o Options,
    path: Arc<[u8]>,
    pub(crate) records: Vec<urlsift::Link>,
}

impl<'o> Collect<'o> {
    pub(crate) fn new(options: &'o Options) -> Self {
        Self {
            options,
            path: Arc::from([]),
            records: Vec::new(),
        }
    }
}

impl Sink for Collect<'_> {
    fn link(&mut self, link: &LinkRef<'_>) -> ControlFlow<Skip> {
        self.records.extend(wanted(link, self.options, &self.path));
        ControlFlow::Continue(())
    }
}
