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
pub struct AttributeValue<'m> {
    pub(crate) element: &'m [u8],
    pub(crate) name: &'static str,
    pub(crate) bytes: &'m [u8],
    pub(crate) is_cut: bool,
    pub(crate) is_in_condition: bool,
    pub(crate) is_pixel: bool,
    pub(crate) alternative_text: Option<&'m [u8]>,
    pub(crate) origin: &'m Origin<'m>,
}

impl<'m> AttributeValue<'m> {
    /// Returns the name of the element in lower case, at most 64 bytes of it.
    #[must_use]
    pub fn element(&self) -> &'m [u8] {
        self.element
    }

    /// Returns the name of the attribute in lower case.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the value, without white space at its start.
    #[must_use]
    pub fn bytes(&self) -> &'m [u8] {
        self.bytes
    }

    /// Returns whether the value was cut, because it is longer than the
    /// [maximum](crate::ReadOptions::attributes).
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Returns whether the element is in a conditional comment, which Outlook shows.
    #[must_use]
    pub fn is_in_condition(&self) -> bool {
        self.is_in_condition
    }

    /// Returns whether the element is an image of at most one pixel, as its `width` and `height` say.
    #[must_use]
    pub fn is_pixel(&self) -> bool {
        self.is_pixel
    }

    /// Returns the text that stands for the element: the attribute `alt` of an `area`.
    #[must_use]
    pub fn alternative_text(&self) -> Option<&'m [u8]> {
        self.alternative_text
    }

    /// Returns the map from the value to the file.
    #[must_use]
    pub fn origin(&self) -> &'m Origin<'m> {
        self.origin
    }
}
