//! What the caller chooses.

use std::fs::File;

use crate::opener::Opener;

/// The options of a [`pick`](crate::pick).
#[derive(Debug)]
pub struct PickOptions {
    pub(crate) tty: File,
    pub(crate) opener: Opener,
    pub(crate) prints: bool,
    pub(crate) color: bool,
}

impl PickOptions {
    /// Creates options for a terminal that [`open_terminal`](crate::open_terminal) has opened: links open with
    /// the default programs of the system, Enter opens, and there are no colours.
    #[must_use]
    pub fn new(tty: File) -> Self {
        Self {
            tty,
            opener: Opener::default(),
            prints: false,
            color: false,
        }
    }

    /// Sets the programs that open links.
    #[must_use]
    pub fn opener(mut self, opener: Opener) -> Self {
        self.opener = opener;
        self
    }

    /// Sets whether Enter ends the picker with the chosen links, to be printed, and does not open them.
    #[must_use]
    pub const fn prints(mut self, prints: bool) -> Self {
        self.prints = prints;
        self
    }

    /// Sets whether the screen has colours.
    #[must_use]
    pub const fn color(mut self, color: bool) -> Self {
        self.color = color;
        self
    }

    /// Returns whether Enter ends the picker with the chosen links.
    #[must_use]
    pub const fn is_printing(&self) -> bool {
        self.prints
    }
}
