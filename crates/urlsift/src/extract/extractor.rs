//! Connects the archive reader with the scanner.

use std::ops::ControlFlow;

use urlsift_archive::{ReadOptions, Rest, Walker};
use urlsift_scan::{Config, Scanner};
use urlsift_undelimited::Finder;

use super::{
    emit::LinkEmitter, page::PageLinks, refang::Refang, scan_visitor::ScanVisitor,
    sifted::ReadStats, state::State,
};
use crate::{Candidate, Conformance, Position, Sink, Skip, Verdict};

/// The archive reader, the scanner, and the state that connects them.
#[derive(Debug)]
pub(super) struct Extractor {
    scanner: Scanner,
    /// Finds URLs of all kinds, if those without angle brackets are wanted.
    finder: Option<Box<Finder>>,
    /// Refangs the texts before they are searched, if that is wanted.
    refang: Option<Box<Refang>>,
    pub(super) walker: Walker,
    pub(super) state: State,
    /// The events of the current page that are not reported yet.
    page: PageLinks,
}

impl Extractor {
    pub(super) fn new(config: &Config, reading: ReadOptions) -> Self {
        let mut state = State::default();
        if needs_finder(config) || config.wants_refanging() {
            state.keep_lines();
        }
        Self::with_state(config, reading, state)
    }

    fn with_state(config: &Config, reading: ReadOptions, state: State) -> Self {
        Self {
            scanner: Scanner::new(config.clone()),
            finder: finder(config),
            refang: config.wants_refanging().then(Box::default),
            walker: Walker::new(reading),
            state,
            page: PageLinks::new(config.length_limit()),
        }
    }

    /// Returns an extractor with new buffers. `config` and `reading` are the options of this extractor, which does not
    /// keep them.
    pub(super) fn with_fresh_buffers(&self, config: &Config, reading: ReadOptions) -> Self {
        Self::with_state(config, reading, self.state.with_fresh_buffers())
    }

    /// Begins at an offset of a file. The walker is reset by the caller.
    pub(super) fn reset(&mut self, start: u64) {
        self.scanner.reset();
        if let Some(finder) = &mut self.finder {
            finder.reset();
        }
        if let Some(refang) = &mut self.refang {
            refang.reset();
        }
        // If the sink ended the reading of the last file, events of that file are still queued.
        self.page.begin(false);
        self.state.reset(start);
    }

    /// Reports the events of a window of the file. Returns the number of bytes consumed and, if the segment
    /// ends in the window, the position of its end, if positions are wanted.
    #[expect(clippy::option_option, reason = "an end whose position is not wanted")]
    pub(super) fn push(
        &mut self,
        window: &[u8],
        start: u64,
        rest: Rest,
        stop: u64,
        sink: &mut impl Sink,
    ) -> ControlFlow<Skip, (usize, Option<Option<Position>>)> {
        self.walker.stop_at(stop);
        let mut visitor = ScanVisitor {
            scanner: &mut self.scanner,
            finder: self.finder.as_deref_mut(),
            refang: self.refang.as_deref_mut(),
            page: &mut self.page,
            emitter: LinkEmitter {
                window,
                start,
                state: &mut self.state,
                sink,
                skip: None,
            },
        };
        let pushed = self.walker.push(window, rest, &mut visitor);
        let (page, mut emitter) = (visitor.page, visitor.emitter);
        let ControlFlow::Continue(used) = pushed else {
            return ControlFlow::Break(emitter.skip.unwrap_or(Skip::File));
        };
        let end = self.walker.next().map(|next| emitter.end_at(next));
        if end.is_none() && rest == Rest::Coming {
            emitter.note_waiting(page.first_in_file());
            emitter.save_needed(used, &self.walker);
        }
        ControlFlow::Continue((used, end))
    }

    pub(super) fn stats(&self, start: u64, read_end: u64, was_skipped: bool) -> ReadStats {
        let ended_at = self.state.ended_at().filter(|_| was_skipped);
        let end = ended_at.or(self.walker.next()).unwrap_or(read_end);
        let messages = self.walker.messages();
        ReadStats {
            bytes: end - start.min(end),
            messages,
            parts: self.state.parts_of(messages),
        }
    }
}

/// Returns whether this configuration wants kinds of URLs that a [`Scanner`] does not find.
fn needs_finder(config: &Config) -> bool {
    config.wants_undelimited() || config.wants_attributes()
}

/// Returns the finder of URLs of all kinds, if this configuration wants those without angle brackets.
fn finder(config: &Config) -> Option<Box<Finder>> {
    let is_url =
        |candidate: &Candidate| Verdict::of(candidate.url()).conformance() != Conformance::None;
    needs_finder(config).then(|| Box::new(Finder::new(config.clone(), is_url)))
}
