//! The requested command.

use clap::{CommandFactory, error::ErrorKind};

use super::{
    check, harvest, info,
    pick::{self, PickMode, PickTask},
    refusal::Refusal,
    search, split,
};
use crate::{
    flags::args::{Cli, Command, Document, Sandbox},
    options::{CheckOptions, HarvestOptions, InfoOptions, SearchOptions, SplitOptions},
    term::streams::Streams,
};

/// A command and its options.
#[derive(Debug)]
pub(crate) enum Task {
    /// Find URLs in files.
    Search(Box<SearchOptions>),
    /// Validate URLs.
    Check(CheckOptions),
    /// Print statistics about files.
    Info(InfoOptions),
    /// Print ranges of files.
    Split(SplitOptions),
    /// Make a data set.
    Harvest(Box<HarvestOptions>),
    /// Let the user choose among the URLs of files.
    Pick(Box<PickTask>),
    /// Print a manual page or completions.
    Generate(Document),
}

/// What the command line asks for.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) task: Task,
    /// Whether the task runs in the sandbox.
    pub(crate) sandbox: Sandbox,
}

impl Request {
    /// Resolves the flags.
    ///
    /// # Errors
    ///
    /// Returns an error if a value is invalid.
    pub(crate) fn resolve(cli: Cli, streams: &Streams) -> Result<Self, clap::Error> {
        if let Some(document) = cli.generate {
            let (task, sandbox) = (Task::Generate(document), Sandbox::Off);
            return Ok(Self { task, sandbox });
        }
        let Some(command) = cli.command else {
            return Err(Cli::command().error(ErrorKind::MissingSubcommand, "a command is required"));
        };
        let sandbox = sandbox(&command);
        let (name, task) = match command {
            Command::List(list) => ("list", search::list(list, streams).map(Task::search)),
            Command::Grep(grep) => ("grep", search::grep(grep, streams).map(Task::search)),
            Command::Check(check) => ("check", Ok(Task::Check(check::resolve(check, streams)))),
            Command::Info(info) => ("info", Ok(Task::Info(info::resolve(info, streams)))),
            Command::Pick(pick) => ("pick", pick::resolve(pick, streams).map(Task::pick)),
            Command::Harvest(flags) => {
                let options = harvest::resolve(*flags, streams);
                (
                    "harvest",
                    options.map(|options| Task::Harvest(Box::new(options))),
                )
            }
            Command::Split(split) => ("split", Ok(Task::Split(split::resolve(split, streams)))),
        };
        let task = task.map_err(|refusal| refused(name, refusal))?;
        Ok(Self { task, sandbox })
    }
}

/// Returns whether a command runs in the sandbox. `pick` runs programs, and writes to the terminal.
fn sandbox(command: &Command) -> Sandbox {
    let flags = match command {
        Command::List(list) => &list.search.sandbox,
        Command::Grep(grep) => &grep.search.sandbox,
        Command::Check(check) => &check.sandbox,
        Command::Info(info) => &info.sandbox,
        Command::Harvest(harvest) => &harvest.sandbox,
        Command::Split(split) => &split.sandbox,
        Command::Pick(_) => return Sandbox::Off,
    };
    flags.sandbox
}

impl Task {
    fn pick(mode: PickMode) -> Self {
        match mode {
            PickMode::Interactive(task) => Self::Pick(task),
            PickMode::PrintAll(options) => Self::Search(options),
        }
    }

    fn search(options: SearchOptions) -> Self {
        Self::Search(Box::new(options))
    }
}

/// Returns a usage error of a command.
fn refused(command: &str, refusal: Refusal) -> clap::Error {
    let mut cli = Cli::command();
    cli.build();
    match cli.find_subcommand_mut(command) {
        Some(command) => refusal.error(command),
        None => refusal.error(&mut cli),
    }
}
