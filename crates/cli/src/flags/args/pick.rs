//! The flags of `pick`.

use std::path::PathBuf;

use clap::Args;

use super::{files::Files, filtering::Filtering, finding::Finding, printing::Color, values};

#[derive(Args, Debug)]
pub(crate) struct Pick {
    /// Files to read, directories to walk; `-` or none: standard input
    #[arg(value_name = "PATH", value_parser = values::path())]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) picking: Picking,
    #[command(flatten)]
    pub(crate) files: Files,
    #[command(flatten)]
    pub(crate) finding: Finding,
    #[command(flatten)]
    pub(crate) filtering: Filtering,
}

/// What becomes of what is picked.
#[derive(Args, Debug)]
#[command(next_help_heading = "What becomes of what is picked")]
pub(crate) struct Picking {
    /// Open links with this program, and not with what BROWSER names
    ///
    /// CMD is split into words as a shell does it, but no shell is called: %s in a word stands for the
    /// URL, %% for %; without %s the URL is the last argument. The program has the terminal, and
    /// is waited for; but not if CMD ends in ` &`.
    #[arg(long, value_name = "CMD")]
    pub(crate) open: Option<String>,

    /// Let Enter print the marked links, or the one at hand, on standard output, and quit
    #[arg(long)]
    pub(crate) print: bool,

    /// Ask nothing, and print every URL, as `list` does
    #[arg(long, overrides_with = "print")]
    pub(crate) print_all: bool,

    /// Colour the screen, or what is printed
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
}
