//! Bodies: what a part is, where it ends, and which of its bytes are text (RFC 2045, RFC 2046).

use std::{
    iter, mem,
    ops::{ControlFlow, Range},
};

use memchr::{memchr2, memmem, memrchr};

use crate::{
    Origin, Part, Place, TextUnit, Visitor, Warning,
    decode::{
        Base64, Charset, Flowed, Html, Output, QuotedPrintable, Sieve, Uuencode, uuencode,
        without_line_break,
    },
    header::{Content, TransferEncoding, decode_value, fields},
    media::{Holds, Media},
    opener,
    unit::Unit,
    walker::{HeaderOf, Reading, Step},
    window::{Search, Window},
};

/// How deep parts may be nested.
const MOST_LEVELS: usize = 64;

/// How many parts a message may have.
const MOST_PARTS: usize = 10_000;

/// How many bytes a line may have that begins or ends something.
const LONGEST_LINE: usize = 2 << 10;

/// The bodies of a message, and the text at hand.
#[derive(Debug)]
pub(crate) struct Bodies {
    /// The multiparts that are open, from the outermost on.
    levels: Vec<Level>,
    /// The part at hand.
    path: Vec<u32>,
    parts: usize,
    leaf: Leaf,
    media: Media,
    encoding: TransferEncoding,
    base: Option<Vec<u8>>,
    unit: Unit,
    /// Whether the last text had the decoders of plain text of which nothing is said.
    is_plain: bool,
    /// The decoded value of a header field.
    value: Output,
    delimiters: Search,
    inlines: Search,
}

/// A multipart that is open.
#[derive(Debug)]
struct Level {
    media: Media,
    /// How many numbers of the path are its own.
    path: usize,
    children: u32,
    base: Option<Vec<u8>>,
}

/// What the bytes at hand are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaf {
    /// A text. Files may be put in it, encoded, if it is not encoded itself.
    Text { may_hold_files: bool },
    /// Nothing to read, up to the next delimiter. In base64 there are no blanks and hyphens.
    Skipped { is_base64: bool },
    /// A uuencoded file in a text, which may be a text itself.
    Uuencoded { is_text: bool },
    /// A yEnc-encoded file in a text.
    Yenc,
}

/// A line that begins a part, or ends a multipart (RFC 2046 §5.1.1).
#[derive(Clone, Copy, Debug)]
struct Delimiter {
    /// The index at which it begins.
    line: usize,
    what: DelimiterKind,
}

#[derive(Clone, Copy, Debug)]
enum DelimiterKind {
    /// Its end has not come yet, and it may be none.
    Incomplete,
    /// A part of this level begins behind this index.
    Part { level: usize, behind: usize },
    /// This level ends; what stands behind this index is its epilogue.
    Close { level: usize, behind: usize },
}

/// A file that a text holds.
enum Inline {
    Uuencoded {
        line: usize,
        is_text: bool,
    },
    Yenc {
        line: usize,
    },
    /// There may be one that begins in this line.
    Incomplete {
        line: usize,
    },
}

impl Default for Bodies {
    fn default() -> Self {
        Self {
            levels: Vec::new(),
            path: Vec::new(),
            parts: 0,
            leaf: Leaf::Skipped { is_base64: false },
            media: Media::TEXT,
            encoding: TransferEncoding::Identity,
            base: None,
            unit: Unit::default(),
            is_plain: false,
            value: Output::default(),
            delimiters: Search::new(b"\n--"),
            inlines: Search::new(b"begin "),
        }
    }
}

impl Bodies {
    /// Back to the start of a file.
    pub(crate) fn reset(&mut self) {
        self.begin_message();
        self.leaf = Leaf::Skipped { is_base64: false };
        self.delimiters.rewind(0);
        self.inlines.rewind(0);
    }

    pub(crate) fn unit(&self) -> &Unit {
        &self.unit
    }

    /// Whether a text between two indices may hold a file, encoded.
    pub(crate) fn may_hold_file(&mut self, window: &Window<'_>, text: Range<usize>) -> bool {
        let hit = self.inlines.next(window, text.start);
        hit.is_some_and(|hit| hit < text.end)
    }

    /// Begins the one text of a file without messages.
    pub(crate) fn begin_file(&mut self, visitor: &mut impl Visitor) -> ControlFlow<()> {
        self.leaf = Leaf::Text {
            may_hold_files: false,
        };
        self.unit.begin();
        self.is_plain = false;
        visitor.begin(&TextUnit {
            place: Place::File,
            base: None,
        })
    }

