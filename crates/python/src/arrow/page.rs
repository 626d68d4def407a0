//! Batches and errors of a part of a scan.

use std::{mem, ops::ControlFlow, path::Path, sync::Arc};

use arrow_array::RecordBatch;
use urlsift::{BatchBuilder, Fields, Preceding, table::ScanRow};
use urlsift_search::{Error, FileSink, Format, Link, Message, Sink, Skip, archive::Place};
use urlsift_select::Selection;

use crate::scan_error::ScanError;

/// The approximate size of an error in bytes.
const ERROR_BYTES: usize = 256;

/// Batches and errors of a part of a scan.
#[derive(Debug)]
pub(super) struct ArrowPage {
    selection: Arc<Selection>,
    path: Arc<[u8]>,
    builder: BatchBuilder,
    pub(super) batches: Vec<RecordBatch>,
    pub(super) errors: Vec<ScanError>,
    /// The size of the batches and errors in bytes.
    size: usize,
}

impl ArrowPage {
    /// Creates a page of the columns of `builder`.
    pub(super) fn new(selection: Arc<Selection>, builder: BatchBuilder) -> Self {
        Self {
            selection,
            path: Arc::from([]),
            builder,
            batches: Vec::new(),
            errors: Vec::new(),
            size: 0,
        }
    }

    fn set_path(&mut self, path: &Path) {
        self.path = path.as_os_str().as_encoded_bytes().into();
    }

    fn finish_batch(&mut self) {
        self.size += self.builder.size();
        self.batches.push(self.builder.finish());
    }
}

impl Sink for ArrowPage {
    fn wants_message(&mut self, message: &Message<'_>) -> bool {
        self.selection.accepts_message(message)
    }

    fn wants_text(&mut self, place: Place<'_>) -> bool {
        self.selection.accepts_text(place)
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        if let Some(verdict) = self.selection.verdict(link) {
            let link = self.selection.complete(link, verdict.conformance());
            let link = link.with_path(Arc::clone(&self.path));
            let link = &Fields::new(&link, &verdict);
            ScanRow { link }.write(&mut self.builder);
            self.builder.end_row();
            if self.builder.is_full() {
                self.finish_batch();
            }
        }
        ControlFlow::Continue(())
    }
}

impl FileSink for ArrowPage {
    fn begin(&mut self, path: &Path, _: &[Format]) -> ControlFlow<Skip> {
        self.set_path(path);
        ControlFlow::Continue(())
    }

    fn resume(&mut self, path: &Path, last: Option<&Self>) {
        match last {
            Some(last) => self.path = Arc::clone(&last.path),
            None => self.set_path(path),
        }
    }

    fn error(&mut self, error: Error) {
        self.errors.push(ScanError::new(&error));
        self.size += ERROR_BYTES;
    }

    fn size(&self) -> usize {
        self.size + self.builder.size()
    }

    fn needs_render(&self) -> bool {
        !self.builder.is_empty()
    }

    fn render(&mut self, _: Preceding) {
        if !self.builder.is_empty() {
            self.finish_batch();
            // The buffers of the builder are not needed any more.
            let fresh = self.builder.with_fresh_buffers();
            drop(mem::replace(&mut self.builder, fresh));
        }
    }
}
