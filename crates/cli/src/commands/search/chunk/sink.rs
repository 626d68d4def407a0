//! A chunk as the sink of a search.

use std::{ops::ControlFlow, path::Path, sync::Arc};

use urlsift_search::{
    ContextLine, Error, FileSink, InMessage, Input, Kind, Link, ReadStats, Rejected, Sink, Skip,
    archive::{ArchiveWarning, Place, TextUnit},
};

use super::{
    OutputChunk,
    event::{Diagnostic, Event, FileEnd, OwnedLine},
    render,
};
use crate::{options::Show, report::tally::ChunkTally, term::diagnostics::reason};

impl Sink for OutputChunk {
    fn wants_message(&mut self, message: &InMessage<'_>) -> bool {
        self.last_message = Some(message.offset());
        if self.is_direct
            && let Some(point) = self.start_of_message()
        {
            self.rendered.add_resume_point(point);
        }
        self.options.selection.accepts_message(message)
    }

    fn wants_text(&mut self, place: Place<'_>) -> bool {
        self.options.selection.accepts_text(place)
    }

    fn recognised(&mut self, kind: Kind) {
        self.file.can_be_cut = kind.can_be_cut();
        if kind == Kind::Text && self.options.reading.known_kind().is_none() {
            self.begin_binary_check();
        }
    }

    fn lines_end_in_cr(&mut self) {
        self.file.can_be_cut = false;
    }

    fn begin_text(&mut self, _: &TextUnit<'_>) {
        self.marks.clear();
    }

    fn text(&mut self, decoded: &[u8]) {
        self.check_binary(decoded);
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        if let Some(plain) = self.plain.filter(|_| link.base().is_none()) {
            self.add_plain_url(plain, link);
            return ControlFlow::Continue(());
        }
        let flow = self.add(link);
        if self.wants_context {
            self.marks.add(link);
        }
        flow
    }

    fn wants_context(&self) -> bool {
        self.wants_context
    }

    fn context(&mut self, line: ContextLine<'_>) -> ControlFlow<Skip> {
        match line {
            // The line belongs to a link before the first NUL, which was withdrawn.
            ContextLine::Line(_) if self.is_binary() => ControlFlow::Continue(()),
            ContextLine::Line(line) => {
                self.last_context = Some(line.number());
                let line = OwnedLine::new(line, self.marks.of_line(&line));
                let size = line.size();
                self.push(Event::Context(line), size);
                ControlFlow::Continue(())
            }
            // The link may be the last one to print.
            ContextLine::End => self.after_link(),
        }
    }

    fn rejected(&mut self, rejected: &Rejected<'_>) -> ControlFlow<Skip> {
        if self.has_context() && self.is_full() {
            return ControlFlow::Continue(());
        }
        let scanned = rejected.rejection();
        self.summary.candidates += 1;
        if !self.options.selection.accepts_delimiter(scanned.delimiter) {
            return ControlFlow::Continue(());
        }
        self.summary.rejected.add(scanned.reason);
        if self.options.rejected {
            self.report_rejected(rejected);
        }
        ControlFlow::Continue(())
    }

    fn warning(&mut self, offset: u64, warning: ArchiveWarning) {
        // These are frequent and harmless. `info` reports them.
        if warning == ArchiveWarning::DoubtfulBoundary {
            return;
        }
        self.summary.warnings += 1;
        if self.options.show != Show::Nothing {
            let text = format!("byte {offset}: {warning}");
            self.report(Diagnostic::of_file(&self.file.output.path, text));
        }
    }
}

impl FileSink for OutputChunk {
    fn input(&mut self, input: &Input) {
        self.input = Arc::from(input.path());
    }

    fn begin(&mut self, path: &Path) -> ControlFlow<Skip> {
        self.keys.begin_file();
        self.begin_file(path, false);
        ControlFlow::Continue(())
    }

    fn resume(&mut self, path: &Path, last: Option<&Self>) {
        self.begin_file(path, true);
        if let Some(last) = last {
            self.file.count = last.file.count;
            self.file.can_be_cut = last.file.can_be_cut;
            self.last_context = last.last_context;
            self.marks = last.marks.clone();
            self.continue_binary_check(last);
        }
    }

    fn error(&mut self, error: Error) {
        self.summary.errors += 1;
        if self.options.has_error_objects() {
            return self.report_error(&error);
        }
        self.report(Diagnostic::of_file(error.path(), reason(&error)));
    }

    fn read(&mut self, stats: ReadStats) {
        self.summary.bytes += stats.bytes;
        self.summary.messages += stats.messages;
        self.summary.parts += stats.parts;
    }

    fn end(&mut self) {
        self.summary.inputs += 1;
        self.end_binary_check();
        if matches!(
            self.options.show,
            Show::Count | Show::Files | Show::FilesWithout
        ) {
            let end = FileEnd {
                count: self.file.count_here,
                has_failed: self.summary.errors > self.file.errors_before,
            };
            self.push(Event::End(end), 0);
        }
        self.file.is_open = false;
    }

    fn size(&self) -> usize {
        let tally = self.tally.as_ref().map_or(0, ChunkTally::size);
        let size = self.rendered.size() + self.size + self.keys.size() + tally;
        if self.is_binary_check_pending() {
            // A chunk that is not empty is delivered before a read that may block, but this one is not full.
            return size.min(1);
        }
        size
    }

    fn needs_render(&self) -> bool {
        !self.events.list.is_empty()
    }

    fn render(&mut self) {
        let mut renderer = render::Renderer::new(self.options, self.text, self.state);
        self.render_with(&mut renderer);
    }

    fn spill(&mut self) -> Option<Vec<u8>> {
        self.take_content()
    }

    fn restore(&mut self, spilled: Vec<u8>) {
        self.put_content(spilled);
    }
}
