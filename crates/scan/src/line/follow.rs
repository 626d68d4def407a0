//! Follows a URL from the end of its line over the next lines.
//!
//! Nearly always the next line shows at once that the URL ends with its line. Only where it does not, bytes are copied.

use std::{borrow::Cow, ops::Range};

use memchr::memchr;

use super::{
    begin::begins_link,
    chars,
    closers::Closers,
    find::LineFinder,
    layout::{Around, Layout, width},
    screen::{Cell, Edge, MAX_LINES, MAX_PADDING},
    token::{first_word, is_part_of_url},
    wrap::{Continuation, MIN_ALONE, MIN_NARROW, Place, may_cut_word},
};
use crate::{
    Config,
    candidate::{Dropped, Sign},
    hits::Hit,
    piece::Piece,
    text::text_start,
};

/// The maximum number of line breaks in a URL without delimiters, so that the time for each byte is bounded.
const MAX_BREAKS: usize = 100;

/// A URL at the end of a line, and what is known of its rest. Indices are into a text that begins with the line.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(crate) struct WrappedUrl<'t> {
    hit: &'t Hit,
    /// The pieces, once there are several.
    pub(crate) pieces: Vec<Piece>,
    /// A further token, which is likely to be a piece of the URL, and the end of what precedes it in the URL.
    pub(crate) likely: Option<(usize, Range<usize>)>,
    /// The URL so far, with a `.`, `?` or `-` at the end of its line, and without a typesetter's hyphen.
    url: Cow<'t, [u8]>,
    /// The length of the `.`, `?` or `-` after the last piece, which is part of the URL if this continues.
    mark: usize,
    has_backslash: bool,
    ends_in_hyphenation: bool,
    has_typeset_hyphen: bool,
    /// The line on which the URL ends so far, or the cell of a screen.
    line: Range<usize>,
    /// The end of that line.
    line_end: usize,
    /// The cells in which the URL stands.
    cell: Option<Cell>,
    /// The width of the line on which the URL begins, if no white space ends it; else 0.
    width: usize,
    /// Whether the next line, of a deeper quote, may be the rest of the URL.
    precedes_rest: bool,
    /// The index after the last line of which a word may be a piece, with its line break.
    pub(crate) seen: usize,
    /// The width at which the line before that was cut; 0 if it was not.
    cut_before: usize,
    /// The width of that line, if the URL ended with it; else 0.
    width_before: usize,
    closers: Option<Closers>,
    depth: usize,
    /// What the lines before the URL show, once they have been read.
    layout: Option<Layout>,
    around: Around<'t>,
}

/// The next line, and where a URL would continue in it.
struct NextLine {
    /// The line, or the cell of a screen.
    line: Range<usize>,
    /// The end of the line.
    end: usize,
    /// The first word of its text, after the quote prefix and indentation.
    word: Range<usize>,
    has_marks: bool,
    /// Whether nothing but white space follows the word.
    is_single: bool,
}

impl<'t> WrappedUrl<'t> {
    /// Returns the state for a hit, if it ends its line. `line` is without its line break.
    pub(crate) fn at_end_of(line: &'t [u8], hit: &'t Hit, around: Around<'t>) -> Option<Self> {
        let cell = Cell::of(line, &hit.url);
        let in_line = cell
            .as_ref()
            .map_or(0..line.len(), |(_, range)| range.clone());
        let rest = &line[hit.url.end..in_line.end];
        if !may_end_line(rest.trim_ascii_end()) {
            return None;
        }
        let mut wrapped = Self {
            hit,
            pieces: Vec::new(),
            likely: None,
            url: Cow::Borrowed(line.get(hit.url.clone())?),
            mark: 0,
            has_backslash: false,
            ends_in_hyphenation: false,
            has_typeset_hyphen: false,
            line: in_line,
            line_end: line.len(),
            cell: cell.map(|(cell, _)| cell),
            width: match trimmed(rest) {
                (_, 0) => width(trimmed(line).0),
                _ => 0,
            },
            precedes_rest: false,
            seen: line.len() + 1,
            cut_before: 0,
            width_before: 0,
            closers: Closers::at_end_of(&line[..hit.url.start]),
            depth: hit.quote_depth,
            layout: None,
            around,
        };
        let ends_line = wrapped.end_line(rest);
        (ends_line && !(hit.lacks_host && wrapped.mark > 0)).then_some(wrapped)
    }

