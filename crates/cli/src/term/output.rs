//! Buffered standard output, and why writing to it ends.

use std::io::{self, IsTerminal, StdoutLock, Write};

use super::progress_line;
use crate::term::interrupt;

/// Bytes per write: enough to be worth a system call, but less than a pipe holds (64 KiB on Linux), so that a
/// write need not wait for the reader.
const FULL: usize = 60 << 10;

/// Why a run ends before its inputs do.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The reader has closed the pipe, as `| head` does.
    Closed,
    /// Standard output cannot be written.
    Failed(io::Error),
    /// A temporary file cannot be written or read.
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

/// Standard output, buffered.
#[derive(Debug)]
pub(crate) struct Output {
    /// The buffer: whole lines, whenever it may be written.
    pub(crate) out: Vec<u8>,
    stdout: StdoutLock<'static>,
    is_terminal: bool,
    /// Whether each line is written on its own and at once.
    by_lines: bool,
}

impl Output {
    pub(crate) fn new() -> Self {
        Self {
            out: Vec::with_capacity(FULL + (4 << 10)),
            stdout: io::stdout().lock(),
            is_terminal: io::stdout().is_terminal(),
            by_lines: false,
        }
    }

    /// Writes each line on its own and at once: lines of other processes that write to the same pipe or file
    /// come between lines, never within one.
    pub(crate) fn line_buffered(mut self, by_lines: bool) -> Self {
        self.by_lines = by_lines;
        self
    }

    /// Writes the buffer.
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

    /// Writes the buffer if it is full.
    pub(crate) fn flush_if_full(&mut self) -> Result<(), Stop> {
        if self.out.len() < FULL {
            return Ok(());
        }
        self.flush()
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
        progress_line::suspended(write)?;
    } else {
        write()?;
    }
    Ok(())
}
