//! Reads the attributes that contain URLs, and finds the bounds of the text of links.

use std::{mem, ops::Range};

use memchr::{memchr_iter, memchr2, memmem, memrchr};

use super::{
    element::Role,
    known_attribute::KnownAttribute,
    tag::{Attribute, is_white_space},
    value::ValueReader,
    whole_tag::read_attributes,
};
use crate::decode::{
    output::Output,
    page_event::{PageBuffers, PageEvent, PageEventKind, PageEvents, PageValue, PageValues},
};

/// The value of `http-equiv` with which the `content` of a `meta` contains a URL.
const REFRESH: &[u8] = b"refresh";

/// The maximum number of bytes that are read of the alternative text of an `area`.
const MAX_ALTERNATIVE_TEXT: usize = 4 << 10;

/// The maximum number of bytes of an element's name that are kept.
const MAX_ELEMENT: usize = 64;

/// The number of bytes of a page after the start tag of a link at which the text of the link ends at the latest.
const MAX_LINK: u64 = 16 << 10;

/// The number of bytes of a page after which [`Markup::Passed`](crate::Markup::Passed) is reported.
const INTERVAL: u64 = 32 << 10;

/// The number of bytes of a style sheet that are searched for URLs at a time.
const MAX_STYLE: usize = 16 << 10;

/// The maximum number of values whose buffers are kept.
const MAX_SPARE: usize = 64;

/// Reads the attributes of start tags.
///
/// Until a tag ends, the first value of each attribute in the table is stored, up to the maximum length.
#[derive(Debug)]
pub(super) struct AttributeReader {
    max_len: usize,
    tag: TagAttributes,
    events: PageEvents,
    /// Values that were reported, whose buffers are reused.
    spare: PageValues,
    /// The offset in the page at which the text of the open link ends at the latest.
    link_until: Option<u64>,
    /// The offset in the page at which the next interval begins.
    next_interval: u64,
    /// The number of bytes of text at the start of the current interval.
    text_before: u64,
    /// Whether the page is in a conditional comment.
    is_in_condition: bool,
    /// The content of the open `style` that was not searched.
    style: Option<Box<PageValue>>,
}

/// The attributes of the current tag.
#[derive(Debug, Default)]
struct TagAttributes {
    element: Vec<u8>,
    /// The name of the current attribute, or its start if it is longer than any known one.
    name: Vec<u8>,
    /// The known attributes that were seen, as bits.
    seen: u32,
    /// The known attribute whose value follows, if it is the first one of this name.
    current: Option<KnownAttribute>,
    /// The reader of the current value, and the value read so far.
    value: Option<(ValueReader, Box<PageValue>)>,
    values: PageValues,
    is_refresh: bool,
    alternative_text: Option<Vec<u8>>,
    /// The number of sides of an image that are at most a pixel long.
    short_sides: usize,
    /// The values of a tag that is read as a whole, as ranges of the input after its name.
    whole: Vec<(KnownAttribute, Range<usize>)>,
}

impl AttributeReader {
    /// Creates a reader of values of at most `max_len` bytes.
    pub(super) fn new(max_len: usize, buffers: PageBuffers) -> Self {
        Self {
            max_len,
            tag: TagAttributes::default(),
            events: buffers.events,
            spare: buffers.values,
            link_until: None,
            next_interval: INTERVAL,
            text_before: 0,
            is_in_condition: false,
            style: None,
        }
    }

    /// Begins or ends the content of a conditional comment.
    pub(super) fn set_condition(&mut self, is_in_condition: bool, out: &Output) {
        self.is_in_condition = is_in_condition;
        self.report(PageEventKind::Condition(is_in_condition), out);
    }

    /// Begins the content of a `style`.
    pub(super) fn begin_style(&mut self) {
        self.style = Some(Box::default());
    }

