//! Options for reading an archive.

use memchr::{memchr, memchr_iter};

use crate::{
    Encoding, Kind, Prefilter,
    decode::decides_charset,
    frame::lacks_empty_lines,
    kind::Division,
    recognise::{ends_lines_in_cr, is_utf16, recognise},
};

/// Selects how an archive is read and which of its texts are reported.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent options")]
pub struct ReadOptions {
    pub(crate) kind: Option<Kind>,
    pub(crate) headers: bool,
    pub(crate) bodies: bool,
    pub(crate) html: bool,
    pub(crate) attributes: Option<usize>,
    pub(crate) conditional_comments: bool,
    pub(crate) page_by_name: bool,
    encoding: Option<Encoding>,
    pub(crate) prefilter: Option<Prefilter>,
}

impl ReadOptions {
    /// Creates options that recognise a file by its content and read all of its texts.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            kind: None,
            headers: true,
            bodies: true,
            html: true,
            attributes: None,
            conditional_comments: true,
            page_by_name: false,
            encoding: None,
            prefilter: None,
        }
    }

    /// Sets the kind of all files; with `None`, files are recognised by their content.
    #[must_use]
    pub const fn kind(mut self, kind: Option<Kind>) -> Self {
        self.kind = kind;
        self
    }

    /// Returns the kind set by [`kind`](Self::kind).
    #[must_use]
    pub const fn known_kind(&self) -> Option<Kind> {
        self.kind
    }

    /// Sets whether header fields are read.
    #[must_use]
    pub const fn headers(mut self, wanted: bool) -> Self {
        self.headers = wanted;
        self
    }

    /// Returns whether header fields are read.
    #[must_use]
    pub const fn reads_headers(&self) -> bool {
        self.headers
    }

    /// Sets whether the bodies of parts are read. Where headers are read and bodies are not, the text of a file without
    /// messages is not read either, unless the [`kind`](Self::kind) is given.
    #[must_use]
    pub const fn bodies(mut self, wanted: bool) -> Self {
        self.bodies = wanted;
        self
    }

    /// Returns whether texts that are in no message are read.
    pub(crate) fn reads_files_without_messages(&self) -> bool {
        self.bodies || !self.headers || self.kind.is_some()
    }

    /// Sets whether `text/html` parts and [`Kind::Html`] files are read.
    #[must_use]
    pub const fn html(mut self, wanted: bool) -> Self {
        self.html = wanted;
        self
    }

    /// Sets whether the attributes of HTML pages that contain URLs are [reported](crate::Visitor::markup): those with
    /// values of at most this many bytes, and the start of longer ones.
    #[must_use]
    pub const fn attributes(mut self, max_len: Option<usize>) -> Self {
        self.attributes = max_len;
        self
    }

    /// Sets whether the conditional comments of HTML pages that Outlook shows are read. They are by default.
    #[must_use]
    pub const fn conditional_comments(mut self, wanted: bool) -> Self {
        self.conditional_comments = wanted;
        self
    }

    /// Sets whether the names of the files are those of HTML pages: a file whose content says nothing else is a page.
    pub const fn set_page_by_name(&mut self, wanted: bool) {
        self.page_by_name = wanted;
    }

    /// Returns the kind of a file that begins with `head`, or is no longer than it (`at_end`). `None` if more bytes are
    /// needed, as in [`recognise`].
    #[must_use]
    pub fn kind_of(&self, head: &[u8], at_end: bool) -> Option<Kind> {
        let recognised = || recognise(head, at_end).map(|kind| self.or_page(kind));
        self.kind.or_else(recognised)
    }

    /// Returns the kind of a file that was recognised by its content.
    pub(crate) fn or_page(&self, recognised: Kind) -> Kind {
        match recognised {
            Kind::Text if self.page_by_name => Kind::Html,
            kind => kind,
        }
    }

    /// Sets the encoding of a [`Kind::Text`] or [`Kind::Html`] file. With `None`, a file that was recognised as text
    /// or HTML and begins with a byte order mark of UTF-16 is decoded, and the charset of any other one is guessed if
    /// it is not UTF-8. A file whose kind is given as text is read as it is. Parts of messages declare their own
    /// encoding.
    #[must_use]
    pub const fn encoding(mut self, encoding: Option<Encoding>) -> Self {
        self.encoding = encoding;
        self
    }

    /// Sets the prefilter, which skips texts in which no candidate can be opened. Without one,
    /// every text is reported.
    #[must_use]
    pub fn prefilter(mut self, prefilter: Option<Prefilter>) -> Self {
        self.prefilter = prefilter;
        self
    }

    /// Returns whether ranges of a file of this kind that begins with `head` can be read separately: the
    /// [kind](Kind::can_be_cut) allows it, a text file is not in an encoding that must be read from its start, such as
    /// UTF-16 or one that is guessed, nor binary (see [`MAX_BINARY_HEAD`]), the lines of an archive do not end in CR
    /// alone, and an empty line precedes the `From ` lines of a mailbox. Only the first 64 KiB of the file matter.
    #[must_use]
    pub fn can_be_cut(&self, kind: Kind, head: &[u8]) -> bool {
        if !kind.has_no_messages() && is_utf16(head) {
            return false;
        }
        let encoding = self.text_encoding(kind, head);
        match kind.division() {
            Division::Mbox => {
                ends_lines_in_cr(head, true) != Some(true) && !lacks_empty_lines(head)
            }
            Division::Messages => ends_lines_in_cr(head, true) != Some(true),
            // Only the start of a file shows that it is binary, or its charset, and the reader of a later range does
            // not see it.
            Division::Text => match encoding {
                Some(encoding) => {
                    encoding.is_ascii_superset() && !(self.kind.is_none() && may_be_binary(head))
                }
                None => !(self.kind.is_none() && (may_be_binary(head) || decides_charset(head))),
            },
            Division::Whole | Division::Page | Division::Lines(_) | Division::Unread => false,
        }
    }

    /// Returns the encoding of a text file of a kind that begins with `head`.
    pub(crate) fn text_encoding(&self, kind: Kind, head: &[u8]) -> Option<Encoding> {
        match (self.encoding, self.kind) {
            (Some(encoding), _) => Some(encoding),
            (None, Some(_)) => None,
            // Any two characters may begin a text, and so may any two numbers a binary file.
            (None, None) if kind == Kind::Text => Encoding::from_byte_order_mark(head),
            (None, None) => is_utf16(head).then_some(Encoding::UTF_16),
        }
    }
}

