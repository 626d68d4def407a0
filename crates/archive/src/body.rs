//! Bodies: what a part is, where it ends, and which of its bytes are text (RFC 2045, RFC 2046).

use std::{
    mem,
    ops::{ControlFlow, Range},
};

use memchr::{memchr2, memrchr};

use crate::{
    Encoding, Origin, Part, Place, TextUnit, Visitor, Warning,
    decode::{Charset, Flowed, HtmlPrefilter, Output, TransferEncoding},
    header::{Content, decode_value, fields},
    inline::{File, FileForm, Files},
    media::{Holds, Media},
    multipart::{Delimiter, DelimiterKind, MultipartStack, OpenMultipart},
    pipeline::DecodePipeline,
    prefilter::{Prefilter, may_be_in_header},
    read_options::ReadOptions,
    step::{HeaderOf, Step},
    window::{Line, Window},
};

/// How deep parts may be nested.
const MOST_LEVELS: usize = 64;

/// How many parts a message may have.
const MOST_PARTS: usize = 10_000;

/// The bodies of a message, and the text at hand.
#[derive(Debug)]
pub(crate) struct Bodies {
    multiparts: MultipartStack,
    files: Files,
    /// The part at hand.
    path: Vec<u32>,
    parts: usize,
    leaf: Leaf,
    media: Media,
    encoding: TransferEncoding,
    base: Option<Vec<u8>>,
    pipeline: DecodePipeline,
    /// Whether the last text had the decoders of plain text of which nothing is said.
    is_plain: bool,
    /// The decoded value of a header field.
    value: Output,
    prefilter: Option<Prefilter>,
}

/// What the bytes at hand are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaf {
    /// A text. Files may be put in it, encoded, if it is not encoded itself.
    Text { may_hold_files: bool },
    /// Nothing to read, up to the next delimiter. In base64 there are no blanks and hyphens.
    Skipped { is_base64: bool },
    /// A file in a text.
    File(FileForm),
}

/// A file in a text that is a text itself.
const TEXT_FILE: Leaf = Leaf::File(FileForm::Uuencoded { is_text: true });

impl Bodies {
    pub(crate) fn new(prefilter: Option<Prefilter>) -> Self {
        Self {
            multiparts: MultipartStack::default(),
            files: Files::default(),
            path: Vec::new(),
            parts: 0,
            leaf: Leaf::Skipped { is_base64: false },
            media: Media::TEXT,
            encoding: TransferEncoding::Identity,
            base: None,
            pipeline: DecodePipeline::default(),
            is_plain: false,
            value: Output::default(),
            prefilter,
        }
    }

    /// Back to the start of a file.
    pub(crate) fn reset(&mut self) {
        self.begin_message();
        self.skip();
        self.multiparts.reset();
        self.files.reset();
        self.pipeline.reset();
    }

    pub(crate) fn pipeline(&self) -> &DecodePipeline {
        &self.pipeline
    }

    /// Whether a text between two indices may hold a file, encoded.
    pub(crate) fn may_hold_file(&mut self, window: &Window<'_>, text: Range<usize>) -> bool {
        self.files.may_be_in(window, text)
    }

    /// Begins the one text of a file without messages.
    pub(crate) fn begin_file(
        &mut self,
        encoding: Option<Encoding>,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        self.leaf = Leaf::Text {
            may_hold_files: false,
        };
        self.pipeline.begin();
        let charset = encoding.map(Charset::of_text);
        if let Some(charset) = charset.filter(|charset| !charset.is_identity()) {
            self.pipeline.push_decoder(charset);
        }
        self.is_plain = false;
        let text = TextUnit {
            place: Place::File,
            base: None,
        };
        if !visitor.wants_text(&text) {
            self.skip();
            return ControlFlow::Continue(());
        }
        visitor.begin(&text)
    }

    /// Passes over what follows: it is no text, and no part begins in it.
    pub(crate) fn skip(&mut self) {
        self.leaf = Leaf::Skipped { is_base64: false };
    }

    /// Forgets the message before.
    pub(crate) fn begin_message(&mut self) {
        self.multiparts.clear();
        self.path.clear();
        self.parts = 0;
        self.base = None;
    }

