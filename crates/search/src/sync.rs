//! Locks and waits that ignore poisoning.
//!
//! The values that these functions lock are valid even if a thread panicked while it held the lock.

use std::{
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// Locks a mutex.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until `changed` is notified.
pub(crate) fn wait<'m, T>(changed: &Condvar, state: MutexGuard<'m, T>) -> MutexGuard<'m, T> {
    changed.wait(state).unwrap_or_else(PoisonError::into_inner)
}

/// Waits while a condition holds, which may change whenever `changed` is notified.
pub(crate) fn wait_while<'m, T>(
    changed: &Condvar,
    state: MutexGuard<'m, T>,
    holds: impl FnMut(&mut T) -> bool,
) -> MutexGuard<'m, T> {
    let waited = changed.wait_while(state, holds);
    waited.unwrap_or_else(PoisonError::into_inner)
}

/// Like [`wait_while`], but at most for `timeout`.
pub(crate) fn wait_timeout_while<'m, T>(
    changed: &Condvar,
    state: MutexGuard<'m, T>,
    timeout: Duration,
    holds: impl FnMut(&mut T) -> bool,
) -> MutexGuard<'m, T> {
    let waited = changed.wait_timeout_while(state, timeout, holds);
    waited.unwrap_or_else(PoisonError::into_inner).0
}
