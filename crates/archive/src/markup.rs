//! The URLs in the tags of an HTML page, and the bounds of the texts of links.

use crate::Origin;

/// A URL in a tag of an HTML page, or a bound of the text of a link.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Markup<'m> {
    /// The value of an attribute that contains a URL.
    Value(AttributeValue<'m>),
    /// A start tag `a`: the text of a link begins. Its attributes follow. The text of the link before it ends.
    LinkStart,
    /// The text of the link ends: at an end tag `a`, or after 16 KiB of the page.
    LinkEnd,
    /// 32 KiB of the page have been read since the text had this length in bytes. Links at or before this offset need
    /// not wait for the text any longer.
    Passed(u64),
    /// Text in a conditional comment, which Outlook shows, begins (`true`) or ends (`false`).
    Condition(bool),
}

/// The value of an attribute that contains a URL, after its character references are decoded.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct AttributeValue<'m> {
    /// The name of the element in lower case, at most 64 bytes of it.
    pub element: &'m [u8],
    /// The name of the attribute in lower case.
    pub name: &'static str,
    /// The value, without white space at its start.
    pub bytes: &'m [u8],
    /// Whether the value was cut, because it is longer than the [maximum](crate::ReadOptions::attributes).
    pub is_cut: bool,
    /// Whether the element is in a conditional comment, which Outlook shows.
    pub is_in_condition: bool,
    /// Whether the element is an image of at most one pixel, as its `width` and `height` say.
    pub is_pixel: bool,
    /// The text that stands for the element: the attribute `alt` of an `area`.
    pub alternative_text: Option<&'m [u8]>,
    /// The map from the value to the file.
    pub origin: &'m Origin<'m>,
}
