//! Diagnostics on standard error.

use std::{
    env,
    ffi::OsString,
    fmt::Display,
    io::{self, Write},
    path::Path,
};

use urlsift::write_escaped;
use urlsift_search::{Error, Fault, FaultKind, Position, SystemReason, archive::ArchiveWarning};

use super::{
    notes::write_note,
    output::{Output, Stop},
    progress_line,
    streams::Streams,
};

impl Output {
    /// Returns whether a run failed, and reports the failure. A closed pipe is not a failure.
    pub(crate) fn has_failed(&mut self, end: Result<(), Stop>) -> bool {
        let (name, error) = match end {
            Ok(()) | Err(Stop::Closed) => return false,
            Err(Stop::Failed(error)) => ("standard output".into(), error),
            Err(Stop::TempFile(error)) => {
                let mut name = OsString::from("temporary file in ");
                name.push(env::temp_dir());
                (name, error)
            }
        };
        let _ = self.diagnose(name.as_ref(), &SystemReason(&error));
        true
    }

    /// Reports an error or warning about an input on standard error, after the output so far.
    pub(crate) fn diagnose(&mut self, path: &Path, reason: &dyn Display) -> Result<(), Stop> {
        self.diagnose_at(path, None, reason)
    }

    /// Reports why a file could not be read.
    pub(crate) fn diagnose_error(&mut self, error: &Error) -> Result<(), Stop> {
        self.diagnose(error.path(), &reason(error))
    }

    /// Like [`diagnose`](Self::diagnose), at a position in the input.
    pub(crate) fn diagnose_at(
        &mut self,
        path: &Path,
        position: Option<Position>,
        reason: &dyn Display,
    ) -> Result<(), Stop> {
        let flushed = self.flush();
        // If standard error fails too, there is nowhere to report it.
        let streams = self.streams();
        let _ = progress_line::suspended(|| write_diagnostic(streams, path, position, reason));
        flushed
    }

    /// Reports a warning of the archive reader.
    pub(crate) fn warn(
        &mut self,
        path: &Path,
        offset: u64,
        warning: ArchiveWarning,
    ) -> Result<(), Stop> {
        self.diagnose(path, &format_args!("byte {offset}: {warning}"))
    }

    /// Writes lines about the whole run to standard error, after the output so far.
    pub(crate) fn note(&mut self, note: &dyn Display) -> Result<(), Stop> {
        let flushed = self.flush();
        write_note(self.streams(), note);
        flushed
    }
}

/// Writes a diagnostic in a single write, because a signal may end the process at any time.
fn write_diagnostic(
    streams: &Streams,
    path: &Path,
    position: Option<Position>,
    reason: &dyn Display,
) -> io::Result<()> {
    let is_terminal = streams.stderr_is_terminal();
    let mut line = Vec::from(b"urlsift: ");
    write_text(&mut line, path.as_os_str().as_encoded_bytes(), is_terminal)?;
    if let Some(Position {
        line: number,
        column,
    }) = position
    {
        write!(line, ":{number}:{column}")?;
    }
    line.extend_from_slice(b": ");
    // The reason may contain another path.
    write_text(&mut line, reason.to_string().as_bytes(), is_terminal)?;
    line.push(b'\n');
    streams.write_err(&line)
}

fn write_text(line: &mut Vec<u8>, text: &[u8], is_terminal: bool) -> io::Result<()> {
    if is_terminal {
        return write_escaped(line, text);
    }
    line.extend_from_slice(text);
    Ok(())
}

/// Formats why a file could not be read, with the flag that raises the limit it exceeds.
pub(crate) fn reason(error: &Error) -> String {
    let fault = error.io_error().and_then(Fault::of);
    match fault.map(Fault::kind) {
        Some(FaultKind::Window { .. }) => format!("{error} (see --max-window)"),
        Some(FaultKind::TooLarge { .. }) => format!("{error} (see --max-temp)"),
        _ => error.to_string(),
    }
}
