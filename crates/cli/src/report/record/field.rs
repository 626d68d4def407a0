//! The fields of a hit, by their names in the JSON.

use std::{borrow::Cow, fmt::Display};

use urlsift_search::{HyphenPolicy, InMessage, Metadata, Warning, rfc1738};

use super::Recorded;

/// What can be said of a hit, as `docs/JSON.md` has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Url,
    Readings,
    Raw,
    Delimiter,
    Breaks,
    Spaced,
    Pieces,
    QuoteDepth,
    Conforms,
    Problems,
    Warnings,
    Scheme,
    Host,
    Port,
    Path,
    Offset,
    End,
    Line,
    Column,
    Base,
    Resolved,
    MessageIndex,
    MessageOffset,
    MessageId,
    MessageDate,
    MessageFrom,
    MessageSubject,
    MessageNewsgroups,
    MessagePart,
    MessageType,
    MessageHeader,
}

impl Field {
    /// All of them, in the order of `docs/JSON.md`.
    pub(super) const ALL: &[(&str, Self)] = &[
        ("url", Self::Url),
        ("readings", Self::Readings),
        ("raw", Self::Raw),
        ("delimiter", Self::Delimiter),
        ("breaks", Self::Breaks),
        ("spaced", Self::Spaced),
        ("pieces", Self::Pieces),
        ("quote_depth", Self::QuoteDepth),
        ("conforms", Self::Conforms),
        ("problems", Self::Problems),
        ("warnings", Self::Warnings),
        ("scheme", Self::Scheme),
        ("host", Self::Host),
        ("port", Self::Port),
        ("path", Self::Path),
        ("offset", Self::Offset),
        ("end", Self::End),
        ("line", Self::Line),
        ("column", Self::Column),
        ("base", Self::Base),
        ("resolved", Self::Resolved),
        ("message.index", Self::MessageIndex),
        ("message.offset", Self::MessageOffset),
        ("message.id", Self::MessageId),
        ("message.date", Self::MessageDate),
        ("message.from", Self::MessageFrom),
        ("message.subject", Self::MessageSubject),
        ("message.newsgroups", Self::MessageNewsgroups),
        ("message.part", Self::MessagePart),
        ("message.type", Self::MessageType),
        ("message.header", Self::MessageHeader),
    ];

    pub(super) fn named(name: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|(known, _)| *known == name);
        found.map(|&(_, field)| field)
    }

    /// Its value, exactly; empty if there is none. A list has commas, but the readings, in which
    /// commas may stand, have blanks.
    pub(super) fn value<'r>(self, recorded: &'r Recorded<'_, '_>) -> Cow<'r, [u8]> {
        let hit = recorded.hit;
        let link = hit.link;
        let candidate = link.candidate();
        let parts = hit.verdict.parts();
        let position = link.position();
        let message = link.message();
        match self {
            Self::Url => candidate.url().into(),
            Self::Readings if candidate.reading_count() == 1 => Cow::default(),
            Self::Readings => {
                let readings: Vec<_> = candidate.readings(HyphenPolicy::Both).collect();
                readings.join(&b' ').into()
            }
            Self::Raw => candidate.raw().into(),
            Self::Delimiter => candidate.delimiter().name().as_bytes().into(),
            Self::Breaks => text(candidate.breaks()),
            Self::Spaced => text(candidate.spaced()),
            Self::Pieces => {
                let pieces = link.pieces();
                list(pieces.map(|piece| format!("{}-{}", piece.start(), piece.end())))
            }
            Self::QuoteDepth => text(candidate.quote_depth()),
            Self::Conforms => hit.verdict.conformance().name().as_bytes().into(),
            Self::Problems => {
                let problems = hit.verdict.problems().iter();
                list(problems.map(|problem| problem.code().name()))
            }
            Self::Warnings => list(Iterator::chain(
                candidate.warnings().iter().map(Warning::code),
                hit.verdict.warnings().iter().map(rfc1738::Warning::code),
            )),
            Self::Scheme => optional(parts.scheme().map(str::to_ascii_lowercase)),
            Self::Host => {
                let host = parts.host().map(rfc1738::Encoded::as_bytes);
                host.map_or(Cow::default(), Cow::from)
            }
            Self::Port => optional(parts.port_number()),
            Self::Path => recorded.path.as_os_str().as_encoded_bytes().into(),
            Self::Offset => text(link.span().start()),
            Self::End => text(link.span().end()),
            Self::Line => optional(position.map(|position| position.line)),
            Self::Column => optional(position.map(|position| position.column)),
            Self::Base => hit
                .base
                .map_or(Cow::default(), |base| base.text().to_vec().into()),
            Self::Resolved => hit
                .base
                .map_or(Cow::default(), |base| base.resolve(candidate.url()).into()),
            Self::MessageIndex => optional(hit.index),
            _ => message.map_or(Cow::default(), |message| self.of_message(message)),
        }
    }

    /// What a message is asked for; empty for what it is not.
    fn of_message(self, message: InMessage<'_>) -> Cow<'_, [u8]> {
        let said = |what: fn(&Metadata) -> Option<&str>| {
            let said = what(message.metadata());
            said.map_or(Cow::default(), |said| said.as_bytes().into())
        };
        match self {
            Self::MessageOffset => text(message.offset()),
            Self::MessageId => said(Metadata::id),
            Self::MessageDate => optional(message.metadata().date_rfc3339()),
            Self::MessageFrom => said(Metadata::from),
            Self::MessageSubject => said(Metadata::subject),
            Self::MessageNewsgroups => message
                .metadata()
                .newsgroups()
                .join(",")
                .into_bytes()
                .into(),
            Self::MessagePart => {
                let numbers = message.part().unwrap_or_default().iter();
                let numbers: Vec<_> = numbers.map(u32::to_string).collect();
                numbers.join(".").into_bytes().into()
            }
            Self::MessageType => message
                .media_type()
                .map_or(Cow::default(), |name| name.as_bytes().into()),
            Self::MessageHeader => message.header().map_or(Cow::default(), Cow::from),
            _ => Cow::default(),
        }
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
