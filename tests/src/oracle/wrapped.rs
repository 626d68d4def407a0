//! **Bare URLs across lines**: a URL that ends its line may continue with the first word of the next line.
//!
//! The rule is read at each line break anew, with all of the text at hand. Only the first `max_len` bytes of the next
//! line, and of the one after it, count.

mod answer;

use std::ops::Range;

use super::{
    bare::end,
    bytes::line_end,
    layout::{Layout, marks, start_of_line, text_of_line},
    line::Line,
    lines::{Options, whole_line},
    reading::{RAW_SOFT, SOFT, TYPESET},
    screen::Cell,
    words::BRACKETS,
};

/// The maximum number of line breaks in a URL.
const MAX_BREAKS: usize = 100;

/// The maximum number of lines of a URL in a cell.
const MAX_LINES: usize = 10;

/// A URL on its line, by offsets.
#[derive(Clone, Copy)]
pub(super) struct OnLine {
    /// The start of the link.
    pub(super) start: usize,
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) is_www: bool,
    /// Whether it ends with the `://` after its scheme.
    pub(super) lacks_host: bool,
    /// The offset of what stands for an at-sign.
    pub(super) at_sign: Option<usize>,
}

/// A URL that has been followed.
pub(super) struct Followed {
    pub(super) pieces: Vec<(usize, usize)>,
    /// What was dropped before each piece but the first.
    pub(super) dropped: Vec<Vec<&'static str>>,
    /// The URL with another token, if this is only likely.
    pub(super) likely: Option<Vec<u8>>,
    /// The start of the first line that was not searched for the rest.
    pub(super) seen: usize,
}

#[derive(PartialEq)]
enum Answer {
    No,
    Likely,
    Sure,
}

/// Returns where a URL that ends its line continues; `None` if it does not end its line.
pub(super) fn follow(
    text: &[u8],
    url: OnLine,
    last_url: &[u8],
    options: &Options<'_>,
) -> Option<Followed> {
    let line_start = start_of_line(text, url.from);
    let mut written = text[url.from..url.to].to_vec();
    let mut line_end_at = line_end(text, url.from);
    let (cell, mut area) = cell_of(text, line_start..line_end_at, url)?;
    let mut ending = Ending::of(text, url.to, area.end, &mut written)?;
    if url.lacks_host && ending.mark > 0 {
        return None;
    }
    let mut followed = Followed {
        pieces: vec![(url.from, url.to)],
        dropped: Vec::new(),
        likely: None,
        seen: line_end_at + 1,
    };
    let depth = marks(text, line_start, line_end_at).len();
    let (mut cut_before, mut width_before) = (0, 0);
    let layout = Layout::around(text, line_start, url.from, depth, cell);
    let implied: &[u8] = if url.is_www { b"http://" } else { b"" };
    let previous = last_url.strip_prefix(implied).unwrap_or(last_url);
    let max_breaks = cell.map_or(MAX_BREAKS, |_| MAX_LINES - 1);
    while let Some((next, is_over_empty)) =
        Next::after(text, line_end_at, depth, cell, options.max_len)
    {
        let is_new_quote = depth == 0 && next.depth > 0;
        let is_too_long = next.word.1 - url.start > options.max_len;
        if is_new_quote || is_too_long || followed.dropped.len() == max_breaks {
            break;
        }
        let word = &text[next.word.0..next.word.1];
        let before = &text[line_start..url.from];
        let whole = [before, &written, word].concat();
        let whole = if next.is_single {
            whole_line(&whole, 0)
        } else {
            Line::of(&whole, 0)
        };
        let Some(token) = token_len(&whole, before.len(), written.len(), &url, options) else {
            break;
        };
        let last = followed.pieces[followed.pieces.len() - 1];
        let place = Place {
            text,
            url: &written,
            ending: &ending,
            piece: last.0,
            line_start: area.start,
            line_end: area.end,
            cell,
            columns: options.width,
            is_second: followed.pieces.len() > 1,
            lacks_host: url.lacks_host && followed.pieces.len() == 1,
            close: close(before),
            cut_before,
            width_before,
            layout: &layout,
            previous,
            word,
            token,
            next: &next,
            max_len: options.max_len,
        };
        let is_end = place.is_inside_cell() || is_over_empty && !place.is_never_whole();
        if place.is_never(options) || is_end {
            break;
        }
        if next.is_single {
            followed.seen = next.line_end + 1;
        }
        match place.answer() {
            Answer::No => break,
            Answer::Likely => {
                followed.likely = Some([&written[..], &word[..token]].concat());
                break;
            }
            Answer::Sure => {}
        }
        let is_hyphenation = place.ends_in_hyphenation();
        cut_before = if place.may_be_cut() { place.width() } else { 0 };
        width_before = place.full_width();
        let piece = (next.word.0, next.word.0 + token);
        let last = followed.pieces.len() - 1;
        followed.pieces[last].1 += ending.mark;
        if ending.is_continued || is_hyphenation {
            followed.pieces[last].1 -= 1;
        }
        if is_hyphenation {
            written.pop();
        }
        let gap = &text[followed.pieces[last].1..line_end_at];
        followed.dropped.push(next.dropped(gap, cell.is_some()));
        followed.pieces.push(piece);
        written.extend_from_slice(&word[..token]);
        line_end_at = next.line_end;
        area = next.start..next.end;
        match Ending::of(text, piece.1, area.end, &mut written) {
            Some(new) if next.is_single => ending = new,
            _ => break,
        }
    }
    Some(followed)
}

