//! Owned links of a message, a page or a text in memory.

use std::{
    ops::{ControlFlow, Range},
    sync::Arc,
    vec,
};

use urlsift_archive::{Encoding, Kind, Place, ReadOptions, TextUnit};
use urlsift_record::{self as record, Section};

use crate::{
    Config, Delimiter, Link, LinkMap, OffsetUnit, Sink, Skip, Span, UnitOffsets, extract::Sifter,
};

/// Returns a [`Source`] for a raw message (RFC 5322).
///
/// ```
/// use urlsift::Conformance;
///
/// let raw = b"Content-Transfer-Encoding: quoted-printable\n\n\
///     > It is in <URL:http://ds.inter=\nnic.\n> net/rfc/rfc1738.txt>.\n";
/// let links: Vec<_> = urlsift::message(raw).links().collect();
/// assert_eq!(links[0].url(), "http://ds.internic.net/rfc/rfc1738.txt");
/// assert!(links[0].conformance().reaches(Conformance::Rfc1738));
/// ```
#[must_use]
pub fn message(raw: &[u8]) -> Source<'_> {
    Source::new(raw, ReadOptions::new().kind(Some(Kind::Message)))
}

/// Returns a [`Source`] for a decoded text, such as a mail client shows. The text is searched as it is: it has
/// no header, and nothing is decoded.
///
/// ```
/// let text = "> It is in <URL:http://ds.internic.\n> net/rfc/rfc1738.txt>, or at www.rfc-editor.org.";
/// let link = urlsift::text(text).links().next().unwrap();
/// let underlined: Vec<_> = link.pieces().map(|piece| &text[piece.range()]).collect();
/// assert_eq!(underlined, ["http://ds.internic.", "net/rfc/rfc1738.txt"]);
/// ```
#[must_use]
pub fn text(decoded: &str) -> Source<'_> {
    let options = ReadOptions::new().kind(Some(Kind::Text));
    Source {
        is_string: true,
        ..Source::new(decoded.as_bytes(), options)
    }
}

/// Returns a [`Source`] for a decoded HTML page, such as the body of a message that a library for MIME has decoded. A
/// charset that the page declares is ignored.
///
/// ```
/// let page = "<p>See <a href='http://a.example/?b&amp;c'>this</a> or http://d.example/";
/// let links: Vec<_> = urlsift::html(page).links().collect();
/// assert_eq!(links[0].url(), "http://a.example/?b&c");
/// assert_eq!(&page[links[0].span().range()], "http://a.example/?b&amp;c");
/// assert_eq!(links[1].url(), "http://d.example/");
/// ```
#[must_use]
pub fn html(decoded: &str) -> Source<'_> {
    let options = ReadOptions::new()
        .kind(Some(Kind::Html))
        .encoding(Encoding::for_label("utf-8"));
    Source {
        is_string: true,
        ..Source::new(decoded.as_bytes(), options)
    }
}

/// Bytes in memory, whose links can be read as owned links.
///
/// All kinds of links are found, if [`kinds`](Self::kinds) does not name some. A [`Sink`] needs less memory and can end
/// the reading.
#[derive(Clone, Debug)]
pub struct Source<'s> {
    bytes: &'s [u8],
    options: ReadOptions,
    config: Config,
    kinds: Vec<Delimiter>,
    unit: OffsetUnit,
    /// Whether the bytes are a string of the caller, so that places in them count in the unit.
    is_string: bool,
    name: Arc<[u8]>,
}

impl<'s> Source<'s> {
    /// Creates a source that is read with these options.
    #[must_use]
    pub fn new(bytes: &'s [u8], options: ReadOptions) -> Self {
        Self {
            bytes,
            options,
            config: Config::new(),
            kinds: Delimiter::ALL.to_vec(),
            unit: OffsetUnit::Utf8,
            is_string: false,
            name: Arc::from(*b""),
        }
    }

    /// Sets the kinds of links that are found, such as [`Delimiter::DELIMITED`] for those in angle brackets.
    ///
    /// ```
    /// use urlsift::Delimiter;
    ///
    /// let text = "http://a.example/ and <http://b.example/>";
    /// assert_eq!(urlsift::text(text).links().count(), 2);
    /// assert_eq!(urlsift::text(text).kinds(Delimiter::DELIMITED).links().count(), 1);
    /// ```
    #[must_use]
    pub fn kinds(mut self, kinds: &[Delimiter]) -> Self {
        self.kinds = kinds.to_vec();
        self
    }

