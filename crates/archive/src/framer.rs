//! Splits an archive into messages.
//!
//! A few bytes around a line decide whether it is a boundary, so that any range of an archive can
//! be read separately. Declared lengths, where the archive has them, can only rule out a boundary:
//! a line is none if it is inside a message whose declared length is correct.

use std::ops::Range;

use memchr::{memchr3_iter, memrchr};

use crate::{
    from_line::{self, Boundary, FROM},
    kind::Kind,
    page_section::SectionEnd,
    recognise::is_known_field,
    record_lines::{
        ARTICLE, BABYL, BABYL_MARK, DBOX_METADATA, LISTSERV, MBX_HEADER, Match, RNEWS,
        article_line, babyl_separator, ends_emlx, is_listserv_line, mbx_line, mbx_line_start,
    },
    window::{FILE_START, Line, MAX_LINE, Search, Window},
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

const _: () = assert!(MAX_VISIBLE_BREAKS as usize == FILE_START.len());

/// A line of four such bytes precedes and follows each message of MMDF.
const SEPARATOR: u8 = 0x01;

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
    /// Finds the string that every boundary and escape contains.
    mark: Option<Search>,
    /// The length of the mark at the end of the current section of an archiver's page.
    section_mark_len: usize,
    rules: Rules,
}

/// Decides which occurrences of the mark are boundaries or escapes.
#[derive(Clone, Debug)]
struct Rules {
    kind: Kind,
    /// Offset of the declared end of the current message.
    end: Option<u64>,
    text: TextCut,
    /// The last boundary, if it is a `From ` line, and its offset.
    from_line: Option<(u64, Boundary)>,
}

/// Finds positions at which a file without messages can be cut: nothing after a cut depends on the
/// bytes before it.
///
/// One is after an empty line, which ends whatever a `<` has opened, if the next byte is neither
/// white space nor a slash or backslash: an opening [may depend on those](can_cut_before). The
/// other is after a line whose last `<` is followed by a `>`, which closes whatever was open. Of
/// such a line, only the bytes after the offset from which cuts are allowed count, because a reader
/// that starts there knows no others.
#[derive(Clone, Debug)]
struct TextCut {
    /// Offset up to which there is no cut position.
    at: u64,
    /// Whether to cut after lines with a closed `<` too.
    cuts_lines: bool,
    /// The state of the current line.
    line: OpenerState,
    /// Whether the previous line has a closed `<`.
    follows_closed_line: bool,
}

/// Returns whether a text may be cut after an empty line before this byte.
///
/// All readers of a file must cut it alike, whatever they search for, so this rule is not part of a
/// [`Prefilter`](crate::Prefilter); no prefilter may depend on more bytes.
pub(crate) const fn can_cut_before(byte: u8) -> bool {
    !matches!(byte, b' ' | b'\t'..=b'\r' | b'/' | b'\\')
}

/// The state of the last `<` in a line of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpenerState {
    Absent,
    /// A `<` without a `>` after it.
    Unclosed,
    Closed,
}

impl TextCut {
    fn from(offset: u64, cuts_lines: bool) -> Self {
        Self {
            at: offset,
            cuts_lines,
            line: OpenerState::Absent,
            follows_closed_line: false,
        }
    }

    /// Reads to the end of the current line or of the text, and returns the number of bytes read.
    fn line(&mut self, text: &[u8]) -> usize {
        self.follows_closed_line = false;
        for at in memchr3_iter(b'<', b'>', b'\n', text) {
            match text[at] {
                b'<' => self.line = OpenerState::Unclosed,
                b'>' if self.line == OpenerState::Unclosed => self.line = OpenerState::Closed,
                b'>' => {}
                _ => {
                    self.follows_closed_line = self.cuts_lines && self.line == OpenerState::Closed;
                    self.line = OpenerState::Absent;
                    return at + 1;
                }
            }
        }
        text.len()
    }
}

/// The next position at which the text of a message is interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FrameToken {
    /// The index up to which the text continues.
    pub(crate) at: usize,
    pub(crate) kind: FrameTokenKind,
}

