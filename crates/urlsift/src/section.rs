//! The section of a message that contains a link.

use std::sync::Arc;

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

    /// Returns the part.
    #[must_use]
    pub fn as_part(&self) -> Option<&Part> {
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
