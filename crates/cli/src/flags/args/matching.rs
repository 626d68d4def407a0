//! Flags that control pattern matching in `grep`.

use std::{ffi::OsString, path::PathBuf};

use clap::Args;

use super::values;

#[derive(Args, Debug)]
#[command(next_help_heading = "Matching")]
// The struct mirrors the command line, where each of these is an independent switch.
#[expect(clippy::struct_excessive_bools)]
pub(crate) struct MatchFlags {
    /// A pattern to search for; repeatable
    ///
    /// A URL matches if any of the patterns does.
    ///
    /// Each line of PATTERN is a pattern. With -e or -f, the argument PATTERN is a PATH.
    #[arg(short = 'e', long, value_name = "PATTERN", allow_hyphen_values = true)]
    pub(crate) regexp: Vec<OsString>,

    /// Read patterns from FILE, one per line; repeatable
    ///
    /// If FILE is `-`, patterns are read from standard input.
    ///
    /// With -e or -f, the argument PATTERN is a PATH. Lines end in LF or CRLF. An empty line is a pattern that matches
    /// every URL; an empty file has no patterns and matches no URL.
    #[arg(short = 'f', long = "file", value_name = "FILE", value_parser = values::path())]
    pub(crate) pattern_files: Vec<PathBuf>,

    /// Treat patterns as regular expressions (the default), undoing -F
    ///
    /// They are always extended ones, with the syntax of Rust's regex crate.
    #[arg(short = 'E', long, overrides_with = "fixed_strings")]
    pub(crate) extended_regexp: bool,

    /// Treat patterns as literal strings
    #[arg(short = 'F', long, overrides_with = "extended_regexp")]
    pub(crate) fixed_strings: bool,

    /// Ignore case
    #[arg(short, long, overrides_with_all = ["case_sensitive", "smart_case"])]
    pub(crate) ignore_case: bool,

    /// Match case (the default)
    #[arg(short = 's', long, overrides_with_all = ["ignore_case", "smart_case"])]
    pub(crate) case_sensitive: bool,

    /// Ignore case unless a pattern has an upper-case letter
    ///
    /// Letters of escapes, such as the S of \S, do not count.
    #[arg(short = 'S', long, overrides_with_all = ["ignore_case", "case_sensitive"])]
    pub(crate) smart_case: bool,

    /// Match only at word boundaries
    #[arg(short = 'w', long, overrides_with = "line_regexp")]
    pub(crate) word_regexp: bool,

    /// Match only whole URLs
    #[arg(short = 'x', long, overrides_with = "word_regexp")]
    pub(crate) line_regexp: bool,

    /// Select the URLs that do not match
    #[arg(short = 'v', long)]
    pub(crate) invert_match: bool,
}
