//! Flags that control how lines are laid out.

use clap::{Args, ValueEnum};

#[derive(Args, Debug, Default)]
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
    /// This is the default on a terminal.
    ///
    /// Columns are counted in bytes from 1.
    #[arg(long, overrides_with = "no_column", conflicts_with = "range")]
    pub(crate) column: bool,

    /// Do not print column numbers
    #[arg(long, overrides_with = "column")]
    pub(crate) no_column: bool,

    /// Print URLs as terminal hyperlinks (OSC 8)
    ///
    /// The values are auto, always and never.
    ///
    /// With auto, it does so on terminals that are known to support hyperlinks. Only http, https, ftp, gopher, mailto,
    /// news and nntp URLs of at most 2083 bytes are linked. Bytes that are escaped in the output are percent-encoded in
    /// the link.
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value_t,
        hide_possible_values = true
    )]
    pub(crate) hyperlink: Hyperlink,

    #[command(flatten)]
    pub(crate) color: ColorFlag,
}

/// The flag of each command that prints colours.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct ColorFlag {
    /// When to use colours
    ///
    /// The values are auto, always and never.
    ///
    /// With auto, there are colours on a terminal, unless `NO_COLOR` is set or `TERM` is dumb.
    #[arg(
        long,
        alias = "colour",
        value_name = "WHEN",
        value_enum,
        default_value_t,
        hide_possible_values = true
    )]
    pub(crate) color: Color,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Hyperlink {
    /// On terminals that are known to support hyperlinks
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set or `TERM` is dumb
    #[default]
    Auto,
    Always,
    Never,
}
