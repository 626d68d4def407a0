//! What `grep` looks for.

use std::ffi::OsString;

use clap::Args;

#[derive(Args, Debug)]
#[command(next_help_heading = "What matches")]
pub(crate) struct Matching {
    /// Look for this pattern; may be given several times, for any of them. PATTERN is then a PATH
    #[arg(short = 'e', long, value_name = "PATTERN", allow_hyphen_values = true)]
    pub(crate) regexp: Vec<OsString>,

    /// Patterns are fixed strings, not regular expressions
    #[arg(short = 'F', long)]
    pub(crate) fixed_strings: bool,

    /// Letters match in either case
    #[arg(short, long)]
    pub(crate) ignore_case: bool,

    /// Select the URLs in which no pattern matches
    #[arg(short = 'v', long)]
    pub(crate) invert_match: bool,
}
