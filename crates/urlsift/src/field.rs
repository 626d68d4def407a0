//! The fields of a link: the one place that lists them.
//!
//! [`fields!`] has a row for each field: its name, its columns, and the expression of its value. All outputs are made
//! from [`Fields::get`]: JSON, text (`--format`, `--csv`), tables and Arrow batches, and the bindings. A new field is
//! one row; if its value is of a new type, the compiler asks each output for it.

use std::borrow::Cow;

use urlsift_archive::Metadata;
use urlsift_rfc1738::{Parts, Problem, Verdict};

#[cfg(feature = "tables")]
use crate::table::column::{
    Column,
    ColumnType::{
        Binary, Bool, Int32, Int64, Int64s, Problems, String as Utf8, Strings, Timestamp,
    },
    nullable, required,
};
use crate::{
    Link, Markup, Message,
    defang::{defang, defang_host, defang_text},
    fields::Fields,
    parts::{domain, lower_case},
    value::Value,
    warnings::LinkWarnings,
};

/// The outputs that have a field. All of them may have a column for it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outputs {
    JsonAndText,
    Json,
    Tables,
}

/// The part of a link to which a field belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    /// The link itself. Columns are those of the table `links`.
    Link,
    /// The place of its message. Columns are those of the table `links`.
    Message,
    /// The header of its message. Columns are those of the table `messages`.
    Metadata,
    /// The section of the message that contains the link. Columns are those of the table `links`.
    Section,
}

/// The name of a field as a key of JSON, after the comma that ends the entry before it.
#[cfg(feature = "json")]
#[derive(Clone, Copy)]
pub(crate) struct Key {
    pub(crate) exact: &'static str,
    /// The key, and the quotation mark that begins a string.
    pub(crate) string: &'static str,
    /// The key, and an empty list.
    pub(crate) empty_list: &'static str,
    /// The key of the exact bytes of a text that is not UTF-8.
    pub(crate) base64: &'static str,
}

macro_rules! name {
    (Link $name:literal) => {
        $name
    };
    ($group:ident $name:literal) => {
        concat!("message.", $name)
    };
}

macro_rules! outputs {
    () => {
        Outputs::JsonAndText
    };
    ($outputs:ident) => {
        Outputs::$outputs
    };
}

/// The value of a row in a link.
macro_rules! value {
    (Metadata $field:ident $fields:ident $metadata:ident $value:expr) => {
        $fields
            .metadata()
            .and_then(|metadata| Field::$field.in_metadata(metadata))
    };
    ($group:ident $field:ident $fields:ident $metadata:ident $value:expr) => {
        Option::from($value)
    };
}

/// The value of a row in the header of a message.
macro_rules! value_in_metadata {
    (Metadata $value:expr) => {
        Option::from($value)
    };
    ($group:ident $value:expr) => {
        None
    };
}

