//! The events of a walk through an archive.

use std::{fmt, ops::ControlFlow};

use crate::{
    CharsetName, Kind, Markup, Origin,
    decode::label::{self, NamedCharset},
};

/// Receives the events of a [`Walker`](crate::Walker), in the order of the file.
pub trait Visitor {
    /// Called with the kind of the file, once and before all other events, unless the walk began
    /// within a file.
    fn recognised(&mut self, _kind: Kind) {}

    /// Called if an archive cannot be cut although its [kind](Kind::can_be_cut) can be: after
    /// [`recognised`](Self::recognised) if its lines end in CR alone, and before the second message if no empty line
    /// precedes the `From ` lines of a mailbox. Such a file belongs as a whole to the range that includes 0.
    fn cannot_be_cut(&mut self) {}

    /// Called once with the offset at which the first message begins, before any event of that
    /// message, even if it is skipped. In a file without messages, the offset at which the text
    /// begins.
    fn first(&mut self, _offset: u64) {}

    /// Returns whether to report messages and texts that cannot contain a delimited URL. If `false`,
    /// most such messages are skipped without reading their parts, and most such texts without
    /// decoding them; which ones depends on how the file is divided into chunks.
    fn wants_all_messages(&self) -> bool {
        true
    }

    /// Called once before a message, with its header; returns whether to report the message. If
    /// `false`, the message has no events, not even warnings about its parts, and its body is not
    /// decoded. The answer does not affect where messages begin. Not called for messages that
    /// [`wants_all_messages`](Self::wants_all_messages) skips.
    fn wants_message(&mut self, _message: &Message<'_>) -> bool {
        true
    }

