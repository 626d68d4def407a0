//! The structure of a message: its multiparts, and the messages inside it (RFC 2046 §5).

use std::ops::ControlFlow;

use super::{
    BodyReader, Leaf, MAX_ENCODED_LEVELS, Media,
    media::{Structure, Wrapper},
    multipart::OpenMultipart,
    nested::NestedMessage,
};
use crate::{
    ArchiveWarning, Encoding, Kind, Part, Visitor,
    decode::{Charset, SignedData, Tnef, TransferEncoding},
    frame::Window,
    header::ContentFields,
    step::{HeaderOwner, WalkStep},
};

/// The maximum nesting depth of parts.
const MAX_LEVELS: usize = 64;

/// The maximum number of parts of a message.
const MAX_PARTS: usize = 10_000;

impl BodyReader {
    /// Begins the body after a header section. Returns the owner of the next header if the body is
    /// a message.
    pub(crate) fn begin(
        &mut self,
        content: ContentFields,
        of: HeaderOwner,
        offset: u64,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), Option<HeaderOwner>> {
        self.parts += 1;
        self.encoding = content.encoding;
        self.media = match content.media {
            Some(given) => Media::declared(given),
            None if of == (HeaderOwner::Part { in_digest: true }) => Media::MESSAGE,
            None => Media::TEXT,
        };
        let is_deep = self.path.len() >= MAX_LEVELS;
        let structure = match self.media.structure() {
            Structure::Single => Structure::Single,
            _ if is_deep => {
                visitor.warning(offset, ArchiveWarning::DeepNesting);
                Structure::Single
            }
            structure => structure,
        };
        let is_message = !matches!(of, HeaderOwner::Part { .. });
        if structure == Structure::Multipart {
            visitor.part(&self.part())?;
            self.open_multipart();
            if self.encoding.changes_bytes() {
                self.leaf = Leaf::UndecidedMultipart;
                return ControlFlow::Continue(None);
            }
            // The preamble and the epilogue are no more encoded than the parts (RFC 2045 §6.4).
            self.encoding = TransferEncoding::Identity;
            // A multipart has no charset.
            self.begin_text_start(None, visitor)?;
            return ControlFlow::Continue(None);
        }
        let has_boundary = self.media.boundary().is_some() && self.media.is_text();
        if structure == Structure::Single && has_boundary && !is_deep {
            // Some programs declare the type of a part for a multipart. Until a delimiter follows, it is a text.
            self.open_multipart();
        }
        if is_message {
            self.path.push(1);
        }
        visitor.part(&self.part())?;
        // RFC 2045 §6.4 forbids encoding a message as a whole, but some programs do.
        let is_encoded = structure == Structure::Message && self.encoding.changes_bytes();
        if is_encoded || self.media.wrapper().is_some() && !is_deep {
            self.begin_encoded(offset, visitor)?;
            return ControlFlow::Continue(None);
        }
        if structure == Structure::Message {
            return ControlFlow::Continue(Some(HeaderOwner::Nested));
        }
        if self.options.bodies && self.media.may_be_attached_text() && self.encoding.is_readable() {
            self.leaf = Leaf::Attachment;
            return ControlFlow::Continue(None);
        }
        self.begin_text_start(Some(offset), visitor)?;
        ControlFlow::Continue(None)
    }

    /// Begins the text of the current part as [`begin_text`](Self::begin_text) does, or when its first bytes are there,
    /// if these may show that it is a page.
    fn begin_text_start(
        &mut self,
        offset: Option<u64>,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        if self.encoding != TransferEncoding::Identity || !self.media.may_begin_page() {
            return self.begin_text(offset, visitor);
        }
        let is_part = offset.is_some();
        self.leaf = Leaf::TextStart { is_part };
        ControlFlow::Continue(())
    }

    fn open_multipart(&mut self) {
        self.multiparts.open.push(OpenMultipart {
            media: self.media.clone(),
            path: self.path.len(),
            children: 0,
            base: self.base.clone(),
        });
    }

    /// Begins the current part, which is an encoded message or may wrap one.
    pub(super) fn begin_encoded(
        &mut self,
        offset: u64,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        let is_wanted = self.enters_encoded && (self.options.headers || self.options.bodies);
        let is_deep = self.encoded_levels >= MAX_ENCODED_LEVELS;
        if is_wanted && is_deep {
            visitor.warning(offset, ArchiveWarning::DeepNesting);
            return self.begin_text(Some(offset), visitor);
        }
        self.skip_part();
        if is_wanted && self.encoding.is_readable() {
            self.pipeline.begin();
            if let Some(decoder) = self.encoding.decoder() {
                self.pipeline.push_boxed(decoder);
            }
            match self.media.wrapper() {
                Some(Wrapper::SignedData) => self.pipeline.push_decoder(SignedData::default()),
                Some(Wrapper::Tnef) => self.pipeline.push_decoder(Tnef::default()),
                #[cfg(feature = "outlook")]
                Some(Wrapper::Msg) => self.pipeline.push_decoder(crate::decode::Msg::default()),
                None => {}
            }
            self.plain = None;
            let walk = (self.new_walk)(self.inside());
            let nested = NestedMessage::new(walk, offset);
            self.nested = Some(Box::new(nested));
            self.leaf = Leaf::Message;
        }
        ControlFlow::Continue(())
    }

    /// Begins a file of messages in UTF-16, from its first byte on.
    pub(crate) fn begin_utf16_file(&mut self, kind: Kind) {
        self.pipeline.begin();
        self.pipeline
            .push_decoder(Charset::of_text(Encoding::UTF_16));
        self.plain = None;
        let inside = Self {
            file_kind: Some(kind),
            ..self.inside()
        };
        let walk = (self.new_walk)(inside);
        self.nested = Some(Box::new(NestedMessage::new(walk, 0)));
        self.leaf = Leaf::Message;
    }

    pub(super) fn part(&self) -> Part<'_> {
        Part {
            path: &self.path,
            media_type: self.media.name(),
            encoding: self.encoding.name(),
            is_encrypted: self.media.is_encrypted(),
            charset: self.media.charset(),
        }
    }

    pub(super) fn begin_part(
        &mut self,
        level: usize,
        after: usize,
        window: &Window<'_>,
        visitor: &mut impl Visitor,
    ) -> WalkStep {
        let Some(level) = self.multiparts.close_inner(level) else {
            return WalkStep::Advance(after);
        };
        level.children += 1;
        self.path.truncate(level.path);
        self.path.push(level.children);
        self.base.clone_from(&level.base);
        let in_digest = level.media.is_digest();
        if self.parts >= MAX_PARTS {
            visitor.warning(window.offset(after), ArchiveWarning::ManyParts);
            // Without open multiparts there are no delimiters: the rest is one part.
            self.multiparts.open.clear();
        }
        WalkStep::Header(after, HeaderOwner::Part { in_digest })
    }

    /// Begins the epilogue of a multipart.
    pub(super) fn close(&mut self, level: usize, visitor: &mut impl Visitor) -> ControlFlow<()> {
        if let Some(level) = self.multiparts.close_inner(level) {
            self.path.truncate(level.path);
            self.base.clone_from(&level.base);
            self.media.clone_from(&level.media);
        }
        self.encoding = TransferEncoding::Identity;
        self.begin_text(None, visitor)
    }
}
