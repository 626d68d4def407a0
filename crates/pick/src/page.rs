//! A text shown over the list.

use std::ops::Range;

use crate::{keys::Motion, layout::wrap_words};

/// A text of several lines, scrolled on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) title: String,
    pub(crate) text: String,
    /// The key hints for the last line of the screen.
    pub(crate) keys: &'static str,
    /// The lines of the text, wrapped by [`fit`](Self::fit).
    pub(crate) lines: Vec<String>,
    /// The width that the lines are wrapped to.
    width: Option<usize>,
    /// The index of the first visible line, before it is clamped to the screen.
    top: usize,
}

impl Page {
    pub(crate) const fn new(title: String, text: String, keys: &'static str) -> Self {
        Self {
            title,
            text,
            keys,
            lines: Vec::new(),
            width: None,
            top: 0,
        }
    }

    /// Wraps the text to a width.
    pub(crate) fn fit(&mut self, width: usize) {
        if self.width.replace(width) != Some(width) {
            let lines = self.text.lines();
            self.lines = lines.flat_map(|line| wrap_words(line, width)).collect();
        }
    }

    /// Returns the lines that are visible on a screen of `height` lines.
    pub(crate) fn visible(&self, height: usize) -> Range<usize> {
        let top = self.top.min(self.lines.len().saturating_sub(height));
        top..(top + height).min(self.lines.len())
    }

    pub(crate) fn scroll(&mut self, motion: Motion, height: usize) {
        let last = self.lines.len().saturating_sub(height);
        self.top = motion.apply(self.top, height, last);
    }
}
