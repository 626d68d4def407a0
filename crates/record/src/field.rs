//! The fields of a link, by their names.

use std::{borrow::Cow, cell::OnceCell};

use urlsift_rfc1738::{Base, Conformance, Encoded, Verdict};
use urlsift_scan::{Candidate, HyphenPolicy, Position, Span};

use crate::{
    Link, Markup, Message, MessageMetadata, Section,
    link::{base_of_reference, lower_case},
    warnings::warnings,
};

macro_rules! fields {
    ($($(#[$doc:meta])* $variant:ident = $name:literal;)*) => {
        /// A field of a link whose value can be given as bytes. Its name is the one in the JSON; the names of fields
        /// of the message begin with `message.`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Field {
            $(
                #[doc = concat!("`", $name, "`")]
                $variant,
            )*
        }

        impl Field {
            /// Every field, in the order of `docs/JSON.md`.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns the stable name, such as `quote_depth` or `message.date`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

fields! {
    Url = "url";
    Readings = "readings";
    Also = "also";
    Raw = "raw";
    Delimiter = "delimiter";
    Element = "element";
    Attribute = "attribute";
    Text = "text";
    Breaks = "breaks";
    Spaced = "spaced";
    Pieces = "pieces";
    QuoteDepth = "quote_depth";
    Conforms = "conforms";
    Problems = "problems";
    Warnings = "warnings";
    Scheme = "scheme";
    Host = "host";
    Port = "port";
    Path = "path";
    Offset = "offset";
    End = "end";
    Line = "line";
    Column = "column";
    Virtual = "virtual";
    Base = "base";
    Resolved = "resolved";
    Target = "target";
    MessageIndex = "message.index";
    MessageOffset = "message.offset";
    MessageId = "message.id";
    MessageDate = "message.date";
    MessageDateWritten = "message.date_written";
    MessageFrom = "message.from";
    MessageSubject = "message.subject";
    MessageNewsgroups = "message.newsgroups";
    MessagePart = "message.part";
    MessageType = "message.type";
    MessageHeader = "message.header";
}

impl Field {
    /// Returns the field with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|field| field.name() == name)
    }

    /// Returns whether the value counts from the start of the source, so that it is unknown in a chunk of the source;
    /// see [`Preceding`](crate::Preceding).
    #[must_use]
    pub const fn is_counted(self) -> bool {
        matches!(self, Self::Line | Self::Column | Self::MessageIndex)
    }

    /// Returns whether the field belongs to the message of the link.
    #[must_use]
    pub const fn is_of_message(self) -> bool {
        matches!(
            self,
            Self::MessageIndex
                | Self::MessageOffset
                | Self::MessageId
                | Self::MessageDate
                | Self::MessageDateWritten
                | Self::MessageFrom
                | Self::MessageSubject
                | Self::MessageNewsgroups
                | Self::MessagePart
                | Self::MessageType
                | Self::MessageHeader
        )
    }

    /// Returns the exact value in a link. [`Values::get`] is faster for several fields.
    #[must_use]
    pub fn value(self, link: &Link) -> Cow<'_, [u8]> {
        Values::of(link).get(self)
    }

    /// Returns the value of a field. A value that the link does not store as bytes is appended to `buffer`.
    fn in_link<'p, 'l: 'p>(
        self,
        link: &impl FieldSource<'l>,
        path: &'p [u8],
        verdict: &Verdict<'l>,
        buffer: &mut Vec<u8>,
    ) -> Value<'p> {
        let candidate = link.candidate();
        match self {
            Self::Url => candidate.url().into(),
            Self::Readings if candidate.reading_count() == 1 => Value::NONE,
            Self::Readings => {
                let readings = candidate.readings(HyphenPolicy::Both);
                write_list(buffer, b' ', readings, |buffer, reading| {
                    buffer.extend_from_slice(&reading);
                })
            }
            Self::Also => {
                let guesses = candidate.second_guesses(link.is_quoted_printable());
                write_list(buffer, b' ', guesses, |buffer, guess| {
                    buffer.extend_from_slice(guess.repair.name().as_bytes());
                    buffer.push(b':');
                    buffer.extend_from_slice(&guess.into_line());
                })
            }
            Self::Raw => candidate.raw().into(),
            Self::Delimiter => candidate.delimiter().name().into(),
            Self::Element => link.markup().map(Markup::element).into(),
            Self::Attribute => link.markup().map(Markup::attribute).into(),
            Self::Text => link.markup().and_then(Markup::text).into(),
            Self::Breaks => write_number(buffer, candidate.breaks() as u64),
            Self::Spaced if candidate.spaced() => "true".into(),
            Self::Spaced => "false".into(),
            Self::Pieces => write_list(buffer, b',', link.pieces(), |buffer, piece| {
                write_number(buffer, piece.start());
                buffer.push(b'-');
                write_number(buffer, piece.end());
            }),
            Self::QuoteDepth => write_number(buffer, candidate.quote_depth() as u64),
            Self::Conforms => link.conformance(verdict).name().into(),
            Self::Problems => {
                // A URL that conforms need not be parsed.
                if link.conformance(verdict) == Conformance::Rfc1738 {
                    return Value::NONE;
                }
                let problems = verdict.problems().iter();
                write_names(buffer, problems.map(|problem| problem.code().name()))
            }
            Self::Warnings if candidate.warnings().is_empty() && verdict.warnings().is_empty() => {
                Value::NONE
            }
            Self::Warnings => write_names(buffer, warnings(candidate, verdict)),
            Self::Scheme => match verdict.parts().scheme().map(lower_case) {
                Some(Cow::Borrowed(scheme)) => scheme.into(),
                Some(Cow::Owned(scheme)) => {
                    buffer.extend_from_slice(scheme.as_bytes());
                    Value::Written
                }
                None => Value::NONE,
            },
            Self::Host => verdict.parts().host().map(Encoded::as_bytes).into(),
            Self::Port => write_optional_number(buffer, verdict.parts().port_number()),
            Self::Path => path.into(),
            Self::Offset => write_number(buffer, link.span().start()),
            Self::End => write_number(buffer, link.span().end()),
            Self::Line | Self::Column | Self::MessageIndex => {
                write_optional_number(buffer, self.counted_in(link))
            }
            Self::Virtual if link.is_virtual() => "true".into(),
            Self::Virtual => Value::NONE,
            Self::Base => base(link, verdict).map_or(Value::NONE, |base| base.text().into()),
            Self::Resolved => {
                let Some(base) = base(link, verdict) else {
                    return Value::NONE;
                };
                buffer.extend_from_slice(&base.resolve(candidate.url()));
                Value::Written
            }
            Self::Target => target(link).map_or(Value::NONE, |target| {
                buffer.extend_from_slice(&target);
                Value::Written
            }),
            Self::MessageOffset => write_optional_number(buffer, link.message_offset()),
            // A link outside messages has no field of one.
            _ if link.message_offset().is_none() => Value::NONE,
            Self::MessagePart => link.section().part_number().into(),
            Self::MessageType => link.section().media_type().into(),
            Self::MessageHeader => link.section().printed_header_name().into(),
            _ => link
                .metadata()
                .map_or(Value::NONE, |metadata| self.in_metadata(metadata, buffer)),
        }
    }

    /// Returns the value of a field from the header of the message.
    fn in_metadata<'m>(self, metadata: &'m MessageMetadata, buffer: &mut Vec<u8>) -> Value<'m> {
        match self {
            Self::MessageId => metadata.id().into(),
            Self::MessageDate => metadata.rfc3339().map_or(Value::NONE, |date| {
                buffer.extend_from_slice(date.as_str().as_bytes());
                Value::Written
            }),
            Self::MessageDateWritten => metadata.date_written().into(),
            Self::MessageFrom => metadata.printed_from().into(),
            Self::MessageSubject => metadata.printed_subject().into(),
            Self::MessageNewsgroups => {
                write_names(buffer, metadata.newsgroups().iter().map(String::as_str))
            }
            _ => Value::NONE,
        }
    }

    /// Returns the value of a field that [counts](Self::is_counted) from the start of the source.
    fn counted_in<'l>(self, link: &impl FieldSource<'l>) -> Option<u64> {
        match self {
            Self::Line => Some(link.position()?.line),
            Self::Column => Some(link.position()?.column),
            Self::MessageIndex => link.message_index(),
            _ => None,
        }
    }
}

