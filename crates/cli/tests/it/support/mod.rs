//! Runs the program with a time limit and checks its output.

#[cfg(target_os = "linux")]
pub(crate) mod blocked;
pub(crate) mod check_reports;
#[cfg(unix)]
pub(crate) mod console;
mod in_process;
pub(crate) mod links;
pub(crate) mod mailbox;
#[cfg(unix)]
pub(crate) mod pty;
pub(crate) mod rows;
pub(crate) mod session;
pub(crate) mod terminal;

use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// The time limit of a run, sufficient on a slow machine.
pub(crate) const TIMEOUT: Duration = Duration::from_mins(1);

/// The example in the appendix of RFC 1738.
pub(crate) const RFC_EXAMPLE: &str =
    "   Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc;
   type=d> but you can probably pick it up from <URL:ftp://ds.in
   ternic.net/rfc>.  Note the warning in <URL:http://ds.internic.
   net/instructions/overview.html#WARNING>.
";

/// The result of a run.
pub(crate) struct Outcome {
    /// The exit status as a shell reports it: 128 plus the signal number for a signal.
    pub(crate) status: i32,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

impl Outcome {
    /// Returns standard output, which must be UTF-8.
    pub(crate) fn out(&self) -> &str {
        str::from_utf8(&self.stdout).expect("UTF-8 on standard output")
    }

    /// Returns standard error, which must be UTF-8.
    pub(crate) fn err(&self) -> &str {
        str::from_utf8(&self.stderr).expect("UTF-8 on standard error")
    }

    /// Parses each line of standard output as JSON. The last line must be terminated.
    pub(crate) fn json(&self) -> Vec<Value> {
        let text = self.out();
        assert!(
            text.is_empty() || text.ends_with('\n'),
            "a truncated line: {text}"
        );
        text.lines()
            .map(|line| serde_json::from_str(line).expect("JSON on every line"))
            .collect()
    }

    /// Asserts the exit status, the exact standard output and an empty standard error.
    #[track_caller]
    pub(crate) fn gives(&self, status: i32, stdout: &str) {
        assert_eq!(String::from_utf8_lossy(&self.stderr), "");
        assert_eq!(String::from_utf8_lossy(&self.stdout), stdout);
        assert_eq!(self.status, status);
    }

    /// Asserts a usage error: status 2, no output, and a message that contains each of `mentions`.
    #[track_caller]
    pub(crate) fn refuses(&self, mentions: &[&str]) {
        assert_eq!(self.out(), "");
        assert_eq!(self.status, 2, "{}", self.err());
        assert!(self.err().starts_with("urlsift: "), "{}", self.err());
        for mention in mentions {
            self.says(mention);
        }
    }

    /// Asserts that standard error contains a text.
    #[track_caller]
    pub(crate) fn says(&self, text: &str) {
        let err = self.err();
        assert!(err.contains(text), "no {text} in: {err}");
    }

    /// Asserts that standard output contains a text.
    #[track_caller]
    pub(crate) fn shows(&self, text: &str) {
        let out = self.out();
        assert!(out.contains(text), "no {text} in: {out}");
    }

    /// Asserts the standard output, one diagnostic for each path in order, and status 2.
    #[track_caller]
    pub(crate) fn gives_errors(&self, stdout: &str, paths: &[&str]) {
        assert_eq!(self.out(), stdout);
        let diagnostics: Vec<_> = self.err().lines().collect();
        assert_eq!(diagnostics.len(), paths.len(), "{diagnostics:#?}");
        for (diagnostic, path) in diagnostics.iter().zip(paths) {
            let reason = diagnostic.strip_prefix(&format!("urlsift: {path}: "));
            assert!(
                reason.is_some_and(|text| !text.trim().is_empty()),
                "{path}: {diagnostic}"
            );
        }
        assert_eq!(self.status, 2);
    }
}

/// Environment variables that affect the program.
const ENVIRONMENT: [&str; 6] = [
    "NO_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "TERM",
    "COLUMNS",
    "URLSIFT_OPTS",
];

/// Returns the program's command with [`ENVIRONMENT`] unset.
pub(crate) fn urlsift() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urlsift"));
    for name in ENVIRONMENT {
        command.env_remove(name);
    }
    command
}

/// Returns a shell that runs a line, in which `$URLSIFT` is the program.
pub(crate) fn shell_line(line: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", line]);
    shell.env("URLSIFT", env!("CARGO_BIN_EXE_urlsift"));
    shell
}

