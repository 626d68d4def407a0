//! What the flags mean together, on this terminal, for these inputs.

mod checks;
mod looks;
mod matching;
mod others;
mod picks;
mod records;
mod search;
mod searched;
mod selection;

use std::{
    env,
    io::{self, IsTerminal},
    path::PathBuf,
};

use clap::{CommandFactory, error::ErrorKind};
use urlsift_search::Unpacker;

use crate::{
    args::{Cli, Color, Command, Document, Packed},
    terminal::Painter,
};

use picks::Picked;

pub(crate) use checks::{CheckShow, Checks};
pub(crate) use looks::Looks;
pub(crate) use others::{Splits, SurveyShow, Surveys};
pub(crate) use picks::Picks;
pub(crate) use records::{Programs, Same, Unique};
pub(crate) use search::{Named, Plan, ProgressShow, Show, Style};
pub(crate) use searched::Searched;
pub(crate) use selection::{BaseText, Selection};

/// What is to be done.
#[derive(Debug)]
pub(crate) enum Task {
    /// Find URLs in files.
    Search(Box<Plan>),
    /// Judge URLs given by hand.
    Check(Checks),
    /// Say what files hold.
    Info(Surveys),
    /// Say where files can be cut.
    Split(Splits),
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
            Command::List(list) => ("list", Plan::list(list).map(Self::search)),
            Command::Grep(grep) => ("grep", Plan::grep(grep).map(Self::search)),
            Command::Check(check) => ("check", Checks::resolve(check).map(Self::Check)),
            Command::Info(info) => ("info", Ok(Self::Info(Surveys::resolve(info)))),
            Command::Pick(pick) => ("pick", Picks::resolve(pick).map(Self::pick)),
            Command::Split(split) => ("split", Ok(Self::Split(Splits::resolve(split)))),
        };
        task.map_err(|what| invalid(name, &what))
    }

    fn pick(picked: Picked) -> Self {
        match picked {
            Picked::Somebody(picks) => Self::Pick(picks),
            Picked::Nobody(plan) => Self::Search(plan),
        }
    }

    fn search(plan: Plan) -> Self {
        Self::Search(Box::new(plan))
    }
}

/// Standard input is read where no path is given.
fn or_stdin(paths: Vec<PathBuf>) -> Vec<PathBuf> {
    if paths.is_empty() {
        vec!["-".into()]
    } else {
        paths
    }
}

fn unpacker(packed: &Packed) -> Option<Unpacker> {
    let unpacker = Unpacker::new().most_window(packed.max_window);
    (!packed.no_decompress).then_some(unpacker)
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

/// How standard output is to be painted. What a terminal will show must not drive it.
fn painter(color: Color) -> Painter {
    Painter {
        color: paints(color, io::stdout().is_terminal()),
        escape: io::stdout().is_terminal() || color == Color::Always,
    }
}

/// Whether what may be a terminal gets colours.
fn paints(color: Color, is_terminal: bool) -> bool {
    match color {
        Color::Auto => is_terminal && wants_color(),
        Color::Always => true,
        Color::Never => false,
    }
}

/// What the environment says of colours (<https://no-color.org>).
fn wants_color() -> bool {
    let is_unset = |name| env::var_os(name).is_none_or(|value| value.is_empty());
    is_unset("NO_COLOR") && env::var_os("TERM").is_none_or(|term| term != "dumb")
}
