//! The links in the attributes of an HTML page, in order with those in its text.

use std::{borrow::Cow, collections::VecDeque, mem, ops::Range, sync::Arc};

use urlsift_archive::{AttributeValue, Markup, Origin, OwnedOrigin};
use urlsift_rfc1738::{Base, Conformance};
use urlsift_scan::{
    Candidate, CandidateWarning, Config, Delimiter, Event, Reason, Rejection, attribute_urls,
};

#[cfg(feature = "mail")]
use crate::Position;
use crate::{
    Link, Markup as LinkMarkup, differing_hosts::hosts_of_markup, link_text::LinkText,
    markup::Surroundings, network_path::implied_scheme,
};

/// An event in the text or in an attribute.
#[derive(Debug)]
pub(crate) struct PageEvent {
    pub(crate) event: Event,
    /// Its place in the text: for an attribute, the empty range before the tag.
    pub(crate) in_text: Range<u64>,
    /// Its place in the file, stored for an event in the text if it waits beyond the call that found it.
    pub(crate) origin: Option<OwnedOrigin>,
    /// The position in the file, stored if the event waits beyond the block of the file in which it was found.
    #[cfg(feature = "mail")]
    pub(crate) position: Option<Position>,
    pub(crate) surroundings: Surroundings,
    /// The attribute, if a link is in one.
    pub(crate) markup: Option<Arc<LinkMarkup>>,
    /// The base URL at this place of the page, for a link in an attribute.
    pub(crate) base: Option<Arc<[u8]>>,
    /// Whether the event waits for the text of its link.
    is_waiting: bool,
}

/// The queue whose first event is the next one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Queue {
    Texts,
    Attributes,
}

/// The maximum number of conditional comments, and of elements, whose texts have no events that are kept.
const MAX_RANGES: usize = 1 << 10;

/// The maximum number of pairs of an element and an attribute that are shared between links.
const MAX_SHARED: usize = 8;

/// Merges the events in the attributes of a page with those in its text, in order.
///
/// An event in an attribute waits for the text of its link, which ends after at most 16 KiB of the page, and until all
/// events before it in the text are decided, for at most 64 KiB of the page. Later events wait for it.
#[derive(Debug, Default)]
pub(crate) struct PageLinks {
    max_len: usize,
    /// See [`Config::base`].
    wanted_base: Option<Arc<[u8]>>,
    texts: VecDeque<PageEvent>,
    attributes: VecDeque<PageEvent>,
    /// The links whose text is being collected, in order. At most the last one has no end.
    open: VecDeque<OpenLink>,
    /// The number of attribute events that are no longer in the queue.
    taken: usize,
    /// Pairs of offsets in the text, from [`Markup::Passed`]: once the text has reached the first offset, events at or
    /// before the second one no longer wait for the text.
    passed: VecDeque<(u64, u64)>,
    /// Events at or before this offset in the text no longer wait for the text.
    flushed: u64,
    /// The ranges of the text that are in conditional comments.
    conditions: Ranges<()>,
    /// The ranges of the text that `a` elements show, with the offsets in the file of their links.
    shown: Ranges<u64>,
    /// Whether the page has a `base` element with a URL. Only the first one counts.
    has_base: bool,
    /// The base URL that this element declares.
    base: Option<Arc<[u8]>>,
    /// The last element and attribute names, shared between links. They have no link text.
    shared: VecDeque<Arc<LinkMarkup>>,
}

/// Ranges of the text, in order, from the last event of the text on.
#[derive(Debug, Default)]
struct Ranges<T>(VecDeque<(Range<u64>, T)>);

impl<T: Copy> Ranges<T> {
    fn begin(&mut self, at: u64, value: T) {
        self.0.push_back((at..u64::MAX, value));
        if self.0.len() > MAX_RANGES {
            self.0.pop_front();
        }
    }

    /// Ends the last range, unless it has ended.
    fn end(&mut self, at: u64) {
        if let Some((range, _)) = self.0.back_mut() {
            range.end = range.end.min(at);
        }
    }

    /// Returns the value of the range that contains the start of an event, and drops those that end before it.
    fn at(&mut self, start: u64) -> Option<T> {
        while self
            .0
            .pop_front_if(|(range, _)| range.end <= start)
            .is_some()
        {}
        let mut ranges = self.0.iter();
        let found = ranges.find(|(range, _)| range.contains(&start));
        found.map(|(_, value)| *value)
    }
}

/// A link whose text is being collected.
#[derive(Debug)]
struct OpenLink {
    start: u64,
    end: Option<u64>,
    text: LinkText,
    /// The numbers of its events, counted from the first event of the page.
    first: usize,
    last: usize,
}

