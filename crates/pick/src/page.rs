//! A text shown over the list.

use std::ops::Range;

use crate::{keys::Motion, layout::wrap};

/// A text of several lines, scrolled on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) title: &'static str,
    pub(crate) lines: Vec<String>,
    /// The index of the first visible line, before it is clamped to the screen.
    top: usize,
}

impl Page {
    /// Wraps a text at a width.
    pub(crate) fn new(title: &'static str, text: &str, width: usize) -> Self {
        Self {
            title,
            lines: text.lines().flat_map(|line| wrap(line, width)).collect(),
            top: 0,
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
