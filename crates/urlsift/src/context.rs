//! Context lines: the lines of text around links.

use std::{collections::VecDeque, ops::ControlFlow};

use memchr::memchr;
use urlsift_scan::Span;

use crate::{Position, Skip};

/// The maximum number of context lines before a link, and after it.
const MAX_LINES: usize = 1000;

/// The maximum number of bytes buffered per line.
const MAX_BYTES: usize = 4 << 10;

/// The maximum number of other lines buffered, for a link that is undecided or not fully reported yet.
const MAX_PENDING: usize = 1024;

/// A line of a decoded text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextLine<'t> {
    /// A number that increases in the order of the lines. Lines with consecutive numbers are adjacent lines of the same
    /// text; the absolute value has no meaning.
    pub number: u64,
    /// The offset of the first byte in the decoded text, as the pieces of [`Link::candidate`] count it.
    ///
    /// [`Link::candidate`]: crate::Link::candidate
    pub start: u64,
    /// The position in the file of the first byte, if [positions](crate::Sifter::positions) are wanted and known.
    /// Several lines of a decoded text may be on one line of the file.
    pub position: Option<Position>,
    /// The decoded bytes, without the line break (LF or CRLF).
    pub text: &'t [u8],
    /// Whether the line was cut: the text is at most 4 KiB of it.
    pub is_cut: bool,
}

/// A context line of a link, or the end of its context lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContextLine<'t> {
    /// A line of the link, or a line after it.
    Line(TextLine<'t>),
    /// The end of the context lines.
    End,
}

/// Buffers the last lines of the current text and reports those that are wanted.
#[derive(Debug, Default)]
pub(crate) struct ContextBuffer {
    before: usize,
    after: usize,
    /// Complete lines, in order.
    lines: VecDeque<Line>,
    /// The incomplete last line.
    current: Line,
    /// The offset in the text of the next byte.
    offset: u64,
    /// The first line that was neither reported nor skipped.
    reported: u64,
    /// The last line to report, if lines are wanted.
    wanted: Option<u64>,
    /// Unused line buffers.
    spare: Vec<Vec<u8>>,
}

#[derive(Debug, Default)]
struct Line {
    number: u64,
    /// The offsets in the text of the first byte, and of the byte after the LF.
    start: u64,
    end: u64,
    /// The position in the file of the first byte, if it is wanted and known.
    position: Option<Position>,
    bytes: Vec<u8>,
    is_cut: bool,
}

impl Line {
    fn push(&mut self, bytes: &[u8]) {
        let room = MAX_BYTES - self.bytes.len();
        self.bytes
            .extend_from_slice(&bytes[..bytes.len().min(room)]);
        self.is_cut |= bytes.len() > room;
    }

    fn as_text(&self) -> TextLine<'_> {
        let text = if self.is_cut {
            whole_chars(&self.bytes)
        } else {
            self.bytes.strip_suffix(b"\r").unwrap_or(&self.bytes)
        };
        TextLine {
            number: self.number,
            start: self.start,
            position: self.position,
            text,
            is_cut: self.is_cut,
        }
    }
}

/// Returns the text without its last character, which may be incomplete.
fn whole_chars(text: &[u8]) -> &[u8] {
    let last = text.iter().rev().take(4);
    let trailing = last.take_while(|&&byte| byte & 0xc0 == 0x80).count();
    &text[..text.len().saturating_sub(trailing + 1)]
}

impl ContextBuffer {
    /// Creates a buffer for `before` lines before a link, and `after` lines after it.
    pub(crate) fn new(before: usize, after: usize) -> Self {
        Self {
            before: before.min(MAX_LINES),
            after: after.min(MAX_LINES),
            ..Self::default()
        }
    }

    /// Returns an empty buffer with the same settings.
    pub(crate) fn with_fresh_buffers(&self) -> Self {
        Self::new(self.before, self.after)
    }

    /// Begins a text.
    pub(crate) fn begin(&mut self) {
        while let Some(line) = self.lines.pop_front() {
            self.recycle(line);
        }
        // A gap in the numbers: the first line is not adjacent to the last line of the previous text.
        let number = self.current.number + 2;
        self.current.bytes.clear();
        self.current = Line {
            number,
            bytes: std::mem::take(&mut self.current.bytes),
            ..Line::default()
        };
        self.offset = 0;
        self.reported = number;
        self.wanted = None;
    }

