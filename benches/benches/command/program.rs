//! Child processes that run alternately, with checked answers.

use std::{
    collections::HashMap,
    ffi::OsString,
    fs::File,
    hash::{DefaultHasher, Hasher},
    io::{self, Read},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use urlsift_benches::{Error, baseline};
use wait4::Wait4;

/// A program with its arguments and its expected answer.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) name: &'static str,
    command: PathBuf,
    pub(crate) args: Vec<OsString>,
    /// The file for standard input.
    stdin: Option<PathBuf>,
    /// The expected number of lines, if known. Each turn must write as many lines as the first one.
    lines: Option<u64>,
    /// The name of the output. Programs with the same name must write the same bytes.
    output: &'static str,
    /// Whether to accept any exit status, and not only the one that matches the number of lines.
    any_status: bool,
}

/// One run of a program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// The time from before the start of the process to after its end.
    pub(crate) time: Duration,
    /// The peak resident memory in bytes.
    pub(crate) peak: u64,
    pub(crate) lines: u64,
}

impl Program {
    /// Creates a program that reads a file: by its path, or through a pipe if the last argument is `-`.
    pub(crate) fn new(name: &'static str, command: &Path, args: &[&str], file: &Path) -> Self {
        let mut args: Vec<OsString> = args.iter().map(OsString::from).collect();
        let is_piped = args.last().is_some_and(|arg| arg == "-");
        if !is_piped {
            args.push(file.into());
        }
        Self {
            name,
            command: command.into(),
            args,
            stdin: is_piped.then(|| file.into()),
            lines: None,
            output: name,
            any_status: false,
        }
    }

    pub(crate) fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    pub(crate) fn lines(self, lines: Option<u64>) -> Self {
        Self { lines, ..self }
    }

    pub(crate) fn output(self, output: &'static str) -> Self {
        Self { output, ..self }
    }

    /// Accepts every exit status, but no signal.
    pub(crate) fn any_status(self) -> Self {
        Self {
            any_status: true,
            ..self
        }
    }

    /// Runs the program, and passes each block of its standard output to `on_block`.
    ///
    /// The peak memory of a child is at least the memory of its parent at the start, so this process must stay small.
    pub(crate) fn run(&self, mut on_block: impl FnMut(&[u8])) -> Result<Run, Error> {
        let stdin = match &self.stdin {
            Some(path) => Some(File::open(path)?),
            None => None,
        };
        let mut command = Command::new(&self.command);
        command.args(&self.args).stdout(Stdio::piped());
        let input = stdin.as_ref().map_or_else(Stdio::null, |_| Stdio::piped());
        command.stdin(input);
        let start = Instant::now();
        let mut child = command.spawn()?;
        let pipe = child.stdin.take();
        let mut stdout = child.stdout.take().ok_or("no pipe from the child")?;
        let lines = thread::scope(|scope| {
            if let (Some(mut file), Some(mut pipe)) = (stdin, pipe) {
                // A failure is ignored: a child that stops reading early gives a wrong answer.
                scope.spawn(move || io::copy(&mut file, &mut pipe));
            }
            let (mut block, mut lines) = (vec![0; 64 << 10], 0);
            loop {
                match stdout.read(&mut block)? {
                    0 => return Ok::<_, io::Error>(lines),
                    len => {
                        lines += baseline::count(b'\n', &block[..len]);
                        on_block(&block[..len]);
                    }
                }
            }
        })?;
        let ended = child.wait4()?;
        let time = start.elapsed();
        if let Some(expected) = self.lines.filter(|&expected| expected != lines) {
            return Err(format!("{}: {lines} lines, not {expected}", self.name).into());
        }
        // Like grep, urlsift and ripgrep exit with status 1 if they find nothing.
        let code = ended.status.code();
        let is_right = if self.any_status {
            code.is_some()
        } else {
            code == Some((lines == 0).into())
        };
        if !is_right {
            return Err(format!("{}: {}", self.name, ended.status).into());
        }
        let peak = ended.rusage.maxrss;
        Ok(Run { time, peak, lines })
    }
}

/// Runs the programs alternately, `turns` times each. A first turn warms the cache and compares the outputs; its
/// figures count only if `turns` is 0.
pub(crate) fn take_turns(programs: &[Program], turns: usize) -> Result<Vec<Vec<Run>>, Error> {
    let (mut digests, mut first) = (HashMap::new(), Vec::new());
    for program in programs {
        let mut digest = DefaultHasher::new();
        first.push(program.run(|block| digest.write(block))?);
        let digest = digest.finish();
        if *digests.entry(program.output).or_insert(digest) != digest {
            return Err(format!("{}: not the output of the others", program.name).into());
        }
    }
    let mut runs = vec![Vec::new(); programs.len()];
    for _ in 0..turns {
        for ((program, first), runs) in programs.iter().zip(&first).zip(&mut runs) {
            let program = program.clone().lines(Some(first.lines));
            runs.push(program.run(|_| {})?);
        }
    }
    if turns == 0 {
        runs = first.into_iter().map(|run| vec![run]).collect();
    }
    Ok(runs)
}
