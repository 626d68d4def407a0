//! The flags of `check`.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, ValueHint};
use urlsift_search::Conformance;
use urlsift_select::BaseText;

use super::{display::ColorFlag, sandbox::SandboxFlags, values};

#[derive(Args, Debug)]
pub(crate) struct Check {
    /// URLs to check; `-` or none: standard input, one per line
    #[arg(value_name = "URL")]
    pub(crate) urls: Vec<OsString>,

    /// Report the links of a message: where each leads, what it shows, and warnings
    ///
    /// The report has the sender, what the header says about authentication, each link once, and one line for the
    /// images of each host. URLs are defanged. An original that a rewriter has wrapped stands in place of the rewritten
    /// URL.
    #[arg(
        long,
        value_name = "FILE",
        value_hint = ValueHint::FilePath,
        conflicts_with_all = ["urls", "conforms", "base", "json", "quiet"]
    )]
    pub(crate) message: Option<PathBuf>,

    /// With --message, also write the report to a page that has no link and loads nothing
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "message", conflicts_with = "urls")]
    pub(crate) html: Option<PathBuf>,

    /// The minimum conformance level of every URL
    #[arg(long, value_name = "LEVEL", value_parser = values::conformance(), default_value = "rfc1738")]
    pub(crate) conforms: Conformance,

    /// Resolve relative references against this URL
    #[arg(long, value_name = "URL", value_parser = values::base())]
    pub(crate) base: Option<BaseText>,

    /// Print JSON, one object per line
    #[arg(long)]
    pub(crate) json: bool,

    /// Print nothing; stop at the first URL that does not conform
    #[arg(short, long)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) color: ColorFlag,

    #[command(flatten)]
    pub(crate) sandbox: SandboxFlags,
}
