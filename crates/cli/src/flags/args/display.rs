//! Flags that control how lines are laid out.

use clap::{Args, ValueEnum};

#[derive(Args, Debug)]
#[command(next_help_heading = "Display")]
// The struct mirrors the command line, where each of these is an independent switch.
#[expect(clippy::struct_excessive_bools)]
pub(crate) struct DisplayFlags {
    /// Print each file name once, above the URLs of the file
    ///
    /// This is the default on a terminal with several files.
    #[arg(long, overrides_with = "no_heading")]
    pub(crate) heading: bool,

    /// Print the file name on each line instead of above
    #[arg(long, overrides_with = "heading")]
    pub(crate) no_heading: bool,

    /// Print line and column numbers
    ///
    /// Columns are counted in bytes from 1. This is the default on a terminal.
    #[arg(long, overrides_with = "no_column", conflicts_with = "range")]
    pub(crate) column: bool,

    /// Do not print column numbers
    #[arg(long, overrides_with = "column")]
    pub(crate) no_column: bool,

    /// Print URLs as terminal hyperlinks (OSC 8)
    ///
    /// Only http, https, ftp, gopher, mailto, news and nntp URLs of at most 2083 bytes are linked. Bytes that
    /// are escaped in the output are percent-encoded in the link.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Hyperlink::Auto)]
    pub(crate) hyperlink: Hyperlink,

    /// When to use colours
    #[arg(long, alias = "colour", value_name = "WHEN", value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Hyperlink {
    /// On terminals that are known to support hyperlinks
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set or `TERM` is dumb
    Auto,
    Always,
    Never,
}
