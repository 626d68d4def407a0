//! The flags, as they are given. What they mean together is resolved in `plan`.

use std::{ffi::OsString, num::NonZeroUsize, path::PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum};
use urlsift::{Config, Conformance, Delimiter};

const AFTER_HELP: &str = "\
Examples:
  urlsift list letters.mbox          every delimited URL, one a line
  urlsift list -I Mail/ | sort -u    the same for all files below a directory
  urlsift grep 'ftp\\.' news/         the URLs that match, with file and line
  urlsift list --json a.mbox | jq .  with the bytes that each URL came from
  urlsift check 'http://h?q'         what is wrong with a URL, and where

Exit status: 0 if a URL was selected, 1 if none was, 2 after an error.
`urlsift help list`, `help grep` and `help check` tell the rest.";

const LIST_HELP: &str = "\
Examples:
  urlsift list letters.mbox
      One URL a line, wrapped and quoted ones put together.
  urlsift list -c Mail/
      How many URLs each file below Mail/ holds.
  tail -f spool | urlsift list
      Hits are printed as they come.
  urlsift list --hyphen both rfc1738.txt
      Where a line ends in a hyphen, both readings.
  urlsift list --json a.mbox | jq -r 'select(.warnings != []) | .path, .line'
      Where URLs stand that were damaged.
  urlsift list --conforms none a.mbox
      All that stands in delimiters, whether it is a URL or not.
  urlsift list --conforms relative --base http://www.w3.org/TR/ a.txt
      Relative references, too, put together with their base.
  urlsift list --rejected a.mbox >/dev/null
      What was opened by `<URL:` or `<http:` and never closed, and why.";

const GREP_HELP: &str = "\
Examples:
  urlsift grep 'internic\\.net' letters.mbox
      The URLs with internic.net in them, also where a line break cuts it.
  urlsift grep -F -i -e .ps.gz -e .dvi news/
      Two fixed strings, in any case, in all files below news/.
  urlsift grep -n -v '^https?:' letters.mbox
      All but the web, with line numbers.
  urlsift grep -l gopher: Mail/ -0 | xargs -0 ls -l
      The files that mention gopher.

PATTERN is a regular expression in the syntax of https://docs.rs/regex; it is
looked for in the URL with every hyphen kept; with --base, in what a relative
reference resolves to.";

const CHECK_HELP: &str = "\
Examples:
  urlsift check 'http://www.w3.org/~timbl'
      Points at the ~, and says what conforms to RFC 1738.
  urlsift check 'gopher://host.dom/11sel%09words'
      Its parts, and the line that a client sends.
  urlsift check --conforms rfc3986 -q \"$url\" && fetch \"$url\"
      Only the status: does it conform to RFC 3986, or better?
  urlsift list -I Mail/ | urlsift check --json
      One JSON object for each URL of a mailbox.

Every line of standard input is a URL, an empty one, too; at most 1 MiB long.

The levels, from strict to lax: rfc1738, rfc3986, whatwg (what browsers take),
relative (no scheme, but a relative reference by RFC 1808), none (anything).

Exit status: 0 if every URL conforms, 1 if one does not, 2 after an error.";

/// Sift delimited URLs, <URL:...> and <http://...>, out of mail, news and text
///
/// Finds URLs in angle brackets, as RFC 1738 recommends them, and puts together what line breaks,
/// quote marks and gateways have torn apart. Says which bytes of the file each one came from.
#[derive(Debug, Parser)]
#[command(
    name = "urlsift",
    version,
    propagate_version = true,
    after_help = AFTER_HELP,
    max_term_width = 100
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print every URL
    #[command(after_help = LIST_HELP, args_override_self = true)]
    List(List),
    /// Print the URLs in which a pattern matches
    #[command(after_help = GREP_HELP, args_override_self = true)]
    Grep(Grep),
    /// Judge and explain URLs
    #[command(after_help = CHECK_HELP, args_override_self = true)]
    Check(Check),
}

#[derive(Args, Debug)]
pub(crate) struct List {
    /// Files to read, directories to walk; `-` or none: standard input
    #[arg(value_name = "PATH", value_parser = path())]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args, Debug)]
pub(crate) struct Grep {
    /// What to look for
    #[arg(value_name = "PATTERN", required_unless_present = "regexp")]
    pub(crate) pattern: Option<OsString>,

    /// Files to read, directories to walk; `-` or none: standard input
    #[arg(value_name = "PATH", value_parser = path())]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) matching: Matching,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args, Debug)]
pub(crate) struct Check {
    /// URLs to judge; `-` or none: one a line from standard input
    #[arg(value_name = "URL")]
    pub(crate) urls: Vec<OsString>,

    /// The standard that each URL has to conform to
    #[arg(long, value_name = "LEVEL", value_parser = conformance(), default_value = "rfc1738")]
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
#[command(next_help_heading = "What matches")]
pub(crate) struct Matching {
    /// Look for this pattern; may be given several times, for any of them. PATTERN is then a PATH
    #[arg(short = 'e', long, value_name = "PATTERN", allow_hyphen_values = true)]
    pub(crate) regexp: Vec<OsString>,

    /// Patterns are fixed strings, not regular expressions
    #[arg(short = 'F', long)]
    pub(crate) fixed_strings: bool,

