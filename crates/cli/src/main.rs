//! The `urlsift` command: flags in, reports out. It finds nothing itself.
//!
//! Its modules are layers, each of which imports only those to its right:
//! `commands -> flags -> options -> report -> select -> term`.

mod commands;
mod flags;
mod options;
mod report;
mod select;
mod term;

use std::{
    io::{self, Write},
    process::{self, ExitCode},
};

use commands::{check, generate, info, pick, search, split};
use flags::Task;
use term::interrupt;

fn main() -> ExitCode {
    interrupt::watch();
    let task = flags::parse()
        .and_then(Task::resolve)
        .unwrap_or_else(|error| refuse(&error));
    match task {
        // The threads may outlive all but the process.
        Task::Search(options) => search::run(Box::leak(options)),
        Task::Check(options) => check::run(&options),
        Task::Info(options) => info::run(&options),
        Task::Split(options) => split::run(&options),
        Task::Pick(picks) => pick::run(Box::leak(picks)),
        Task::Generate(document) => generate::run(document),
    }
    .into()
}

/// Tells what is wrong with the command line, or what it asks to be told of the program, and ends. Values are
/// quoted, and some are read from files: none may drive a terminal.
fn refuse(error: &clap::Error) -> ! {
    let told = error.render().to_string();
    let escaped = term::escape::escaped_lines(&told);
    if !error.use_stderr() || escaped == told {
        error.exit();
    }
    // Where it cannot be told, the status tells enough.
    let _ = io::stderr().write_all(escaped.as_bytes());
    process::exit(error.exit_code());
}
