//! The flags of the commands that are no search.

use std::{ffi::OsString, num::NonZeroU64, path::PathBuf};

use clap::Args;
use urlsift_search::{Conformance, Kind};

use super::{files::Packed, printing::Color, values};

#[derive(Args, Debug)]
pub(crate) struct Check {
    /// URLs to judge; `-` or none: one a line from standard input
    #[arg(value_name = "URL")]
    pub(crate) urls: Vec<OsString>,

    /// The standard that each URL has to conform to
    #[arg(long, value_name = "LEVEL", value_parser = values::conformance(), default_value = "rfc1738")]
    pub(crate) conforms: Conformance,

    /// Resolve relative references against this URL
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<OsString>,

    /// Print JSON, one object a line
    #[arg(long)]
    pub(crate) json: bool,

    /// Print nothing, and stop at the first URL that does not conform
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Colour the output
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
}

#[derive(Args, Debug)]
pub(crate) struct Info {
    /// Files to read, directories to walk; `-` or none: standard input
    #[arg(value_name = "PATH", value_parser = values::path())]
    pub(crate) paths: Vec<PathBuf>,

    /// Take every file for one of this KIND, whatever it looks like
    #[arg(long = "as", value_name = "KIND", value_parser = values::kind(), hide_possible_values = true)]
    pub(crate) kind: Option<Kind>,

    #[command(flatten)]
    pub(crate) packed: Packed,

    /// Follow links when walking a directory
    #[arg(long)]
    pub(crate) follow: bool,

    /// Print only where each doubtful boundary is: PATH:OFFSET, counted in bytes from 0
    #[arg(long)]
    pub(crate) doubtful: bool,

    /// Print JSON, one object for each file and each container
    #[arg(long, conflicts_with = "doubtful")]
    pub(crate) json: bool,

    /// Colour the output
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
}

#[derive(Args, Debug)]
pub(crate) struct Split {
    /// Files to cut, directories to walk; `-` or none: standard input
    #[arg(value_name = "PATH", value_parser = values::path())]
    pub(crate) paths: Vec<PathBuf>,

    /// How long a range is at least, about: a number of bytes, with K, M or G of KiB, MiB or GiB
    #[arg(long, value_name = "SIZE", value_parser = values::some_bytes, default_value = "128M")]
    pub(crate) size: NonZeroU64,

    /// Take every file for one of this KIND, whatever it looks like
    #[arg(long = "as", value_name = "KIND", value_parser = values::kind(), hide_possible_values = true)]
    pub(crate) kind: Option<Kind>,

    /// Cut compressed files and containers (gzip, bzip2, xz, zstd, zip, tar) as they are
    #[arg(long)]
    pub(crate) no_decompress: bool,

    /// Follow links when walking a directory
    #[arg(long)]
    pub(crate) follow: bool,
}
