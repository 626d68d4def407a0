//! Runs a program to its end, times it, and counts the lines that it writes.

use std::{
    env,
    ffi::OsStr,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use flate2::Crc;

use crate::Error;

/// How a program gets its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It opens the file.
    Path,
    /// It reads the file from a pipe.
    Pipe,
}

impl How {
    /// The word for it in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Pipe => "pipe",
        }
    }
}

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Ran {
    /// From before the process is made to after it is gone.
    pub time: Duration,
    /// The most memory it had, in KiB, where the system tells.
    pub peak: Option<u64>,
    /// How it ended.
    pub status: ExitStatus,
    /// How many lines it wrote.
    pub lines: u64,
}

/// Runs a program on an input. What it writes goes through a pipe and is dropped: there are programs
/// that do less when they see that they write to the null device.
///
/// # Errors
///
/// If it cannot be run, or its pipes break.
pub fn run(
    program: &Path,
    args: &[impl AsRef<OsStr>],
    input: &Path,
    how: How,
) -> Result<Ran, Error> {
    watch(program, args, input, how, |_| {})
}

/// The same, with a checksum of all that it wrote. That takes time: it is not for what is timed.
///
/// # Errors
///
/// If it cannot be run, or its pipes break.
pub fn sum_up(
    program: &Path,
    args: &[impl AsRef<OsStr>],
    input: &Path,
    how: How,
) -> Result<(Ran, u32), Error> {
    let mut sum = Crc::new();
    let ran = watch(program, args, input, how, |bytes| sum.update(bytes))?;
    Ok((ran, sum.sum()))
}

fn watch(
    program: &Path,
    args: &[impl AsRef<OsStr>],
    input: &Path,
    how: How,
    see: impl FnMut(&[u8]),
) -> Result<Ran, Error> {
    let mut command = Command::new(program);
    command.args(args).stdout(Stdio::piped());
    match how {
        How::Path => command.arg(input).stdin(Stdio::null()),
        How::Pipe => command.arg("-").stdin(Stdio::piped()),
    };
    let start = Instant::now();
    let mut child = command.spawn()?;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let lines = thread::scope(|scope| {
        let feeder = stdin.map(|stdin| scope.spawn(move || feed(input, stdin)));
        let lines = drain(stdout.ok_or("no pipe")?, see)?;
        if let Some(feeder) = feeder {
            feeder.join().map_err(|_| "the feeder panicked")??;
        }
        Ok::<_, Error>(lines)
    })?;
    let (status, peak) = wait(child)?;
    Ok(Ran {
        time: start.elapsed(),
        peak,
        status,
        lines,
    })
}

/// Where the program of this name is, if this machine has it.
#[must_use]
pub fn find(name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders)
        .map(|folder| folder.join(&file))
        .find(|path| path.is_file())
}

fn feed(input: &Path, mut stdin: ChildStdin) -> io::Result<()> {
    // The kernel moves the pages itself where it can, so that feeding costs little.
    io::copy(&mut File::open(input)?, &mut stdin)?;
    Ok(())
}

/// Reads until the end and counts the lines.
fn drain(mut from: impl Read, mut see: impl FnMut(&[u8])) -> io::Result<u64> {
    let mut block = vec![0; 1 << 16];
    let mut lines = 0;
    loop {
        let written = match from.read(&mut block)? {
            0 => return Ok(lines),
            len => &block[..len],
        };
        lines += memchr::memchr_iter(b'\n', written).count() as u64;
        see(written);
    }
}

/// Waits for a child. Its peak is at least what this process had when the child was made, so this
/// process must stay small: it streams all that it makes and reads.
#[cfg(target_os = "linux")]
#[expect(
    clippy::needless_pass_by_value,
    reason = "it must not be waited for again"
)]
fn wait(child: Child) -> io::Result<(ExitStatus, Option<u64>)> {
    use std::{mem::MaybeUninit, os::unix::process::ExitStatusExt};

    let pid = libc::pid_t::try_from(child.id()).map_err(io::Error::other)?;
    let mut status = 0;
    let mut usage = MaybeUninit::zeroed();
    loop {
        #[expect(
            unsafe_code,
            reason = "the standard library does not tell a child's peak"
        )]
        // SAFETY: both pointers are to writable places of the types that `wait4` fills, which live
        // through the call; and `pid` is our own child, for which nobody else waits, so that the
        // system has not given its number away.
        let waited = unsafe { libc::wait4(pid, &raw mut status, 0, usage.as_mut_ptr()) };
        if waited == pid {
            break;
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    #[expect(unsafe_code, reason = "as above")]
    // SAFETY: all fields are numbers, for which the zeros from before the call are values, too.
    let usage: libc::rusage = unsafe { usage.assume_init() };
    Ok((
        ExitStatus::from_raw(status),
        u64::try_from(usage.ru_maxrss).ok(),
    ))
}

/// Waits for a child.
#[cfg(not(target_os = "linux"))]
fn wait(mut child: Child) -> io::Result<(ExitStatus, Option<u64>)> {
    Ok((child.wait()?, None))
}