/// Returns the URL that a known rewriter has wrapped in a link, if it is wanted.
pub(crate) fn target<'l>(link: &impl FieldSource<'l>) -> Option<Vec<u8>> {
    let wanted = link.is_unwrapped().then(|| link.candidate().url());
    wanted.and_then(urlsift_unwrap::target)
}

/// Returns the URL that a link is resolved against, if it is a relative reference and there is one.
pub(crate) fn base<'l>(link: &impl FieldSource<'l>, verdict: &Verdict<'l>) -> Option<Base<'l>> {
    base_of_reference(link.base()?, link.conformance(verdict))
}

/// A link from which [`Values`] computes fields: an owned [`Link`], or one that borrows from the searched bytes.
pub trait FieldSource<'l> {
    /// Returns the scanner's candidate.
    fn candidate(&self) -> &'l Candidate;

    /// Returns the span of the link in the source, with its delimiters, such as `<` and `>` or quotation marks.
    fn span(&self) -> Span;

    /// Returns the spans in the source of the pieces of the first reading.
    fn pieces(&self) -> impl Iterator<Item = Span>;

    /// Returns the position of the link's first byte in the source, if it is known.
    fn position(&self) -> Option<Position>;

    /// Returns whether the text was declared as quoted-printable.
    fn is_quoted_printable(&self) -> bool;

    /// Returns whether offsets count in a text that is not in the source as it is.
    fn is_virtual(&self) -> bool;

    /// Returns the base URL against which the link is resolved if it is a relative reference.
    fn base(&self) -> Option<&'l [u8]>;

    /// Returns the section of the message that contains the link.
    fn section(&self) -> &'l Section;

    /// Returns the attribute that contains the link, if one does.
    fn markup(&self) -> Option<&'l Markup>;

    /// Returns the number of messages before its message in the source, if it is known.
    fn message_index(&self) -> Option<u64>;

    /// Returns the offset in the source at which its message begins, if there is one.
    fn message_offset(&self) -> Option<u64>;

    /// Returns the metadata of its message, if there is one.
    fn metadata(&self) -> Option<&'l MessageMetadata>;

    /// Returns whether the target that a known rewriter may have wrapped in the URL is wanted.
    fn is_unwrapped(&self) -> bool;

    /// Returns the conformance of the first reading. `verdict` is the verdict on that reading.
    fn conformance(&self, verdict: &Verdict<'l>) -> Conformance {
        verdict.conformance()
    }
}

