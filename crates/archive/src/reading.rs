//! How an archive is to be read.

use crate::{Encoding, Kind, Prefilter};

/// How an archive is to be read.
#[derive(Clone, Debug)]
pub struct Reading {
    pub(crate) kind: Option<Kind>,
    pub(crate) headers: bool,
    pub(crate) bodies: bool,
    pub(crate) html: bool,
    encoding: Option<Encoding>,
    pub(crate) prefilter: Option<Prefilter>,
}

impl Reading {
    /// As what it is by its content; all texts.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            kind: None,
            headers: true,
            bodies: true,
            html: cfg!(feature = "html"),
            encoding: None,
            prefilter: None,
        }
    }

    /// As this kind, whatever it looks like.
    #[must_use]
    pub const fn kind(mut self, kind: Option<Kind>) -> Self {
        self.kind = kind;
        self
    }

    /// The kind that files are read as, whatever they look like.
    #[must_use]
    pub const fn known_kind(&self) -> Option<Kind> {
        self.kind
    }

    /// Whether the fields of headers are texts.
    #[must_use]
    pub const fn headers(mut self, wanted: bool) -> Self {
        self.headers = wanted;
        self
    }

    /// Whether the bodies of parts are texts. The text of a file without messages always is.
    #[must_use]
    pub const fn bodies(mut self, wanted: bool) -> Self {
        self.bodies = wanted;
        self
    }

    /// Whether `text/html` is a text. Without the feature `html` it is not.
    #[cfg(feature = "html")]
    #[must_use]
    pub const fn html(mut self, wanted: bool) -> Self {
        self.html = wanted;
        self
    }

    /// How a [`Kind::Text`] is encoded, whatever its bytes look like. If nothing is said, one that was
    /// recognised and begins with a byte order mark of UTF-16 is in that, and any other is read as it
    /// is. What messages hold says itself how it is encoded.
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

    /// Whether parts of a file of this kind can be read on their own that begins with `head`: whether
    /// the [kind](Kind::can_be_cut) can, and it is no text in an encoding that has to be read from its
    /// beginning, such as UTF-16.
    #[must_use]
    pub fn can_be_cut(&self, kind: Kind, head: &[u8]) -> bool {
        let encoding = self.text_encoding(head);
        kind.can_be_cut() && (kind != Kind::Text || encoding.is_none_or(Encoding::has_lines))
    }

    /// How a text is encoded whose file begins so.
    pub(crate) fn text_encoding(&self, head: &[u8]) -> Option<Encoding> {
        match (self.encoding, self.kind) {
            (Some(encoding), _) => Some(encoding),
            (None, Some(_)) => None,
            (None, None) => Encoding::of_mark(head),
        }
    }
}

impl Default for Reading {
    fn default() -> Self {
        Self::new()
    }
}
