//! What a walk through an archive tells, and to whom.

use std::{fmt, ops::ControlFlow};

use crate::{Kind, Origin};

/// Takes what a [`Walker`](crate::Walker) comes upon, in the order of the file.
pub trait Visitor {
    /// What the file is taken for. Comes first, and once, unless the walk was begun within a file.
    fn recognised(&mut self, _kind: Kind) {}

    /// The offset at which the first message begins, which may be passed by. Comes before all that is
    /// told of it, and once; in a file without messages, where its text begins.
    fn first(&mut self, _offset: u64) {}

    /// Whether messages are to be told in which there is no text that could hold a delimited URL.
    /// If not, they are passed by, without a look at their parts.
    fn wants_all_messages(&self) -> bool {
        true
    }

    /// Whether a message is to be told, by its header: this comes in front of it, once. If not, nothing of
    /// it is told, no warnings about its parts either, and nothing of its body is decoded. Which messages
    /// there are, and where they begin, does not depend on the answer: the body is passed over as far as
    /// the walk knows it to go, from part to part. Messages that are
    /// [passed by](Self::wants_all_messages) are not asked for.
    fn wants_message(&mut self, _message: &Message<'_>) -> bool {
        true
    }

    /// A message begins. Nothing of it was told before.
    fn message(&mut self, _message: &Message<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// A part of the message begins: one that holds others, a text, or an attachment.
    fn part(&mut self, _part: &Part<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Whether a text is to be told: this comes in front of it. If not, it is not decoded. What a text
    /// holds in turn, such as a uuencoded file, and what goes on after that, is not asked for again.
    fn wants_text(&mut self, _text: &TextUnit<'_>) -> bool {
        true
    }

    /// A text begins.
    fn begin(&mut self, _text: &TextUnit<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The next bytes of the text that was begun, and where all of it came from that may still be
    /// asked for.
    fn text(&mut self, _bytes: &[u8], _origin: &Origin<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The offset in the text from which on places may still be asked for; `None` if for none of
    /// what was told.
    fn needed(&self) -> Option<u64> {
        None
    }

    /// The text is over.
    fn end(&mut self, _origin: &Origin<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The text goes on, but the rest of the file is lost.
    fn cut(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Something that a reader of the archive should know.
    fn warning(&mut self, _offset: u64, _warning: Warning) {}
}

/// Wants to be told nothing: for a walk that only has to know where something begins.
pub(crate) struct Nobody;

impl Visitor for Nobody {
    fn wants_text(&mut self, _: &TextUnit<'_>) -> bool {
        false
    }
}

/// A message, as an archive holds it.
#[derive(Clone, Copy, Debug)]
pub struct Message<'h> {
    pub(crate) index: u64,
    pub(crate) offset: u64,
    pub(crate) header: &'h [u8],
    pub(crate) header_offset: u64,
}

impl<'h> Message<'h> {
    /// How many messages the file holds before it.
    #[must_use]
    pub fn index(&self) -> u64 {
        self.index
    }

    /// Where in the file it begins; a line that the archive puts in front of each message is part
    /// of it.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Its header section, as it is written, without the empty line after it.
    #[must_use]
    pub fn header(&self) -> &'h [u8] {
        self.header
    }

    /// Where in the file its header section begins.
    #[must_use]
    pub fn header_offset(&self) -> u64 {
        self.header_offset
    }
}

/// A part of a message (RFC 2045 §2.5).
#[derive(Clone, Copy, Debug)]
pub struct Part<'p> {
    pub(crate) path: &'p [u32],
    pub(crate) media_type: &'p str,
    pub(crate) encoding: &'static str,
}

impl<'p> Part<'p> {
    /// Its place in the message, as IMAP numbers parts (RFC 3501 §6.4.5), from 1; empty for what
    /// holds all parts of the message.
    #[must_use]
    pub fn path(&self) -> &'p [u32] {
        self.path
    }

    /// Its type in lower case, such as `text/plain`.
    #[must_use]
    pub fn media_type(&self) -> &'p str {
        self.media_type
    }

    /// Its transfer encoding in lower case, such as `base64`; `7bit` stands for all that change
    /// nothing, `unknown` for those that nobody knows.
    #[must_use]
    pub fn encoding(&self) -> &'static str {
        self.encoding
    }
}

/// A text to read: nothing in it is connected with what lies outside.
#[derive(Clone, Copy, Debug)]
pub struct TextUnit<'u> {
    pub(crate) place: Place<'u>,
    pub(crate) base: Option<&'u [u8]>,
}

impl<'u> TextUnit<'u> {
    /// What it is the text of.
    #[must_use]
    pub fn place(&self) -> Place<'u> {
        self.place
    }

    /// What relative references in it are relative to, by the `Content-Base` or the
    /// `Content-Location` of the part or of what it is a part of (RFC 2110 §4.2), if one is given.
    #[must_use]
    pub fn base(&self) -> Option<&'u [u8]> {
        self.base
    }
}

/// What a text is the text of.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Place<'u> {
    /// A file that holds no messages.
    File,
    /// The field of a header with this name, as it is written.
    Header(&'u [u8]),
    /// A part.
    Part(Part<'u>),
}

/// Something that a reader of the archive should know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Warning {
    /// A message begins here by its `From ` line, but no header field follows.
    DoubtfulBoundary,
    /// A header section is longer than 256 KiB; what is too much is read as text.
    LongHeader,
    /// Parts are nested more than 64 deep; what is too deep is read as text.
    DeepNesting,
    /// A message has more than 10,000 parts; what follows is read as text.
    ManyParts,
}

impl Warning {
    /// Its stable code, such as `doubtful-boundary`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::DoubtfulBoundary => "doubtful-boundary",
            Self::LongHeader => "long-header",
            Self::DeepNesting => "deep-nesting",
            Self::ManyParts => "many-parts",
        }
    }
}

impl fmt::Display for Warning {
    /// Says it to a person; [`code`](Self::code) says it to a program.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::DoubtfulBoundary => "no header follows this `From ` line",
            Self::LongHeader => "a header of more than 256 KiB; the rest is read as text",
            Self::DeepNesting => "parts nested more than 64 deep; the rest is read as text",
            Self::ManyParts => "more than 10,000 parts; the rest is read as text",
        })
    }
}
