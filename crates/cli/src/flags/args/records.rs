//! Flags for record formats, duplicates and counts.

use std::num::NonZeroU64;

use clap::{ArgAction, ArgGroup, Args, ValueEnum};

use super::values;
use crate::{report::export::ExportFormat, select::compare::TallyBy};

/// The context flags. Context lines have no place in records, counts and deduplicated output.
const CONTEXT: [&str; 3] = ["after_context", "before_context", "context"];

/// The flags that conflict with every record format.
const NOT_RECORDS: [&str; 8] = [
    "json",
    "count",
    "files_with_matches",
    "files_without_match",
    "messages",
    "after_context",
    "before_context",
    "context",
];

/// The outputs that consist of fields.
const FIELDED: [&str; 4] = ["json", "csv", "csv_safe", "tsv"];

#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
#[command(group = ArgGroup::new("fielded").args(FIELDED).multiple(true))]
// The struct mirrors the command line, where each of these is an independent switch.
#[expect(clippy::struct_excessive_bools)]
pub(crate) struct RecordFlags {
    /// Print each URL with a template of JSON fields: '{url}\t{message.date}'
    ///
    /// A line break is added unless the template ends in \n or \0.
    ///
    /// Fields of nested objects are joined with a dot. Lists are joined with commas. Fields without a value are empty.
    /// The escapes are \t, \n, \r, \0 and \\; braces are written {{ and }}. Column names of --csv are accepted too.
    /// Control characters in values are printed as \xNN. A modifier after the name escapes a value for another text:
    /// {url|md}, |html, |json and |csv; |defang defangs it, and |domain prints its registered domain.
    #[arg(
        long,
        value_name = "TEMPLATE",
        allow_hyphen_values = true,
        conflicts_with_all = NOT_RECORDS,
        conflicts_with_all = ["csv", "csv_safe", "tsv", "tally"]
    )]
    pub(crate) format: Option<String>,

    /// Print the URLs in a format that other programs import: misp, stix, iocs, markdown or bookmarks
    ///
    /// Each URL is there once, and what a rewriter has wrapped instead of the rewritten URL.
    ///
    /// misp is an event of MISP and stix a bundle of STIX 2.1, both JSON with the URLs, their hosts, and addresses of
    /// mailto. iocs has the same in lines: a type, a tab and a value. markdown is a list of links, and bookmarks a file
    /// of bookmarks that browsers import. With --defang, iocs and markdown are defanged; the others cannot be. The same
    /// URLs give the same bytes, identifiers included.
    #[arg(
        long,
        value_name = "FORMAT",
        value_enum,
        hide_possible_values = true,
        conflicts_with_all = NOT_RECORDS,
        conflicts_with_all = ["format", "csv", "csv_safe", "tsv", "tally", "null", "also"]
    )]
    pub(crate) export: Option<ExportFormat>,

    /// Print a CSV table with a header row
    ///
    /// Use --csv-safe for a spreadsheet.
    ///
    /// The columns are url, conforms, scheme, host, port, path, line, column, offset and end; date, from, subject,
    /// newsgroups and `message_id` of the message; part, type, header, warnings and resolved. Values are quoted as in
    /// RFC 4180. Lines end in LF.
    #[arg(long, conflicts_with_all = NOT_RECORDS, conflicts_with = "tsv")]
    pub(crate) csv: bool,

    /// Print a tab-separated table with a header row
    ///
    /// The columns are the same as with --csv. Tabs, line breaks and backslashes in values are escaped as \t, \n,
    /// \r and \\.
    #[arg(long, conflicts_with_all = NOT_RECORDS)]
    pub(crate) tsv: bool,

    /// Print a CSV table that is safe to open in a spreadsheet
    ///
    /// A ' is put before values that would be formulas.
    ///
    /// These start with =, +, -, @, a tab or a carriage return. Everything else is as in --csv.
    #[arg(long, conflicts_with_all = NOT_RECORDS, conflicts_with = "tsv")]
    pub(crate) csv_safe: bool,

    /// Print only these fields with --json, --csv or --tsv: url,line,message.date
    ///
    /// Other fields are not computed.
    ///
    /// Comma-separated names of JSON fields, with a dot for the fields of the message; `message` selects all of these.
    /// Column names of --csv are accepted too. A table has the columns in the order of the names; JSON keeps its own
    /// order.
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        value_parser = values::field(),
        hide_possible_values = true,
        requires = "fielded",
        conflicts_with_all = ["format", "tally"]
    )]
    pub(crate) fields: Vec<String>,

    /// Skip repeated URLs (or hosts, with --unique=host)
    ///
    /// With --unique=message, URLs are compared only within a message.
    ///
    /// In a file that has no messages, message compares them within the file. URLs are compared by their first printed
    /// reading, relative references by what they resolve to, hosts in ASCII and lower case. URLs without a host count
    /// as URLs of one host. With `url_key`, spellings of one URL are the same; with domain, hosts of one registered
    /// domain.
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "url",
        hide_possible_values = true,
        conflicts_with_all = CONTEXT
    )]
    pub(crate) unique: Option<Unique>,

    /// Skip links in the HTML of a message that its plain text has, too
    ///
    /// Most HTML mail has both forms of its text, and most of its links twice.
    ///
    /// The links in header fields count as plain text. A link that only the HTML has is printed as often as it occurs;
    /// --unique=message prints it once.
    #[arg(long, conflicts_with_all = CONTEXT, conflicts_with = "unique")]
    pub(crate) html_once: bool,

    /// Count each URL (or its host, scheme, ... as WHAT says)
    ///
    /// WHAT is url, `url_key`, host, domain, address, scheme, conforms, kind, year, month, from or newsgroup, or
    /// several of them with commas.
    ///
    /// Only the counts are printed, the most frequent first. The default is url. Years and months are in UTC. A URL in
    /// a message of several newsgroups counts once in each. Hosts are in ASCII and lower case; domain is the registered
    /// domain of the host, or the host if it has none, and `url_key` the URL in its normal form. URLs without a host
    /// are counted last, as `(no host)`, and so on. With several values, such as host,year, a row has tabs between
    /// them. With --csv, --tsv or --json, the counts are a table or JSON objects.
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        value_delimiter = ',',
        action = ArgAction::Set,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "url",
        hide_possible_values = true,
        conflicts_with_all = CONTEXT,
        conflicts_with_all = ["count", "files_with_matches", "files_without_match", "messages"]
    )]
    pub(crate) tally: Option<Vec<TallyBy>>,

    /// The approximate memory for --unique, --tally and --settle
    ///
    /// Beyond it, they continue in temporary files.
    ///
    /// In bytes, or with a suffix K, M or G (powers of 1024).
    #[arg(long, value_name = "SIZE", value_parser = values::positive_size, default_value = "64M")]
    pub(crate) buffer_size: NonZeroU64,
}

impl Default for RecordFlags {
    fn default() -> Self {
        Self {
            format: None,
            export: None,
            csv: false,
            tsv: false,
            csv_safe: false,
            fields: Vec::new(),
            unique: None,
            html_once: false,
            tally: None,
            buffer_size: const { NonZeroU64::new(64 << 20).expect("not zero") },
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Unique {
    Url,
    #[value(name = "url_key")]
    UrlKey,
    Host,
    Domain,
    Message,
}