    /// Reads bytes of the content of a `style`, if one is open. They begin at the offset `at`.
    pub(super) fn push_style(&mut self, bytes: &[u8], at: u64, out: &Output) {
        let (mut rest, mut at) = (bytes, at);
        while let Some(style) = self.style.as_mut().filter(|_| !rest.is_empty()) {
            let room = MAX_STYLE - style.value.bytes().len();
            let (read, after) = rest.split_at(room.min(rest.len()));
            style.value.verbatim(read, at);
            (rest, at) = (after, at + read.len() as u64);
            if read.len() == room {
                self.search_style(out);
            }
        }
    }

    /// Searches the content of the open `style` up to the end of its last rule, and keeps the rest.
    fn search_style(&mut self, out: &Output) {
        let Some(style) = self.style.take() else {
            return;
        };
        let bytes = style.value.bytes();
        let mut rest = Box::<PageValue>::default();
        if let Some(end) = memrchr(b'}', bytes) {
            let at = style.value.map().start(end as u64 + 1);
            rest.value.verbatim(&bytes[end + 1..], at);
        }
        self.report_style(style, out);
        self.style = Some(rest);
    }

    /// Ends the content of a `style`, if one is open.
    pub(super) fn end_style(&mut self, out: &Output) {
        if let Some(style) = self.style.take() {
            self.report_style(style, out);
        }
    }

    fn report_style(&mut self, mut style: Box<PageValue>, out: &Output) {
        if may_have_urls(style.value.bytes()) {
            style
                .element
                .extend_from_slice(KnownAttribute::STYLE.name().as_bytes());
            style.name = KnownAttribute::STYLE.name();
            style.is_in_condition = self.is_in_condition;
            self.report(PageEventKind::Value(style), out);
        }
    }

    /// Takes the events of the page so far.
    pub(super) fn take_events(&mut self) -> PageEvents {
        mem::take(&mut self.events)
    }

    /// Takes the buffers for the next page.
    pub(super) fn take_buffers(&mut self) -> PageBuffers {
        self.events.clear();
        PageBuffers {
            events: mem::take(&mut self.events),
            values: mem::take(&mut self.spare),
        }
    }

    /// Takes back events that were reported, to reuse their buffers.
    pub(super) fn reuse_events(&mut self, mut events: PageEvents) {
        for event in events.drain(..) {
            if let PageEventKind::Value(value) = event.kind {
                self.reuse(value);
            }
        }
        if self.events.is_empty() {
            self.events = events;
        }
    }

    /// Returns the offset in the page at which [`reach`](Self::reach) is to be called next.
    pub(super) fn next_stop(&self) -> u64 {
        self.next_interval
            .min(self.link_until.unwrap_or(self.next_interval))
    }

    /// Reports what ends at the offset `at` of the page.
    pub(super) fn reach(&mut self, at: u64, out: &Output) {
        if self.link_until.is_some_and(|until| until <= at) {
            self.end_link(out);
        }
        if self.next_interval <= at {
            self.next_interval = at + INTERVAL;
            self.report(PageEventKind::Passed(self.text_before), out);
            self.text_before = out.map().len();
        }
    }

    /// Begins a start tag.
    pub(super) fn begin_tag(&mut self) {
        self.tag.element.clear();
        self.tag.seen = 0;
        self.tag.values.clear();
        self.tag.value = None;
        self.tag.current = None;
        self.tag.is_refresh = false;
        self.tag.alternative_text = None;
        self.tag.short_sides = 0;
    }

    /// Reads bytes of the tag's name.
    pub(super) fn push_element(&mut self, bytes: &[u8]) {
        let room = MAX_ELEMENT - self.tag.element.len();
        let bytes = bytes.iter().take(room);
        self.tag.element.extend(bytes.map(u8::to_ascii_lowercase));
    }

