//! Standard output and standard error, as every report writes to them.

use std::{
    fmt::Display,
    io::{self, IsTerminal, StdoutLock, Write},
    path::Path,
};

use urlsift_search::{Error, Fault, FaultKind, Position, SystemReason, archive::Warning};

use crate::{interrupt, progress, terminal::write_escaped};

/// So much is worth a system call; and what a pipe holds, 64 KiB on Linux, is not quite filled, so
/// that a write need not wait for the reader.
const FULL: usize = 60 << 10;

/// Why a run ends before its inputs do.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Nobody reads on: `| head` has enough.
    Closed,
    /// Standard output cannot be written to.
    Failed(io::Error),
    /// What does not fit in memory cannot be kept elsewhere.
    Spilled(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Failed(error),
        }
    }
}

/// The two streams.
#[derive(Debug)]
pub(crate) struct Output {
    /// What is to be printed next: whole lines, whenever it may be written out.
    pub(crate) out: Vec<u8>,
    stdout: StdoutLock<'static>,
    is_terminal: bool,
    /// Whether each line is written on its own, at once.
    by_lines: bool,
    error_is_terminal: bool,
}

impl Output {
    pub(crate) fn new() -> Self {
        Self {
            out: Vec::with_capacity(FULL + (4 << 10)),
            stdout: io::stdout().lock(),
            is_terminal: io::stdout().is_terminal(),
            by_lines: false,
            error_is_terminal: io::stderr().is_terminal(),
        }
    }

    /// Whether nothing is held back, and each line is written on its own: where others write to the
    /// same pipe or file, their lines come in between, but not in the middle of one.
    pub(crate) fn line_buffered(mut self, by_lines: bool) -> Self {
        self.by_lines = by_lines;
        self
    }

    /// Writes out what is held back.
    pub(crate) fn flush(&mut self) -> Result<(), Stop> {
        let written = if self.by_lines {
            let mut lines = self.out.split_inclusive(|&byte| byte == b'\n');
            lines.try_for_each(|line| write(&mut self.stdout, self.is_terminal, line))
        } else {
            write(&mut self.stdout, self.is_terminal, &self.out)
        };
        self.out.clear();
        written
    }

    /// Prints whole lines, however many.
    pub(crate) fn print(&mut self, lines: &[u8]) -> Result<(), Stop> {
        if self.by_lines {
            self.out.extend_from_slice(lines);
            return self.flush();
        }
        if self.out.len() + lines.len() < FULL {
            self.out.extend_from_slice(lines);
            return Ok(());
        }
        self.flush()?;
        if lines.len() < FULL {
            self.out.extend_from_slice(lines);
            return Ok(());
        }
        write(&mut self.stdout, self.is_terminal, lines)
    }

    /// Writes out what is held back if it has become much.
    pub(crate) fn flush_if_full(&mut self) -> Result<(), Stop> {
        if self.out.len() < FULL {
            return Ok(());
        }
        self.flush()
    }

    /// Whether the end of a run is a failure, which is told. That nobody reads on is none.
    pub(crate) fn has_failed(&mut self, end: Result<(), Stop>) -> bool {
        let (what, error) = match end {
            Ok(()) | Err(Stop::Closed) => return false,
            Err(Stop::Failed(error)) => ("standard output", error),
            Err(Stop::Spilled(error)) => ("temporary file", error),
        };
        let _ = self.complain(Path::new(what), &SystemReason(&error));
        true
    }

    /// Says on standard error what is wrong with an input. It comes behind the hits found before.
    pub(crate) fn complain(&mut self, path: &Path, reason: &dyn Display) -> Result<(), Stop> {
        self.complain_at(path, None, reason)
    }

    /// Says on standard error why a file could not be read.
    pub(crate) fn complain_of(&mut self, error: &Error) -> Result<(), Stop> {
        self.complain(error.path(), &reason(error))
    }

    /// As `complain`, of a place in the input.
    pub(crate) fn complain_at(
        &mut self,
        path: &Path,
        place: Option<Position>,
        reason: &dyn Display,
    ) -> Result<(), Stop> {
        let flushed = self.flush();
        // Where standard error is gone, too, there is nobody left to tell.
        let _ = progress::apart(|| self.say(path, place, reason));
        flushed
    }

    /// Says on standard error what a reader of an archive should know.
    pub(crate) fn warn(&mut self, path: &Path, offset: u64, what: Warning) -> Result<(), Stop> {
        self.complain(path, &format_args!("byte {offset}: {what}"))
    }

    /// Says on standard error, line by line, what belongs to no input. It comes behind all hits.
    pub(crate) fn note(&mut self, note: &dyn Display) -> Result<(), Stop> {
        let flushed = self.flush();
        for line in note.to_string().lines() {
            let _ = writeln!(io::stderr(), "urlsift: {line}");
        }
        flushed
    }

    /// Says it in one write: a signal may come in between.
    fn say(&self, path: &Path, place: Option<Position>, reason: &dyn Display) -> io::Result<()> {
        let mut line = Vec::from(b"urlsift: ");
        self.write(&mut line, path.as_os_str().as_encoded_bytes())?;
        if let Some(Position {
            line: number,
            column,
        }) = place
        {
            write!(line, ":{number}:{column}")?;
        }
        line.extend_from_slice(b": ");
        // A reason may name another path.
        self.write(&mut line, reason.to_string().as_bytes())?;
        line.push(b'\n');
        io::stderr().write_all(&line)
    }

    fn write(&self, line: &mut Vec<u8>, text: &[u8]) -> io::Result<()> {
        if self.error_is_terminal {
            return write_escaped(line, text);
        }
        line.extend_from_slice(text);
        Ok(())
    }
}

/// Writes whole lines to standard output, unless a signal has ended the run.
fn write(stdout: &mut StdoutLock<'_>, is_terminal: bool, lines: &[u8]) -> Result<(), Stop> {
    if lines.is_empty() {
        return Ok(());
    }
    let Some(_writing) = interrupt::writing() else {
        return Err(Stop::Closed);
    };
    let mut write = || {
        stdout.write_all(lines)?;
        stdout.flush()
    };
    if is_terminal {
        progress::apart(write)?;
    } else {
        write()?;
    }
    Ok(())
}

/// Why a file could not be read, and which flag would help.
pub(crate) fn reason(error: &Error) -> String {
    let fault = error.io_error().and_then(Fault::of);
    match fault.map(Fault::kind) {
        Some(FaultKind::Window { .. }) => format!("{error} (see --max-window)"),
        _ => error.to_string(),
    }
}