macro_rules! fields {
    (|$link:ident, $metadata:ident| $($group:ident {
        $($(#[doc = $doc:literal])* $(@$outputs:ident)? $field:ident = $name:literal, [$($column:expr),*], $value:expr;)*
    })*) => {
        /// A field of a link. Its name is the one in the JSON; the names of fields of the message begin with
        /// `message.`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Field {
            $($(
                #[doc = concat!("`", name!($group $name), "`.")]
                $(#[doc = $doc])*
                $field,
            )*)*
        }

        impl Field {
            /// Every field, in the order of `docs/JSON.md`.
            pub const ALL: &'static [Self] = &[$($(Self::$field,)*)*];

            /// Returns the stable name, such as `quote_depth` or `message.date`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($(Self::$field => name!($group $name),)*)*
                }
            }

            /// Returns what the value is, in Markdown, as `docs/JSON.md` and the schema say it.
            #[must_use]
            pub const fn description(self) -> &'static str {
                match self {
                    $($(Self::$field => concat!($($doc),*).trim_ascii_start(),)*)*
                }
            }

            #[inline]
            const fn group(self) -> Group {
                match self {
                    $($(Self::$field => Group::$group,)*)*
                }
            }

            #[inline]
            const fn outputs(self) -> Outputs {
                match self {
                    $($(Self::$field => outputs!($($outputs)?),)*)*
                }
            }

            /// Returns the key in the JSON.
            #[cfg(feature = "json")]
            #[inline]
            pub(crate) const fn key(self) -> Key {
                match self {
                    $($(Self::$field => Key {
                        exact: concat!(",\"", $name, "\":"),
                        string: concat!(",\"", $name, "\":\""),
                        empty_list: concat!(",\"", $name, "\":[]"),
                        base64: concat!(",\"", $name, "_base64\":"),
                    },)*)*
                }
            }

            /// Returns the columns: of the table `messages` if the field [is of metadata](Self::is_of_metadata),
            /// otherwise of `links`.
            #[cfg(feature = "tables")]
            #[inline]
            pub(crate) const fn columns(self) -> &'static [Column] {
                match self {
                    $($(Self::$field => const { &[$($column),*] },)*)*
                }
            }

            /// Returns the name that the column of a field of the message has in a table of links.
            #[cfg(feature = "tables")]
            pub(crate) const fn name_in_links(self) -> &'static str {
                match self {
                    $($(Self::$field => concat!("message_", $name),)*)*
                }
            }

            /// Returns the value in the header of a message, if the field [is of metadata](Self::is_of_metadata).
            pub(crate) fn in_metadata(self, $metadata: &Metadata) -> Option<Value<'_>> {
                match self {
                    $($(Self::$field => value_in_metadata!($group $value),)*)*
                }
            }
        }

        impl Fields<'_, '_> {
            /// Returns the value of a field, if the link has one. A link outside messages has no field of one.
            #[must_use]
            pub fn get(&self, field: Field) -> Option<Value<'_>> {
                if field.is_of_message() && self.message().is_none() {
                    return None;
                }
                let $link = self;
                let value = match field {
                    $($(Field::$field => value!($group $field $link $metadata $value),)*)*
                };
                if self.is_defanged() {
                    return value.map(|value| defanged(field, value));
                }
                value
            }
        }
    };
}

