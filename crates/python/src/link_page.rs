//! Links and errors of a part of a scan.

use std::{ops::ControlFlow, path::Path, sync::Arc};

use urlsift::Preceding;
use urlsift_search::{Error, FileSink, Format, Link, Message, Sink, Skip, archive::Place};
use urlsift_select::Selection;

use crate::scan_error::ScanError;

/// The approximate size of a link in bytes, without its texts.
const LINK_BYTES: usize = 640;

/// Links and errors of a part of a scan.
#[derive(Debug)]
pub(crate) struct LinkPage {
    selection: Arc<Selection>,
    path: Arc<[u8]>,
    pub(crate) links: Vec<Link<'static>>,
    pub(crate) errors: Vec<ScanError>,
    /// Whether the current file began before this page.
    is_resumed: bool,
    /// The number of links of that file. They are the first ones.
    resumed: usize,
    size: usize,
}

impl LinkPage {
    pub(crate) fn new(selection: Arc<Selection>) -> Self {
        Self {
            selection,
            path: Arc::from([]),
            links: Vec::new(),
            errors: Vec::new(),
            is_resumed: false,
            resumed: 0,
            size: 0,
        }
    }

    fn set_path(&mut self, path: &Path) {
        self.path = path.as_os_str().as_encoded_bytes().into();
    }
}

impl Sink for LinkPage {
    fn wants_message(&mut self, message: &Message<'_>) -> bool {
        self.selection.accepts_message(message)
    }

    fn wants_text(&mut self, place: Place<'_>) -> bool {
        self.selection.accepts_text(place)
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        if let Some(verdict) = self.selection.verdict(link) {
            let record = self.selection.complete(link, verdict.conformance());
            let record = record.with_path(Arc::clone(&self.path)).into_owned();
            self.size += LINK_BYTES + record.raw().len() + record.url_bytes().len();
            self.resumed += usize::from(self.is_resumed);
            self.links.push(record);
        }
        ControlFlow::Continue(())
    }
}

impl FileSink for LinkPage {
    fn begin(&mut self, path: &Path, _: &[Format]) -> ControlFlow<Skip> {
        self.is_resumed = false;
        self.set_path(path);
        ControlFlow::Continue(())
    }

    fn resume(&mut self, path: &Path, last: Option<&Self>) {
        self.is_resumed = true;
        match last {
            Some(last) => self.path = Arc::clone(&last.path),
            None => self.set_path(path),
        }
    }

    fn error(&mut self, error: Error) {
        let error = ScanError::new(&error);
        self.size += LINK_BYTES;
        self.errors.push(error);
    }

    fn size(&self) -> usize {
        self.size
    }

    fn needs_render(&self) -> bool {
        self.resumed > 0
    }

    fn render(&mut self, preceding: Preceding) {
        for link in &mut self.links[..self.resumed] {
            link.rebase(preceding);
        }
    }
}
