//! Flags that control what is printed.

use clap::{Args, ValueEnum};

use super::values;

#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Output")]
// The struct mirrors the command line, where each of these is an independent switch.
#[expect(clippy::struct_excessive_bools)]
pub(crate) struct OutputFlags {
    /// Print JSON, one object per line
    ///
    /// An object has the URL, its parts, its position and its warnings.
    #[arg(long, overrides_with_all = ["count", "files_with_matches", "files_without_match"])]
    pub(crate) json: bool,

    /// With --json, print errors as objects, not on standard error
    ///
    /// Each object has the path, the offset if the file could be opened, a stable code and the text of an error. It
    /// follows the URLs that were found before the error.
    #[arg(long, conflicts_with = "tally")]
    pub(crate) json_errors: bool,

    /// Print line numbers
    ///
    /// This is the default on a terminal.
    #[arg(
        short = 'n',
        long,
        overrides_with = "no_line_number",
        conflicts_with = "range"
    )]
    pub(crate) line_number: bool,

    /// Do not print line numbers
    #[arg(short = 'N', long, overrides_with = "line_number")]
    pub(crate) no_line_number: bool,

    /// Print the file name with each URL
    ///
    /// This is the default with several files.
    #[arg(short = 'H', long, overrides_with = "no_filename")]
    pub(crate) with_filename: bool,

    /// Do not print file names
    ///
    /// Line numbers are then printed only with -n or on a terminal.
    #[arg(short = 'I', long, overrides_with = "with_filename")]
    pub(crate) no_filename: bool,

    /// Print date, sender and subject above the URLs
    ///
    /// The heading is one line, `1995-01-31 Jim <jim@a.example>: Re: URLs`, with the date in UTC, and follows the file
    /// name where file names are printed. Messages are separated by empty lines. URLs outside messages have no heading.
    /// In JSON, every URL has its message regardless of this flag.
    #[arg(long)]
    pub(crate) messages: bool,

    /// After each damaged URL, also print likely corrections
    ///
    /// Filters use only the URL itself.
    ///
    /// A correction is the URL without punctuation at its end; up to a `|`; with %20 for spaces that were dropped
    /// inside a line; or with undeclared quoted-printable decoded. --conforms, -c, -m and --unique use only the URL
    /// itself as well. JSON always has the corrections.
    #[arg(long, conflicts_with_all = ["format", "csv", "csv_safe", "tsv", "tally"])]
    pub(crate) also: bool,

    /// Decide doubtful URLs by evidence: the reading that stands unbroken elsewhere
    ///
    /// Files are read twice, so standard input and pipes are not allowed.
    ///
    /// A URL that was broken or damaged has several readings: with and without a hyphen at a line break, continued on
    /// the next line or not, without punctuation at its end, and so on. The reading that stands elsewhere in one piece
    /// is printed, or the reading whose host does; without evidence, the URL itself. All links of all files are
    /// evidence, of the kinds that --delimiter or --all selects. Filters, patterns, --conforms, -c and -m use the URL
    /// itself. In JSON, tables and --format, url is the URL itself, and settled and `resolved_by` have the result.
    #[arg(long, conflicts_with_all = ["hyphen", "also"])]
    pub(crate) settle: bool,

    /// After each URL that a mail filter or website has rewritten, also print the original
    ///
    /// Nothing is fetched.
    ///
    /// The rewriters are mail filters, such as Outlook, Proofpoint, Barracuda, Check Point, Cisco, Fortinet, Sophos and
    /// Trend Micro, and websites, such as Google and Facebook; docs/LIST.md lists all. At most three are unwrapped, one
    /// in the other. In JSON, tables and --format, the original is the field target. Filters, patterns, --unique and
    /// --tally use the original, if there is one; --conforms, -c and -m the URL itself.
    #[arg(long)]
    pub(crate) unwrap: bool,

    /// Print URLs defanged, with hxxp and [.], so that they cannot be clicked
    ///
    /// --refang reads the result.
    ///
    /// http, https and ftp are printed as hxxp, hxxps and fxp, javascript: and data: as javascript[:] and data[:], and
    /// each dot of the host and of the user name before it, or of the domain of a mailto address, as [.]. So are all
    /// URLs, hosts and shown texts in JSON, tables, --format and --tally. Filters use the URL itself, and offsets count
    /// in it. Not with context lines.
    #[arg(long, conflicts_with_all = ["after_context", "before_context", "context"])]
    pub(crate) defang: bool,

    /// Print only the number of URLs of each file
    ///
    /// If -c, -l, -L and --json are combined, the last one takes effect.
    #[arg(short, long, overrides_with_all = ["files_with_matches", "files_without_match"])]
    pub(crate) count: bool,

    /// Print only the names of files that contain a URL
    #[arg(short = 'l', long, overrides_with = "files_without_match")]
    pub(crate) files_with_matches: bool,

    /// Print only the names of files that contain no URL
    ///
    /// The exit status is 0 if there is such a file.
    ///
    /// A file that cannot be read completely is not printed.
    #[arg(short = 'L', long)]
    pub(crate) files_without_match: bool,

    /// On a terminal, do not say which other URLs there are
    #[arg(long)]
    pub(crate) no_hint: bool,

    /// Print nothing; stop at the first URL
    ///
    /// Overrides all flags that print to standard output.
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Stop after this many URLs in each file
    #[arg(
        short,
        long,
        value_name = "NUM",
        value_parser = values::count,
        allow_negative_numbers = true
    )]
    pub(crate) max_count: Option<u64>,

    /// Print NUM lines of text after each URL
    ///
    /// The text is decoded.
    ///
    /// The lines that contain the URL are printed too. The text is the decoded part, header field or file that contains
    /// the URL. Context lines are marked with `-` where URLs have `:`; `--` separates groups that are not adjacent.
    /// With -n, they have the number of the line of the file on which they begin. With colours, the pieces of URLs are
    /// underlined. Control characters are escaped, and lines are cut at 4 KiB. The maximum is 1000.
    #[arg(
        short = 'A',
        long,
        value_name = "NUM",
        value_parser = values::lines,
        conflicts_with = "json"
    )]
    pub(crate) after_context: Option<usize>,

    /// Print NUM lines of text before each URL
    #[arg(
        short = 'B',
        long,
        value_name = "NUM",
        value_parser = values::lines,
        conflicts_with = "json"
    )]
    pub(crate) before_context: Option<usize>,

    /// Print NUM lines of text before and after each URL
    ///
    /// -A and -B override it. The maximum is 1000.
    #[arg(
        short = 'C',
        long,
        value_name = "NUM",
        value_parser = values::lines,
        conflicts_with = "json"
    )]
    pub(crate) context: Option<usize>,

    /// End file names with NUL, in the output and in --files-from
    #[arg(short = '0', long)]
    pub(crate) null: bool,

    /// Write each line, or record that ends in NUL, immediately
    ///
    /// Use it if several processes write to the same file.
    ///
    /// The flag is not needed to see URLs early: output is flushed whenever the search waits for input.
    #[arg(long)]
    pub(crate) line_buffered: bool,

    /// Report rejected candidates and why, on standard error
    ///
    /// With --json, they are printed as JSON objects on standard output instead.
    #[arg(long)]
    pub(crate) rejected: bool,

    /// Print totals of URLs found, hidden by --conforms, and rejected
    ///
    /// With --json, they are the last JSON object, otherwise they are printed on standard error.
    #[arg(long)]
    pub(crate) stats: bool,

    /// Show progress on standard error
    ///
    /// The values are auto (a line on a terminal), json and never.
    ///
    /// With auto, there is a status line if standard error is a terminal and the search takes more than two seconds.
    /// json prints an object per second and one at the end.
    #[arg(
        long,
        value_name = "HOW",
        value_enum,
        default_value_t,
        hide_possible_values = true
    )]
    pub(crate) progress: Progress,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Progress {
    /// A status line if standard error is a terminal and the search takes more than two seconds
    #[default]
    Auto,
    /// A JSON object per second and one at the end
    Json,
    /// No progress
    Never,
}
