//! The memory that streams ask for.

use std::cell::Cell;

/// So much more than one stream may ask for may those ask for that lie in it, 32 MiB in all.
const INSIDE: u64 = 32 << 20;

/// The bytes of what they have given that decoders may remember, all together.
///
/// Streams lie in each other, and all are decoded at once: so there is a bound for all of them.
#[derive(Debug)]
pub(crate) struct Memory {
    /// What one may remember.
    most: u64,
    /// What nobody has taken.
    left: Cell<u64>,
}

impl Memory {
    /// At most `most_window` bytes for each, and not much more for all.
    pub(crate) fn new(most_window: u64) -> Self {
        Self {
            most: most_window,
            left: Cell::new(most_window.saturating_add(INSIDE)),
        }
    }
}

/// What one decoder has taken.
pub(super) struct Window<'w> {
    memory: &'w Memory,
    taken: u64,
}

impl<'w> Window<'w> {
    pub(super) fn new(memory: &'w Memory) -> Self {
        Self { memory, taken: 0 }
    }

    /// How many bytes this decoder may remember.
    pub(super) fn allowed(&self) -> u64 {
        self.with_left().min(self.memory.most)
    }

    fn with_left(&self) -> u64 {
        self.memory.left.get().saturating_add(self.taken)
    }

    /// Takes so many bytes, as many as are allowed at most. What was taken is kept.
    pub(super) fn take(&mut self, bytes: u64) {
        let taken = bytes.min(self.allowed()).max(self.taken);
        self.memory.left.set(self.with_left() - taken);
        self.taken = taken;
    }
}

impl Drop for Window<'_> {
    fn drop(&mut self) {
        self.memory.left.set(self.with_left());
    }
}

#[cfg(test)]
mod tests {
    use super::{INSIDE, Memory, Window};

    #[test]
    fn what_one_takes_the_others_cannot() {
        let memory = Memory::new(INSIDE + 10);
        let all = 2 * INSIDE + 10;
        let mut outer = Window::new(&memory);
        assert_eq!(outer.allowed(), INSIDE + 10);
        outer.take(3);
        outer.take(INSIDE + 7);
        outer.take(5);
        assert_eq!(memory.left.get(), INSIDE + 3);
        let mut inner = Window::new(&memory);
        assert_eq!(inner.allowed(), INSIDE + 3);
        inner.take(u64::MAX);
        assert_eq!((memory.left.get(), inner.allowed()), (0, INSIDE + 3));
        assert_eq!(outer.allowed(), INSIDE + 7);
        drop(inner);
        assert_eq!(outer.allowed(), INSIDE + 10);
        drop(outer);
        assert_eq!(memory.left.get(), all);
    }

    #[test]
    fn there_may_be_no_bound() {
        let memory = Memory::new(u64::MAX);
        let mut window = Window::new(&memory);
        window.take(1 << 40);
        assert_eq!(window.allowed(), u64::MAX);
        drop(window);
        assert_eq!(memory.left.get(), u64::MAX);
    }
}