// A row is `Variant = name, columns, value;`, where the value is a `Value` or an `Option` of one. `@Json` marks a field
// that text does not have, `@Tables` one that is only a column. The name of a column ends in `_bytes` if it has the
// exact bytes of a text that is not UTF-8. Rows are in the order of JSON. `table/order.rs` has that of the columns of
// the first release; the column of a new field follows them.
fields! {
    |link, metadata|

    Link {
        /// The first reading: with every `-` kept, and without a typesetter's hyphen (U+2010, U+00AD). An attribute
        /// that begins with a host (`//`, `\\`) gets the scheme of its `base`, or `https:`
        Url = "url", [required("url", Utf8), nullable("url_bytes", Binary)], Value::Bytes(link.candidate().url().into());
        /// All readings, if there are several: with and without each hyphen at the end of a line
        Readings = "readings", [required("readings", Strings)],
            (link.candidate().reading_count() > 1).then(|| Value::Readings(link.link().readings().collect()));
        /// Guesses at what `url` was before the text was damaged, each with `url` and `why`
        Also = "also", [required("also", Strings)], (!link.guesses().is_empty()).then(|| Value::Guesses(link.guesses().into()));
        /// The bytes from the first delimiter to the last, such as `<` to `>`, `URL:` or quotation marks included; in
        /// an attribute, the decoded value
        Raw = "raw", [required("raw", Utf8), nullable("raw_bytes", Binary)], Value::Bytes(link.candidate().raw().into());
        /// The kind: `url`, `angle`, `prefix`, `quote`, `bare`, `attribute`, `name` or `address`
        Delimiter = "delimiter", [required("delimiter", Utf8)], Value::Name(link.candidate().delimiter().name());
        /// The element of a kind `attribute`, in lower case
        Element = "element", [nullable("element", Utf8)],
            link.link().markup().map(|markup| Value::Text(markup.element().into()));
        /// Its attribute; `style` in style sheets
        Attribute = "attribute", [nullable("attribute", Utf8)],
            link.link().markup().map(|markup| Value::Name(markup.attribute()));
        /// What an `a` shows, or the `alt` of an `area`; at most 1 KiB
        Text = "text", [nullable("text", Utf8)],
            link.link().markup().and_then(Markup::text).map(|text| Value::Text(text.into()));
        /// The range `[start, end]` of the decoded text, in bytes, in which an `a` shows its `text`; at most as far as
        /// `text` goes
        Shown = "shown", [], link.link().markup().and_then(Markup::shown).map(Value::Range);
        /// Of a link in a text: the `offset` of the link of the `a` that shows it, if attributes are searched
        ShownBy = "shown_by", [], link.link().shown_by().map(Value::Number);
        /// `mso`: only Outlook for Windows shows the link, which is in a conditional comment
        Condition = "condition", [], link.link().condition().map(Value::Name);
        /// The number of line breaks in `raw`
        Breaks = "breaks", [required("breaks", Int32)], Value::Number(link.candidate().breaks() as u64);
        /// Whether white space inside a line was removed
        Spaced = "spaced", [required("spaced", Bool)], Value::Flag(link.candidate().spaced());
        /// The joins between the pieces
        @Json Joins = "joins", [required("joins", Strings)], Value::Joins(link.candidate().joins());
        /// The byte ranges `[start, end]` of the file that `url` was joined from
        Pieces = "pieces", [required("pieces", Int64s)], Value::Pieces(link.link().pieces());
        /// Of the quote prefix before it on the line, at most 64
        QuoteDepth = "quote_depth", [required("quote_depth", Int32)],
            Value::Number(link.candidate().quote_depth() as u64);
        /// The strictest standard that `url` satisfies: `rfc1738`, `rfc3986`, `whatwg`, `relative` or `none`
        Conforms = "conforms", [required("conforms", Utf8)], Value::Name(link.conformance().name());
        /// The index in `readings` of one that satisfies a stricter standard than `url`
        @Json Best = "best", [nullable("best", Int32)], link.link().best().map(|index| Value::Number(index as u64));
        /// Why `url` does not conform to RFC 1738, the first 1000: `code`, `start`, `end` (in `url`), and `rule`, the
        /// production; `problems_left_out` is the number of further ones
        Problems = "problems", [required("problems", Problems)], problems(link.problems());
        /// Codes, each at most once: first of the text, then of the URL
        Warnings = "warnings", [required("warnings", Strings)], Value::Warnings(LinkWarnings::of(link.candidate(), link.verdict()));
        /// In lower case
        Scheme = "scheme", [nullable("scheme", Utf8)],
            link.parts().scheme().map(|scheme| Value::Text(lower_case(scheme)));
        /// The host that a client of today connects to, as written
        Host = "host", [nullable("host", Utf8), nullable("host_bytes", Binary)],
            link.parts().host().map(|host| Value::Bytes(host.as_bytes().into()));
        /// Its canonical form; omitted if browsers reject the host or the port
        HostAscii = "host_ascii", [nullable("host_ascii", Utf8)], link.parts().host_ascii().map(Value::Text);
        /// Its registered domain; omitted for a public suffix alone, a name without a dot, and an address
        Domain = "domain", [nullable("domain", Utf8)], domain(link.parts()).map(Value::Text);
        /// The written port as a number, if it is below 2^64
        Port = "port", [nullable("port", Int64)], link.parts().port_number().map(Value::Number);
        /// The file; `-` is standard input; `a.zip!b.mbox` a member of a container
        Path = "path", [required("path", Utf8), nullable("path_bytes", Binary)], Value::Bytes(link.link().path().into());
        /// Where `raw` begins in the file
        Offset = "offset", [required("offset", Int64)], Value::Number(link.span().start());
        /// The offset of the byte after `raw`
        End = "end", [required("end", Int64)], Value::Number(link.span().end());
        /// Of the first byte of `raw`, from 1
        Line = "line", [], link.link().position().map(|position| Value::Number(position.line));
        /// Of that byte, from 1; counts bytes
        Column = "column", [], link.link().position().map(|position| Value::Number(position.column));
        /// True in a text of an Outlook file: positions count in that text, not in the file
        Virtual = "virtual", [], link.link().is_virtual().then_some(Value::Flag(true));
        /// Of a relative reference: the base (`--base`, the first `<base href>` before it, or the `Content-Base` or
        /// `Content-Location` of its part)
        Base = "base", [nullable("base", Utf8)], link.link().base().map(|base| Value::Bytes(base.text().into()));
        /// The URL that a relative reference leads to (RFC 1808 §4)
        Resolved = "resolved", [nullable("resolved", Utf8)],
            link.link().resolved().map(|url| Value::Bytes(url.into()));
        /// The URL that a known rewriter has wrapped; with `--unwrap`, or if it is named
        Target = "target", [nullable("target", Utf8)], link.link().target().map(|target| Value::Bytes(target.into()));
        /// That of `target`
        TargetScheme = "target_scheme", [], of_target(link, |parts| parts.scheme().map(lower_case));
        /// That of `target`
        TargetHost = "target_host", [],
            of_target(link, |parts| Some(String::from_utf8_lossy(parts.host()?.as_bytes())));
        /// That of `target`
        TargetHostAscii = "target_host_ascii", [], of_target(link, Parts::host_ascii);
        /// That of `target`
        TargetDomain = "target_domain", [], of_target(link, domain);
        /// The known rewriter of `target`, or else of `url`, that keeps the original on its server: `intermedia`,
        /// `mailchimp`, `mimecast` or `sendgrid`; with `--unwrap`, or if it is named
        Rewriter = "rewriter", [], link.link().rewriter().map(|name| Value::Text(name.into()));
        /// The key by which all spellings of a URL are counted as one; only if it is named
        UrlKey = "url_key", [], url_key(link.link());
        /// With `--settle`: the URL that the evidence decides for, or else `url`
        Settled = "settled", [], link.link().settled().map(|(url, _)| Value::Bytes(url.into()));
        /// With `--settle`: that evidence
        ResolvedBy = "resolved_by", [], link.link().settled().and_then(|(_, by)| by).map(Value::Name);
    }

    Message {
        /// The number of messages before it in the file
        MessageIndex = "index", [], link.message().and_then(Message::index).map(Value::Number);
        /// The byte at which it begins, with its `From ` line or other separator
        MessageOffset = "offset", [nullable("message_offset", Int64)], link.message().map(|message| Value::Number(message.offset()));
    }

    // All values are decoded, and UTF-8.
    Metadata {
        /// Its `Message-ID`, with the angle brackets if it has them
        MessageId = "id", [nullable("id", Utf8), nullable("id_bytes", Binary)],
            metadata.id().map(|id| Value::Text(id.into()));
        /// Its `Date` in UTC (RFC 3339), or its `Injection-Date`
        MessageDate = "date", [nullable("date", Timestamp)], metadata.date().map(Value::Date);
        /// The field that `date` was read from, as written, at most 256 bytes
        MessageDateWritten = "date_written", [], metadata.date_written().map(|date| Value::Text(date.into()));
        /// The date of the first `Received` that has one
        @Tables MessageReceived = "received", [nullable("received", Timestamp)], metadata.received().map(Value::Date);
        /// Its `From`, unfolded and decoded
        MessageFrom = "from", [nullable("from", Utf8), nullable("from_bytes", Binary)],
            metadata.from().map(Value::of_header);
        /// Its `Subject`, unfolded and decoded
        MessageSubject = "subject", [nullable("subject", Utf8), nullable("subject_bytes", Binary)],
            metadata.subject().map(Value::of_header);
        /// Its `Newsgroups`, a list
        MessageNewsgroups = "newsgroups", [required("newsgroups", Strings)], strings(metadata.newsgroups());
        /// Its `List-Id`
        @Tables MessageListId = "list_id", [nullable("list_id", Utf8)],
            metadata.list_id().map(|id| Value::Text(id.into()));
        /// The IDs in its `References`
        @Tables MessageReferences = "references", [required("references", Strings)], strings(metadata.references());
    }

    Section {
        /// The number of the part that holds the link, as in IMAP, such as `1.2`; omitted in the text before the first
        /// part and after the last
        MessagePart = "part", [nullable("part", Utf8), nullable("part_bytes", Binary)],
            link.link().section().part_number().map(Value::Name);
        /// The media type of that part, such as `text/plain`
        MessageType = "type", [nullable("type", Utf8)],
            link.link().section().media_type().map(|media_type| Value::Text(media_type.into()));
        /// The name of the header field that holds the link; replaces `part` and `type`
        MessageHeader = "header", [nullable("header", Utf8), nullable("header_bytes", Binary)],
            link.link().section().header_name().filter(|name| !name.is_empty()).map(Value::of_header_name);
    }
}

