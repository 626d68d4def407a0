//! Buffered standard output.

use std::io;
#[cfg(target_os = "linux")]
use std::iter;

use super::{interrupt, progress_line, streams::Streams};

/// Bytes per write: large enough to amortize the system call, but below the capacity of a pipe (64 KiB on Linux),
/// so that a write to an empty pipe does not block.
const BUFFER_SIZE: usize = 60 << 10;

/// The minimum number of bytes that are written without being copied to the buffer. Most chunks are nearly as large as
/// the buffer.
const MIN_WRITE: usize = BUFFER_SIZE / 2;

/// Why a run stops early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The reader has closed the pipe, as `| head` does.
    Closed,
    /// Writing to standard output failed.
    Failed(io::Error),
    /// A temporary file could not be written or read.
    TempFile(io::Error),
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
    /// The buffer. It holds whole records whenever it may be flushed.
    pub(crate) out: Vec<u8>,
    writer: Writer,
    /// Whether each record is written immediately.
    line_buffered: bool,
}

impl Output {
    /// Creates an output to standard output.
    pub(crate) fn new(streams: &Streams) -> Self {
        Self {
            out: Vec::with_capacity(BUFFER_SIZE + (4 << 10)),
            writer: Writer {
                streams: streams.clone(),
                kind: OutputKind::of_stdout(streams),
                record_end: b'\n',
            },
            line_buffered: false,
        }
    }

    /// Sets the byte that ends a record: a line feed by default, so that a record is a line.
    pub(crate) fn records_end_in(mut self, record_end: u8) -> Self {
        self.writer.record_end = record_end;
        self
    }

    /// Sets whether each record is written immediately, in a separate write. Records of other processes that write
    /// to the same pipe or file then cannot end up within a record.
    pub(crate) fn line_buffered(mut self, line_buffered: bool) -> Self {
        self.line_buffered = line_buffered;
        self
    }

    /// Returns the streams of the run.
    pub(crate) fn streams(&self) -> &Streams {
        &self.writer.streams
    }

    /// Writes the buffer.
    pub(crate) fn flush(&mut self) -> Result<(), Stop> {
        let written = if self.line_buffered {
            let end = self.writer.record_end;
            let mut records = self.out.split_inclusive(|&byte| byte == end);
            records.try_for_each(|record| self.writer.write(record))
        } else {
            self.writer.write(&self.out)
        };
        self.out.clear();
        written
    }

    /// Prints any number of whole records.
    pub(crate) fn print(&mut self, records: &[u8]) -> Result<(), Stop> {
        if self.line_buffered {
            self.out.extend_from_slice(records);
            return self.flush();
        }
        if self.out.len() + records.len() >= BUFFER_SIZE {
            self.flush()?;
        }
        if self.out.is_empty() && records.len() >= MIN_WRITE {
            return self.writer.write(records);
        }
        self.out.extend_from_slice(records);
        Ok(())
    }

    /// Writes the buffer if it is full.
    pub(crate) fn flush_if_full(&mut self) -> Result<(), Stop> {
        if self.out.len() < BUFFER_SIZE {
            return Ok(());
        }
        self.flush()
    }
}

/// The kind of file that standard output is.
#[derive(Clone, Copy, Debug)]
enum OutputKind {
    Terminal,
    /// A pipe, with its capacity in bytes.
    #[cfg(target_os = "linux")]
    Pipe(usize),
    Other,
}

impl OutputKind {
    fn of_stdout(streams: &Streams) -> Self {
        if streams.stdout_is_terminal() {
            return Self::Terminal;
        }
        #[cfg(target_os = "linux")]
        if streams.are_of_process()
            && let Ok(capacity) = rustix::pipe::fcntl_getpipe_size(io::stdout())
        {
            return Self::Pipe(capacity);
        }
        Self::Other
    }
}

/// Standard output.
#[derive(Debug)]
struct Writer {
    streams: Streams,
    kind: OutputKind,
    record_end: u8,
}