    /// What relative references are relative to from here on, if a header says it.
    pub(crate) fn take_base(&mut self, content: &mut Content) {
        if content.base.is_some() {
            self.base = content.base.take();
        }
    }

    /// Whether the fields of a header section, or the value of one, may be of use.
    pub(crate) fn may_be_in_header(&self, raw: &[u8]) -> bool {
        let prefilter = self.prefilter.as_ref();
        prefilter.is_none_or(|prefilter| may_be_in_header(prefilter, raw))
    }

    /// Reads the fields of a header section that stands in the file at `offset`, each as a text; all
    /// but the last one if the section `is_cut`.
    pub(crate) fn read_header(
        &mut self,
        block: &[u8],
        offset: u64,
        is_cut: bool,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        let mut rest = fields(block).peekable();
        while let Some(field) = rest.next() {
            let is_whole = !is_cut || rest.peek().is_some();
            if !(is_whole && self.may_be_in_header(field.value())) {
                continue;
            }
            let text = TextUnit {
                place: Place::Header(field.name()),
                base: self.base.as_deref(),
            };
            if !visitor.wants_text(&text) {
                continue;
            }
            self.value.clear();
            decode_value(field.value(), offset + field.at() as u64, &mut self.value);
            visitor.begin(&text)?;
            let maps = [self.value.map()];
            let origin = Origin::new(&maps);
            visitor.text(self.value.bytes(), &origin)?;
            visitor.end(&origin)?;
        }
        ControlFlow::Continue(())
    }

    /// Begins the body after a header section. If that is a message, its header is next.
    pub(crate) fn begin(
        &mut self,
        content: Content,
        of: HeaderOf,
        options: &ReadOptions,
        offset: u64,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), Option<HeaderOf>> {
        self.parts += 1;
        self.encoding = content.encoding;
        self.media = match content.media {
            Some(given) => Media::given(given),
            None if of == (HeaderOf::Part { in_digest: true }) => Media::MESSAGE,
            None => Media::TEXT,
        };
        let is_deep = self.path.len() >= MOST_LEVELS;
        let holds = match self.media.holds() {
            Holds::Itself => Holds::Itself,
            // What is encoded as a whole is against RFC 2045 §6.4; it is read as a text.
            Holds::Message if self.encoding.changes_bytes() => Holds::Itself,
            _ if is_deep => {
                visitor.warning(offset, Warning::DeepNesting);
                Holds::Itself
            }
            holds => holds,
        };
        let is_message = !matches!(of, HeaderOf::Part { .. });
        if holds == Holds::Parts {
            visitor.part(&self.part())?;
            self.multiparts.push(OpenMultipart {
                media: self.media.clone(),
                path: self.path.len(),
                children: 0,
                base: self.base.clone(),
            });
            // What stands around the parts is no more encoded than they are (RFC 2045 §6.4).
            self.encoding = TransferEncoding::Identity;
            self.begin_text(options, visitor)?;
            return ControlFlow::Continue(None);
        }
        if is_message {
            self.path.push(1);
        }
        visitor.part(&self.part())?;
        if holds == Holds::Message {
            return ControlFlow::Continue(Some(HeaderOf::Nested));
        }
        self.begin_text(options, visitor)?;
        ControlFlow::Continue(None)
    }

