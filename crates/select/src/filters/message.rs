//! Filters for messages and parts.
//!
//! A filter is asked before a message is read, so it works on the raw header fields and decodes what it needs. The
//! cheapest tests come first: patterns for one field, then what needs the metadata, then other fields, then threads.
//!
//! A thread is found from one message alone: its own ID, `References` and `In-Reply-To`. Collecting threads over all
//! messages would also find replies whose `References` were cut, but needs the whole archive in memory, or two passes,
//! and pipes have only one.

use std::str::FromStr;

use regex::{Regex, RegexBuilder};
use urlsift::{Message, Metadata};

use super::{date::Period, wildmat::Wildmat};
use crate::InvalidValue;

/// A filter for messages.
#[derive(Clone, Debug, Default)]
pub(crate) struct MessageFilter {
    /// Patterns for the newsgroups.
    pub(crate) newsgroups: Vec<Wildmat>,
    /// Patterns for the author.
    pub(crate) from: Vec<Regex>,
    /// Patterns for the subject.
    pub(crate) subject: Vec<Regex>,
    /// The `Message-ID`s of messages.
    pub(crate) ids: Vec<MessageId>,
    /// The `Message-ID`s of the first messages of threads.
    pub(crate) threads: Vec<MessageId>,
    /// The first accepted second since the Unix epoch.
    since: Option<i64>,
    /// The last accepted second.
    until: Option<i64>,
    /// Required header fields, each name once.
    fields: Vec<Field>,
}

/// A required header field, and alternative patterns for its value.
#[derive(Clone, Debug)]
struct Field {
    name: String,
    patterns: Vec<Regex>,
}

/// A required header field and a pattern for its value.
#[derive(Clone, Debug)]
pub(crate) struct FieldPattern {
    name: String,
    pattern: Regex,
}

/// The `Message-ID` of a message, without brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MessageId(String);

/// A media type, or all subtypes of a type (RFC 2045 §5.1).
#[derive(Clone, Debug)]
pub(crate) struct MediaRange {
    main: String,
    /// The subtype; `None` for any.
    sub: Option<String>,
}

impl MessageFilter {
    /// Requires a header field that matches a pattern. Patterns for the same name are alternatives.
    pub(crate) fn require(&mut self, field: FieldPattern) {
        let FieldPattern { name, pattern } = field;
        let mut known = self.fields.iter_mut();
        match known.find(|field| field.name.eq_ignore_ascii_case(&name)) {
            Some(field) => field.patterns.push(pattern),
            None => self.fields.push(Field {
                name,
                patterns: vec![pattern],
            }),
        }
    }

    /// Requires a date from the beginning of a period to the end of another.
    pub(crate) fn set_dates(&mut self, since: Option<Period>, until: Option<Period>) {
        self.since = since.map(|since| since.first);
        self.until = until.map(|until| until.last);
    }

    /// Returns whether the last accepted second is before the first one.
    pub(crate) fn has_reversed_dates(&self) -> bool {
        let dates = self.since.zip(self.until);
        dates.is_some_and(|(since, until)| until < since)
    }

    /// Returns whether every message is accepted.
    pub(super) fn is_empty(&self) -> bool {
        self.from.is_empty()
            && self.subject.is_empty()
            && self.fields.is_empty()
            && self.threads.is_empty()
            && !self.needs_metadata()
    }

    fn needs_metadata(&self) -> bool {
        !(self.newsgroups.is_empty()
            && self.ids.is_empty()
            && self.since.is_none()
            && self.until.is_none())
    }

    /// Returns whether a message is accepted.
    pub(super) fn accepts(&self, message: &Message<'_>) -> bool {
        match_first(&self.from, message, "From")
            && match_first(&self.subject, message, "Subject")
            && (!self.needs_metadata() || self.accepts_metadata(message.metadata()))
            && self.fields.iter().all(|field| field.is_in(message))
            && (self.threads.is_empty() || self.is_in_thread(message))
    }

    /// Returns whether a message begins one of the threads, or replies to a message in one. `References` lists all
    /// earlier messages of a thread, and `In-Reply-To` the previous one (RFC 5322 §3.6.4).
    fn is_in_thread(&self, message: &Message<'_>) -> bool {
        let is_wanted = |id: &str| self.threads.iter().any(|wanted| wanted.0 == id);
        let own = message.metadata().id().map(bare);
        own.is_some_and(is_wanted)
            || ["References", "In-Reply-To"].into_iter().any(|name| {
                let mut values = message.values(name);
                values.any(|value| value.split(['<', '>']).any(|id| is_wanted(id.trim())))
            })
    }

    fn accepts_metadata(&self, metadata: &Metadata) -> bool {
        let is_wanted = |id: &str| self.ids.iter().any(|wanted| wanted.0 == bare(id));
        (self.ids.is_empty() || metadata.id().is_some_and(is_wanted))
            && self.accepts_date(metadata.date())
            && (self.newsgroups.is_empty() || self.accepts_newsgroups(metadata.newsgroups()))
    }

    fn accepts_date(&self, date: Option<i64>) -> bool {
        if self.since.is_none() && self.until.is_none() {
            return true;
        }
        date.is_some_and(|date| {
            self.since.is_none_or(|since| since <= date)
                && self.until.is_none_or(|until| date <= until)
        })
    }

