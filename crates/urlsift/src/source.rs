//! Owned links of a message, a page or a text in memory.

use std::{sync::Arc, vec};

#[cfg(feature = "mail")]
use urlsift_archive::{Kind, ReadOptions};

use crate::{
    Config, Conformance, DecodedText, Delimiter, Link, LinkMap, OffsetUnit, UnitOffsets,
    collector::Collector, strings,
};
#[cfg(feature = "mail")]
use crate::{Sifter, archive_source};

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
#[cfg(feature = "mail")]
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
    Source::of(Input::Text(decoded))
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
#[cfg(feature = "html")]
#[must_use]
pub fn html(decoded: &str) -> Source<'_> {
    Source::of(Input::Page(decoded))
}

/// A text, a page or bytes in memory, whose links can be read as owned links.
///
/// All kinds of links are found, if [`kinds`](Self::kinds) does not name some. A program that reads large archives
/// implements a `Sink`, which needs less memory and can end the reading.
#[derive(Clone, Debug)]
pub struct Source<'s> {
    input: Input<'s>,
    config: Config,
    kinds: Vec<Delimiter>,
    level: Conformance,
    unit: OffsetUnit,
    name: Arc<[u8]>,
}

/// What is searched.
#[derive(Clone, Debug)]
enum Input<'s> {
    Text(&'s str),
    #[cfg(feature = "html")]
    Page(&'s str),
    #[cfg(feature = "mail")]
    Archive(&'s [u8], ReadOptions),
}

impl<'s> Input<'s> {
    /// Returns the string of the caller, in which places count in the unit of the source.
    #[cfg_attr(
        not(feature = "mail"),
        expect(clippy::unnecessary_wraps, reason = "archives are no strings")
    )]
    fn string(&self) -> Option<&'s str> {
        match self {
            Self::Text(text) => Some(text),
            #[cfg(feature = "html")]
            Self::Page(page) => Some(page),
            #[cfg(feature = "mail")]
            Self::Archive(..) => None,
        }
    }
}

impl<'s> Source<'s> {
    /// Creates a source that is read with these options.
    #[cfg(feature = "mail")]
    #[must_use]
    pub fn new(bytes: &'s [u8], options: ReadOptions) -> Self {
        Self::of(Input::Archive(bytes, options))
    }

    fn of(input: Input<'s>) -> Self {
        Self {
            input,
            config: Config::new(),
            kinds: Delimiter::ALL.to_vec(),
            level: Conformance::Whatwg,
            unit: OffsetUnit::Utf8,
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

    /// Sets the level that links must reach, as [`least_conformance`](crate::least_conformance) says:
    /// [`Conformance::Whatwg`] by default, so that a relative reference is no link.
    ///
    /// ```
    /// use urlsift::Conformance;
    ///
    /// let page = urlsift::html("<a href='a.html'>");
    /// assert_eq!(page.links().count(), 0);
    /// assert_eq!(page.conforms(Conformance::Relative).links().count(), 1);
    /// ```
    #[must_use]
    pub const fn conforms(mut self, level: Conformance) -> Self {
        self.level = level;
        self
    }

    /// Adds host names without a scheme: `example.org/x`, read as `https://example.org/x`.
    ///
    /// ```
    /// let links = urlsift::text("see example.org/x, not build.sh").names();
    /// assert_eq!(links.links().next().unwrap().url(), "https://example.org/x");
    /// ```
    #[must_use]
    pub fn names(mut self) -> Self {
        self.kinds.push(Delimiter::Name);
        self
    }

    /// Adds e-mail addresses, read as `mailto:` URLs.
    #[must_use]
    pub fn addresses(mut self) -> Self {
        self.kinds.push(Delimiter::Address);
        self
    }

    /// Sets the options of the scanner, such as more schemes. Which kinds are found is set with [`kinds`](Self::kinds);
    /// the configuration's own choice is ignored.
    #[must_use]
    pub fn config(mut self, config: Config) -> Self {
        self.config = config;
        self
    }

    /// Sets the unit of all offsets in a text or page, which is bytes by default: those of
    /// [`pieces`](DecodedText::pieces), of [`link_at`](DecodedText::link_at), and of the places of links in a [`text`]
    /// or a page of [`html`]. Offsets in a raw message are always bytes.
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

    /// Sets the [path](Link::path) of the links, which is empty by default.
    #[must_use]
    pub fn named(mut self, name: &[u8]) -> Self {
        self.name = Arc::from(name);
        self
    }

    /// Returns the links, with their positions, in the order of their first bytes.
    ///
    /// Those in angle brackets and quotation marks are URLs only if they [conform](Self::conforms).
    #[must_use]
    pub fn links(&self) -> vec::IntoIter<Link<'static>> {
        let units = self.units();
        let of = self.collector(units.as_ref());
        let links = match &self.input {
            Input::Text(text) => strings::text(text, &self.search_config(), of).links,
            #[cfg(feature = "html")]
            Input::Page(page) => strings::page(page, &self.search_config(), of).links,
            #[cfg(feature = "mail")]
            Input::Archive(bytes, options) => {
                archive_source::links(bytes, self.sifter(options), of)
            }
        };
        links.into_iter()
    }

    /// Returns all decoded texts that are not empty or have links, in order, each with its links.
    ///
    /// The texts of a message are the header fields of the message and its parts, and the bodies of the parts; a text
    /// or a page is one text. A program that shows a text can underline its [pieces](DecodedText::pieces).
    #[must_use]
    pub fn texts(&self) -> vec::IntoIter<DecodedText> {
        let units = self.units();
        let of = self.collector(units.as_ref());
        let text = match &self.input {
            Input::Text(text) => strings::text(text, &self.search_config(), of),
            #[cfg(feature = "html")]
            Input::Page(page) => strings::page(page, &self.search_config(), of),
            #[cfg(feature = "mail")]
            Input::Archive(bytes, options) => {
                let sifter = self.sifter(options);
                return archive_source::texts(bytes, sifter, of, self.unit).into_iter();
            }
        };
        let mut texts = Vec::from_iter((!text.is_empty()).then_some(text));
        for text in &mut texts {
            text.finish(self.unit);
        }
        texts.into_iter()
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
    pub fn link_at(&self, offset: usize) -> Option<Link<'static>> {
        let links: Vec<_> = self.links().collect();
        let pieces = links.iter().enumerate().flat_map(|(index, link)| {
            let pieces = link.pieces();
            pieces.map(move |piece| (piece.start()..piece.end(), index))
        });
        let index = LinkMap::new(pieces).at(offset as u64)?;
        links.into_iter().nth(index)
    }

    /// Returns the configuration of a search for the wanted kinds.
    fn search_config(&self) -> Config {
        self.config.clone().delimiters(&self.kinds)
    }

    /// Returns the places in the string of the caller, unless it counts bytes.
    fn units(&self) -> Option<UnitOffsets<'s>> {
        let string = self.input.string()?;
        (self.unit != OffsetUnit::Utf8).then(|| UnitOffsets::new(string.as_bytes(), self.unit))
    }

    fn collector<'c>(&'c self, units: Option<&'c UnitOffsets<'c>>) -> Collector<'c> {
        Collector {
            kinds: &self.kinds,
            level: self.level,
            name: &self.name,
            units,
        }
    }

    #[cfg(feature = "mail")]
    fn sifter(&self, options: &ReadOptions) -> Sifter {
        Sifter::with(self.search_config())
            .reading(options.clone())
            .positions(true)
    }
}
