//! Splits an archive into messages.
//!
//! A few bytes around a line decide whether it is a boundary, so that any range of an archive can
//! be read separately. Declared lengths, where the archive has them, can only rule out a boundary:
//! a line inside a message whose declared length is correct is not a boundary.

use std::ops::Range;

use crate::{
    frame::{
        from_line::{Boundary, FROM},
        lines::{token_at_article_line, token_at_dot, token_at_listserv_line},
        record_lines::{BABYL, BABYL_MARK, DBOX_METADATA, LISTSERV, RNEWS},
        rules::{End, Rules, read_from_line},
        text_cut::TextCut,
        token::{FrameToken, FrameTokenKind},
        window::{Search, Window},
    },
    kind::Kind,
    page::section::SectionEnd,
};

/// The line before each message of a LISTSERV notebook, after the line break before it.
const LISTSERV_LINE: &[u8] = &{
    let mut line = [b'='; LISTSERV.len() + 1];
    line[0] = b'\n';
    line
};

/// The start of the line before each article that rn saved, after the line break before it.
const ARTICLE_LINE: &[u8] = b"\nArticle";

/// Finds the message boundaries of an archive, and the escapes that the archive added to lines.
#[derive(Clone, Debug)]
pub(crate) struct Framer {
    /// Finds the string that every boundary and escape contains, or on an archiver's page the one at
    /// the end of the current section.
    mark: Option<Search>,
    rules: Rules,
}

impl Framer {
    pub(crate) fn new(kind: Kind) -> Self {
        let mark: Option<&'static [u8]> = match kind {
            Kind::Mboxo | Kind::Mboxrd | Kind::Mboxcl | Kind::Mboxcl2 => Some(FROM),
            Kind::Mmdf => Some(b"\x01\x01\x01\x01"),
            Kind::Rnews => Some(RNEWS),
            Kind::Nntp => Some(b"\n."),
            Kind::Listserv => Some(LISTSERV_LINE),
            Kind::Babyl => Some(&[BABYL_MARK]),
            Kind::Mbx => Some(b";"),
            Kind::Dbox => Some(DBOX_METADATA),
            Kind::Rn => Some(ARTICLE_LINE),
            Kind::Message | Kind::Text | Kind::Emlx | Kind::Html => None,
        };
        Self {
            mark: mark.map(Search::new),
            rules: Rules {
                kind,
                end: None,
                text: TextCut::from(u64::MAX, false),
                from_line: None,
            },
        }
    }

    pub(crate) fn kind(&self) -> Kind {
        self.rules.kind
    }

    /// Sets the declared end of the current body.
    pub(crate) fn expect_end(&mut self, end: Option<u64>) {
        self.rules.end = end;
    }

    /// Sets where the current section of an archiver's page ends.
    pub(crate) fn end_section(&mut self, end: SectionEnd) {
        self.rules.end = match end {
            SectionEnd::At(end) => Some(end),
            SectionEnd::Mark(_) | SectionEnd::OfPage => None,
        };
        self.mark = match end {
            SectionEnd::Mark(mark) => Some(Search::new(mark)),
            SectionEnd::At(_) | SectionEnd::OfPage => None,
        };
    }

    /// Returns the end of the current section of a page.
    fn section_token(&mut self, window: &Window<'_>, from: usize) -> FrameToken {
        let len = window.bytes.len();
        let end = match &mut self.mark {
            Some(mark) => mark.next(window, from),
            None => self.rules.end_among(window, from..len + 1),
        };
        if let Some(at) = end {
            let kind = FrameTokenKind::Boundary;
            return FrameToken { at, kind };
        }
        // The mark may extend beyond the window.
        let undecided = match &self.mark {
            Some(mark) if !window.at_end => mark.undecided_len(),
            _ => 0,
        };
        FrameToken {
            at: from.max(len.saturating_sub(undecided)),
            kind: FrameTokenKind::Incomplete,
        }
    }

    /// Cuts a file without messages at the first cut position at or after an offset. By default it
    /// is not cut.
    pub(crate) fn cut_text_from(&mut self, offset: u64, cuts_lines: bool) {
        self.rules.text = TextCut::from(offset, cuts_lines);
    }

    /// Reads a `From ` line at an index at which a message may begin.
    pub(crate) fn read_from_line(&self, window: &Window<'_>, at: usize) -> Option<Boundary> {
        match self.rules.from_line {
            Some((offset, boundary)) if offset == window.offset(at) => Some(boundary),
            _ => read_from_line(window, at).map(|read| read.boundary),
        }
    }

    /// Returns the first index in a range at which a token may begin, if its bytes are complete. `None` is
    /// certain.
    pub(crate) fn next_mark(&mut self, window: &Window<'_>, range: Range<usize>) -> Option<usize> {
        self.mark.as_mut()?.next_in(window, range)
    }

    /// Returns whether the file begins at an index with lines that belong to no message. They extend
    /// to the first boundary. `None` if more input is needed.
    pub(crate) fn begins_with_preamble(&self, window: &Window<'_>, at: usize) -> Option<bool> {
        if self.rules.kind != Kind::Babyl || window.offset(at) > 0 {
            return Some(false);
        }
        let text = &window.bytes[at..];
        let is_partial = text.len() < BABYL.len() && !window.at_end && BABYL.starts_with(text);
        (!is_partial).then(|| text.starts_with(BABYL))
    }

    /// Returns whether a message can end at an index. `None` if more input is needed.
    pub(crate) fn end(&self, window: &Window<'_>, at: usize) -> Option<End> {
        self.rules.end(window, at)
    }

    /// Limits a skip over bytes without tokens to the declared end of the current message, after
    /// which the next one may begin.
    pub(crate) fn limit_skip(&self, window: &Window<'_>, from: usize, to: usize) -> usize {
        self.rules.end_among(window, from..to).unwrap_or(to)
    }

    /// Takes over the result of another search for `From ` through a range: the first occurrence.
    pub(crate) fn take_from(
        &mut self,
        window: &Window<'_>,
        searched: Range<usize>,
        found: Option<usize>,
    ) {
        if let Some(mark) = self.mark.as_mut().filter(|_| self.rules.kind.is_mbox()) {
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
        // The mark of this kind includes the line break before the dot.
        if self.rules.kind == Kind::Nntp
            && let Some(token) = token_at_dot(window, from)
        {
            return token;
        }
        // So do these.
        let token = match self.rules.kind {
            Kind::Listserv => token_at_listserv_line(window, from),
            Kind::Rn => token_at_article_line(window, from),
            _ => None,
        };
        if let Some(token) = token {
            return token;
        }
        if self.rules.kind == Kind::Html {
            return self.section_token(window, from);
        }
        if self.rules.kind == Kind::Emlx {
            return self.rules.token_at_end(window, from);
        }
        if let Some(mark) = &mut self.mark {
            let mut search = from;
            while let Some(hit) = mark.next(window, search)
                && self.rules.is_decided(window, from, hit)
            {
                if let Some(token) = self.rules.token_at(window, from, hit) {
                    return token;
                }
                search = hit + 1;
            }
        } else if let Some(token) = self.rules.text_boundary(window) {
            return token;
        }
        FrameToken {
            at: self.rules.decided_up_to(window, from),
            kind: FrameTokenKind::Incomplete,
        }
    }
}
