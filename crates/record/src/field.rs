//! The fields of a link, by their names.

use std::{borrow::Cow, fmt::Display};

use urlsift_rfc1738::{Conformance, Encoded, Verdict};

use crate::{Link, Message, link::lower_case};

macro_rules! fields {
    ($($(#[$doc:meta])* $variant:ident = $name:literal;)*) => {
        /// A field of a link that has a value of bytes, under the name that it has in the JSON; those of its
        /// message begin with `message.`.
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

            /// Returns its stable name, such as `quote_depth` or `message.date`.
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
    Raw = "raw";
    Delimiter = "delimiter";
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
    Base = "base";
    Resolved = "resolved";
    MessageIndex = "message.index";
    MessageOffset = "message.offset";
    MessageId = "message.id";
    MessageDate = "message.date";
    MessageFrom = "message.from";
    MessageSubject = "message.subject";
    MessageNewsgroups = "message.newsgroups";
    MessagePart = "message.part";
    MessageType = "message.type";
    MessageHeader = "message.header";
}

impl Field {
    /// Returns the field of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|field| field.name() == name)
    }

    /// Returns its exact value in a link; see [`Values::get`], which is faster for several fields.
    #[must_use]
    pub fn value(self, link: &Link) -> Cow<'_, [u8]> {
        Values::of(link).get(self)
    }

    /// Returns the value of a field that is not one of the message.
    fn in_link<'l>(self, link: &'l Link, verdict: &Verdict<'l>) -> Cow<'l, [u8]> {
        match self {
            Self::Url => link.url_bytes().into(),
            Self::Readings if link.reading_count() == 1 => Cow::default(),
            Self::Readings => {
                let readings: Vec<_> = link.readings().collect();
                readings.join(&b' ').into()
            }
            Self::Raw => link.raw().into(),
            Self::Delimiter => link.delimiter().name().as_bytes().into(),
            Self::Breaks => text(link.breaks()),
            Self::Spaced => text(link.spaced()),
            Self::Pieces => {
                let pieces = link.pieces();
                list(pieces.map(|piece| format!("{}-{}", piece.start(), piece.end())))
            }
            Self::QuoteDepth => text(link.quote_depth()),
            Self::Conforms => link.conformance().name().as_bytes().into(),
            Self::Problems => {
                // A URL that conforms need not be parsed.
                if link.conformance() == Conformance::Rfc1738 {
                    return Cow::default();
                }
                let problems = verdict.problems().iter();
                list(problems.map(|problem| problem.code().name()))
            }
            Self::Warnings => list(link.warnings_with(verdict)),
            Self::Scheme => {
                verdict
                    .parts()
                    .scheme()
                    .map_or(Cow::default(), |scheme| match lower_case(scheme) {
                        Cow::Borrowed(scheme) => scheme.as_bytes().into(),
                        Cow::Owned(scheme) => scheme.into_bytes().into(),
                    })
            }
            Self::Host => {
                let host = verdict.parts().host().map(Encoded::as_bytes);
                host.map_or(Cow::default(), Cow::from)
            }
            Self::Port => optional(verdict.parts().port_number()),
            Self::Path => link.path().into(),
            Self::Offset => text(link.span().start()),
            Self::End => text(link.span().end()),
            Self::Line => optional(link.position().map(|position| position.line)),
            Self::Column => optional(link.position().map(|position| position.column)),
            Self::Base => link
                .base()
                .map_or(Cow::default(), |base| base.text().into()),
            Self::Resolved => link.resolved().map_or(Cow::default(), Cow::from),
            _ => link
                .message()
                .map_or(Cow::default(), |message| self.in_message(message, link)),
        }
    }

    /// Returns the value of a field of the message.
    fn in_message<'l>(self, message: &'l Message, link: &'l Link) -> Cow<'l, [u8]> {
        let metadata = message.metadata();
        let bytes =
            |text: Option<&'l str>| text.map_or(Cow::default(), |text| text.as_bytes().into());
        match self {
            Self::MessageIndex => optional(message.index()),
            Self::MessageOffset => text(message.offset()),
            Self::MessageId => bytes(metadata.id()),
            Self::MessageDate => optional(metadata.rfc3339()),
            Self::MessageFrom => bytes(metadata.from()),
            Self::MessageSubject => bytes(metadata.subject()),
            Self::MessageNewsgroups => list(metadata.newsgroups().iter()),
            Self::MessagePart => bytes(link.part()),
            Self::MessageType => bytes(link.media_type()),
            Self::MessageHeader => link.header().map_or(Cow::default(), Cow::from),
            _ => Cow::default(),
        }
    }
}

/// The values of the fields of a link. The URL is parsed once for all of them.
#[derive(Clone, Debug)]
pub struct Values<'l> {
    link: &'l Link,
    verdict: Verdict<'l>,
}

impl<'l> Values<'l> {
    /// Returns the values of a link, which are computed as they are asked for.
    #[must_use]
    pub fn of(link: &'l Link) -> Self {
        Self {
            link,
            verdict: link.verdict(),
        }
    }

    /// Returns the exact value of a field; it is empty if there is none. Commas are between the items of a
    /// list, but blanks between readings, in which commas may stand; a range is `START-END`, a problem its
    /// code.
    #[must_use]
    pub fn get(&self, field: Field) -> Cow<'l, [u8]> {
        field.in_link(self.link, &self.verdict)
    }
}

fn text(value: impl Display) -> Cow<'static, [u8]> {
    format!("{value}").into_bytes().into()
}

fn optional(value: Option<impl Display>) -> Cow<'static, [u8]> {
    value.map_or(Cow::default(), text)
}

fn list(values: impl Iterator<Item = impl AsRef<str>>) -> Cow<'static, [u8]> {
    let mut all = String::new();
    for (number, value) in values.enumerate() {
        if number > 0 {
            all.push(',');
        }
        all.push_str(value.as_ref());
    }
    all.into_bytes().into()
}
