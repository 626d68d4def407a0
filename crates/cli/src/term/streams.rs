//! The standard streams of a run.

use std::{
    env, fmt,
    io::{self, IsTerminal, Read, Write},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use urlsift_search::InputReader;

/// The standard streams of a run: those of the process, or others that a program passes.
///
/// Everything else that a run needs it takes from the process: the working directory, the environment, and standard
/// input where it has the list of `--files-from`.
#[derive(Clone, Default)]
pub struct Streams {
    /// `None` for the streams of the process.
    given: Option<Arc<Given>>,
    /// Whether a shortage was reported.
    has_reported: Arc<AtomicBool>,
    /// Whether the process began without a standard output.
    has_no_stdout: bool,
}

struct Given {
    stdin: SharedReader,
    stdout: Mutex<Box<dyn Write + Send>>,
    stderr: Mutex<Box<dyn Write + Send>>,
}

/// A stream whose clones read on where the last one stopped.
#[derive(Clone)]
struct SharedReader(Arc<Mutex<Box<dyn Read + Send>>>);

impl Read for SharedReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        lock(&self.0).read(into)
    }
}

impl Streams {
    /// Creates streams that are no terminals.
    #[must_use]
    pub fn new(
        stdin: impl Read + Send + 'static,
        stdout: impl Write + Send + 'static,
        stderr: impl Write + Send + 'static,
    ) -> Self {
        let given = Given {
            stdin: SharedReader(Arc::new(Mutex::new(Box::new(stdin)))),
            stdout: Mutex::new(Box::new(stdout)),
            stderr: Mutex::new(Box::new(stderr)),
        };
        Self {
            given: Some(Arc::new(given)),
            has_reported: Arc::default(),
            has_no_stdout: false,
        }
    }

    /// Returns the streams of the process.
    #[must_use]
    pub fn of_process() -> Self {
        Self::default()
    }

    /// Returns the streams of a process that began without a standard output, to which writing is an error.
    pub(crate) fn without_stdout() -> Self {
        Self {
            has_no_stdout: true,
            ..Self::default()
        }
    }

    /// Returns whether these are the streams of the process.
    pub(crate) fn are_of_process(&self) -> bool {
        self.given.is_none()
    }

    pub(crate) fn stdin_is_terminal(&self) -> bool {
        self.are_of_process() && io::stdin().is_terminal()
    }

    pub(crate) fn stdout_is_terminal(&self) -> bool {
        self.are_of_process() && io::stdout().is_terminal()
    }

    pub(crate) fn stderr_is_terminal(&self) -> bool {
        self.are_of_process() && io::stderr().is_terminal()
    }

    /// Returns whether standard error is a terminal that can show a line of progress.
    pub(crate) fn can_show_progress(&self) -> bool {
        self.stderr_is_terminal() && env::var_os("TERM").is_none_or(|term| term != "dumb")
    }

    /// Returns standard input as an input, unless it is that of the process.
    pub(crate) fn input(&self) -> Option<InputReader> {
        let given = self.given.as_ref()?;
        Some(InputReader::new("-", given.stdin.clone()))
    }

    /// Returns standard input.
    pub(crate) fn stdin(&self) -> Box<dyn Read> {
        match &self.given {
            None => Box::new(io::stdin().lock()),
            Some(given) => Box::new(given.stdin.clone()),
        }
    }

    /// Writes to standard output.
    pub(crate) fn write_out(&self, bytes: &[u8]) -> io::Result<()> {
        match &self.given {
            None if self.has_no_stdout => Err(io::Error::other("is closed")),
            None => write(&mut io::stdout(), bytes),
            Some(given) => write(&mut *lock(&given.stdout), bytes),
        }
    }

    /// Writes to standard error.
    pub(crate) fn write_err(&self, bytes: &[u8]) -> io::Result<()> {
        match &self.given {
            None => io::stderr().write_all(bytes),
            Some(given) => write(&mut *lock(&given.stderr), bytes),
        }
    }

    /// Returns whether this is the first report of a shortage.
    pub(super) fn begin_report(&self) -> bool {
        !self.has_reported.swap(true, Ordering::Relaxed)
    }
}

fn lock<T>(stream: &Mutex<T>) -> MutexGuard<'_, T> {
    // The caller's stream copes with a write that was cut short.
    stream.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write(stream: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
    stream.write_all(bytes)?;
    stream.flush()
}

impl fmt::Debug for Streams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Streams").finish_non_exhaustive()
    }
}
