//! Reads the values of iCalendar that are HTML.

use super::head::PropertyHead;
use crate::decode::{
    decoder::Decoder,
    html::Html,
    output::Output,
    page_event::{PageBuffers, PageEvents, PageReader},
};

/// Decodes the properties that are HTML as pages, each for itself, and passes on the others. The input is the same as
/// for [`Unescape`](super::Unescape), in which a CR ends each property.
///
/// Holds back what [`Html`] does.
#[derive(Debug)]
pub(crate) struct PropertyText {
    pages: Pages,
    head: PropertyHead,
    state: PropertyPart,
    /// The events of pages that have ended.
    events: PageEvents,
}

/// How values in HTML are read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pages {
    Skipped,
    /// The visible text.
    Shown,
    /// The same, and the attributes that contain URLs, of at most this many bytes.
    WithAttributes(usize),
}

/// The position in a property.
#[derive(Debug)]
enum PropertyPart {
    /// In the line break before a property.
    Before,
    Head,
    Value,
    Html(Box<Html>),
    Skipped,
}

impl PropertyText {
    /// Creates a decoder at the start of a property.
    pub(crate) fn new(pages: Pages) -> Self {
        Self {
            pages,
            head: PropertyHead::default(),
            state: PropertyPart::Head,
            events: PageEvents::new(),
        }
    }

    /// Reads more of a property. Returns the number of bytes used.
    fn property(&mut self, text: &[u8], at: u64, out: &mut Output) -> usize {
        match &mut self.state {
            PropertyPart::Before => {
                out.verbatim(&text[..1], at);
                self.state = PropertyPart::Head;
                return 1;
            }
            PropertyPart::Head => {
                let end = self.head.read(text);
                let used = end.unwrap_or(text.len());
                out.verbatim(&text[..used], at);
                if end.is_some() {
                    self.state = self.value();
                }
                return used;
            }
            PropertyPart::Value => out.verbatim(text, at),
            PropertyPart::Html(html) => html.decode(text, at, out),
            PropertyPart::Skipped => {}
        }
        text.len()
    }

    /// Returns how the value after the head is read.
    fn value(&self) -> PropertyPart {
        let html = match self.pages {
            _ if !self.head.is_html() => return PropertyPart::Value,
            Pages::Skipped => return PropertyPart::Skipped,
            Pages::Shown => Html::default(),
            Pages::WithAttributes(max_len) => {
                Html::with_attributes(max_len, PageBuffers::default())
            }
        };
        PropertyPart::Html(Box::new(html))
    }

    /// Ends the property before the offset `at`.
    fn end(&mut self, at: u64, out: &mut Output) {
        if let PropertyPart::Html(html) = &mut self.state {
            html.finish(at, out);
            self.events.extend(take_events(html));
        }
        self.state = PropertyPart::Before;
        self.head.clear();
    }
}

fn take_events(html: &mut Html) -> PageEvents {
    html.page().map(PageReader::take_events).unwrap_or_default()
}

impl Decoder for PropertyText {
    fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) {
        let end = memchr::memchr_iter(b'\r', input).chain([input.len()]);
        let mut used = 0;
        for end in end {
            while used < end {
                used += self.property(&input[used..end], at + used as u64, out);
            }
            if end < input.len() {
                let at = at + end as u64;
                self.end(at, out);
                // A page drops the line break before.
                out.replaced(b"\n", at..at + 1);
                used += 1;
            }
        }
    }

    fn finish(&mut self, at: u64, out: &mut Output) {
        self.end(at, out);
    }

    fn cut(&mut self, at: u64, out: &mut Output) {
        if let PropertyPart::Html(html) = &mut self.state {
            html.cut(at, out);
        }
    }

    fn page(&mut self) -> Option<&mut dyn PageReader> {
        Some(self)
    }
}

impl PageReader for PropertyText {
    /// No byte of a property depends on its markup.
    fn is_in_markup(&self) -> bool {
        false
    }

    fn take_events(&mut self) -> PageEvents {
        let mut events = std::mem::take(&mut self.events);
        if let PropertyPart::Html(html) = &mut self.state {
            events.extend(take_events(html));
        }
        events
    }

    fn reuse_events(&mut self, _events: PageEvents) {}

    fn take_buffers(&mut self) -> Option<PageBuffers> {
        None
    }
}
