//! Reports that a thread could not be started.

use std::io;

use urlsift_search::SystemReason;

use super::{notes::write_note, streams::Streams};

/// Reports on standard error, once per run, that a thread could not be started. The run only takes longer.
pub(crate) fn report_thread_shortage(streams: &Streams, error: &io::Error) {
    if streams.begin_report() {
        let reason = SystemReason(error);
        let note = format_args!("cannot start more threads: {reason}; continuing with fewer");
        write_note(streams, &note);
    }
}