impl Field {
    /// Returns the field with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|field| field.name() == name)
    }

    /// Returns whether the field belongs to the message of the link.
    #[must_use]
    #[inline]
    pub const fn is_of_message(self) -> bool {
        !matches!(self.group(), Group::Link)
    }

    /// Returns whether the value is in the header of the message.
    #[cfg(feature = "tables")]
    pub(crate) const fn is_of_metadata(self) -> bool {
        matches!(self.group(), Group::Metadata)
    }

    /// Returns whether the JSON has the field. A field that it does not have is only a column of tables.
    #[must_use]
    #[inline]
    pub const fn is_in_json(self) -> bool {
        matches!(self.outputs(), Outputs::JsonAndText | Outputs::Json)
    }

    /// Returns whether the value can be given as text; see [`Value::text`].
    #[must_use]
    pub const fn is_text(self) -> bool {
        matches!(self.outputs(), Outputs::JsonAndText)
    }

    /// Returns whether the value counts from the start of the source, so that it is unknown in a chunk of the source;
    /// see [`Preceding`](crate::Preceding).
    #[must_use]
    #[inline]
    pub const fn is_counted(self) -> bool {
        matches!(self, Self::Line | Self::Column | Self::MessageIndex)
    }
}

impl Fields<'_, '_> {
    /// Returns the exact value of a field as [text](Value::text); empty if the link has none. Header values are cut
    /// after at most 4 KiB.
    #[must_use]
    pub fn text(&self, field: Field) -> Vec<u8> {
        let mut buffer = Vec::new();
        let value = self.get(field);
        value.map_or_else(Vec::new, |value| value.text(&mut buffer).to_vec())
    }
}

