//! The markup that the reader of an HTML page reports besides the text.

use std::collections::VecDeque;

use super::output::Output;
use crate::{AttributeValue, Markup, Origin, origin::OffsetMap};

/// Markup between two bytes of the text of a page; see [`Markup`](crate::Markup).
#[derive(Debug)]
pub(crate) struct PageEvent {
    /// The number of bytes of text before it.
    pub(crate) at: u64,
    pub(crate) kind: PageEventKind,
}

#[derive(Debug)]
pub(crate) enum PageEventKind {
    Value(Box<PageValue>),
    LinkStart,
    LinkEnd,
    Passed(u64),
    Condition(bool),
}

impl PageEvent {
    /// Calls `then` with the markup. `maps` are the maps of the text, from the last stage down to the file; the first
    /// of them is replaced.
    pub(crate) fn with_markup<'e, R>(
        &'e self,
        maps: &mut [&'e OffsetMap],
        then: impl FnOnce(&Markup<'_>) -> R,
    ) -> R {
        let value = match &self.kind {
            PageEventKind::LinkStart => return then(&Markup::LinkStart),
            PageEventKind::LinkEnd => return then(&Markup::LinkEnd),
            PageEventKind::Passed(text) => return then(&Markup::Passed(*text)),
            PageEventKind::Condition(is_in) => return then(&Markup::Condition(*is_in)),
            PageEventKind::Value(value) => value,
        };
        // The value takes the place of the text.
        maps[0] = value.value.map();
        then(&Markup::Value(AttributeValue {
            element: &value.element,
            name: value.name,
            bytes: value.value.bytes(),
            is_cut: value.is_cut,
            is_in_condition: value.is_in_condition,
            is_pixel: value.is_pixel,
            alternative_text: value.alternative_text.as_deref(),
            origin: &Origin::new(maps),
        }))
    }
}

/// Events in the order in which they occur.
pub(crate) type PageEvents = VecDeque<PageEvent>;

/// Reads an HTML page, and the markup in it.
pub(crate) trait PageReader {
    /// Returns whether the next byte is in a tag, in a comment, or in an element that is not shown.
    fn is_in_markup(&self) -> bool;

    /// Takes the events since the last call, in order.
    fn take_events(&mut self) -> PageEvents;

    /// Takes back events that were reported, to reuse their buffers.
    fn reuse_events(&mut self, events: PageEvents);

    /// Takes the buffers of the page, which has ended, for the next one.
    fn take_buffers(&mut self) -> Option<PageBuffers>;
}

/// The buffers of a page that has ended, for the next one.
#[derive(Debug, Default)]
pub(crate) struct PageBuffers {
    pub(crate) events: PageEvents,
    pub(crate) values: PageValues,
}

/// Values that move between queues and events as they are.
pub(crate) type PageValues = Vec<Box<PageValue>>;

/// The value of an attribute.
#[derive(Debug, Default)]
pub(crate) struct PageValue {
    pub(crate) element: Vec<u8>,
    pub(crate) name: &'static str,
    pub(crate) value: Output,
    pub(crate) is_cut: bool,
    /// Whether the element is in a conditional comment.
    pub(crate) is_in_condition: bool,
    /// Whether the element is an image of at most one pixel.
    pub(crate) is_pixel: bool,
    pub(crate) alternative_text: Option<Vec<u8>>,
}

/// The maximum number of bytes of a value whose buffers are kept for another one.
const MAX_KEPT: usize = 1 << 10;

impl PageValue {
    /// Returns whether the buffers are small enough to be kept.
    pub(crate) fn is_small(&self) -> bool {
        self.value.bytes().len() <= MAX_KEPT
    }
}
