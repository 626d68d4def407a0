//! Signals: SIGINT and SIGTERM end a run after a whole line of output.

#[cfg(unix)]
use std::{
    process,
    sync::{Arc, mpsc::channel},
    thread,
    time::Duration,
};
use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU8, Ordering},
    },
    time::Instant,
};

#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

#[cfg(unix)]
use super::shortage::report_thread_shortage;
use super::{exit::Exit, streams::Streams};

/// The signal received, or 0.
static RECEIVED: AtomicU8 = AtomicU8::new(0);

/// Whether lines are being written.
static IS_WRITING: AtomicBool = AtomicBool::new(false);

/// Functions to call before a signal ends the process, such as one that restores the terminal, in the order of
/// registration.
static CLEANUPS: Mutex<Vec<fn()>> = Mutex::new(Vec::new());

/// The process that SIGINT is meant for.
static SIGINT_TARGET: Mutex<SigintTarget> = Mutex::new(SigintTarget::This);

/// The time for which a SIGINT that was meant for another program may be delayed.
#[cfg(unix)]
const MAX_DELAY: Duration = Duration::from_millis(500);

#[derive(Clone, Copy, Debug)]
enum SigintTarget {
    /// This process.
    This,
    /// Another process, which has the terminal.
    Other,
    /// This process again, since an instant.
    #[cfg_attr(not(unix), expect(dead_code, reason = "signals are not handled"))]
    ThisSince(Instant),
}

/// Returns the exit that a signal has requested, if one was received.
pub(crate) fn requested() -> Option<Exit> {
    match RECEIVED.load(Ordering::SeqCst) {
        0 => None,
        signal => Some(Exit::Signal(signal)),
    }
}

/// Returns the exit of a run that has ended. A signal takes precedence.
pub(crate) fn exit_or_signal(exit: Exit) -> Exit {
    requested().unwrap_or(exit)
}

/// Marks lines as being written until it is dropped.
pub(crate) struct WriteGuard(());

impl Drop for WriteGuard {
    fn drop(&mut self) {
        IS_WRITING.store(false, Ordering::SeqCst);
    }
}

/// Begins to write lines. Returns `None` if a signal was received, after which nothing may be written.
pub(crate) fn begin_write() -> Option<WriteGuard> {
    // Either the signal thread sees the flag, or the signal is seen here.
    IS_WRITING.store(true, Ordering::SeqCst);
    let guard = WriteGuard(());
    requested().is_none().then_some(guard)
}

/// Registers a function to call before a signal ends the process. It must not block for long.
pub(crate) fn on_exit(cleanup: fn()) {
    let mut cleanups = CLEANUPS.lock().unwrap_or_else(PoisonError::into_inner);
    cleanups.push(cleanup);
}

/// Leaves SIGINT to another program that has the terminal.
pub(crate) fn yield_sigint() {
    set_sigint_target(SigintTarget::Other);
}

/// Handles SIGINT again.
pub(crate) fn reclaim_sigint() {
    set_sigint_target(SigintTarget::ThisSince(Instant::now()));
}

fn set_sigint_target(target: SigintTarget) {
    *SIGINT_TARGET.lock().unwrap_or_else(PoisonError::into_inner) = target;
}

/// Returns whether a SIGINT that was just received is meant for another program.
#[cfg(unix)]
fn is_yielded() -> bool {
    match *SIGINT_TARGET.lock().unwrap_or_else(PoisonError::into_inner) {
        SigintTarget::This => false,
        SigintTarget::Other => true,
        SigintTarget::ThisSince(since) => since.elapsed() < MAX_DELAY,
    }
}

/// Starts to handle signals. A run that does not stop by itself in time is ended.
#[cfg(unix)]
pub(crate) fn watch(streams: &Streams) {
    watch_for(&[SIGINT, SIGTERM], streams);
}

/// Also handles the hangup of the terminal, so that its settings are restored.
#[cfg(unix)]
pub(crate) fn watch_terminal(streams: &Streams) {
    watch_for(&[SIGHUP], streams);
}

/// Handles signals, except those that were ignored when the process started.
#[cfg(unix)]
fn watch_for(signals: &[i32], streams: &Streams) {
    use signal_hook::{flag::register_conditional_default, iterator::Signals};

    let ignored = ignored();
    let is_ignored = |&signal: &i32| ignored >> (signal - 1) & 1 == 1;
    let signals: Vec<_> = signals
        .iter()
        .copied()
        .filter(|signal| !is_ignored(signal))
        .collect();
    if signals.is_empty() {
        return;
    }
    // Without a handler, the default action of the signal ends the run.
    let Ok(mut watched) = Signals::new(&signals) else {
        return;
    };
    let watch = move || {
        let is_ours = |signal: &i32| *signal != SIGINT || !is_yielded();
        if let Some(signal) = watched.forever().find(is_ours) {
            end(u8::try_from(signal).unwrap_or(u8::MAX));
        }
    };
    // The tests wait for the thread of this name.
    let thread = thread::Builder::new().name("signals".into());
    if let Err(error) = thread.spawn(watch) {
        // The handlers stay installed but have no effect without the thread. Restore the default actions.
        for signal in signals {
            let _ = register_conditional_default(signal, Arc::new(AtomicBool::new(true)));
        }
        report_thread_shortage(streams, &error);
    }
}

/// Returns the signals that this process ignores, bit `n - 1` for signal `n`: a shell has the commands that it
/// starts in the background ignore SIGINT, and `nohup` has its command ignore SIGHUP.
///
/// Only Linux reports this without unsafe code. Elsewhere, returns 0.
#[cfg(unix)]
fn ignored() -> u64 {
    if cfg!(not(any(target_os = "linux", target_os = "android"))) {
        return 0;
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

/// Ends the run on a signal, after a whole line if the reader accepts it in time.
#[cfg(unix)]
fn end(signal: u8) {
    /// The time for a run to stop by itself. It may be blocked on input.
    const GRACE: Duration = Duration::from_millis(30);

    /// The time if a line is being written, of which a slow reader would get only a part.
    const WRITE_GRACE: Duration = Duration::from_millis(50);

    RECEIVED.store(signal, Ordering::SeqCst);
    let received = Instant::now();
    thread::sleep(GRACE);
    while IS_WRITING.load(Ordering::SeqCst) && received.elapsed() < WRITE_GRACE {
        thread::sleep(Duration::from_millis(1));
    }
    clean_up();
    process::exit(i32::from(Exit::Signal(signal).code()));
}

/// Calls the registered functions. A terminal that accepts no output, as after Ctrl-S, does not keep the process
/// from exiting.
#[cfg(unix)]
fn clean_up() {
    const TIMEOUT: Duration = Duration::from_millis(200);

    let cleanups = CLEANUPS.lock().unwrap_or_else(PoisonError::into_inner);
    if cleanups.is_empty() {
        return;
    }
    let (done, ended) = channel();
    let all = cleanups.clone();
    let call = move || {
        for cleanup in all {
            cleanup();
        }
        // After the timeout there is no receiver.
        let _ = done.send(());
    };
    if thread::Builder::new().spawn(call).is_ok() {
        let _ = ended.recv_timeout(TIMEOUT);
    } else {
        for cleanup in &*cleanups {
            cleanup();
        }
    }
}

/// Does nothing: signals have their default actions.
#[cfg(not(unix))]
pub(crate) fn watch(_: &Streams) {}

/// Does nothing: signals have their default actions.
#[cfg(not(unix))]
pub(crate) fn watch_terminal(_: &Streams) {}
