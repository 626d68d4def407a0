//! Interaction with a running program.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{TIMEOUT, urlsift, wait, with_default_signals};

/// Signals that end the program, each with the exit status.
pub(crate) const SIGNALS: [(&str, i32); 2] = [("INT", 130), ("TERM", 143)];

/// A running program whose output is read line by line on demand.
pub(crate) struct Session {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
    /// The lines of standard error.
    errors: Receiver<String>,
}

impl Session {
    /// Starts the program.
    pub(crate) fn spawn(args: &[&str]) -> Self {
        Self::spawn_command(urlsift().args(args))
    }

    /// Starts the program in a directory.
    pub(crate) fn spawn_in(
        dir: impl AsRef<Path>,
        args: impl IntoIterator<Item = impl AsRef<OsStr>>,
    ) -> Self {
        Self::spawn_command(urlsift().args(args).current_dir(dir))
    }

    /// Starts a command with piped streams and default signal handling.
    pub(crate) fn spawn_command(command: &mut Command) -> Self {
        let mut command = with_default_signals(command);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let stdout = child.stdout.take().expect("a pipe");
        let (sender, lines) = sync_channel(0);
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            loop {
                let mut line = Vec::new();
                let len = stdout
                    .read_until(b'\n', &mut line)
                    .expect("a readable pipe");
                if len == 0 || sender.send(line).is_err() {
                    return;
                }
            }
        });
        let stdin = child.stdin.take();
        let stderr = child.stderr.take().expect("a pipe");
        let (error_sender, errors) = channel();
        thread::spawn(move || {
            let mut stderr = BufReader::new(stderr);
            loop {
                let mut line = String::new();
                let len = stderr
                    .read_line(&mut line)
                    .expect("UTF-8 on standard error");
                if len == 0 || error_sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            stdin,
            lines,
            errors,
        }
    }

    /// Writes to standard input, which stays open.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("standard input is open");
        stdin.write_all(bytes).expect("the program reads");
    }

    /// Closes standard input.
    pub(crate) fn close_stdin(&mut self) {
        self.stdin = None;
    }

    /// Returns the next line of standard output with its LF. Panics after a timeout.
    #[track_caller]
    pub(crate) fn read_line(&mut self) -> String {
        let line = self.lines.recv_timeout(TIMEOUT);
        let line = line.unwrap_or_else(|error| {
            let _ = self.child.kill();
            panic!("no line: {error}");
        });
        String::from_utf8(line).expect("UTF-8 on standard output")
    }

    /// Returns the next line of standard error with its LF. Panics after a timeout.
    #[track_caller]
    pub(crate) fn read_error_line(&mut self) -> String {
        let line = self.errors.recv_timeout(TIMEOUT);
        line.unwrap_or_else(|error| panic!("no line on standard error: {error}"))
    }

    /// Waits for the exit of the program while nobody reads its output.
    pub(crate) fn wait_unread(&mut self) {
        wait(&mut self.child);
    }

    /// Sends a signal by name once the program handles signals.
    #[cfg(unix)]
    pub(crate) fn signal(&self, name: &str) {
        wait_for_signal_handler(self.child.id());
        self.signal_now(name);
    }

    /// Sends a signal and asserts the exit status and that the program prints nothing more.
    #[cfg(unix)]
    #[track_caller]
    pub(crate) fn assert_signal_exits(self, name: &str, status: i32, case: &str) {
        self.signal(name);
        let nothing = (status, vec![], String::new());
        assert_eq!(self.finish(), nothing, "{name} {case}");
    }

    /// Sends a signal by name immediately.
    #[cfg(unix)]
    pub(crate) fn signal_now(&self, name: &str) {
        let kill = format!("kill -{name} {}", self.child.id());
        let status = Command::new("sh")
            .args(["-c", &kill])
            .status()
            .expect("sh runs");
        assert!(status.success(), "{kill}");
    }

    /// Closes the reading end of standard output, at the latest after the next line.
    pub(crate) fn close_stdout(&mut self) {
        let (_, closed) = sync_channel(0);
        self.lines = closed;
    }

    /// Writes until the pipe is closed because nobody reads the output.
    pub(crate) fn write_until_closed(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("standard input is open");
        let start = Instant::now();
        while stdin.write_all(bytes).is_ok() {
            assert!(
                start.elapsed() < TIMEOUT,
                "the program continues without a reader"
            );
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for the exit. Returns the exit status, the remaining output and standard error.
    pub(crate) fn finish(mut self) -> (i32, Vec<u8>, String) {
        let mut rest = Vec::new();
        loop {
            match self.lines.recv_timeout(TIMEOUT) {
                Ok(line) => rest.extend(line),
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {
                    let _ = self.child.kill();
                    panic!("the program neither prints nor exits");
                }
            }
        }
        let status = wait(&mut self.child);
        // Until it is closed.
        (status, rest, self.errors.iter().collect())
    }
}

/// Waits until the program with this process ID handles signals. An earlier signal could be lost or end the program
/// before it reads anything.
#[cfg(unix)]
pub(crate) fn wait_for_signal_handler(id: u32) {
    if cfg!(not(target_os = "linux")) {
        return;
    }
    let tasks = format!("/proc/{id}/task");
    let start = Instant::now();
    loop {
        let tasks = std::fs::read_dir(&tasks).expect("the program runs");
        let mut names = tasks.flatten().map(|task| {
            let name = std::fs::read_to_string(task.path().join("comm"));
            name.unwrap_or_default()
        });
        if names.any(|name| name == "signals\n") {
            return;
        }
        assert!(start.elapsed() < TIMEOUT, "no signal handler was installed");
        thread::sleep(Duration::from_millis(1));
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Kills the program of a failed test. Killing an exited program fails harmlessly.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