    fn accepts_newsgroups(&self, groups: &[String]) -> bool {
        let mut wildmats = self.newsgroups.iter();
        wildmats.any(|wildmat| groups.iter().any(|group| wildmat.matches(group)))
    }
}

/// Returns whether there is no pattern, or any pattern matches the first nonempty field of a name, which is the one in
/// [`Metadata`]. Does not read the metadata, because most messages are rejected.
fn match_first(patterns: &[Regex], message: &Message<'_>, name: &str) -> bool {
    let first = || message.values(name).find(|value| !value.is_empty());
    patterns.is_empty() || first().is_some_and(|value| match_any(patterns, &value))
}

fn match_any(patterns: &[Regex], text: &str) -> bool {
    patterns.iter().any(|pattern| pattern.is_match(text))
}

impl Field {
    /// Returns whether a pattern matches a field of this name.
    fn is_in(&self, message: &Message<'_>) -> bool {
        let mut values = message.values(&self.name);
        values.any(|value| match_any(&self.patterns, &value))
    }
}

/// Compiles a pattern for header fields, which ignores case.
///
/// # Errors
///
/// Returns an error if the pattern is not valid.
pub(crate) fn field_regex(pattern: &str) -> Result<Regex, InvalidValue> {
    let regex = RegexBuilder::new(pattern).case_insensitive(true).build();
    regex.map_err(|error| error.to_string().into())
}

/// Returns an identifier without its angle brackets.
fn bare(id: &str) -> &str {
    let id = id.strip_prefix('<').unwrap_or(id);
    id.strip_suffix('>').unwrap_or(id)
}

impl FromStr for FieldPattern {
    type Err = InvalidValue;

    /// Parses `Name: regex`. White space after the colon is not part of the pattern. The name consists of visible
    /// US-ASCII characters except the colon (RFC 5322 §2.2).
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, pattern) = text
            .split_once(':')
            .ok_or("expected a field name, a colon and a pattern, such as 'List-Id: ietf'")?;
        let name = name.trim();
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err("the text before the colon is not a field name".into());
        }
        Ok(Self {
            name: name.to_owned(),
            pattern: field_regex(pattern.trim_start())?,
        })
    }
}

impl FromStr for MessageId {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match bare(text.trim()) {
            "" => Err("the Message-ID is empty".into()),
            id => Ok(Self(id.to_owned())),
        }
    }
}

impl MediaRange {
    /// Returns whether a media type, in lower case, is in the range.
    pub(super) fn accepts(&self, media_type: &str) -> bool {
        let Some((main, sub)) = media_type.split_once('/') else {
            return false;
        };
        main == self.main && self.sub.as_deref().is_none_or(|wanted| sub == wanted)
    }
}

impl FromStr for MediaRange {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let lower = text.to_ascii_lowercase();
        let is_token = |text: &str| {
            let is_part = |byte: u8| byte.is_ascii_graphic() && !b"/;=*\"".contains(&byte);
            !text.is_empty() && text.bytes().all(is_part)
        };
        match lower.split_once('/') {
            Some((main, sub)) if is_token(main) && (sub == "*" || is_token(sub)) => Ok(Self {
                main: main.to_owned(),
                sub: (sub != "*").then(|| sub.to_owned()),
            }),
            _ => Err("expected a media type such as text/plain or text/*".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FieldPattern, MediaRange, MessageFilter, MessageId};

    #[test]
    fn media_ranges_accept_a_type_or_its_subtypes() {
        let accepts = |range: &str, media_type: &str| {
            let range: MediaRange = range.parse().expect("a type");
            range.accepts(media_type)
        };
        assert!(accepts("text/plain", "text/plain"));
        assert!(accepts("Text/PLAIN", "text/plain"));
        assert!(accepts("text/*", "text/html"));
        assert!(!accepts("text/plain", "text/plainer"));
        assert!(!accepts("text/*", "texts/plain"));
        assert!(!accepts("text/plain", "text"));
        for invalid in
            urlsift_tables::lines!("message.toml", "media_ranges_accept_a_type_or_its_subtypes")
        {
            assert!(invalid.parse::<MediaRange>().is_err(), "{invalid}");
        }
    }

    #[test]
    fn brackets_of_message_ids_are_optional() {
        let id = |given: &str| given.parse::<MessageId>();
        assert_eq!(id("<a@b>"), id("a@b"));
        assert_eq!(id(" <a@b> "), id("a@b"));
        assert_ne!(id("A@b"), id("a@b"));
        assert!(id("").is_err());
        assert!(id("<>").is_err());
    }

    #[test]
    fn patterns_are_grouped_by_field() {
        let mut filter = MessageFilter::default();
        for pattern in ["To: a:b", "X-A:", "TO:c"] {
            filter.require(pattern.parse().expect("a pattern"));
        }
        let fields = &filter.fields;
        let counts = fields
            .iter()
            .map(|field| (field.name.as_str(), field.patterns.len()));
        assert!(counts.eq([("To", 2), ("X-A", 1)]));
        assert_eq!(fields[0].patterns[0].as_str(), "a:b");
        for invalid in ["", "To", ": a", "é: a", "a b: c", "To: ("] {
            assert!(invalid.parse::<FieldPattern>().is_err(), "{invalid}");
        }
    }
}
