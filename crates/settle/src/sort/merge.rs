//! Merges sorted runs.
//!
//! A heap holds the next record of each run. Its order includes the number of the run, which makes the merge stable:
//! equal records are combined in the order in which they were pushed, so that "the first occurrence" has a meaning. A
//! tree of losers would compare less often; with at most a few dozen runs, it is not worth its code.

use std::{
    cmp::Ordering,
    collections::{BinaryHeap, binary_heap::PeekMut},
    fmt, io,
    iter::FusedIterator,
    mem,
};

use super::{record::Record, run::ReadRun};

/// A run in the heap, which moves its elements often.
struct Head<R: Record> {
    order: R::Order,
    /// The number of runs pushed before this one.
    index: usize,
    run: Box<Started<R>>,
}

/// The next record of a run, and the rest of the run.
struct Started<R> {
    next: R,
    rest: ReadRun<R>,
}

impl<R: Record> Ord for Head<R> {
    /// Reverses the order, because a [`BinaryHeap`] returns the greatest element first. If records are equal, the
    /// record of the earlier run comes first.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_record = other.run.next.compare(&self.run.next, self.order);
        by_record.then_with(|| other.index.cmp(&self.index))
    }
}

impl<R: Record> PartialOrd for Head<R> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R: Record> PartialEq for Head<R> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<R: Record> Eq for Head<R> {}

/// An iterator over the records of several sorted runs, in order. Equal records are combined. If a run cannot be read,
/// the error is the last item: without that run, later records would be incomplete.
pub struct Merge<R: Record> {
    order: R::Order,
    heads: BinaryHeap<Head<R>>,
    /// The number of runs.
    runs: usize,
}

impl<R: Record> fmt::Debug for Merge<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Merge");
        debug.field("runs", &self.runs).finish_non_exhaustive()
    }
}

impl<R: Record> Merge<R> {
    /// Creates a merge of no runs.
    #[must_use]
    pub fn new(order: R::Order) -> Self {
        Self {
            order,
            heads: BinaryHeap::new(),
            runs: 0,
        }
    }

    /// Adds a run, whose records follow equal records of the runs before it.
    ///
    /// # Errors
    ///
    /// If its first record cannot be read.
    pub fn push(&mut self, mut rest: ReadRun<R>) -> io::Result<()> {
        let index = self.runs;
        self.runs += 1;
        if let Some(next) = rest.next() {
            let next = next?;
            self.heads.push(Head {
                order: self.order,
                index,
                run: Box::new(Started { next, rest }),
            });
        }
        Ok(())
    }

    /// Removes and returns the first record of all runs.
    ///
    /// # Errors
    ///
    /// If the record after it cannot be read.
    fn pop(&mut self) -> Option<io::Result<R>> {
        let mut head = self.heads.peek_mut()?;
        Some(match head.run.rest.next() {
            Some(Ok(next)) => Ok(mem::replace(&mut head.run.next, next)),
            Some(Err(error)) => Err(error),
            None => Ok(PeekMut::pop(head).run.next),
        })
    }

    /// Removes and returns the first record of all runs, combined with those that are equal to it.
    ///
    /// # Errors
    ///
    /// If a record after one of them cannot be read.
    fn pop_equal(&mut self) -> Option<io::Result<R>> {
        let mut first = match self.pop()? {
            Ok(first) => first,
            Err(error) => return Some(Err(error)),
        };
        while let Some(head) = self.heads.peek()
            && head.run.next.compare(&first, self.order).is_eq()
        {
            match self.pop()? {
                Ok(equal) => first.absorb(equal),
                Err(error) => return Some(Err(error)),
            }
        }
        Some(Ok(first))
    }
}

impl<R: Record> Iterator for Merge<R> {
    type Item = io::Result<R>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.pop_equal()?;
        if next.is_err() {
            self.heads.clear();
        }
        Some(next)
    }
}

impl<R: Record> FusedIterator for Merge<R> {}
