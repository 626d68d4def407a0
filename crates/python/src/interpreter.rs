//! Threads that call Python.

use std::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use pyo3::prelude::*;

/// The maximum time that the end of the interpreter waits for calls.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// Whether the interpreter is ending.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// The number of calls that are in progress.
static CALLS: AtomicUsize = AtomicUsize::new(0);

/// Calls Python from a thread that Python has not started. `None` if the interpreter is ending: then a thread that
/// waits for the GIL would be terminated, without dropping the values on its stack.
pub(crate) fn call<R>(function: impl FnOnce(Python<'_>) -> R) -> Option<R> {
    struct Call;

    impl Drop for Call {
        fn drop(&mut self) {
            CALLS.fetch_sub(1, Ordering::SeqCst);
        }
    }

    CALLS.fetch_add(1, Ordering::SeqCst);
    let _call = Call;
    if IS_ENDING.load(Ordering::SeqCst) {
        return None;
    }
    Python::try_attach(function)
}

/// Prevents further calls, and waits for those in progress.
#[pyfunction]
#[pyo3(name = "_end_calls")]
pub(crate) fn end_calls(py: Python<'_>) {
    IS_ENDING.store(true, Ordering::SeqCst);
    py.detach(|| {
        let begin = Instant::now();
        while CALLS.load(Ordering::SeqCst) > 0 && begin.elapsed() < MAX_WAIT {
            thread::sleep(Duration::from_millis(1));
        }
    });
}

/// Forgets the calls in progress, in a process that `fork` has just created: their threads do not exist there.
#[pyfunction]
#[pyo3(name = "_forget_calls")]
pub(crate) fn forget_calls() {
    CALLS.store(0, Ordering::SeqCst);
}

/// Handles signals, if this is the main thread of Python.
///
/// # Errors
///
/// The exception that the handler of a signal raises, such as `KeyboardInterrupt`.
pub(crate) fn check_signals(py: Python<'_>) -> PyResult<()> {
    py.check_signals()
}
