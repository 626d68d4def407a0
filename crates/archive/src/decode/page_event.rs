//! What an HTML page contains besides its text.

use super::output::Output;

/// Something in a page between two bytes of its text.
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
}

/// The value of an attribute.
#[derive(Debug)]
pub(crate) struct PageValue {
    pub(crate) element: Vec<u8>,
    pub(crate) name: &'static str,
    pub(crate) value: Output,
    pub(crate) is_cut: bool,
    pub(crate) alternative_text: Option<Vec<u8>>,
}