/// Returns the end of the line at an offset, if it has a quote prefix and no text.
fn empty_quote(text: &[u8], line: usize) -> Option<usize> {
    let end = line_end(text, line.min(text.len()));
    let is_quoted = line < text.len() && !marks(text, line, end).is_empty();
    let is_empty = || {
        text[text_of_line(text, line, end)..end]
            .trim_ascii()
            .is_empty()
    };
    (is_quoted && is_empty()).then_some(end)
}

/// Returns the characters that close the bracket or quotation mark before a URL.
fn close(before: &[u8]) -> &'static str {
    let mut brackets = BRACKETS.iter();
    let bracket = brackets.find(|(open, _)| before.ends_with(open.as_bytes()));
    bracket.map_or("", |(_, close)| close)
}

/// Returns how much of the next word the URL takes. It ends where it would if it were written on one line, which begins
/// with `before` bytes and the URL so far.
pub(super) fn token_len(
    line: &Line,
    before: usize,
    written: usize,
    url: &OnLine,
    options: &Options<'_>,
) -> Option<usize> {
    let start = line.index(before);
    let colon = (start..line.chars.len()).find(|&at| line.chars[at] == ':');
    let colon = if url.is_www { None } else { Some(colon?) };
    let end = line.offsets[end(&line.chars, start, colon, options)?];
    let len = end.checked_sub(before + written)?;
    (len > 0).then_some(len)
}

/// What stands between a URL and the end of its line.
struct Ending {
    /// The length of a `.`, `?` or `-`.
    mark: usize,
    is_hyphenated: bool,
    /// Whether a backslash ends the line.
    is_continued: bool,
    blanks: usize,
}

impl Ending {
    /// Reads it, and adds the `.`, `?` or `-` to the URL so far. `None` if the URL does not end the line.
    fn of(text: &[u8], from: usize, end: usize, written: &mut Vec<u8>) -> Option<Self> {
        let rest = text[from..end].trim_ascii_end();
        let line = text[..end].strip_suffix(b"\r").unwrap_or(&text[..end]);
        let blanks = line.len() - text[..end].trim_ascii_end().len();
        let mut has_soft = false;
        while written.ends_with(SOFT) {
            written.truncate(written.len() - SOFT.len());
            has_soft = true;
        }
        let is_mark = matches!(rest, b"." | b"?" | b"-");
        let is_hyphen = rest == TYPESET || rest == [RAW_SOFT];
        if !(is_mark || is_hyphen || rest.is_empty()) {
            return None;
        }
        let is_continued = rest.is_empty() && written.ends_with(b"\\");
        if is_continued {
            written.pop();
        }
        if is_mark {
            written.extend_from_slice(rest);
        }
        Some(Self {
            is_continued,
            mark: usize::from(is_mark),
            is_hyphenated: is_hyphen || has_soft && rest.is_empty(),
            blanks,
        })
    }
}

