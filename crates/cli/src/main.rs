//! The `urlsift` command: flags in, reports out. It finds nothing itself.

mod args;
mod check;
mod dedup;
mod exit;
mod filter;
mod generate;
mod hyperlink;
mod info;
mod interrupt;
mod output;
mod pattern;
mod pick;
mod plan;
mod progress;
mod report;
mod run;
mod split;
mod tally;
mod terminal;

use std::{
    io::{self, Write},
    process::{self, ExitCode},
};

use plan::Task;

fn main() -> ExitCode {
    interrupt::watch();
    let task = args::parse()
        .and_then(Task::resolve)
        .unwrap_or_else(|error| refuse(&error));
    match task {
        // The threads may outlive all but the process.
        Task::Search(plan) => run::run(Box::leak(plan)),
        Task::Check(checks) => check::run(&checks),
        Task::Info(surveys) => info::run(&surveys),
        Task::Split(splits) => split::run(&splits),
        Task::Pick(picks) => pick::run(Box::leak(picks)),
        Task::Generate(document) => generate::run(document),
    }
    .into()
}

/// Tells what is wrong with the command line, or what it asks to be told of the program, and ends. Values are
/// quoted, and some are read from files: none may drive a terminal.
fn refuse(error: &clap::Error) -> ! {
    let told = error.render().to_string();
    let escaped = terminal::escaped_lines(&told);
    if !error.use_stderr() || escaped == told {
        error.exit();
    }
    // Where it cannot be told, the status tells enough.
    let _ = io::stderr().write_all(escaped.as_bytes());
    process::exit(error.exit_code());
}
