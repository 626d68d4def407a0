//! The `urlsift` command.

use std::{
    env,
    process::ExitCode,
    sync::atomic::{AtomicBool, Ordering},
};

/// Whether the process began without a standard output. This is found out before `main`: the standard library opens
/// `/dev/null` in its place there, so that all output would be lost without an error.
static HAS_NO_STDOUT: AtomicBool = AtomicBool::new(false);

#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look_for_stdout() {
    let is_open = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_ok();
    HAS_NO_STDOUT.store(!is_open, Ordering::Relaxed);
}

fn main() -> ExitCode {
    let has_no_stdout = HAS_NO_STDOUT.load(Ordering::Relaxed);
    urlsift_cli::run_process(env::args_os().collect(), has_no_stdout).into()
}
