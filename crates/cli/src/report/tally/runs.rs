//! Sorted runs in temporary files.

use std::io;

use super::{
    counted::{Counted, Order},
    merge::Merge,
    run::{Run, RunWriter},
};

/// The number of runs of one size that are merged into one.
const MERGED: usize = 16;

/// Sorted runs in temporary files.
#[derive(Debug)]
pub(super) struct Runs {
    order: Order,
    /// The larger ones first, each with the number of merges that it went through.
    runs: Vec<(Run, u32)>,
}

impl Runs {
    pub(super) fn new(order: Order) -> Self {
        let runs = Vec::new();
        Self { order, runs }
    }

    /// Writes sorted texts to a file, and merges files of the same size if there are too many.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be written or read.
    pub(super) fn push<'t>(&mut self, sorted: impl Iterator<Item = Counted<'t>>) -> io::Result<()> {
        let mut last = RunWriter::new()?;
        for counted in sorted {
            last.push(counted)?;
        }
        let mut last = last.finish()?;
        let mut level = 0;
        while let Some(first) = (self.runs.len() + 1).checked_sub(MERGED)
            && self.runs[first..].iter().all(|(_, other)| *other == level)
        {
            let mut merge = Merge::new(self.order);
            for (run, _) in self.runs.drain(first..) {
                merge.push(run.read()?)?;
            }
            merge.push(last.read()?)?;
            let mut merged = RunWriter::new()?;
            for counted in merge {
                merged.push(counted?.as_counted())?;
            }
            last = merged.finish()?;
            level += 1;
        }
        self.runs.push((last, level));
        Ok(())
    }

    /// Returns whether there are no files.
    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Returns the number of files.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.runs.len()
    }

    /// Merges the files.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be read.
    pub(super) fn merge(self) -> io::Result<Merge> {
        let mut merge = Merge::new(self.order);
        for (run, _) in self.runs {
            merge.push(run.read()?)?;
        }
        Ok(merge)
    }
}
