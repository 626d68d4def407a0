//! The flags of `pick`.

use std::path::PathBuf;

use clap::Args;

use super::{
    display::ColorFlag, filters::FilterFlags, reading::ReadFlags, recognition::RecognitionFlags,
    values,
};
use urlsift_select::Scheme;

#[derive(Args, Debug)]
pub(crate) struct Pick {
    /// Files and directories to read; `-` or none: standard input
    #[arg(value_name = "PATH", value_parser = values::path())]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) picker: PickerFlags,
    #[command(flatten)]
    pub(crate) reading: ReadFlags,
    #[command(flatten)]
    pub(crate) recognition: RecognitionFlags,
    #[command(flatten)]
    pub(crate) filters: FilterFlags,
}

/// Flags that control the picker.
#[derive(Args, Debug)]
#[command(next_help_heading = "Picker")]
pub(crate) struct PickerFlags {
    /// Open links with this program instead of BROWSER
    ///
    /// %s in CMD is replaced by the URL; without %s, the URL is the last argument.
    ///
    /// CMD is split into words as by a shell, but is not run by one. %% stands for %. The program runs on the terminal,
    /// and the picker waits for it to exit, unless CMD ends in ` &`.
    #[arg(long, value_name = "CMD")]
    pub(crate) open: Option<String>,

    /// Open URLs with these schemes without confirmation
    ///
    /// Repeatable, comma-separated.
    ///
    /// They are added to http, https, ftp, gopher, mailto, news, nntp and telnet. Other URLs are shown in full, and
    /// opened only after confirmation. A URL that a program could mistake for an option is never opened.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) open_scheme: Vec<Scheme>,

    /// Make Enter print links instead of opening them
    ///
    /// The marked links, or else the current one, are printed on standard output, and the picker quits.
    #[arg(long)]
    pub(crate) print: bool,

    /// Print every URL without interaction, like `list --all -a`
    #[arg(long, overrides_with = "print")]
    pub(crate) print_all: bool,

    #[command(flatten)]
    pub(crate) color: ColorFlag,
}
