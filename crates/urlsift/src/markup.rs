//! The attribute that contains a link.

use std::{ops::Range, sync::Arc};

use urlsift_scan::Span;

/// What a page says about the place of a link in its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Surroundings {
    /// Whether it begins in a conditional comment.
    pub(crate) is_in_condition: bool,
    /// Whether it is the source of an image of at most one pixel.
    pub(crate) is_pixel: bool,
    /// The offset in the source of the link whose element shows it.
    pub(crate) shown_by: Option<u64>,
}

/// The place of a link in the markup of an HTML page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Markup {
    element: Arc<str>,
    attribute: &'static str,
    text: Option<Box<str>>,
    shown: Option<Span>,
}

impl Markup {
    /// Creates the place of a link in an attribute of an element. Names are in lower case.
    #[must_use]
    pub fn new(element: &str, attribute: &'static str) -> Self {
        Self {
            element: element.into(),
            attribute,
            text: None,
            shown: None,
        }
    }

    /// Sets the text that the element shows.
    #[must_use]
    pub fn with_text(mut self, text: &str) -> Self {
        self.text = Some(text.into());
        self
    }

    /// Sets where the decoded text has what the element shows.
    #[must_use]
    pub fn with_shown(mut self, range: Range<u64>) -> Self {
        self.shown = Some(Span::new(range.start, range.end));
        self
    }

    /// Returns the name of the element.
    #[must_use]
    pub fn element(&self) -> &str {
        &self.element
    }

    /// Returns the name of the attribute.
    #[must_use]
    pub fn attribute(&self) -> &'static str {
        self.attribute
    }

    /// Returns the text that an `a` or `area` element shows, with white space collapsed, at most 1 KiB.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// Returns the range of the decoded text in which an `a` element shows [its text](Self::text), in bytes. An `area`
    /// shows its text nowhere in it.
    #[must_use]
    pub const fn shown(&self) -> Option<Span> {
        self.shown
    }
}