    /// Sets the options of the scanner, such as more schemes. [`kinds`](Self::kinds) says which kinds are found, not
    /// the configuration.
    #[must_use]
    pub fn config(mut self, config: Config) -> Self {
        self.config = config;
        self
    }

    /// Sets the unit in which a program counts the characters of its strings: of [`pieces`](DecodedText::pieces) and
    /// [`link_at`](DecodedText::link_at) in a decoded text, and of the places of links in a [`text`] or a page of
    /// [`html`]. Places in a raw message count bytes.
    ///
    /// ```
    /// use urlsift::OffsetUnit;
    ///
    /// let link = urlsift::text("\u{10300} http://a.example/").unit(OffsetUnit::Utf16).links().next();
    /// assert_eq!(link.unwrap().span().start(), 3);
    /// ```
    #[must_use]
    pub const fn unit(mut self, unit: OffsetUnit) -> Self {
        self.unit = unit;
        self
    }

    /// Sets the [path](record::Link::path) of the links, which is empty by default.
    #[must_use]
    pub fn named(mut self, name: &[u8]) -> Self {
        self.name = Arc::from(name);
        self
    }

    /// Returns the links, with their positions, in the order of their first bytes.
    ///
    /// Links of every [conformance](record::Link::conformance) are returned, including strings that are not a
    /// URL by any standard.
    #[must_use]
    pub fn links(&self) -> vec::IntoIter<record::Link> {
        let mut collect = CollectLinks {
            of: Collector::new(self),
            links: Vec::new(),
        };
        self.sift(self.sifter(), &mut collect);
        collect.links.into_iter()
    }

    /// Returns all decoded texts that are not empty or have links, in order, each with its links.
    ///
    /// The texts of a message are the header fields of the message and its parts, and the bodies of the parts; a text
    /// or a page is one text. A program that shows a text can underline its [pieces](DecodedText::pieces).
    #[must_use]
    pub fn texts(&self) -> vec::IntoIter<DecodedText> {
        let mut collect = CollectTexts {
            of: Collector::new(self),
            unit: self.unit,
            texts: Vec::new(),
        };
        self.sift(self.sifter().every_text(true), &mut collect);
        collect.end_text();
        collect.texts.into_iter()
    }

    /// Returns the link with a piece at an offset of a [`text`] or a page of [`html`], in the [unit](Self::unit), or of
    /// the raw message.
    ///
    /// Searches the whole source: a program that asks often keeps the [links](Self::links), or a
    /// [text](DecodedText::link_at).
    ///
    /// ```
    /// let text = "> <http://a.exam\n> ple/b>";
    /// let link_at = |at| urlsift::text(text).link_at(at);
    /// assert_eq!(link_at(19).unwrap().url(), "http://a.example/b");
    /// // The quote prefix is no part of the link.
    /// assert!(link_at(17).is_none());
    /// ```
    #[must_use]
    pub fn link_at(&self, offset: usize) -> Option<record::Link> {
        let links: Vec<_> = self.links().collect();
        let pieces = links.iter().enumerate().flat_map(|(index, link)| {
            let pieces = link.pieces();
            pieces.map(move |piece| (piece.start()..piece.end(), index))
        });
        let index = LinkMap::new(pieces).at(offset as u64)?;
        links.into_iter().nth(index)
    }

    fn sifter(&self) -> Sifter {
        Sifter::with(self.config.clone().delimiters(&self.kinds))
            .reading(self.options.clone())
            .positions(true)
    }

    fn sift(&self, mut sifter: Sifter, sink: &mut impl Sink) {
        // Reading a slice does not fail, and the sinks skip nothing.
        let _ = sifter.sift_slice(self.bytes, sink);
    }
}

/// A decoded text, as it was searched, and the links in it.
#[derive(Clone, Debug, Default)]
pub struct DecodedText {
    bytes: Vec<u8>,
    section: Section,
    is_html: bool,
    links: Vec<record::Link>,
    /// The link at each offset, in the unit of the source.
    map: LinkMap,
}