impl PageLinks {
    /// Creates a queue. Values that are longer than the limit are rejected.
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            max_len: config.length_limit(),
            wanted_base: config.wanted_base().cloned(),
            ..Self::default()
        }
    }

    /// Adds an event in the text.
    pub(crate) fn push_text(&mut self, event: Event) {
        let (start, end) = (event.span().start(), event.span().end());
        let mut found = PageEvent::new(event, start..end, None);
        found.surroundings.is_in_condition = self.conditions.at(start).is_some();
        found.surroundings.shown_by = self.shown.at(start);
        self.texts.push_back(found);
    }

    /// Adds markup. `at` is the number of bytes of text before it; `base` is the base URL of a page that declares none
    /// itself. `wants_text` says whether the alternative text of an element is wanted.
    pub(crate) fn push_markup(
        &mut self,
        at: u64,
        markup: &Markup<'_>,
        base: Option<&Arc<[u8]>>,
        wants_text: bool,
    ) {
        match markup {
            Markup::LinkStart => {
                let first = self.taken + self.attributes.len();
                self.open.push_back(OpenLink {
                    start: at,
                    end: None,
                    text: LinkText::default(),
                    first,
                    last: first,
                });
            }
            Markup::LinkEnd => {
                if let Some(link) = self.open.back_mut() {
                    link.end.get_or_insert(at);
                }
                self.shown.end(at);
            }
            Markup::Condition(true) => self.conditions.begin(at, ()),
            Markup::Condition(false) => self.conditions.end(at),
            Markup::Passed(before) => self.passed.push_back((at, *before)),
            Markup::Value(value) => self.push_value(at, value, base, wants_text),
            _ => {}
        }
    }

    fn push_value(
        &mut self,
        at: u64,
        value: &AttributeValue<'_>,
        fallback: Option<&Arc<[u8]>>,
        wants_text: bool,
    ) {
        let base = self.base.clone().or_else(|| fallback.cloned());
        if value.is_cut {
            let end = self.max_len as u64;
            let rejection = Rejection::undelimited(0, Delimiter::Attribute, Reason::TooLong, end);
            let origin = OwnedOrigin::of(value.origin, std::iter::once(0..end));
            let rejected = Event::Rejected(rejection);
            self.attributes
                .push_back(PageEvent::new(rejected, at..at, Some(origin)));
            return;
        }
        let of_link = (value.element == b"a")
            .then(|| self.open.back_mut().filter(|link| link.end.is_none()))
            .flatten()
            .is_some();
        let markup = self.markup_of(value);
        let alternative_text = value.alternative_text.filter(|_| wants_text);
        let alternative_text = alternative_text.map(|text| {
            let mut collected = LinkText::default();
            collected.push(text);
            collected.finish()
        });
        let mut with_text = None;
        for mut candidate in attribute_urls(value.name, value.bytes) {
            let wanted_base = self.wanted_base.as_ref().or(base.as_ref());
            if let Some(scheme) = implied_scheme(candidate.url(), wanted_base) {
                candidate.imply_scheme(scheme);
            }
            if value.element == b"base" && value.name == "href" && !self.has_base {
                self.has_base = true;
                self.base = declared_base(candidate.url(), fallback);
            }
            let origin = OwnedOrigin::of(value.origin, ranges(&candidate));
            if of_link && value.name == "href" {
                let link = origin.with(|origin| origin.start(candidate.span().start()));
                self.shown.begin(at, link);
            }
            let mut found = PageEvent::new(Event::Candidate(candidate), at..at, Some(origin));
            found.surroundings.is_in_condition = value.is_in_condition;
            found.surroundings.is_pixel = value.is_pixel;
            found.markup = Some(Arc::clone(&markup));
            found.base.clone_from(&base);
            found.is_waiting = of_link;
            if let Some(text) = &alternative_text {
                found.set_text(text, None, &mut with_text);
            }
            self.attributes.push_back(found);
            if of_link && let Some(link) = self.open.back_mut() {
                link.last = self.taken + self.attributes.len();
            }
        }
    }

    /// Returns the element and attribute of a value.
    fn markup_of(&mut self, value: &AttributeValue<'_>) -> Arc<LinkMarkup> {
        let is_same = |markup: &&Arc<LinkMarkup>| {
            markup.attribute() == value.name && markup.element().as_bytes() == value.element
        };
        if let Some(markup) = self.shared.iter().find(is_same) {
            return Arc::clone(markup);
        }
        let element = String::from_utf8_lossy(value.element);
        let markup = Arc::new(LinkMarkup::new(&element, value.name));
        self.shared.truncate(MAX_SHARED - 1);
        self.shared.push_front(Arc::clone(&markup));
        markup
    }

    /// Adds the next bytes of the text, which begin at the offset `start`, to the texts of the open links.
    pub(crate) fn read_text(&mut self, bytes: &[u8], start: u64) {
        let end = start + bytes.len() as u64;
        let mut open = mem::take(&mut self.open);
        open.retain_mut(|link| {
            let until = link.end.unwrap_or(u64::MAX);
            let from = (link.start.clamp(start, end) - start) as usize;
            let to = (until.clamp(start, end) - start) as usize;
            let is_full = from < to && link.text.push(&bytes[from..to]);
            let is_complete = is_full || until <= end;
            if is_complete {
                link.end = Some(until.min(end));
                self.end_link(link);
            }
            // The end tag of the last link may still come.
            !is_complete
        });
        self.open = open;
    }

    /// Completes the links at the front of the queue whose text ends at or before the offset `end` in the text.
    pub(crate) fn end_links(&mut self, end: u64) {
        while let Some(link) = self
            .open
            .pop_front_if(|link| link.end.is_some_and(|at| at <= end))
        {
            self.end_link(&link);
        }
    }

    /// Ends the page. The texts of all links are complete.
    pub(crate) fn end(&mut self) {
        for link in mem::take(&mut self.open) {
            self.end_link(&link);
        }
    }

    /// Sets the text of a link that is complete.
    fn end_link(&mut self, link: &OpenLink) {
        let text = link.text.finish();
        let mut with_text = None;
        for number in link.first..link.last {
            let index = number.checked_sub(self.taken);
            if let Some(event) = index.and_then(|index| self.attributes.get_mut(index))
                && event.is_waiting
            {
                let shown = link.end.map(|end| link.start..end);
                event.set_text(&text, shown, &mut with_text);
                event.is_waiting = false;
            }
        }
    }

    /// Returns the queue of the next event, if no other event can come before it. All events that begin before the
    /// offset `undecided` in the text have been found.
    pub(crate) fn next(&self, undecided: u64) -> Option<Queue> {
        let text = self.texts.front();
        let Some(attribute) = self.attributes.front() else {
            return text.map(|_| Queue::Texts);
        };
        let at = attribute.in_text.start;
        if text.is_some_and(|text| text.in_text.start < at) {
            return Some(Queue::Texts);
        }
        let is_decided = at <= undecided || at <= self.flushed;
        (is_decided && !attribute.is_waiting).then_some(Queue::Attributes)
    }

    /// Returns the first event of a queue.
    pub(crate) fn first(&self, queue: Queue) -> Option<&PageEvent> {
        match queue {
            Queue::Texts => self.texts.front(),
            Queue::Attributes => self.attributes.front(),
        }
    }

    /// Drops the first event of a queue.
    pub(crate) fn pop(&mut self, queue: Queue) {
        match queue {
            Queue::Texts => {
                self.texts.pop_front();
            }
            Queue::Attributes => {
                self.taken += usize::from(self.attributes.pop_front().is_some());
            }
        }
    }

    /// Stores the origins of the events in the text that still wait.
    pub(crate) fn keep_places(&mut self, origin: &Origin<'_>) {
        for text in self.texts.iter_mut().rev() {
            if text.origin.is_some() {
                break;
            }
            text.origin = Some(match &text.event {
                Event::Candidate(candidate) => OwnedOrigin::of(origin, ranges(candidate)),
                Event::Rejected(rejected) => {
                    OwnedOrigin::of(origin, std::iter::once(rejected.start..rejected.at))
                }
            });
        }
    }
}

