//! Merges sorted runs.

use std::{cmp::Ordering, collections::BinaryHeap, fmt, io};

use super::{
    counted::{Order, OwnedCounted},
    run::ReadRun,
};

/// The next text of a run, and the rest of the run.
struct Head {
    order: Order,
    next: OwnedCounted,
    rest: ReadRun,
}

impl Ord for Head {
    /// The first in order is the greatest.
    fn cmp(&self, other: &Self) -> Ordering {
        self.order
            .compare(other.next.as_counted(), self.next.as_counted())
    }
}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Head {}

/// All texts of several sorted runs, in order. The counts of a text that is in more than one are added.
pub(super) struct Merge {
    order: Order,
    heads: BinaryHeap<Head>,
}

impl fmt::Debug for Merge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { order, heads } = self;
        let mut debug = f.debug_struct("Merge");
        debug.field("order", order).field("runs", &heads.len());
        debug.finish()
    }
}

impl Merge {
    pub(super) fn new(order: Order) -> Self {
        let heads = BinaryHeap::new();
        Self { order, heads }
    }

    /// Adds a run, unless it is empty.
    ///
    /// # Errors
    ///
    /// If its first text cannot be read.
    pub(super) fn push(&mut self, mut rest: ReadRun) -> io::Result<()> {
        if let Some(next) = rest.next() {
            let (order, next) = (self.order, next?);
            self.heads.push(Head { order, next, rest });
        }
        Ok(())
    }

    /// Removes the first text of all runs.
    fn pop(&mut self) -> Option<io::Result<OwnedCounted>> {
        let Head { next, rest, .. } = self.heads.pop()?;
        Some(self.push(rest).map(|()| next))
    }
}

impl Iterator for Merge {
    type Item = io::Result<OwnedCounted>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut first = match self.pop()? {
            Ok(first) => first,
            Err(error) => return Some(Err(error)),
        };
        while let Some(head) = self.heads.peek()
            && self
                .order
                .compare(head.next.as_counted(), first.as_counted())
                .is_eq()
        {
            match self.pop()? {
                Ok(equal) => first.count += equal.count,
                Err(error) => return Some(Err(error)),
            }
        }
        Some(Ok(first))
    }
}
