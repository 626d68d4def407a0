//! Searches a text whose defanged URLs (`hxxp://a[.]example/`) are refanged first.

use std::{collections::VecDeque, mem};

use urlsift_scan::{OwnedEvent, Scanner};
use urlsift_undelimited::{Finder, Refanger};

/// The searcher of a text: the finder, or the scanner if there is none.
pub(super) struct Searcher<'f> {
    pub(super) scanner: &'f mut Scanner,
    pub(super) finder: Option<&'f mut Finder>,
}

/// The state of the refanged text, and the events found in it.
#[derive(Debug, Default)]
pub(super) struct Refang {
    refanger: Refanger,
    /// A buffer for the next bytes of the refanged text.
    replaced: Vec<u8>,
    /// The length of the refanged text so far, in bytes.
    written: u64,
    /// The length of the original text so far, in bytes.
    read: u64,
    /// The offset in the original text of the first byte that is not decided.
    undecided: u64,
    found: VecDeque<OwnedEvent>,
}

impl Refang {
    /// Searches the next bytes of the text. Then [`pop`](Self::pop) returns the events that are decided.
    pub(super) fn push(&mut self, bytes: &[u8], searcher: &mut Searcher<'_>) {
        self.read += bytes.len() as u64;
        if self.refanger.passes(bytes) {
            self.search(bytes, searcher);
            return;
        }
        let mut replaced = mem::take(&mut self.replaced);
        replaced.clear();
        self.refanger.push(bytes, &mut replaced);
        self.search(&replaced, searcher);
        self.replaced = replaced;
    }

    /// Ends the text. Then [`pop`](Self::pop) returns the remaining events.
    pub(super) fn finish(&mut self, searcher: &mut Searcher<'_>) {
        let mut replaced = mem::take(&mut self.replaced);
        replaced.clear();
        self.refanger.finish(&mut replaced);
        self.search(&replaced, searcher);
        self.replaced = replaced;
        if let Some(finder) = &mut searcher.finder {
            finder.finish();
            self.take(finder);
        } else if let Some(event) = searcher.scanner.finish() {
            self.found.push_back(self.refanger.restore(event.into()));
        }
    }

    /// Ends the text, and discards undecided bytes and queued events.
    pub(super) fn reset(&mut self) {
        self.refanger.reset();
        self.written = 0;
        self.read = 0;
        self.undecided = 0;
        self.found.clear();
    }

    /// Returns the next event. Its offsets are in the original text.
    pub(super) fn pop(&mut self) -> Option<OwnedEvent> {
        self.found.pop_front()
    }

    /// Returns the number of bytes of the text so far.
    pub(super) fn offset(&self) -> u64 {
        self.read
    }

    /// Returns the offset in the original text before which all events are decided.
    pub(super) fn undecided(&self) -> u64 {
        self.undecided
    }

    /// Searches the next bytes of the refanged text.
    fn search(&mut self, result: &[u8], searcher: &mut Searcher<'_>) {
        self.written += result.len() as u64;
        let undecided = if let Some(finder) = &mut searcher.finder {
            finder.push(result);
            self.take(finder);
            finder.undecided()
        } else {
            let mut rest = result;
            while !rest.is_empty() {
                let (event, used) = searcher.scanner.step(rest);
                let event = event.map(OwnedEvent::from);
                self.found
                    .extend(event.map(|event| self.refanger.restore(event)));
                rest = &rest[used..];
            }
            searcher.scanner.undecided().unwrap_or(self.written)
        };
        self.undecided = self.refanger.start_in_text(undecided);
        self.refanger.forget_before(undecided);
    }

    /// Takes the events that a finder has decided.
    fn take(&mut self, finder: &mut Finder) {
        while let Some(event) = finder.pop() {
            self.found.push_back(self.refanger.restore(event));
        }
    }
}
