//! The rules that decide where a message ends.

use std::ops::Range;

use crate::{
    frame::{
        before::Before,
        from_line::{self, Boundary, FROM},
        lines::{
            begins_counted, counted_length, line_around, token_at_article_line,
            token_at_babyl_separator, token_at_dot, token_at_listserv_line, token_at_separator,
        },
        record_lines::{
            ARTICLE, BABYL_MARK, DBOX_METADATA, LISTSERV, Match, RNEWS, ends_emlx, mbx_line,
            mbx_line_start,
        },
        text_cut::TextCut,
        token::{FrameToken, FrameTokenKind},
        window::{MAX_LINE, Window},
    },
    kind::Kind,
};

/// The maximum distance from a boundary to the declared end of the message that contains it, in
/// bytes.
///
/// As many bytes are buffered to verify the length.
pub(crate) const MAX_LOOKAHEAD: u64 = 4 << 20;

/// The maximum number of bytes of line breaks between the declared end of a message and the next
/// message: two CRLFs.
const MAX_LINE_BREAKS: usize = 4;

/// The number of line breaks that may not include an empty line. Every window knows as many bytes
/// before its start.
const MAX_VISIBLE_BREAKS: u64 = 3;

const _: () = assert!(MAX_VISIBLE_BREAKS as usize == Before::LEN);

/// A line of four such bytes precedes and follows each message of MMDF.
const SEPARATOR: u8 = 0x01;

/// Decides which occurrences of the mark are boundaries or escapes.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) kind: Kind,
    /// Offset of the declared end of the current message.
    pub(crate) end: Option<u64>,
    pub(crate) text: TextCut,
    /// The last boundary, if it is a `From ` line, and its offset.
    pub(crate) from_line: Option<(u64, Boundary)>,
}

/// Whether and how a message can end at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    No,
    /// The next message begins at this index.
    Before(usize),
    /// The file ends.
    OfFile,
}

impl Rules {
    /// Returns whether enough input is available to classify an occurrence of the mark.
    pub(crate) fn is_decided(&self, window: &Window<'_>, from: usize, hit: usize) -> bool {
        // In complete lines it is, except at the end of an article of a batch. Fast path: called
        // for each message.
        (window.is_in_whole_line(hit) && !self.kind.is_counted())
            || hit < self.decided_up_to(window, from)
    }

    /// Returns the index up to which the input can be classified. An unfinished last line may
    /// become a boundary, an escape, a delimiter or the first line of an encoded file.
    pub(crate) fn decided_up_to(&self, window: &Window<'_>, from: usize) -> usize {
        let len = window.bytes.len();
        let decided = match window.tail(from) {
            Some(tail) if self.may_change(&window.bytes[tail..]) => tail,
            _ => len,
        };
        // The next article of a batch may begin in the middle of a line, where this one ends.
        let is_batch = self.kind.is_counted() && !window.at_end;
        let may_begin = |text: &[u8]| match self.kind {
            Kind::Mbx => mbx_line(text) == Match::Unknown,
            _ => RNEWS.starts_with(text),
        };
        match self.end_among(window, from..len).filter(|_| is_batch) {
            Some(end) if may_begin(&window.bytes[end..]) => {
                decided.min(line_around(window, from, end))
            }
            _ => decided,
        }
    }

    /// Returns whether an unfinished line may become something other than text.
    fn may_change(&self, line: &[u8]) -> bool {
        let may_begin = |mark: &[u8]| line.starts_with(mark) || mark.starts_with(line);
        if self.kind.has_no_messages() || line.len() >= MAX_LINE {
            return false;
        }
        let begins_mark = match self.kind {
            Kind::Mmdf => line[0] == SEPARATOR,
            Kind::Rnews => may_begin(RNEWS),
            Kind::Nntp => line[0] == b'.',
            Kind::Listserv => may_begin(LISTSERV),
            Kind::Babyl => line[0] == BABYL_MARK,
            Kind::Mbx => mbx_line(line) == Match::Unknown,
            Kind::Dbox => may_begin(DBOX_METADATA),
            Kind::Rn => may_begin(ARTICLE),
            Kind::Message | Kind::Text | Kind::Emlx | Kind::Html => false,
            _ => {
                let quotes = line.iter().take_while(|&&byte| byte == b'>').count();
                let line = &line[quotes..];
                line.starts_with(FROM) || FROM.starts_with(line)
            }
        };
        begins_mark || [&b"--"[..], b"begin ", b"=y"].into_iter().any(may_begin)
    }

