//! The `urlsift` command: flags in, reports out. It finds nothing itself.

mod args;
mod check;
mod exit;
mod filter;
mod generate;
mod hyperlink;
mod info;
mod interrupt;
mod output;
mod pattern;
mod plan;
mod progress;
mod report;
mod run;
mod sheet;
mod split;
mod tally;
mod terminal;
mod unique;

use std::process::ExitCode;

use plan::Task;

fn main() -> ExitCode {
    interrupt::watch();
    let task = args::parse()
        .and_then(Task::resolve)
        .unwrap_or_else(|error| error.exit());
    match task {
        // The threads may outlive all but the process.
        Task::Search(plan) => run::run(Box::leak(plan)),
        Task::Check(checks) => check::run(&checks),
        Task::Info(surveys) => info::run(&surveys),
        Task::Split(splits) => split::run(&splits),
        Task::Generate(document) => generate::run(document),
    }
    .into()
}
