//! The lines of text around a hit, for those who want to see them.

use std::{collections::VecDeque, ops::ControlFlow};

use memchr::memchr;
use urlsift_scan::Span;

use crate::{Sink, Skip};

/// So many lines may be asked for on either side of a hit.
pub(crate) const MOST_LINES: usize = 1000;

/// So many bytes of a line are kept.
const MOST_BYTES: usize = 4 << 10;

/// So many lines are kept besides of a hit that is not decided yet, or not told to its end.
const HELD: usize = 1024;

/// A line of a decoded text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLine<'t> {
    number: u64,
    text: &'t [u8],
    is_cut: bool,
}

impl<'t> TextLine<'t> {
    /// Counts the lines as they are read. Where the number of a line is that of another and 1, it
    /// stands behind that in the same text; what it counts from means nothing.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Its bytes, decoded, without its line break (LF or CRLF).
    #[must_use]
    pub fn text(&self) -> &'t [u8] {
        self.text
    }

    /// Whether it goes on behind [`text`](Self::text), which has no more than 4 KiB of it.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }
}

/// What is told behind a hit, for those who want to see the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Around<'t> {
    /// A line that the hit stands on, or one behind it.
    Line(TextLine<'t>),
    /// There are no more of them.
    End,
}

/// The last lines of the text at hand, those that were not told yet among them.
#[derive(Debug)]
pub(crate) struct Ring {
    before: usize,
    after: usize,
    /// Lines that are over, in their order, and the one at hand.
    lines: VecDeque<Line>,
    at_hand: Line,
    /// Offset in the text of the next byte.
    offset: u64,
    /// The lines before this one were told, or passed by.
    told: u64,
    /// The last line that is to be told.
    wanted: Option<u64>,
    /// Buffers of lines that are not kept any more.
    spare: Vec<Vec<u8>>,
}

#[derive(Debug, Default)]
struct Line {
    number: u64,
    /// Offset in the text of its first byte, and of the one behind its LF.
    start: u64,
    end: u64,
    bytes: Vec<u8>,
    is_cut: bool,
}

impl Line {
    fn take(&mut self, bytes: &[u8]) {
        let room = MOST_BYTES - self.bytes.len();
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
            text,
            is_cut: self.is_cut,
        }
    }
}

/// Without the last character, of which a part may be missing.
fn whole_chars(text: &[u8]) -> &[u8] {
    let last = text.iter().rev().take(4);
    let behind = last.take_while(|&&byte| byte & 0xc0 == 0x80).count();
    &text[..text.len().saturating_sub(behind + 1)]
}

impl Ring {
    /// For so many lines on either side of a hit, besides those that it stands on.
    pub(crate) fn new(before: usize, after: usize) -> Self {
        Self {
            before: before.min(MOST_LINES),
            after: after.min(MOST_LINES),
            lines: VecDeque::new(),
            at_hand: Line::default(),
            offset: 0,
            told: 0,
            wanted: None,
            spare: Vec::new(),
        }
    }

    /// An empty one that keeps the same.
    #[cfg(feature = "parallel")]
    pub(crate) fn twin(&self) -> Self {
        Self::new(self.before, self.after)
    }

    /// At the start of a text.
    pub(crate) fn begin(&mut self) {
        while let Some(line) = self.lines.pop_front() {
            self.put_back(line);
        }
        // No line of the text before is the one before the first.
        let number = self.at_hand.number + 2;
        self.at_hand.bytes.clear();
        self.at_hand = Line {
            number,
            bytes: std::mem::take(&mut self.at_hand.bytes),
            ..Line::default()
        };
        self.offset = 0;
        self.told = number;
        self.wanted = None;
    }

    /// Offset in the text of the next byte.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// Takes the next bytes of the text, and tells the lines in them that are to be told. No hit to
    /// come begins before an offset in the text.
    pub(crate) fn push(
        &mut self,
        bytes: &[u8],
        undecided: u64,
        sink: &mut impl Sink,
    ) -> ControlFlow<Skip> {
        let mut rest = bytes;
        while let Some(end) = memchr(b'\n', rest) {
            self.at_hand.take(&rest[..end]);
            rest = &rest[end + 1..];
            self.offset += end as u64 + 1;
            self.end_line();
            self.tell(undecided, sink)?;
            self.make_room(sink)?;
        }
        self.at_hand.take(rest);
        self.offset += rest.len() as u64;
        // What was held back before may be decided.
        let told = self.tell(undecided, sink);
        self.forget(undecided);
        told
    }

