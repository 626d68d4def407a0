//! What is asked of a message, and of the part that a URL stands in.

use std::str::FromStr;

use regex::{Regex, RegexBuilder};
use urlsift_search::{InMessage, Metadata};

use super::wildmat::Wildmat;

/// The conditions on a message.
#[derive(Debug)]
pub(crate) struct MessageFilter {
    pub(crate) newsgroups: Vec<Wildmat>,
    pub(crate) from: Vec<Regex>,
    pub(crate) subject: Vec<Regex>,
    pub(crate) fields: Vec<Field>,
    pub(crate) ids: Vec<MessageId>,
    /// Of the first messages of threads.
    pub(crate) threads: Vec<MessageId>,
    /// The first and the last second that are wanted, since 1970 began in UTC.
    pub(crate) since: Option<i64>,
    pub(crate) until: Option<i64>,
}

/// A field that has to be there, and what may match in it.
#[derive(Debug)]
pub(crate) struct Field {
    name: String,
    patterns: Vec<Regex>,
}

/// A field and what has to match in it.
#[derive(Clone, Debug)]
pub(crate) struct FieldPattern {
    name: String,
    pattern: Regex,
}

/// The `Message-ID` of a message, without brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MessageId(String);

/// A type of parts, or all with the same beginning (RFC 2045 §5.1).
#[derive(Clone, Debug)]
pub(crate) struct MediaRange {
    main: String,
    /// `None` stands for any.
    sub: Option<String>,
}

impl MessageFilter {
    /// Whether there is nothing that a message could lack.
    pub(super) fn are_all(&self) -> bool {
        self.from.is_empty()
            && self.subject.is_empty()
            && self.fields.is_empty()
            && self.threads.is_empty()
            && !self.ask_metadata()
    }

    fn ask_metadata(&self) -> bool {
        !(self.newsgroups.is_empty()
            && self.ids.is_empty()
            && self.since.is_none()
            && self.until.is_none())
    }

    pub(super) fn take(&self, message: &InMessage<'_>) -> bool {
        match_first(&self.from, message, "From")
            && match_first(&self.subject, message, "Subject")
            && (!self.ask_metadata() || self.take_metadata(message.metadata()))
            && self.fields.iter().all(|field| field.is_in(message))
            && (self.threads.is_empty() || self.is_in_thread(message))
    }

    /// Whether it begins a thread that is wanted, or answers what stands in one: `References` has all that
    /// is before a message, and `In-Reply-To` the one before it (RFC 5322 §3.6.4).
    fn is_in_thread(&self, message: &InMessage<'_>) -> bool {
        let is_wanted = |id: &str| self.threads.iter().any(|wanted| wanted.0 == id);
        let own = message.metadata().id().map(bare);
        own.is_some_and(is_wanted)
            || ["References", "In-Reply-To"].into_iter().any(|name| {
                let mut values = message.values(name);
                values.any(|value| value.split(['<', '>']).any(|id| is_wanted(id.trim())))
            })
    }

    fn take_metadata(&self, metadata: &Metadata) -> bool {
        let is_wanted = |id: &str| self.ids.iter().any(|wanted| wanted.0 == bare(id));
        (self.ids.is_empty() || metadata.id().is_some_and(is_wanted))
            && self.take_date(metadata.date())
            && (self.newsgroups.is_empty() || self.take_newsgroups(metadata.newsgroups()))
    }

    fn take_date(&self, date: Option<i64>) -> bool {
        if self.since.is_none() && self.until.is_none() {
            return true;
        }
        date.is_some_and(|date| {
            self.since.is_none_or(|since| since <= date)
                && self.until.is_none_or(|until| date <= until)
        })
    }

    fn take_newsgroups(&self, groups: &[String]) -> bool {
        let mut wildmats = self.newsgroups.iter();
        wildmats.any(|wildmat| groups.iter().any(|group| wildmat.matches(group)))
    }
}

/// Whether one of the patterns, if there are any, matches in what [`Metadata`] has of a field: the first of
/// this name that says anything. Most messages are refused, and of these no more is read.
fn match_first(patterns: &[Regex], message: &InMessage<'_>, name: &str) -> bool {
    let first = || message.values(name).find(|value| !value.is_empty());
    patterns.is_empty() || first().is_some_and(|value| match_any(patterns, &value))
}

fn match_any(patterns: &[Regex], text: &str) -> bool {
    patterns.iter().any(|pattern| pattern.is_match(text))
}

impl Field {
    /// Whether a message has it, once or more, and a pattern matches in one of them.
    fn is_in(&self, message: &InMessage<'_>) -> bool {
        let mut values = message.values(&self.name);
        values.any(|value| match_any(&self.patterns, &value))
    }
}

