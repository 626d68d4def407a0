//! Programs whose output nobody reads.

use std::io::Read;
use std::os::fd::AsFd;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{TIMEOUT, wait, with_default_signals};

/// A program that a signal has ended while its output was blocked.
pub(crate) struct Blocked {
    pub(crate) status: i32,
    /// The content of the pipe.
    pub(crate) written: Vec<u8>,
}

/// Runs a program until it fills the pipe of a reader that does not read, then sends a signal.
pub(crate) fn signal_blocked_writer(command: &mut Command, signal: &str) -> Blocked {
    let mut child = with_default_signals(command)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let id = child.id();
    let mut stdout = child.stdout.take().expect("a pipe");
    wait_until_full(&stdout);
    let kill = Command::new("sh")
        .args(["-c", &format!("kill -{signal} {id}")])
        .status();
    assert!(kill.expect("sh runs").success());
    // Nobody reads until it has ended.
    let status = wait(&mut child);
    let mut written = Vec::new();
    stdout.read_to_end(&mut written).expect("a pipe");
    Blocked { status, written }
}

/// Waits until a pipe holds nearly all that it can.
fn wait_until_full(pipe: &impl AsFd) {
    let start = Instant::now();
    while rustix::io::ioctl_fionread(pipe).expect("a pipe") <= 60_000 {
        assert!(start.elapsed() < TIMEOUT, "the program does not write");
        thread::sleep(Duration::from_millis(1));
    }
}
