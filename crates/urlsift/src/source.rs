//! Owned links of a message or a text in memory.

use std::{mem, ops::ControlFlow, sync::Arc, vec};

use urlsift_archive::{Kind, ReadOptions, TextUnit};
use urlsift_record as record;

use crate::{Link, Sink, Skip, extract::Sifter};

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

/// Returns a [`Source`] for a decoded text, such as a mail client shows. The text is scanned as it is: it has
/// no header, and nothing is decoded.
///
/// ```
/// let text = "> It is in <URL:http://ds.internic.\n> net/rfc/rfc1738.txt>.";
/// let link = urlsift::text(text).links().next().unwrap();
/// let underlined: Vec<_> = link.text_pieces().map(|piece| &text[piece.range()]).collect();
/// assert_eq!(underlined, ["http://ds.internic.", "net/rfc/rfc1738.txt"]);
/// ```
#[must_use]
pub fn text(decoded: &str) -> Source<'_> {
    Source::new(
        decoded.as_bytes(),
        ReadOptions::new().kind(Some(Kind::Text)),
    )
}

/// Bytes in memory, whose links can be read as owned links.
///
/// A [`Sink`] needs less memory and can end the reading.
#[derive(Clone, Debug)]
pub struct Source<'s> {
    bytes: &'s [u8],
    options: ReadOptions,
    name: Arc<[u8]>,
}

impl<'s> Source<'s> {
    /// Creates a source that is read with these options.
    #[must_use]
    pub fn new(bytes: &'s [u8], options: ReadOptions) -> Self {
        Self {
            bytes,
            options,
            name: Arc::from(*b""),
        }
    }

    /// Sets the [path](record::Link::path) of the links, which is empty by default.
    #[must_use]
    pub fn named(mut self, name: &[u8]) -> Self {
        self.name = Arc::from(name);
        self
    }

    /// Returns the links, with their positions, in the order of their `<`.
    ///
    /// Links of every [conformance](record::Link::conformance) are returned, including strings that are not a
    /// URL by any standard.
    #[must_use]
    pub fn links(&self) -> vec::IntoIter<record::Link> {
        let mut collect = CollectLinks {
            name: Arc::clone(&self.name),
            links: Vec::new(),
        };
        self.sift(&mut collect);
        collect.links.into_iter()
    }

    /// Returns the decoded texts that contain links, each with its links.
    ///
    /// The texts of a message are the header fields of the message and its parts, and the bodies of the parts.
    /// A program that shows a text can underline the [pieces](record::Link::text_pieces) of each link in it.
    #[must_use]
    pub fn texts(&self) -> vec::IntoIter<DecodedText> {
        let mut collect = CollectTexts {
            name: Arc::clone(&self.name),
            current: DecodedText::default(),
            texts: Vec::new(),
        };
        self.sift(&mut collect);
        collect.end_text();
        collect.texts.into_iter()
    }

    fn sift(&self, sink: &mut impl Sink) {
        // Reading a slice does not fail, and the sinks skip nothing.
        let _ = Sifter::new()
            .reading(self.options.clone())
            .positions(true)
            .sift_slice(self.bytes, sink);
    }
}

/// A decoded text, as it was scanned, and the links in it.
#[derive(Clone, Debug, Default)]
pub struct DecodedText {
    bytes: Vec<u8>,
    links: Vec<record::Link>,
}

impl DecodedText {
    /// Returns the bytes of the text. They are UTF-8, unless the charset is unknown or the text is damaged.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the links in the text, in order.
    #[must_use]
    pub fn links(&self) -> &[record::Link] {
        &self.links
    }
}

struct CollectLinks {
    name: Arc<[u8]>,
    links: Vec<record::Link>,
}

impl Sink for CollectLinks {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        self.links.push(link.to_record(Arc::clone(&self.name)));
        ControlFlow::Continue(())
    }
}

struct CollectTexts {
    name: Arc<[u8]>,
    current: DecodedText,
    texts: Vec<DecodedText>,
}

impl CollectTexts {
    fn end_text(&mut self) {
        let text = mem::take(&mut self.current);
        if !text.links.is_empty() {
            self.texts.push(text);
        }
    }
}

impl Sink for CollectTexts {
    fn begin_text(&mut self, _: &TextUnit<'_>) {
        self.end_text();
    }

    fn text(&mut self, decoded: &[u8]) {
        self.current.bytes.extend_from_slice(decoded);
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let link = link.to_record(Arc::clone(&self.name));
        self.current.links.push(link);
        ControlFlow::Continue(())
    }
}