    /// Letters match in either case
    #[arg(short, long)]
    pub(crate) ignore_case: bool,

    /// Select the URLs in which no pattern matches
    #[arg(short = 'v', long)]
    pub(crate) invert_match: bool,
}

/// The flags that every search has.
#[derive(Args, Debug)]
pub(crate) struct Common {
    #[command(flatten)]
    pub(crate) finding: Finding,
    #[command(flatten)]
    pub(crate) printing: Printing,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "What is found")]
pub(crate) struct Finding {
    /// Only URLs in these delimiters: url is <URL:...>, angle is <scheme:...>
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = delimiter())]
    pub(crate) delimiter: Vec<Delimiter>,

    /// Only URLs that conform to this standard or a stricter one: rfc1738, rfc3986, whatwg (what
    /// browsers take), relative (references without a scheme), none (all that is found)
    #[arg(
        long,
        value_name = "LEVEL",
        value_parser = conformance(),
        default_value = "whatwg",
        hide_possible_values = true
    )]
    pub(crate) conforms: Conformance,

    /// Resolve relative references against this URL. They are shown with --conforms relative
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<OsString>,

    /// How to read a line break behind a hyphen: keep the hyphen, drop it, or print both readings
    ///
    /// RFC 1738 warns that a typesetter may have put the hyphen there. JSON always has all readings.
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Hyphen::Keep)]
    pub(crate) hyphen: Hyphen,

    /// Give up a URL after this many bytes from < to >
    #[arg(long, value_name = "BYTES", value_parser = max_len, default_value_t = default_max_len())]
    pub(crate) max_len: NonZeroUsize,

    /// Also take <NAME:...>, without // behind it; several times, or with commas
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) scheme_add: Vec<String>,

    /// Scan each file as it is, as one text, and decode nothing in it
    ///
    /// This is how all files are read so far.
    #[arg(long)]
    pub(crate) text: bool,

    /// Follow links when walking a directory
    #[arg(long)]
    pub(crate) follow: bool,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "What is printed")]
// Each flag is a switch of its own on the command line, and this mirrors it.
#[expect(clippy::struct_excessive_bools)]
pub(crate) struct Printing {
    /// Print JSON, one object a line, with places, pieces and warnings
    #[arg(long, conflicts_with_all = ["count", "files_with_matches"])]
    pub(crate) json: bool,

    /// Print the line of each URL (the default on a terminal and with several files)
    #[arg(short = 'n', long, overrides_with = "no_line_number")]
    pub(crate) line_number: bool,

    /// Print no line numbers
    #[arg(short = 'N', long, overrides_with = "line_number")]
    pub(crate) no_line_number: bool,

    /// Print the file of each URL (the default with several files)
    #[arg(short = 'H', long, overrides_with = "no_filename")]
    pub(crate) with_filename: bool,

    /// Print no file names, and lines only if -n asks for them or on a terminal
    #[arg(short = 'I', long, overrides_with = "with_filename")]
    pub(crate) no_filename: bool,

    /// Print only how many URLs each file has
    #[arg(short, long)]
    pub(crate) count: bool,

    /// Print only the names of files with a URL
    #[arg(short = 'l', long)]
    pub(crate) files_with_matches: bool,

    /// Print nothing, and stop at the first URL
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Stop after this many URLs of each file
    #[arg(short, long, value_name = "NUM")]
    pub(crate) max_count: Option<u64>,

    /// Print a NUL behind file names
    #[arg(short = '0', long)]
    pub(crate) null: bool,

    /// Tell what was opened but gave no URL, and why: on standard error, or among the JSON
    #[arg(long)]
    pub(crate) rejected: bool,

    /// Tell how much was found, hidden and rejected: on standard error, or as the last JSON object
    #[arg(long)]
    pub(crate) stats: bool,

    /// Colour the output
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless the environment has `NO_COLOR` or a dumb `TERM`
    Auto,
    Always,
    Never,
}

fn conformance() -> impl clap::builder::TypedValueParser<Value = Conformance> {
    named(Conformance::ALL, |level| level.name())
}

fn delimiter() -> impl clap::builder::TypedValueParser<Value = Delimiter> {
    named(Delimiter::ALL, |kind| kind.name())
}

/// One of several values, by its name.
fn named<T: Copy + Send + Sync>(
    all: &'static [T],
    name: fn(&T) -> &'static str,
) -> impl clap::builder::TypedValueParser<Value = T> {
    use clap::builder::{PossibleValuesParser, TypedValueParser};

    PossibleValuesParser::new(all.iter().map(name)).try_map(move |given| {
        let found = all.iter().find(|value| name(value) == given);
        found.copied().ok_or("no such value")
    })
}

/// Any path, the empty one included: that it cannot be opened is an error like any other.
fn path() -> impl clap::builder::TypedValueParser<Value = PathBuf> {
    use clap::builder::{OsStringValueParser, TypedValueParser};

    OsStringValueParser::new().map(PathBuf::from)
}

fn max_len(bytes: &str) -> Result<NonZeroUsize, &'static str> {
    bytes.parse().map_err(|_| "not a number of bytes above 0")
}

fn default_max_len() -> NonZeroUsize {
    const { NonZeroUsize::new(Config::DEFAULT_MAX_LEN).expect("not zero") }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_flags_are_consistent() {
        super::Cli::command().debug_assert();
    }
}
