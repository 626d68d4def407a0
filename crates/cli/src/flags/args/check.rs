//! The flags of `check`.

use std::ffi::OsString;

use clap::Args;
use urlsift_search::Conformance;
use urlsift_select::BaseText;

use super::{display::ColorFlag, sandbox::SandboxFlags, values};

#[derive(Args, Debug)]
pub(crate) struct Check {
    /// URLs to check; `-` or none: standard input, one per line
    #[arg(value_name = "URL")]
    pub(crate) urls: Vec<OsString>,

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