/// For a page that arrives in chunks, and one page after another.
#[cfg(feature = "mail")]
impl PageLinks {
    /// Begins a text, which may be on the same page as the text before it.
    pub(crate) fn begin(&mut self, continues_page: bool) {
        self.texts.clear();
        self.attributes.clear();
        self.open.clear();
        self.taken = 0;
        self.passed.clear();
        self.flushed = 0;
        self.conditions.0.clear();
        self.shown.0.clear();
        if !continues_page {
            self.has_base = false;
            self.base = None;
        }
    }

    /// Returns the next offset in the text at which events stop waiting, and the offset to [flush](Self::flush) then,
    /// if the first one is at or before the offset `end`.
    pub(crate) fn passed_before(&mut self, end: u64) -> Option<(u64, u64)> {
        self.passed.pop_front_if(|(at, _)| *at <= end)
    }

    /// Says that the text is decided up to an offset: events at or before it no longer wait for the text.
    pub(crate) fn flush(&mut self, at: u64) {
        self.flushed = at;
    }

    /// Ends a page whose rest is lost. A link whose text is not complete is dropped.
    pub(crate) fn cut(&mut self) {
        self.open.clear();
        self.attributes.retain(|event| !event.is_waiting);
    }

    /// Returns the offset in the text of the first event after the first one of a queue.
    pub(crate) fn following(&self, queue: Queue) -> Option<u64> {
        match queue {
            Queue::Texts => self.first_after(1, 0),
            Queue::Attributes => self.first_after(0, 1),
        }
    }

