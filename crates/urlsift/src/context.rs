//! Where in an archive a link stands.

use std::{cell::OnceCell, ops::Range};

use urlsift_archive::{Metadata, Place, TextUnit, field_values};

/// What a text is the text of, kept for as long as it is read.
#[derive(Debug, Default)]
pub(crate) struct TextPlace {
    kind: TextKind,
    /// The name of the header field, or the type of the part.
    name: Vec<u8>,
    path: Vec<u32>,
    base: Option<Vec<u8>>,
}

/// Of what is said of a message, before any text of it is at hand.
static NO_TEXT: TextPlace = TextPlace {
    kind: TextKind::File,
    name: Vec::new(),
    path: Vec::new(),
    base: None,
};

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
        self.base = text.base().map(<[u8]>::to_vec);
    }

    /// See [`Link::base`](crate::Link::base).
    pub(crate) fn base(&self) -> Option<&[u8]> {
        self.base.as_deref()
    }
}

/// The message at hand.
#[derive(Debug)]
pub(crate) struct MessageState {
    pub(crate) index: u64,
    pub(crate) offset: u64,
    /// Where in the window its header section stands; if that is gone by, there is a copy.
    pub(crate) header: Option<Range<usize>>,
    pub(crate) metadata: OnceCell<Metadata>,
}

/// What lies around a link. Most links are not asked for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context<'s> {
    pub(crate) text: &'s TextPlace,
    pub(crate) message: Option<&'s MessageState>,
    pub(crate) window: &'s [u8],
    /// The header section, if it is not in the window.
    pub(crate) header: &'s [u8],
}

impl<'s> Context<'s> {
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
            text: self.text,
        })
    }
}

/// The message that a link stands in, and where in it.
#[derive(Clone, Copy, Debug)]
pub struct InMessage<'s> {
    index: u64,
    offset: u64,
    metadata: &'s OnceCell<Metadata>,
    header: &'s [u8],
    text: &'s TextPlace,
}

impl<'s> InMessage<'s> {
    /// The message itself, by its header, as long as nothing in it is at hand.
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
            text: &NO_TEXT,
        }
    }

    /// How many messages the file holds before it.
    #[must_use]
    pub fn index(&self) -> u64 {
        self.index
    }

    /// Where in the file the message begins; a line that the archive puts in front of each message
    /// is part of it.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// What its header says of it. It is read when this is asked for the first time, once for all
    /// links of the message.
    #[must_use]
    pub fn metadata(&self) -> &'s Metadata {
        self.metadata.get_or_init(|| Metadata::of(self.header))
    }

    /// What its header's fields of this name, in any case, say: unfolded, and with their encoded words
    /// decoded. They are read each time that this is asked for.
    pub fn values(&self, name: &str) -> impl Iterator<Item = String> {
        field_values(self.header, name)
    }

    /// The name of the header field that the link stands in, as it is written. `None` if it
    /// stands in a body.
    #[must_use]
    pub fn header(&self) -> Option<&'s [u8]> {
        (self.text.kind == TextKind::Header).then_some(&self.text.name)
    }

    /// The part whose body the link stands in, as IMAP numbers parts (RFC 3501 §6.4.5), from 1;
    /// empty for what stands around the parts of a multipart message. `None` in a header.
    #[must_use]
    pub fn part(&self) -> Option<&'s [u32]> {
        (self.text.kind == TextKind::Part).then_some(&self.text.path)
    }

    /// The type of that part in lower case, such as `text/plain`.
    #[must_use]
    pub fn media_type(&self) -> Option<&'s str> {
        let name = (self.text.kind == TextKind::Part).then_some(&self.text.name)?;
        str::from_utf8(name).ok()
    }
}
