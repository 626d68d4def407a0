//! Several sorted runs become one.

use std::{cmp::Ordering, collections::BinaryHeap, fmt, io};

use super::counted::{Counted, Order};

type Source = Box<dyn Iterator<Item = io::Result<Counted>>>;

/// What comes next, and from where.
struct Head {
    order: Order,
    next: Counted,
    rest: Source,
}

impl Ord for Head {
    /// The first is the greatest.
    fn cmp(&self, other: &Self) -> Ordering {
        self.order.compare(&other.next, &self.next)
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

/// All that is in several sorted runs, in order; the counts of what is in more than one are added.
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

    /// Adds a run, if there is anything in it.
    ///
    /// # Errors
    ///
    /// Its first item cannot be read.
    pub(super) fn push(
        &mut self,
        run: impl Iterator<Item = io::Result<Counted>> + 'static,
    ) -> io::Result<()> {
        let mut rest: Source = Box::new(run);
        if let Some(next) = rest.next() {
            let next = next?;
            let order = self.order;
            self.heads.push(Head { order, next, rest });
        }
        Ok(())
    }

    /// The first of what is left.
    fn pop(&mut self) -> Option<io::Result<Counted>> {
        let Head { next, mut rest, .. } = self.heads.pop()?;
        if let Some(following) = rest.next() {
            let following = match following {
                Ok(following) => following,
                Err(error) => return Some(Err(error)),
            };
            let order = self.order;
            let next = following;
            self.heads.push(Head { order, next, rest });
        }
        Some(Ok(next))
    }
}

impl Iterator for Merge {
    type Item = io::Result<Counted>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut first = match self.pop()? {
            Ok(first) => first,
            Err(error) => return Some(Err(error)),
        };
        while let Some(head) = self.heads.peek()
            && self.order.compare(&head.next, &first).is_eq()
        {
            match self.pop()? {
                Ok(same) => first.count += same.count,
                Err(error) => return Some(Err(error)),
            }
        }
        Some(Ok(first))
    }
}
