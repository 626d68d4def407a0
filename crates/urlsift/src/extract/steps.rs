//! Reading step by step.

use std::{
    io::Read,
    mem,
    ops::{ControlFlow, Range},
};

use urlsift_archive::{Before, Kind, NextBytes, ReadOptions, Rest, Walker};

use super::{
    Sifter,
    seek::{self, Seek, SeekStep},
    sifted::{ReadStats, StepEnd},
};
use crate::{Sink, Skip};

/// Reading step by step, for programs that cut files into segments or read them in their own way.
impl Sifter {
    /// Sets whether the next files are pages by their names; see [`ReadOptions::set_page_by_name`].
    pub fn set_page_by_name(&mut self, wanted: bool) {
        self.reading.set_page_by_name(wanted);
        self.extractor.walker.set_page_by_name(wanted);
    }

    /// Begins a file, or its [range](Self::range).
    pub fn begin(&mut self) {
        if self.has_range() || mem::take(&mut self.is_special) {
            // The walker of the last file may have had other options.
            self.extractor.walker = Walker::new(self.reading.clone());
        } else {
            self.extractor.walker.reset();
        }
        self.begin_at(0);
        self.seek_from_start();
    }

    /// Begins at the first message of the sifter's [range](Self::range), in a file that can be read at any
    /// offset. The message begins at `first`, which is also the offset of the next byte read; `before` are the
    /// bytes before it.
    pub fn begin_in_range(&mut self, kind: Kind, first: u64, before: Before) {
        let end = self.range.as_ref().map_or(u64::MAX, |range| range.end);
        let reading = self.reading.clone();
        self.extractor.walker = Walker::at_message(reading, kind, first..end, before);
        self.begin_at(first);
    }

    /// Begins a segment of a file at `start`, the offset of the next byte read. `walker` creates the walker for
    /// the segment from the sifter's [options](Self::read_options).
    pub fn begin_segment(&mut self, walker: impl FnOnce(ReadOptions) -> Walker, start: u64) {
        self.extractor.walker = walker(self.reading.clone());
        self.begin_at(start);
        if start == 0 {
            self.seek_from_start();
        }
    }

    /// Begins a message with a walker whose options differ from those of the sifter.
    pub(super) fn begin_message_with(&mut self, walker: Walker) {
        self.extractor.walker = walker;
        self.is_special = true;
        self.begin_at(0);
    }

    fn begin_at(&mut self, start: u64) {
        self.extractor.reset(start);
        self.buffer.reset(start);
        self.seek = None;
        self.skipped_error = None;
    }

    /// Begins the search for the first message of the range, if there is one, in a file that is read from its
    /// start.
    fn seek_from_start(&mut self) {
        if self.seeks() {
            self.extractor.walker = Walker::new(seek::framing(&self.reading));
            self.seek = Some(Seek::default());
        }
    }

    /// Reads once, and reports all events that are decided.
    ///
    /// `stop` returns the end of the segment. It is called after the read, so that the reader may determine the end
    /// during the read. The end must be known when the first byte after it is read.
    ///
    /// # Breaks
    ///
    /// Breaks with the sink's [`Skip`] if the sink ends the reading.
    pub fn step(
        &mut self,
        bytes: &mut dyn Read,
        stop: &dyn Fn() -> u64,
        sink: &mut impl Sink,
    ) -> ControlFlow<Skip, StepEnd> {
        let (rest, failure) = match self.buffer.fill(bytes) {
            Ok(Some(at_end)) => (Rest::of(at_end), None),
            Ok(None) => return ControlFlow::Continue(StepEnd::Continue),
            Err(error) => (Rest::Lost, Some(error)),
        };
        let range = self.range.clone().unwrap_or(0..u64::MAX);
        if let Some(mut seek) = self.seek.take() {
            let walker = &mut self.extractor.walker;
            match seek.push(walker, &mut self.buffer, rest, range.start) {
                SeekStep::Message(kind, first, before) => {
                    let reading = self.reading.clone();
                    *walker = Walker::at_message(reading, kind, first..range.end, before);
                }
                found => {
                    self.seek = Some(seek);
                    return ControlFlow::Continue(match (found, failure) {
                        (SeekStep::NoMessage, _) => StepEnd::EndOfSegment(None),
                        (_, Some(error)) => StepEnd::Failed(error),
                        _ if rest == Rest::Nothing => StepEnd::EndOfFile,
                        _ => StepEnd::Continue,
                    });
                }
            }
        }
        let (window, start) = (self.buffer.window(), self.buffer.start());
        let walker = &mut self.extractor.walker;
        walker.set_next_bytes(if self.buffer.has_more() {
            NextBytes::Buffered
        } else if self.buffer.last_read_was_short() && sink.may_wait(self.buffer.end()) {
            NextBytes::Slow
        } else {
            NextBytes::Unknown
        });
        let stop = stop().min(range.end);
        let (used, end) = match self.extractor.push(window, start, rest, stop, sink) {
            ControlFlow::Continue(pushed) => pushed,
            ControlFlow::Break(skip) => {
                self.skipped_error = failure;
                return ControlFlow::Break(skip);
            }
        };
        ControlFlow::Continue(if let Some(position) = end {
            StepEnd::EndOfSegment(position)
        } else if let Some(error) = failure {
            StepEnd::Failed(error)
        } else if rest == Rest::Nothing {
            StepEnd::EndOfFile
        } else {
            self.buffer.consume(used);
            StepEnd::Continue
        })
    }

