//! Flags that select URLs by their parts and by the messages that contain them.

use clap::Args;
use regex::Regex;

use urlsift_filter::{
    Date, FieldPattern, Host, MediaRange, MessageId, Scheme, WarningFilter, Wildmat, field_regex,
};

use super::values;

#[derive(Args, Debug)]
#[command(next_help_heading = "Selection")]
// The struct mirrors the command line, where each of these is an independent switch.
#[expect(clippy::struct_excessive_bools)]
pub(crate) struct FilterFlags {
    /// Select only URLs with these schemes, comma-separated
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) scheme: Vec<Scheme>,

    /// Select only URLs with these hosts or their subdomains
    ///
    /// Comma-separated: ietf.org also selects www.ietf.org.
    ///
    /// International names are compared in ASCII, so a name is found in both of its forms.
    #[arg(long, value_name = "HOSTS", value_parser = values::host, value_delimiter = ',')]
    pub(crate) host: Vec<Host>,

    /// Leave out URLs with these schemes, comma-separated
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) exclude_scheme: Vec<Scheme>,

    /// Leave out URLs with these hosts or their subdomains
    ///
    /// Comma-separated. URLs without a host are kept.
    #[arg(long, value_name = "HOSTS", value_parser = values::host, value_delimiter = ',')]
    pub(crate) exclude_host: Vec<Host>,

    /// Leave out mail addresses, as --exclude-scheme=mailto does
    #[arg(long)]
    pub(crate) no_mailto: bool,

    /// Select only URLs in messages of matching newsgroups: comp.*,!comp.binaries.*
    ///
    /// The last pattern that matches a newsgroup decides; ! excludes it.
    ///
    /// The syntax is the wildmat of RFC 3977, section 4: * matches any characters, ? matches one. A cross-posted
    /// message is selected if any of its newsgroups is.
    #[arg(long, value_name = "WILDMAT")]
    pub(crate) newsgroup: Vec<Wildmat>,

    /// Select only URLs in messages whose From matches
    ///
    /// Case is ignored, unless the pattern starts with (?-i).
    ///
    /// Repeatable: any of the patterns may match. A pattern is matched against the unfolded and decoded field, as
    /// printed by --messages. The patterns of --subject and --header ignore case as well.
    #[arg(long, value_name = "REGEX", value_parser = field_regex)]
    pub(crate) from: Vec<Regex>,

    /// Select only URLs in messages whose Subject matches
    ///
    /// Repeatable: any of the patterns may match.
    #[arg(long, value_name = "REGEX", value_parser = field_regex)]
    pub(crate) subject: Vec<Regex>,

    /// Select only URLs in messages with a matching header field
    ///
    /// An empty pattern matches if the field exists.
    ///
    /// Repeatable: patterns for the same name are alternatives; every name must match.
    #[arg(long, value_name = "NAME:REGEX")]
    pub(crate) header: Vec<FieldPattern>,

    /// Select only URLs in messages with these Message-IDs, comma-separated
    ///
    /// Angle brackets are optional.
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    pub(crate) message_id: Vec<MessageId>,

    /// Select only URLs in messages with these Message-IDs and in their replies
    ///
    /// Comma-separated. Replies are found by References and In-Reply-To.
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    pub(crate) thread: Vec<MessageId>,

    /// Select only URLs in messages from this date on (UTC)
    ///
    /// Dates are written as 1995, 1995-01, `31 Jan 1995`, yesterday, `2 weeks ago` or 14d.
    ///
    /// Other forms are 1995-01-31, 1995/01/31, 19950131, `Jan 1995`, 1995-01-31T12:00:00Z, `1995-01-31 12:00 +0100`,
    /// `Tue, 31 Jan 1995 12:00:00 +0100`, today, `a week ago`, 2w, 1y, `last week`, `last month`, `last year`. Dates
    /// are in UTC unless they have an offset, or --local is given. Messages without a date are not selected.
    #[arg(long, value_name = "DATE", value_parser = Date::parse)]
    pub(crate) since: Option<Date>,

    /// Select only URLs in messages up to this date (UTC)
    ///
    /// A day, month or year is included to its end.
    ///
    /// The syntax is the same as for --since.
    #[arg(long, value_name = "DATE", value_parser = Date::parse)]
    pub(crate) until: Option<Date>,

    /// Read --since and --until in the local time zone, not in UTC
    ///
    /// Dates with an offset keep it. Without the flag, all others are in UTC.
    #[arg(long)]
    pub(crate) local: bool,

    /// Select only URLs in parts of these media types: text/plain, text/*
    ///
    /// Comma-separated.
    #[arg(long = "type", value_name = "TYPES", value_delimiter = ',')]
    pub(crate) media_type: Vec<MediaRange>,

    /// Select only URLs in quoted text, after a quote prefix such as >
    #[arg(long, overrides_with = "no_quoted")]
    pub(crate) quoted: bool,

    /// Select only URLs outside quoted text
    #[arg(long, overrides_with = "quoted")]
    pub(crate) no_quoted: bool,

    /// Select only URLs that were broken and have been rejoined
    #[arg(long)]
    pub(crate) joined: bool,

    /// Select only URLs with one of these warning codes: doubtful-close, unclosed, ...
    ///
    /// hosts stands for all codes about hosts that may deceive. text-differs needs --all; refanged needs --refang.
    ///
    /// Comma-separated. docs/JSON.md and docs/PROBLEMS.md describe the codes; docs/HOSTS.md explains hosts.
    /// text-differs can also be had with --delimiter attribute.
    #[arg(
        long,
        value_name = "CODES",
        value_delimiter = ',',
        value_parser = values::warning(),
        hide_possible_values = true
    )]
    pub(crate) warn: Vec<WarningFilter>,
}
