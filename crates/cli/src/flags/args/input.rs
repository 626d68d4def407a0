//! Flags that select the files to read.

use std::path::PathBuf;

use clap::Args;

use super::values;

#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Input")]
pub(crate) struct InputFlags {
    /// Also read the files listed in FILE, one per line
    ///
    /// If FILE is `-`, the list is read from standard input.
    ///
    /// With -0, each path ends in a NUL instead. The listed paths come after the paths of the command line and
    /// are treated the same way: directories are searched recursively, and `-` is standard input. An empty line is an
    /// error. The list is read as a stream and may have any length; a path is limited to 64 KiB.
    #[arg(long, value_name = "FILE", value_parser = values::path())]
    pub(crate) files_from: Option<PathBuf>,

    /// In directories, read only matching files
    ///
    /// A glob matches the end of a path: `*.mbox`, `199?/*.eml`.
    ///
    /// Repeatable: any of the globs may match. A glob may start at any component of the path, as in `{in,out}box`; `**`
    /// matches any number of directories. A glob that starts with a slash must match the whole path. Files named on the
    /// command line or by --files-from are always read.
    #[arg(long, value_name = "GLOB")]
    pub(crate) include: Vec<String>,

    /// In directories, skip matching files and directories
    ///
    /// It overrides --include, whose syntax it has.
    ///
    /// Repeatable. A glob that ends in a slash matches only directories.
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<String>,

    /// Follow symbolic links when searching directories
    #[arg(long)]
    pub(crate) follow: bool,
}