    /// Returns the cut in a file without messages: at the first cut position at or after the
    /// requested offset, unless the file ends there.
    pub(crate) fn text_boundary(&mut self, window: &Window<'_>) -> Option<FrameToken> {
        if self.kind != Kind::Text {
            return None;
        }
        let at = self.text.next(window)?;
        let kind = FrameTokenKind::Boundary;
        Some(FrameToken { at, kind })
    }

    /// Returns the index of the declared end of the current message if it is in a range.
    pub(crate) fn end_among(&self, window: &Window<'_>, bytes: Range<usize>) -> Option<usize> {
        let end = self.end?.checked_sub(window.start)?;
        let end = usize::try_from(end).ok()?;
        bytes.contains(&end).then_some(end)
    }

    pub(crate) fn token_at(
        &mut self,
        window: &Window<'_>,
        from: usize,
        hit: usize,
    ) -> Option<FrameToken> {
        match self.kind {
            Kind::Mmdf => token_at_separator(window, hit),
            Kind::Rnews | Kind::Mbx => self.token_at_counted(window, from, hit),
            Kind::Nntp => token_at_dot(window, hit + 1),
            Kind::Listserv => token_at_listserv_line(window, hit + 1),
            Kind::Rn => token_at_article_line(window, hit + 1),
            Kind::Babyl => token_at_babyl_separator(window, hit),
            Kind::Dbox => self.token_at_metadata(window, hit),
            _ => self.token_at_from(window, from, hit),
        }
    }

    /// Classifies `From ` at the start of a line or after the `>`s that escape it.
    fn token_at_from(
        &mut self,
        window: &Window<'_>,
        from: usize,
        hit: usize,
    ) -> Option<FrameToken> {
        if !window.begins_line(hit) {
            return self.token_at_escape(window, from, hit);
        }
        let kind = match read_from_line(window, hit) {
            None => FrameTokenKind::Incomplete,
            Some(FromLineAt { boundary, stands }) => {
                if boundary == Boundary::No || !stands && !self.ends_before(window, hit) {
                    return None;
                }
                self.from_line = Some((window.offset(hit), boundary));
                self.boundary_at(window, hit)?
            }
        };
        Some(FrameToken { at: hit, kind })
    }

    fn token_at_escape(&self, window: &Window<'_>, from: usize, hit: usize) -> Option<FrameToken> {
        let quotes = window.bytes[from..hit].iter().rev();
        let quotes = quotes.take_while(|&&byte| byte == b'>').count();
        let line = hit - quotes;
        let is_escape = match self.kind {
            Kind::Mboxo | Kind::Mboxcl => quotes == 1,
            Kind::Mboxrd => quotes > 0,
            _ => false,
        };
        let token = FrameToken {
            at: line,
            kind: FrameTokenKind::Escape,
        };
        (is_escape && window.begins_line(line)).then_some(token)
    }

    /// Classifies the line of an article or message whose length it states.
    fn token_at_counted(
        &mut self,
        window: &Window<'_>,
        from: usize,
        hit: usize,
    ) -> Option<FrameToken> {
        let line = match self.kind {
            Kind::Mbx => mbx_line_start(window.bytes, hit).filter(|&line| line >= from)?,
            _ => hit,
        };
        // A message without a last line break may still have the correct length.
        if !begins_counted(self.kind, window, line) && self.end != Some(window.offset(line)) {
            return None;
        }
        let kind = match counted_length(self.kind, window, line) {
            Match::Unknown => FrameTokenKind::Incomplete,
            Match::No => return None,
            Match::Yes(_) => self.boundary_at(window, line)?,
        };
        let at = match kind {
            FrameTokenKind::Incomplete => line_around(window, from, line),
            _ => line,
        };
        Some(FrameToken { at, kind })
    }

    /// Classifies the line before the metadata of a message of dbox.
    fn token_at_metadata(&mut self, window: &Window<'_>, hit: usize) -> Option<FrameToken> {
        if !window.begins_line(hit) {
            return None;
        }
        let kind = match window.bytes.get(hit + DBOX_METADATA.len()) {
            Some(b'\n') => self.boundary_at(window, hit)?,
            Some(_) => return None,
            None if window.at_end => return None,
            None => FrameTokenKind::Incomplete,
        };
        Some(FrameToken { at: hit, kind })
    }

    /// Returns the boundary at the declared end of the message, if the message can end there.
    pub(crate) fn token_at_end(&mut self, window: &Window<'_>, from: usize) -> FrameToken {
        let len = window.bytes.len();
        let mut token = FrameToken {
            at: self.decided_up_to(window, from),
            kind: FrameTokenKind::Incomplete,
        };
        if let Some(end) = self.end_among(window, from..len + 1) {
            match self.end(window, end) {
                None => token.at = token.at.min(line_around(window, from, end)),
                Some(End::No) => self.end = None,
                Some(End::Before(_) | End::OfFile) => {
                    let kind = FrameTokenKind::Boundary;
                    token = FrameToken { at: end, kind };
                }
            }
        }
        token
    }

