//! Reports that a thread could not be started, or a temporary file not be written.

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

/// Reports that waiting output cannot be stored in a temporary file. The run only takes longer.
pub(crate) fn report_temp_shortage(streams: &Streams, error: &io::Error) {
    let reason = SystemReason(error);
    write_note(
        streams,
        &format_args!("{reason}; continuing more slowly without it"),
    );
}