impl DecodedText {
    /// Returns the bytes of the text. They are UTF-8, unless the charset is unknown or the text is damaged.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
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
    pub fn links(&self) -> &[record::Link] {
        &self.links
    }

    /// Returns the ranges of the text that a program underlines, in order, each with its link. They count in the
    /// [unit](Source::unit) of the source. A link in an attribute has no piece in the text.
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
    pub fn pieces(&self) -> impl ExactSizeIterator<Item = (Range<usize>, &record::Link)> {
        let pieces = self.map.pieces();
        pieces.map(|(piece, link)| (Span::new(piece.start, piece.end).range(), &self.links[link]))
    }

    /// Returns the link with a piece at an offset of the text, such as that under the mouse pointer; of several, the
    /// one that begins first. The offset counts in the [unit](Source::unit) of the source. Takes logarithmic time.
    #[must_use]
    pub fn link_at(&self, offset: usize) -> Option<&record::Link> {
        self.map.at(offset as u64).map(|index| &self.links[index])
    }

    /// Finds the pieces of the links, once the text is complete.
    fn finish(&mut self, unit: OffsetUnit) {
        let units = UnitOffsets::new(&self.bytes, unit);
        let links = self.links.iter().enumerate();
        let in_text = links.filter(|(_, link)| link.delimiter().is_in_text());
        self.map = LinkMap::new(in_text.flat_map(|(index, link)| {
            let at = |byte| units.before(byte);
            let pieces = link.text_pieces();
            pieces.map(move |piece| (at(piece.start())..at(piece.end()), index))
        }));
    }
}

/// Makes owned links of the wanted kinds.
struct Collector<'s> {
    kinds: &'s [Delimiter],
    name: Arc<[u8]>,
    /// The places in the source, unless it counts bytes.
    units: Option<UnitOffsets<'s>>,
}

impl<'s> Collector<'s> {
    fn new(source: &'s Source<'_>) -> Self {
        let counts_bytes = !source.is_string || source.unit == OffsetUnit::Utf8;
        Self {
            kinds: &source.kinds,
            name: Arc::clone(&source.name),
            units: (!counts_bytes).then(|| UnitOffsets::new(source.bytes, source.unit)),
        }
    }

    fn link(&self, link: &Link<'_>) -> Option<record::Link> {
        let is_wanted = self.kinds.contains(&link.candidate().delimiter());
        let link = is_wanted.then(|| link.to_record(Arc::clone(&self.name)))?;
        Some(match &self.units {
            Some(units) => units.place(link),
            None => link,
        })
    }
}

struct CollectLinks<'s> {
    of: Collector<'s>,
    links: Vec<record::Link>,
}

impl Sink for CollectLinks<'_> {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        self.links.extend(self.of.link(link));
        ControlFlow::Continue(())
    }
}

struct CollectTexts<'s> {
    of: Collector<'s>,
    unit: OffsetUnit,
    texts: Vec<DecodedText>,
}

impl CollectTexts<'_> {
    fn end_text(&mut self) {
        match self.texts.last_mut() {
            // An empty preamble (RFC 2046 §5.1.1), say, is not worth a place in a view. A page may show nothing but
            // images.
            Some(text) if text.bytes.is_empty() && text.links.is_empty() => {
                self.texts.pop();
            }
            Some(text) => text.finish(self.unit),
            None => {}
        }
    }
}

impl Sink for CollectTexts<'_> {
    fn begin_text(&mut self, text: &TextUnit<'_>) {
        self.end_text();
        self.texts.push(DecodedText {
            section: section(text.place()),
            is_html: text.is_html(),
            ..DecodedText::default()
        });
    }

    fn text(&mut self, decoded: &[u8]) {
        if let Some(text) = self.texts.last_mut() {
            text.bytes.extend_from_slice(decoded);
        }
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        if let (Some(text), Some(link)) = (self.texts.last_mut(), self.of.link(link)) {
            text.links.push(link);
        }
        ControlFlow::Continue(())
    }
}

/// Returns the section that a place is, for owned texts.
fn section(place: Place<'_>) -> Section {
    match place {
        Place::Header(name) => Section::header(name),
        Place::Part(part) => Section::part(part.path(), part.media_type()),
        _ => Section::Source,
    }
}
