//! Where the messages of an archive begin.
//!
//! What is a boundary is told by a few bytes around it, so that any part of an archive can be read
//! on its own. Lengths, where the archive has them, only tell what a boundary is not: what looks
//! like one inside a message whose length is right.

use std::ops::Range;

use memchr::{memchr3_iter, memrchr};

use crate::{
    from_line::{self, Boundary, FROM},
    kind::Kind,
    window::{FILE_START, LONGEST_LINE, Line, Search, Window},
};

/// How far ahead of a boundary the end of the message may lie that is said to go on behind it.
///
/// This much is kept in memory, to see whether the length is right.
pub(crate) const LONGEST_LOOK: u64 = 4 << 20;

/// How many bytes of line breaks may stand between the end of a message, by its length, and the
/// next one: two CRLF.
const MOST_BREAKS: usize = 4;

/// With so many there may be no empty line among them. They can be seen whatever the window.
const FEW_BREAKS: u64 = 3;

const _: () = assert!(FEW_BREAKS as usize == FILE_START.len());

/// The byte of which four make a line of MMDF that stands before and behind each message.
const SEPARATOR: u8 = 0x01;

/// What the line begins with that stands in front of each article of a batch (RFC 1036 §4.3).
pub(crate) const RNEWS: &[u8] = b"#! rnews ";

/// Finds where the messages of an archive begin, and the escapes that the archive put into their lines.
#[derive(Clone, Debug)]
pub(crate) struct Framer {
    /// What stands in every boundary and escape.
    mark: Option<Search>,
    rules: Rules,
}

/// What is a boundary or an escape, and what only looks like one.
#[derive(Clone, Debug)]
struct Rules {
    kind: Kind,
    /// Offset at which the message at hand ends by its own account.
    end: Option<u64>,
    text: TextCut,
    /// The last boundary, if it is a `From ` line, and its offset.
    from_line: Option<(u64, Boundary)>,
}

/// Where a file without messages can be cut, so that nothing behind depends on what stands before.
///
/// That is behind an empty line, which ends whatever a `<` has opened, in front of a byte that is neither
/// white space nor a slash: an opening [may depend on those](can_cut_before). And it is
/// behind a line whose last `<` has a `>` behind it, which closes whatever was open: as far as the
/// line stands behind the place from which on it may be cut, for who begins there knows no more.
#[derive(Clone, Debug)]
struct TextCut {
    /// Offset up to which there is no such place.
    at: u64,
    /// Whether it is cut behind such lines, too.
    cuts_lines: bool,
    /// What the line at hand has.
    line: LineHas,
    /// Whether the line before was such a line.
    is_behind_one: bool,
}

/// Returns whether a text may be cut after an empty line in front of this byte.
///
/// All who read a file cut it alike, whatever they look for, and so this is no part of a
/// [`Prefilter`](crate::Prefilter); but none may depend on more.
pub(crate) const fn can_cut_before(byte: u8) -> bool {
    !matches!(byte, b' ' | b'\t'..=b'\r' | b'/' | b'\\')
}

/// What matters in a line of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineHas {
    NoOpener,
    /// A `<`, and no `>` behind the last one.
    Opener,
    Closer,
}

impl TextCut {
    fn from(offset: u64, cuts_lines: bool) -> Self {
        Self {
            at: offset,
            cuts_lines,
            line: LineHas::NoOpener,
            is_behind_one: false,
        }
    }

    /// Goes to the end of the line at hand, or to that of the text, and tells how far that is.
    fn line(&mut self, text: &[u8]) -> usize {
        self.is_behind_one = false;
        for at in memchr3_iter(b'<', b'>', b'\n', text) {
            match text[at] {
                b'<' => self.line = LineHas::Opener,
                b'>' if self.line == LineHas::Opener => self.line = LineHas::Closer,
                b'>' => {}
                _ => {
                    self.is_behind_one = self.cuts_lines && self.line == LineHas::Closer;
                    self.line = LineHas::NoOpener;
                    return at + 1;
                }
            }
        }
        text.len()
    }
}

/// The next place where the text of a message does not simply go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    /// The index up to which it goes on.
    pub(crate) at: usize,
    pub(crate) what: CutKind,
}

/// The kind of a [`Cut`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CutKind {
    /// More bytes are needed to go on.
    Wait,
    /// An escape: one byte that is not of the message.
    Escape,
    /// The message ends here.
    Boundary,
}

/// Whether a message can end somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    No,
    /// And the next one begins at this index.
    Before(usize),
    /// And the file with it.
    OfFile,
}