    /// Returns the [range](Self::range), if one was set.
    #[must_use]
    pub fn selected_range(&self) -> Option<Range<u64>> {
        self.range.clone()
    }

    /// Returns whether only a [range](Self::range) of each file is read.
    #[must_use]
    pub fn has_range(&self) -> bool {
        self.range.is_some()
    }

    /// Returns whether the first message of the range must be searched for.
    pub(super) fn seeks(&self) -> bool {
        self.range.as_ref().is_some_and(|range| range.start > 0)
    }

    /// Returns whether a text without messages can be [cut after a line](Walker::cutting_lines) that closes its
    /// last `<`. Where URLs without angle brackets are wanted, a quotation may span the next line.
    #[must_use]
    pub fn can_cut_lines(&self) -> bool {
        !self.config.wants_undelimited()
    }

    /// Returns the options with which files are read, including the [prefilter](ReadOptions::prefilter) of the
    /// scanner.
    #[must_use]
    pub fn read_options(&self) -> &ReadOptions {
        &self.reading
    }

    /// Returns whether [context lines](Self::context) are requested. In a text without messages, they may come from
    /// before a position at which the text could be cut.
    #[must_use]
    pub fn wants_context(&self) -> bool {
        self.extractor.state.context.is_some()
    }

    /// Returns the offset of the first byte that is still needed.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.buffer.start()
    }

    /// Returns the offset of the next byte to be read.
    #[must_use]
    pub fn read_offset(&self) -> u64 {
        self.buffer.end()
    }

    /// Returns the offset of the first message, or of the text in a file without messages; `None` if it is not
    /// known yet.
    #[must_use]
    pub fn first_message(&self) -> Option<u64> {
        self.extractor.walker.first()
    }

    /// Returns the offset of the first message after the segment, once the segment has ended.
    #[must_use]
    pub fn next_message(&self) -> Option<u64> {
        self.extractor.walker.next()
    }

    /// Returns the number of messages that have begun.
    #[must_use]
    pub fn messages(&self) -> u64 {
        self.extractor.walker.messages()
    }

    /// Returns whether the segment can contain no more links, although its end has not been reached.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.extractor.walker.is_over()
    }

    /// Returns how much was read since the offset `start`. If the sink ended the reading (`was_skipped`), this
    /// is up to the last link.
    #[must_use]
    pub fn stats(&self, start: u64, was_skipped: bool) -> ReadStats {
        if self.seek.is_some() {
            // No message of the range was found.
            return ReadStats::default();
        }
        let read = self.extractor.stats(start, self.buffer.end(), was_skipped);
        let layout = self.extractor.state.layout;
        ReadStats {
            bytes: read.bytes.saturating_sub(layout.header_len),
            // A virtual body after a header section is not counted as a message: its message is counted with the header
            // section, which is read separately.
            messages: if layout.is_virtual && layout.header_len > 0 {
                0
            } else {
                read.messages
            },
            ..read
        }
    }
}
