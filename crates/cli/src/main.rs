//! The `urlsift` command: turns flags into options, runs the libraries, and prints the results.
//!
//! The modules are layers; each imports only those to its right:
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

use commands::{check, generate, harvest, info, pick, sandbox, search, split};
use flags::Task;
use term::{
    exit::Exit,
    interrupt,
    output::{Output, Stop},
};

fn main() -> ExitCode {
    let request = flags::request().unwrap_or_else(|error| exit_early(&error));
    // Before the first other thread, which would not be restricted.
    if let Err(reason) = sandbox::enter(&request) {
        // If standard error fails too, there is nowhere to report it.
        let _ = Output::new().note(&format_args!("--sandbox=require: {reason}"));
        return Exit::Error.into();
    }
    interrupt::watch();
    match request.task {
        // The worker threads may outlive this function.
        Task::Search(options) => search::run(Box::leak(options)),
        Task::Check(options) => check::run(&options),
        Task::Info(options) => info::run(&options),
        Task::Split(options) => split::run(&options),
        Task::Harvest(options) => harvest::run(&options),
        Task::Pick(task) => pick::run(Box::leak(task)),
        Task::Generate(document) => generate::run(document),
    }
    .into()
}

/// Prints the requested help, or a usage error, and exits.
fn exit_early(error: &clap::Error) -> ! {
    if !error.use_stderr() {
        let printed = error.print().and_then(|()| io::stdout().flush());
        let has_failed = Output::new().has_failed(printed.map_err(Stop::from));
        process::exit(Exit::Selected.or_error(has_failed).code().into());
    }
    let text = error.render().to_string();
    let Some(message) = text.strip_prefix("error: ") else {
        // The help of a call without arguments.
        error.exit();
    };
    // The message quotes values, which must not control a terminal. If standard error fails, the exit status
    // still reports the error.
    let message = term::escape::escaped_lines(&format!("urlsift: {message}"));
    let _ = io::stderr().write_all(message.as_bytes());
    process::exit(error.exit_code());
}