    /// Returns the offset in the text of the next byte.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// Adds the next bytes of the text and reports the complete lines that are wanted. No later link begins
    /// before the offset `undecided`. `locate` returns the position in the file of an offset in the text; the offsets
    /// ascend.
    pub(crate) fn push(
        &mut self,
        bytes: &[u8],
        undecided: u64,
        locate: &mut impl FnMut(u64) -> Option<Position>,
        report: &mut impl FnMut(ContextLine<'_>) -> ControlFlow<Skip>,
    ) -> ControlFlow<Skip> {
        let mut rest = bytes;
        self.begin_line(rest, locate);
        while let Some(end) = memchr(b'\n', rest) {
            self.current.push(&rest[..end]);
            rest = &rest[end + 1..];
            self.offset += end as u64 + 1;
            self.end_line();
            self.begin_line(rest, locate);
            self.emit(undecided, report)?;
            self.make_room(report)?;
        }
        self.current.push(rest);
        self.offset += rest.len() as u64;
        // Earlier lines may be decided now.
        let flow = self.emit(undecided, report);
        self.forget(undecided);
        flow
    }

    /// Requests the lines of a link and the lines after it.
    pub(crate) fn want(&mut self, link: Span) {
        let first = self.number_at(link.start());
        let last = self.number_at(link.end().saturating_sub(1));
        self.reported = self.reported.max(first);
        // A link inside another one may end on an earlier line.
        self.wanted = self.wanted.max(Some(last + self.after as u64));
    }

    /// Reports the complete lines that are wanted. No later link begins before the offset `undecided`.
    pub(crate) fn emit(
        &mut self,
        undecided: u64,
        report: &mut impl FnMut(ContextLine<'_>) -> ControlFlow<Skip>,
    ) -> ControlFlow<Skip> {
        let Some(wanted) = self.wanted else {
            return ControlFlow::Continue(());
        };
        let first = self
            .lines
            .partition_point(|line| line.number < self.reported);
        for line in self.lines.range(first..) {
            if line.number > wanted {
                break;
            }
            // A link that begins on the line is reported before the line.
            if line.end > undecided {
                return ControlFlow::Continue(());
            }
            self.reported = line.number + 1;
            report(ContextLine::Line(line.as_text()))?;
        }
        if self.reported > wanted {
            self.wanted = None;
            return report(ContextLine::End);
        }
        ControlFlow::Continue(())
    }

    /// Ends the text, and reports the remaining lines that are wanted.
    pub(crate) fn finish(
        &mut self,
        report: &mut impl FnMut(ContextLine<'_>) -> ControlFlow<Skip>,
    ) -> ControlFlow<Skip> {
        if self.offset > self.current.start {
            self.end_line();
        }
        self.emit(u64::MAX, report)?;
        match self.wanted.take() {
            Some(_) => report(ContextLine::End),
            None => ControlFlow::Continue(()),
        }
    }

    /// Returns the context lines before the line of an offset in the text, without lines already reported.
    pub(crate) fn before(&self, offset: u64) -> impl Iterator<Item = TextLine<'_>> {
        let number = self.number_at(offset);
        let from = number.saturating_sub(self.before as u64).max(self.reported);
        let first = self.lines.partition_point(|line| line.number < from);
        let lines = self.lines.range(first..);
        lines
            .take_while(move |line| line.number < number)
            .map(Line::as_text)
    }

    /// Returns the number of the line of an offset in the text, or of the first buffered line if the offset is
    /// before that line.
    pub(crate) fn number_at(&self, offset: u64) -> u64 {
        let at = self.lines.partition_point(|line| line.end <= offset);
        let line = self.lines.get(at).unwrap_or(&self.current);
        line.number
    }

    /// Locates the current line if the next bytes are its first.
    fn begin_line(&mut self, next: &[u8], locate: &mut impl FnMut(u64) -> Option<Position>) {
        if self.offset == self.current.start && !next.is_empty() {
            self.current.position = locate(self.offset);
        }
    }

    /// Ends the current line.
    fn end_line(&mut self) {
        let next = Line {
            number: self.current.number + 1,
            start: self.offset,
            bytes: self.spare.pop().unwrap_or_default(),
            ..Line::default()
        };
        let mut line = std::mem::replace(&mut self.current, next);
        line.end = self.offset;
        self.lines.push_back(line);
    }

    /// Drops the first lines if too many are buffered. Lines that are wanted are reported before they are
    /// dropped.
    fn make_room(
        &mut self,
        report: &mut impl FnMut(ContextLine<'_>) -> ControlFlow<Skip>,
    ) -> ControlFlow<Skip> {
        while self.lines.len() > self.before + MAX_PENDING {
            let Some(line) = self.lines.pop_front() else {
                break;
            };
            let is_wanted = self.wanted.is_some_and(|wanted| line.number <= wanted);
            let flow = if is_wanted && line.number >= self.reported {
                self.reported = line.number + 1;
                report(ContextLine::Line(line.as_text()))
            } else {
                ControlFlow::Continue(())
            };
            self.recycle(line);
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Drops the lines that can no longer be wanted.
    fn forget(&mut self, undecided: u64) {
        let number = self.number_at(undecided.min(self.offset));
        let needed = number.saturating_sub(self.before as u64);
        let (reported, wanted) = (self.reported, self.wanted);
        while let Some(line) = self.lines.pop_front_if(|first| {
            let is_done =
                first.number < reported || wanted.is_none_or(|wanted| first.number > wanted);
            first.number < needed && is_done
        }) {
            self.recycle(line);
        }
    }

    /// Keeps the buffer of a dropped line for another line.
    fn recycle(&mut self, line: Line) {
        let mut bytes = line.bytes;
        // The buffer never needs more spare line buffers at once.
        if self.spare.len() < self.before + 1 {
            bytes.clear();
            self.spare.push(bytes);
        }
    }
}
