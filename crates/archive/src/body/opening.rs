//! Opens texts with their decoders, and skips parts that need none.

use std::ops::{ControlFlow, Range};

use super::{BodyReader, Leaf};
use crate::{
    ArchiveWarning, Encoding, Place, TextUnit, Visitor,
    body::Media,
    decode::{
        Ampersands, Charset, ContentLines, DashEscape, Flowed, Html, HtmlPrefilter, LineCharsets,
        LongLines, Pages, PropertyText, TransferEncoding, Unescape, Unfold,
        label::{self, NamedCharset},
    },
    frame::Window,
    skip::{KnownBytes, is_decided_by_raw_bytes, may_be_in_part},
};

/// Whether it is known that an HTML page may show a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PageCheck {
    /// The page is held back until its end to check it.
    Pending,
    Done,
}

impl BodyReader {
    /// Begins the text of a file without messages, or of a range of one that may begin later than the file.
    pub(crate) fn begin_file(
        &mut self,
        media: Media,
        encoding: Option<Encoding>,
        is_at_start: bool,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        let charset = encoding.map(Charset::of_text);
        self.media = media;
        if self.media.is_html() || self.media.content_lines().is_some() {
            let charset = charset.unwrap_or_else(|| Charset::new(None));
            self.build(TransferEncoding::Identity, charset, PageCheck::Pending);
        } else {
            self.pipeline.begin();
            match charset {
                Some(charset) if !charset.is_identity() => self.pipeline.push_decoder(charset),
                None if self.options.kind.is_none() => {
                    self.pipeline.push_decoder(LineCharsets::new(is_at_start));
                }
                _ => {}
            }
        }
        self.begin_whole(false, false, visitor)
    }

    /// Begins a text without a header section, if it is wanted: the text of the message on a page, or a text in no
    /// message.
    fn begin_whole(
        &mut self,
        is_message: bool,
        continues_page: bool,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        self.leaf = Leaf::Text {
            may_hold_files: false,
        };
        self.plain = None;
        let text = TextUnit {
            place: if is_message {
                Place::Part(self.part())
            } else {
                Place::File
            },
            base: None,
            continues_page,
            is_html: self.media.is_html(),
        };
        let is_read = (self.options.html || !self.media.is_html())
            && self.options.reads_files_without_messages();
        if !(is_read && visitor.wants_text(&text)) {
            self.skip();
            return ControlFlow::Continue(());
        }
        visitor.begin(&text)
    }

    /// Begins the message on an archiver's page, which is one part. Reports the part.
    pub(crate) fn begin_page_message(&mut self, visitor: &mut impl Visitor) -> ControlFlow<()> {
        self.begin_message();
        self.parts = 1;
        self.path.push(1);
        self.media = Media::HTML;
        self.encoding = TransferEncoding::Identity;
        visitor.part(&self.part())
    }

    /// Begins the text of a section of an archiver's page: the text of its message, if that `is_message`.
    pub(crate) fn begin_page_section(
        &mut self,
        is_message: bool,
        is_first: bool,
        charset: Charset,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        self.media = Media::HTML;
        self.build(TransferEncoding::Identity, charset, PageCheck::Pending);
        self.begin_whole(is_message, !is_first, visitor)
    }

    /// Begins the text of the current part, if the text is wanted. `offset` is where the part begins; `None` for the
    /// preamble or epilogue of a multipart.
    pub(super) fn begin_text(
        &mut self,
        offset: Option<u64>,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        let is_html = self.media.is_html();
        let is_text =
            self.options.bodies && (self.options.html || !is_html) && self.media.is_text();
        let is_readable = is_text && self.encoding.is_readable();
        let label = self.media.charset().filter(|_| is_readable);
        let charset = label.map(NamedCharset::for_label);
        if let (Some(offset), Some(NamedCharset::Unknown)) = (offset, charset) {
            let name = label::name(label.unwrap_or_default());
            visitor.warning(offset, ArchiveWarning::UnknownCharset(name));
        }
        if offset.is_some() && self.options.bodies && !self.media.is_text() {
            visitor.skipped(&self.part());
        }
        if !(is_readable && visitor.wants_text(&self.text())) {
            self.skip_part();
            return ControlFlow::Continue(());
        }
        if self.options.prefilter.is_some()
            && !visitor.wants_all_messages()
            && is_decided_by_raw_bytes(&self.media, self.encoding, charset)
        {
            self.leaf = Leaf::Unopened;
            return ControlFlow::Continue(());
        }
        self.open_part(PageCheck::Pending, visitor)
    }

    /// Opens the text of the current part.
    fn open_part(&mut self, check: PageCheck, visitor: &mut impl Visitor) -> ControlFlow<()> {
        self.leaf = Leaf::Text {
            may_hold_files: self.may_hold_files(),
        };
        self.open(self.encoding, check, visitor)
    }

    /// Returns whether encoded files may be embedded in the text of the current part.
    fn may_hold_files(&self) -> bool {
        let is_layout = self.media.is_html() || self.media.content_lines().is_some();
        !(self.encoding.changes_bytes() || is_layout)
    }