/// Returns whether a text whose first 64 KiB are `head` may be binary: it has a NUL in them, as few texts have in an
/// encoding other than UTF-16.
fn may_be_binary(head: &[u8]) -> bool {
    memchr(0, &head[..head.len().min(MAX_BINARY_HEAD)]).is_some()
}

/// The number of decoded bytes at the start of a text in which NULs may make it a binary file.
pub const MAX_BINARY_HEAD: usize = 64 << 10;

/// The number of bytes in which a text has fewer than one NUL, on average.
const BYTES_PER_NUL: usize = 4 << 10;

/// Counts the NULs at the start of a file whose content shows no kind. The file is binary if it has one in every 4 KiB,
/// on average: text that was extracted from a PDF has single ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct BinaryHead {
    seen: usize,
    nuls: usize,
}

impl BinaryHead {
    /// Counts the NULs in the next decoded bytes. Returns whether the file is binary; `None` if more are needed.
    pub fn add(&mut self, text: &[u8]) -> Option<bool> {
        let near = &text[..text.len().min(MAX_BINARY_HEAD - self.seen)];
        self.seen += near.len();
        self.nuls += memchr_iter(0, near).count();
        let is_binary = self.nuls * BYTES_PER_NUL >= MAX_BINARY_HEAD;
        (is_binary || self.seen == MAX_BINARY_HEAD).then_some(is_binary)
    }

    /// Returns whether the file is binary if it ends here.
    #[must_use]
    pub const fn is_binary(self) -> bool {
        self.nuls > 0 && self.nuls * BYTES_PER_NUL >= self.seen
    }
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self::new()
    }
}
