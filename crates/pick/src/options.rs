//! The options of the picker.

use std::fs::File;

use crate::{opener::Opener, policy::OpenPolicy};

/// The options of a [`pick`](crate::pick).
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent options")]
pub struct PickOptions {
    pub(crate) tty: File,
    pub(crate) opener: Opener,
    pub(crate) policy: OpenPolicy,
    pub(crate) prints: bool,
    pub(crate) shows_names: bool,
    pub(crate) color: bool,
    pub(crate) draws_lines: bool,
}

impl PickOptions {
    /// Creates options for a terminal opened by [`open_terminal`](crate::open_terminal). By default, the system's
    /// programs open links, Enter opens, and the screen has no colours.
    #[must_use]
    pub fn new(tty: File) -> Self {
        Self {
            tty,
            opener: Opener::default(),
            policy: OpenPolicy::default(),
            prints: false,
            shows_names: false,
            color: false,
            draws_lines: false,
        }
    }

    /// Sets the programs that open links.
    #[must_use]
    pub fn opener(mut self, opener: Opener) -> Self {
        self.opener = opener;
        self
    }

    /// Allows another scheme, given in any case, whose URLs are opened without a confirmation. http, https, ftp,
    /// gopher, mailto, news, nntp and telnet are always allowed. A URL that a program could interpret as an option is
    /// never opened.
    #[must_use]
    pub fn open_scheme(mut self, scheme: &str) -> Self {
        self.policy.allow(scheme);
        self
    }

    /// Sets whether Enter ends the picker and returns the chosen links to print, instead of opening them.
    #[must_use]
    pub const fn prints(mut self, prints: bool) -> Self {
        self.prints = prints;
        self
    }

    /// Sets whether names and addresses without a scheme are shown from the start, if they are found. A key shows them.
    #[must_use]
    pub const fn shows_names(mut self, shows: bool) -> Self {
        self.shows_names = shows;
        self
    }

    /// Sets whether the terminal shows line-drawing characters, as it does in a locale with UTF-8.
    #[must_use]
    pub const fn draws_lines(mut self, draws_lines: bool) -> Self {
        self.draws_lines = draws_lines;
        self
    }

    /// Sets whether the screen has colours.
    #[must_use]
    pub const fn color(mut self, color: bool) -> Self {
        self.color = color;
        self
    }

    /// Returns whether Enter ends the picker and returns the chosen links.
    #[must_use]
    pub const fn is_printing(&self) -> bool {
        self.prints
    }
}