    /// Returns the token of a line that looks like a boundary. `None` if the message continues
    /// after it.
    fn boundary_at(&mut self, window: &Window<'_>, hit: usize) -> Option<FrameTokenKind> {
        match self.continues_after(window, hit) {
            None => Some(FrameTokenKind::Incomplete),
            Some(true) => None,
            Some(false) => Some(FrameTokenKind::Boundary),
        }
    }

    /// Returns whether the current message continues after a line that looks like a boundary: its
    /// declared length extends beyond the line, to a boundary or the end of the file. `None` if
    /// more input is needed.
    fn continues_after(&mut self, window: &Window<'_>, hit: usize) -> Option<bool> {
        let Some(end) = self.end.filter(|&end| end > window.offset(hit)) else {
            return Some(false);
        };
        let is_near = end - window.offset(hit) <= MAX_LOOKAHEAD;
        let leads_to_boundary = is_near && {
            let ahead = (end - window.start) as usize;
            self.end(window, ahead)? != End::No
        };
        if !leads_to_boundary {
            self.end = None;
        }
        Some(leads_to_boundary)
    }

    /// Returns whether only line breaks separate an index from the declared end of the current
    /// message. Then no empty line is needed before the next message; one more line break would
    /// make one.
    fn ends_before(&self, window: &Window<'_>, at: usize) -> bool {
        let between = self.end.and_then(|end| window.offset(at).checked_sub(end));
        let is_break = |count| matches!(window.byte_before(at, count), Some(b'\r' | b'\n'));
        between.is_some_and(|between| {
            between <= MAX_VISIBLE_BREAKS && (1..=between as usize).all(is_break)
        })
    }

    /// Returns whether a message can end at an index. `None` if more input is needed.
    pub(crate) fn end(&self, window: &Window<'_>, at: usize) -> Option<End> {
        let Some(text) = window.bytes.get(at..) else {
            return window.at_end.then_some(End::No);
        };
        if self.kind == Kind::Emlx {
            return Some(
                match ends_emlx(text, window.at_end).decided(window.at_end)? {
                    Match::Yes(()) => End::Before(at),
                    _ => End::No,
                },
            );
        }
        let most_breaks = match self.kind {
            Kind::Rnews | Kind::Mbx => 0,
            _ => MAX_LINE_BREAKS,
        };
        let breaks = text.iter().take(most_breaks);
        let breaks = breaks
            .take_while(|byte| matches!(byte, b'\r' | b'\n'))
            .count();
        let next = at + breaks;
        let text = &window.bytes[next..];
        if text.is_empty() {
            return window.at_end.then_some(End::OfFile);
        }
        let begins = match self.kind {
            Kind::Rnews | Kind::Mbx => {
                let length = counted_length(self.kind, window, next);
                length.decided(window.at_end)?.is_yes()
            }
            _ if !window.begins_line(next) => false,
            Kind::Dbox => {
                if !window.at_end && DBOX_METADATA.starts_with(text) {
                    return None;
                }
                text.starts_with(DBOX_METADATA)
            }
            _ => {
                let boundary = from_line::boundary(text, window.at_end)?;
                matches!(boundary, Boundary::Yes { .. })
            }
        };
        Some(if begins { End::Before(next) } else { End::No })
    }
}

/// A line that begins with `From `.
pub(crate) struct FromLineAt {
    pub(crate) boundary: Boundary,
    /// Whether it is a boundary wherever it stands, and not only where the declared length of the
    /// message before leads to it.
    pub(crate) stands: bool,
}

/// Reads a line that begins with `From `. It is a boundary after an empty line, and after another
/// line if it is [confirmed](from_line::is_confirmed). `None` if more input is needed.
pub(crate) fn read_from_line(window: &Window<'_>, at: usize) -> Option<FromLineAt> {
    let text = &window.bytes[at..];
    let boundary = from_line::boundary(text, window.at_end)?;
    let follows_empty_line = window.follows_empty_line(at);
    Some(match boundary {
        Boundary::Yes { line, .. }
            if !follows_empty_line
                && window.begins_line(at)
                && from_line::is_confirmed(text, line, window.at_end)? =>
        {
            let doubtful = true;
            FromLineAt {
                boundary: Boundary::Yes { doubtful, line },
                stands: true,
            }
        }
        _ => FromLineAt {
            boundary,
            stands: follows_empty_line,
        },
    })
}
