//! The message that contains a link.

use std::{cell::OnceCell, ops::Range, sync::Arc};

use crate::{Message, Section};
use urlsift_archive::{Metadata, Place, TextUnit, field_values};

/// The place of the current text: a file, a header field or a part.
#[derive(Debug, Default)]
pub(crate) struct TextPlace {
    kind: TextKind,
    /// The name of the header field, or the media type of the part.
    name: Vec<u8>,
    path: Vec<u32>,
    base: Option<Arc<[u8]>>,
    /// Whether the text was declared as quoted-printable.
    is_quoted_printable: bool,
    /// The place as owned links store it, created for the first one.
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
        self.name.clear();
        self.path.clear();
        self.is_quoted_printable = false;
        self.kind = match text.place() {
            Place::Header(name) => {
                self.name.extend_from_slice(name);
                TextKind::Header
            }
            Place::Part(part) => {
                self.name.extend_from_slice(part.media_type().as_bytes());
                self.path.extend_from_slice(part.path());
                self.is_quoted_printable = part.encoding() == "quoted-printable";
                TextKind::Part
            }
            _ => TextKind::File,
        };
        self.base = text.base().map(Arc::from);
        self.section = OnceCell::new();
    }

    /// Returns whether the text is in a message.
    pub(crate) fn is_in_message(&self) -> bool {
        self.kind != TextKind::File
    }

    /// Returns the name of the header field.
    pub(crate) fn header(&self) -> Option<&[u8]> {
        (self.kind == TextKind::Header).then_some(&*self.name)
    }

    /// See [`LinkRef::is_quoted_printable`](crate::LinkRef::is_quoted_printable).
    pub(crate) fn is_quoted_printable(&self) -> bool {
        self.is_quoted_printable
    }

    /// See [`LinkRef::base`](crate::LinkRef::base).
    pub(crate) fn base(&self) -> Option<&Arc<[u8]>> {
        self.base.as_ref()
    }

    /// Returns the place for owned links, which share its strings.
    pub(crate) fn section(&self) -> &Section {
        self.section.get_or_init(|| match self.kind {
            TextKind::File => Section::Source,
            TextKind::Header => Section::header(&self.name),
            TextKind::Part => Section::part(&self.path, &String::from_utf8_lossy(&self.name)),
        })
    }
}

/// The current message.
#[derive(Debug)]
pub(crate) struct MessageState {
    pub(crate) index: u64,
    pub(crate) offset: u64,
    /// The range of the header section in the window; `None` after it was copied from the window, or if it is not in
    /// the file.
    pub(crate) header: Option<Range<usize>>,
    /// The metadata, once it is read. Owned links share it.
    pub(crate) metadata: OnceCell<Arc<Metadata>>,
}

/// The data from which the message of a link is created on demand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MessageContext<'s> {
    pub(crate) text: &'s TextPlace,
    pub(crate) message: Option<&'s MessageState>,
    pub(crate) window: &'s [u8],
    /// The header section of the message if it is not in the window.
    pub(crate) header: &'s [u8],
    /// Whether message indices count from the first message of a range.
    pub(crate) reads_range: bool,
}

impl<'s> MessageContext<'s> {
    pub(crate) fn message(self) -> Option<InMessage<'s>> {
        let message = self.message?;
        Some(InMessage {
            index: message.index,
            offset: message.offset,
            metadata: &message.metadata,
            header: match message.header.clone() {
                Some(range) => &self.window[range],
                None => self.header,
            },
            text: Some(self.text),
        })
    }

    /// Returns the number of messages before this one in the file; `None` if only a range is read.
    pub(crate) fn index(self) -> Option<u64> {
        let message = self.message.filter(|_| !self.reads_range)?;
        Some(message.index)
    }

    /// Returns the metadata of the message, which its owned links share.
    pub(crate) fn metadata(self) -> Option<&'s Arc<Metadata>> {
        // Most links are not the first of their message.
        match self.message?.metadata.get() {
            Some(metadata) => Some(metadata),
            None => self.message().map(|message| message.shared_metadata()),
        }
    }

    /// Returns the message for an owned link.
    pub(crate) fn message_record(self) -> Option<Message> {
        let (message, metadata) = self.message.zip(self.metadata())?;
        let owned = Message::new(message.offset, Arc::clone(metadata));
        Some(match self.index() {
            Some(index) => owned.with_index(index),
            None => owned,
        })
    }
}

/// The end of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MessageEnd {
    /// The offset in the file at which the message begins, as [`InMessage::offset`].
    pub offset: u64,
    /// The first 128 bits of the BLAKE3 hash of the body as it is in the file, with each CRLF as LF, if
    /// [`Sifter::body_hashes`](crate::Sifter::body_hashes) has requested it. The empty line that an mbox has after a
    /// message is not part of the body. If the rest of the file cannot be read, it is the hash of what was read. A
    /// message in a page of an archive has none, because its body is not in the file as it was sent.
    #[cfg(feature = "hash")]
    pub body_hash: Option<[u8; 16]>,
}

/// The message that contains a link, and the place of the link in it.
#[derive(Clone, Copy, Debug)]
pub struct InMessage<'s> {
    index: u64,
    offset: u64,
    metadata: &'s OnceCell<Arc<Metadata>>,
    header: &'s [u8],
    /// `None` for the message as a whole.
    text: Option<&'s TextPlace>,
}

impl<'s> InMessage<'s> {
    /// Creates the message as a whole, without a place in it.
    pub(crate) fn whole(
        index: u64,
        offset: u64,
        metadata: &'s OnceCell<Arc<Metadata>>,
        header: &'s [u8],
    ) -> Self {
        Self {
            index,
            offset,
            metadata,
            header,
            text: None,
        }
    }

    /// Returns the number of messages before this message in the file.
    #[must_use]
    pub fn index(&self) -> u64 {
        self.index
    }

    /// Returns the offset in the file at which the message begins. The separator line of an archive is part
    /// of the message after it.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the metadata of the header, which is parsed once per message, at the first call.
    #[must_use]
    pub fn metadata(&self) -> &'s Metadata {
        self.shared_metadata()
    }

    fn shared_metadata(&self) -> &'s Arc<Metadata> {
        let read = || Arc::new(Metadata::of(self.header));
        self.metadata.get_or_init(read)
    }

    /// Returns the values of the header fields with a name, in any case. The values are unfolded, and their
    /// encoded words (RFC 2047) decoded. The header is parsed at each call.
    pub fn values(&self, name: &str) -> impl Iterator<Item = String> {
        field_values(self.header, name)
    }

    /// Returns the name of the header field that contains the link, as written; `None` for a link in a body.
    #[must_use]
    pub fn header(&self) -> Option<&'s [u8]> {
        Some(&self.text_of(TextKind::Header)?.name)
    }

    /// Returns the number of the part whose body contains the link, as in IMAP (RFC 3501 §6.4.5); empty for
    /// text around the parts of a multipart message; `None` for a link in a header.
    #[must_use]
    pub fn part(&self) -> Option<&'s [u32]> {
        Some(&self.text_of(TextKind::Part)?.path)
    }

    /// Returns the media type of the [part](Self::part) in lower case, such as `text/plain`.
    #[must_use]
    pub fn media_type(&self) -> Option<&'s str> {
        str::from_utf8(&self.text_of(TextKind::Part)?.name).ok()
    }

    /// Returns the place of the text that contains the link, if it is of this kind.
    fn text_of(&self, kind: TextKind) -> Option<&'s TextPlace> {
        self.text.filter(|text| text.kind == kind)
    }
}
