//! The command that the flags ask for.

use clap::{CommandFactory, error::ErrorKind};

use super::{
    check, info,
    picks::{Picked, Picks},
    search, split,
};
use crate::{
    flags::args::{Cli, Command, Document},
    options::{CheckOptions, InfoOptions, SearchOptions, SplitOptions},
};

/// A command and its options.
#[derive(Debug)]
pub(crate) enum Task {
    /// Find URLs in files.
    Search(Box<SearchOptions>),
    /// Judge URLs given by hand.
    Check(CheckOptions),
    /// Say what files hold.
    Info(InfoOptions),
    /// Say where files can be cut.
    Split(SplitOptions),
    /// Let somebody choose among the URLs of files.
    Pick(Box<Picks>),
    /// Print a manual page or completions.
    Generate(Document),
}

impl Task {
    /// Resolves the flags.
    ///
    /// # Errors
    ///
    /// A value that does not parse, as clap words it.
    pub(crate) fn resolve(cli: Cli) -> Result<Self, clap::Error> {
        if let Some(document) = cli.generate {
            return Ok(Self::Generate(document));
        }
        let Some(command) = cli.command else {
            return Err(Cli::command().error(ErrorKind::MissingSubcommand, "a command is missing"));
        };
        let (name, task) = match command {
            Command::List(list) => ("list", search::list(list).map(Self::search)),
            Command::Grep(grep) => ("grep", search::grep(grep).map(Self::search)),
            Command::Check(check) => ("check", check::resolve(check).map(Self::Check)),
            Command::Info(info) => ("info", Ok(Self::Info(info::resolve(info)))),
            Command::Pick(pick) => ("pick", Picks::resolve(pick).map(Self::pick)),
            Command::Split(split) => ("split", Ok(Self::Split(split::resolve(split)))),
        };
        task.map_err(|what| invalid(name, &what))
    }

    fn pick(picked: Picked) -> Self {
        match picked {
            Picked::Somebody(picks) => Self::Pick(picks),
            Picked::Nobody(options) => Self::Search(options),
        }
    }

    fn search(options: SearchOptions) -> Self {
        Self::Search(Box::new(options))
    }
}

/// A usage error of a command, as clap words those that it finds itself.
fn invalid(command: &str, what: &str) -> clap::Error {
    let mut cli = Cli::command();
    cli.build();
    let command = cli.find_subcommand_mut(command);
    let message = format!("invalid value {what}");
    match command {
        Some(command) => command.error(ErrorKind::ValueValidation, message),
        None => cli.error(ErrorKind::ValueValidation, message),
    }
}
