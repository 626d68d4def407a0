//! The fast path for plain URLs.

use urlsift_search::{Conformance, Link};

use super::{
    CAPACITY, OutputChunk, PlainUrls,
    event::{Event, LinkContent, LinkEvent},
};
use crate::select::dedup::{DedupKey, MessageOffset};

impl OutputChunk {
    /// Adds a link of which only the URL is needed.
    pub(super) fn add_plain_url(&mut self, plain: PlainUrls, link: &Link<'_>) {
        self.summary.candidates += 1;
        let url = link.candidate().url();
        let level = Conformance::of(url);
        if !self.options.selection.accepts_level(level) {
            self.summary.hidden.add(level);
            return;
        }
        if self.is_binary() {
            // No maximum is set for plain links.
            let _ = self.withhold_link(level);
            return;
        }
        let is_added = match plain {
            PlainUrls::Lines => {
                self.print_plain_url(url);
                true
            }
            PlainUrls::UniqueLines | PlainUrls::Tally => self.add_compared_url(link, level),
        };
        if is_added {
            self.summary.urls.add(level);
            self.file.count_here += 1;
            self.file.count += 1;
        }
    }

    /// Counts a URL, or stores it as a line unless it occurred before. Returns `false` if it occurred before. Not
    /// inlined, because inlining it slows down plain lines.
    #[inline(never)]
    fn add_compared_url(&mut self, link: &Link<'_>, level: Conformance) -> bool {
        let url = link.candidate().url();
        if let Some(tally) = &mut self.tally {
            tally.add(url);
        } else if let Some(dedup) = &self.dedup {
            let key = dedup.key_of(url);
            let message = link.message().map(|message| message.offset());
            if !dedup.may_be_new(&mut self.keys, key, message) {
                self.leave_out_repeated(level);
                return false;
            }
            let start = self.events.bytes.len();
            let content = self.store_plain_url(url);
            let size = self.events.bytes.len() - start;
            self.push_link(level, message, key, content, size);
        }
        true
    }

    /// Stores a URL as a line.
    pub(super) fn store_plain_url(&mut self, url: &[u8]) -> LinkContent {
        let start = self.events.bytes.len();
        self.events.bytes.extend_from_slice(url);
        self.events.bytes.push(b'\n');
        LinkContent::Line(self.events.since(start))
    }

    /// Adds the event of a link with a key and without context lines. `size` is the size of its content in bytes.
    fn push_link(
        &mut self,
        level: Conformance,
        message: MessageOffset,
        key: DedupKey,
        content: LinkContent,
        size: usize,
    ) {
        let size = size + size_of_val(&key);
        let event = LinkEvent {
            key: Some(self.events.store_key(key)),
            level,
            message,
            content,
            context: None,
        };
        self.push(Event::Link(event), size);
    }

    /// Prints a plain URL.
    pub(super) fn print_plain_url(&mut self, url: &[u8]) {
        let out = &mut self.rendered.bytes;
        if out.is_empty() {
            // Growing the buffer in steps would copy about as many bytes again.
            out.reserve(CAPACITY);
        }
        out.extend_from_slice(url);
        out.push(b'\n');
    }
}
