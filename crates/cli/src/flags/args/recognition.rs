//! Flags that control which candidates are recognised as URLs.

use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use urlsift_search::Conformance;
use urlsift_select::BaseText;

use super::values;

#[derive(Args, Debug)]
#[command(next_help_heading = "Selection")]
pub(crate) struct RecognitionFlags {
    #[command(flatten)]
    pub(crate) find: FindFlags,

    /// The minimum conformance level
    ///
    /// From strict to lax: rfc1738, rfc3986, whatwg (browsers), relative, none.
    ///
    /// Select only URLs that conform to this level or a stricter one. The level whatwg applies to http, https, ftp,
    /// file, ws and wss; relative also selects relative references, which have no scheme.
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
    /// They are selected only with --conforms relative or none.
    ///
    /// The URL overrides the Content-Base and Content-Location of messages, and the <base> of HTML pages.
    #[arg(long, value_name = "URL", value_parser = values::base())]
    pub(crate) base: Option<BaseText>,

    /// Leave out URLs that a selected link shows
    ///
    /// A link is an `<a>`. A list of indicators then has where it leads, and not what it pretends to.
    #[arg(long)]
    pub(crate) no_shown: bool,

    /// Whether a hyphen before a line break belongs to the URL
    ///
    /// The values are keep, drop, and both, which prints all readings.
    ///
    /// RFC 1738 warns that a typesetter may have inserted the hyphen. Such a URL has two readings, with and without it;
    /// several hyphens give more. JSON always has all readings. Patterns, filters and --unwrap use the URL with its
    /// hyphens, and so do counts of everything but URLs.
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Hyphen::Keep, hide_possible_values = true)]
    pub(crate) hyphen: Hyphen,
}

/// Flags that control what is found, also by `harvest`.
#[derive(Args, Debug)]
// Each is a flag.
#[expect(clippy::struct_excessive_bools)]
#[command(next_help_heading = "Selection")]
pub(crate) struct FindFlags {
    /// The kinds of URLs to find: url, angle, prefix, quote, bare, attribute, name, address
    ///
    /// delimited (url and angle) is the default of all commands but pick.
    ///
    /// Repeatable, comma-separated. url: <URL:...>. angle: <scheme:...>. prefix: after URL:, without brackets. quote:
    /// in quotation marks. bare: in running text. attribute: in an attribute of an HTML page. name: like --names.
    /// address: like --addresses. delimited: url and angle. all: every kind but name and address, the default of pick.
    /// URLs do not overlap. If two kinds match the same text, url and angle win, then quote, prefix and bare. Brackets
    /// that hold no valid URL, or several URLs separated by spaces, are also searched for the other kinds.
    #[arg(
        long,
        value_name = "KINDS",
        value_delimiter = ',',
        value_parser = values::delimiters(),
        hide_possible_values = true
    )]
    pub(crate) delimiter: Vec<values::Delimiters>,

    /// Find URLs of every kind but --names and --addresses
    #[arg(long)]
    pub(crate) all: bool,

    /// Also find bare names that begin with www.
    ///
    /// Needs --all or --delimiter bare.
    ///
    /// A name after URL: is found by the kind prefix, also without this flag.
    #[arg(long)]
    pub(crate) www: bool,

    /// Also find host names without a scheme: example.org/x
    ///
    /// They end in a top-level domain, and are read as https://, or as http:// with www. A name that may be a file or
    /// code, such as build.sh, needs a path, a port or www. Names and addresses in headers need --in headers.
    #[arg(long)]
    pub(crate) names: bool,

    /// Also find e-mail addresses, as mailto: URLs
    #[arg(long)]
    pub(crate) addresses: bool,

    /// Also read defanged URLs, which cannot be clicked, with hxxp or [.]
    ///
    /// Most are in running text, which needs --all.
    ///
    /// Such a URL has the warning refanged. A name is read as https if its dots are written so: evil[.]example/x.
    ///
    /// Reads hxxp, h00p and fxp; [:]// and the like, `:\\` and `h t t p : / /`; for a dot [.], (.), {.}, [., .], \.,
    /// [dot], (dot) and ` dot `; [at] and [/]. Without the flag, such text is no URL. With an unknown form in its host,
    /// it is none either.
    #[arg(long)]
    pub(crate) refang: bool,

    /// Do not follow URLs without brackets over line breaks
    ///
    /// URLs in angle brackets always continue to their >.
    ///
    /// By default, a bare URL at the end of a line continues with the first word of the next line if urlsift is sure
    /// that a line break was inserted, for example after a hyphen.
    #[arg(long)]
    pub(crate) no_rejoin: bool,

    /// The width in columns of the terminal that the text is from
    ///
    /// A URL without brackets that ends in the last column continues on the next line. URLs in frames continue without
    /// it.
    #[arg(long, value_name = "COLUMNS", value_parser = values::positive, conflicts_with = "no_rejoin")]
    pub(crate) width: Option<NonZeroUsize>,

    /// The maximum length of a URL with its brackets, in bytes
    ///
    /// Longer ones are rejected.
    #[arg(long, value_name = "BYTES", value_parser = values::positive, default_value_t = values::default_max_len())]
    pub(crate) max_len: NonZeroUsize,

    /// Also recognise <NAME:...> without // after the colon
    ///
    /// Repeatable, comma-separated.
    #[arg(long, value_name = "NAME", value_parser = values::added_scheme, value_delimiter = ',')]
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