    /// Opens the current part, unless all of its bytes are in the range and cannot contain a
    /// candidate: then it is skipped.
    pub(super) fn open_or_skip(
        &mut self,
        window: &Window<'_>,
        raw: Range<usize>,
        is_complete: bool,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        let Some(prefilter) = self.options.prefilter.as_ref().filter(|_| is_complete) else {
            return self.open_part(PageCheck::Pending, visitor);
        };
        let bytes = &window.bytes[raw.clone()];
        let contents = self
            .contents
            .within(window.offset(raw.start)..window.offset(raw.end));
        let may_be_in = may_be_in_part(prefilter, &self.media, self.encoding, bytes, contents)
            || self.may_hold_files() && self.files.next_in(window, raw).is_some();
        if !may_be_in {
            self.leaf = Leaf::Skipped { is_base64: false };
            return ControlFlow::Continue(());
        }
        let check = if self.encoding.changes_bytes() {
            PageCheck::Pending
        } else {
            PageCheck::Done
        };
        self.open_part(check, visitor)
    }

    /// Begins a text with its decoders.
    pub(super) fn open(
        &mut self,
        encoding: TransferEncoding,
        check: PageCheck,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        let is_plain = encoding == TransferEncoding::Identity && self.media.is_plain();
        let plain = is_plain.then_some(self.contents.known);
        if !(is_plain && plain == self.plain && self.pipeline.begin_again()) {
            let charset = match self.file_kind {
                // The file has been decoded, whatever its parts declare.
                Some(_) if !encoding.changes_bytes() => Some(&b"utf-8"[..]),
                _ => self.media.charset(),
            };
            self.build(encoding, Charset::new(charset), check);
        }
        self.plain = plain;
        visitor.begin(&self.text())
    }

    /// Returns the text of the current part.
    pub(super) fn text(&self) -> TextUnit<'_> {
        TextUnit {
            place: Place::Part(self.part()),
            base: self.base.as_deref(),
            continues_page: false,
            is_html: self.media.is_html(),
        }
    }

    /// Builds the decoders of a text, without those that are known to change nothing.
    pub(super) fn build(&mut self, encoding: TransferEncoding, charset: Charset, check: PageCheck) {
        self.pipeline.begin();
        if let Some(decoder) = encoding.decoder() {
            self.pipeline.push_boxed(decoder);
        } else if charset.is_ascii_superset() {
            self.pipeline.push_decoder(LongLines::default());
        }
        if let Some(form) = self.media.content_lines() {
            self.push_content_lines(form, charset);
            return;
        }
        let known = if encoding.changes_bytes() {
            KnownBytes::default()
        } else {
            self.contents.known
        };
        let is_html = self.media.is_html();
        if let Some(prefilter) = &self.options.prefilter
            && is_html
            && check == PageCheck::Pending
            && prefilter.wanted_triggers().is_none()
            && charset.is_ascii_superset()
        {
            self.pipeline
                .push_decoder(HtmlPrefilter::new(prefilter.clone()));
        }
        if !(charset.is_identity() || known.is_ascii && charset.keeps_ascii()) {
            self.pipeline.push_decoder(if is_html {
                charset
            } else {
                charset.prefiltered(self.options.prefilter.clone())
            });
        }
        if self.media.is_xml() {
            self.pipeline.push_decoder(Ampersands::default());
        }
        if is_html {
            let mut html = match self.options.attributes {
                Some(max_len) => {
                    let buffers = self.pipeline.take_page_buffers();
                    Html::with_attributes(max_len, buffers)
                }
                None => Html::default(),
            };
            if !self.options.conditional_comments {
                html.skip_conditions();
            }
            self.pipeline.push_decoder(html);
        }
        if self.media.may_be_signed_text() && !known.is_unsigned {
            self.pipeline.push_decoder(DashEscape::default());
        }
        if let Some(del_sp) = self.media.flowed() {
            self.pipeline.push_decoder(Flowed::new(del_sp));
        }
    }

    /// Appends the decoders of content lines.
    fn push_content_lines(&mut self, form: ContentLines, charset: Charset) {
        // A fold may be in the middle of a character, if its bytes are in ASCII.
        let unfolds_bytes = charset.is_ascii_superset();
        if unfolds_bytes {
            self.pipeline.push_decoder(Unfold::new(form));
        }
        if !charset.is_identity() {
            self.pipeline.push_decoder(charset);
        }
        if !unfolds_bytes {
            self.pipeline.push_decoder(Unfold::new(form));
        }
        self.pipeline.push_decoder(Unescape::default());
        if form == ContentLines::Calendar {
            let pages = match self.options.attributes {
                _ if !self.options.html => Pages::Skipped,
                Some(max_len) => Pages::WithAttributes(max_len),
                None => Pages::Shown,
            };
            self.pipeline.push_decoder(PropertyText::new(pages));
        }
    }
}