    /// Forgets the message before.
    pub(crate) fn begin_message(&mut self) {
        self.levels.clear();
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

    /// Reads the fields of a header section that stands in the file at `offset`, each as a text.
    pub(crate) fn read_header(
        &mut self,
        block: &[u8],
        offset: u64,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        for field in fields(block) {
            if !opener::may_be_in_header(field.value()) {
                continue;
            }
            self.value.clear();
            decode_value(field.value(), offset + field.at() as u64, &mut self.value);
            visitor.begin(&TextUnit {
                place: Place::Header(field.name()),
                base: self.base.as_deref(),
            })?;
            let maps = [self.value.runs()];
            let origin = Origin::new(&maps);
            visitor.text(self.value.bytes(), &origin)?;
            visitor.end(&origin)?;
        }
        ControlFlow::Continue(())
    }

    /// Begins the body behind a header section. If that is a message, its header is next.
    pub(crate) fn begin(
        &mut self,
        content: Content,
        of: HeaderOf,
        reading: &Reading,
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
            self.levels.push(Level {
                media: self.media.clone(),
                path: self.path.len(),
                children: 0,
                base: self.base.clone(),
            });
            // What stands around the parts is no more encoded than they are (RFC 2045 §6.4).
            self.encoding = TransferEncoding::Identity;
            self.begin_text(reading, visitor)?;
            return ControlFlow::Continue(None);
        }
        if is_message {
            self.path.push(1);
        }
        visitor.part(&self.part())?;
        if holds == Holds::Message {
            return ControlFlow::Continue(Some(HeaderOf::Nested));
        }
        self.begin_text(reading, visitor)?;
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
    fn begin_text(&mut self, reading: &Reading, visitor: &mut impl Visitor) -> ControlFlow<()> {
        let is_html = self.media.is_html();
        let is_wanted = reading.bodies && (reading.html || !is_html) && self.media.is_text();
        if !is_wanted || self.encoding == TransferEncoding::Yenc {
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
        if !(is_plain && self.is_plain && self.unit.begin_again()) {
            self.build(encoding);
        }
        self.is_plain = is_plain;
        visitor.begin(&TextUnit {
            place: Place::Part(self.part()),
            base: self.base.as_deref(),
        })
    }

    /// Puts the decoders of a text together.
    fn build(&mut self, encoding: TransferEncoding) {
        self.unit.begin();
        match encoding {
            TransferEncoding::QuotedPrintable => self.unit.decode_with(QuotedPrintable::default()),
            TransferEncoding::Base64 => self.unit.decode_with(Base64::default()),
            TransferEncoding::Uuencode => self.unit.decode_with(Uuencode::default()),
            TransferEncoding::Identity | TransferEncoding::Yenc | TransferEncoding::Unknown => {}
        }
        let is_html = self.media.is_html();
        let charset = Charset::new(self.media.charset());
        if is_html && charset.has_bytes_of_ascii() {
            self.unit.decode_with(Sieve::default());
        }
        if !charset.is_identity() {
            self.unit.decode_with(if is_html {
                charset.guessing_all()
            } else {
                charset
            });
        }
        if is_html {
            self.unit.decode_with(Html::default());
        } else if let Some(del_sp) = self.media.flowed() {
            self.unit.decode_with(Flowed::new(del_sp));
        }
    }

    /// Ends the text at hand, if there is one.
    pub(crate) fn end(&mut self, visitor: &mut impl Visitor) -> ControlFlow<()> {
        let leaf = mem::replace(&mut self.leaf, Leaf::Skipped { is_base64: false });
        match leaf {
            Leaf::Text { .. } | Leaf::Uuencoded { is_text: true } => self.unit.finish(visitor),
            Leaf::Skipped { .. } | Leaf::Uuencoded { is_text: false } | Leaf::Yenc => {
                ControlFlow::Continue(())
            }
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
        reading: &Reading,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), Step> {
        let delimiter = self.delimiter(window, from, to);
        let limit = delimiter.map_or(to, |delimiter| delimiter.line);
        let step = self.read_leaf(window, from, limit, visitor)?;
        if step != Step::Wait(limit) {
            return ControlFlow::Continue(step);
        }
        let Some(Delimiter { line, what }) = delimiter else {
            return ControlFlow::Continue(Step::Wait(to));
        };
        if let DelimiterKind::Incomplete = what {
            return ControlFlow::Continue(Step::Wait(line));
        }
        self.end(visitor)?;
        ControlFlow::Continue(match what {
            DelimiterKind::Incomplete => Step::Wait(line),
            DelimiterKind::Part { level, behind } => {
                self.begin_part(level, behind, window, visitor)
            }
            DelimiterKind::Close { level, behind } => {
                self.close(level, reading, visitor)?;
                Step::On(behind)
            }
        })
    }

    fn begin_part(
        &mut self,
        level: usize,
        behind: usize,
        window: &Window<'_>,
        visitor: &mut impl Visitor,
    ) -> Step {
        self.levels.truncate(level + 1);
        let Some(level) = self.levels.last_mut() else {
            return Step::On(behind);
        };
        level.children += 1;
        self.path.truncate(level.path);
        self.path.push(level.children);
        self.base.clone_from(&level.base);
        let in_digest = level.media.is_digest();
        if self.parts >= MOST_PARTS {
            visitor.warning(window.offset(behind), Warning::ManyParts);
            // Without levels there are no delimiters: all that follows is one part.
            self.levels.clear();
        }
        Step::Header(behind, HeaderOf::Part { in_digest })
    }

    /// Begins the epilogue of a multipart.
    fn close(
        &mut self,
        level: usize,
        reading: &Reading,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        self.levels.truncate(level + 1);
        if let Some(level) = self.levels.last() {
            self.path.truncate(level.path);
            self.base.clone_from(&level.base);
            self.media.clone_from(&level.media);
        }
        self.encoding = TransferEncoding::Identity;
        self.begin_text(reading, visitor)
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
                self.unit
                    .push(&window.bytes[from..to], window.offset(from), visitor)?;
                ControlFlow::Continue(Step::Wait(to))
            }
            Leaf::Uuencoded { .. } | Leaf::Yenc => self.read_file(window, from, to, visitor),
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
        let inline = self.inline(window, from, to);
        let end = inline.as_ref().map_or(to, Inline::line);
        self.unit
            .push(&window.bytes[from..end], window.offset(from), visitor)?;
        let Some(inline) = inline else {
            return ControlFlow::Continue(Step::Wait(to));
        };
        if let Inline::Incomplete { line } = inline {
            return ControlFlow::Continue(Step::Wait(line));
        }
        self.end(visitor)?;
        ControlFlow::Continue(match inline {
            Inline::Incomplete { line } => Step::Wait(line),
            Inline::Yenc { line } => {
                self.leaf = Leaf::Yenc;
                Step::On(line)
            }
            Inline::Uuencoded { line, is_text } => {
                self.leaf = Leaf::Uuencoded { is_text };
                if is_text {
                    self.open(TransferEncoding::Uuencode, visitor)?;
                }
                let begin = window.line(line).map_or(0, <[u8]>::len);
                self.read_line(window, line..line + begin, visitor)?;
                Step::On(line + begin)
            }
        })
    }

    /// The first file that a text holds.
    fn inline(&mut self, window: &Window<'_>, from: usize, to: usize) -> Option<Inline> {
        const YENC: &[u8] = b"=y";
        let mut search = from;
        loop {
            let hit = self.inlines.next(window, search).filter(|&hit| hit < to)?;
            search = hit + 1;
            let found = if window.begins_line(hit) {
                uuencoded(window, hit, to)
            } else {
                let line = hit.checked_sub(YENC.len()).filter(|&line| line >= from);
                line.filter(|&line| {
                    window.begins_line(line) && window.bytes[line..].starts_with(YENC)
                })
                .map(|line| Inline::Yenc { line })
            };
            if found.is_some() {
                return found;
            }
        }
    }

    /// Reads the lines of an encoded file in a text, or passes over them.
    fn read_file(
        &mut self,
        window: &Window<'_>,
        from: usize,
        to: usize,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), Step> {
        let mut at = from;
        while at < to {
            let Some(line) = window.line(at).filter(|line| line.len() <= to - at) else {
                if to - at <= LONGEST_LINE {
                    return ControlFlow::Continue(Step::Wait(at));
                }
                // It is none of such a file, or it does not matter.
                self.read_line(window, at..to, visitor)?;
                return ControlFlow::Continue(Step::Wait(to));
            };
            let text = without_line_break(line);
            let (is_last, is_part) = match self.leaf {
                Leaf::Yenc => (text.starts_with(b"=yend"), true),
                _ if uuencode::is_end_line(text) => (true, true),
                _ => {
                    let is_part = text.is_empty() || uuencode::is_data_line(text);
                    (!is_part, is_part)
                }
            };
            let end = if is_part { at + line.len() } else { at };
            self.read_line(window, at..end, visitor)?;
            at = end;
            if is_last {
                self.end(visitor)?;
                self.leaf = Leaf::Text {
                    may_hold_files: true,
                };
                self.open(TransferEncoding::Identity, visitor)?;
                return ControlFlow::Continue(Step::On(at));
            }
        }
        ControlFlow::Continue(Step::Wait(to))
    }

    /// Reads a line of a file that is a text.
    fn read_line(
        &mut self,
        window: &Window<'_>,
        line: Range<usize>,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        if self.leaf != (Leaf::Uuencoded { is_text: true }) {
            return ControlFlow::Continue(());
        }
        let offset = window.offset(line.start);
        self.unit.push(&window.bytes[line], offset, visitor)
    }

    fn delimiter(&mut self, window: &Window<'_>, from: usize, to: usize) -> Option<Delimiter> {
        if self.levels.is_empty() {
            return None;
        }
        if from < to
            && window.begins_line(from)
            && let Some(found) = self.delimiter_at(window, from)
        {
            return Some(found);
        }
        let mut search = from;
        loop {
            let hit = self.delimiters.next(window, search);
            let hit = hit.filter(|&hit| hit + 1 < to)?;
            if let Some(found) = self.delimiter_at(window, hit + 1) {
                return Some(found);
            }
            search = hit + 1;
        }
    }

    /// The delimiter that the line at an index is (RFC 2046 §5.1.1).
    fn delimiter_at(&self, window: &Window<'_>, line: usize) -> Option<Delimiter> {
        let rest = &window.bytes[line..];
        let head = rest.len().min(DASHES.len());
        if !DASHES.starts_with(&rest[..head]) {
            return None;
        }
        let Some(whole) = window.line(line) else {
            let what = DelimiterKind::Incomplete;
            return (rest.len() < LONGEST_LINE).then_some(Delimiter { line, what });
        };
        let behind = line + whole.len();
        let name = whole.get(DASHES.len()..)?.trim_ascii_end();
        let closed = name.strip_suffix(DASHES);
        // An inner multipart that is not closed ends with the outer one.
        self.levels
            .iter()
            .enumerate()
            .rev()
            .find_map(|(level, open)| {
                let boundary = open.media.boundary();
                let what = if Some(name) == boundary {
                    DelimiterKind::Part { level, behind }
                } else if closed.is_some() && closed == boundary {
                    DelimiterKind::Close { level, behind }
                } else {
                    return None;
                };
                Some(Delimiter { line, what })
            })
    }

    /// The index of the first delimiter in a header section, which lacks its empty line then.
    pub(crate) fn delimiter_in(&self, window: &Window<'_>, header: Range<usize>) -> Option<usize> {
        if self.levels.is_empty() || header.is_empty() {
            return None;
        }
        let is_delimiter = |line: &usize| {
            let found = self.delimiter_at(window, *line);
            found.is_some_and(|found| !matches!(found.what, DelimiterKind::Incomplete))
        };
        let text = &window.bytes[header.clone()];
        let others = memmem::find_iter(text, b"\n--").map(|at| header.start + at + 1);
        iter::once(header.start).chain(others).find(is_delimiter)
    }
}

const DASHES: &[u8] = b"--";

impl Inline {
    fn line(&self) -> usize {
        match *self {
            Self::Uuencoded { line, .. } | Self::Yenc { line } | Self::Incomplete { line } => line,
        }
    }
}

/// The uuencoded file that begins in a line: the line after it must be one of data.
fn uuencoded(window: &Window<'_>, line: usize, to: usize) -> Option<Inline> {
    let incomplete = || {
        let is_short = window.bytes.len() - line < LONGEST_LINE;
        is_short.then_some(Inline::Incomplete { line })
    };
    let Some(begin) = window.line(line) else {
        return incomplete();
    };
    let name = uuencode::begin_line(without_line_break(begin))?;
    let data = line + begin.len();
    let Some(first) = window.line(data) else {
        return incomplete();
    };
    let is_file = data < to && uuencode::is_data_line(without_line_break(first));
    is_file.then(|| Inline::Uuencoded {
        line,
        is_text: names_text(name),
    })
}

/// Whether a file is a text by its name.
fn names_text(name: &[u8]) -> bool {
    const TEXTS: [&[u8]; 10] = [
        b"txt", b"text", b"html", b"htm", b"md", b"asc", b"tex", b"log", b"c", b"h",
    ];
    match memrchr(b'.', name) {
        None => true,
        Some(dot) => TEXTS
            .iter()
            .any(|text| name[dot + 1..].eq_ignore_ascii_case(text)),
    }
}
