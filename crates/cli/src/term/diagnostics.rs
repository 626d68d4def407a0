//! Diagnostics on standard error.

use std::{
    fmt::Display,
    io::{self, IsTerminal, Write},
    path::Path,
};

use urlsift_record::write_escaped;
use urlsift_search::{Error, Fault, FaultKind, Position, SystemReason, archive::Warning};

use super::{
    output::{Output, Stop},
    progress_line,
};

impl Output {
    /// Returns whether the end of a run is a failure, and reports it. A closed pipe is none.
    pub(crate) fn has_failed(&mut self, end: Result<(), Stop>) -> bool {
        let (what, error) = match end {
            Ok(()) | Err(Stop::Closed) => return false,
            Err(Stop::Failed(error)) => ("standard output", error),
            Err(Stop::Spilled(error)) => ("temporary file", error),
        };
        let _ = self.diagnose(Path::new(what), &SystemReason(&error));
        true
    }

    /// Reports on standard error what is wrong with an input, after the lines printed before.
    pub(crate) fn diagnose(&mut self, path: &Path, reason: &dyn Display) -> Result<(), Stop> {
        self.diagnose_at(path, None, reason)
    }

    /// Reports why a file could not be read.
    pub(crate) fn diagnose_error(&mut self, error: &Error) -> Result<(), Stop> {
        self.diagnose(error.path(), &reason(error))
    }

    /// As [`diagnose`](Self::diagnose), at a position in the input.
    pub(crate) fn diagnose_at(
        &mut self,
        path: &Path,
        position: Option<Position>,
        reason: &dyn Display,
    ) -> Result<(), Stop> {
        let flushed = self.flush();
        // If standard error fails, too, nobody is left to tell.
        let _ = progress_line::suspended(|| write_diagnostic(path, position, reason));
        flushed
    }

    /// Reports a warning of the archive reader.
    pub(crate) fn warn(&mut self, path: &Path, offset: u64, what: Warning) -> Result<(), Stop> {
        self.diagnose(path, &format_args!("byte {offset}: {what}"))
    }

    /// Writes lines that belong to no input to standard error, after the lines printed before.
    pub(crate) fn note(&mut self, note: &dyn Display) -> Result<(), Stop> {
        let flushed = self.flush();
        for line in note.to_string().lines() {
            let _ = writeln!(io::stderr(), "urlsift: {line}");
        }
        flushed
    }
}

/// Writes a diagnostic in one write: a signal may end the process at any time.
fn write_diagnostic(
    path: &Path,
    position: Option<Position>,
    reason: &dyn Display,
) -> io::Result<()> {
    let is_terminal = io::stderr().is_terminal();
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
    // A reason may name another path.
    write_text(&mut line, reason.to_string().as_bytes(), is_terminal)?;
    line.push(b'\n');
    io::stderr().write_all(&line)
}

fn write_text(line: &mut Vec<u8>, text: &[u8], is_terminal: bool) -> io::Result<()> {
    if is_terminal {
        return write_escaped(line, text);
    }
    line.extend_from_slice(text);
    Ok(())
}

/// Returns why a file could not be read, and which flag would help.
pub(crate) fn reason(error: &Error) -> String {
    let fault = error.io_error().and_then(Fault::of);
    match fault.map(Fault::kind) {
        Some(FaultKind::Window { .. }) => format!("{error} (see --max-window)"),
        _ => error.to_string(),
    }
}
