//! Attachments whose type does not say what they are.

use std::ops::ControlFlow;

use super::{BodyReader, Leaf, media::MSG};
use crate::{
    Kind, Visitor,
    decode::{Output, TransferEncoding},
    frame::Window,
    header::NamedFile,
    recognise,
    skip::{AfterBytes, DecidedEnd},
    step::{HeaderOwner, WalkStep},
};

/// The number of bytes of an attachment, as they are in the message, that show what it is.
const HEAD: usize = 2 << 10;

/// The first bytes of a compound file (MS-CFB §2.2), as a message of Outlook is one.
const COMPOUND_FILE: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

/// The type of a message.
const MESSAGE: &str = "message/rfc822";

impl BodyReader {
    /// Begins the attachment at an index, if enough of it is there to show what it is. Returns the next step, if the
    /// bytes of the attachment are not read next.
    pub(super) fn begin_attachment(
        &mut self,
        window: &Window<'_>,
        from: usize,
        end: DecidedEnd,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), Option<WalkStep>> {
        let raw = &window.bytes[from..end.at.min(from + HEAD)];
        let is_complete = matches!(end.after, AfterBytes::End | AfterBytes::Escape);
        if raw.len() < HEAD && !is_complete {
            return ControlFlow::Continue(Some(WalkStep::NeedInput(from)));
        }
        let Some(read_as) = self.attachment_type(raw) else {
            visitor.skipped(&self.part());
            self.skip_part();
            return ControlFlow::Continue(None);
        };
        self.media.read_as(read_as);
        let offset = window.offset(from);
        if read_as == MSG || read_as == MESSAGE && self.encoding.changes_bytes() {
            self.begin_encoded(offset, visitor)?;
        } else if read_as != MESSAGE {
            self.begin_text(Some(offset), visitor)?;
        } else {
            return ControlFlow::Continue(Some(WalkStep::Header(from, HeaderOwner::Nested)));
        }
        ControlFlow::Continue(None)
    }

    /// Skips the current part.
    pub(super) fn skip_part(&mut self) {
        self.leaf = Leaf::Skipped {
            is_base64: self.encoding == TransferEncoding::Base64,
        };
    }

    /// Returns the media type that the name of an attachment or its first bytes show, if it can be read.
    fn attachment_type(&self, raw: &[u8]) -> Option<&'static str> {
        let mut out = Output::default();
        let text = match self.encoding.decoder() {
            Some(mut decoder) => {
                decoder.decode(raw, 0, &mut out);
                out.bytes()
            }
            None => raw,
        };
        let named = self.media.named_file();
        if cfg!(feature = "outlook")
            && named == Some(NamedFile::Msg)
            && text.starts_with(COMPOUND_FILE)
        {
            return Some(MSG);
        }
        let is_utf16 = text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff");
        let is_binary = |&byte: &u8| byte < b' ' && !b"\t\n\x0c\r\x1a\x1b".contains(&byte);
        if text.is_empty() || !is_utf16 && text.iter().any(is_binary) {
            return None;
        }
        match named {
            Some(NamedFile::Message) if !is_utf16 => return Some(MESSAGE),
            Some(NamedFile::Page) => return Some("text/html"),
            Some(NamedFile::Text | NamedFile::Message) => return Some("text/plain"),
            Some(NamedFile::Calendar) => return Some("text/calendar"),
            Some(NamedFile::Card) => return Some("text/vcard"),
            Some(NamedFile::Winmail | NamedFile::Msg) | None => {}
        }
        let is_text = is_utf16
            || std::str::from_utf8(text).map_or_else(|error| error.error_len().is_none(), |_| true);
        match recognise(text, true)? {
            _ if !self.media.is_generic() => None,
            Kind::Html => Some("text/html"),
            Kind::Calendar => Some("text/calendar"),
            Kind::Vcard => Some("text/vcard"),
            Kind::Message if !is_utf16 => Some(MESSAGE),
            kind => (is_text && !kind.is_unread()).then_some("text/plain"),
        }
    }
}
