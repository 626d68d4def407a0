//! Reads bodies: the structure of a part, its end, and its texts (RFC 2045, RFC 2046).

mod attachment;
mod encoded;
mod files;
mod inline;
mod media;
mod multipart;
mod nested;
mod opening;
mod pipeline;
mod structure;

use std::{mem, ops::ControlFlow};

use memchr::{memchr2, memrchr};

pub(crate) use self::{
    inline::BEGIN,
    media::Media,
    nested::{InsideMessage, NestedWalk},
};
use self::{
    inline::FileEncoding,
    multipart::{Delimiter, DelimiterKind, MultipartStack},
    nested::{NestedFeed, NestedMessage},
    pipeline::DecodePipeline,
};
use crate::{
    Kind, Origin, Place, Rest, TextUnit, Visitor,
    decode::{Output, TransferEncoding},
    frame::{Search, Window},
    header::{ContentFields, decode_value, fields},
    read_options::ReadOptions,
    skip::{
        AfterBytes, DecidedEnd, KnownBytes, MAX_AWAITED_PART, MessageContents, may_be_in_header,
        may_be_without_trigger,
    },
    step::{HeaderOwner, WalkStep},
};

/// Creates the walk through an encoded message, whose bodies the reader reads.
pub(crate) type NewWalk = fn(BodyReader) -> Box<dyn NestedWalk>;

/// The state of the bodies of a message, and of the current text.
#[derive(Debug)]
pub(crate) struct BodyReader {
    multiparts: MultipartStack,
    /// The current part, if it is an encoded message.
    nested: Option<Box<NestedMessage>>,
    /// The number of encoded messages that contain this one.
    encoded_levels: usize,
    /// Whether encoded messages inside the current message are read. They do not affect where it ends.
    pub(crate) enters_encoded: bool,
    /// The kind of the file, if the messages are all of it, in another encoding.
    pub(crate) file_kind: Option<Kind>,
    /// The number of messages of such a file that is the current part.
    messages: u64,
    new_walk: NewWalk,
    /// Finds [`BEGIN`], which every first line of an embedded file contains.
    pub(crate) files: Search,
    /// The path of the current part.
    path: Vec<u32>,
    /// The number of parts of the current message that have begun.
    pub(crate) parts: usize,
    leaf: Leaf,
    media: Media,
    encoding: TransferEncoding,
    base: Option<Vec<u8>>,
    pipeline: DecodePipeline,
    /// What was known about the bytes of the last text, if it had the default decoders of plain text.
    plain: Option<KnownBytes>,
    /// The decoded value of a header field.
    value: Output,
    /// What is known about the current message.
    contents: MessageContents,
    /// The options of the walk.
    pub(crate) options: ReadOptions,
}

/// What the current bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaf {
    /// A text of which nothing has been read. It is skipped if all of it is buffered and cannot
    /// contain a candidate.
    Unopened,
    /// A text. If the text is not encoded, encoded files may be embedded in it.
    Text { may_hold_files: bool },
    /// Bytes to skip, up to the next delimiter. Base64 contains neither spaces nor hyphens.
    Skipped { is_base64: bool },
    /// A file embedded in a text.
    File(FileEncoding),
    /// An encoded message.
    Message,
    /// The start of a multipart that may be encoded.
    UndecidedMultipart,
    /// The start of an attachment that may be a text.
    Attachment,
    /// The start of a text that may be an HTML page: of a part, or of a preamble.
    TextStart { is_part: bool },
}

/// What begins an HTML page in a mailbox of Eudora, whatever type is declared.
const EUDORA_PAGE: &[u8] = b"<x-html>";

/// The maximum nesting depth of encoded messages: each level decodes all bytes again.
const MAX_ENCODED_LEVELS: usize = 8;

/// An embedded file that is a text itself.
const TEXT_FILE: Leaf = Leaf::File(FileEncoding::Uuencoded { is_text: true });

