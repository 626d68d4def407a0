//! The `urlsift` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    urlsift_cli::run_process().into()
}
