//! What is printed for other programs, and of what occurs again.

use std::num::NonZeroU64;

use clap::{Args, ValueEnum};

use super::values;

/// Lines of text around a URL, which have no place among what is for programs.
const CONTEXT: [&str; 3] = ["after_context", "before_context", "context"];

/// What is printed in another way than tables are.
const NO_TABLES: [&str; 9] = [
    "tally",
    "json",
    "count",
    "files_with_matches",
    "files_without_match",
    "messages",
    "after_context",
    "before_context",
    "context",
];

#[derive(Args, Debug)]
#[command(next_help_heading = "Tables, counts, and what occurs again")]
pub(crate) struct Records {
    /// Print each URL by a template of the JSON's fields: '{url}\t{message.date}\t{host}'
    ///
    /// Fields of objects have a dot, lists have commas, and what is not known is empty. \t, \n, \r, \0
    /// and \\ stand for a tab, a line break, a carriage return, a NUL and a backslash, {{ and }} for
    /// braces. A line break follows, unless the template ends in \n or \0. Control characters in a
    /// value are printed as \xNN.
    #[arg(
        long,
        value_name = "TEMPLATE",
        conflicts_with_all = NO_TABLES,
        conflicts_with_all = ["csv", "tsv"]
    )]
    pub(crate) format: Option<String>,

    /// Print a table with commas between the columns, and their names in the first line
    ///
    /// The columns: url, conforms, scheme, host, port, path, line, column, offset, end; date, from,
    /// subject, newsgroups and `message_id` of its message; part, type, header, warnings, resolved.
    /// Values are quoted as RFC 4180 has it, and LF ends each line.
    #[arg(long, conflicts_with_all = NO_TABLES, conflicts_with = "tsv")]
    pub(crate) csv: bool,

    /// The same with tabs between them; in a value, \t, \n, \r and \\ are escaped
    #[arg(long, conflicts_with_all = NO_TABLES)]
    pub(crate) tsv: bool,

    /// Select only the first occurrence of each URL (url); or of each host (host), or of each URL in
    /// each message (message)
    ///
    /// A URL is known by its first reading that is printed, a host in either case; URLs without a host
    /// have all the same, an empty one. A file without messages is like one message.
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "url",
        hide_possible_values = true,
        conflicts_with_all = CONTEXT
    )]
    pub(crate) unique: Option<Unique>,

    /// Print only how often each URL occurs (url), or each host (host), the most frequent first; with
    /// --json, as objects
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "url",
        hide_possible_values = true,
        conflicts_with_all = CONTEXT,
        conflicts_with_all = ["count", "files_with_matches", "files_without_match", "messages"]
    )]
    pub(crate) tally: Option<Tally>,

    /// How much memory --unique and --tally take each, about, before they go on in temporary files: a
    /// number of bytes, with K, M or G of KiB, MiB or GiB
    #[arg(long, value_name = "SIZE", value_parser = values::some_bytes, default_value = "64M")]
    pub(crate) buffer_size: NonZeroU64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Unique {
    Url,
    Host,
    Message,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Tally {
    Url,
    Host,
}
