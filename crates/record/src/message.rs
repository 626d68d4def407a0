//! The message that a link is in, and the section of it.

use std::sync::Arc;

use crate::date::Rfc3339;

/// The message that a link is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub(crate) index: Option<u64>,
    offset: u64,
    metadata: Arc<MessageMetadata>,
}

impl Message {
    /// Creates the message that begins at `offset`. Clones of `metadata` are shared by the links of
    /// one message.
    #[must_use]
    pub const fn new(offset: u64, metadata: Arc<MessageMetadata>) -> Self {
        Self {
            index: None,
            offset,
            metadata,
        }
    }

    /// Sets the number of messages that the source holds before it.
    #[must_use]
    pub const fn with_index(mut self, index: u64) -> Self {
        self.index = Some(index);
        self
    }

    /// Returns how many messages the source holds before it, if that is known.
    #[must_use]
    pub const fn index(&self) -> Option<u64> {
        self.index
    }

    /// Returns the offset in the source at which it begins. A line that the archive puts in front of
    /// each message is part of it.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns what its header says.
    #[must_use]
    pub fn metadata(&self) -> &MessageMetadata {
        &self.metadata
    }
}

/// What the header of a message says about it. All strings are decoded.
///
/// ```
/// use urlsift_record::MessageMetadata;
///
/// let metadata = MessageMetadata::new().with_subject("URLs").with_date(791_553_600);
/// assert_eq!(metadata.subject(), Some("URLs"));
/// assert_eq!(metadata.date_rfc3339().as_deref(), Some("1995-01-31T12:00:00Z"));
/// assert_eq!(metadata.id(), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageMetadata {
    id: Option<String>,
    date: Option<i64>,
    from: Option<String>,
    subject: Option<String>,
    newsgroups: Vec<String>,
    received: Option<i64>,
    list_id: Option<String>,
    references: Vec<String>,
}

impl MessageMetadata {
    /// Creates the metadata of a header that says nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the `Message-ID`.
    #[must_use]
    pub fn with_id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// Sets the date, in seconds since 1970 began in UTC.
    #[must_use]
    pub const fn with_date(mut self, seconds: i64) -> Self {
        self.date = Some(seconds);
        self
    }

    /// Sets the `From`.
    #[must_use]
    pub fn with_from(mut self, from: impl Into<String>) -> Self {
        self.from = Some(from.into());
        self
    }

    /// Sets the `Subject`.
    #[must_use]
    pub fn with_subject(mut self, subject: impl Into<String>) -> Self {
        self.subject = Some(subject.into());
        self
    }

    /// Sets the `Newsgroups`.
    #[must_use]
    pub fn with_newsgroups(mut self, newsgroups: Vec<String>) -> Self {
        self.newsgroups = newsgroups;
        self
    }

    /// Sets the date at which the message was received, in seconds since 1970 began in UTC.
    #[must_use]
    pub const fn with_received(mut self, seconds: i64) -> Self {
        self.received = Some(seconds);
        self
    }

    /// Sets the `List-Id`.
    #[must_use]
    pub fn with_list_id(mut self, list_id: impl Into<String>) -> Self {
        self.list_id = Some(list_id.into());
        self
    }

    /// Sets the `References`.
    #[must_use]
    pub fn with_references(mut self, references: Vec<String>) -> Self {
        self.references = references;
        self
    }

    /// Returns its `Message-ID` (RFC 5322 §3.6.4), with the angle brackets if it has them.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// Returns its date (RFC 5322 §3.6.1), in seconds since 1970 began in UTC.
    #[must_use]
    pub const fn date(&self) -> Option<i64> {
        self.date
    }

    /// Returns its date in UTC as RFC 3339 writes it. RFC 3339 has the years 0 to 9999 only; there is
    /// none for others.
    #[must_use]
    pub fn date_rfc3339(&self) -> Option<String> {
        self.rfc3339().map(|date| date.to_string())
    }

    pub(crate) fn rfc3339(&self) -> Option<Rfc3339> {
        self.date.and_then(Rfc3339::new)
    }