impl BodyReader {
    /// Creates a reader. `new_walk` creates the walks through encoded messages.
    pub(crate) fn new(options: ReadOptions, new_walk: NewWalk) -> Self {
        Self {
            multiparts: MultipartStack::default(),
            nested: None,
            encoded_levels: 0,
            enters_encoded: true,
            file_kind: None,
            messages: 0,
            new_walk,
            files: Search::new(BEGIN),
            path: Vec::new(),
            parts: 0,
            leaf: Leaf::Skipped { is_base64: false },
            media: Media::TEXT,
            encoding: TransferEncoding::Identity,
            base: None,
            pipeline: DecodePipeline::default(),
            plain: None,
            value: Output::default(),
            contents: MessageContents::default(),
            options,
        }
    }

    /// Creates the reader of an encoded message that is the current part.
    fn inside(&self) -> Self {
        Self {
            encoded_levels: self.encoded_levels + 1,
            path: self.path.clone(),
            parts: self.parts,
            base: self.base.clone(),
            ..Self::new(self.options.clone(), self.new_walk)
        }
    }

    /// Resets to the start of a file.
    pub(crate) fn reset(&mut self) {
        self.begin_message();
        self.messages = 0;
        self.set_contents(MessageContents::default());
        self.skip();
        self.multiparts.reset();
        self.files.rewind(0);
        self.pipeline.reset();
    }

    /// Returns an offset in the file before which no byte of the current text begins that is not passed on yet. `None`
    /// if no byte of a text has been read.
    pub(crate) fn delivered(&self) -> Option<u64> {
        match self.leaf {
            Leaf::Text { .. } | TEXT_FILE => self.pipeline.delivered(),
            Leaf::Message => {
                let inside = self.nested.as_ref().and_then(|nested| nested.delivered());
                inside.into_iter().chain(self.pipeline.delivered()).min()
            }
            Leaf::Unopened
            | Leaf::UndecidedMultipart
            | Leaf::Attachment
            | Leaf::TextStart { .. }
            | Leaf::Skipped { .. }
            | Leaf::File(_) => None,
        }
    }

    /// Returns the number of messages that have begun in a file in another encoding.
    pub(crate) fn messages(&self) -> u64 {
        let nested = self.nested.as_ref();
        nested.map_or(self.messages, |nested| nested.walk.messages())
    }

    /// Skips the following bytes: they are no text, and no part begins among them.
    pub(crate) fn skip(&mut self) {
        self.leaf = Leaf::Skipped { is_base64: false };
        self.nested = None;
    }

    /// Sets what is known about the next message.
    pub(crate) fn set_contents(&mut self, contents: MessageContents) {
        self.contents = contents;
        self.pipeline
            .search_from(contents.first_trigger, contents.first_opener);
    }

    /// Sets that more bytes than those that were examined may belong to the message.
    pub(crate) fn forget_known_bytes(&mut self) {
        self.contents.known = KnownBytes::default();
    }

    /// Resets the state of the previous message.
    pub(crate) fn begin_message(&mut self) {
        self.nested = None;
        self.multiparts.open.clear();
        self.path.clear();
        self.parts = 0;
        self.base = None;
    }

    /// Takes the base URL of relative references from a header, if the header declares one.
    pub(crate) fn take_base(&mut self, content: &mut ContentFields) {
        if content.base.is_some() {
            self.base = content.base.take();
        }
    }

    /// Returns whether a header section at an offset in the file may contain a candidate.
    pub(crate) fn may_be_in_header(&self, raw: &[u8], offset: u64, of: HeaderOwner) -> bool {
        let end = offset + raw.len() as u64;
        let may_have_trigger = self.contents.first_trigger < end;
        let has_no_opener = of == HeaderOwner::Message
            && self.contents.is_plain
            && self.contents.first_opener >= end;
        let prefilter = self.options.prefilter.as_ref();
        prefilter.is_none_or(|prefilter| {
            if may_have_trigger {
                may_be_in_header(prefilter, raw)
            } else {
                !has_no_opener && may_be_without_trigger(prefilter, raw)
            }
        })
    }

