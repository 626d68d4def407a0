//! Threads that call Python.

use std::{
    cell::Cell,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use pyo3::prelude::*;

/// The maximum time that the end of the interpreter waits for calls.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// The time between two checks for signals.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

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
    foreign(|| Python::try_attach(function))
}

thread_local! {
    /// The number of calls of `foreign` that this thread is in.
    static FOREIGN: Cell<usize> = const { Cell::new(0) };
}

/// Calls a function that runs code of the caller, such as an iterator or a file object. [`is_in_foreign`] is then true.
pub(crate) fn foreign<R>(function: impl FnOnce() -> R) -> R {
    struct Foreign;

    impl Drop for Foreign {
        fn drop(&mut self) {
            FOREIGN.set(FOREIGN.get() - 1);
        }
    }

    FOREIGN.set(FOREIGN.get() + 1);
    let _foreign = Foreign;
    function()
}

/// Returns whether a function of this module, further up on the stack, runs code of the caller. If that calls a library
/// in C which releases the GIL and then reads a stream of this module, `PyO3` still takes the GIL as held.
pub(crate) fn is_in_foreign() -> bool {
    FOREIGN.get() > 0
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

/// Checks for signals now and then, in a long computation that does not hold the GIL.
#[derive(Debug)]
pub(crate) struct SignalChecks {
    last: Mutex<Instant>,
    is_stopped: AtomicBool,
    exception: Mutex<Option<PyErr>>,
}

impl SignalChecks {
    pub(crate) fn new() -> Self {
        Self {
            last: Mutex::new(Instant::now()),
            is_stopped: AtomicBool::new(false),
            exception: Mutex::new(None),
        }
    }

    /// Returns whether the computation should end, because the handler of a signal, or `also`, has raised an
    /// exception. May be called often.
    pub(crate) fn is_stopped(&self, also: impl FnOnce(Python<'_>) -> PyResult<()>) -> bool {
        // Another thread that checks at this moment does it for all.
        if let Ok(mut last) = self.last.try_lock()
            && last.elapsed() >= CHECK_INTERVAL
        {
            *last = Instant::now();
            if let Some(Err(exception)) = call(|py| check_signals(py).and_then(|()| also(py))) {
                self.exception().get_or_insert(exception);
                self.is_stopped.store(true, Ordering::Relaxed);
            }
        }
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Takes the exception that was raised.
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.exception().take()
    }

    fn exception(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.exception
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