impl Framer {
    pub(crate) fn new(kind: Kind) -> Self {
        let mark: Option<&'static [u8]> = match kind {
            Kind::Mboxo | Kind::Mboxrd | Kind::Mboxcl | Kind::Mboxcl2 => Some(FROM),
            Kind::Mmdf => Some(b"\x01\x01\x01\x01"),
            Kind::Rnews => Some(RNEWS),
            Kind::Nntp => Some(b"\n."),
            Kind::Message | Kind::Text => None,
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

    /// The message at hand says that its body ends at this offset.
    pub(crate) fn expect_end(&mut self, end: Option<u64>) {
        self.rules.end = end;
    }

    /// A file without messages is to be cut at the first place from an offset on where it can be;
    /// nowhere, if this is not said.
    pub(crate) fn cut_text_from(&mut self, offset: u64, cuts_lines: bool) {
        self.rules.text = TextCut::from(offset, cuts_lines);
    }

    /// The `From ` line at an index, as [`boundary`](from_line::boundary) has it.
    pub(crate) fn read_from_line(&self, window: &Window<'_>, at: usize) -> Option<Boundary> {
        match self.rules.from_line {
            Some((offset, boundary)) if offset == window.offset(at) => Some(boundary),
            _ => from_line::boundary(&window.bytes[at..], window.at_end),
        }
    }

    /// Whether a message can end at an index. `None` if more bytes are needed.
    pub(crate) fn end(&self, window: &Window<'_>, at: usize) -> Option<End> {
        self.rules.end(window, at)
    }

    /// The index up to which bytes can be passed over at once that are known to hold no cut, up to
    /// `to`: not beyond the end of the message at hand, behind which the next one may begin.
    pub(crate) fn leap(&self, window: &Window<'_>, from: usize, to: usize) -> usize {
        self.rules.end_among(window, from..to).unwrap_or(to)
    }

    /// Says that the cuts from an index on are to be found again.
    pub(crate) fn rewind(&mut self, window: &Window<'_>, at: usize) {
        if let Some(mark) = &mut self.mark {
            mark.rewind(window.offset(at));
        }
    }

    /// The first cut at `from` or behind it.
    pub(crate) fn next(&mut self, window: &Window<'_>, from: usize) -> Cut {
        // The mark of this kind begins with the line break before.
        if self.rules.kind == Kind::Nntp
            && let Some(cut) = cut_at_dot(window, from)
        {
            return cut;
        }
        if let Some(mark) = &mut self.mark {
            let mut search = from;
            while let Some(hit) = mark.next(window, search)
                && self.rules.is_settled(window, from, hit)
            {
                if let Some(cut) = self.rules.cut_at(window, from, hit) {
                    return cut;
                }
                search = hit + 1;
            }
        } else if let Some(cut) = self.rules.cut_of_text(window) {
            return cut;
        }
        Cut {
            at: self.rules.settled(window, from),
            what: CutKind::Wait,
        }
    }
}

impl Rules {
    /// Whether it is known what a hit at `from` or behind it is.
    fn is_settled(&self, window: &Window<'_>, from: usize, hit: usize) -> bool {
        // In all whole lines it is, but where the articles of a batch end. This is asked of each
        // message.
        (window.is_in_whole_line(hit) && self.kind != Kind::Rnews)
            || hit < self.settled(window, from)
    }

    /// The index up to which it is known what is at hand. What is not known yet is a last line that
    /// may become a boundary or an escape, a delimiter, or one that begins an encoded file.
    fn settled(&self, window: &Window<'_>, from: usize) -> usize {
        let len = window.bytes.len();
        let settled = match window.tail(from) {
            Some(tail) if self.may_change(&window.bytes[tail..]) => tail,
            _ => len,
        };
        // The next article of a batch may begin in the middle of a line, where this one ends.
        let is_batch = self.kind == Kind::Rnews && !window.at_end;
        match self.end_among(window, from..len).filter(|_| is_batch) {
            Some(end) if RNEWS.starts_with(&window.bytes[end..]) => {
                settled.min(line_around(window, from, end))
            }
            _ => settled,
        }
    }

