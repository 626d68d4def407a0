//! How much of their inputs the tests read: a sample in the gate, always the same, and everything each night.

use std::{env, sync::OnceLock};

/// The number of random cases of a property in the gate, if a case takes little time.
const CASES: u32 = 4_000;

/// Returns whether the tests read everything, with ten times as many random cases: `URLSIFT_TESTS=all`, as `.ci/soak`
/// sets it.
#[must_use]
pub fn is_full() -> bool {
    static IS_FULL: OnceLock<bool> = OnceLock::new();
    *IS_FULL.get_or_init(|| env::var_os("URLSIFT_TESTS").is_some_and(|tests| tests == "all"))
}

/// Returns the number of cases of a property of which a case takes as long as `weight` others.
#[must_use]
pub fn cases(weight: u32) -> u32 {
    CASES / weight * if is_full() { 10 } else { 1 }
}

/// Returns one in `step` items, beginning with one that a number chooses: that of the case, so that each case reads
/// others. In a full run, returns all items.
pub fn sample<T>(
    items: impl IntoIterator<Item = T>,
    step: usize,
    number: usize,
) -> impl Iterator<Item = T> {
    let (first, step) = if is_full() {
        (0, 1)
    } else {
        (number % step, step)
    };
    items.into_iter().skip(first).step_by(step)
}

/// Returns the places at which a text of `len` bytes is cut in two: some 50 in the gate, all in a full run.
pub fn cuts(len: usize, number: usize) -> impl Iterator<Item = usize> {
    sample(0..=len, len / 50 + 1, number)
}
