//! The owned links and texts of bytes that the archive reader decodes.

use std::{ops::ControlFlow, sync::Arc};

use crate::Section;
use urlsift_archive::{Place, TextUnit};

use crate::{DecodedText, LinkRef, OffsetUnit, Sifter, Sink, Skip, collector::Collector};

/// Returns the links of an archive.
pub(crate) fn links(
    bytes: &[u8],
    mut sifter: Sifter,
    name: &Arc<[u8]>,
    of: Collector<'_>,
) -> Vec<crate::Link> {
    let mut collect = CollectLinks {
        of,
        name,
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
    name: &Arc<[u8]>,
    of: Collector<'_>,
    unit: OffsetUnit,
) -> Vec<DecodedText> {
    let mut collect = CollectTexts {
        of,
        name,
        unit,
        texts: Vec::new(),
    };
    let _ = sifter.every_text(true).sift_slice(bytes, &mut collect);
    collect.end_text();
    collect.texts
}

struct CollectLinks<'s> {
    of: Collector<'s>,
    name: &'s Arc<[u8]>,
    links: Vec<crate::Link>,
}

impl Sink for CollectLinks<'_> {
    fn link(&mut self, link: &LinkRef<'_>) -> ControlFlow<Skip> {
        if self.of.wants(link.candidate().delimiter()) {
            let link = link.to_record(Arc::clone(self.name));
            self.links.push(self.of.place(link));
        }
        ControlFlow::Continue(())
    }
}

struct CollectTexts<'s> {
    of: Collector<'s>,
    name: &'s Arc<[u8]>,
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
            .push(DecodedText::begin(section(text.place()), text.is_html()));
    }

    fn text(&mut self, decoded: &[u8]) {
        if let Some(text) = self.texts.last_mut() {
            text.bytes.extend_from_slice(decoded);
        }
    }

    fn link(&mut self, link: &LinkRef<'_>) -> ControlFlow<Skip> {
        if self.of.wants(link.candidate().delimiter())
            && let Some(text) = self.texts.last_mut()
        {
            let link = link.to_record(Arc::clone(self.name));
            text.links.push(self.of.place(link));
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
