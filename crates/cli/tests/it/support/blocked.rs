//! Programs whose output nobody reads.

use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{wait, with_default_signals};

/// A program that a signal has ended while its output was blocked.
pub(crate) struct Blocked {
    pub(crate) status: i32,
    /// The time from the signal to the exit.
    pub(crate) took: Duration,
    /// The content of the pipe.
    pub(crate) written: Vec<u8>,
    pub(crate) stderr: String,
}

/// Runs a program until it fills the pipe of a reader that does not read, then sends a signal.
pub(crate) fn signal_blocked_writer(command: &mut Command, signal: &str) -> Blocked {
    let mut child = with_default_signals(command)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let id = child.id();
    // The program blocks once its count of written bytes stops changing.
    let io = format!("/proc/{id}/io");
    let mut last = String::new();
    for _ in 0..100 {
        thread::sleep(Duration::from_millis(150));
        let now = std::fs::read_to_string(&io).expect("the program runs");
        if now == last {
            break;
        }
        last = now;
    }
    let sent = Instant::now();
    let kill = Command::new("sh")
        .args(["-c", &format!("kill -{signal} {id}")])
        .status();
    assert!(kill.expect("sh runs").success());
    let status = wait(&mut child);
    let took = sent.elapsed();
    let mut written = Vec::new();
    let mut stdout = child.stdout.take().expect("a pipe");
    stdout.read_to_end(&mut written).expect("a pipe");
    let mut stderr = String::new();
    let mut errors = child.stderr.take().expect("a pipe");
    errors.read_to_string(&mut stderr).expect("UTF-8");
    Blocked {
        status,
        took,
        written,
        stderr,
    }
}