    /// Reads the bytes of a tag with which its state changes. They begin at the offset `at`.
    pub(super) fn read(
        &mut self,
        before: Attribute,
        after: Option<Attribute>,
        bytes: &[u8],
        at: u64,
    ) {
        use Attribute::{AfterName, BeforeName, BeforeValue, Name, QuotedValue, UnquotedValue};
        let end = at + bytes.len() as u64;
        match (before, after) {
            (BeforeName | AfterName, Some(Name)) => {
                if matches!(before, AfterName) {
                    self.tag.end_name();
                }
                self.tag.name.clear();
                self.tag.push_name(bytes);
            }
            (Name, Some(Name)) => self.tag.push_name(bytes),
            (Name | AfterName, Some(AfterName)) => {}
            (Name | AfterName, _) => self.tag.end_name(),
            (BeforeValue, Some(QuotedValue(_))) => self.begin_value(),
            (BeforeValue, Some(UnquotedValue)) => {
                self.begin_value();
                self.tag.read_value(bytes, at);
            }
            (QuotedValue(_), Some(BeforeName)) => {
                self.tag.read_value(&bytes[..bytes.len() - 1], at);
                self.tag.end_value(end - 1);
            }
            (QuotedValue(_) | UnquotedValue, Some(QuotedValue(_) | UnquotedValue)) => {
                self.tag.read_value(bytes, at);
            }
            (UnquotedValue, _) => self.tag.end_value(at),
            (BeforeName | BeforeValue | QuotedValue(_), _) => {}
        }
    }

    /// Reads a start tag after its name, at the offset `at`, as the other functions do step by step, if it ends in the
    /// input. Returns the length. If the tag does not end in the input, no value has been read.
    pub(super) fn read_whole(
        &mut self,
        element: &[u8],
        role: Role,
        input: &[u8],
        at: u64,
    ) -> Option<usize> {
        self.tag.values.clear();
        self.tag.alternative_text = None;
        self.tag.short_sides = 0;
        let (mut seen, whole) = (0, &mut self.tag.whole);
        whole.clear();
        let len = read_attributes(input, |name, value| {
            if let Some(known) = KnownAttribute::named(name, role)
                && seen & known.bit() == 0
            {
                seen |= known.bit();
                let value = value.filter(|value| {
                    known != KnownAttribute::STYLE || may_have_urls(&input[value.clone()])
                });
                whole.extend(value.map(|value| (known, value)));
            }
        })?;
        if whole.is_empty() {
            // As in most tags.
            return Some(len);
        }
        self.tag.is_refresh = false;
        self.tag.element.clear();
        self.push_element(element);
        let mut whole = mem::take(&mut self.tag.whole);
        for (known, value) in whole.drain(..) {
            let (start, end) = (at + value.start as u64, at + value.end as u64);
            let value = &input[value];
            if known.is_side() && value.iter().all(u8::is_ascii_alphanumeric) {
                self.tag.short_sides += usize::from(is_short(value));
                continue;
            }
            if self.read_plain(known, value, start) {
                continue;
            }
            self.tag.current = Some(known);
            self.begin_value();
            self.tag.read_value(value, start);
            self.tag.end_value(end);
        }
        self.tag.whole = whole;
        Some(len)
    }

    /// Reads a whole value at the offset `at`, if it is a URL in which all bytes stand for themselves, as most are.
    fn read_plain(&mut self, known: KnownAttribute, value: &[u8], at: u64) -> bool {
        let is_plain = known.is_url()
            && value.len() <= self.max_len
            && value.first().is_some_and(|&first| !is_white_space(first))
            && memchr2(b'&', 0, value).is_none();
        if is_plain {
            let mut read = self.spare.pop().unwrap_or_default();
            read.value.clear();
            read.value.verbatim(value, at);
            (read.name, read.is_cut) = (known.name(), false);
            self.tag.values.push(read);
        }
        is_plain
    }

    fn begin_value(&mut self) {
        let max_len = match self.tag.current {
            Some(KnownAttribute::ALTERNATIVE_TEXT) => MAX_ALTERNATIVE_TEXT,
            Some(_) => self.max_len,
            None => return,
        };
        let mut value = self.spare.pop().unwrap_or_default();
        let out = mem::take(&mut value.value);
        self.tag.value = Some((ValueReader::new(max_len, out), value));
    }

