//! SIGINT and SIGTERM end a run early, with whole lines only.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use crate::{exit::Exit, progress};

/// The signal that came, or 0.
static CAME: AtomicU8 = AtomicU8::new(0);

/// Whether lines are being written, which a reader should get whole.
static IS_WRITING: AtomicBool = AtomicBool::new(false);

/// The exit that a signal asks for, once one has come.
pub(crate) fn asked() -> Option<Exit> {
    match CAME.load(Ordering::SeqCst) {
        0 => None,
        signal => Some(Exit::Signal(signal)),
    }
}

/// Says that lines are being written, until it is dropped.
pub(crate) struct Writing(());

impl Drop for Writing {
    fn drop(&mut self) {
        IS_WRITING.store(false, Ordering::SeqCst);
    }
}

/// Asks to write lines. Nothing may be written any more where a signal has come.
pub(crate) fn writing() -> Option<Writing> {
    // Either the watch sees this, or its signal is seen here.
    IS_WRITING.store(true, Ordering::SeqCst);
    let writing = Writing(());
    asked().is_none().then_some(writing)
}

/// Starts to watch for signals. A run that does not stop by itself in time is ended all the same.
#[cfg(unix)]
pub(crate) fn watch() {
    use std::{
        process, thread,
        time::{Duration, Instant},
    };

    use signal_hook::{
        consts::{SIGINT, SIGTERM},
        iterator::Signals,
    };

    /// How long a run has to stop by itself: it may be waiting for input.
    const SHORT: Duration = Duration::from_millis(30);

    /// How long it has if it is writing to a reader who pauses, and who would be left with half a
    /// line.
    const LONG: Duration = Duration::from_secs(1);

    // Without the watch a signal ends the run as the system has it.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else {
        return;
    };
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let signal = u8::try_from(signal).unwrap_or(u8::MAX);
            CAME.store(signal, Ordering::SeqCst);
            let came = Instant::now();
            thread::sleep(SHORT);
            while IS_WRITING.load(Ordering::SeqCst) && came.elapsed() < LONG {
                thread::sleep(Duration::from_millis(1));
            }
            progress::clear();
            process::exit(i32::from(Exit::Signal(signal).code()));
        }
    });
}

/// Signals are left to the system.
#[cfg(not(unix))]
pub(crate) fn watch() {}