    /// Whether a line whose end has not come may become something other than text.
    fn may_change(&self, line: &[u8]) -> bool {
        let may_begin = |mark: &[u8]| line.starts_with(mark) || mark.starts_with(line);
        if self.kind == Kind::Text || line.len() >= LONGEST_LINE {
            return false;
        }
        let is_mark = match self.kind {
            Kind::Mmdf => line[0] == SEPARATOR,
            Kind::Rnews => may_begin(RNEWS),
            Kind::Nntp => line[0] == b'.',
            Kind::Message | Kind::Text => false,
            _ => {
                let quotes = line.iter().take_while(|&&byte| byte == b'>').count();
                let line = &line[quotes..];
                line.starts_with(FROM) || FROM.starts_with(line)
            }
        };
        is_mark || [&b"--"[..], b"begin ", b"=y"].into_iter().any(may_begin)
    }

    /// Where a file without messages is cut: at the first place from an offset on where it can be,
    /// if the file does not end there.
    fn cut_of_text(&mut self, window: &Window<'_>) -> Option<Cut> {
        let len = window.bytes.len();
        if self.kind != Kind::Text || self.text.at >= window.offset(len) {
            return None;
        }
        let mut at = (self.text.at - window.start) as usize;
        while let Some(&next) = window.bytes.get(at) {
            if self.text.is_behind_one || can_cut_before(next) && window.follows_empty_line(at) {
                return Some(Cut {
                    at,
                    what: CutKind::Boundary,
                });
            }
            at += self.text.line(&window.bytes[at..]);
            self.text.at = window.offset(at);
        }
        None
    }

    /// The index at which the message at hand ends by its own account, if that is among the bytes
    /// at hand.
    fn end_among(&self, window: &Window<'_>, bytes: Range<usize>) -> Option<usize> {
        let end = self.end?.checked_sub(window.start)?;
        let end = usize::try_from(end).ok()?;
        bytes.contains(&end).then_some(end)
    }

    fn cut_at(&mut self, window: &Window<'_>, from: usize, hit: usize) -> Option<Cut> {
        match self.kind {
            Kind::Mmdf => cut_at_separator(window, hit),
            Kind::Rnews => self.cut_at_rnews(window, from, hit),
            Kind::Nntp => cut_at_dot(window, hit + 1),
            _ => self.cut_at_from(window, from, hit),
        }
    }

    /// `From ` at the start of a line, or behind the `>`s that escape it.
    fn cut_at_from(&mut self, window: &Window<'_>, from: usize, hit: usize) -> Option<Cut> {
        if !window.begins_line(hit) {
            return self.cut_at_escape(window, from, hit);
        }
        if !window.follows_empty_line(hit) && !self.ends_before(window, hit) {
            return None;
        }
        let what = match from_line::boundary(&window.bytes[hit..], window.at_end) {
            None => CutKind::Wait,
            Some(Boundary::No) => return None,
            Some(boundary) => {
                self.from_line = Some((window.offset(hit), boundary));
                self.boundary_at(window, hit)?
            }
        };
        Some(Cut { at: hit, what })
    }

    fn cut_at_escape(&self, window: &Window<'_>, from: usize, hit: usize) -> Option<Cut> {
        let quotes = window.bytes[from..hit].iter().rev();
        let quotes = quotes.take_while(|&&byte| byte == b'>').count();
        let line = hit - quotes;
        let is_escape = match self.kind {
            Kind::Mboxo | Kind::Mboxcl => quotes == 1,
            Kind::Mboxrd => quotes > 0,
            _ => false,
        };
        let cut = Cut {
            at: line,
            what: CutKind::Escape,
        };
        (is_escape && window.begins_line(line)).then_some(cut)
    }

    fn cut_at_rnews(&mut self, window: &Window<'_>, from: usize, hit: usize) -> Option<Cut> {
        // An article may lack its last line break, and have the right length all the same.
        if !window.begins_line(hit) && self.end != Some(window.offset(hit)) {
            return None;
        }
        let what = match window.short_line(hit) {
            Line::Unfinished => CutKind::Wait,
            Line::Long => return None,
            Line::Whole(line) => {
                rnews_length(line)?;
                self.boundary_at(window, hit)?
            }
        };
        let at = match what {
            CutKind::Wait => line_around(window, from, hit),
            _ => hit,
        };
        Some(Cut { at, what })
    }

    /// What looks like a boundary, if the message at hand does not go on behind it.
    fn boundary_at(&mut self, window: &Window<'_>, hit: usize) -> Option<CutKind> {
        match self.goes_on_behind(window, hit) {
            None => Some(CutKind::Wait),
            Some(true) => None,
            Some(false) => Some(CutKind::Boundary),
        }
    }