impl Writer {
    /// Writes whole records, unless a signal has been received.
    fn write(&mut self, records: &[u8]) -> Result<(), Stop> {
        if records.is_empty() {
            return Ok(());
        }
        let Some(_guard) = interrupt::begin_write() else {
            return Err(Stop::Closed);
        };
        match self.kind {
            OutputKind::Terminal => progress_line::suspended(|| self.streams.write_out(records))?,
            #[cfg(target_os = "linux")]
            OutputKind::Pipe(capacity) => {
                for write in atomic_writes(records, self.record_end, || atomic_size(capacity)) {
                    if interrupt::requested().is_some() {
                        return Err(Stop::Closed);
                    }
                    self.streams.write_out(write)?;
                }
            }
            OutputKind::Other => self.streams.write_out(records)?,
        }
        Ok(())
    }
}

/// The maximum size of a write to a pipe that is always atomic.
#[cfg(target_os = "linux")]
const PIPE_BUF: usize = rustix::pipe::PIPE_BUF;

/// Returns the maximum size of a write to standard output, a pipe, that is atomic now: the capacity if the pipe is
/// empty, otherwise `PIPE_BUF`.
#[cfg(target_os = "linux")]
fn atomic_size(capacity: usize) -> usize {
    match rustix::io::ioctl_fionread(io::stdout()) {
        Ok(0) => capacity.max(PIPE_BUF),
        _ => PIPE_BUF,
    }
}

/// Splits records into writes that are atomic, so that a write that blocks forever leaves no partial record in the
/// pipe. `record_end` ends each. `max_size` is called before each write. A longer record is written separately.
#[cfg(target_os = "linux")]
fn atomic_writes(
    mut records: &[u8],
    record_end: u8,
    max_size: impl Fn() -> usize,
) -> impl Iterator<Item = &[u8]> {
    iter::from_fn(move || {
        if records.is_empty() {
            return None;
        }
        let size = max_size().min(records.len());
        let end = if size == records.len() {
            size
        } else {
            let last = memchr::memrchr(record_end, &records[..size]);
            let end = last.or_else(|| memchr::memchr(record_end, records));
            end.map_or(records.len(), |at| at + 1)
        };
        let write;
        (write, records) = records.split_at(end);
        Some(write)
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::cell::Cell;

    use super::atomic_writes;

    #[test]
    fn writes_are_whole_records_and_atomic_if_each_record_is() {
        for (records, max_size, expected) in [
            ("", 4, &[][..]),
            ("a\nb\n", 4, &["a\nb\n"]),
            ("a\nb\nc\n", 4, &["a\nb\n", "c\n"]),
            ("a\nb\nc\n", 3, &["a\n", "b\n", "c\n"]),
            ("abcdef\ng\n", 4, &["abcdef\n", "g\n"]),
            ("a\nbcdef", 4, &["a\n", "bcdef"]),
        ] {
            let with_nul = records.replace('\n', "\0");
            let expected_with_nul = expected.iter().map(|write| write.replace('\n', "\0"));
            let all: Vec<_> = atomic_writes(records.as_bytes(), b'\n', || max_size).collect();
            let expected: Vec<_> = expected.iter().map(|write| write.as_bytes()).collect();
            assert_eq!(all, expected, "{records:?} {max_size}");
            let all = atomic_writes(with_nul.as_bytes(), 0, || max_size);
            assert!(
                all.eq(expected_with_nul.map(String::into_bytes)),
                "{with_nul:?} {max_size}"
            );
        }
        // The size is requested before each write.
        let calls = Cell::new(0);
        let max_size = || {
            calls.set(calls.get() + 1);
            if calls.get() == 1 { 2 } else { 100 }
        };
        let all: Vec<_> = atomic_writes(b"a\nb\nc\n", b'\n', max_size).collect();
        assert_eq!(all, [&b"a\n"[..], b"b\nc\n"]);
    }
}
