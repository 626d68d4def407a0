//! The message that contains a link.
//!
//! The metadata of a message is [`Metadata`] of `urlsift-archive`, which reads it from a header: there is no second
//! type for what is printed. A program that has links but no messages leaves out the feature `mail`.

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

/// Returns the title of a message in one line: the day (RFC 3339), the sender and the subject, as far as they are
/// known. Sender and subject are cut at 4 KiB.
///
/// ```
/// use urlsift::{Metadata, message_title};
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
