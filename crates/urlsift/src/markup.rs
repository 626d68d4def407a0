//! The attribute that contains a link.

use std::sync::Arc;

/// The place of a link in the markup of an HTML page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Markup {
    element: Arc<str>,
    attribute: &'static str,
    text: Option<Box<str>>,
}

impl Markup {
    /// Creates the place of a link in an attribute of an element. Names are in lower case.
    #[must_use]
    pub fn new(element: &str, attribute: &'static str) -> Self {
        Self {
            element: element.into(),
            attribute,
            text: None,
        }
    }

    /// Sets the text that the element shows.
    #[must_use]
    pub fn with_text(mut self, text: &str) -> Self {
        self.text = Some(text.into());
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
}
