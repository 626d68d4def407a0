//! What the threads of a search share.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex whose value is valid even if a thread panicked while it held the lock.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
