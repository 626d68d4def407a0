//! Sorts records in the order in which they come.

use std::{io, mem};

use super::{check::Check, merge::Merge, record::Record, runs::Runs};

/// Sorts records: the recent ones in memory, the others in temporary files.
#[derive(Debug)]
pub struct Sorter<R: Record> {
    order: R::Order,
    max_bytes: usize,
    recent: Vec<R>,
    bytes: usize,
    runs: Runs<R>,
}

impl<R: Record> Sorter<R> {
    /// Creates a sorter that keeps records in memory until they take this many bytes.
    #[must_use]
    pub const fn new(order: R::Order, max_bytes: usize) -> Self {
        Self {
            order,
            max_bytes,
            recent: Vec::new(),
            bytes: 0,
            runs: Runs::new(order),
        }
    }

    /// Sets what ends a long merge; see [`Runs::check`].
    #[must_use]
    pub fn check(mut self, check: Check) -> Self {
        self.runs = self.runs.check(check);
        self
    }

    /// Adds a record that takes this many bytes of memory.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be written or read.
    pub fn push(&mut self, record: R, size: usize) -> io::Result<()> {
        self.bytes += size;
        self.recent.push(record);
        if self.bytes < self.max_bytes {
            return Ok(());
        }
        self.spill()
    }

    /// Adds records that are sorted and combined, as one run.
    ///
    /// # Errors
    ///
    /// The first error of `sorted`, or if a temporary file cannot be written or read.
    pub fn push_sorted(
        &mut self,
        sorted: impl IntoIterator<Item = io::Result<R>>,
    ) -> io::Result<()> {
        self.runs.try_push(sorted)
    }

    fn spill(&mut self) -> io::Result<()> {
        self.bytes = 0;
        let order = self.order;
        let mut recent = mem::take(&mut self.recent);
        recent.sort_by(|one, other| one.compare(other, order));
        let mut combined: Vec<R> = Vec::with_capacity(recent.len());
        for record in recent {
            match combined.last_mut() {
                Some(last) if last.compare(&record, order).is_eq() => last.absorb(record),
                _ => combined.push(record),
            }
        }
        self.runs.push(combined)
    }

    /// Returns all records in order.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be written or read.
    pub fn merge(mut self) -> io::Result<Merge<R>> {
        self.spill()?;
        self.runs.merge()
    }
}
