//! Waits until other threads have stopped.

use std::{
    thread,
    time::{Duration, Instant},
};

/// The time for which a number must not have changed.
const STILL: Duration = Duration::from_millis(500);

/// The maximum time of a wait.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Waits until a number is at least `min`, and then until it does not change any more. Returns the number.
pub(crate) fn settled(number: impl Fn() -> u64, min: u64) -> u64 {
    let begun = Instant::now();
    let (mut last, mut since) = (number(), begun);
    while last < min || since.elapsed() < STILL {
        assert!(begun.elapsed() < TIMEOUT, "{last}, not settled");
        thread::sleep(Duration::from_millis(10));
        let now = number();
        if now != last {
            (last, since) = (now, Instant::now());
        }
    }
    last
}
