//! Splits an archive into messages.
//!
//! A few bytes around a line decide whether it is a boundary, so that any range of an archive can
//! be read separately. Declared lengths, where the archive has them, can only rule out a boundary:
//! a line inside a message whose declared length is correct is not a boundary.
//!
//! The framer searches for the one string that every boundary and escape of a kind contains, and asks the kind about
//! each occurrence. To read line by line would be simpler, and need no such string, but would stop at each line of each
//! message. It was not worth searching for the delimiters of parts in the same pass: the searches in `body` are paid
//! for only by messages that are read, and most are skipped.

use std::ops::Range;

use super::{
    bounds::Bounds,
    framing::{Envelope, Framing},
    lines::{line_around, may_begin_with},
    text_cut::TextCut,
    tight::EmptyLines,
    token::FrameToken,
    window::{MAX_LINE, Search, Window},
};
use crate::{
    kind::{Division, Kind},
    page::SectionEnd,
};

/// Finds the message boundaries of an archive, and the escapes that the archive added to lines.
#[derive(Clone, Debug)]
pub(crate) struct Framer {
    kind: Kind,
    /// Finds the mark of the kind, or on an archiver's page the one at the end of the current section.
    mark: Option<Search>,
    /// The number of bytes of the mark before the line that it is in.
    before_line: usize,
    /// Whether there is no mark in lines of base64.
    skips_base64: bool,
    is_section: bool,
    bounds: Bounds,
    text: TextCut,
}

impl Framer {
    pub(crate) fn new(kind: Kind) -> Self {
        let framing = kind.framing();
        let mark = framing.mark();
        Self {
            kind,
            mark: mark.map(|mark| Search::new(mark.bytes)),
            before_line: mark.map_or(0, |mark| usize::from(mark.bytes[0] == b'\n')),
            skips_base64: mark.is_none_or(|mark| !mark.is_in_base64),
            is_section: false,
            bounds: Bounds::default(),
            text: TextCut::from(u64::MAX, false),
        }
    }

    /// Creates the framer of a file that is read from its start.
    pub(crate) fn at_file_start(kind: Kind) -> Self {
        let mut framer = Self::new(kind);
        if kind.is_mbox() {
            framer.bounds.empty_lines = EmptyLines::Undecided;
        }
        framer
    }

    /// Sets that the file does not begin with a `From ` line: an empty line must precede all others.
    pub(crate) fn require_empty_lines(&mut self) {
        self.bounds.empty_lines = EmptyLines::Required;
    }