    /// Whether the message at hand goes on behind what looks like a boundary: its own length leads
    /// beyond it, and to a boundary or the end of the file. `None` if more bytes are needed.
    fn goes_on_behind(&mut self, window: &Window<'_>, hit: usize) -> Option<bool> {
        let Some(end) = self.end.filter(|&end| end > window.offset(hit)) else {
            return Some(false);
        };
        let is_near = end - window.offset(hit) <= LONGEST_LOOK;
        let lands = is_near && {
            let ahead = (end - window.start) as usize;
            self.end(window, ahead)? != End::No
        };
        if !lands {
            self.end = None;
        }
        Some(lands)
    }

    /// Whether the message at hand ends by its own account in front of an index, but for line
    /// breaks. Then no empty line is needed there. One more break would make one.
    fn ends_before(&self, window: &Window<'_>, at: usize) -> bool {
        let between = self.end.and_then(|end| window.offset(at).checked_sub(end));
        let is_break = |count| matches!(window.back(at, count), Some(b'\r' | b'\n'));
        between.is_some_and(|between| between <= FEW_BREAKS && (1..=between as usize).all(is_break))
    }

    /// Whether a message can end at an index. `None` if more bytes are needed.
    fn end(&self, window: &Window<'_>, at: usize) -> Option<End> {
        let Some(text) = window.bytes.get(at..) else {
            return window.at_end.then_some(End::No);
        };
        let most_breaks = match self.kind {
            Kind::Rnews => 0,
            _ => MOST_BREAKS,
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
            Kind::Rnews => match window.short_line(next) {
                Line::Whole(line) => rnews_length(line).is_some(),
                Line::Unfinished if RNEWS.starts_with(&text[..text.len().min(RNEWS.len())]) => {
                    return None;
                }
                Line::Unfinished | Line::Long => false,
            },
            _ if !window.begins_line(next) => false,
            _ => {
                let boundary = from_line::boundary(text, window.at_end)?;
                matches!(boundary, Boundary::Yes { .. })
            }
        };
        Some(if begins { End::Before(next) } else { End::No })
    }
}

/// The index at which the line begins that goes on at an index, if it begins at `from` or behind, and can
/// begin or end anything: what it is may depend on what follows.
fn line_around(window: &Window<'_>, from: usize, at: usize) -> usize {
    let near = from.max(at.saturating_sub(LONGEST_LINE));
    match memrchr(b'\n', &window.bytes[near..at]) {
        Some(last) => near + last + 1,
        None if near == from && window.begins_line(from) => from,
        None => at,
    }
}

/// A line of four Control-A, which begins a message of MMDF or ends one.
fn cut_at_separator(window: &Window<'_>, hit: usize) -> Option<Cut> {
    if !window.begins_line(hit) {
        return None;
    }
    let what = match window.short_line(hit) {
        Line::Unfinished => CutKind::Wait,
        Line::Whole(line) if is_separator(line) => CutKind::Boundary,
        Line::Whole(_) | Line::Long => return None,
    };
    Some(Cut { at: hit, what })
}

/// A line that begins with a dot (RFC 3977 §3.1.1).
fn cut_at_dot(window: &Window<'_>, line: usize) -> Option<Cut> {
    if !window.begins_line(line) {
        return None;
    }
    let what = match window.bytes.get(line..)? {
        [b'.', b'\n', ..] | [b'.', b'\r', b'\n', ..] => CutKind::Boundary,
        [b'.'] | [b'.', b'\r'] if window.at_end => CutKind::Boundary,
        [b'.'] | [b'.', b'\r'] => CutKind::Wait,
        // The first dot of a line is never the article's own (§3.1.1, the fifth rule).
        [b'.', ..] => CutKind::Escape,
        _ => return None,
    };
    Some(Cut { at: line, what })
}

/// Whether a line is the separator of MMDF: four Control-A.
pub(crate) fn is_separator(line: &[u8]) -> bool {
    matches!(
        line,
        b"\x01\x01\x01\x01" | b"\x01\x01\x01\x01\n" | b"\x01\x01\x01\x01\r\n"
    )
}

/// The number of bytes that follow a line `#! rnews N`; one that is too large for any file is as
/// good as another.
pub(crate) fn rnews_length(line: &[u8]) -> Option<u64> {
    let number = line.strip_prefix(RNEWS)?.trim_ascii();
    let is_number = !number.is_empty() && number.iter().all(u8::is_ascii_digit);
    let number = str::from_utf8(number).ok().filter(|_| is_number)?;
    Some(number.parse().unwrap_or(u64::MAX))
}
