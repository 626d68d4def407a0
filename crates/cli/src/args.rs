//! The flags, as they are given. What they mean together is resolved in `plan`.

use std::{
    ffi::OsString,
    num::{NonZeroU64, NonZeroUsize},
    ops::Range,
    path::PathBuf,
};

use clap::{Args, Parser, Subcommand, ValueEnum};
use urlsift::{Config, Conformance, Delimiter, Kind};

const AFTER_HELP: &str = "\
Examples:
  urlsift list letters.mbox          every delimited URL, one a line
  urlsift list -I Mail/ | sort -u    the same for all files below a directory
  urlsift grep 'ftp\\.' news/         the URLs that match, with file and line
  urlsift list --json a.mbox | jq .  with the bytes that each URL came from
  urlsift check 'http://h?q'         what is wrong with a URL, and where
  urlsift info letters.mbox          what an archive holds
  urlsift split letters.mbox         where to cut it for several machines

Files are read as what they are by their content: mailboxes, news batches,
single messages, or plain text. Bodies, headers and encoded words are decoded.
gzip, bzip2, xz, zstd, zip and tar are unpacked on the way: a.zip!b.mbox.

Exit status: 0 if a URL was selected, 1 if none was, 2 after an error.
`urlsift help list`, `help grep`, `help check`, `help info` and `help split` tell
the rest.";

const LIST_HELP: &str = "\
Examples:
  urlsift list letters.mbox
      One URL a line, wrapped and quoted ones put together.
  urlsift list -c Mail/
      How many URLs each file below Mail/ holds.
  urlsift list --messages letters.mbox
      Under the date, sender and subject of each message.
  urlsift list --in headers letters.mbox
      Those of headers only, such as List-Unsubscribe.
  urlsift list --as mboxrd letters.mbox
      As a mailbox in which any `>From ` line was quoted.
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
      What was opened by `<URL:` or `<http:` and never closed, and why.
  urlsift list --text a.mbox
      The same bytes as a plain text in which nothing is decoded.
  urlsift list -H spool.tar.gz
      Behind the path of each member, such as spool.tar.gz!alt/1234.
  urlsift list -j 1 letters.mbox
      On one thread. By default there is one for each core; the output is the same.
  urlsift list --range 128M:256M letters.mbox
      Of the messages that begin in these bytes, for a job of its own: see `split`.
  urlsift list --progress json Mail/ >urls 2>progress
      How far it has come, a JSON object each second.