/// Returns the cell of a line that a URL ends, if the line has cells, and the part of the line that counts.
fn cell_of(text: &[u8], line: Range<usize>, url: OnLine) -> Option<(Option<Cell>, Range<usize>)> {
    let on_line = url.from - line.start..url.to - line.start;
    let cell = Cell::of(&text[line.clone()], &on_line);
    Some((cell, in_cell(text, line, cell)?))
}

/// Returns the part of a line that counts: a cell of a screen, or all of it.
fn in_cell(text: &[u8], line: Range<usize>, cell: Option<Cell>) -> Option<Range<usize>> {
    let Some(cell) = cell else {
        return Some(line);
    };
    let found = cell.in_line(&text[line.clone()])?;
    Some(line.start + found.start..line.start + found.end)
}

/// A line on which a URL may continue, or a cell of it, by offsets.
struct Next {
    start: usize,
    end: usize,
    line_end: usize,
    depth: usize,
    word: (usize, usize),
    /// The end of the part of the line that counts.
    near: usize,
    is_single: bool,
}

impl Next {
    /// Returns the names of what is dropped before the word; `gap` is what ends the line before.
    fn dropped(&self, gap: &[u8], has_bar: bool) -> Vec<&'static str> {
        let is_indented = self.depth == 0 && self.word.0 > self.start;
        let names = [
            ("break", true),
            ("leader", self.depth > 0 || has_bar),
            (
                "space",
                is_indented || gap.contains(&b' ') || gap.contains(&b'\t'),
            ),
        ];
        let names = names.into_iter().filter(|(_, is_there)| *is_there);
        names.map(|(name, _)| name).collect()
    }

    /// Returns the line after the one that ends at an offset, or after the empty quoted line there, and whether that
    /// stands between.
    fn after(
        text: &[u8],
        line_end: usize,
        depth: usize,
        cell: Option<Cell>,
        max_len: usize,
    ) -> Option<(Self, bool)> {
        let empty = (depth > 0).then(|| empty_quote(text, line_end + 1));
        let empty = empty.flatten();
        let next = Self::of(text, empty.unwrap_or(line_end) + 1, cell, max_len)?;
        Some((next, empty.is_some()))
    }

    /// Returns the line at an offset; `None` if the text ends there, or the line has no word.
    fn of(text: &[u8], start: usize, cell: Option<Cell>, max_len: usize) -> Option<Self> {
        if start >= text.len() {
            return None;
        }
        let line_end = line_end(text, start);
        let Range { start, end } = in_cell(text, start..line_end, cell)?;
        let near = end.min(start.saturating_add(max_len));
        let word = text_of_line(text, start, near);
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
        let len = text[word..near].iter().take_while(|&byte| !is_blank(byte));
        let word = (word, word + len.count());
        (word.0 < word.1).then(|| Self {
            start,
            end,
            line_end,
            depth: marks(text, start, near).len(),
            word,
            near,
            is_single: near == end && text[word.1..end].trim_ascii().is_empty(),
        })
    }
}

/// A line break after which the URL continues with a token, if the rule says so.
struct Place<'t> {
    text: &'t [u8],
    url: &'t [u8],
    ending: &'t Ending,
    /// The offset of the URL, or of its last piece.
    piece: usize,
    /// The line, or the cell of a screen.
    line_start: usize,
    line_end: usize,
    cell: Option<Cell>,
    /// The width of the screen; 0 if it is not known.
    columns: usize,
    is_second: bool,
    lacks_host: bool,
    close: &'static str,
    /// The width at which the line before was cut; 0 if it was not.
    cut_before: usize,
    /// The width of the line before, if the URL fills it; else 0.
    width_before: usize,
    layout: &'t Layout,
    /// The URL before this one.
    previous: &'t [u8],
    word: &'t [u8],
    token: usize,
    next: &'t Next,
    max_len: usize,
}
