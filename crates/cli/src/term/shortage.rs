//! Reports that a thread could not be started, or a temporary file not be written.

use std::{
    io,
    sync::atomic::{AtomicBool, Ordering},
};

use urlsift_search::SystemReason;

use super::notes::write_note;

/// Whether the shortage was reported.
static IS_REPORTED: AtomicBool = AtomicBool::new(false);

/// Reports on standard error, once per run, that a thread could not be started. The run only takes longer.
pub(crate) fn report_thread_shortage(error: &io::Error) {
    if IS_REPORTED.swap(true, Ordering::Relaxed) {
        return;
    }
    let reason = SystemReason(error);
    write_note(&format_args!(
        "cannot start more threads: {reason}; continuing with fewer"
    ));
}

/// Reports that waiting output cannot be stored in a temporary file. The run only takes longer.
pub(crate) fn report_temp_shortage(error: &io::Error) {
    let reason = SystemReason(error);
    write_note(&format_args!("{reason}; continuing more slowly without it"));
}