Exit status: 0 if a URL was selected, 1 if none was, 2 after an error.";

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
looked for in the URL with every hyphen kept; of a relative reference whose base
is known (--base, or else its part's Content-Base or Content-Location), in what
it resolves to.

Exit status: 0 if a URL was selected, 1 if none was, 2 after an error.";

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

const INFO_HELP: &str = "\
Examples:
  urlsift info letters.mbox
      Its kind, how many messages it holds, and of what types their parts are.
  urlsift info Mail/ | tail
      The same for all files below Mail/ together.
  urlsift info --json Mail/ | jq -r 'select(.kind == \"text\") | .path'
      The files below Mail/ that hold no messages.
  urlsift info --doubtful letters.mbox
      The byte at which each message begins that may be none.

Of each input: its kind, by its content; its bytes; its messages; their parts,
those that hold others included, by type and transfer encoding, the most
frequent first. A boundary is doubtful if no header follows its `From ` line.
What there is none of is left out. Of several inputs, there is a total.

The kinds: mboxo, mboxrd, mboxcl, mboxcl2 (mailboxes with `From ` lines; mboxrd
only with --as), mmdf, rnews, nntp, message (one message), text (no messages).

Exit status: 0 if all was read, 2 after an error.";

const SPLIT_HELP: &str = "\
Examples:
  urlsift split letters.mbox
      Where the first message begins that is 128 MiB behind the one before.
  urlsift split --size 1G letters.mbox | jq -r '\"\\(.start):\\(.end // \"\")\"' |
    parallel -k urlsift list --range {} letters.mbox
      The same as `urlsift list letters.mbox`, in as many jobs as there are ranges.

Each line is a JSON object with path, start and end, such as
  {\"path\":\"letters.mbox\",\"start\":134219021,\"end\":201339412}
for --range START:END of `list` and `grep`. Nothing is lost between two ranges, and nothing
is found twice. A range begins with a message, in a text behind an empty line. What cannot be
cut has one range: a single message, nntp, what is packed, what is no file; of the last two,
nobody knows the end. A file is not read but around the places where it is cut.

Exit status: 0 if all could be looked at, 2 after an error.";

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
    /// Print what archives hold
    #[command(after_help = INFO_HELP, args_override_self = true)]
    Info(Info),
    /// Print byte ranges of archives, for parallel jobs
    #[command(after_help = SPLIT_HELP, args_override_self = true)]
    Split(Split),
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
pub(crate) struct Info {
    /// Files to read, directories to walk; `-` or none: standard input
    #[arg(value_name = "PATH", value_parser = path())]
    pub(crate) paths: Vec<PathBuf>,

    /// Take every file for one of this KIND, whatever it looks like
    #[arg(long = "as", value_name = "KIND", value_parser = kind(), hide_possible_values = true)]
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
    #[arg(value_name = "PATH", value_parser = path())]
    pub(crate) paths: Vec<PathBuf>,

    /// How long a range is at least, about: a number of bytes, with K, M or G of KiB, MiB or GiB
    #[arg(long, value_name = "SIZE", value_parser = some_bytes, default_value = "128M")]
    pub(crate) size: NonZeroU64,

    /// Take every file for one of this KIND, whatever it looks like
    #[arg(long = "as", value_name = "KIND", value_parser = kind(), hide_possible_values = true)]
    pub(crate) kind: Option<Kind>,

    /// Cut compressed files and containers (gzip, bzip2, xz, zstd, zip, tar) as they are
    #[arg(long)]
    pub(crate) no_decompress: bool,

    /// Follow links when walking a directory
    #[arg(long)]
    pub(crate) follow: bool,
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
    pub(crate) files: Files,
    #[command(flatten)]
    pub(crate) finding: Finding,
    #[command(flatten)]
    pub(crate) printing: Printing,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "How files are read")]
pub(crate) struct Files {
    /// Take every file for one of this KIND, whatever it looks like: mbox, mboxrd, mmdf, rnews,
    /// nntp, message, text, ... (--help has all)
    ///
    /// Mailboxes with `From ` lines: mboxo (or mbox) and mboxrd, which differ in how a `>From ` is
    /// read; mboxcl and mboxcl2, with Content-Length. Others: mmdf; rnews, a batch of articles;
    /// nntp, articles as they go over the wire; message (or eml, mh, maildir, news, spool), one
    /// message; text, none. All but mboxrd are recognised by their content.
    #[arg(
        long = "as",
        value_name = "KIND",
        value_parser = kind(),
        hide_possible_values = true,
        overrides_with = "text"
    )]
    pub(crate) kind: Option<Kind>,

    /// Scan each file, or each in a packed one, as one text, and decode nothing in it: --as text
    #[arg(long, overrides_with = "kind")]
    pub(crate) text: bool,

    /// Which texts of a message are scanned: headers, body, or both (the default)
    #[arg(
        long = "in",
        value_name = "TEXTS",
        value_delimiter = ',',
        value_enum,
        hide_possible_values = true
    )]
    pub(crate) texts: Vec<Texts>,

    /// Leave out the parts of messages that are HTML
    #[arg(long)]
    pub(crate) no_html: bool,

    #[command(flatten)]
    pub(crate) packed: Packed,

    /// Read only the messages that begin in these bytes of each file, as `split` prints them. Either
    /// number may be left out
    ///
    /// A text is read from the first empty line in the range to the first one behind it. The bytes of
    /// packed files are counted as they are unpacked. Lines and the numbers of messages are not known
    /// then, and are not printed.
    #[arg(long, value_name = "START:END", value_parser = range)]
    pub(crate) range: Option<Range<u64>>,

    /// Follow links when walking a directory
    #[arg(long)]
    pub(crate) follow: bool,

    /// On how many threads; by default as many as there are cores for this process
    #[arg(short = 'j', long, value_name = "NUM", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// How compressed files and containers are read.
#[derive(Args, Debug)]
pub(crate) struct Packed {
    /// Read compressed files and containers (gzip, bzip2, xz, zstd, zip, tar) as they are
    #[arg(long)]
    pub(crate) no_decompress: bool,