    /// Returns the offset in the text of the earliest pending event, apart from the first `texts` events of the text
    /// and the first `attributes` events of attributes.
    fn first_after(&self, texts: usize, attributes: usize) -> Option<u64> {
        let events = [self.texts.get(texts), self.attributes.get(attributes)];
        let starts = events
            .into_iter()
            .flatten()
            .map(|event| event.in_text.start);
        starts.min()
    }

    /// Returns the offset in the text of the first queued event.
    pub(crate) fn first_in_text(&self) -> Option<u64> {
        self.first_after(0, 0)
    }

    /// Stores the positions of the events that still wait, given a function from offsets in the file.
    pub(crate) fn note_positions(&mut self, mut locate: impl FnMut(u64) -> Option<Position>) {
        for queue in [&mut self.texts, &mut self.attributes] {
            let events = queue.iter_mut().rev();
            for event in events.take_while(|event| event.position.is_none()) {
                let start = event.event.span().start();
                let origin = event.origin.as_ref();
                event.position =
                    origin.and_then(|origin| origin.with(|origin| locate(origin.start(start))));
            }
        }
    }
}

impl PageEvent {
    fn new(event: Event, in_text: Range<u64>, origin: Option<OwnedOrigin>) -> Self {
        Self {
            event,
            in_text,
            origin,
            #[cfg(feature = "mail")]
            position: None,
            surroundings: Surroundings::default(),
            markup: None,
            base: None,
            is_waiting: false,
        }
    }

    /// Sets what the page says about the link, and the attribute that contains it.
    pub(crate) fn complete<'t>(&'t self, link: &mut Link<'t>) {
        link.surroundings = self.surroundings.clone();
        if let Some(markup) = &self.markup {
            link.markup = Some(Cow::Borrowed(markup));
            link.base = self.base.clone().map(Into::into);
            link.text_start = self.in_text.start;
        }
    }

    /// Sets the text of the link, if it has any, and where it is shown, and warns if it shows another host. The URLs of
    /// an attribute share `with_text`.
    fn set_text(
        &mut self,
        text: &str,
        shown: Option<Range<u64>>,
        with_text: &mut Option<Arc<LinkMarkup>>,
    ) {
        if text.is_empty() {
            return;
        }
        let Some(markup) = self.markup.take() else {
            return;
        };
        let shared = with_text.take();
        let shared = shared.filter(|shared| shared.attribute() == markup.attribute());
        let markup = shared.unwrap_or_else(|| {
            let markup = LinkMarkup::clone(&markup).with_text(text);
            Arc::new(match shown {
                Some(shown) => markup.with_shown(shown),
                None => markup,
            })
        });
        *with_text = Some(Arc::clone(&markup));
        if let Event::Candidate(candidate) = &mut self.event
            && hosts_of_markup(&markup, candidate.url(), || {
                Base::new(self.base.as_deref()?).ok()
            })
            .is_some()
        {
            candidate.warn(CandidateWarning::TextDiffers);
        }
        self.markup = Some(markup);
    }
}

/// Returns the base URL that a `base` declares, which may be relative to the `fallback`; the fallback if it is no URL.
fn declared_base(url: &[u8], fallback: Option<&Arc<[u8]>>) -> Option<Arc<[u8]>> {
    if Conformance::of(url) != Conformance::Relative {
        return Base::new(url).ok().map(|_| Arc::from(url));
    }
    let fallback = Base::new(fallback?).ok()?;
    Some(Arc::from(fallback.resolve(url)))
}

/// Returns the pieces of a candidate and the bytes of its span around them, as ranges of the text.
fn ranges(candidate: &Candidate) -> impl Iterator<Item = Range<u64>> {
    let mut at = candidate.span().start();
    let pieces = candidate.pieces().iter();
    let ends = pieces.flat_map(|piece| [piece.start(), piece.end()]);
    let ends = ends.chain([candidate.span().end()]);
    let ranges = ends.map(move |end| mem::replace(&mut at, end)..end);
    ranges.filter(|range| !range.is_empty())
}
