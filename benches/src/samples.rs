//! Mailboxes in memory, and what a walk through them has to come upon.

use std::ops::{ControlFlow, RangeInclusive};

use memchr::{memchr_iter, memmem};
use urlsift_archive::{Origin, ReadOptions, Rest, Visitor, Walker};

use crate::{Error, mime, text};

/// Some megabytes: an archive does not fit into a first-level cache, and into a second-level one hardly.
const SIZE: usize = 4_000_000;

/// So many bytes are read at a time by who reads a file.
const BLOCK: usize = 128 << 10;

/// A mailbox in memory.
#[derive(Clone, Debug)]
pub struct Sample {
    /// What it is called.
    pub name: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// How many hits are in it, as messages.
    pub hits: u64,
    /// How many messages are in it.
    pub messages: u64,
    /// How many `<` are in the texts that a walk has to give: as many as hits, where no other `<` is made;
    /// else as many at most as are in the mailbox.
    pub openers: RangeInclusive<u64>,
}

/// The mailboxes: plain mail, mail of many parts, attachments.
///
/// # Errors
///
/// If the prose of the corpus cannot be read.
pub fn mailboxes() -> Result<Vec<Sample>, Error> {
    let texts = [text::mail()?, mime::text(), mime::attachments()];
    let sample = |text: text::Text| {
        let (bytes, hits) = (text.bytes(SIZE), text.hits(SIZE));
        let most = if text.name() == "mail.mbox" {
            memchr_iter(b'<', &bytes).count() as u64
        } else {
            hits
        };
        Sample {
            name: text.name(),
            messages: memmem::find_iter(&bytes, "\n\nFrom ").count() as u64 + 1,
            bytes,
            hits,
            openers: hits..=most,
        }
    };
    Ok(texts.map(sample).into())
}

/// Takes all texts, and counts each `<`.
#[derive(Clone, Copy, Debug, Default)]
struct Openers(u64);

impl Visitor for Openers {
    fn text(&mut self, bytes: &[u8], _origin: &Origin<'_>) -> ControlFlow<()> {
        self.0 += memchr_iter(b'<', bytes).count() as u64;
        ControlFlow::Continue(())
    }
}

/// Walks through a mailbox block by block, as who reads a file does. Says how many `<` are in its texts.
#[must_use]
pub fn openers(bytes: &[u8]) -> u64 {
    let mut walker = Walker::new(ReadOptions::new());
    let (mut openers, mut used, mut end) = (Openers::default(), 0, 0);
    while end < bytes.len() {
        end = bytes.len().min(end + BLOCK);
        let rest = Rest::of(end == bytes.len());
        match walker.push(&bytes[used..end], rest, &mut openers) {
            ControlFlow::Continue(more) => used += more,
            // The visitor never asks for it.
            ControlFlow::Break(()) => break,
        }
    }
    openers.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parser;

    #[test]
    fn a_walk_comes_upon_what_it_has_to() {
        for sample in mailboxes().expect("the corpus") {
            let openers = openers(&sample.bytes);
            assert!(sample.openers.contains(&openers), "{sample:?}: {openers}");
            let (messages, _) = parser::texts(&sample.bytes);
            assert_eq!(messages, sample.messages, "{}", sample.name);
        }
    }
}