    /// Returns its `From` (RFC 5322 §3.6.2) as a whole, in one line.
    #[must_use]
    pub fn from(&self) -> Option<&str> {
        self.from.as_deref()
    }

    /// Returns its `Subject` (RFC 5322 §3.6.5), in one line.
    #[must_use]
    pub fn subject(&self) -> Option<&str> {
        self.subject.as_deref()
    }

    /// Returns its `Newsgroups` (RFC 5536 §3.1.4), in their order.
    #[must_use]
    pub fn newsgroups(&self) -> &[String] {
        &self.newsgroups
    }

    /// Returns the date at which it was received (RFC 5322 §3.6.7), in seconds since 1970 began in UTC. Tables
    /// have it, the JSON does not.
    #[must_use]
    pub const fn received(&self) -> Option<i64> {
        self.received
    }

    /// Returns its `List-Id` (RFC 2919). Tables have it, the JSON does not.
    #[must_use]
    pub fn list_id(&self) -> Option<&str> {
        self.list_id.as_deref()
    }

    /// Returns its `References` (RFC 5322 §3.6.4), in their order. Tables have them, the JSON does not.
    #[must_use]
    pub fn references(&self) -> &[String] {
        &self.references
    }
}

/// The section of a message (RFC 3501 §6.4.5) whose text holds a link. Clones share what it holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Section {
    /// None: the text is the source itself.
    #[default]
    Source,
    /// A header field of this name, as it is written; of the message, of a part of it, or of a message in it.
    Header(Arc<[u8]>),
    /// The body of a part.
    Part(Arc<Part>),
}

impl Section {
    /// Creates the section of a header field.
    #[must_use]
    pub fn header(name: &[u8]) -> Self {
        Self::Header(name.into())
    }

    /// Creates the section of a part, by its [path](Part::path) and [type](Part::media_type).
    #[must_use]
    pub fn part(path: &[u32], media_type: &str) -> Self {
        Self::Part(Arc::new(Part::new(path, media_type)))
    }
}

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    path: Box<[u32]>,
    /// The same path with dots, which each of its links may be asked for.
    number: Box<str>,
    media_type: Box<str>,
}

impl Part {
    fn new(path: &[u32], media_type: &str) -> Self {
        let numbers: Vec<_> = path.iter().map(u32::to_string).collect();
        Self {
            path: path.into(),
            number: numbers.join(".").into(),
            media_type: media_type.into(),
        }
    }

    /// Returns its number as IMAP numbers parts (RFC 3501 §6.4.5), level by level, from 1. It is empty for the
    /// text around the parts of a multipart message.
    #[must_use]
    pub fn path(&self) -> &[u32] {
        &self.path
    }

    /// Returns the same as IMAP writes it, such as `1.2`.
    #[must_use]
    pub fn number(&self) -> Option<&str> {
        (!self.path.is_empty()).then_some(&self.number)
    }

    /// Returns its media type in lower case, such as `text/plain`.
    #[must_use]
    pub fn media_type(&self) -> &str {
        &self.media_type
    }
}

/// Returns the title of a message in one line: the day of its date (RFC 3339), its sender and its subject, as far
/// as they are known.
///
/// ```
/// use urlsift_record::message_title;
///
/// let title = message_title(Some("1995-01-31T12:00:00Z"), Some("Jim <jim@a.example>"), Some("URLs"));
/// assert_eq!(title, "1995-01-31 Jim <jim@a.example>: URLs");
/// assert_eq!(message_title(None, None, None), "(no subject)");
/// ```
#[must_use]
pub fn message_title(date: Option<&str>, from: Option<&str>, subject: Option<&str>) -> String {
    /// The length of the day in an RFC 3339 date.
    const DAY: usize = "1995-01-31".len();
    let mut title = String::new();
    if let Some(date) = date {
        title.extend([date.get(..DAY).unwrap_or(date), " "]);
    }
    if let Some(from) = from {
        title.extend([from, ": "]);
    }
    title.push_str(subject.unwrap_or("(no subject)"));
    title.split_whitespace().collect::<Vec<_>>().join(" ")
}