    /// Called when a message begins, before any event of that message.
    fn message(&mut self, _message: &Message<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called when a part of the message begins: a container of other parts, a text or an
    /// attachment.
    fn part(&mut self, _part: &Part<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called after [`part`](Self::part) if the part is not read because it is no text.
    fn skipped(&mut self, _part: &Part<'_>) {}

    /// Called before a text; returns whether to report the text. If `false`, the text is not
    /// decoded. Not called again for files embedded in the text, such as uuencoded ones, or for the
    /// text after them.
    fn wants_text(&mut self, _text: &TextUnit<'_>) -> bool {
        true
    }

    /// Called when a text begins.
    fn begin(&mut self, _text: &TextUnit<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called with the next bytes of the current text, and the map from these bytes to the file. Who needs the map of
    /// some of them later [carries](crate::OwnedOrigin::carry) it.
    fn text(&mut self, _bytes: &[u8], _origin: &Origin<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called instead of [`text`](Self::text) with bytes that are in the file as they are, if some of them need not be
    /// searched.
    fn text_from(
        &mut self,
        bytes: &[u8],
        origin: &Origin<'_>,
        _from: SearchFrom,
    ) -> ControlFlow<()> {
        self.text(bytes, origin)
    }

    /// Called with markup of an HTML page, and the number of bytes of the current text before it, if
    /// [`ReadOptions::attributes`](crate::ReadOptions::attributes) are wanted. Called in the order of the page, before
    /// the next bytes of the text.
    fn markup(&mut self, _at: u64, _markup: &Markup<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called with the name of the charset that is guessed for what follows in the current text, before its bytes.
    fn charset_guessed(&mut self, _name: &'static str) {}

    /// Called when the current text ends. The map is that of the end of the text.
    fn end(&mut self, _origin: &Origin<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called instead of [`end`](Self::end) if the current text continues but the rest of the file
    /// cannot be read.
    fn cut(&mut self, _origin: &Origin<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called with the next bytes of the body of the current message as they are in the file: encoded, with their
    /// line breaks, and with the marks of the archive. A file without messages has no bodies.
    ///
    /// Lines that end in CR alone are passed with LF.
    fn body(&mut self, _bytes: &[u8]) {}

    /// Called when the current message has ended, after all of its texts and its [`body`](Self::body), or where the
    /// rest of the file cannot be read. `has_separator` is set if the archive adds an empty line after each message:
    /// if the body ends with one, that line is not part of the message.
    fn message_end(&mut self, _has_separator: bool) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called with a warning and the offset in the file that it concerns.
    fn warning(&mut self, _offset: u64, _warning: ArchiveWarning) {}
}

/// Where the search of some bytes of a text may begin, because an earlier search has passed the bytes before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchFrom {
    /// The first [trigger](crate::Triggers::find) is at this index or later.
    pub trigger: usize,
    /// The first `<` after which the [prefilter](crate::Prefilter) accepts is at this index or later.
    pub opener: usize,
}

impl SearchFrom {
    /// Returns the same for the bytes from an index on.
    #[must_use]
    pub fn after(self, index: usize) -> Self {
        Self {
            trigger: self.trigger.saturating_sub(index),
            opener: self.opener.saturating_sub(index),
        }
    }
}

/// A visitor that ignores all events, for walks that only find message boundaries.
pub(crate) struct NullVisitor;

impl Visitor for NullVisitor {
    fn wants_text(&mut self, _: &TextUnit<'_>) -> bool {
        false
    }
}

/// A message of an archive.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Message<'h> {
    /// The number of messages before this one in the file.
    pub index: u64,
    /// The offset in the file at which the message begins. The envelope line that the archive puts before the message
    /// belongs to it.
    pub offset: u64,
    /// The raw header section, without the empty line after it.
    pub header: &'h [u8],
    /// The offset in the file at which the header section begins; if the header is [not in the
    /// file](Self::is_header_in_file), the offset of the message.
    pub header_offset: u64,
    /// Whether the header is a section of the file. The header of a message on an archiver's HTML page is built from
    /// the fields on the page, at most `Message-ID`, `Date` (twice), `From`, `Subject`, `In-Reply-To` and
    /// `References`, in UTF-8.
    pub is_header_in_file: bool,
}

/// A part of a message (RFC 2045 §2.5).
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Part<'p> {
    /// The part number of IMAP (RFC 3501 §6.4.5), counted from 1. Empty for a multipart that contains all parts of the
    /// message.
    pub path: &'p [u32],
    /// The media type in lower case, such as `text/plain`.
    pub media_type: &'p str,
    /// The transfer encoding in lower case, such as `base64`. All encodings that leave bytes unchanged are `7bit`; an
    /// encoding that is not known is `unknown`.
    pub encoding: &'static str,
    /// Whether the part is declared as encrypted, with S/MIME or PGP: `multipart/encrypted` (RFC 1847), or
    /// `application/pkcs7-mime` whose `smime-type` says so (RFC 8551 §3.2.2).
    pub is_encrypted: bool,
    pub(crate) charset: Option<&'p [u8]>,
}

impl Part<'_> {
    /// Returns the charset that the part declares, if it is known.
    #[must_use]
    pub fn charset(&self) -> Option<CharsetName> {
        let known = |label: &&[u8]| NamedCharset::for_label(label) != NamedCharset::Unknown;
        self.charset.filter(known).map(label::name)
    }
}

/// A text to search. It is independent of the bytes around it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TextUnit<'u> {
    /// Where the text occurs.
    pub place: Place<'u>,
    /// The base URL of relative references, if one is declared: the `Content-Base` or `Content-Location` of the part or
    /// of a part that contains it (RFC 2110 §4.2).
    pub base: Option<&'u [u8]>,
    /// Whether the text is on the same HTML page as the text before it: a section of an archiver's page.
    pub continues_page: bool,
    /// Whether the text is what an HTML page shows, so that its character references are decoded.
    pub is_html: bool,
}

/// Where a text occurs.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Place<'u> {
    /// In a file that contains no messages, or in the text around the message of an archiver's HTML page.
    File,
    /// In the header field with this name, as written.
    Header(&'u [u8]),
    /// In a part.
    Part(Part<'u>),
}

/// A warning about the structure of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ArchiveWarning {
    /// A `From ` line begins a message, but no header field follows, or no empty line precedes.
    DoubtfulBoundary,
    /// A header section is longer than 256 KiB; the rest is read as text.
    LongHeader,
    /// Parts are nested more than 64 deep, or more than 8 encoded messages are; the inner ones are read as text.
    DeepNesting,
    /// A message has more than 10,000 parts; the rest is read as text.
    ManyParts,
    /// A text part, wanted or not, declares an unknown charset; ASCII bytes are read as they are,
    /// and the encoding of the others is guessed.
    UnknownCharset(CharsetName),
}

impl ArchiveWarning {
    /// Returns the stable code, such as `doubtful-boundary`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::DoubtfulBoundary => "doubtful-boundary",
            Self::LongHeader => "long-header",
            Self::DeepNesting => "deep-nesting",
            Self::ManyParts => "many-parts",
            Self::UnknownCharset(_) => "charset-unknown",
        }
    }
}

impl fmt::Display for ArchiveWarning {
    /// Formats a description for people; [`code`](Self::code) is for programs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::DoubtfulBoundary => {
                "no header follows this `From ` line, or no empty line precedes it"
            }
            Self::LongHeader => "a header of more than 256 KiB; the rest is read as text",
            Self::DeepNesting => {
                "parts or encoded messages nested too deep; the inner ones are read as text"
            }
            Self::ManyParts => "more than 10,000 parts; the rest is read as text",
            Self::UnknownCharset(name) => {
                return write!(
                    f,
                    "unknown charset \"{name}\"; bytes that are not ASCII are guessed"
                );
            }
        })
    }
}
