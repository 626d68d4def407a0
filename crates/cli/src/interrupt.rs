//! SIGINT and SIGTERM end a run early, with whole lines only.

use std::sync::atomic::{AtomicU8, Ordering};

use crate::exit::Exit;

/// The signal that came, or 0.
static CAME: AtomicU8 = AtomicU8::new(0);

/// The exit that a signal asks for, once one has come.
pub(crate) fn asked() -> Option<Exit> {
    match CAME.load(Ordering::Relaxed) {
        0 => None,
        signal => Some(Exit::Signal(signal)),
    }
}

/// Starts to watch for signals.
///
/// The run itself stops at the next block or hit. If it does not, because a read or a write does
/// not return, there is nothing worth waiting for: hits are written before a read that may block.
#[cfg(unix)]
pub(crate) fn watch() {
    use std::{process, thread, time::Duration};

    use signal_hook::{
        consts::{SIGINT, SIGTERM},
        iterator::Signals,
    };

    const PATIENCE: Duration = Duration::from_millis(50);

    // Without the watch a signal ends the run as the system has it.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else {
        return;
    };
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let signal = u8::try_from(signal).unwrap_or(u8::MAX);
            CAME.store(signal, Ordering::Relaxed);
            thread::sleep(PATIENCE);
            process::exit(i32::from(Exit::Signal(signal).code()));
        }
    });
}

/// Signals are left to the system.
#[cfg(not(unix))]
pub(crate) fn watch() {}