    /// Let a compressed stream ask for so much memory: a number of bytes, with K, M or G of KiB, MiB
    /// or GiB
    ///
    /// What asks for more is not read, and is an error. `xz -9` asks for 64M, `zstd --ultra -22` for
    /// 128M.
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "128M")]
    pub(crate) max_window: u64,
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
    #[arg(long, value_name = "BYTES", value_parser = max_len, default_value_t = default_max_len())]
    pub(crate) max_len: NonZeroUsize,

    /// Also take <NAME:...>, without // behind it; several times, or with commas
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) scheme_add: Vec<String>,
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
    #[arg(
        short = 'n',
        long,
        overrides_with = "no_line_number",
        conflicts_with = "range"
    )]
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

    /// Print the date, sender and subject of each message in front of its URLs
    ///
    /// One line, `1995-01-31 Jim <jim@a.example>: Re: URLs`, the date in UTC, behind the path where
    /// that is printed. An empty line stands between messages. The URLs of a file without messages
    /// have no such line. JSON always says of each URL which message it is in.
    #[arg(long)]
    pub(crate) messages: bool,

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

    /// Tell on standard error how far the search has come
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Progress::Auto)]
    pub(crate) progress: Progress,

    /// Colour the output
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Progress {
    /// A line on a terminal, of a search that takes more than two seconds
    Auto,
    /// A JSON object each second, and one at the end
    Json,
    /// Nothing
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Texts {
    /// The fields of headers
    Headers,
    /// The bodies of parts
    Body,
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

/// A kind of file, by its name or by what people call it.
fn kind() -> impl clap::builder::TypedValueParser<Value = Kind> {
    use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

    let names = Kind::ALL.iter().map(|kind| {
        let aliases = KIND_ALIASES.iter().filter(|(_, known)| known == kind);
        PossibleValue::new(kind.name()).aliases(aliases.map(|&(alias, _)| alias))
    });
    PossibleValuesParser::new(names).try_map(|given: String| {
        let known = Kind::ALL.iter().map(|kind| (kind.name(), *kind));
        let mut known = known.chain(KIND_ALIASES.iter().copied());
        let found = known.find(|(name, _)| *name == given);
        found.map(|(_, kind)| kind).ok_or("no such kind")
    })
}

/// A message is one wherever it is kept.
const KIND_ALIASES: &[(&str, Kind)] = &[
    ("mbox", Kind::Mboxo),
    ("eml", Kind::Message),
    ("mh", Kind::Message),
    ("maildir", Kind::Message),
    ("news", Kind::Message),
    ("spool", Kind::Message),
];

/// Any path, the empty one included: that it cannot be opened is an error like any other.
fn path() -> impl clap::builder::TypedValueParser<Value = PathBuf> {
    use clap::builder::{OsStringValueParser, TypedValueParser};

    OsStringValueParser::new().map(PathBuf::from)
}

fn threads(number: &str) -> Result<NonZeroUsize, &'static str> {
    number
        .parse()
        .map_err(|_| "not a number of threads above 0")
}

fn max_len(bytes: &str) -> Result<NonZeroUsize, &'static str> {
    bytes.parse().map_err(|_| "not a number of bytes above 0")
}

/// A number of bytes, in units of 1024 if it says so.
fn size(given: &str) -> Result<u64, &'static str> {
    let short = given.strip_suffix("iB").unwrap_or(given);
    let (digits, unit) = match short.as_bytes().last() {
        Some(b'K' | b'k') => (&short[..short.len() - 1], 1 << 10),
        Some(b'M' | b'm') => (&short[..short.len() - 1], 1 << 20),
        Some(b'G' | b'g') => (&short[..short.len() - 1], 1 << 30),
        _ => (given, 1_u64),
    };
    let number = digits.parse::<u64>().ok();
    let bytes = number.and_then(|number| number.checked_mul(unit));
    bytes.ok_or("not a number of bytes, such as 262144, 256K, 64M or 1G")
}

fn some_bytes(given: &str) -> Result<NonZeroU64, &'static str> {
    let bytes = NonZeroU64::new(size(given)?);
    bytes.ok_or("not a number of bytes above 0")
}

/// Two numbers of bytes, the second one not smaller, where either may be left out.
fn range(given: &str) -> Result<Range<u64>, &'static str> {
    let (start, end) = given
        .split_once(':')
        .ok_or("no START:END, such as 0:128M, 128M: or :")?;
    let or = |given: &str, left_out| match given {
        "" => Ok(left_out),
        given => size(given),
    };
    let range = or(start, 0)?..or(end, u64::MAX)?;
    if range.start > range.end {
        return Err("it ends before it begins");
    }
    Ok(range)
}

fn default_max_len() -> NonZeroUsize {
    const { NonZeroUsize::new(Config::DEFAULT_MAX_LEN).expect("not zero") }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn sizes_have_units() {
        let sizes = [
            ("0", 0),
            ("7", 7),
            ("256K", 256 << 10),
            ("64m", 64 << 20),
            ("2G", 2 << 30),
            ("3MiB", 3 << 20),
        ];
        for (given, bytes) in sizes {
            assert_eq!(super::size(given), Ok(bytes), "{given}");
        }
        for given in [
            "",
            "M",
            "-1",
            "1.5G",
            "1MB",
            "1iB",
            "18446744073709551615K",
            "é",
        ] {
            assert!(super::size(given).is_err(), "{given}");
        }
    }

    #[test]
    fn ranges_may_be_open() {
        let ranges = [
            (":", 0..u64::MAX),
            ("7:", 7..u64::MAX),
            (":2K", 0..2048),
            ("1M:2M", 1 << 20..2 << 20),
            ("3:3", 3..3),
        ];
        for (given, range) in ranges {
            assert_eq!(super::range(given), Ok(range), "{given}");
        }
        for given in ["", "7", "2:1", "1:2:3", "-1:", "a:", "1-2", "1M:1K"] {
            assert!(super::range(given).is_err(), "{given}");
        }
        assert!(super::some_bytes("0").is_err());
        assert_eq!(super::some_bytes("1K").map(u64::from), Ok(1024));
    }

    #[test]
    fn the_flags_are_consistent() {
        super::Cli::command().debug_assert();
    }
}