    /// Follows the URL over the complete lines of `text`; `ends` says that the text ends. Returns whether it is decided
    /// where the URL ends.
    pub(crate) fn follow(&mut self, text: &[u8], ends: bool, finder: &LineFinder) -> bool {
        let max_len = finder.config().length_limit();
        loop {
            let Some(mut line) = line_after(text, self.line_end, ends) else {
                return ends;
            };
            let is_before_empty = self.depth > 0 && is_empty_quote(near(text, &line, max_len));
            if is_before_empty {
                let Some(next) = line_after(text, line.end, ends) else {
                    return ends;
                };
                line = next;
            }
            let Some(next) = self.next_line(text, line, max_len) else {
                return true;
            };
            if self.depth == 0 && next.has_marks {
                self.precedes_rest = next.is_single && is_part_of_url(&text[next.word]);
                return true;
            }
            let precedes_link = !self.lacks_host() && begins_link(&text[next.word.clone()]);
            // In a list of links, only a wide line may be a stump.
            if precedes_link && self.cell.is_none() && self.width < MIN_ALONE {
                return true;
            }
            if self.layout.is_none() && self.depends_on_layout(text, &next) {
                self.layout = self.read_layout(text, &next);
                if self.layout.is_none() {
                    return false;
                }
            }
            if precedes_link {
                return true;
            }
            let mut place = self.place(text, &next, max_len);
            place.edge = self.edge(&place, finder.config());
            if self.cell.is_some() && place.edge.is_none() && !place.is_cut_in_scheme() {
                return true;
            }
            if !place.is_possible() || is_before_empty && !place.is_never_whole() {
                return true;
            }
            let Some(token) = self.token_len(&place, finder) else {
                return true;
            };
            place.token = token;
            if !place.may_go_on(finder.config()) {
                return true;
            }
            if next.is_single {
                let Some(after) = self.text_after(text, &next, max_len, ends) else {
                    return false;
                };
                place.after = after;
            }
            let (continuation, sign) = place.judge();
            let cut = if place.may_be_cut() {
                place.line.len()
            } else {
                0
            };
            let width_before = place.full_width();
            let is_hyphenation = place.ends_in_hyphenation();
            if next.is_single {
                self.seen = next.end + 1;
            }
            let piece = next.word.start..next.word.start + token;
            match continuation {
                Continuation::No => return true,
                Continuation::Likely => {
                    let end = self.end() + self.mark - usize::from(self.has_backslash);
                    self.likely = Some((end, piece));
                    return true;
                }
                Continuation::Sure => {}
            }
            // It is known of the first line alone.
            self.layout.take_if(|layout| *layout == Layout::UNFILLED);
            (self.cut_before, self.width_before) = (cut, width_before);
            self.ends_in_hyphenation = is_hyphenation;
            if !self.go_on(text, next, piece, sign) {
                return true;
            }
        }
    }

    /// Returns whether the URL ends with its line where a program may have cut it.
    pub(crate) fn is_stump(&self) -> bool {
        let width = self.width;
        let is_broken = matches!(*self.url, [.., b'-' | b'%'] | [.., b'%', _]);
        let is_full = || {
            self.layout
                .as_ref()
                .is_none_or(|layout| layout.may_be_cut(width))
        };
        let is_cut = self.precedes_rest || is_broken || width >= MIN_ALONE && is_full();
        self.pieces.is_empty() && self.mark == 0 && is_cut
    }

    /// Returns the next line; `None` if the URL cannot continue in it.
    fn next_line(&self, text: &[u8], line: Range<usize>, max_len: usize) -> Option<NextLine> {
        let max_breaks = self.cell.map_or(MAX_BREAKS, |_| MAX_LINES - 1);
        let end = line.end;
        let line = self.in_cell(text, line)?;
        let next = NextLine::of(text, line, end, self.hit.span.start, max_len);
        next.filter(|_| self.breaks() < max_breaks)
    }

