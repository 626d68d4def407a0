//! The commands and their flags.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, Parser, Subcommand};

use super::{
    files::Files,
    filtering::Filtering,
    finding::Finding,
    generating::{self, Document},
    lists::Lists,
    looks::Looks,
    matching::Matching,
    others::{Check, Info, Split},
    pick::Pick,
    printing::Printing,
    records::Records,
    values,
};
use crate::flags::help;

/// Sift delimited URLs, <URL:...> and <http://...>, out of mail, news and text
///
/// Finds URLs in angle brackets, as RFC 1738 recommends them, and puts together what line breaks,
/// quote marks and gateways have torn apart. Says which bytes of the file each one came from.
#[derive(Debug, Parser)]
#[command(
    name = "urlsift",
    version,
    propagate_version = true,
    override_usage = "urlsift <COMMAND>\n       urlsift --generate <WHAT>",
    arg_required_else_help = true,
    args_conflicts_with_subcommands = true,
    after_help = help::overview(),
    max_term_width = 100
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Print a manual page or the completions of a shell: man, man-list, man-grep, man-check, man-info,
    /// man-split, man-pick, complete-bash, complete-zsh, complete-fish, complete-elvish
    #[arg(
        long,
        value_name = "WHAT",
        value_parser = generating::document(),
        hide_possible_values = true,
    )]
    pub(crate) generate: Option<Document>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print every URL
    #[command(after_help = help::below(&help::LIST), args_override_self = true)]
    List(List),
    /// Print the URLs in which a pattern matches
    #[command(after_help = help::below(&help::GREP), args_override_self = true)]
    Grep(Grep),
    /// Judge and explain URLs
    #[command(after_help = help::below(&help::CHECK), args_override_self = true)]
    Check(Check),
    /// Print what archives hold
    #[command(after_help = help::below(&help::INFO), args_override_self = true)]
    Info(Info),
    /// Print byte ranges of archives, for parallel jobs
    #[command(after_help = help::below(&help::SPLIT), args_override_self = true)]
    Split(Split),
    /// Choose links on the terminal: open, copy or print them
    #[command(after_help = help::below(&help::PICK), args_override_self = true)]
    Pick(Pick),
}

#[derive(Args, Debug)]
pub(crate) struct List {
    /// Files to read, directories to walk; `-` or none: standard input
    #[arg(value_name = "PATH", value_parser = values::path())]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args, Debug)]
pub(crate) struct Grep {
    /// What to look for
    #[arg(value_name = "PATTERN", required_unless_present_any = ["regexp", "pattern_files"])]
    pub(crate) pattern: Option<OsString>,

    /// Files to read, directories to walk; `-` or none: standard input
    #[arg(value_name = "PATH", value_parser = values::path())]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) matching: Matching,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// The flags that every search has.
#[derive(Args, Debug)]
pub(crate) struct Common {
    #[command(flatten)]
    pub(crate) lists: Lists,
    #[command(flatten)]
    pub(crate) files: Files,
    #[command(flatten)]
    pub(crate) finding: Finding,
    #[command(flatten)]
    pub(crate) filtering: Filtering,
    #[command(flatten)]
    pub(crate) printing: Printing,
    #[command(flatten)]
    pub(crate) records: Records,
    #[command(flatten)]
    pub(crate) looks: Looks,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_flags_are_consistent() {
        super::Cli::command().debug_assert();
    }
}
