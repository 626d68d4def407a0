//! Batches of a part of a scan.

use std::mem;

use arrow_array::RecordBatch;
use urlsift::{BatchBuilder, Fields, Preceding, Verdict, table::ScanRow};
use urlsift_search::Link;

use crate::page::Rows;

/// Batches of a part of a scan.
#[derive(Debug)]
pub(super) struct ArrowRows {
    builder: BatchBuilder,
    pub(super) batches: Vec<RecordBatch>,
    /// The size of the batches in bytes.
    size: usize,
}

impl ArrowRows {
    /// Creates batches of the columns of `builder`.
    pub(super) fn new(builder: BatchBuilder) -> Self {
        Self {
            builder,
            batches: Vec::new(),
            size: 0,
        }
    }

    fn finish_batch(&mut self) {
        self.size += self.builder.size();
        self.batches.push(self.builder.finish());
    }
}

impl Rows for ArrowRows {
    fn add(&mut self, link: Link<'_>, verdict: Option<&Verdict<'_>>) {
        let mut write = |link: &Fields<'_, '_>| ScanRow { link }.write(&mut self.builder);
        match verdict {
            Some(verdict) => write(&Fields::new(&link, verdict)),
            None => write(&link.fields()),
        }
        self.builder.end_row();
        if self.builder.is_full() {
            self.finish_batch();
        }
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