/// The kind of a [`FrameToken`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrameTokenKind {
    /// More input is needed.
    Incomplete,
    /// An escape: one byte that does not belong to the message.
    Escape,
    /// The message ends here.
    Boundary,
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
            section_mark_len: 0,
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
        self.section_mark_len = match end {
            SectionEnd::Mark(mark) => mark.len(),
            SectionEnd::At(_) | SectionEnd::OfPage => 0,
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
        let undecided = if window.at_end {
            0
        } else {
            self.section_mark_len.saturating_sub(1).min(len)
        };
        FrameToken {
            at: from.max(len - undecided),
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

impl Rules {
    /// Returns whether enough input is available to classify an occurrence of the mark.
    fn is_decided(&self, window: &Window<'_>, from: usize, hit: usize) -> bool {
        // In complete lines it is, except at the end of an article of a batch. Fast path: called
        // for each message.
        (window.is_in_whole_line(hit) && !self.kind.is_counted())
            || hit < self.decided_up_to(window, from)
    }

    /// Returns the index up to which the input can be classified. An unfinished last line may
    /// become a boundary, an escape, a delimiter or the first line of an encoded file.
    fn decided_up_to(&self, window: &Window<'_>, from: usize) -> usize {
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
    fn text_boundary(&mut self, window: &Window<'_>) -> Option<FrameToken> {
        let len = window.bytes.len();
        if self.kind != Kind::Text || self.text.at >= window.offset(len) {
            return None;
        }
        let mut at = (self.text.at - window.start) as usize;
        while let Some(&next) = window.bytes.get(at) {
            if self.text.follows_closed_line
                || can_cut_before(next) && window.follows_empty_line(at)
            {
                return Some(FrameToken {
                    at,
                    kind: FrameTokenKind::Boundary,
                });
            }
            at += self.text.line(&window.bytes[at..]);
            self.text.at = window.offset(at);
        }
        None
    }

    /// Returns the index of the declared end of the current message if it is in a range.
    fn end_among(&self, window: &Window<'_>, bytes: Range<usize>) -> Option<usize> {
        let end = self.end?.checked_sub(window.start)?;
        let end = usize::try_from(end).ok()?;
        bytes.contains(&end).then_some(end)
    }

    fn token_at(&mut self, window: &Window<'_>, from: usize, hit: usize) -> Option<FrameToken> {
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
    fn token_at_end(&mut self, window: &Window<'_>, from: usize) -> FrameToken {
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
    fn end(&self, window: &Window<'_>, at: usize) -> Option<End> {
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

/// Returns the index at which the line that contains `at` begins, if that is at `from` or later and
/// the line is not too long to begin or end something: the line may depend on the bytes after `at`.
fn line_around(window: &Window<'_>, from: usize, at: usize) -> usize {
    let near = from.max(at.saturating_sub(MAX_LINE));
    match memrchr(b'\n', &window.bytes[near..at]) {
        Some(last) => near + last + 1,
        None if near == from && window.begins_line(from) => from,
        None => at,
    }
}

/// Classifies a line of four Control-A, which precedes or follows a message of MMDF.
fn token_at_separator(window: &Window<'_>, hit: usize) -> Option<FrameToken> {
    if !window.begins_line(hit) {
        return None;
    }
    let kind = match window.short_line(hit) {
        Line::Unfinished => FrameTokenKind::Incomplete,
        Line::Whole(line) if is_separator(line) => FrameTokenKind::Boundary,
        Line::Whole(_) | Line::Long => return None,
    };
    Some(FrameToken { at: hit, kind })
}

/// Classifies a line that begins with a dot (RFC 3977 §3.1.1).
fn token_at_dot(window: &Window<'_>, line: usize) -> Option<FrameToken> {
    if !window.begins_line(line) {
        return None;
    }
    let kind = match window.bytes.get(line..)? {
        [b'.', b'\n', ..] | [b'.', b'\r', b'\n', ..] => FrameTokenKind::Boundary,
        [b'.'] | [b'.', b'\r'] if window.at_end => FrameTokenKind::Boundary,
        [b'.'] | [b'.', b'\r'] => FrameTokenKind::Incomplete,
        // A dot at the start of a line is never part of the article (§3.1.1, the fifth rule).
        [b'.', ..] => FrameTokenKind::Escape,
        _ => return None,
    };
    Some(FrameToken { at: line, kind })
}

/// Returns whether a line is a separator of MMDF: four Control-A.
pub(crate) fn is_separator(line: &[u8]) -> bool {
    matches!(
        line,
        b"\x01\x01\x01\x01" | b"\x01\x01\x01\x01\n" | b"\x01\x01\x01\x01\r\n"
    )
}

/// Returns whether the line before a message may begin at an index, whatever the length of the
/// message before. After the header of an mbx file, the line belongs to the envelope of the first
/// message, which begins with the file.
pub(crate) fn begins_counted(kind: Kind, window: &Window<'_>, at: usize) -> bool {
    window.begins_line(at) && !(kind == Kind::Mbx && window.offset(at) == MBX_HEADER as u64)
}

/// Returns the length that the line before a message states, if such a line begins at an index.
fn counted_length(kind: Kind, window: &Window<'_>, at: usize) -> Match<u64> {
    let text = &window.bytes[at..];
    if kind == Kind::Mbx {
        return match mbx_line(text) {
            Match::Yes(line) => Match::Yes(line.size),
            Match::No => Match::No,
            Match::Unknown if window.at_end => Match::No,
            Match::Unknown => Match::Unknown,
        };
    }
    match window.short_line(at) {
        Line::Whole(line) => rnews_length(line).map_or(Match::No, Match::Yes),
        Line::Unfinished if RNEWS.starts_with(&text[..text.len().min(RNEWS.len())]) => {
            Match::Unknown
        }
        Line::Unfinished | Line::Long => Match::No,
    }
}

/// Classifies a line of 73 `=`. It precedes a message of a LISTSERV notebook if a well-known field
/// follows.
fn token_at_listserv_line(window: &Window<'_>, line: usize) -> Option<FrameToken> {
    let text = window.bytes.get(line..)?;
    if !text.starts_with(LISTSERV) || !window.begins_line(line) {
        return None;
    }
    let kind = match window.short_line(line) {
        Line::Unfinished => FrameTokenKind::Incomplete,
        Line::Whole(mark) if is_listserv_line(mark) => {
            let next = &text[mark.len()..];
            match is_known_field(next, window.at_end) {
                None => FrameTokenKind::Incomplete,
                Some(false) => return None,
                Some(true) => FrameTokenKind::Boundary,
            }
        }
        Line::Whole(_) | Line::Long => return None,
    };
    Some(FrameToken { at: line, kind })
}

/// Classifies a line `Article N of GROUP:`. It precedes an article if a well-known field follows.
fn token_at_article_line(window: &Window<'_>, line: usize) -> Option<FrameToken> {
    let text = window.bytes.get(line..)?;
    if !text.starts_with(ARTICLE) || !window.begins_line(line) {
        return None;
    }
    let kind = match article_line(text, window.at_end).decided(window.at_end) {
        None => FrameTokenKind::Incomplete,
        Some(Match::Yes(len)) => match is_known_field(&text[len..], window.at_end) {
            None => FrameTokenKind::Incomplete,
            Some(false) => return None,
            Some(true) => FrameTokenKind::Boundary,
        },
        Some(_) => return None,
    };
    Some(FrameToken { at: line, kind })
}

/// Classifies a line that precedes a message of Babyl, or ends the file.
fn token_at_babyl_separator(window: &Window<'_>, line: usize) -> Option<FrameToken> {
    if !window.begins_line(line) {
        return None;
    }
    let kind = match babyl_separator(&window.bytes[line..], window.at_end) {
        Match::Unknown => FrameTokenKind::Incomplete,
        Match::No => return None,
        Match::Yes(_) => FrameTokenKind::Boundary,
    };
    Some(FrameToken { at: line, kind })
}

/// Returns the number of bytes that a line `#! rnews N` declares. A number that is too large
/// saturates.
pub(crate) fn rnews_length(line: &[u8]) -> Option<u64> {
    let number = line.strip_prefix(RNEWS)?.trim_ascii();
    let is_number = !number.is_empty() && number.iter().all(u8::is_ascii_digit);
    let number = str::from_utf8(number).ok().filter(|_| is_number)?;
    Some(number.parse().unwrap_or(u64::MAX))
}
