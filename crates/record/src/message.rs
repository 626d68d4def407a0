//! The message that contains a link, and the section of the message.

use std::sync::Arc;

use crate::date::Rfc3339;

/// The maximum number of bytes of a header field that are printed with each link. Without a limit, a message with
/// many links and a header of 256 KiB would produce enormous output.
const MAX_PRINTED: usize = 4 << 10;

/// Cuts a text to the part that is printed with each link.
fn printed(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_PRINTED)]
}

/// The message that contains a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub(crate) index: Option<u64>,
    offset: u64,
    metadata: Arc<MessageMetadata>,
}

impl Message {
    /// Creates the message that begins at `offset`. The links of a message share its `metadata`.
    #[must_use]
    pub const fn new(offset: u64, metadata: Arc<MessageMetadata>) -> Self {
        Self {
            index: None,
            offset,
            metadata,
        }
    }

    /// Sets the number of messages before this one in the source.
    #[must_use]
    pub const fn with_index(mut self, index: u64) -> Self {
        self.index = Some(index);
        self
    }

    /// Returns the number of messages before this one in the source, if it is known.
    #[must_use]
    pub const fn index(&self) -> Option<u64> {
        self.index
    }

    /// Returns the offset in the source at which the message begins. The envelope line that the archive puts before
    /// the message belongs to it.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the metadata from its header.
    #[must_use]
    pub fn metadata(&self) -> &MessageMetadata {
        &self.metadata
    }
}

/// The metadata in the header of a message. All strings are decoded.
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
    date_written: Option<String>,
    from: Option<String>,
    subject: Option<String>,
    newsgroups: Vec<String>,
    received: Option<i64>,
    list_id: Option<String>,
    references: Vec<String>,
    to: Option<String>,
}

impl MessageMetadata {
    /// Creates empty metadata.
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

    /// Sets the date, as a Unix timestamp in seconds.
    #[must_use]
    pub const fn with_date(mut self, seconds: i64) -> Self {
        self.date = Some(seconds);
        self
    }

    /// Sets the date as it was written, with its time zone.
    #[must_use]
    pub fn with_date_written(mut self, text: impl Into<String>) -> Self {
        self.date_written = Some(text.into());
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

    /// Sets the date at which the message was received, as a Unix timestamp in seconds.
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

    /// Sets the `To`.
    #[must_use]
    pub fn with_to(mut self, to: impl Into<String>) -> Self {
        self.to = Some(to.into());
        self
    }

    /// Returns the `Message-ID` (RFC 5322 §3.6.4), with the angle brackets if it has them.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// Returns the date (RFC 5322 §3.6.1) as a Unix timestamp in seconds.
    #[must_use]
    pub const fn date(&self) -> Option<i64> {
        self.date
    }

    /// Returns the date in UTC in the format of RFC 3339; `None` for a year outside 0 to 9999, which RFC 3339 cannot
    /// express.
    #[must_use]
    pub fn date_rfc3339(&self) -> Option<String> {
        self.rfc3339().map(|date| date.to_string())
    }

    pub(crate) fn rfc3339(&self) -> Option<Rfc3339> {
        self.date.and_then(Rfc3339::new)
    }

    /// Returns the date as it was written, with its time zone, such as `Tue, 31 Jan 1995 07:00:00 -0500`. It is in the
    /// JSON, but not in the tables.
    #[must_use]
    pub fn date_written(&self) -> Option<&str> {
        self.date_written.as_deref()
    }

    /// Returns the whole `From` (RFC 5322 §3.6.2), unfolded.
    #[must_use]
    pub fn from(&self) -> Option<&str> {
        self.from.as_deref()
    }

    /// Returns the `Subject` (RFC 5322 §3.6.5), unfolded.
    #[must_use]
    pub fn subject(&self) -> Option<&str> {
        self.subject.as_deref()
    }

    /// Returns the [`from`](Self::from) as printed with each link: cut at a character boundary after at most 4 KiB.
    #[must_use]
    pub fn printed_from(&self) -> Option<&str> {
        self.from().map(printed)
    }

    /// Returns the [`subject`](Self::subject) as printed with each link: cut at a character boundary after at most 4
    /// KiB.
    #[must_use]
    pub fn printed_subject(&self) -> Option<&str> {
        self.subject().map(printed)
    }

    /// Returns the `Newsgroups` (RFC 5536 §3.1.4), in order.
    #[must_use]
    pub fn newsgroups(&self) -> &[String] {
        &self.newsgroups
    }

    /// Returns the date at which the message was received (RFC 5322 §3.6.7), as a Unix timestamp in seconds. It is in
    /// the tables, but not in the JSON.
    #[must_use]
    pub const fn received(&self) -> Option<i64> {
        self.received
    }

    /// Returns the identifier in the `List-Id` (RFC 2919). It is in the tables, but not in the JSON.
    #[must_use]
    pub fn list_id(&self) -> Option<&str> {
        self.list_id.as_deref()
    }

    /// Returns the `References` (RFC 5322 §3.6.4), in order. They are in the tables, but not in the JSON.
    #[must_use]
    pub fn references(&self) -> &[String] {
        &self.references
    }

    /// Returns the whole `To` (RFC 5322 §3.6.3), unfolded. It is neither in the tables nor in the JSON.
    #[must_use]
    pub fn to(&self) -> Option<&str> {
        self.to.as_deref()
    }
}

/// The section of a message (RFC 3501 §6.4.5) that contains a link. Clones share its data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Section {
    /// No section: the source contains no messages, and the text is the source itself.
    #[default]
    Source,
    /// The header field with this name, as written, of the message, a part, or a nested message.
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

    pub(crate) fn part_number(&self) -> Option<&str> {
        self.as_part()?.number()
    }

    pub(crate) fn media_type(&self) -> Option<&str> {
        self.as_part().map(Part::media_type)
    }

    pub(crate) fn header_name(&self) -> Option<&[u8]> {
        match self {
            Self::Header(name) => Some(name),
            _ => None,
        }
    }

    /// Returns the name of the header field as printed with each link, cut like [`MessageMetadata::printed_from`].
    pub(crate) fn printed_header_name(&self) -> Option<&[u8]> {
        let name = self.header_name()?;
        Some(match str::from_utf8(name) {
            Ok(name) => printed(name).as_bytes(),
            Err(_) => &name[..name.len().min(MAX_PRINTED)],
        })
    }

    fn as_part(&self) -> Option<&Part> {
        match self {
            Self::Part(part) => Some(part),
            _ => None,
        }
    }
}

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    path: Box<[u32]>,
    /// The path joined with dots, stored because every link of the part may need it.
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

    /// Returns the IMAP part number (RFC 3501 §6.4.5), one number per level, counted from 1. Empty for the text
    /// around the parts of a multipart message.
    #[must_use]
    pub fn path(&self) -> &[u32] {
        &self.path
    }

    /// Returns the [path](Self::path) joined with dots, such as `1.2`; `None` if it is empty.
    #[must_use]
    pub fn number(&self) -> Option<&str> {
        (!self.path.is_empty()).then_some(&self.number)
    }

    /// Returns the media type in lower case, such as `text/plain`.
    #[must_use]
    pub fn media_type(&self) -> &str {
        &self.media_type
    }
}

/// Returns the title of a message in one line: the day (RFC 3339), the sender and the subject, as far as they are
/// known. Sender and subject are cut at 4 KiB.
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
        title.extend([printed(from), ": "]);
    }
    title.push_str(subject.map_or("(no subject)", printed));
    title.split_whitespace().collect::<Vec<_>>().join(" ")
}
