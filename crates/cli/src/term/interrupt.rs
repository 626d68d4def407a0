//! SIGINT and SIGTERM end a run early, with whole lines only.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU8, Ordering},
    },
    time::{Duration, Instant},
};

#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::exit::Exit;

/// The signal that came, or 0.
static CAME: AtomicU8 = AtomicU8::new(0);

/// Whether lines are being written, which a reader should get whole.
static IS_WRITING: AtomicBool = AtomicBool::new(false);

/// What restores the terminal before a signal ends the process, in the order of registration.
static CLEANUPS: Mutex<Vec<fn()>> = Mutex::new(Vec::new());

/// Whom SIGINT is meant for.
static HOLD: Mutex<Hold> = Mutex::new(Hold::Never);

/// How long a SIGINT may be under way that was meant for another program.
#[cfg(unix)]
const UNDER_WAY: Duration = Duration::from_millis(500);

#[derive(Clone, Copy, Debug)]
enum Hold {
    /// For this program, as ever.
    Never,
    /// For another one.
    On,
    /// For this one again, since then.
    Over(Instant),
}

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

/// Registers a function to call before a signal ends the process. It must not wait for long.
pub(crate) fn on_exit(cleanup: fn()) {
    let mut cleanups = CLEANUPS.lock().unwrap_or_else(PoisonError::into_inner);
    cleanups.push(cleanup);
}

/// Leaves SIGINT to another program, which has the terminal.
pub(crate) fn hold() {
    set_hold(Hold::On);
}

/// Takes SIGINT back from the other program.
pub(crate) fn release() {
    set_hold(Hold::Over(Instant::now()));
}

fn set_hold(hold: Hold) {
    *HOLD.lock().unwrap_or_else(PoisonError::into_inner) = hold;
}

/// Whether a SIGINT that has just come is meant for another program.
#[cfg(unix)]
fn is_held() -> bool {
    match *HOLD.lock().unwrap_or_else(PoisonError::into_inner) {
        Hold::Never => false,
        Hold::On => true,
        Hold::Over(since) => since.elapsed() < UNDER_WAY,
    }
}

/// Starts to watch for signals. A run that does not stop by itself in time is ended all the same.
#[cfg(unix)]
pub(crate) fn watch() {
    watch_for(&[SIGINT, SIGTERM]);
}

/// Starts to watch for the end of the terminal, too, which is to be given back.
#[cfg(unix)]
pub(crate) fn watch_terminal() {
    watch_for(&[SIGHUP]);
}

#[cfg(unix)]
fn watch_for(signals: &[i32]) {
    use std::{process, thread};

    use signal_hook::iterator::Signals;

    /// How long a run has to stop by itself: it may be waiting for input.
    const SHORT: Duration = Duration::from_millis(30);

    /// How long it has if it is writing to a reader who pauses, and who would be left with half a
    /// line.
    const LONG: Duration = Duration::from_secs(1);

    // Without the watch a signal ends the run as the system has it.
    let Ok(mut signals) = Signals::new(signals) else {
        return;
    };
    thread::spawn(move || {
        let is_ours = |signal: &i32| *signal != SIGINT || !is_held();
        if let Some(signal) = signals.forever().find(is_ours) {
            let signal = u8::try_from(signal).unwrap_or(u8::MAX);
            CAME.store(signal, Ordering::SeqCst);
            let came = Instant::now();
            thread::sleep(SHORT);
            while IS_WRITING.load(Ordering::SeqCst) && came.elapsed() < LONG {
                thread::sleep(Duration::from_millis(1));
            }
            let cleanups = CLEANUPS.lock().unwrap_or_else(PoisonError::into_inner);
            cleanups.iter().for_each(|cleanup| cleanup());
            process::exit(i32::from(Exit::Signal(signal).code()));
        }
    });
}

/// Signals are left to the system.
#[cfg(not(unix))]
pub(crate) fn watch() {}

/// The same.
#[cfg(not(unix))]
pub(crate) fn watch_terminal() {}
