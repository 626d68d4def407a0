//! The requested command.

use clap::{CommandFactory, error::ErrorKind};

use super::{
    check, harvest, info,
    pick::{self, PickMode, PickTask},
    search, split,
};
use crate::{
    flags::args::{Cli, Command, Document},
    options::{CheckOptions, HarvestOptions, InfoOptions, SearchOptions, SplitOptions},
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

impl Task {
    /// Resolves the flags.
    ///
    /// # Errors
    ///
    /// Returns an error if a value is invalid.
    pub(crate) fn resolve(cli: Cli) -> Result<Self, clap::Error> {
        if let Some(document) = cli.generate {
            return Ok(Self::Generate(document));
        }
        let Some(command) = cli.command else {
            return Err(Cli::command().error(ErrorKind::MissingSubcommand, "a command is required"));
        };
        let (name, task) = match command {
            Command::List(list) => ("list", search::list(list).map(Self::search)),
            Command::Grep(grep) => ("grep", search::grep(grep).map(Self::search)),
            Command::Check(check) => ("check", check::resolve(check).map(Self::Check)),
            Command::Info(info) => ("info", Ok(Self::Info(info::resolve(info)))),
            Command::Pick(pick) => ("pick", pick::resolve(pick).map(Self::pick)),
            Command::Harvest(flags) => {
                let options = harvest::resolve(*flags);
                (
                    "harvest",
                    options.map(|options| Self::Harvest(Box::new(options))),
                )
            }
            Command::Split(split) => ("split", Ok(Self::Split(split::resolve(split)))),
        };
        task.map_err(|reason| invalid(name, &reason))
    }

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

/// Returns a usage error of a command, in clap's wording. `reason` names the value.
fn invalid(command: &str, reason: &str) -> clap::Error {
    let mut cli = Cli::command();
    cli.build();
    let command = cli.find_subcommand_mut(command);
    let message = format!("invalid value {reason}");
    match command {
        Some(command) => command.error(ErrorKind::ValueValidation, message),
        None => cli.error(ErrorKind::ValueValidation, message),
    }
}