    /// Asks for the lines that a hit stands on, and for those behind it.
    pub(crate) fn want(&mut self, hit: Span) {
        let first = self.number_at(hit.start());
        let last = self.number_at(hit.end().saturating_sub(1));
        self.told = self.told.max(first);
        self.wanted = Some(last + self.after as u64);
    }

    /// Tells the lines that are to be told, as far as they are over. No hit to come begins before an
    /// offset in the text.
    pub(crate) fn tell(&mut self, undecided: u64, sink: &mut impl Sink) -> ControlFlow<Skip> {
        let Some(wanted) = self.wanted else {
            return ControlFlow::Continue(());
        };
        let first = self.lines.partition_point(|line| line.number < self.told);
        for line in self.lines.range(first..) {
            if line.number > wanted {
                break;
            }
            // A hit that begins on it is told before it.
            if line.end > undecided {
                return ControlFlow::Continue(());
            }
            self.told = line.number + 1;
            sink.context(Around::Line(line.as_text()))?;
        }
        if self.told > wanted {
            self.wanted = None;
            return sink.context(Around::End);
        }
        ControlFlow::Continue(())
    }

    /// The text is over: tells what is still to be told.
    pub(crate) fn finish(&mut self, sink: &mut impl Sink) -> ControlFlow<Skip> {
        if self.offset > self.at_hand.start {
            self.end_line();
        }
        self.tell(u64::MAX, sink)?;
        match self.wanted.take() {
            Some(_) => sink.context(Around::End),
            None => ControlFlow::Continue(()),
        }
    }

    /// The lines before the one that an offset in the text is on, as many as are wanted; those that
    /// were told are not among them.
    pub(crate) fn before(&self, offset: u64) -> impl Iterator<Item = TextLine<'_>> {
        let number = self.number_at(offset);
        let from = number.saturating_sub(self.before as u64).max(self.told);
        let first = self.lines.partition_point(|line| line.number < from);
        let lines = self.lines.range(first..);
        lines
            .take_while(move |line| line.number < number)
            .map(Line::as_text)
    }

    /// The number of the line that an offset in the text is on; of the first one that is kept, if it
    /// lies before that.
    pub(crate) fn number_at(&self, offset: u64) -> u64 {
        let at = self.lines.partition_point(|line| line.end <= offset);
        let line = self.lines.get(at).unwrap_or(&self.at_hand);
        line.number
    }

    /// The line at hand is over.
    fn end_line(&mut self) {
        let next = Line {
            number: self.at_hand.number + 1,
            start: self.offset,
            bytes: self.spare.pop().unwrap_or_default(),
            ..Line::default()
        };
        let mut line = std::mem::replace(&mut self.at_hand, next);
        line.end = self.offset;
        self.lines.push_back(line);
    }

    /// Drops lines of which too many are kept; what is still to be told of them is told first.
    fn make_room(&mut self, sink: &mut impl Sink) -> ControlFlow<Skip> {
        while self.lines.len() > self.before + HELD {
            let Some(line) = self.lines.pop_front() else {
                break;
            };
            let is_wanted = self.wanted.is_some_and(|wanted| line.number <= wanted);
            let told = if is_wanted && line.number >= self.told {
                self.told = line.number + 1;
                sink.context(Around::Line(line.as_text()))
            } else {
                ControlFlow::Continue(())
            };
            self.put_back(line);
            told?;
        }
        ControlFlow::Continue(())
    }

    /// Drops what nobody can ask for any more.
    fn forget(&mut self, undecided: u64) {
        let number = self.number_at(undecided.min(self.offset));
        let needed = number.saturating_sub(self.before as u64);
        while let Some(first) = self.lines.front() {
            let is_told =
                first.number < self.told || self.wanted.is_none_or(|wanted| first.number > wanted);
            if first.number >= needed || !is_told {
                break;
            }
            let Some(line) = self.lines.pop_front() else {
                break;
            };
            self.put_back(line);
        }
    }

    fn put_back(&mut self, line: Line) {
        let mut bytes = line.bytes;
        // What nobody may ever fill again is not kept.
        if self.spare.len() < self.before + 1 {
            bytes.clear();
            self.spare.push(bytes);
        }
    }
}
