//! The flags of `info`.

use std::path::PathBuf;

use super::{
    display::ColorFlag,
    reading::UnpackFlags,
    sandbox::SandboxFlags,
    values::{self, ReadAs},
};
use clap::Args;

#[derive(Args, Debug)]
// The struct mirrors the command line, where each of these is an independent switch.
#[expect(clippy::struct_excessive_bools)]
pub(crate) struct Info {
    /// Files and directories to read; `-` or none: standard input
    #[arg(value_name = "PATH", value_parser = values::path())]
    pub(crate) paths: Vec<PathBuf>,

    /// Read every file as this kind instead of detecting it
    #[arg(
        long = "as",
        value_name = "KIND",
        value_parser = values::read_as(),
        hide_possible_values = true
    )]
    pub(crate) read_as: Option<ReadAs>,

    #[command(flatten)]
    pub(crate) unpack: UnpackFlags,

    /// Follow symbolic links when searching directories
    #[arg(long)]
    pub(crate) follow: bool,

    /// Print only doubtful message boundaries, as PATH:OFFSET
    ///
    /// A boundary is doubtful if no header follows its `From ` line, or no empty line precedes it.
    ///
    /// The offset is in bytes from 0.
    #[arg(long)]
    pub(crate) doubtful: bool,

    /// Print JSON, one object per file or container
    #[arg(long, conflicts_with = "doubtful")]
    pub(crate) json: bool,

    /// With --json, print errors as objects, not on standard error
    ///
    /// Each object has the path, the offset if the file could be opened, a stable code and the text of an error.
    #[arg(long)]
    pub(crate) json_errors: bool,

    #[command(flatten)]
    pub(crate) color: ColorFlag,

    #[command(flatten)]
    pub(crate) sandbox: SandboxFlags,
}
