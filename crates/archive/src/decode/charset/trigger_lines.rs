//! Finds the bytes whose charset matters for candidates without a `<`.

use std::mem;

use memchr::{memchr, memrchr};

use crate::{ascii::ascii_len, skip::Triggers};

/// The lines of a text, as far as they were passed on.
///
/// The charset matters in a line with a trigger, and in the line after it, where a quotation may end. It is also
/// guessed in a line that is too long to be held back.
#[derive(Default)]
pub(super) struct TriggerLines {
    /// The last bytes of the current line, in which a trigger may begin, and the line before it, if it is not
    /// examined yet.
    context: Vec<u8>,
    /// The index in the context of the current line.
    line: usize,
    /// Whether an examined part of the current line has a trigger, or the line before it.
    current: bool,
    previous: bool,
}

/// The maximum length of two lines that are kept to be examined later. They seldom need to be.
const MAX_LATER: usize = 512;

/// The start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// The bytes before the index need no guess; those from it on depend on more input.
    Plain(usize),
    /// The bytes before the index need no guess; those from it on do.
    Guess(usize),
}

impl TriggerLines {
    /// Examines the next bytes. At most `max_held` bytes of a line are held back.
    pub(super) fn examine(&self, triggers: &dyn Triggers, text: &[u8], max_held: usize) -> Start {
        let mut at = 0;
        loop {
            let ascii = ascii_len(&text[at..]);
            if at + ascii == text.len() {
                return Start::Plain(text.len());
            }
            let first = at + ascii;
            let line = memrchr(b'\n', &text[..first]).map_or(0, |lf| lf + 1);
            let end = memchr(b'\n', &text[first..]).map(|lf| first + lf + 1);
            let needs_guess = end.unwrap_or(text.len()) - first > max_held
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
        let near = passed.len().saturating_sub(MAX_LATER);
        if let Some(lf) = memrchr(b'\n', &passed[near..])
            && let Some(before) = memrchr(b'\n', &passed[near..near + lf])
        {
            self.context.clear();
            self.context.extend_from_slice(&passed[near + before + 1..]);
            self.line = lf - before;
            (self.current, self.previous) = (false, false);
            return;
        }
        let line = memrchr(b'\n', passed).map_or(0, |lf| lf + 1);
        let current = self.has_trigger(triggers, passed, line, passed.len());
        let previous = self.line_before_has_trigger(triggers, passed, line);
        if line > 0 {
            self.context.clear();
            self.line = 0;
        }
        (self.current, self.previous) = (current, previous);
        self.context.drain(..mem::take(&mut self.line));
        let most = triggers.max_len();
        let recent = &passed[line..];
        self.context
            .extend_from_slice(&recent[recent.len().saturating_sub(most)..]);
        let surplus = self.context.len().saturating_sub(most);
        self.context.drain(..surplus);
    }

    /// Resets the state to the start of a text.
    pub(super) fn reset(&mut self) {
        self.context.clear();
        self.line = 0;
        (self.current, self.previous) = (false, false);
    }

    /// Returns whether the line before the one that begins at `line` has a trigger.
    fn line_before_has_trigger(&self, triggers: &dyn Triggers, text: &[u8], line: usize) -> bool {
        let Some(lf) = line.checked_sub(1) else {
            let before = &self.context[..self.line];
            return self.previous || triggers.find(before).is_some();
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
        let (before, near) = (
            &self.context[self.line..],
            &inside[..inside.len().min(triggers.max_len())],
        );
        self.current || !before.is_empty() && triggers.find(&[before, near].concat()).is_some()
    }
}