    /// Returns whether no empty line precedes the `From ` lines, so that the file cannot be cut.
    pub(crate) fn lacks_empty_lines(&self) -> bool {
        self.bounds.empty_lines == EmptyLines::Absent
    }

    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    fn framing(&self) -> &'static dyn Framing {
        self.kind.framing()
    }

    /// Sets the declared end of the current body.
    pub(crate) fn expect_end(&mut self, end: Option<u64>) {
        self.bounds.end = end;
    }

    /// Sets where the current section of an archiver's page ends.
    pub(crate) fn end_section(&mut self, end: SectionEnd) {
        self.is_section = true;
        self.bounds.end = None;
        self.mark = None;
        match end {
            SectionEnd::At(end) => self.bounds.end = Some(end),
            SectionEnd::Mark(mark) => self.mark = Some(Search::new(mark)),
            SectionEnd::OfPage => {}
        }
    }

    /// Returns the end of the current section of a page.
    fn section_token(&mut self, window: &Window<'_>, from: usize) -> FrameToken {
        let len = window.bytes.len();
        let end = match &mut self.mark {
            Some(mark) => mark.next(window, from),
            None => self.bounds.end_among(window, from..len + 1),
        };
        if let Some(at) = end {
            return FrameToken::boundary(at);
        }
        // The mark may extend beyond the window.
        let undecided = match &self.mark {
            Some(mark) if !window.at_end => mark.undecided_len(),
            _ => 0,
        };
        FrameToken::incomplete(from.max(len.saturating_sub(undecided)))
    }

    /// Cuts a text at the first cut position at or after an offset. By default it is not cut.
    pub(crate) fn cut_text_from(&mut self, offset: u64, cuts_lines: bool) {
        if self.kind.division() == Division::Text {
            self.text = TextCut::from(offset, cuts_lines);
        }
    }

    /// Reads the envelope at an index at which a message begins. If more input is needed, returns the index before
    /// which no bytes are needed again.
    pub(crate) fn envelope(&self, window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
        self.framing().envelope(&self.bounds, window, at)
    }

    /// Returns the first index in a range at which a token may begin, if its bytes are complete. `None` is
    /// certain.
    pub(crate) fn next_mark(&mut self, window: &Window<'_>, range: Range<usize>) -> Option<usize> {
        self.mark.as_mut()?.next_in(window, range)
    }

    /// Returns whether a boundary or escape is never in a line of base64.
    pub(crate) fn skips_base64(&self) -> bool {
        self.skips_base64
    }

    /// Limits a skip over bytes without tokens to the declared end of the current message, after
    /// which the next one may begin.
    pub(crate) fn limit_skip(&self, window: &Window<'_>, from: usize, to: usize) -> usize {
        self.bounds.end_among(window, from..to).unwrap_or(to)
    }

    /// Takes over the result of another search for the mark through a range: the first occurrence.
    pub(crate) fn take_mark(
        &mut self,
        window: &Window<'_>,
        searched: Range<usize>,
        found: Option<usize>,
    ) {
        if let Some(mark) = &mut self.mark {
            mark.take_result(window, searched, found);
        }
    }

    /// Finds the tokens from an index on again.
    pub(crate) fn rewind(&mut self, window: &Window<'_>, at: usize) {
        if let Some(mark) = &mut self.mark {
            mark.rewind(window.offset(at));
        }
    }

    /// Returns whether enough input is available to classify an occurrence of the mark.
    fn is_decided(&self, window: &Window<'_>, hit: usize) -> bool {
        // In complete lines it is, except at the end of a message that may end in the middle of one. Fast path: called
        // for each message.
        (window.is_in_whole_line(hit) && self.bounds.end.is_none())
            || hit < self.decided_up_to(window)
    }

    /// Returns the index up to which the input can be classified. An unfinished last line may
    /// become a boundary, an escape, a delimiter or the first line of an encoded file.
    fn decided_up_to(&self, window: &Window<'_>) -> usize {
        let len = window.bytes.len();
        let decided = match window.tail(self.bounds.from) {
            Some(tail) if self.may_change(&window.bytes[tail..]) => tail,
            _ => len,
        };
        match self.bounds.end_among(window, self.bounds.from..len) {
            Some(end)
                if !window.at_end && self.framing().may_begin_in_line(&window.bytes[end..]) =>
            {
                decided.min(line_around(window, self.bounds.from, end))
            }
            _ => decided,
        }
    }

    /// Returns whether an unfinished line may become something other than text.
    fn may_change(&self, line: &[u8]) -> bool {
        let begins_part = |start: &&[u8]| may_begin_with(line, start);
        !self.kind.has_no_messages()
            && line.len() < MAX_LINE
            && (self.framing().may_begin(line)
                || [&b"--"[..], b"begin ", b"=y"].iter().any(begins_part))
    }

    /// Returns the boundary at the declared end of the message, if the message can end there.
    fn token_at_end(&mut self, window: &Window<'_>) -> FrameToken {
        let mut decided = self.decided_up_to(window);
        if let Some(end) = self
            .bounds
            .end_among(window, self.bounds.from..window.bytes.len() + 1)
        {
            match self.framing().ends_at(window, end) {
                None => decided = decided.min(line_around(window, self.bounds.from, end)),
                Some(false) => self.bounds.end = None,
                Some(true) => return FrameToken::boundary(end),
            }
        }
        FrameToken::incomplete(decided)
    }

    /// Returns the first token at `from` or later.
    pub(crate) fn next(&mut self, window: &Window<'_>, from: usize) -> FrameToken {
        if self.is_section {
            return self.section_token(window, from);
        }
        self.bounds.from = from;
        if self.mark.is_none() {
            return match self.text.next(window) {
                Some(at) => FrameToken::boundary(at),
                None => self.token_at_end(window),
            };
        }
        let framing = self.framing();
        if self.before_line > 0
            && let Some(token) = framing.token_at(&mut self.bounds, window, from)
        {
            return token;
        }
        let mut search = from;
        while let Some(mark) = &mut self.mark
            && let Some(hit) = mark.next(window, search)
            && self.is_decided(window, hit)
        {
            let at = hit + self.before_line;
            if let Some(token) = framing.token_at(&mut self.bounds, window, at) {
                return token;
            }
            search = hit + 1;
        }
        FrameToken::incomplete(self.decided_up_to(window))
    }
}