    /// Returns the text of the line after the next one; `None` if it is not there yet.
    fn text_after<'p>(
        &self,
        text: &'p [u8],
        next: &NextLine,
        max_len: usize,
        ends: bool,
    ) -> Option<&'p [u8]> {
        let Some(line) = line_after(text, next.end, ends) else {
            return ends.then_some(&[]);
        };
        let line = near(text, &self.in_cell(text, line).unwrap_or_default(), max_len);
        Some(&line[text_start(line).1..])
    }

    /// Returns the cell of a line in which the URL may continue, or the line; `None` if it has no such cell.
    fn in_cell(&self, text: &[u8], line: Range<usize>) -> Option<Range<usize>> {
        let Some(cell) = self.cell else {
            return Some(line);
        };
        let found = cell.in_line(&text[line.clone()])?;
        Some(line.start + found.start..line.start + found.end)
    }

    /// Returns the edge at which the URL ends, of its cell or of a screen whose width is known.
    fn edge(&self, place: &Place<'_>, config: &Config) -> Option<Edge> {
        let width = place.full_width();
        let Some(cell) = self.cell else {
            return (place.blanks == 0 && config.screen_width == width).then_some(Edge::Screen);
        };
        let is_widest = |layout: &Layout| width > 0 && *layout.widths.start() <= width;
        let is_cell = if cell.is_open() {
            self.layout.as_ref().is_some_and(is_widest)
        } else {
            place.blanks <= MAX_PADDING.min(place.text)
        };
        is_cell.then_some(Edge::Cell)
    }

    /// Returns whether the URL ends with the `://` after its scheme so far.
    fn lacks_host(&self) -> bool {
        self.hit.lacks_host && self.pieces.is_empty()
    }

    /// Fast check whether the [layout](Self::layout) may decide.
    fn depends_on_layout(&self, text: &[u8], next: &NextLine) -> bool {
        let (line, blanks) = trimmed(&text[self.line.clone()]);
        self.cell.is_some()
            || blanks == 1
            || self.url.ends_with(b"-")
            || next.is_single && self.url.ends_with(b"/")
            || blanks == 0 && line.len() >= MIN_NARROW
    }

    /// Returns what the lines around the first one show; `None` if that depends on lines that are not there.
    fn read_layout(&mut self, text: &[u8], next: &NextLine) -> Option<Layout> {
        let (line, blanks) = trimmed(&text[self.line.clone()]);
        let may_have_room = self.url.ends_with(b"/") && (next.is_single || may_cut_word(line));
        let is_width_alone =
            self.pieces.is_empty() && blanks == 0 && !may_have_room && !self.url.ends_with(b"-");
        // Where lines are cut at a column, one may be shorter than the widest by a character.
        let width = is_width_alone.then(|| width(line) + 1);
        self.around
            .layout(self.hit.url.start, self.depth, self.cell, width)
    }

    /// Returns the number of line breaks so far.
    fn breaks(&self) -> usize {
        self.pieces.len().saturating_sub(1)
    }

    /// Returns the end of the last piece.
    fn end(&self) -> usize {
        let last = self.pieces.last();
        last.map_or(self.hit.url.end, |last| last.range.end)
    }

    fn place<'p>(&'p self, text: &'p [u8], next: &NextLine, max_len: usize) -> Place<'p> {
        let piece = self.pieces.last();
        let start = piece.map_or(self.hit.url.start, |piece| piece.range.start);
        let start = start - self.line.start;
        Place {
            url: &self.url,
            has_backslash: self.has_backslash,
            has_typeset_hyphen: self.has_typeset_hyphen,
            cut_before: self.cut_before,
            width_before: self.width_before,
            layout: self.layout.as_ref(),
            previous: self.hit.without_implied(self.around.url),
            lacks_host: self.lacks_host(),
            breaks: self.breaks(),
            closers: self.closers,
            ..place(text, &self.line, start, next, max_len)
        }
    }

    /// Adds a piece of the next line. Returns whether it ends this line, so that the URL may continue after it.
    fn go_on(&mut self, text: &[u8], next: NextLine, piece: Range<usize>, sign: Sign) -> bool {
        if self.pieces.is_empty() {
            self.pieces
                .push(Piece::new(self.hit.url.clone(), Dropped::NOTHING));
        }
        let mut has_blanks = false;
        if let Some(last) = self.pieces.last_mut() {
            last.range.end += self.mark;
            last.range.end -= usize::from(self.has_backslash);
            if self.ends_in_hyphenation {
                last.range.end -= 1;
                let len = self.url.len() - 1;
                self.url.to_mut().truncate(len);
            }
            let gap = &text[last.range.end..self.line_end];
            has_blanks = gap.contains(&b' ') || gap.contains(&b'\t');
        }
        self.url.to_mut().extend_from_slice(&text[piece.clone()]);
        let ends_line = self.end_line(&text[piece.end..next.line.end]);
        self.pieces.push(Piece {
            dropped: Dropped::Gap {
                line_break: true,
                quote_prefix: next.has_marks || self.cell.is_some(),
                space: has_blanks || !next.has_marks && next.word.start > next.line.start,
            },
            range: piece,
            sign: Some(sign),
        });
        (self.line, self.line_end) = (next.line, next.end);
        next.is_single && ends_line
    }

    /// Reads what follows the last piece on its line. Returns whether the URL may continue after it.
    fn end_line(&mut self, rest: &[u8]) -> bool {
        let rest = rest.trim_ascii_end();
        let mut url = &self.url[..];
        while let Some(shorter) = url.strip_suffix(SOFT_HYPHEN) {
            url = shorter;
        }
        let (len, is_shorter) = (url.len(), url.len() < self.url.len());
        if is_shorter {
            self.url.to_mut().truncate(len);
        }
        // No host ends in a hyphen.
        let is_mark = matches!(rest, b"." | b"?" | b"-");
        let is_hyphen = matches!(rest, HYPHEN | [chars::SOFT_HYPHEN]);
        self.has_backslash = rest.is_empty() && self.url.ends_with(b"\\");
        if self.has_backslash {
            let len = self.url.len() - 1;
            self.url.to_mut().truncate(len);
        }
        self.has_typeset_hyphen = is_hyphen || rest.is_empty() && is_shorter;
        self.mark = usize::from(is_mark);
        if is_mark {
            self.url.to_mut().extend_from_slice(rest);
        }
        may_end_line(rest)
    }

    /// Returns how many bytes of the next word are part of the URL if it continues; `None` if none is.
    fn token_len(&self, place: &Place<'_>, finder: &LineFinder) -> Option<usize> {
        let whole = [&self.url[..], place.word].concat();
        let whole = if place.is_single {
            chars::without_last_soft_hyphen(&whole)
        } else {
            &whole
        };
        let end = finder.end_of(whole, self.hit.form, self.hit.around)?;
        end.checked_sub(self.url.len()).filter(|&len| len > 0)
    }
}