    fn part(&self) -> Part<'_> {
        Part {
            path: &self.path,
            media_type: self.media.name(),
            encoding: self.encoding.name(),
        }
    }

    /// Begins the text of the part at hand, if it is one that is to be read.
    fn begin_text(&mut self, options: &ReadOptions, visitor: &mut impl Visitor) -> ControlFlow<()> {
        let is_html = self.media.is_html();
        let is_text = options.bodies && (options.html || !is_html) && self.media.is_text();
        let is_readable = is_text && self.encoding.is_readable();
        if !(is_readable && visitor.wants_text(&self.text())) {
            self.leaf = Leaf::Skipped {
                is_base64: self.encoding == TransferEncoding::Base64,
            };
            return ControlFlow::Continue(());
        }
        self.leaf = Leaf::Text {
            may_hold_files: !(self.encoding.changes_bytes() || is_html),
        };
        self.open(self.encoding, visitor)
    }

    /// Begins a text with the decoders that it needs.
    fn open(&mut self, encoding: TransferEncoding, visitor: &mut impl Visitor) -> ControlFlow<()> {
        let is_plain = encoding == TransferEncoding::Identity && self.media.is_plain();
        if !(is_plain && self.is_plain && self.pipeline.begin_again()) {
            self.build(encoding);
        }
        self.is_plain = is_plain;
        visitor.begin(&self.text())
    }

    /// The text of the part at hand.
    fn text(&self) -> TextUnit<'_> {
        TextUnit {
            place: Place::Part(self.part()),
            base: self.base.as_deref(),
        }
    }

    /// Puts the decoders of a text together.
    fn build(&mut self, encoding: TransferEncoding) {
        self.pipeline.begin();
        if let Some(decoder) = encoding.decoder() {
            self.pipeline.push_boxed(decoder);
        }
        let is_html = self.media.is_html();
        let charset = Charset::new(self.media.charset());
        if let Some(prefilter) = &self.prefilter
            && is_html
            && charset.has_bytes_of_ascii()
        {
            self.pipeline
                .push_decoder(HtmlPrefilter::new(prefilter.clone()));
        }
        if !charset.is_identity() {
            self.pipeline.push_decoder(if is_html {
                charset
            } else {
                charset.prefiltered(self.prefilter.clone())
            });
        }
        if is_html {
            self.pipeline.push_decoder(crate::decode::Html::default());
        }
        if let Some(del_sp) = self.media.flowed() {
            self.pipeline.push_decoder(Flowed::new(del_sp));
        }
    }

    /// Ends the text at hand, if there is one.
    pub(crate) fn end(&mut self, visitor: &mut impl Visitor) -> ControlFlow<()> {
        let leaf = mem::replace(&mut self.leaf, Leaf::Skipped { is_base64: false });
        match leaf {
            Leaf::Text { .. } | TEXT_FILE => self.pipeline.finish(visitor),
            Leaf::Skipped { .. } | Leaf::File(_) => ControlFlow::Continue(()),
        }
    }

    /// Ends the text at hand, if there is one, though it goes on.
    pub(crate) fn cut(&mut self, visitor: &mut impl Visitor) -> ControlFlow<()> {
        match self.leaf {
            Leaf::Text { .. } | TEXT_FILE => self.pipeline.cut(visitor),
            Leaf::Skipped { .. } | Leaf::File(_) => ControlFlow::Continue(()),
        }
    }

    /// The index up to which there can be no delimiter and no boundary, as the bytes before it are
    /// those of an attachment in base64.
    pub(crate) fn leap(&self, window: &Window<'_>, from: usize) -> usize {
        if self.leaf != (Leaf::Skipped { is_base64: true }) {
            return from;
        }
        let rest = &window.bytes[from..];
        let Some(end) = memchr2(b'-', b' ', rest) else {
            return window.tail(from).unwrap_or(window.bytes.len());
        };
        memrchr(b'\n', &rest[..end]).map_or(from, |last| from + last + 1)
    }

    /// Reads the bodies at hand, which go on up to the index `to`, as far as one part goes.
    pub(crate) fn read(
        &mut self,
        window: &Window<'_>,
        from: usize,
        to: usize,
        options: &ReadOptions,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), Step> {
        let delimiter = self.multiparts.next(window, from..to);
        let limit = delimiter.map_or(to, |delimiter| delimiter.line);
        let step = self.read_leaf(window, from, limit, visitor)?;
        if step != Step::Wait(limit) {
            return ControlFlow::Continue(step);
        }
        let Some(Delimiter { line, what }) = delimiter else {
            return ControlFlow::Continue(Step::Wait(to));
        };
        ControlFlow::Continue(match what {
            DelimiterKind::Incomplete => Step::Wait(line),
            DelimiterKind::Part { level, after } => {
                self.end(visitor)?;
                self.begin_part(level, after, window, visitor)
            }
            DelimiterKind::Close { level, after } => {
                self.end(visitor)?;
                self.close(level, options, visitor)?;
                Step::On(after)
            }
        })
    }

    fn begin_part(
        &mut self,
        level: usize,
        after: usize,
        window: &Window<'_>,
        visitor: &mut impl Visitor,
    ) -> Step {
        let Some(level) = self.multiparts.go_back_to(level) else {
            return Step::On(after);
        };
        level.children += 1;
        self.path.truncate(level.path);
        self.path.push(level.children);
        self.base.clone_from(&level.base);
        let in_digest = level.media.is_digest();
        if self.parts >= MOST_PARTS {
            visitor.warning(window.offset(after), Warning::ManyParts);
            // Without open multiparts there are no delimiters: all that follows is one part.
            self.multiparts.clear();
        }
        Step::Header(after, HeaderOf::Part { in_digest })
    }

    /// Begins the epilogue of a multipart.
    fn close(
        &mut self,
        level: usize,
        options: &ReadOptions,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        if let Some(level) = self.multiparts.go_back_to(level) {
            self.path.truncate(level.path);
            self.base.clone_from(&level.base);
            self.media.clone_from(&level.media);
        }
        self.encoding = TransferEncoding::Identity;
        self.begin_text(options, visitor)
    }

    fn read_leaf(
        &mut self,
        window: &Window<'_>,
        from: usize,
        to: usize,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), Step> {
        match self.leaf {
            Leaf::Skipped { .. } => ControlFlow::Continue(Step::Wait(to)),
            Leaf::Text {
                may_hold_files: true,
            } => self.read_text(window, from, to, visitor),
            Leaf::Text {
                may_hold_files: false,
            } => {
                self.pipeline
                    .push(&window.bytes[from..to], window.offset(from), visitor)?;
                ControlFlow::Continue(Step::Wait(to))
            }
            Leaf::File(form) => self.read_file(window, form, from..to, visitor),
        }
    }

    /// Reads a text up to the first file in it.
    fn read_text(
        &mut self,
        window: &Window<'_>,
        from: usize,
        to: usize,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), Step> {
        let file = self.files.next(window, from..to);
        let end = file.map_or(to, |file| file.line);
        self.pipeline
            .push(&window.bytes[from..end], window.offset(from), visitor)?;
        let Some(File { line, form }) = file else {
            return ControlFlow::Continue(Step::Wait(to));
        };
        if form == FileForm::Unknown {
            return ControlFlow::Continue(Step::Wait(line));
        }
        self.end(visitor)?;
        self.leaf = Leaf::File(form);
        if self.leaf == TEXT_FILE {
            self.open(TransferEncoding::Uuencode, visitor)?;
        }
        // The first line is no more than that; what the others are has to be seen.
        let Line::Whole(begin) = window.short_line(line) else {
            return ControlFlow::Continue(Step::On(line));
        };
        let after = line + begin.len();
        self.read_line(window, line..after, visitor)?;
        ControlFlow::Continue(Step::On(after))
    }

    /// Reads the lines of a file in a text, or passes over them.
    fn read_file(
        &mut self,
        window: &Window<'_>,
        form: FileForm,
        within: Range<usize>,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), Step> {
        let Range { start: mut at, end } = within;
        while at < end {
            let line = match window.short_line(at) {
                Line::Whole(line) => Some(&line[..line.len().min(end - at)]),
                Line::Unfinished => return ControlFlow::Continue(Step::Wait(at)),
                Line::Long => None,
            };
            let (len, is_over) = line.map_or((0, true), |line| match form.place_of(line) {
                (true, is_last) => (line.len(), is_last),
                (false, is_over) => (0, is_over),
            });
            self.read_line(window, at..at + len, visitor)?;
            at += len;
            if is_over {
                self.end(visitor)?;
                self.leaf = Leaf::Text {
                    may_hold_files: true,
                };
                self.open(TransferEncoding::Identity, visitor)?;
                return ControlFlow::Continue(Step::On(at));
            }
        }
        ControlFlow::Continue(Step::Wait(end))
    }

    /// Reads a line of a file that is a text.
    fn read_line(
        &mut self,
        window: &Window<'_>,
        line: Range<usize>,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        if self.leaf != TEXT_FILE {
            return ControlFlow::Continue(());
        }
        let offset = window.offset(line.start);
        self.pipeline.push(&window.bytes[line], offset, visitor)
    }
}
