//! The command, as which a process of Python may run.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command as this process, and returns its exit status. Worker threads may still run.
#[pyfunction]
#[pyo3(name = "_run_command", signature = (arguments, /, *, has_no_stdout))]
pub(crate) fn run_command(py: Python<'_>, arguments: Vec<OsString>, has_no_stdout: bool) -> u8 {
    let exit = py.detach(|| urlsift_cli::run_process(arguments, has_no_stdout));
    exit.code()
}
