//! Looks for links of other kinds after a search for those in angle brackets.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use urlsift_search::{
    Collector, Delimiter, Driver, Error, FileSink, Inputs, Link, Message, Sink, Skip,
    archive::Place,
};
use urlsift_select::Selection;

use crate::{
    report::{hint::OtherLinks, summary::Counts},
    term::interrupt,
};

/// The maximum time to count links where nothing was found. The user is waiting for the shell prompt.
pub(crate) const MAX_TIME_FOR_NOTHING: Duration = Duration::from_secs(2);

/// The maximum time to count links besides those that were found.
pub(super) const MAX_TIME_FOR_MORE: Duration = Duration::from_millis(300);

/// Counts the links of other kinds that a selection accepts, for a limited time. `None` if there are none, or if the
/// search was interrupted.
pub(crate) fn look_for_others(
    selection: &'static Selection,
    driver: Driver,
    inputs: Inputs,
    time: Duration,
) -> Option<OtherLinks> {
    let mut counter = Counter {
        links: OtherLinks {
            is_narrowed: selection.is_narrowed(),
            ..OtherLinks::default()
        },
        end: Instant::now() + time,
    };
    let chunk = move || ChunkCounts {
        selection,
        others: Counts::default(),
    };
    driver.run(inputs, chunk, &mut counter);
    let has_others = counter.links.counts.total() > 0;
    (has_others && interrupt::requested().is_none()).then_some(counter.links)
}

/// Adds the counts of chunks, for a limited time.
struct Counter {
    links: OtherLinks,
    end: Instant,
}

impl Counter {
    fn check_time(&mut self) -> ControlFlow<()> {
        self.links.is_partial = Instant::now() >= self.end;
        if self.links.is_partial || interrupt::requested().is_some() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl Collector<ChunkCounts> for Counter {
    fn write(&mut self, chunk: ChunkCounts) -> ControlFlow<()> {
        self.links.counts.add_all(&chunk.others);
        self.check_time()
    }

    fn idle(&mut self) -> ControlFlow<()> {
        self.check_time()
    }
}

/// The links of a chunk, by their kinds.
struct ChunkCounts {
    selection: &'static Selection,
    others: Counts<Delimiter>,
}

impl Sink for ChunkCounts {
    fn wants_message(&mut self, message: &Message<'_>) -> bool {
        self.selection.accepts_message(message)
    }

    fn wants_text(&mut self, place: Place<'_>) -> bool {
        self.selection.accepts_text(place)
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        let kind = link.candidate().delimiter();
        // The first search has counted hidden links in angle brackets already.
        if !kind.is_delimited() {
            let verdict = &link.verdict();
            let base = self.selection.base(link, verdict);
            if self.selection.accepts_level(verdict.conformance(), kind)
                && self.selection.accepts_url(link, verdict, base.as_ref())
            {
                self.others.add(kind);
            }
        }
        ControlFlow::Continue(())
    }
}

impl FileSink for ChunkCounts {
    /// Ignores the error, which the first search has reported.
    fn error(&mut self, _: Error) {}
}
