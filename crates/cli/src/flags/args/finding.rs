//! What is found.

use std::{ffi::OsString, num::NonZeroUsize};

use clap::{Args, ValueEnum};
use urlsift_search::{Conformance, Delimiter};

use super::values;

#[derive(Args, Debug)]
#[command(next_help_heading = "What is found")]
pub(crate) struct Finding {
    /// Only URLs in these delimiters: url is <URL:...>, angle is <scheme:...>
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = values::delimiter())]
    pub(crate) delimiter: Vec<Delimiter>,

    /// Only URLs that conform to this standard or a stricter one: rfc1738, rfc3986, whatwg (what
    /// browsers take), relative (references without a scheme), none (all that is found)
    #[arg(
        long,
        value_name = "LEVEL",
        value_parser = values::conformance(),
        default_value = "whatwg",
        hide_possible_values = true
    )]
    pub(crate) conforms: Conformance,

    /// Resolve relative references against this URL, whatever the message says (Content-Base,
    /// Content-Location). They are shown with --conforms relative
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<OsString>,

    /// How to read a line break behind a hyphen: keep the hyphen, drop it, or print both readings
    ///
    /// RFC 1738 warns that a typesetter may have put the hyphen there. JSON always has all readings.
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Hyphen::Keep)]
    pub(crate) hyphen: Hyphen,

    /// Give up a URL after this many bytes from < to >
    #[arg(long, value_name = "BYTES", value_parser = values::max_len, default_value_t = values::default_max_len())]
    pub(crate) max_len: NonZeroUsize,

    /// Also take <NAME:...>, without // behind it; several times, or with commas
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) scheme_add: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Hyphen {
    /// The hyphen belongs to the URL
    Keep,
    /// It does not
    Drop,
    /// Print every reading, one a line
    Both,
}