/// Groups patterns by the name of their field.
pub(crate) fn by_name(patterns: Vec<FieldPattern>) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    for FieldPattern { name, pattern } in patterns {
        let mut known = fields.iter_mut();
        match known.find(|field| field.name.eq_ignore_ascii_case(&name)) {
            Some(field) => field.patterns.push(pattern),
            None => fields.push(Field {
                name,
                patterns: vec![pattern],
            }),
        }
    }
    fields
}

/// An identifier without its brackets.
fn bare(id: &str) -> &str {
    let id = id.strip_prefix('<').unwrap_or(id);
    id.strip_suffix('>').unwrap_or(id)
}

impl FromStr for FieldPattern {
    type Err = String;

    /// `Name: regex`, where blanks behind the colon are no part of the pattern. The name has printed
    /// characters of US-ASCII but the colon (RFC 5322 §2.2).
    fn from_str(given: &str) -> Result<Self, String> {
        let (name, pattern) = given
            .split_once(':')
            .ok_or("no name of a field with a colon and a pattern, such as `List-Id: ietf`")?;
        let name = name.trim();
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err("in front of the colon stands no name of a field".into());
        }
        let mut pattern = RegexBuilder::new(pattern.trim_start());
        let pattern = pattern.case_insensitive(true).build();
        Ok(Self {
            name: name.to_owned(),
            pattern: pattern.map_err(|error| error.to_string())?,
        })
    }
}

impl FromStr for MessageId {
    type Err = &'static str;

    fn from_str(given: &str) -> Result<Self, Self::Err> {
        match bare(given.trim()) {
            "" => Err("it is empty"),
            id => Ok(Self(id.to_owned())),
        }
    }
}

impl MediaRange {
    /// Whether it takes a type, which is in lower case.
    pub(super) fn takes(&self, media_type: &str) -> bool {
        let Some((main, sub)) = media_type.split_once('/') else {
            return false;
        };
        main == self.main && self.sub.as_deref().is_none_or(|wanted| sub == wanted)
    }
}

impl FromStr for MediaRange {
    type Err = &'static str;

    fn from_str(given: &str) -> Result<Self, Self::Err> {
        let lower = given.to_ascii_lowercase();
        let is_token = |text: &str| {
            let is_part = |byte: u8| byte.is_ascii_graphic() && !b"/;=*\"".contains(&byte);
            !text.is_empty() && text.bytes().all(is_part)
        };
        match lower.split_once('/') {
            Some((main, sub)) if is_token(main) && (sub == "*" || is_token(sub)) => Ok(Self {
                main: main.to_owned(),
                sub: (sub != "*").then(|| sub.to_owned()),
            }),
            _ => Err("not a type, such as text/plain, and no text/*"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FieldPattern, MediaRange, MessageId, by_name};

    #[test]
    fn a_type_is_taken_whole_or_by_its_beginning() {
        let takes = |range: &str, media_type: &str| {
            let range: MediaRange = range.parse().expect("a type");
            range.takes(media_type)
        };
        assert!(takes("text/plain", "text/plain"));
        assert!(takes("Text/PLAIN", "text/plain"));
        assert!(takes("text/*", "text/html"));
        assert!(!takes("text/plain", "text/plainer"));
        assert!(!takes("text/*", "texts/plain"));
        assert!(!takes("text/plain", "text"));
        for odd in [
            "",
            "text",
            "text/",
            "/plain",
            "*",
            "*/*",
            "text/pl*",
            "text/plain;a=b",
            "a/b/c",
            "a /b",
        ] {
            assert!(odd.parse::<MediaRange>().is_err(), "{odd}");
        }
    }

    #[test]
    fn an_id_has_no_brackets() {
        let id = |given: &str| given.parse::<MessageId>();
        assert_eq!(id("<a@b>"), id("a@b"));
        assert_eq!(id(" <a@b> "), id("a@b"));
        assert_ne!(id("A@b"), id("a@b"));
        assert!(id("").is_err());
        assert!(id("<>").is_err());
    }

    #[test]
    fn patterns_of_a_field_go_together() {
        let pattern = |given: &str| given.parse::<FieldPattern>().expect("a pattern");
        let fields = by_name(vec![pattern("To: a:b"), pattern("X-A:"), pattern("TO:c")]);
        let counts = fields
            .iter()
            .map(|field| (field.name.as_str(), field.patterns.len()));
        assert!(counts.eq([("To", 2), ("X-A", 1)]));
        assert_eq!(fields[0].patterns[0].as_str(), "a:b");
        for odd in ["", "To", ": a", "é: a", "a b: c", "To: ("] {
            assert!(odd.parse::<FieldPattern>().is_err(), "{odd}");
        }
    }
}
