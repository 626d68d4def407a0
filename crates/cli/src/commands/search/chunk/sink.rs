//! A chunk as the sink of a search.

use std::{ops::ControlFlow, path::Path, sync::Arc};

use urlsift::{unwrap, write_rejected_line};
use urlsift_search::{
    ContextLine, Error, FileSink, Format, Input, Kind, Link, Message, Position, Preceding,
    ReadStats, Rejected, Sink, Skip,
    archive::{ArchiveWarning, Place, TextUnit},
};

use super::{
    OutputChunk,
    fixup::{Diagnostic, FixupKind},
};
use crate::{
    options::Show,
    report::{json, record::RelativeNumbers, tally::ChunkTally},
    term::diagnostics::reason,
};

impl OutputChunk {
    /// Reports a diagnostic about a file.
    pub(super) fn report(&mut self, path: Arc<Path>, position: Option<Position>, text: String) {
        let diagnostic = Diagnostic {
            path,
            position,
            text,
        };
        self.buffer
            .push(FixupKind::Diagnostic(Box::new(diagnostic)));
    }

    fn report_rejected(&mut self, rejected: &Rejected<'_>) {
        if self.options.show == Show::Json {
            self.print_rejected(rejected);
        } else if self.options.show != Show::Nothing {
            let reason = rejected.rejection().reason;
            let mut text = format!("rejected ({}): {reason}", reason.code());
            let position = rejected.position();
            if position.is_none() {
                text.insert_str(0, &format!("byte {}: ", rejected.span().start()));
            }
            let path = Arc::clone(&self.file.output.path);
            self.report(path, position, text);
        }
    }

    /// Prints the object of a rejected candidate.
    fn print_rejected(&mut self, rejected: &Rejected<'_>) {
        let path = self.file.output.path.as_os_str().as_encoded_bytes();
        let rejected = rejected.clone().with_path(path);
        let position = RelativeNumbers {
            position: rejected.position(),
            message_index: None,
        };
        let numbers = &mut self.printer.numbers;
        numbers.begin(position, self.file.counts_from_start);
        let start = self.buffer.bytes.len();
        write_rejected_line(&mut self.buffer.bytes, &rejected, |out, field, _| {
            numbers.write(out, field);
        });
        self.buffer.add_object(start);
        self.buffer.add_numbers(numbers);
    }
}

impl Sink for OutputChunk {
    fn wants_message(&mut self, message: &Message<'_>) -> bool {
        self.options.selection.accepts_message(message)
    }

    fn wants_text(&mut self, place: Place<'_>) -> bool {
        self.options.selection.accepts_text(place)
    }

    fn recognised(&mut self, kind: Kind) {
        if kind == Kind::Text && self.options.reading.known_kind().is_none() {
            self.begin_binary_check();
        }
        if kind.is_unread() {
            let text = format!("{kind} document: not read (convert it to text first)");
            self.report(Arc::clone(&self.file.output.path), None, text);
        }
    }

    fn begin_text(&mut self, _: &TextUnit<'_>) {
        self.context.pieces.clear();
    }

    fn text(&mut self, decoded: &[u8]) {
        self.check_binary(decoded);
    }

    fn link(&mut self, link: &Link<'_>) -> ControlFlow<Skip> {
        if self.options.selection.leaves_out(link) {
            return ControlFlow::Continue(());
        }
        let unwraps = self.options.records.unwrap;
        let has_target = || unwraps && unwrap::target(link.url_bytes()).is_some();
        if self.printer.needs_only_urls && link.base_text().is_none() && !has_target() {
            self.add_plain_url(link);
            return ControlFlow::Continue(());
        }
        let flow = self.add(link);
        if self.context.is_wanted {
            self.context.pieces.add(link);
        }
        flow
    }

    fn wants_link_text(&self) -> bool {
        self.printer.needs_link_text
    }

    fn wants_context(&self) -> bool {
        self.context.is_wanted
    }

    fn context(&mut self, line: ContextLine<'_>) -> ControlFlow<Skip> {
        match line {
            // The line belongs to a link before the first NUL, which was withdrawn.
            ContextLine::Line(_) if self.is_binary() => ControlFlow::Continue(()),
            ContextLine::Line(line) => {
                self.context.last_line = Some(line.number);
                let pieces = self.context.pieces.take_line(&line);
                // Writing to a vector does not fail.
                let _ = self.print_context(&line, &pieces);
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
        if !self.options.selection.accepts_kind(scanned.delimiter) {
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
        if let ArchiveWarning::UnknownCharset(name) = warning {
            // Reported once, with the number of parts.
            self.summary.unknown_charsets.add(name);
            return;
        }
        if self.options.show != Show::Nothing {
            let path = Arc::clone(&self.file.output.path);
            self.report(path, None, format!("byte {offset}: {warning}"));
        }
    }
}

impl FileSink for OutputChunk {
    fn input(&mut self, input: &Input) {
        self.input = Arc::from(input.path());
    }

    fn begin(&mut self, path: &Path, _: &[Format]) -> ControlFlow<Skip> {
        self.keys.begin_file();
        self.begin_file(path);
        self.file.counts_from_start = true;
        self.buffer.begin_file();
        ControlFlow::Continue(())
    }

    fn resume(&mut self, path: &Path, last: Option<&Self>) {
        self.begin_file(path);
        if let Some(last) = last {
            // The same thread continues to count.
            self.file.counts_from_start = last.file.counts_from_start;
            self.file.count = last.file.count;
            self.context.last_line = last.context.last_line;
            self.context.pieces = last.context.pieces.clone();
            self.continue_binary_check(last);
        }
    }

    fn error(&mut self, error: Error) {
        self.summary.errors += 1;
        if self.options.has_error_objects() {
            let start = self.buffer.bytes.len();
            // Writing to a vector does not fail.
            let _ = json::error(&mut self.buffer.bytes, &error);
            self.buffer.add_object(start);
        } else {
            self.report(Arc::from(error.path()), None, reason(&error));
        }
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
            // Writing to a vector does not fail.
            let _ = self.print_end();
        }
        self.file.is_open = false;
    }

    fn size(&self) -> usize {
        let tally = self.tally.as_ref().map_or(0, ChunkTally::size);
        let size = self.buffer.size() + self.keys.size() + tally;
        if self.is_binary_check_pending() {
            // A chunk that is not empty is delivered before a read that may block, but this one is not full.
            return size.min(1);
        }
        size
    }

    fn needs_render(&self) -> bool {
        self.buffer.has_edits() || self.tally.is_some() && !self.buffer.bytes.is_empty()
    }

    fn render(&mut self, _: Preceding) {
        self.apply_fixups();
        if let Some(tally) = &mut self.tally {
            self.buffer.take_bytes(|bytes| tally.add_written(bytes));
        }
    }
}
