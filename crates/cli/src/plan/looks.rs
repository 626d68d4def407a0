//! How it is shown what was found, on this terminal.

use std::io::{self, IsTerminal};

use crate::{
    args::{Hyperlink, Looks as Given},
    hyperlink,
};

/// How lines for people look, beyond what they say.
#[derive(Clone, Copy, Debug)]
// Each of them is seen or not, whatever the others are.
#[expect(clippy::struct_excessive_bools)]
pub(crate) struct Looks {
    /// A path stands above the hits of its file, not in front of each.
    pub(crate) heading: bool,
    pub(crate) column: bool,
    /// A URL is a link to itself.
    pub(crate) hyperlink: bool,
    /// A mark stands behind a URL that may be read in another way.
    pub(crate) doubts: bool,
    /// How many lines of text stand around a hit, before and behind it.
    pub(crate) around: Option<(usize, usize)>,
}

impl Looks {
    /// Resolves the flags, where paths may be printed, and where lines are.
    pub(super) fn resolve(given: &Given, has_paths: bool, has_lines: bool) -> Self {
        let is_terminal = io::stdout().is_terminal();
        let before = given.before_context.or(given.context);
        let after = given.after_context.or(given.context);
        let is_any = before.is_some() || after.is_some();
        Self {
            heading: has_paths && (given.heading || is_terminal && !given.no_heading),
            column: given.column || is_terminal && has_lines && !given.no_column,
            hyperlink: match given.hyperlink {
                Hyperlink::Auto => is_terminal && hyperlink::are_known(),
                Hyperlink::Always => true,
                Hyperlink::Never => false,
            },
            doubts: is_terminal,
            around: is_any.then(|| (before.unwrap_or(0), after.unwrap_or(0))),
        }
    }

    /// Whether nothing is added to what a line says.
    pub(crate) fn are_plain(self) -> bool {
        let Self {
            heading,
            column,
            hyperlink,
            doubts,
            around,
        } = self;
        !(heading || column || hyperlink || doubts || around.is_some())
    }
}
