//! Searches strings in memory: a text, or an HTML page that is decoded already.
//!
//! The `Sifter` gives the same links, but needs the reader of archives. The search of a text and the order of the links
//! of a page are the same code. Only where a URL has more than 32 KiB of markup in it, the sifter, which holds no page,
//! reports a later link of an attribute before it.

use std::borrow::Cow;

#[cfg(feature = "html")]
use urlsift_archive::{Markup, Origin, PageVisitor, read_page};
use urlsift_scan::{Config, Event};

use crate::{
    DecodedText, Link, Section, collector::Collector, lines::LineCounter, place::Place,
    searcher::TextSearcher,
};
#[cfg(feature = "html")]
use crate::{Delimiter, Span, page::PageLinks};

/// The number of bytes searched at a time, so that the text stays in the cache.
const BLOCK: usize = 16 << 10;

/// Returns a text and its links.
pub(crate) fn text(text: &str, config: &Config, of: Collector<'_>) -> DecodedText {
    let mut found = DecodedText::begin(Section::Source, false);
    found.bytes.extend_from_slice(text.as_bytes());
    let mut owner = Owner::new(text, of);
    let mut report = |event: &Event| {
        if let Event::Candidate(candidate) = event {
            let place = Place::of(candidate, |span| span);
            let section = Cow::Owned(Section::Source);
            let link = Link::of(Cow::Borrowed(candidate), place, section);
            found.links.extend(owner.own(link));
        }
    };
    let mut searcher = TextSearcher::new(config);
    for block in text.as_bytes().chunks(BLOCK) {
        searcher.push(block, 0, 0, &mut report);
    }
    searcher.finish(&mut report);
    found
}

/// Returns the text that a page shows, and the links of the page.
#[cfg(feature = "html")]
pub(crate) fn page(page: &str, config: &Config, of: Collector<'_>) -> DecodedText {
    let mut visitor = PageSearch {
        searcher: TextSearcher::new(config),
        events: PageLinks::new(config),
        owner: Owner::new(page, of),
        text: DecodedText::begin(Section::Source, true),
    };
    visitor.searcher.set_html(true);
    read_page(page.as_bytes(), config.length_limit(), &mut visitor);
    visitor.text
}

/// Makes owned links of those in a string.
struct Owner<'s> {
    string: &'s [u8],
    of: Collector<'s>,
    lines: LineCounter,
}

impl<'s> Owner<'s> {
    fn new(string: &'s str, of: Collector<'s>) -> Self {
        Self {
            string: string.as_bytes(),
            of,
            lines: LineCounter::default(),
        }
    }

    /// Returns a link with its position, if it is wanted.
    fn own(&mut self, link: Link<'_>) -> Option<Link<'static>> {
        if !self.of.wants(&link) {
            return None;
        }
        let start = link.span().start();
        let position = self.lines.locate(self.string, 0, start);
        Some(self.of.complete(link.with_position(position)))
    }
}

/// Searches the text of a page as it is decoded.
#[cfg(feature = "html")]
struct PageSearch<'s> {
    searcher: TextSearcher,
    events: PageLinks,
    owner: Owner<'s>,
    text: DecodedText,
}

#[cfg(feature = "html")]
impl PageVisitor for PageSearch<'_> {
    fn markup(&mut self, at: u64, markup: &Markup<'_>) {
        self.events.push_markup(at, markup, None, true);
        self.events.end_links(self.text.bytes.len() as u64);
    }

    fn text(&mut self, bytes: &[u8], origin: &Origin<'_>) {
        let start = self.text.bytes.len() as u64;
        let mut report = |event: &Event| self.events.push_text(event.clone());
        self.searcher.push(bytes, 0, 0, &mut report);
        self.events.read_text(bytes, start);
        self.events.keep_places(origin);
        self.text.bytes.extend_from_slice(bytes);
    }

    fn end(&mut self, origin: &Origin<'_>) {
        let mut report = |event: &Event| self.events.push_text(event.clone());
        self.searcher.finish(&mut report);
        self.events.keep_places(origin);
        self.events.end();
        while let Some(queue) = self.events.next(u64::MAX)
            && let Some(next) = self.events.first(queue)
        {
            if let (Event::Candidate(candidate), Some(origin)) = (&next.event, &next.origin) {
                let place = Place::of(candidate, |span: Span| {
                    let source = origin.with(|origin| origin.source(span.start()..span.end()));
                    Span::new(source.start, source.end)
                });
                let section = Cow::Owned(Section::Source);
                let mut link = Link::of(Cow::Borrowed(candidate), place, section);
                next.complete(&mut link);
                // A reader of messages does not know them otherwise.
                if !self.owner.of.kinds.contains(&Delimiter::Attribute) {
                    link.surroundings.shown_by = None;
                }
                self.text.links.extend(self.owner.own(link));
            }
            self.events.pop(queue);
        }
    }
}
