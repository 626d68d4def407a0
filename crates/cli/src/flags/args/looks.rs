//! How it is shown what was found.

use clap::{Args, ValueEnum};

use super::values;

#[derive(Args, Debug)]
#[command(next_help_heading = "How it is shown")]
// Each flag is a switch of its own on the command line, and this mirrors it.
#[expect(clippy::struct_excessive_bools)]
pub(crate) struct Looks {
    /// Print each file's name once, above its URLs (the default on a terminal with several files)
    #[arg(long, overrides_with = "no_heading")]
    pub(crate) heading: bool,

    /// Print the file of a URL in front of it, not above
    #[arg(long, overrides_with = "heading")]
    pub(crate) no_heading: bool,

    /// Print the column of each URL, in bytes from 1, and its line (the default on a terminal)
    #[arg(long, overrides_with = "no_column", conflicts_with = "range")]
    pub(crate) column: bool,

    /// Print no columns
    #[arg(long, overrides_with = "column")]
    pub(crate) no_column: bool,

    /// Print this many lines of text behind each URL, too, and those that it stands on
    ///
    /// The text is the decoded one of the part, header field or file that the URL stands in, and ends
    /// with it. Its lines have a `-` in front where a URL has a `:`, and no number; `--` stands where
    /// some were left out. Control characters are escaped, and a line is cut at 4 KiB. At most 1000
    /// lines.
    #[arg(
        short = 'A',
        long,
        value_name = "NUM",
        value_parser = values::lines,
        conflicts_with = "json"
    )]
    pub(crate) after_context: Option<usize>,

    /// Print this many lines of text before each URL, too
    #[arg(
        short = 'B',
        long,
        value_name = "NUM",
        value_parser = values::lines,
        conflicts_with = "json"
    )]
    pub(crate) before_context: Option<usize>,

    /// Print this many lines of text on either side, where -A or -B does not say how many
    #[arg(
        short = 'C',
        long,
        value_name = "NUM",
        value_parser = values::lines,
        conflicts_with = "json"
    )]
    pub(crate) context: Option<usize>,

    /// Make each URL a link to itself that a terminal can open (OSC 8)
    ///
    /// No more than what is http, https, ftp, gopher, mailto, news or nntp, and not longer than 2083
    /// bytes. A URL of which a terminal shows something else than what it is, as bytes in it are
    /// escaped, has them percent-encoded in the link.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Hyperlink::Auto)]
    pub(crate) hyperlink: Hyperlink,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Hyperlink {
    /// On a terminal that is known to take them by what the environment says of it
    Auto,
    Always,
    Never,
}