    /// Returns whether the value of a field may contain a candidate.
    fn may_be_in_field(&self, value: &[u8]) -> bool {
        let prefilter = self.options.prefilter.as_ref();
        prefilter.is_none_or(|prefilter| may_be_in_header(prefilter, value))
    }

    /// Reports the fields of a header section, each as a text. The section begins in the file at
    /// `offset`; if it `is_cut`, its last field is not reported.
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
            if !(is_whole && self.may_be_in_field(field.value)) {
                continue;
            }
            let text = TextUnit {
                place: Place::Header(field.name),
                base: self.base.as_deref(),
                continues_page: false,
                is_html: false,
            };
            if !visitor.wants_text(&text) {
                continue;
            }
            self.value.clear();
            let value_at = offset + field.value_offset as u64;
            decode_value(field.value, value_at, &mut self.value);
            visitor.begin(&text)?;
            let maps = [self.value.map()];
            let origin = Origin::new(&maps);
            visitor.text(self.value.bytes(), &origin)?;
            visitor.end(&origin)?;
        }
        ControlFlow::Continue(())
    }

    /// Ends the current text, if any. Its rest is nothing or lost.
    pub(crate) fn end(&mut self, rest: Rest, visitor: &mut impl Visitor) -> ControlFlow<()> {
        match mem::replace(&mut self.leaf, Leaf::Skipped { is_base64: false }) {
            Leaf::Text { .. } | TEXT_FILE => self.pipeline.finish(rest, visitor),
            Leaf::Message => {
                if let Some(mut nested) = self.nested.take() {
                    let mut feed = NestedFeed::new(&mut nested, visitor);
                    self.pipeline.finish(rest, &mut feed)?;
                    self.parts = nested.walk.parts();
                    self.messages = nested.walk.messages();
                }
                ControlFlow::Continue(())
            }
            Leaf::Unopened
            | Leaf::UndecidedMultipart
            | Leaf::Attachment
            | Leaf::TextStart { .. }
            | Leaf::Skipped { .. }
            | Leaf::File(_) => ControlFlow::Continue(()),
        }
    }

    /// Reads the bytes that are held back only because the rest of the current text might show that they need not be
    /// read. Does nothing in an encoded message.
    pub(crate) fn pause(&mut self, visitor: &mut impl Visitor) -> ControlFlow<()> {
        if matches!(self.leaf, Leaf::Text { .. } | TEXT_FILE) {
            self.pipeline.pause(visitor)?;
        }
        ControlFlow::Continue(())
    }

    /// Returns the index up to which there can be no delimiter and no boundary, as the bytes before
    /// it belong to a base64 attachment.
    pub(crate) fn skip_base64(&self, window: &Window<'_>, from: usize) -> usize {
        if self.leaf != (Leaf::Skipped { is_base64: true }) {
            return from;
        }
        let rest = &window.bytes[from..];
        let Some(end) = memchr2(b'-', b' ', rest) else {
            return window.tail(from).unwrap_or(window.bytes.len());
        };
        memrchr(b'\n', &rest[..end]).map_or(from, |last| from + last + 1)
    }

    /// Reads the current part up to its end, or to the end of the decided bytes of the message.
    pub(crate) fn read(
        &mut self,
        window: &Window<'_>,
        from: usize,
        of_message: DecidedEnd,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), WalkStep> {
        if self.leaf == Leaf::UndecidedMultipart
            && !self.begin_undecided(window, from, of_message, visitor)?
        {
            return ControlFlow::Continue(WalkStep::NeedInput(from));
        }
        let delimiter = self.multiparts.next(window, from..of_message.at);
        let end = match delimiter {
            Some(delimiter) => delimiter.end_of_part(of_message.after),
            None => of_message,
        };
        if self.leaf == Leaf::Attachment
            && let Some(step) = self.begin_attachment(window, from, end, visitor)?
        {
            return ControlFlow::Continue(step);
        }
        if let Leaf::TextStart { is_part } = self.leaf {
            let start = &window.bytes[from..end.at.min(from + EUDORA_PAGE.len())];
            let is_complete = matches!(end.after, AfterBytes::End | AfterBytes::Escape);
            let is_like_page = start.eq_ignore_ascii_case(&EUDORA_PAGE[..start.len()]);
            if is_like_page && start.len() == EUDORA_PAGE.len() {
                self.media.read_as("text/html");
            } else if is_like_page && !is_complete {
                return ControlFlow::Continue(WalkStep::NeedInput(from));
            }
            self.begin_text(is_part.then(|| window.offset(from)), visitor)?;
        }
        if self.leaf == Leaf::Unopened {
            let is_complete = end.after == AfterBytes::End;
            let is_short = end.at - from <= MAX_AWAITED_PART;
            if is_short && end.after == AfterBytes::MoreBuffered {
                return ControlFlow::Continue(WalkStep::NeedInput(from));
            }
            if is_complete || from < end.at {
                self.open_or_skip(window, from..end.at, is_complete, visitor)?;
            }
        }
        let step = self.read_leaf(window, from, end, visitor)?;
        if step != WalkStep::NeedInput(end.at) {
            return ControlFlow::Continue(step);
        }
        let Some(Delimiter { line, kind }) = delimiter else {
            return ControlFlow::Continue(WalkStep::NeedInput(end.at));
        };
        ControlFlow::Continue(match kind {
            DelimiterKind::Incomplete => WalkStep::NeedInput(line),
            DelimiterKind::Part { level, after } => {
                self.end(Rest::Nothing, visitor)?;
                self.begin_part(level, after, window, visitor)
            }
            DelimiterKind::Close { level, after } => {
                self.end(Rest::Nothing, visitor)?;
                self.close(level, visitor)?;
                WalkStep::Advance(after)
            }
        })
    }

    /// Reads the byte at an index, the `>` of a line that seems to be escaped, if it belongs to the
    /// text: in an HTML tag, a `>` before `From ` most likely ends the tag.
    pub(crate) fn read_doubtful_mark(
        &mut self,
        window: &Window<'_>,
        at: usize,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        let is_text = matches!(self.leaf, Leaf::Text { .. });
        if is_text && self.media.is_html() && self.pipeline.is_in_markup(visitor)? {
            let mark = &window.bytes[at..=at];
            self.pipeline.push(mark, window.offset(at), visitor)?;
        }
        ControlFlow::Continue(())
    }

    fn read_leaf(
        &mut self,
        window: &Window<'_>,
        from: usize,
        end: DecidedEnd,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), WalkStep> {
        let to = end.at;
        match self.leaf {
            Leaf::Unopened
            | Leaf::UndecidedMultipart
            | Leaf::Attachment
            | Leaf::TextStart { .. }
            | Leaf::Skipped { .. } => ControlFlow::Continue(WalkStep::NeedInput(to)),
            Leaf::Text {
                may_hold_files: true,
            } => self.read_text(window, from, end, visitor),
            Leaf::Text {
                may_hold_files: false,
            } => {
                self.pipeline
                    .push(&window.bytes[from..to], window.offset(from), visitor)?;
                ControlFlow::Continue(WalkStep::NeedInput(to))
            }
            Leaf::Message => {
                if let Some(nested) = &mut self.nested {
                    let mut feed = NestedFeed::new(nested, visitor);
                    self.pipeline
                        .push(&window.bytes[from..to], window.offset(from), &mut feed)?;
                }
                ControlFlow::Continue(WalkStep::NeedInput(to))
            }
            Leaf::File(encoding) => self.read_file(window, encoding, from..to, visitor),
        }
    }
}
