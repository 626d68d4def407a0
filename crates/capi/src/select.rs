//! Selects the links that the options ask for.

use std::{ops::ControlFlow, sync::Arc};

use urlsift::{Link, Sink, Skip};

use crate::options::Options;

/// Returns the owned form of a link if it is wanted. `path` is the name of its source.
pub(crate) fn wanted(
    link: &Link<'_>,
    options: &Options,
    path: &Arc<[u8]>,
) -> Option<Link<'static>> {
    let (selection, kind) = (&options.selection, link.kind());
    if !selection.accepts_kind(kind) || !selection.accepts_level(link.conformance(), kind) {
        return None;
    }
    let link = selection.complete(link, link.conformance());
    Some(link.with_path(Arc::clone(path)).into_owned())
}

/// Collects the links that are wanted.
pub(crate) struct Collect<'o> {
    options: &'o Options,
    path: Arc<[u8]>,
    pub(crate) records: Vec<Link<'static>>,
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
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        self.records.extend(wanted(link, self.options, &self.path));
        ControlFlow::Continue(())
    }
}
