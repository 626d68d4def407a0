//! Which URLs are wanted, by what they are and by where they stand.

use clap::Args;
use regex::Regex;

use super::values;
use crate::select::filter::{
    FieldPattern, Host, MediaRange, MessageId, Period, Scheme, WarningCode, Wildmat,
};

#[derive(Args, Debug)]
#[command(next_help_heading = "Which URLs")]
pub(crate) struct Filtering {
    /// Only URLs of these schemes, such as http,https
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) scheme: Vec<Scheme>,

    /// Only URLs of these hosts, and of those below them: ietf.org takes www.ietf.org, too
    #[arg(long, value_name = "HOSTS", value_delimiter = ',')]
    pub(crate) host: Vec<Host>,

    /// Only in messages of these newsgroups, such as comp.*,!comp.binaries.* (RFC 3977, section 4)
    ///
    /// A * stands for any characters, a ? for one. The last pattern that matches a group decides, and one
    /// with ! in front leaves it out. Of a message in several groups one has to be taken.
    #[arg(long, value_name = "WILDMAT")]
    pub(crate) newsgroup: Vec<Wildmat>,

    /// Only in messages whose From matches; several times: any of the patterns
    ///
    /// The text is that of --messages: unfolded and decoded. Letters match in either case, here
    /// as in --subject and --header; (?-i) in front of a pattern changes that.
    #[arg(long, value_name = "REGEX", value_parser = values::regex)]
    pub(crate) from: Vec<Regex>,

    /// Only in messages whose Subject matches; several times: any of the patterns
    #[arg(long, value_name = "REGEX", value_parser = values::regex)]
    pub(crate) subject: Vec<Regex>,

    /// Only in messages with this header field, in which the pattern matches
    ///
    /// Several times: any of the patterns for the same name, and each of different names.
    /// An empty pattern asks for no more than the field.
    #[arg(long, value_name = "NAME:REGEX")]
    pub(crate) header: Vec<FieldPattern>,

    /// Only in messages with one of these Message-IDs, with or without the brackets
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    pub(crate) message_id: Vec<MessageId>,

    /// Only in messages with one of these Message-IDs, and in those that answer one, by their
    /// References or In-Reply-To
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    pub(crate) thread: Vec<MessageId>,

    /// Only in messages of this date or later: 1995-01-31, 1995-01, 1995, 1995-01-31T12:00:00Z,
    /// yesterday, `2 weeks ago`
    ///
    /// All in UTC, unless a time tells its zone. A message without a date is left out.
    #[arg(long, value_name = "DATE", value_parser = values::period)]
    pub(crate) since: Option<Period>,

    /// Only in messages of this date or earlier; of a day, a month or a year, all of it is taken
    #[arg(long, value_name = "DATE", value_parser = values::period)]
    pub(crate) until: Option<Period>,

    /// Only in parts of messages of these types, such as text/plain or text/*
    #[arg(long = "type", value_name = "TYPES", value_delimiter = ',')]
    pub(crate) media_type: Vec<MediaRange>,

    /// Only URLs in text that is quoted with marks, such as >
    #[arg(long, overrides_with = "no_quoted")]
    pub(crate) quoted: bool,

    /// Only URLs in text that is not quoted
    #[arg(long, overrides_with = "quoted")]
    pub(crate) no_quoted: bool,

    /// Only URLs that were broken, and were put together
    #[arg(long)]
    pub(crate) joined: bool,

    /// Only URLs with one of these warnings, by their codes in JSON, such as doubtful-close
    #[arg(
        long,
        value_name = "CODES",
        value_delimiter = ',',
        value_parser = values::warning(),
        hide_possible_values = true
    )]
    pub(crate) warn: Vec<WarningCode>,
}
