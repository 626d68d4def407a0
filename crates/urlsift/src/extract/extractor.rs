//! Connects the archive reader with the scanner.

use std::ops::ControlFlow;

use urlsift_archive::{ReadOptions, Rest, Walker};
use urlsift_scan::Config;

use super::{emit::LinkEmitter, scan_visitor::ScanVisitor, sifted::ReadStats, state::FileState};
use crate::{Position, Sink, Skip, page::PageLinks, searcher::TextSearcher};

/// The archive reader, the searcher of its texts, and the state that connects them.
#[derive(Debug)]
pub(super) struct Extractor {
    searcher: TextSearcher,
    pub(super) walker: Walker,
    pub(super) state: FileState,
    /// The events of the current page that are not reported yet.
    page: PageLinks,
}

impl Extractor {
    pub(super) fn new(config: &Config, reading: ReadOptions) -> Self {
        let searcher = TextSearcher::new(config);
        Self {
            searcher,
            walker: Walker::new(reading),
            state: FileState::default(),
            page: PageLinks::new(config),
        }
    }

    /// Returns an extractor with new buffers. `config` and `reading` are the options of this extractor, which does not
    /// keep them.
    pub(super) fn with_fresh_buffers(&self, config: &Config, reading: ReadOptions) -> Self {
        Self {
            state: self.state.with_fresh_buffers(),
            ..Self::new(config, reading)
        }
    }

    /// Begins at an offset of a file. The walker is reset by the caller.
    pub(super) fn reset(&mut self, start: u64) {
        self.searcher.reset();
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
            searcher: &mut self.searcher,
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
            emitter.save_needed(used, page, &self.walker);
        }
        ControlFlow::Continue((used, end))
    }

    pub(super) fn stats(&self, start: u64, read_end: u64, was_skipped: bool) -> ReadStats {
        let ended_at = self.state.ended_at.filter(|_| was_skipped);
        let end = ended_at.or(self.walker.next()).unwrap_or(read_end);
        let messages = self.walker.messages();
        ReadStats {
            bytes: end - start.min(end),
            messages,
            parts: self.state.parts_of(messages),
        }
    }
}
