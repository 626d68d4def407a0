//! A run of `pick`.

use std::{
    env,
    fs::File,
    io::{self, IsTerminal},
};

use clap::Parser;
use urlsift_pick::{Opener, PickOptions, open_terminal};

use super::{color::paints, search};
use crate::{
    flags::args::{Cli, Command, List, Pick, Picking},
    options::SearchOptions,
};

/// The options of a run of `pick`.
#[derive(Debug)]
pub(crate) struct Picks {
    /// The search.
    pub(crate) plan: SearchOptions,
    pub(crate) options: PickOptions,
}

/// How links are picked.
pub(super) enum Picked {
    /// By the user, on a terminal.
    Somebody(Box<Picks>),
    /// All links are printed.
    Nobody(Box<SearchOptions>),
}

impl Picks {
    /// Resolves the flags.
    ///
    /// # Errors
    ///
    /// If a value is invalid.
    pub(super) fn resolve(pick: Pick) -> Result<Picked, String> {
        let Pick {
            paths,
            picking,
            files,
            finding,
            filtering,
        } = pick;
        let Picking {
            open,
            print,
            print_all,
            color,
        } = picking;
        let open = open.as_deref().map(command).transpose()?;
        let mut list = list_without_flags()?;
        list.paths = paths;
        list.common.files = files;
        list.common.finding = finding;
        list.common.filtering = filtering;
        list.common.printing.color = color;
        let plan = search::list(list)?;
        let tty = if print_all { None } else { terminal() };
        let Some(tty) = tty else {
            return Ok(Picked::Nobody(Box::new(plan)));
        };
        if plan.input.has_stdin() && io::stdin().is_terminal() {
            let why = "standard input is the terminal, on which nobody could pick then";
            return Err(format!("'-' for '[PATH]...': {why}"));
        }
        Ok(Picked::Somebody(Box::new(Self {
            plan,
            options: PickOptions::new(tty)
                .opener(open.map_or_else(browser, Ok)?)
                .prints(print)
                .color(paints(color, true)),
        })))
    }
}

/// Parses the command that opens links.
fn command(text: &str) -> Result<Opener, String> {
    let opener = Opener::command(text);
    opener.map_err(|error| format!("'{text}' for '--open <CMD>': {error}"))
}

/// Returns the commands that the environment names.
fn browser() -> Result<Opener, String> {
    let opener = Opener::browser(env::var_os("BROWSER"));
    opener.map_err(|error| format!("of BROWSER in the environment: {error}"))
}

/// Returns the default flags of `list`.
fn list_without_flags() -> Result<List, String> {
    let cli = Cli::try_parse_from(["urlsift", "list"]).map_err(|error| error.to_string())?;
    match cli.command {
        Some(Command::List(list)) => Ok(list),
        _ => Err("of 'list'".into()),
    }
}

/// Opens the terminal, if there is one that a picker can run on.
fn terminal() -> Option<File> {
    let term = env::var_os("TERM")?;
    let is_capable = !term.is_empty() && term != "dumb";
    is_capable.then(open_terminal)?.ok()
}
