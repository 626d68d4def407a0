//! The `urlsift` command: flags in, reports out. It finds nothing itself.

mod args;
mod exit;
mod interrupt;
mod output;
mod pattern;
mod plan;
mod report;
mod run;
mod terminal;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    interrupt::watch();
    let plan = plan::Plan::resolve(args::Cli::parse()).unwrap_or_else(|error| error.exit());
    run::run(&plan).into()
}
