//! The flags of `split`.

use std::{num::NonZeroU64, path::PathBuf};

use clap::Args;
use urlsift_search::Kind;

use super::{sandbox::SandboxFlags, values};

#[derive(Args, Debug)]
pub(crate) struct Split {
    /// Files and directories to split; `-` or none: standard input
    #[arg(value_name = "PATH", value_parser = values::path())]
    pub(crate) paths: Vec<PathBuf>,

    /// The approximate minimum size of a range
    ///
    /// In bytes, or with a suffix K, M or G (powers of 1024).
    #[arg(long, value_name = "SIZE", value_parser = values::positive_size, default_value = "128M")]
    pub(crate) size: NonZeroU64,

    /// Print jobs of about this size instead of ranges
    ///
    /// A job is a range of a file, at least as long, or several smaller files.
    ///
    /// In bytes on disk, or with a suffix K, M or G (powers of 1024).
    #[arg(long, value_name = "SIZE", value_parser = values::positive_size, conflicts_with = "size")]
    pub(crate) pack: Option<NonZeroU64>,

    /// Print errors as objects, not on standard error
    ///
    /// Each object has the path, the offset if the file could be opened, a stable code and the text of an error.
    #[arg(long)]
    pub(crate) json_errors: bool,

    /// Read every file as this kind instead of detecting it
    #[arg(long = "as", value_name = "KIND", value_parser = values::kind(), hide_possible_values = true)]
    pub(crate) kind: Option<Kind>,

    /// Do not unpack compressed files and containers
    #[arg(long)]
    pub(crate) no_decompress: bool,

    /// Follow symbolic links when searching directories
    #[arg(long)]
    pub(crate) follow: bool,

    #[command(flatten)]
    pub(crate) sandbox: SandboxFlags,
}
