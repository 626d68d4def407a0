//! SIGINT and SIGTERM end a run early, with whole lines only.

use std::{
    sync::atomic::{AtomicBool, AtomicU8, Ordering},
    time::Duration,
};

use crate::exit::Exit;

/// The signal that came, or 0.
static CAME: AtomicU8 = AtomicU8::new(0);

/// The input at hand may keep the run waiting for ever; nothing is held back meanwhile.
static MAY_WAIT: AtomicBool = AtomicBool::new(false);

/// How long a run that may be waiting for input has to stop by itself.
const SHORT: Duration = Duration::from_millis(50);

/// How long any other has. It stops at the next block or hit; what may take longer is a directory
/// to be read, or a reader of its output who pauses, and who would be left with half a line.
const LONG: Duration = Duration::from_secs(1);

/// Says whether the input at hand may keep the run waiting for ever.
pub(crate) fn may_wait(may_wait: bool) {
    MAY_WAIT.store(may_wait, Ordering::Relaxed);
}

/// The exit that a signal asks for, once one has come.
pub(crate) fn asked() -> Option<Exit> {
    match CAME.load(Ordering::Relaxed) {
        0 => None,
        signal => Some(Exit::Signal(signal)),
    }
}

/// Starts to watch for signals. A run that does not stop by itself in time is ended all the same.
#[cfg(unix)]
pub(crate) fn watch() {
    use std::{process, thread, time::Instant};

    use signal_hook::{
        consts::{SIGINT, SIGTERM},
        iterator::Signals,
    };

    // Without the watch a signal ends the run as the system has it.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else {
        return;
    };
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let signal = u8::try_from(signal).unwrap_or(u8::MAX);
            CAME.store(signal, Ordering::Relaxed);
            let came = Instant::now();
            while came.elapsed() < LONG {
                thread::sleep(SHORT);
                if MAY_WAIT.load(Ordering::Relaxed) {
                    break;
                }
            }
            process::exit(i32::from(Exit::Signal(signal).code()));
        }
    });
}

/// Signals are left to the system.
#[cfg(not(unix))]
pub(crate) fn watch() {}
