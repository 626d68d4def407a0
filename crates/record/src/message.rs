//! The message that contains a link, and the section of the message.
//!
//! The metadata of a message is [`Metadata`] of `urlsift-archive`, which reads it from a header: there is no second
//! type for what is printed. So this crate depends on that one, as [`Link`](crate::Link) does on the scanner. A type of
//! its own would spare a program that has links but no archives the crate; all programs so far have both.

use std::sync::Arc;

use urlsift_archive::Metadata;

use crate::{rfc3339, value::printed};

/// The message that contains a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub(crate) index: Option<u64>,
    offset: u64,
    metadata: Arc<Metadata>,
}

impl Message {
    /// Creates the message that begins at `offset`. The links of a message share its `metadata`.
    #[must_use]
    pub const fn new(offset: u64, metadata: Arc<Metadata>) -> Self {
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
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
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
/// use urlsift_record::{Metadata, message_title};
///
/// let header = b"Date: 31 Jan 1995 12:00:00 GMT\nFrom: Jim <jim@a.example>\nSubject: URLs\n";
/// assert_eq!(message_title(&Metadata::of(header)), "1995-01-31 Jim <jim@a.example>: URLs");
/// assert_eq!(message_title(&Metadata::default()), "(no subject)");
/// ```
#[must_use]
pub fn message_title(metadata: &Metadata) -> String {
    /// The length of the day in an RFC 3339 date.
    const DAY: usize = "1995-01-31".len();
    let mut title = String::new();
    if let Some(date) = metadata.date().and_then(rfc3339) {
        title.extend([&date[..DAY], " "]);
    }
    if let Some(from) = metadata.from() {
        title.extend([printed(from), ": "]);
    }
    title.push_str(metadata.subject().map_or("(no subject)", printed));
    title.split_whitespace().collect::<Vec<_>>().join(" ")
}
