//! Options for reading an archive.

use crate::{Encoding, Kind, Prefilter};

/// What an archive is read as, and which of its texts are read.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    pub(crate) kind: Option<Kind>,
    pub(crate) headers: bool,
    pub(crate) bodies: bool,
    pub(crate) html: bool,
    encoding: Option<Encoding>,
    pub(crate) prefilter: Option<Prefilter>,
}

impl ReadOptions {
    /// Creates options to recognise a file by its content, and to read all of its texts.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            kind: None,
            headers: true,
            bodies: true,
            html: true,
            encoding: None,
            prefilter: None,
        }
    }

    /// Reads files as this kind, whatever they look like; `None` recognises them.
    #[must_use]
    pub const fn kind(mut self, kind: Option<Kind>) -> Self {
        self.kind = kind;
        self
    }

    /// Returns the kind that files are read as, if it does not depend on their content.
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

    /// Sets whether the bodies of parts are read. The text of a file without messages always is.
    #[must_use]
    pub const fn bodies(mut self, wanted: bool) -> Self {
        self.bodies = wanted;
        self
    }

    /// Sets whether `text/html` is read.
    #[must_use]
    pub const fn html(mut self, wanted: bool) -> Self {
        self.html = wanted;
        self
    }

    /// Sets the encoding of a [`Kind::Text`], whatever its bytes look like. With `None`, a text that was
    /// recognised and begins with a byte order mark of UTF-16 is decoded from UTF-16, and any other is
    /// read as it is. Parts of messages declare their own encoding.
    #[must_use]
    pub const fn encoding(mut self, encoding: Option<Encoding>) -> Self {
        self.encoding = encoding;
        self
    }

    /// Leaves out texts in which nothing can open a candidate; without a prefilter, every text is given.
    #[must_use]
    pub fn prefilter(mut self, prefilter: Option<Prefilter>) -> Self {
        self.prefilter = prefilter;
        self
    }

    /// Returns whether ranges of a file of this kind that begins with `head` can be read on their own:
    /// whether the [kind](Kind::can_be_cut) allows it, and the file is not a text in an encoding that
    /// has to be read from its start, such as UTF-16.
    #[must_use]
    pub fn can_be_cut(&self, kind: Kind, head: &[u8]) -> bool {
        let encoding = self.text_encoding(head);
        kind.can_be_cut() && (kind != Kind::Text || encoding.is_none_or(Encoding::has_lines))
    }

    /// Returns the encoding of a text whose file begins with `head`.
    pub(crate) fn text_encoding(&self, head: &[u8]) -> Option<Encoding> {
        match (self.encoding, self.kind) {
            (Some(encoding), _) => Some(encoding),
            (None, Some(_)) => None,
            (None, None) => Encoding::of_mark(head),
        }
    }
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self::new()
    }
}
