//! The message that contains a link, and the text of it that is read.

use std::{
    cell::OnceCell,
    ops::Range,
    sync::{Arc, OnceLock},
};

use urlsift_archive::{Metadata, Place, TextUnit, field_values};

use crate::{Section, printable::printed, rfc3339};

/// A message: one that may be read, or the one that contains a link.
///
/// The metadata of a message is [`Metadata`], read from the header once, when it is first needed. All links of the
/// message share it.
#[derive(Clone, Debug)]
pub struct Message<'t> {
    index: Option<u64>,
    offset: u64,
    /// The header section; empty for an owned message.
    header: &'t [u8],
    metadata: SharedMetadata<'t>,
}

#[derive(Clone, Debug)]
enum SharedMetadata<'t> {
    /// Read from the header section once.
    Lazy(&'t OnceLock<Arc<Metadata>>),
    Read(Arc<Metadata>),
}

impl Message<'static> {
    /// Creates the message that begins at `offset`. The links of a message share its `metadata`.
    #[must_use]
    pub const fn new(offset: u64, metadata: Arc<Metadata>) -> Self {
        Self {
            index: None,
            offset,
            header: b"",
            metadata: SharedMetadata::Read(metadata),
        }
    }
}

impl<'t> Message<'t> {
    /// Creates a message whose header section is read when its metadata are first needed.
    pub(crate) const fn of(
        index: Option<u64>,
        offset: u64,
        header: &'t [u8],
        metadata: &'t OnceLock<Arc<Metadata>>,
    ) -> Self {
        Self {
            index,
            offset,
            header,
            metadata: SharedMetadata::Lazy(metadata),
        }
    }

    /// Sets the number of messages before this one in the source.
    #[must_use]
    pub const fn with_index(mut self, index: u64) -> Self {
        self.index = Some(index);
        self
    }

    /// Returns the number of messages before this one in the source. It is unknown where only a
    /// [range](crate::Sifter::range) is read.
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
        self.shared_metadata()
    }

    fn shared_metadata(&self) -> &Arc<Metadata> {
        match &self.metadata {
            SharedMetadata::Lazy(metadata) => {
                metadata.get_or_init(|| Arc::new(Metadata::of(self.header)))
            }
            SharedMetadata::Read(metadata) => metadata,
        }
    }

    /// Returns the values of the header fields with a name, in any case. The values are unfolded, and their
    /// encoded words (RFC 2047) decoded. The header is parsed at each call. An [owned](Self::into_owned) message has
    /// only its metadata, and no values.
    pub fn values(&self, name: &str) -> impl Iterator<Item = String> {
        field_values(self.header, name)
    }

    /// Returns the owned form: its place and its metadata.
    #[must_use]
    pub fn into_owned(self) -> Message<'static> {
        let metadata = Arc::clone(self.shared_metadata());
        Message {
            index: self.index,
            ..Message::new(self.offset, metadata)
        }
    }

    /// Adds to the index the number of messages before the chunk of the source in which it counts.
    pub(crate) fn rebase(&mut self, messages: u64) {
        self.index = self.index.map(|index| index + messages);
    }
}

impl PartialEq for Message<'_> {
    fn eq(&self, other: &Self) -> bool {
        let place = |message: &Self| (message.index, message.offset);
        place(self) == place(other) && self.metadata() == other.metadata()
    }
}

impl Eq for Message<'_> {}

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

/// The message that is being read.
#[derive(Debug)]
pub(crate) struct MessageState {
    pub(crate) index: u64,
    pub(crate) offset: u64,
    /// The range of the header section in the window; `None` after it was copied from the window, or if it is not in
    /// the file.
    pub(crate) header: Option<Range<usize>>,
    /// The metadata, once it is read.
    pub(crate) metadata: OnceLock<Arc<Metadata>>,
}

impl MessageState {
    /// Returns the message. `window` has its header section, or else `kept`. `has_index` says whether messages are
    /// counted from the start of the source.
    pub(crate) fn message<'t>(
        &'t self,
        window: &'t [u8],
        kept: &'t [u8],
        has_index: bool,
    ) -> Message<'t> {
        let header = match self.header.clone() {
            Some(range) => &window[range],
            None => kept,
        };
        let index = has_index.then_some(self.index);
        Message::of(index, self.offset, header, &self.metadata)
    }
}

/// The place of the current text: a file, a header field or a part.
#[derive(Debug, Default)]
pub(crate) struct TextPlace {
    kind: TextKind,
    /// The name of the header field, or the media type of the part.
    name: Vec<u8>,
    path: Vec<u32>,
    /// The `Content-Base` or `Content-Location` of the part or message that contains the text.
    pub(crate) base: Option<Arc<[u8]>>,
    /// Whether the text was declared as quoted-printable.
    pub(crate) is_quoted_printable: bool,
    /// The place as links have it, created for the first one.
    section: OnceCell<Section>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum TextKind {
    #[default]
    File,
    Header,
    Part,
}

impl TextPlace {
    pub(crate) fn set(&mut self, text: &TextUnit<'_>) {
        self.is_quoted_printable = false;
        let (kind, name, path) = match text.place {
            Place::Header(name) => (TextKind::Header, name, &[][..]),
            Place::Part(part) => {
                self.is_quoted_printable = part.encoding == "quoted-printable";
                (TextKind::Part, part.media_type.as_bytes(), part.path)
            }
            _ => (TextKind::File, &[][..], &[][..]),
        };
        self.base = text.base.map(Arc::from);
        // Most texts of an archive are in the same section of their messages.
        if (self.kind, &self.name[..], &self.path[..]) != (kind, name, path) {
            self.kind = kind;
            self.name.clear();
            self.name.extend_from_slice(name);
            self.path.clear();
            self.path.extend_from_slice(path);
            self.section = OnceCell::new();
        }
    }

    /// Returns whether the text is in a message.
    pub(crate) fn is_in_message(&self) -> bool {
        self.kind != TextKind::File
    }

    /// Returns the section of the message that the text is.
    pub(crate) fn section(&self) -> &Section {
        self.section.get_or_init(|| match self.kind {
            TextKind::File => Section::Source,
            TextKind::Header => Section::header(&self.name),
            TextKind::Part => Section::part(&self.path, &String::from_utf8_lossy(&self.name)),
        })
    }
}

/// The end of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MessageEnd {
    /// The offset in the file at which the message begins, as [`Message::offset`].
    pub offset: u64,
    /// The first 128 bits of the BLAKE3 hash of the body as it is in the file, with each CRLF as LF, if
    /// [`Sifter::body_hashes`](crate::Sifter::body_hashes) has requested it. The empty line that an mbox has after a
    /// message is not part of the body. If the rest of the file cannot be read, it is the hash of what was read. A
    /// message in a page of an archive has none, because its body is not in the file as it was sent.
    #[cfg(feature = "hash")]
    pub body_hash: Option<[u8; 16]>,
}
