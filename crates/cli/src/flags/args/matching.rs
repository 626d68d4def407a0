//! What `grep` looks for.

use std::{ffi::OsString, path::PathBuf};

use clap::Args;

use super::values;

#[derive(Args, Debug)]
#[command(next_help_heading = "What matches")]
// Each flag is a switch of its own on the command line, and this mirrors it.
#[expect(clippy::struct_excessive_bools)]
pub(crate) struct Matching {
    /// Look for this pattern; may be given several times, for any of them. PATTERN is then a PATH
    #[arg(short = 'e', long, value_name = "PATTERN", allow_hyphen_values = true)]
    pub(crate) regexp: Vec<OsString>,

    /// Look for the patterns in this file, one a line; `-` is standard input. PATTERN is then a PATH
    ///
    /// A line may end in LF or in CRLF. An empty one is a pattern that matches everywhere; a file
    /// without lines has none, and matches nowhere. May be given several times, and with -e.
    #[arg(short = 'f', long = "file", value_name = "FILE", value_parser = values::path())]
    pub(crate) pattern_files: Vec<PathBuf>,

    /// Patterns are fixed strings, not regular expressions
    #[arg(short = 'F', long)]
    pub(crate) fixed_strings: bool,

    /// Letters match in either case
    #[arg(short, long, overrides_with_all = ["case_sensitive", "smart_case"])]
    pub(crate) ignore_case: bool,

    /// Letters match in their own case only (the default)
    #[arg(short = 's', long, overrides_with_all = ["ignore_case", "smart_case"])]
    pub(crate) case_sensitive: bool,

    /// Letters match in either case, unless one in a pattern is upper case; the S of \S is none
    #[arg(short = 'S', long, overrides_with_all = ["ignore_case", "case_sensitive"])]
    pub(crate) smart_case: bool,

    /// A match begins and ends where a word does
    #[arg(short = 'w', long, overrides_with = "line_regexp")]
    pub(crate) word_regexp: bool,

    /// A match is the whole URL
    #[arg(short = 'x', long, overrides_with = "word_regexp")]
    pub(crate) line_regexp: bool,

    /// Select the URLs in which no pattern matches
    #[arg(short = 'v', long)]
    pub(crate) invert_match: bool,
}
