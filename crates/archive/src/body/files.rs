//! Reads texts that may contain encoded files.

use std::ops::{ControlFlow, Range};

use super::{
    BodyReader, Leaf, TEXT_FILE,
    inline::{FileEncoding, InlineFile},
    opening::PageCheck,
};
use crate::{
    Rest, Visitor,
    decode::TransferEncoding,
    frame::{Line, Window},
    skip::DecidedEnd,
    step::WalkStep,
};

impl BodyReader {
    /// Reads a text up to the first embedded file.
    pub(super) fn read_text(
        &mut self,
        window: &Window<'_>,
        from: usize,
        end: DecidedEnd,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), WalkStep> {
        let to = end.at;
        let file = InlineFile::next(&mut self.files, window, from, end);
        let before = from..file.map_or(to, |file| file.line);
        self.pipeline
            .push(&window.bytes[before], window.offset(from), visitor)?;
        let Some(InlineFile { line, encoding }) = file else {
            return ControlFlow::Continue(WalkStep::NeedInput(to));
        };
        if encoding == FileEncoding::Unknown {
            return ControlFlow::Continue(WalkStep::NeedInput(line));
        }
        self.end(Rest::Nothing, visitor)?;
        self.leaf = Leaf::File(encoding);
        if self.leaf == TEXT_FILE {
            self.open(TransferEncoding::Uuencode, PageCheck::Pending, visitor)?;
        }
        // Only the first line is known to belong to the file.
        let Line::Whole(begin) = window.short_line(line) else {
            return ControlFlow::Continue(WalkStep::Advance(line));
        };
        let after = to.min(line + begin.len());
        self.read_line(window, line..after, visitor)?;
        ControlFlow::Continue(WalkStep::Advance(after))
    }

    /// Reads the lines of an embedded file, or skips them.
    pub(super) fn read_file(
        &mut self,
        window: &Window<'_>,
        encoding: FileEncoding,
        within: Range<usize>,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<(), WalkStep> {
        let Range { start: mut at, end } = within;
        while at < end {
            let line = match window.short_line(at) {
                Line::Whole(line) => Some(&line[..line.len().min(end - at)]),
                Line::Unfinished => return ControlFlow::Continue(WalkStep::NeedInput(at)),
                Line::Long => None,
            };
            let (len, is_over) =
                line.map_or((0, true), |line| match encoding.classify_line(line) {
                    (true, is_last) => (line.len(), is_last),
                    (false, is_over) => (0, is_over),
                });
            self.read_line(window, at..at + len, visitor)?;
            at += len;
            if is_over {
                self.end(Rest::Nothing, visitor)?;
                self.leaf = Leaf::Text {
                    may_hold_files: true,
                };
                self.open(TransferEncoding::Identity, PageCheck::Pending, visitor)?;
                return ControlFlow::Continue(WalkStep::Advance(at));
            }
        }
        ControlFlow::Continue(WalkStep::NeedInput(end))
    }

    /// Reads a line of an embedded text file.
    fn read_line(
        &mut self,
        window: &Window<'_>,
        line: Range<usize>,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        if self.leaf != TEXT_FILE {
            return ControlFlow::Continue(());
        }
        let offset = window.offset(line.start);
        self.pipeline.push(&window.bytes[line], offset, visitor)
    }
}
