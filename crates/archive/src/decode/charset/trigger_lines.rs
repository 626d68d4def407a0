//! Finds the bytes whose charset matters for candidates without a `<`.

use encoding_rs::Encoding;
use memchr::{memchr, memrchr};

use super::unknown::GUESS_LEN;
use crate::prefilter::Triggers;

/// The lines of a text, as far as they were passed on.
///
/// The charset matters in a line with a trigger, and in the line after it, where a quotation may end. It is also
/// guessed in a line that is too long to be held back.
#[derive(Default)]
pub(super) struct TriggerLines {
    /// The last bytes of the current line, in which a trigger may begin.
    context: Vec<u8>,
    /// Whether the current line has a trigger, and the line before it.
    current: bool,
    previous: bool,
}

/// The start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// The bytes before the index need no guess; those from it on depend on more input.
    Plain(usize),
    /// The bytes before the index need no guess; those from it on do.
    Guess(usize),
}

impl TriggerLines {
    /// Examines the next bytes.
    pub(super) fn examine(&self, triggers: &dyn Triggers, text: &[u8]) -> Start {
        let mut at = 0;
        loop {
            let ascii = Encoding::ascii_valid_up_to(&text[at..]);
            if at + ascii == text.len() {
                return Start::Plain(text.len());
            }
            let first = at + ascii;
            let line = memrchr(b'\n', &text[..first]).map_or(0, |lf| lf + 1);
            let end = memchr(b'\n', &text[first..]).map(|lf| first + lf + 1);
            let needs_guess = end.unwrap_or(text.len()) - first > GUESS_LEN
                || self.has_trigger(triggers, text, line, end.unwrap_or(text.len()))
                || self.line_before_has_trigger(triggers, text, line);
            if needs_guess {
                return Start::Guess(first);
            }
            let Some(end) = end else {
                return Start::Plain(first);
            };
            at = end;
        }
    }

    /// Updates the state with bytes that are passed on.
    pub(super) fn pass(&mut self, triggers: &dyn Triggers, passed: &[u8]) {
        let line = memrchr(b'\n', passed).map_or(0, |lf| lf + 1);
        let current = self.has_trigger(triggers, passed, line, passed.len());
        if line > 0 {
            self.previous = self.line_before_has_trigger(triggers, passed, line);
            self.context.clear();
        }
        self.current = current;
        let most = triggers.max_len();
        let recent = &passed[line..];
        self.context
            .extend_from_slice(&recent[recent.len().saturating_sub(most)..]);
        let surplus = self.context.len().saturating_sub(most);
        self.context.drain(..surplus);
    }

    /// Resets the state to the start of a text.
    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }

    /// Returns whether the line before the one that begins at `line` has a trigger.
    fn line_before_has_trigger(&self, triggers: &dyn Triggers, text: &[u8], line: usize) -> bool {
        let Some(lf) = line.checked_sub(1) else {
            return self.previous;
        };
        let before = memrchr(b'\n', &text[..lf]).map_or(0, |lf| lf + 1);
        self.has_trigger(triggers, text, before, line)
    }

    /// Returns whether the line that begins at `line` has a trigger before `end`.
    fn has_trigger(&self, triggers: &dyn Triggers, text: &[u8], line: usize, end: usize) -> bool {
        let inside = &text[line..end];
        if triggers.find(inside).is_some() {
            return true;
        }
        if line > 0 {
            return false;
        }
        let near = &inside[..inside.len().min(triggers.max_len())];
        self.current
            || !self.context.is_empty() && triggers.find(&[&self.context, near].concat()).is_some()
    }
}
