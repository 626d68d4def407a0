//! The owned links and texts of bytes that the archive reader decodes.

use std::ops::ControlFlow;

use urlsift_archive::{Place, TextUnit};

use crate::{DecodedText, Link, OffsetUnit, Section, Sifter, Sink, Skip, collector::Collector};

/// Returns the links of an archive.
pub(crate) fn links(bytes: &[u8], mut sifter: Sifter, of: Collector<'_>) -> Vec<Link<'static>> {
    let mut collect = CollectLinks {
        of,
        links: Vec::new(),
    };
    // Reading a slice does not fail, and the sink skips nothing.
    let _ = sifter.sift_slice(bytes, &mut collect);
    collect.links
}

/// Returns the texts of an archive, with the pieces of their links in the unit.
pub(crate) fn texts(
    bytes: &[u8],
    sifter: Sifter,
    of: Collector<'_>,
    unit: OffsetUnit,
) -> Vec<DecodedText> {
    let mut collect = CollectTexts {
        of,
        unit,
        texts: Vec::new(),
    };
    let _ = sifter.every_text(true).sift_slice(bytes, &mut collect);
    collect.end_text();
    collect.texts
}

struct CollectLinks<'s> {
    of: Collector<'s>,
    links: Vec<Link<'static>>,
}

impl Sink for CollectLinks<'_> {
    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        if self.of.wants(link) {
            self.links.push(self.of.complete(link.clone()));
        }
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
            Some(text) if text.is_empty() => {
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
        self.texts
            .push(DecodedText::begin(section(text.place), text.is_html));
    }

    fn text(&mut self, decoded: &[u8]) {
        if let Some(text) = self.texts.last_mut() {
            text.bytes.extend_from_slice(decoded);
        }
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        if self.of.wants(link)
            && let Some(text) = self.texts.last_mut()
        {
            text.links.push(self.of.complete(link.clone()));
        }
        ControlFlow::Continue(())
    }
}

/// Returns the section that a place is, for owned texts.
fn section(place: Place<'_>) -> Section {
    match place {
        Place::Header(name) => Section::header(name),
        Place::Part(part) => Section::part(part.path, part.media_type),
        _ => Section::Source,
    }
}
