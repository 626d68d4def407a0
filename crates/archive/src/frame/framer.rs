//! Splits an archive into messages.
//!
//! A few bytes around a line decide whether it is a boundary, so that any range of an archive can
//! be read separately. Declared lengths, where the archive has them, can only rule out a boundary:
//! a line inside a message whose declared length is correct is not a boundary.
//!
//! The framer searches for the one string that every boundary and escape of a kind contains, and asks the kind about
//! each occurrence. Reading line by line would be simpler, and need no mark in the table, but touches each line of each
//! message; the search runs at the speed of memory. What was not worth doing: a second search for the strings of
//! parts and embedded files in the same pass. They have searches of their own in `body`, which only the messages that
//! are read pay for; those that are skipped need only `skip::landmarks`.

use std::ops::Range;

use super::{
    bounds::Bounds,
    framing::Envelope,
    text_cut::TextCut,
    token::FrameToken,
    window::{Search, Window},
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
            bounds: Bounds::new(framing, !kind.has_no_messages()),
            text: TextCut::from(u64::MAX, false),
        }
    }

    pub(crate) fn kind(&self) -> Kind {
        self.kind
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
        self.kind.framing().envelope(&self.bounds, window, at)
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

    /// Returns the first token at `from` or later.
    pub(crate) fn next(&mut self, window: &Window<'_>, from: usize) -> FrameToken {
        if self.is_section {
            return self.section_token(window, from);
        }
        self.bounds.from = from;
        let Some(mark) = &mut self.mark else {
            return match self.text.next(window) {
                Some(at) => FrameToken::boundary(at),
                None => self.bounds.token_at_end(window),
            };
        };
        let framing = self.kind.framing();
        if self.before_line > 0
            && let Some(token) = framing.token_at(&mut self.bounds, window, from)
        {
            return token;
        }
        let mut search = from;
        while let Some(hit) = mark.next(window, search)
            && self.bounds.is_decided(window, hit)
        {
            let at = hit + self.before_line;
            if let Some(token) = framing.token_at(&mut self.bounds, window, at) {
                return token;
            }
            search = hit + 1;
        }
        FrameToken::incomplete(self.bounds.decided_up_to(window))
    }
}