/// Returns the command with default handling of SIGHUP, SIGINT and SIGTERM, which a background test run may
/// ignore. Elsewhere than on Linux, returns the command unchanged.
pub(crate) fn with_default_signals(command: &Command) -> Command {
    let mut with = if cfg!(target_os = "linux") {
        let mut env = Command::new("env");
        env.arg("--default-signal=HUP,INT,TERM")
            .arg(command.get_program());
        env
    } else {
        Command::new(command.get_program())
    };
    with.args(command.get_args());
    if let Some(dir) = command.get_current_dir() {
        with.current_dir(dir);
    }
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => with.env(name, value),
            None => with.env_remove(name),
        };
    }
    with
}

/// Runs the program as a process with empty standard input.
pub(crate) fn run(args: &[&str]) -> Outcome {
    run_command(urlsift().args(args), b"")
}

/// Runs the command with the given standard input, in this process.
pub(crate) fn run_with(args: &[&str], stdin: &[u8]) -> Outcome {
    let (status, stdout, stderr) = in_process::run_here(args, stdin);
    Outcome {
        status,
        stdout,
        stderr,
    }
}

/// Runs the program in a directory with empty standard input.
pub(crate) fn run_in(dir: impl AsRef<Path>, args: &[impl AsRef<OsStr>]) -> Outcome {
    run_command(urlsift().args(args).current_dir(dir), b"")
}

/// Writes a script that can be run.
///
/// Another process writes it: a file that is still open for writing in a process that another test forks at the same
/// time cannot be run.
#[cfg(unix)]
pub(crate) fn write_script(path: &Path, script: &str) {
    let mut shell = Command::new("/bin/sh");
    shell
        .args(["-c", "cat >\"$0\" && chmod 755 \"$0\""])
        .arg(path);
    assert_eq!(run_command(&mut shell, script.as_bytes()).status, 0);
}

/// Runs a command with the given bytes piped to its standard input.
pub(crate) fn run_command(command: &mut Command, stdin: &[u8]) -> Outcome {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let mut stdout = child.stdout.take().expect("a pipe");
    let mut stderr = child.stderr.take().expect("a pipe");
    thread::scope(|scope| {
        scope.spawn(move || match pipe.write_all(stdin) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => panic!("{error}"),
            _ => {}
        });
        let out = scope.spawn(move || read_all(&mut stdout));
        let err = scope.spawn(move || read_all(&mut stderr));
        let status = wait(&mut child);
        Outcome {
            status,
            stdout: out.join().expect("standard output is read"),
            stderr: err.join().expect("standard error is read"),
        }
    })
}

/// Waits for a child to exit and returns its shell status. Kills it after [`TIMEOUT`].
pub(crate) fn wait(child: &mut Child) -> i32 {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child to wait for") {
            return shell_status(status);
        }
        if start.elapsed() > TIMEOUT {
            child.kill().expect("a child to kill");
            panic!("the program hangs");
        }
        thread::sleep(Duration::from_millis(2));
    }
}

#[cfg(unix)]
fn shell_status(status: ExitStatus) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    let by_signal = || 128 + status.signal().expect("a status or a signal");
    status.code().unwrap_or_else(by_signal)
}

#[cfg(not(unix))]
fn shell_status(status: ExitStatus) -> i32 {
    status.code().expect("an exit status")
}

fn read_all(from: &mut impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes).expect("a readable pipe");
    bytes
}

/// Returns the number of LFs.
pub(crate) fn line_breaks(bytes: &[u8]) -> usize {
    bytes.split(|&byte| byte == b'\n').count() - 1
}

/// Returns a new directory with the given files. Missing parent directories are created.
pub(crate) fn dir_with<T: AsRef<[u8]>>(files: &[(&str, T)]) -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory");
    for (name, text) in files {
        let path = dir.path().join(name);
        let parent = path.parent().expect("a file in a directory");
        std::fs::create_dir_all(parent).expect("a directory");
        std::fs::write(path, text).expect("a file");
    }
    dir
}

/// Creates a FIFO.
#[cfg(unix)]
pub(crate) fn mkfifo(path: &Path) {
    let status = Command::new("mkfifo")
        .arg(path)
        .status()
        .expect("mkfifo runs");
    assert!(status.success(), "mkfifo {}", path.display());
}

/// Prints why a test is skipped, bypassing the test harness's capture of standard error.
pub(crate) fn skip(why: &str) {
    writeln!(io::stderr(), "skipped: {why}").expect("standard error");
}
