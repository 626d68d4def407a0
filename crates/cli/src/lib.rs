//! The `urlsift` command: turns flags into options, runs the libraries, and prints the results.
//!
//! [`run`] is the command as a function of its arguments and [`Streams`]. [`run_process`] is the program: it also
//! handles signals and restricts the process.
//!
//! The modules are layers; each imports only those to its right:
//! `commands -> flags -> options -> report -> select -> term`.
//!
//! ```
//! use std::{ffi::OsString, io};
//!
//! use urlsift_cli::{Exit, Streams, run};
//!
//! let mail = &b"see <http://a.example/>"[..];
//! let streams = Streams::new(mail, io::sink(), io::sink());
//! let args = ["urlsift", "list", "-"].map(OsString::from);
//! assert_eq!(run(args.to_vec(), &streams), Exit::Selected);
//! ```

#![forbid(unsafe_code)]

mod commands;
mod flags;
mod options;
mod report;
mod select;
mod term;

use std::ffi::OsString;

use commands::{check, generate, harvest, info, pick, sandbox, search, split};
use flags::Task;
use term::{
    interrupt,
    notes::write_note,
    output::{Output, Stop},
};

pub use term::{exit::Exit, streams::Streams};

/// Runs the command with arguments, the first of which is the name of the program.
///
/// The options of a search are never freed, because threads may outlive it.
#[must_use]
pub fn run(args: Vec<OsString>, streams: &Streams) -> Exit {
    match flags::request(args, streams) {
        Ok(request) => run_task(request.task, streams),
        Err(error) => explain(&error, streams),
    }
}

/// Runs the command as this process: with its streams, in a sandbox, and until a signal ends it.
///
/// `has_no_stdout` says whether standard output was closed when the process began. `main` cannot see this any more.
#[must_use]
pub fn run_process(args: Vec<OsString>, has_no_stdout: bool) -> Exit {
    let streams = if has_no_stdout {
        Streams::without_stdout()
    } else {
        Streams::of_process()
    };
    let request = match flags::request(args, &streams) {
        Ok(request) => request,
        Err(error) => return explain(&error, &streams),
    };
    if has_no_stdout && matches!(request.task, Task::Harvest(_)) {
        write_note(&streams, &"standard output is closed");
        return Exit::Error;
    }
    // Before the first other thread, which would not be restricted.
    if let Err(reason) = sandbox::enter(&request) {
        write_note(&streams, &format_args!("--sandbox=require: {reason}"));
        return Exit::Error;
    }
    interrupt::watch(&streams);
    run_task(request.task, &streams)
}

fn run_task(task: Task, streams: &Streams) -> Exit {
    match task {
        // The worker threads may outlive this function.
        Task::Search(options) => search::run(Box::leak(options)),
        Task::Check(options) => check::run(&options),
        Task::Info(options) => info::run(&options),
        Task::Split(options) => split::run(&options),
        Task::Harvest(options) => harvest::run(&options),
        Task::Pick(task) => pick::run(Box::leak(task)),
        Task::Generate(document) => generate::run(document, streams),
    }
}

/// Returns an error by clap without the usage, empty lines and where to find help: what is wrong, and what is right.
fn shortened(message: &str) -> String {
    let end = ["\n\nUsage:", "\n\nFor more information"].map(|end| message.find(end));
    let message = &message[..end.into_iter().flatten().min().unwrap_or(message.len())];
    let lines = message.lines().filter(|line| !line.trim().is_empty());
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Prints the requested help, or a usage error.
fn explain(error: &clap::Error, streams: &Streams) -> Exit {
    let text = error.render().to_string();
    if !error.use_stderr() {
        let printed = if streams.stdout_is_terminal() {
            // In colours.
            error.print()
        } else {
            streams.write_out(text.as_bytes())
        };
        let has_failed = Output::new(streams).has_failed(printed.map_err(Stop::from));
        return Exit::Selected.or_error(has_failed);
    }
    // If standard error fails, the exit status still reports the error.
    let _ = match text.strip_prefix("error: ") {
        // The message quotes values, which must not control a terminal.
        Some(message) => {
            let message = format!("urlsift: {}", shortened(message));
            let message = term::escape::escaped_lines(&message);
            streams.write_err(message.as_bytes())
        }
        // The help of a call without arguments.
        None if streams.stderr_is_terminal() => error.print(),
        None => streams.write_err(text.as_bytes()),
    };
    Exit::Error
}