impl NextLine {
    /// Returns the line that ends at an index, or its cell; `None` if a URL that begins at `start` cannot continue in
    /// it.
    fn of(
        text: &[u8],
        line: Range<usize>,
        end: usize,
        start: usize,
        max_len: usize,
    ) -> Option<Self> {
        let bytes = near(text, &line, max_len);
        let (marks, text_start) = text_start(bytes);
        let word = first_word(&bytes[text_start..]).len();
        let rest = &bytes[text_start + word..];
        let is_single = rest.trim_ascii().is_empty() && bytes.len() == line.len();
        let word = line.start + text_start..line.start + text_start + word;
        let is_too_long = word.end - start > max_len;
        (!word.is_empty() && !is_too_long).then_some(Self {
            line,
            end,
            word,
            has_marks: marks > 0,
            is_single,
        })
    }
}

/// Returns what is known of a place from its two lines alone. The URL, or the rest of it, begins at the index `start`
/// of its line.
fn place<'p>(
    text: &'p [u8],
    line: &Range<usize>,
    start: usize,
    next: &NextLine,
    max_len: usize,
) -> Place<'p> {
    let line = &text[line.clone()];
    let (trimmed, blanks) = trimmed(line);
    let next_line = near(text, &next.line, max_len);
    let text_start = text_start(&line[..start]).1;
    Place {
        url: &[],
        has_backslash: false,
        has_typeset_hyphen: false,
        line: trimmed,
        cut_before: 0,
        width_before: 0,
        layout: None,
        previous: &[],
        next_line,
        blanks,
        start,
        text: text_start,
        lacks_host: false,
        edge: None,
        breaks: 0,
        closers: None,
        word: &text[next.word.clone()],
        token: 0,
        follows: next_line[next.word.end - next.line.start..].trim_ascii_start(),
        is_single: next.is_single,
        after: &[],
    }
}

/// Returns a line without white space at its end, and the number of blanks there.
fn trimmed(line: &[u8]) -> (&[u8], usize) {
    let trimmed = line.trim_ascii_end();
    let blanks = line.strip_suffix(b"\r").unwrap_or(line).len() - trimmed.len();
    (trimmed, blanks)
}

/// The hyphen that typesetters write at the end of a line.
const HYPHEN: &[u8] = "\u{2010}".as_bytes();

/// The hyphen that shows only where a line is broken.
const SOFT_HYPHEN: &[u8] = "\u{ad}".as_bytes();

/// Returns whether a URL may continue after its line if this is what follows it there, without white space.
fn may_end_line(rest: &[u8]) -> bool {
    matches!(
        rest,
        b"" | b"." | b"?" | b"-" | HYPHEN | [chars::SOFT_HYPHEN]
    )
}

/// Returns the complete line after the line that ends at an index, without its line break; `None` if it is not
/// complete.
fn line_after(text: &[u8], end: usize, ends: bool) -> Option<Range<usize>> {
    let start = end + 1;
    let rest = text.get(start..)?;
    match memchr(b'\n', rest) {
        Some(len) => Some(start..start + len),
        None => (ends && !rest.is_empty()).then_some(start..text.len()),
    }
}

/// Returns whether a line has a quote prefix and no text.
fn is_empty_quote(line: &[u8]) -> bool {
    let (marks, start) = text_start(line);
    marks > 0 && line[start..].trim_ascii().is_empty()
}

/// Returns the first bytes of a line.
fn near<'t>(text: &'t [u8], line: &Range<usize>, max_len: usize) -> &'t [u8] {
    &text[line.start..line.end.min(line.start.saturating_add(max_len))]
}
