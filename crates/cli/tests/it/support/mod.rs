//! Runs the program and says what came of it; kills it when it hangs.

#[cfg(unix)]
pub(crate) mod console;
pub(crate) mod hits;
pub(crate) mod mailbox;
pub(crate) mod pictures;
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

/// No run takes this long, on a slow machine either.
pub(crate) const LIMIT: Duration = Duration::from_mins(1);

/// The example in the appendix of RFC 1738.
pub(crate) const RFC_EXAMPLE: &str =
    "   Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc;
   type=d> but you can probably pick it up from <URL:ftp://ds.in
   ternic.net/rfc>.  Note the warning in <URL:http://ds.internic.
   net/instructions/overview.html#WARNING>.
";

/// What the example holds, one a line.
pub(crate) const RFC_URLS: &str = "ftp://info.cern.ch/pub/www/doc;type=d
ftp://ds.internic.net/rfc
http://ds.internic.net/instructions/overview.html#WARNING
";

/// What a run gave.
pub(crate) struct Outcome {
    /// The exit status as a shell shows it: 128 and the signal where one ended it.
    pub(crate) status: i32,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

impl Outcome {
    /// Standard output, which has to be UTF-8.
    pub(crate) fn out(&self) -> &str {
        str::from_utf8(&self.stdout).expect("UTF-8 on standard output")
    }

    /// Standard error, which has to be UTF-8.
    pub(crate) fn err(&self) -> &str {
        str::from_utf8(&self.stderr).expect("UTF-8 on standard error")
    }

    /// Each line of standard output as JSON; the last one has to end, too.
    pub(crate) fn json(&self) -> Vec<Value> {
        let text = self.out();
        assert!(
            text.is_empty() || text.ends_with('\n'),
            "half a line: {text}"
        );
        text.lines()
            .map(|line| serde_json::from_str(line).expect("JSON on every line"))
            .collect()
    }

    /// It printed exactly this, complained of nothing, and ended with this status.
    #[track_caller]
    pub(crate) fn gives(&self, status: i32, stdout: &str) {
        assert_eq!(String::from_utf8_lossy(&self.stderr), "");
        assert_eq!(String::from_utf8_lossy(&self.stdout), stdout);
        assert_eq!(self.status, status);
    }

    /// It refused the command line: status 2, a message with each of these in it, no output.
    #[track_caller]
    pub(crate) fn refuses(&self, mentions: &[&str]) {
        assert_eq!(self.out(), "");
        assert_eq!(self.status, 2, "{}", self.err());
        assert!(self.err().starts_with("error: "), "{}", self.err());
        for mention in mentions {
            assert!(
                self.err().contains(mention),
                "no {mention} in: {}",
                self.err()
            );
        }
    }

    /// It printed this, and one complaint for each of these paths, in order, with status 2.
    #[track_caller]
    pub(crate) fn complains(&self, stdout: &str, paths: &[&str]) {
        assert_eq!(self.out(), stdout);
        let complaints: Vec<_> = self.err().lines().collect();
        assert_eq!(complaints.len(), paths.len(), "{complaints:#?}");
        for (complaint, path) in complaints.iter().zip(paths) {
            let reason = complaint.strip_prefix(&format!("urlsift: {path}: "));
            assert!(
                reason.is_some_and(|text| !text.trim().is_empty()),
                "{path}: {complaint}"
            );
        }
        assert_eq!(self.status, 2);
    }
}

/// What tells the program how to look.
const VARIABLES: [&str; 6] = [
    "NO_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "TERM",
    "COLUMNS",
    "URLSIFT_OPTS",
];

/// The program, in an environment that does not tell it how to look.
pub(crate) fn urlsift() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urlsift"));
    for name in VARIABLES {
        command.env_remove(name);
    }
    command
}

/// Runs it with nothing on standard input.
pub(crate) fn run(args: &[&str]) -> Outcome {
    run_with(args, b"")
}

/// Runs it with this on standard input.
pub(crate) fn run_with(args: &[&str], stdin: &[u8]) -> Outcome {
    outcome(urlsift().args(args), stdin)
}

/// Runs it in a directory.
pub(crate) fn run_in(dir: impl AsRef<Path>, args: &[impl AsRef<OsStr>]) -> Outcome {
    outcome(urlsift().args(args).current_dir(dir), b"")
}

/// Runs a command whose standard input is a pipe with these bytes.
pub(crate) fn outcome(command: &mut Command, stdin: &[u8]) -> Outcome {
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

/// Waits for the end, which has to come.
pub(crate) fn wait(child: &mut Child) -> i32 {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child to wait for") {
            return shell_status(status);
        }
        if start.elapsed() > LIMIT {
            child.kill().expect("a child to kill");
            panic!("it hangs");
        }
        thread::sleep(Duration::from_millis(2));
    }
}

#[cfg(unix)]
fn shell_status(status: ExitStatus) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    let by_signal = || 128 + status.signal().expect("a signal where there is no status");
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

/// How many LFs there are.
pub(crate) fn line_breaks(bytes: &[u8]) -> usize {
    bytes.split(|&byte| byte == b'\n').count() - 1
}

/// A new directory with these files in it; the directories above them are made.
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

/// Makes a FIFO.
#[cfg(unix)]
pub(crate) fn mkfifo(path: &Path) {
    let status = Command::new("mkfifo")
        .arg(path)
        .status()
        .expect("mkfifo runs");
    assert!(status.success(), "mkfifo {}", path.display());
}

/// Says why a test cannot run here, past the harness that keeps what tests print.
pub(crate) fn skip(why: &str) {
    writeln!(io::stderr(), "skipped: {why}").expect("standard error");
}
