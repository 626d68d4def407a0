//! Which files are read, beside those that are named.

use std::path::PathBuf;

use clap::Args;

use super::values;

#[derive(Args, Debug)]
#[command(next_help_heading = "Which files are read")]
pub(crate) struct Lists {
    /// Read the files that FILE names, too: one a line, or with -0 each with a NUL behind it. `-` is
    /// standard input
    ///
    /// They come behind every PATH, and are taken like one: directories are walked, `-` is standard
    /// input. An empty line is an error. The list is read as it comes, and may have any length; a
    /// path in it has at most 64 KiB.
    #[arg(long, value_name = "FILE", value_parser = values::path())]
    pub(crate) files_from: Option<PathBuf>,

    /// Of the files in a directory, read only those whose path ends so; may be given several times
    ///
    /// A glob is compared with the end of a path, from behind any slash: `*.mbox`, `199?/*.eml`,
    /// `{in,out}box`; `**` takes any number of directories. One that begins with a slash is compared
    /// with the whole path. What is named is read, whatever its name is.
    #[arg(long, value_name = "GLOB")]
    pub(crate) include: Vec<String>,

    /// In a directory, leave out files, and directories with all that is below, whose path ends so
    ///
    /// A glob as for --include, which this one overrides. One that ends in a slash leaves out only
    /// directories.
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<String>,

    /// Follow links when walking a directory
    #[arg(long)]
    pub(crate) follow: bool,
}
