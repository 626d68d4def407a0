//! A decoded text with its links.

use std::{borrow::Cow, ops::Range};

use crate::{Link, LinkMap, Markup, OffsetUnit, Section, Span, UnitOffsets};

/// A decoded text, as it was searched, and the links in it.
#[derive(Clone, Debug, Default)]
pub struct DecodedText {
    pub(crate) bytes: Vec<u8>,
    pub(crate) section: Section,
    pub(crate) is_html: bool,
    pub(crate) links: Vec<Link<'static>>,
    /// The link at each offset, in the unit of the source.
    map: LinkMap,
}

impl DecodedText {
    /// Creates a text to which bytes and links are added.
    pub(crate) fn begin(section: Section, is_html: bool) -> Self {
        Self {
            section,
            is_html,
            ..Self::default()
        }
    }

    /// Returns the bytes of the text. They are UTF-8, unless the charset is unknown or the text is damaged.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the text. Invalid UTF-8 is replaced by U+FFFD; offsets count in [`bytes`](Self::bytes).
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }

    /// Returns the place of the text in the message: a header field or a part.
    #[must_use]
    pub const fn section(&self) -> &Section {
        &self.section
    }

    /// Returns whether the text is what an HTML page shows, without its tags.
    #[must_use]
    pub const fn is_html(&self) -> bool {
        self.is_html
    }

    /// Returns the links in the text, in order, with those in the attributes of the page.
    #[must_use]
    pub fn links(&self) -> &[Link<'static>] {
        &self.links
    }

    /// Returns the ranges of the text that a program underlines, in order, each with its link. They count in the
    /// [unit](crate::Source::unit) of the source. A link in an attribute has what its element shows, such as
    /// `click here`.
    ///
    /// ```
    /// let mail = b"Subject: x\n\n> at http://a.example/ and <http://b.exam\n> ple/>\n";
    /// let texts = urlsift::message(mail).texts();
    /// let body = texts.last().unwrap();
    /// let pieces: Vec<_> = body.pieces().map(|(piece, link)| (piece, link.url())).collect();
    /// assert_eq!(pieces, [
    ///     (5..22, "http://a.example/"),
    ///     (28..41, "http://b.example/"),
    ///     (44..48, "http://b.example/"),
    /// ]);
    /// ```
    #[must_use]
    pub fn pieces(&self) -> impl ExactSizeIterator<Item = (Range<usize>, &Link<'static>)> {
        let pieces = self.map.pieces();
        pieces.map(|(piece, link)| (Span::new(piece.start, piece.end).range(), &self.links[link]))
    }

    /// Returns the link with a piece at an offset of the text, such as the link under the mouse pointer; if there are
    /// several, the one that begins first. The offset counts in the [unit](crate::Source::unit) of the source. Takes
    /// logarithmic time.
    #[must_use]
    pub fn link_at(&self, offset: usize) -> Option<&Link<'static>> {
        self.map.at(offset as u64).map(|index| &self.links[index])
    }

    /// Returns whether the text is not worth a place in a view, such as an empty preamble (RFC 2046 §5.1.1). A page may
    /// show nothing but images.
    pub(crate) const fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.links.is_empty()
    }

    /// Finds the pieces of the links, once the text is complete.
    pub(crate) fn finish(&mut self, unit: OffsetUnit) {
        let units = UnitOffsets::new(&self.bytes, unit);
        let links = self.links.iter().enumerate();
        self.map = LinkMap::new(links.flat_map(|(index, link)| {
            let at = |byte| units.before(byte);
            let spans = self.spans_of(link);
            spans.map(move |span| (at(span.start())..at(span.end()), index))
        }));
    }

    /// Returns the spans of the text, in bytes, that a program underlines for one of its links: the pieces of the link
    /// or, of one in an attribute, each line of what its element [shows](crate::Markup::shown).
    pub fn spans_of<'l>(&'l self, link: &'l Link<'_>) -> impl Iterator<Item = Span> + use<'l> {
        let markup = link.markup();
        let pieces = markup.is_none().then(|| link.text_pieces());
        let shown = markup.and_then(Markup::shown);
        let lines = shown.into_iter().flat_map(|shown| {
            let text = self.bytes.get(shown.range()).unwrap_or_default();
            let mut start = shown.start();
            text.split(|&byte| byte == b'\n').map(move |line| {
                let span = Span::new(start, start + line.len() as u64);
                start = span.end() + 1;
                span
            })
        });
        pieces.into_iter().flatten().chain(lines)
    }
}