impl<'l> FieldSource<'l> for &'l Link {
    fn candidate(&self) -> &'l Candidate {
        Link::candidate(self)
    }

    fn span(&self) -> Span {
        Link::span(self)
    }

    fn pieces(&self) -> impl Iterator<Item = Span> {
        Link::pieces(self)
    }

    fn position(&self) -> Option<Position> {
        Link::position(self)
    }

    fn is_quoted_printable(&self) -> bool {
        Link::is_quoted_printable(self)
    }

    fn is_virtual(&self) -> bool {
        Link::is_virtual(self)
    }

    fn base(&self) -> Option<&'l [u8]> {
        self.base_text()
    }

    fn section(&self) -> &'l Section {
        Link::section(self)
    }

    fn markup(&self) -> Option<&'l Markup> {
        Link::markup(self)
    }

    fn message_index(&self) -> Option<u64> {
        self.message()?.index()
    }

    fn message_offset(&self) -> Option<u64> {
        self.message().map(Message::offset)
    }

    fn metadata(&self) -> Option<&'l MessageMetadata> {
        self.message().map(Message::metadata)
    }

    fn is_unwrapped(&self) -> bool {
        Link::is_unwrapped(self)
    }

    fn conformance(&self, _: &Verdict<'l>) -> Conformance {
        // It may be known already.
        Link::conformance(self)
    }
}

/// The values of the fields of a link. The URL is parsed once for all of them.
#[derive(Clone, Debug)]
pub struct Values<'p, 'l, S = &'l Link> {
    pub(crate) source: S,
    pub(crate) path: &'p [u8],
    pub(crate) verdict: Cow<'l, Verdict<'l>>,
    /// The span in the source, once it is computed.
    span: OnceCell<Span>,
}

