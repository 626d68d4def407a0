//! The memory for the windows of streams.

use std::cell::Cell;

/// The extra budget for streams nested in another stream, in bytes.
const NESTED: u64 = 32 << 20;

/// The budget for the windows of all streams that are decoded at the same time.
///
/// Nested streams are decoded simultaneously, so their windows share one limit.
#[derive(Debug)]
pub(crate) struct WindowBudget {
    /// The maximum window of one stream.
    max: u64,
    /// The number of bytes not reserved.
    left: Cell<u64>,
}

impl WindowBudget {
    /// Creates a budget of `max_window` bytes for each stream, and 32 MiB more for all of them.
    pub(crate) fn new(max_window: u64) -> Self {
        Self {
            max: max_window,
            left: Cell::new(max_window.saturating_add(NESTED)),
        }
    }
}

/// The window that one decoder has reserved. It is freed on drop.
pub(super) struct WindowReservation<'w> {
    budget: &'w WindowBudget,
    reserved: u64,
}

impl<'w> WindowReservation<'w> {
    pub(super) fn new(budget: &'w WindowBudget) -> Self {
        Self {
            budget,
            reserved: 0,
        }
    }

    /// Returns the maximum window of this decoder, in bytes.
    pub(super) fn allowed(&self) -> u64 {
        self.available().min(self.budget.max)
    }

    /// Returns the number of bytes that are free or reserved by this decoder.
    fn available(&self) -> u64 {
        self.budget.left.get().saturating_add(self.reserved)
    }

    /// Reserves `bytes`, at most as many as are allowed, unless more are already reserved.
    pub(super) fn reserve(&mut self, bytes: u64) {
        let reserved = bytes.min(self.allowed()).max(self.reserved);
        self.budget.left.set(self.available() - reserved);
        self.reserved = reserved;
    }
}

impl Drop for WindowReservation<'_> {
    fn drop(&mut self) {
        self.budget.left.set(self.available());
    }
}

#[cfg(test)]
mod tests {
    use super::{NESTED, WindowBudget, WindowReservation};

    #[test]
    fn reservations_share_the_budget() {
        let budget = WindowBudget::new(NESTED + 10);
        let all = 2 * NESTED + 10;
        let mut outer = WindowReservation::new(&budget);
        assert_eq!(outer.allowed(), NESTED + 10);
        outer.reserve(3);
        outer.reserve(NESTED + 7);
        outer.reserve(5);
        assert_eq!(budget.left.get(), NESTED + 3);
        let mut inner = WindowReservation::new(&budget);
        assert_eq!(inner.allowed(), NESTED + 3);
        inner.reserve(u64::MAX);
        assert_eq!((budget.left.get(), inner.allowed()), (0, NESTED + 3));
        assert_eq!(outer.allowed(), NESTED + 7);
        drop(inner);
        assert_eq!(outer.allowed(), NESTED + 10);
        drop(outer);
        assert_eq!(budget.left.get(), all);
    }

    #[test]
    fn budget_may_be_unlimited() {
        let budget = WindowBudget::new(u64::MAX);
        let mut window = WindowReservation::new(&budget);
        window.reserve(1 << 40);
        assert_eq!(window.allowed(), u64::MAX);
        drop(window);
        assert_eq!(budget.left.get(), u64::MAX);
    }
}