    /// Ends a tag before the offset `end` of the page. `is_link` says whether it is an `a`.
    pub(super) fn close_tag(&mut self, is_link: bool, is_end: bool, end: u64, out: &Output) {
        if is_link {
            self.end_link(out);
        }
        if is_end {
            return;
        }
        if is_link {
            self.report(PageEventKind::LinkStart, out);
            self.link_until = Some(end + MAX_LINK);
        }
        if self.tag.values.is_empty() {
            // As in most tags.
            return;
        }
        let alternative_text = self.tag.alternative_text.take();
        let mut values = mem::take(&mut self.tag.values);
        for mut value in values.drain(..) {
            if value.value.bytes().is_empty()
                || (value.name == KnownAttribute::CONTENT.name() && !self.tag.is_refresh)
            {
                self.reuse(value);
                continue;
            }
            value.is_in_condition = self.is_in_condition;
            value.is_pixel = self.tag.short_sides == 2;
            value.element.clone_from(&self.tag.element);
            value.alternative_text.clone_from(&alternative_text);
            self.report(PageEventKind::Value(value), out);
        }
        self.tag.values = values;
    }

    /// Ends the text of the open link, if any.
    fn end_link(&mut self, out: &Output) {
        if self.link_until.take().is_some() {
            self.report(PageEventKind::LinkEnd, out);
        }
    }

    /// Keeps the buffers of a value for another one.
    fn reuse(&mut self, value: Box<PageValue>) {
        if self.spare.len() < MAX_SPARE && value.is_small() {
            self.spare.push(value);
        }
    }

    fn report(&mut self, kind: PageEventKind, out: &Output) {
        let at = out.map().len();
        self.events.push_back(PageEvent { at, kind });
    }
}

impl TagAttributes {
    fn push_name(&mut self, bytes: &[u8]) {
        let room = KnownAttribute::MAX_NAME + 1 - self.name.len();
        self.name.extend(bytes.iter().take(room));
    }

    /// Ends the name of an attribute, whose value may follow. Only the first attribute of a name counts (§13.2.5.33).
    fn end_name(&mut self) {
        let role = match &*self.element {
            b"meta" => Role::Meta,
            b"area" => Role::Area,
            b"img" => Role::Image,
            _ => Role::Other,
        };
        let known = KnownAttribute::named(&self.name, role);
        self.current = known.filter(|known| self.seen & known.bit() == 0);
        self.seen |= self.current.map_or(0, KnownAttribute::bit);
    }

    fn read_value(&mut self, bytes: &[u8], at: u64) {
        if let Some((value, _)) = &mut self.value {
            value.read(bytes, at);
        }
    }

    /// Ends a value before the offset `at`.
    fn end_value(&mut self, at: u64) {
        let Some(((value, mut read), name)) = self.value.take().zip(self.current.take()) else {
            return;
        };
        let (value, is_cut) = value.finish(at);
        match name {
            KnownAttribute::PRAGMA => self.is_refresh = value.bytes().eq_ignore_ascii_case(REFRESH),
            KnownAttribute::ALTERNATIVE_TEXT => {
                self.alternative_text = Some(value.bytes().to_vec());
            }
            KnownAttribute::STYLE if !may_have_urls(value.bytes()) => {}
            side if side.is_side() => self.short_sides += usize::from(is_short(value.bytes())),
            _ => {
                (read.name, read.value, read.is_cut) = (name.name(), value, is_cut);
                self.values.push(read);
            }
        }
    }
}

/// Returns whether the length of a side is at most a pixel.
fn is_short(side: &[u8]) -> bool {
    matches!(side, b"0" | b"1" | b"0px" | b"1px")
}

/// Returns whether a style sheet, or the value of a `style`, may have URLs.
fn may_have_urls(style: &[u8]) -> bool {
    let is_url = |at: usize| at >= 3 && style[at - 3..at].eq_ignore_ascii_case(b"url");
    memchr_iter(b'(', style).any(is_url) || memmem::find(style, b"@import").is_some()
}
