//! Flags that control which candidates are recognised as URLs.

use std::{ffi::OsString, num::NonZeroUsize};

use clap::{Args, ValueEnum};
use urlsift_search::Conformance;

use super::values;

#[derive(Args, Debug)]
#[command(next_help_heading = "Selection")]
pub(crate) struct RecognitionFlags {
    #[command(flatten)]
    pub(crate) find: FindFlags,

    /// The minimum conformance level
    ///
    /// Select only URLs that conform to this level or a stricter one. The levels, from strict to lax: rfc1738;
    /// rfc3986; whatwg (what browsers accept, for http, https, ftp, file, ws and wss); relative (relative references,
    /// which have no scheme); none (everything that was found).
    #[arg(
        long,
        value_name = "LEVEL",
        value_parser = values::conformance(),
        default_value = "whatwg",
        hide_possible_values = true
    )]
    pub(crate) conforms: Conformance,

    /// Resolve relative references against this URL
    ///
    /// Overrides the Content-Base and Content-Location of messages, and the <base> of HTML pages. Relative references
    /// are selected only with --conforms relative or none.
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<OsString>,

    /// Whether a hyphen before a line break belongs to the URL
    ///
    /// RFC 1738 warns that a typesetter may have inserted it. Such a URL has two readings, with and without the
    /// hyphen; several hyphens give more. JSON always has all readings. Patterns, filters and --unwrap use the URL
    /// with its hyphens, and so do counts of everything but URLs.
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Hyphen::Keep)]
    pub(crate) hyphen: Hyphen,
}

/// Flags that control what is found, also by `harvest`.
#[derive(Args, Debug)]
// Each is a flag.
#[expect(clippy::struct_excessive_bools)]
#[command(next_help_heading = "Selection")]
pub(crate) struct FindFlags {
    /// The kinds of URLs to find
    ///
    /// Repeatable, comma-separated: url (<URL:...>); angle (<scheme:...>); prefix (URL: in front, without
    /// brackets); quote (in quotation marks); bare (in running text); attribute (in an attribute of an HTML page);
    /// delimited (url and angle), the default except of pick; all, the default of pick. A byte belongs to one URL: url
    /// and angle win, then quote, prefix and bare. But in a url or angle that no standard accepts, or in which blanks
    /// were dropped and there is a second ://, the other kinds are found, too.
    #[arg(
        long,
        value_name = "KINDS",
        value_delimiter = ',',
        value_parser = values::delimiters(),
        hide_possible_values = true
    )]
    pub(crate) delimiter: Vec<values::Delimiters>,

    /// Find URLs of every kind; like --delimiter all
    #[arg(long)]
    pub(crate) all: bool,

    /// Also find bare names that begin with www.
    ///
    /// Needs --all or --delimiter bare. A name after URL: is found by the kind prefix, also without this flag.
    #[arg(long)]
    pub(crate) www: bool,

    /// Also read defanged URLs, which cannot be clicked, with hxxp or [.]
    ///
    /// Reads hxxp://, hxxps:// and fxp://; [:]// and [://] for ://; and [.], (.) and [dot] for a dot. Such a URL has
    /// the warning refanged. Most are in running text, which needs --all.
    #[arg(long)]
    pub(crate) refang: bool,

    /// Do not follow URLs without brackets over line breaks
    ///
    /// By default, a bare URL at the end of a line goes on with the first word of the next one where the program is
    /// sure that a line break was inserted, for example after a hyphen. URLs in angle brackets always go on to their >.
    #[arg(long)]
    pub(crate) no_rejoin: bool,

    /// The maximum length of a URL with its brackets, in bytes; longer ones are rejected
    #[arg(long, value_name = "BYTES", value_parser = values::max_len, default_value_t = values::default_max_len())]
    pub(crate) max_len: NonZeroUsize,

    /// Also recognise <NAME:...> without // after the colon; repeatable, comma-separated
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) scheme_add: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Hyphen {
    /// Keep the hyphen
    Keep,
    /// Drop the hyphen
    Drop,
    /// Print all readings, one per line
    Both,
}