/// Returns a part of the URL that a known rewriter has wrapped.
fn of_target<'v>(
    fields: &'v Fields<'_, '_>,
    part: impl FnOnce(&Parts<'v>) -> Option<Cow<'v, str>>,
) -> Option<Value<'v>> {
    let target = fields.link().target()?;
    part(Verdict::of(target).parts()).map(Value::Text)
}

/// Returns the value of a field as it is written so that nobody can click on it.
fn defanged(field: Field, value: Value<'_>) -> Value<'_> {
    let owned = |bytes: &[u8]| Cow::Owned(defang(bytes).into_owned());
    let string = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned().into();
    match (field, value) {
        (
            Field::Url | Field::Base | Field::Resolved | Field::Target | Field::Settled,
            Value::Bytes(url),
        ) => Value::Bytes(owned(&url)),
        (Field::UrlKey, Value::Text(key)) => {
            Value::Text(string(defang(key.as_bytes()).into_owned()))
        }
        (Field::Host, Value::Bytes(host)) => Value::Bytes(defang_host(&host).into()),
        (
            Field::HostAscii
            | Field::Domain
            | Field::TargetHost
            | Field::TargetHostAscii
            | Field::TargetDomain,
            Value::Text(host),
        ) => Value::Text(string(defang_host(host.as_bytes()))),
        (Field::Raw, Value::Bytes(raw)) => Value::Bytes(defang_text(&raw).into()),
        (Field::Text, Value::Text(shown)) => Value::Text(string(defang_text(shown.as_bytes()))),
        (_, Value::Readings(readings)) => {
            Value::Readings(readings.iter().map(|reading| owned(reading)).collect())
        }
        (_, Value::Guesses(guesses)) => {
            let mut guesses = guesses.into_owned();
            for guess in &mut guesses {
                guess.url = owned(&guess.url);
            }
            Value::Guesses(guesses.into())
        }
        (_, value) => value,
    }
}

fn problems((problems, left_out): (&[Problem], usize)) -> Value<'_> {
    Value::Problems { problems, left_out }
}

/// Returns the key of a link.
#[cfg(feature = "whatwg")]
fn url_key<'v>(link: &Link<'_>) -> Value<'v> {
    Value::Text(link.url_key().into())
}

/// Returns no key: it needs the parser of browsers.
#[cfg(not(feature = "whatwg"))]
const fn url_key<'v>(_: &Link<'_>) -> Option<Value<'v>> {
    None
}

fn strings(items: &[String]) -> Option<Value<'_>> {
    (!items.is_empty()).then_some(Value::Strings(items))
}
