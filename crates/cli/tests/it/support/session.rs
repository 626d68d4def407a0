//! A run that is talked to while it goes on.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{LIMIT, urlsift, wait};

/// A running program; what it prints is read a line at a time, and only when asked for.
pub(crate) struct Session {
    child: Child,
    stdin: Option<ChildStdin>,
    stderr: ChildStderr,
    lines: Receiver<Vec<u8>>,
}

impl Session {
    /// Starts the program.
    pub(crate) fn of(args: &[&str]) -> Self {
        Self::start(urlsift().args(args))
    }

    /// Starts a command, with a pipe at each end.
    pub(crate) fn start(command: &mut Command) -> Self {
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
        Self {
            child,
            stdin,
            stderr,
            lines,
        }
    }

    /// Writes to its standard input, which stays open.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("standard input is open");
        stdin.write_all(bytes).expect("it reads");
    }

    /// Closes its standard input.
    pub(crate) fn close(&mut self) {
        self.stdin = None;
    }

    /// The next line of its standard output, with its LF; waits for it a while.
    #[track_caller]
    pub(crate) fn line(&mut self) -> String {
        let line = self.lines.recv_timeout(Duration::from_secs(10));
        let line = line.unwrap_or_else(|error| {
            let _ = self.child.kill();
            panic!("no line: {error}");
        });
        String::from_utf8(line).expect("UTF-8 on standard output")
    }

    /// Sends it a signal, by name.
    #[cfg(unix)]
    pub(crate) fn signal(&self, name: &str) {
        let kill = format!("kill -{name} {}", self.child.id());
        let status = Command::new("sh")
            .args(["-c", &kill])
            .status()
            .expect("sh runs");
        assert!(status.success(), "{kill}");
    }

    /// Closes the reading end of its standard output, at the latest with the next line it prints.
    pub(crate) fn hang_up(&mut self) {
        let (_, closed) = sync_channel(0);
        self.lines = closed;
    }

    /// Writes until it has ended, as nobody reads any more.
    pub(crate) fn write_to_its_end(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("standard input is open");
        let start = Instant::now();
        while stdin.write_all(bytes).is_ok() {
            assert!(start.elapsed() < LIMIT, "it goes on without a reader");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for its end without reading what it prints.
    pub(crate) fn end_unread(mut self) -> i32 {
        wait(&mut self.child)
    }

    /// Waits for its end: the exit status, the rest of its output, its complaints.
    pub(crate) fn end(mut self) -> (i32, Vec<u8>, String) {
        let mut rest = Vec::new();
        loop {
            match self.lines.recv_timeout(LIMIT) {
                Ok(line) => rest.extend(line),
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {
                    let _ = self.child.kill();
                    panic!("it neither prints nor ends");
                }
            }
        }
        let status = wait(&mut self.child);
        let mut stderr = String::new();
        self.stderr
            .read_to_string(&mut stderr)
            .expect("UTF-8 on standard error");
        (status, rest, stderr)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // A test that failed leaves no process behind; one that has ended cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