impl<'l> Values<'l, 'l> {
    /// Creates the values of an owned link. They are computed on demand.
    #[must_use]
    pub fn of(link: &'l Link) -> Self {
        Self {
            source: link,
            path: link.path(),
            verdict: Cow::Owned(link.verdict()),
            span: OnceCell::new(),
        }
    }
}

impl<'p, 'l: 'p, S: FieldSource<'l>> Values<'p, 'l, S> {
    /// Creates the values of a link. They are computed on demand. `path` is the name of its source, `verdict` the
    /// verdict on its first reading.
    #[must_use]
    pub fn new(source: S, path: &'p [u8], verdict: &'l Verdict<'l>) -> Self {
        Self {
            source,
            path,
            verdict: Cow::Borrowed(verdict),
            span: OnceCell::new(),
        }
    }

    /// Returns the exact value of a field; empty if the link has none. List items are separated by commas, but
    /// readings and guesses by blanks, because they may contain commas. A range is written `START-END`, a problem
    /// as its code, a guess `WHY:URL`. Header values are cut after at most 4 KiB.
    #[must_use]
    pub fn get(&self, field: Field) -> Cow<'p, [u8]> {
        let mut buffer = Vec::new();
        match field.in_link(&self.source, self.path, &self.verdict, &mut buffer) {
            Value::Held(bytes) => bytes.into(),
            Value::Written => buffer.into(),
        }
    }

    /// Like [`get`](Self::get), but a value that the link does not store as bytes is written to `buffer`, whose
    /// content is replaced. Reusing the buffer avoids most allocations.
    pub fn get_with<'b>(&self, field: Field, buffer: &'b mut Vec<u8>) -> &'b [u8]
    where
        'p: 'b,
    {
        buffer.clear();
        let value = match field {
            Field::Offset => write_number(buffer, self.span().start()),
            Field::End => write_number(buffer, self.span().end()),
            _ => field.in_link(&self.source, self.path, &self.verdict, buffer),
        };
        match value {
            Value::Held(bytes) => bytes,
            Value::Written => buffer,
        }
    }

    pub(crate) fn span(&self) -> Span {
        *self.span.get_or_init(|| self.source.span())
    }

    /// Returns whether the link is in a message; otherwise, the fields of the message are empty.
    #[must_use]
    pub fn has_message(&self) -> bool {
        self.source.message_offset().is_some()
    }

    /// Returns the value of a field that [counts](Field::is_counted) from the start of the source, if it is known;
    /// `None` for all other fields.
    #[must_use]
    pub fn counted(&self, field: Field) -> Option<u64> {
        field.counted_in(&self.source)
    }
}

/// The value of a field.
enum Value<'l> {
    /// Bytes of the link.
    Held(&'l [u8]),
    /// The bytes appended to the buffer.
    Written,
}

impl Value<'_> {
    const NONE: Self = Self::Held(b"");
}

impl<'l> From<&'l [u8]> for Value<'l> {
    fn from(bytes: &'l [u8]) -> Self {
        Self::Held(bytes)
    }
}

impl<'l> From<&'l str> for Value<'l> {
    fn from(text: &'l str) -> Self {
        Self::Held(text.as_bytes())
    }
}

impl<'l, T: Into<Value<'l>>> From<Option<T>> for Value<'l> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::NONE, T::into)
    }
}

fn write_number(buffer: &mut Vec<u8>, number: u64) -> Value<'static> {
    buffer.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
    Value::Written
}

fn write_optional_number(buffer: &mut Vec<u8>, number: Option<u64>) -> Value<'static> {
    number.map_or(Value::NONE, |number| write_number(buffer, number))
}

/// Writes the items of a list with separators between them.
fn write_list<T>(
    buffer: &mut Vec<u8>,
    separator: u8,
    items: impl Iterator<Item = T>,
    mut write: impl FnMut(&mut Vec<u8>, T),
) -> Value<'static> {
    for (index, item) in items.enumerate() {
        if index > 0 {
            buffer.push(separator);
        }
        write(buffer, item);
    }
    Value::Written
}

/// Writes names with commas between them.
fn write_names<'n>(buffer: &mut Vec<u8>, names: impl Iterator<Item = &'n str>) -> Value<'static> {
    write_list(buffer, b',', names, |buffer, name| {
        buffer.extend_from_slice(name.as_bytes());
    })
}
