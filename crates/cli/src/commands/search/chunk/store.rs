//! Stores links to be rendered later.

use std::{borrow::Cow, ops::Range};

use urlsift_record::defang;
use urlsift_search::{Conformance, Link};

use super::{
    OutputChunk,
    event::{self, Event, Events, LinkContent, LinkEvent, OwnedLine, RecordEvent, TextLink},
    tally_texts,
};
use crate::{
    options::Show,
    report::{record::RelativeNumbers, tally::write_text, text::Doubts},
    select::{
        dedup::{DedupKey, Deduplicator, MessageOffset},
        hit::Hit,
    },
};

impl OutputChunk {
    /// Stores a link to be rendered later.
    pub(super) fn store(
        &mut self,
        hit: Hit<'_>,
        level: Conformance,
        message: MessageOffset,
        key: Option<DedupKey>,
    ) {
        let link = hit.link;
        let start = self.events.bytes.len();
        let content = match self.options.show {
            Show::Count | Show::Files | Show::FilesWithout | Show::Nothing => {
                if self.dedup.as_ref().is_none_or(Deduplicator::is_final) {
                    // The count is final.
                    return;
                }
                LinkContent::Counted
            }
            Show::Tally => self.store_tally_texts(hit),
            Show::Links if self.text.is_bare() && hit.base.is_none() => {
                self.store_plain_url(link.candidate().url())
            }
            Show::Links => LinkContent::Text(self.store_text(hit)),
            Show::Json | Show::Records => LinkContent::Record(self.store_record(hit)),
        };
        // Excluding the event itself.
        let mut size = self.events.bytes.len() - start;
        let before = link.text_line().map(|line| self.context_before(link, line));
        size += before.iter().map(event::ContextBefore::size).sum::<usize>();
        size += key.map_or(0, |key| size_of_val(&key));
        let event = LinkEvent {
            key: key.map(|key| self.events.store_key(key)),
            level,
            message,
            content,
            context: before.map(Box::new),
        };
        self.push(Event::Link(event), size);
    }

    /// Stores the texts by which a link is counted, as lines.
    fn store_tally_texts(&mut self, hit: Hit<'_>) -> LinkContent {
        let start = self.events.bytes.len();
        for text in tally_texts(hit, self.options) {
            write_text(&mut self.events.bytes, &text);
        }
        LinkContent::Line(self.events.since(start))
    }

    /// Stores the parts of a line about a link.
    fn store_text(&mut self, hit: Hit<'_>) -> TextLink {
        let link = hit.link;
        let (first, others) = self.store_readings(hit);
        // Headers are parsed only if they are printed.
        let has_title = self.options.style.messages;
        let metadata = has_title.then(|| link.message_record()).flatten();
        TextLink {
            position: link.position(),
            first,
            others,
            doubts: Doubts::of(link.candidate()),
            metadata: metadata.map(Box::new),
        }
    }

    /// Stores the readings to print of a link. Returns the first one and the others.
    fn store_readings(&mut self, hit: Hit<'_>) -> (Range<u32>, Box<[Range<u32>]>) {
        let candidate = hit.link.candidate();
        let style = &self.options.style;
        let has_one =
            candidate.reading_count() == 1 && !(style.also || style.unwrap || style.defang);
        if hit.base.is_none() && has_one {
            return (self.events.store(candidate.url()), Box::default());
        }
        let readings = hit.urls(style.hyphen);
        let guesses = style.also.then(|| hit.guesses());
        let target = style.unwrap.then(|| hit.target()).flatten();
        let readings = readings.chain(guesses.into_iter().flatten());
        let readings = readings.chain(target.map(Cow::Owned));
        let mut readings = readings.map(|url| {
            if style.defang {
                defang(&url).into_owned().into()
            } else {
                url
            }
        });
        let first = readings.next().unwrap_or_default();
        let first = self.events.store(&first);
        let others = readings.map(|reading| self.events.store(&reading));
        (first, others.collect())
    }

    /// Stores the record of a link.
    fn store_record(&mut self, hit: Hit<'_>) -> RecordEvent {
        let (start, placeholders_start) = (self.events.bytes.len(), self.events.placeholders.len());
        let path = self.file_bytes();
        self.events.reserve_records();
        let Events {
            bytes,
            placeholders,
            ..
        } = &mut self.events;
        if let Some(records) = &mut self.records {
            // Writing to a vector does not fail.
            let _ = records.print(
                bytes,
                &hit.values(&path, self.options.records.unwrap),
                placeholders,
            );
        }
        let counted = RelativeNumbers {
            position: hit.link.position(),
            message_index: hit.link.message_index(),
        };
        self.events.record(start, placeholders_start, counted)
    }

    /// Returns the context before a link, and whether it is adjacent to the lines printed last.
    pub(super) fn context_before(&mut self, link: &Link<'_>, number: u64) -> event::ContextBefore {
        let lines: Vec<_> = link
            .before()
            .map(|line| OwnedLine::new(line, Box::default()))
            .collect();
        let first = link.before().next().map_or(number, |line| line.number());
        let is_adjacent = self.last_context.is_some_and(|last| first <= last + 1);
        let last = link.before().last().map(|line| line.number());
        // The line of the link is printed next.
        self.last_context = last.or(self.last_context).max(number.checked_sub(1));
        event::ContextBefore { lines, is_adjacent }
    }
}
