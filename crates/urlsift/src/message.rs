//! The message in which a link stands.

use std::{cell::OnceCell, ops::Range, sync::Arc};

use urlsift_archive::{Metadata, Place, TextUnit, field_values};
use urlsift_record::{Message, MessageMetadata, Section};

/// What the current text is the text of.
#[derive(Debug, Default)]
pub(crate) struct TextPlace {
    kind: TextKind,
    /// The name of the header field, or the media type of the part.
    name: Vec<u8>,
    path: Vec<u32>,
    base: Option<Arc<[u8]>>,
    /// The same for owned links, made for the first of them.
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
        self.kind = match text.place() {
            Place::Header(name) => {
                self.name.extend_from_slice(name);
                TextKind::Header
            }
            Place::Part(part) => {
                self.name.extend_from_slice(part.media_type().as_bytes());
                self.path.extend_from_slice(part.path());
                TextKind::Part
            }
            _ => TextKind::File,
        };
        self.base = text.base().map(Arc::from);
        self.section = OnceCell::new();
    }

    /// See [`Link::base`](crate::Link::base).
    pub(crate) fn base(&self) -> Option<&Arc<[u8]>> {
        self.base.as_ref()
    }

    /// Returns what owned links share of it.
    pub(crate) fn section(&self) -> Section {
        let section = self.section.get_or_init(|| match self.kind {
            TextKind::File => Section::Source,
            TextKind::Header => Section::header(&self.name),
            TextKind::Part => Section::part(&self.path, &String::from_utf8_lossy(&self.name)),
        });
        section.clone()
    }
}

/// The current message.
#[derive(Debug)]
pub(crate) struct MessageState {
    pub(crate) index: u64,
    pub(crate) offset: u64,
    /// The range of its header section in the window; `None` once it is copied from the window.
    pub(crate) header: Option<Range<usize>>,
    pub(crate) metadata: OnceCell<Metadata>,
    /// The same for owned links, made for the first of them.
    pub(crate) shared: OnceCell<Arc<MessageMetadata>>,
}

/// What is needed to describe the message of a link. Most links are never asked for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surroundings<'s> {
    pub(crate) text: &'s TextPlace,
    pub(crate) message: Option<&'s MessageState>,
    pub(crate) window: &'s [u8],
    /// The header section of the message, if it is not in the window.
    pub(crate) header: &'s [u8],
    /// Whether messages are counted from the first one of a range.
    pub(crate) is_in_range: bool,
}

impl<'s> Surroundings<'s> {
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

    /// Returns the message for an owned link.
    pub(crate) fn message_record(self) -> Option<Message> {
        let (state, message) = self.message.zip(self.message())?;
        let shared = state.shared.get_or_init(|| {
            let metadata = message.metadata();
            let mut shared = MessageMetadata::new().with_newsgroups(metadata.newsgroups().to_vec());
            if let Some(id) = metadata.id() {
                shared = shared.with_id(id);
            }
            if let Some(date) = metadata.date() {
                shared = shared.with_date(date);
            }
            if let Some(from) = metadata.from() {
                shared = shared.with_from(from);
            }
            if let Some(subject) = metadata.subject() {
                shared = shared.with_subject(subject);
            }
            Arc::new(shared)
        });
        let owned = Message::new(message.offset(), Arc::clone(shared));
        Some(if self.is_in_range {
            owned
        } else {
            owned.with_index(message.index())
        })
    }
}

/// The message in which a link stands, and the place in it.
#[derive(Clone, Copy, Debug)]
pub struct InMessage<'s> {
    index: u64,
    offset: u64,
    metadata: &'s OnceCell<Metadata>,
    header: &'s [u8],
    /// `None` for the message as a whole.
    text: Option<&'s TextPlace>,
}

impl<'s> InMessage<'s> {
    /// Returns the message as a whole.
    pub(crate) fn whole(
        index: u64,
        offset: u64,
        metadata: &'s OnceCell<Metadata>,
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

    /// Returns the number of messages before it in the file.
    #[must_use]
    pub fn index(&self) -> u64 {
        self.index
    }

    /// Returns the offset in the file at which the message begins; the line that an archive puts before
    /// each message is part of it.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns what the header says. It is parsed at the first call, once for all links of the message.
    #[must_use]
    pub fn metadata(&self) -> &'s Metadata {
        self.metadata.get_or_init(|| Metadata::of(self.header))
    }

    /// Returns the values of the header fields with a name (in any case), unfolded and with encoded words
    /// (RFC 2047) decoded. They are parsed at each call.
    pub fn values(&self, name: &str) -> impl Iterator<Item = String> {
        field_values(self.header, name)
    }

    /// Returns the name of the header field in which the link stands, as it is written. `None` for a link
    /// in a body.
    #[must_use]
    pub fn header(&self) -> Option<&'s [u8]> {
        Some(&self.text_of(TextKind::Header)?.name)
    }

    /// Returns the part in whose body the link stands, as IMAP numbers parts (RFC 3501 §6.4.5), from 1;
    /// empty for text around the parts of a multipart message. `None` in a header.
    #[must_use]
    pub fn part(&self) -> Option<&'s [u32]> {
        Some(&self.text_of(TextKind::Part)?.path)
    }

    /// Returns the media type of that part in lower case, such as `text/plain`.
    #[must_use]
    pub fn media_type(&self) -> Option<&'s str> {
        str::from_utf8(&self.text_of(TextKind::Part)?.name).ok()
    }

    /// Returns the text in which the link stands, if it is of this kind.
    fn text_of(&self, kind: TextKind) -> Option<&'s TextPlace> {
        self.text.filter(|text| text.kind == kind)
    }
}
