//! What is printed.

use clap::{Args, ValueEnum};

#[derive(Args, Debug)]
#[command(next_help_heading = "What is printed")]
// Each flag is a switch of its own on the command line, and this mirrors it.
#[expect(clippy::struct_excessive_bools)]
pub(crate) struct Printing {
    /// Print JSON, one object a line, with places, pieces and warnings
    #[arg(long, overrides_with_all = ["count", "files_with_matches", "files_without_match"])]
    pub(crate) json: bool,

    /// Print the line of each URL (the default on a terminal and with several files)
    #[arg(
        short = 'n',
        long,
        overrides_with = "no_line_number",
        conflicts_with = "range"
    )]
    pub(crate) line_number: bool,

    /// Print no line numbers
    #[arg(short = 'N', long, overrides_with = "line_number")]
    pub(crate) no_line_number: bool,

    /// Print the file of each URL (the default with several files)
    #[arg(short = 'H', long, overrides_with = "no_filename")]
    pub(crate) with_filename: bool,

    /// Print no file names, and lines only if -n asks for them or on a terminal
    #[arg(short = 'I', long, overrides_with = "with_filename")]
    pub(crate) no_filename: bool,

    /// Print the date, sender and subject of each message in front of its URLs
    ///
    /// One line, `1995-01-31 Jim <jim@a.example>: Re: URLs`, the date in UTC, behind the path where
    /// that is printed. An empty line stands between messages. The URLs of a file without messages
    /// have no such line. JSON always says of each URL which message it is in.
    #[arg(long)]
    pub(crate) messages: bool,

    /// Print only how many URLs each file has. Of -c, -l, -L and --json, the last one counts
    #[arg(short, long, overrides_with_all = ["files_with_matches", "files_without_match"])]
    pub(crate) count: bool,

    /// Print only the names of files with a URL
    #[arg(short = 'l', long, overrides_with = "files_without_match")]
    pub(crate) files_with_matches: bool,

    /// Print only the names of files without a URL; exit with 0 if there is one
    ///
    /// A file that cannot be read to its end is not among them.
    #[arg(short = 'L', long)]
    pub(crate) files_without_match: bool,

    /// Print nothing, whatever else is asked for, and stop at the first URL
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Stop after this many URLs of each file
    #[arg(short, long, value_name = "NUM")]
    pub(crate) max_count: Option<u64>,

    /// Print a NUL behind file names, and expect one behind those of --files-from
    #[arg(short = '0', long)]
    pub(crate) null: bool,

    /// Write each line on its own, as soon as it is known
    ///
    /// Lines are held back only as long as there is something to read, so that hits in what trickles in
    /// come at once. This is for several processes that write to the same file.
    #[arg(long)]
    pub(crate) line_buffered: bool,

    /// Tell what was opened but gave no URL, and why: on standard error, or among the JSON
    #[arg(long)]
    pub(crate) rejected: bool,

    /// Tell how much was found, hidden and rejected: on standard error, or as the last JSON object
    #[arg(long)]
    pub(crate) stats: bool,

    /// Tell on standard error how far the search has come
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Progress::Auto)]
    pub(crate) progress: Progress,

    /// Colour the output
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Progress {
    /// A line on a terminal, of a search that takes more than two seconds
    Auto,
    /// A JSON object each second, and one at the end
    Json,
    /// Nothing
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless the environment has `NO_COLOR` or a dumb `TERM`
    Auto,
    Always,
    Never,
}
