//! A run of `pick`.

use std::{
    env,
    fs::File,
    io::{self, IsTerminal},
};

use clap::Parser;

use super::{color::paints, search};
use crate::{
    flags::args::{Cli, Command, List, Pick, Picking},
    options::SearchOptions,
    pick::{Opener, keyboard},
};

/// Everything that a run of `pick` has to know.
#[derive(Debug)]
pub(crate) struct Picks {
    /// The same without anybody who picks.
    pub(crate) plan: SearchOptions,
    pub(crate) opener: Opener,
    /// Whether what is picked is printed.
    pub(crate) prints: bool,
    pub(crate) color: bool,
    pub(crate) tty: File,
}

/// Who picks.
pub(super) enum Picked {
    Somebody(Box<Picks>),
    /// All is printed.
    Nobody(Box<SearchOptions>),
}

impl Picks {
    /// Resolves the flags, or says which value is no good.
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
            opener: open.map_or_else(browser, Ok)?,
            prints: print,
            color: paints(color, true),
            tty,
        })))
    }
}

/// The command that links are opened with.
fn command(text: &str) -> Result<Opener, String> {
    let opener = Opener::command(text);
    opener.map_err(|error| format!("'{text}' for '--open <CMD>': {error}"))
}

/// What the environment says that they are opened with.
fn browser() -> Result<Opener, String> {
    let opener = Opener::browser(env::var_os("BROWSER"));
    opener.map_err(|error| format!("of BROWSER in the environment: {error}"))
}

/// What `list` does by default.
fn list_without_flags() -> Result<List, String> {
    let cli = Cli::try_parse_from(["urlsift", "list"]).map_err(|error| error.to_string())?;
    match cli.command {
        Some(Command::List(list)) => Ok(list),
        _ => Err("of 'list'".into()),
    }
}

/// The terminal, if there is one on which somebody can pick.
fn terminal() -> Option<File> {
    let term = env::var_os("TERM")?;
    let can_move = !term.is_empty() && term != "dumb";
    can_move.then(keyboard)?.ok()
}
