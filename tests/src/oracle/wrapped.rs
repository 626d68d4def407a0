//! **Bare URLs across lines**: a URL that ends its line may continue with the first word of the next line.
//!
//! The rule is read at each line break anew, with all of the text at hand. Only the first `max_len` bytes of the next
//! line, and of the one after it, count.

use std::ops::Range;

use super::{
    bare::end,
    bytes::line_end,
    layout::{Layout, marks, start_of_line, text_of_line, width},
    line::Line,
    lines::{Options, is_known, whole_line},
    opening::scheme,
    reading::{RAW_SOFT, SOFT, TYPESET},
    screen::Cell,
    words::{
        ADDRESS, BRACKET, BRACKETS, COLUMN, COMPOUND, CUT, CUT_EXTENSION, CUT_HOST, DIRECTIVE,
        DOMAIN, ESCAPE, FIGURE, FILE, GAP, GEEK_CODE, GLUED_LINK, HIDDEN, HOST, HYPHENATED,
        HYPHENS, INSIDE, JUSTIFIED, LINK, LITTER, LONG_NUMBER, LOWER, MARK, PART, QUERY, REQUEST,
        ROOT, SEPARATOR, SIGN, UNBROKEN, VARIABLE, begins_with_number, ends_in_host, first_word,
        has_word, names_domain,
    },
};

/// The maximum number of line breaks in a URL.
const MAX_BREAKS: usize = 100;

/// The maximum number of lines of a URL in a cell.
const MAX_LINES: usize = 10;

/// The least width to which lines are filled.
const MIN_WIDTH: usize = 50;

/// The least width of a screen.
const MIN_NARROW: usize = 40;

/// The least width of a URL alone on its line that was cut there, and the greatest one that no line around shows.
const MIN_ALONE: usize = 60;
const MAX_ALONE: usize = 82;

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

impl Place<'_> {
    /// What never is the rest of a URL.
    fn is_never(&self, options: &Options<'_>) -> bool {
        let (token, rest) = self.word.split_at(self.token);
        let is_closed = self.is_closed_by(rest);
        let follows = self.text[self.next.word.1..self.next.near].trim_ascii_start();
        let own = follows
            .strip_prefix(b"<")
            .or(follows.strip_prefix(b"("))
            .unwrap_or(follows);
        let before = self.before();
        let is_column =
            COLUMN.is_match(before) || GAP.is_match(before) && !JUSTIFIED.is_match(before);
        let is_column = has_word(before) && is_column;
        let is_certain = is_closed || self.is_repetition(token);
        let is_key = MARK.is_match(self.word)
            && !(self.word.ends_with(b":") && (PART.is_match(token) || FILE.is_match(token)))
            && !(self.width() >= MIN_WIDTH && self.completes_extension(token));
        let is_request = REQUEST.captures(self.word).is_some_and(|request| {
            let is_dotted = |name: &[u8]| FILE.is_match(&[b".", &name[1..]].concat());
            !request
                .name("dotted")
                .is_some_and(|name| is_dotted(name.as_bytes()))
        });
        let is_in_column =
            is_column && !self.next.is_single && !self.ending.is_hyphenated && !self.is_at_column();
        let may_be_slash = is_certain || self.is_shown() || self.ends_at_edge();
        !(has_word(token) || token == b"/" && may_be_slash)
            || ROOT.is_match(self.word) && !is_closed
            || has_word(rest) && rest != [RAW_SOFT]
            || is_key && !is_closed
            || ADDRESS.is_match(self.word)
            || is_request
            || LITTER.is_match(self.word)
            || self.ends_in_file() && (FIGURE.is_match(self.word) || self.is_row())
            || GEEK_CODE.is_match(self.word) && !is_closed
            || self.is_in_column()
            || VARIABLE.is_match(self.word)
                && (!self.url.contains(&b'?') || VARIABLE.is_match(before))
            || BRACKET.is_match(self.word)
            || opens(self.word, options) && !self.is_cut_in_scheme()
            || LINK.is_match(self.word) && !self.lacks_host
            || LINK.is_match(own) && !is_closed && !self.is_never_whole()
            || is_in_column && !self.is_never_whole()
    }

    /// The next line is a row of the same table.
    fn is_row(&self) -> bool {
        let next =
            String::from_utf8_lossy(&self.text[self.next.word.0..self.next.near]).into_owned();
        let before = String::from_utf8_lossy(self.before());
        let words: Vec<_> = next.split_ascii_whitespace().collect();
        let last = words[words.len() - 1];
        let url = String::from_utf8_lossy(self.url);
        let of_url = url.rsplit('.').next();
        words.len() > 1
            && words.len() == before.split_ascii_whitespace().count() + 1
            && FILE.is_match(last.as_bytes())
            && last.rsplit('.').next() == of_url
    }

    /// The URL begins a second column, and a text does in the next line.
    fn is_in_column(&self) -> bool {
        let column = self.piece - self.line_start;
        let line = &self.text[self.piece - column..self.line_end];
        let begins_there = |line: &[u8]| {
            let text = line.get(column).is_some_and(|byte| *byte > b' ');
            text && line[..column].ends_with(b"  ") && has_word(&line[..column])
        };
        begins_there(line) && begins_there(self.next_line())
    }

    /// All lines around end where this one ends.
    fn is_at_column(&self) -> bool {
        let full = self.full_width();
        full >= MIN_WIDTH && self.layout.is_column(full)
            || full >= MIN_NARROW && self.layout.is_certain_column(full)
    }

    /// The scheme is broken at the end of the line.
    fn is_cut_in_scheme(&self) -> bool {
        let whole = String::from_utf8_lossy(&[self.url, self.word].concat()).to_lowercase();
        let mut schemes = ["http://", "https://"].iter();
        let is_part = |scheme: &str| self.url.len() < scheme.len() && whole.starts_with(scheme);
        self.lacks_host && schemes.any(|scheme| is_part(scheme))
    }

    /// The host at the end of the URL ends in no domain, and the word has the rest of it.
    fn is_never_whole(&self) -> bool {
        let Some(host) = self.host() else {
            return false;
        };
        let has_port = host.iter().any(|byte| b":[".contains(byte));
        !has_port
            && !host.eq_ignore_ascii_case(b"localhost")
            && !names_domain(&host)
            && names_domain(&[&host, self.word].concat())
    }

    fn host(&self) -> Option<Vec<u8>> {
        let url = String::from_utf8_lossy(self.url);
        let after = url.split_once("://").map(|(_, after)| after);
        let login = after.unwrap_or(&url).rsplit_once('@');
        let host = login.map(|(_, host)| host).or(after)?;
        let is_alone = !host.is_empty() && !host.contains(['/', '?', '#']);
        is_alone.then(|| host.as_bytes().to_vec())
    }

    fn answer(&self) -> Answer {
        let (token, rest) = self.word.split_at(self.token);
        let is_single = self.next.is_single;
        let sure = |is_sure: bool| if is_sure { Answer::Sure } else { Answer::No };
        let likely = |is_likely: bool| {
            if is_likely {
                Answer::Likely
            } else {
                Answer::No
            }
        };
        if self.is_closed_by(rest) || self.is_repetition(token) || self.is_cut_in_scheme() {
            return Answer::Sure;
        }
        let name = self.word.split(|&byte| byte == b'/').next();
        let names_host = name.is_some_and(|name| name[..name.len().max(1) - 1].contains(&b'.'));
        if self.lacks_host {
            return sure(names_host && self.url.windows(3).any(|three| three == b"://"));
        }
        if self.ending.mark > 0 && !self.url.ends_with(b"-") {
            return sure(self.goes_on_after_mark());
        }
        let is_odd = self.word.first().is_some_and(|byte| b".#/".contains(byte));
        if is_single && is_odd && LINK.is_match(self.after()) && !FILE.is_match(self.word) {
            return Answer::No;
        }
        if self.is_never_whole() {
            return Answer::Sure;
        }
        if self.ends_in_hyphen_of_host() && !names_host {
            return Answer::No;
        }
        if self.ending.is_continued && is_single {
            return Answer::Sure;
        }
        let is_part = PART.is_match(token) || FILE.is_match(token);
        let is_own_part = is_part && !HOST.is_match(token);
        let is_web_part = is_query_or_file(token);
        if self.has_room() && !(is_own_part && is_web_part) {
            return likely(is_single && is_own_part);
        }
        if self.is_inside()
            || token == b"/"
            || self.is_cut_in_flowed(token)
            || self.is_cut_in_word(token)
        {
            return Answer::Sure;
        }
        let is_host_alone =
            self.host().is_some_and(|host| names_domain(&host)) && !self.begins_inside();
        if self.ends_at_edge() && self.is_rest_of_screen(token, is_own_part, is_host_alone) {
            return Answer::Sure;
        }
        if is_host_alone && !(self.is_at_column() && is_own_part) {
            return Answer::No;
        }
        if self.is_cut_at_width(token) {
            return Answer::Sure;
        }
        let is_first = !has_word(self.before());
        let may_be_cut = self.may_be_cut();
        if is_own_part && self.is_cut_at_narrow_width(token) {
            return Answer::Sure;
        }
        let is_separated = SEPARATOR.is_match(self.url);
        if !is_single {
            return if is_separated && self.is_identifier(token) {
                Answer::Sure
            } else {
                let is_possible = may_be_cut || is_separated && self.begins_with_word();
                likely(may_be_cut && is_first && is_part || is_possible && is_own_part)
            };
        }
        let after = self.after();
        let last = first_word(after);
        let is_repeated = after
            .strip_prefix(b"<")
            .is_some_and(|after| after.starts_with(self.url));
        let is_closed = self
            .find_close(last)
            .is_some_and(|at| at > 0 && !has_word(&last[at..]));
        if is_repeated || is_closed {
            return Answer::Sure;
        }
        let is_alone = self.is_alone(token);
        if LINK.is_match(after) && !(is_alone && is_own_part) {
            return Answer::No;
        }
        let is_query = self.url.contains(&b'?') && token.iter().any(|byte| b"&=".contains(byte));
        let is_flowed = self.ending.blanks == 1 && self.begins_with_word();
        let is_sure = is_alone && self.is_rest(token)
            || may_be_cut && is_own_part && !self.ends_in_file()
            || is_query
            || is_separated && (is_own_part || self.is_value(token) || is_flowed);
        if is_sure {
            return Answer::Sure;
        }
        let is_cut = CUT.is_match(token) && !DOMAIN.is_match(token);
        likely(is_own_part || may_be_cut && is_first || is_separated && is_cut)
    }

    /// The token is a query, or the URL fills its line, at a width that one line around shows.
    fn is_cut_at_narrow_width(&self, token: &[u8]) -> bool {
        let has_query = QUERY.is_match(token) || begins_with_number(token);
        let is_first = !has_word(self.before());
        has_query && (self.may_be_cut() || self.is_narrow())
            || is_first && self.is_narrow() && !self.ends_in_file()
    }

    /// The token is nothing but a part of a URL.
    fn is_identifier(&self, token: &[u8]) -> bool {
        let signs = token.iter().filter(|byte| b"/=&%?_".contains(byte)).count();
        let is_other = FIGURE.is_match(self.word) || !token[0].is_ascii_alphanumeric();
        let is_value = self.is_value(token) && SIGN.is_match(self.word);
        let is_certain = is_query_or_file(token) || !is_other && (is_value || signs > 1);
        is_certain && !HOST.is_match(token)
    }

    /// The URL does not fill its cell, and is no cut scheme.
    fn is_inside_cell(&self) -> bool {
        self.cell.is_some() && !self.ends_at_edge() && !self.is_cut_in_scheme()
    }

    fn begins_with_word(&self) -> bool {
        let first = self.word.first();
        first.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'~')
    }

    /// The URL fills its line, at whose width it may have been cut.
    fn is_alone(&self, token: &[u8]) -> bool {
        let full = self.full_width();
        let is_usual = full <= MAX_ALONE || self.layout.breaks() > 0 && self.may_be_cut();
        let is_filled = full >= MIN_ALONE && !has_word(self.before()) && is_usual;
        is_filled && !self.ends_in_file() && !self.is_other_item(token)
    }

    /// The word is a figure that does not go on with the digits of the URL, or a file's name under a query.
    fn is_other_item(&self, token: &[u8]) -> bool {
        let is_number = self.word.iter().all(u8::is_ascii_digit);
        let goes_on = is_number && self.url.last().is_some_and(u8::is_ascii_digit);
        let has_sign = token.iter().any(|byte| b"/=&%?~".contains(byte));
        let is_file = FILE.is_match(token) && !has_sign && !SEPARATOR.is_match(self.url);
        FIGURE.is_match(self.word) && !goes_on || self.url.contains(&b'?') && is_file
    }

    /// The word, or what a program for flowed text keeps together of it, would have fitted after the slash.
    fn has_room(&self) -> bool {
        let is_flowed = self.ending.blanks == 1;
        let part = match UNBROKEN.find(self.word) {
            Some(part) if is_flowed => part.as_bytes(),
            _ => self.word,
        };
        let reached = self.width_in_characters() + width(part);
        let is_read = self.next.is_single || is_flowed || self.width() >= MIN_WIDTH;
        self.url.ends_with(b"/") && is_read && self.layout.has_room(reached)
    }

    /// The URL ends with the name of a file.
    fn ends_in_file(&self) -> bool {
        FILE.is_match(self.url) && !self.url.iter().any(|byte| b"?#".contains(byte))
    }

    /// The token is no word of a sentence, if the line was cut.
    fn is_rest(&self, token: &[u8]) -> bool {
        let is_part = PART.is_match(token) || FILE.is_match(token);
        if is_part && !HOST.is_match(token) {
            return true;
        }
        let is_first = !has_word(self.before());
        let is_cut = CUT.is_match(token) && !DOMAIN.is_match(token);
        let has_digit = token.iter().any(u8::is_ascii_digit);
        !token.starts_with(b"-")
            && (has_digit && (is_first || self.layout.breaks() > 1)
                || is_cut && is_first && (self.next.is_single || !token.contains(&b'-')))
    }

    /// The lines around show that the line was cut.
    fn is_cut_at_width(&self, token: &[u8]) -> bool {
        let has_sign = PART.is_match(token)
            || FILE.is_match(token)
            || token.iter().any(u8::is_ascii_digit)
            || self.layout.is_certain_column(self.full_width()) && !self.ends_in_file();
        let name = self.url.split(|&byte| byte == b'/').next_back();
        let is_title = name.is_some_and(|name| name.contains(&b'-')) && HYPHENS.is_match(token);
        self.is_at_column() && has_sign
            || self.is_filled() && is_title
            || self.is_shown() && !self.ends_in_file() && self.is_rest(token)
    }

    /// The URL ends where its cell or the screen does.
    fn ends_at_edge(&self) -> bool {
        let blanks = self.ending.blanks;
        let full = self.full_width();
        let padding = text_of_line(self.text, self.line_start, self.piece) - self.line_start;
        match self.cell {
            Some(cell) if cell.is_open() => full > 0 && self.layout.widest() <= full,
            Some(_) => blanks <= padding.min(2),
            None => blanks == 0 && full == self.columns,
        }
    }

    /// At such an edge, the token is no word of a sentence.
    fn is_rest_of_screen(&self, token: &[u8], is_own_part: bool, is_host_alone: bool) -> bool {
        let is_first = !has_word(self.before());
        let is_cut = CUT.is_match(token) && !DOMAIN.is_match(token);
        let is_certain = self.layout.is_certain_column(self.width_in_characters());
        let may_be = self.cell.is_none()
            || token.iter().any(u8::is_ascii_digit)
            || is_cut
            || is_first && token[0].is_ascii_lowercase()
            || is_certain;
        let is_part = PART.is_match(token) || FILE.is_match(token);
        is_own_part || is_part && is_certain || may_be && !is_host_alone && !self.ends_in_file()
    }

    /// The lines around may be filled to the width of the line.
    fn is_filled(&self) -> bool {
        let width = self.full_width();
        let is_wide = width >= MIN_WIDTH || width >= MIN_NARROW && self.layout.breaks() > 2;
        is_wide && self.layout.allows(width)
    }

    /// The same, and a line shows it.
    fn is_shown(&self) -> bool {
        self.is_filled() && self.layout.breaks() > 0
    }

    /// The lines around may be filled to the width of the line, which may be that of a narrow screen, and one shows it.
    fn is_narrow(&self) -> bool {
        let width = self.full_width();
        width >= MIN_NARROW && self.layout.allows(width) && self.layout.breaks() > 0
    }

    /// Returns whether the URL ends in a hyphen in its host.
    fn ends_in_hyphen_of_host(&self) -> bool {
        let url = String::from_utf8_lossy(self.url);
        let host = url.split_once("://").map_or(&*url, |(_, rest)| rest);
        url.ends_with('-') && !host.contains(['/', '?', '#'])
    }

    /// A `.` or `?` at the end of a line ends the sentence but before an extension, a host, or a query.
    fn goes_on_after_mark(&self) -> bool {
        let is_flowed = self.ending.blanks == 1;
        let is_shown = is_flowed || self.is_shown() || self.ends_at_edge();
        let is_single = self.next.is_single;
        if self.url.ends_with(b"?") {
            return self.word.contains(&b'=') || is_flowed && LONG_NUMBER.is_match(self.word);
        }
        if self.word.contains(&b'=') && self.word.iter().any(|byte| b"?&".contains(byte)) {
            return true;
        }
        if let Some(cut) = CUT_HOST.captures(self.url)
            && let Some(end) = self.word.iter().position(|byte| b"/:".contains(byte))
        {
            let whole = [&cut["host"], b".", &self.word[..end]].concat();
            let is_whole = names_domain(&cut["host"]);
            if DOMAIN.is_match(&whole) || !is_whole && names_domain(&whole) {
                return true;
            }
        }
        let word = String::from_utf8_lossy(self.word);
        let word = word.trim_end_matches(['.', ',', ';', ':', ')']);
        let path = word.split(['?', '#']).next().unwrap_or_default();
        let is_extension = !path.contains('.') && FILE.is_match(format!(".{path}").as_bytes());
        is_extension && (is_single || is_shown && !self.word[0].is_ascii_uppercase())
    }

    /// What shows at any width that a URL was broken.
    fn is_inside(&self) -> bool {
        let over_break = [self.url, b"\n", self.word].concat();
        self.ending.is_hyphenated
            || self.url.ends_with(b"-")
            || ESCAPE.is_match(&over_break)
            || self.begins_inside()
    }

    /// The word begins as no word of a sentence does.
    fn begins_inside(&self) -> bool {
        let is_before_word = |mark: u8| {
            self.word.first() == Some(&mark)
                && self.word.get(1).is_some_and(u8::is_ascii_alphanumeric)
        };
        let is_single = self.next.is_single;
        let last = self.word.iter().rposition(|byte| !b".,;:)".contains(byte));
        let trimmed = &self.word[..last.map_or(0, |last| last + 1)];
        let is_inside = INSIDE.is_match(self.word)
            && !self.word.starts_with(b"&c.")
            && !(self.url.ends_with(b"/") && b"/.".contains(&self.word[0]))
            && (FILE.is_match(trimmed) || !HIDDEN.is_match(trimmed));
        is_inside
            || is_single && is_before_word(b'#') && !DIRECTIVE.is_match(self.word)
            || is_single && is_before_word(b'+') && self.url.contains(&b'+')
            || is_single && is_before_word(b'-') && self.is_second
    }

    /// The hyphen at the end of the URL is a typesetter's.
    fn ends_in_hyphenation(&self) -> bool {
        let over_break = [self.url, b"\n", &self.word[..self.token]].concat();
        let is_hyphenated = HYPHENATED.is_match(self.url) && LOWER.is_match(self.word);
        is_hyphenated && self.layout.hyphenates && !COMPOUND.is_match(&over_break)
    }

    /// Returns the text before the URL, or its piece, on its line.
    fn before(&self) -> &[u8] {
        let line = self.line_start;
        let start = text_of_line(self.text, line, self.piece);
        &self.text[start.min(self.piece)..self.piece]
    }

    /// Returns the width of the line, without white space at its end.
    fn width(&self) -> usize {
        let line = self.line_start;
        self.text[line..self.line_end].trim_ascii_end().len()
    }

    fn width_in_characters(&self) -> usize {
        width(&self.text[self.line_start..self.line_end])
    }

    /// A line may have been cut at its width, or it is the rest of a line that was cut at two widths.
    fn may_be_cut(&self) -> bool {
        let line = self.line_start;
        let start = text_of_line(self.text, line, self.piece).min(self.piece) - line;
        let full = self.full_width();
        let is_rest = self.cut_before >= MIN_ALONE && self.width() - start <= 8;
        self.ending.blanks == 0 && (full >= MIN_ALONE && self.layout.allows(full) || is_rest)
    }

    /// Returns the width in characters of the line that the URL fills; else 0.
    fn full_width(&self) -> usize {
        let line = self.line_start;
        if self.ending.blanks > 0 {
            return 0;
        }
        width(&self.text[line..self.line_end])
    }

    fn next_line(&self) -> &[u8] {
        &self.text[self.next.start..self.next.near]
    }

    /// One space ends this line, and two end others of the paragraph, or the line ends in a separator and the token is
    /// no word.
    fn is_cut_in_flowed(&self, token: &[u8]) -> bool {
        let is_rest = PART.is_match(token) || FILE.is_match(token) || self.is_value(token);
        let is_broken = SEPARATOR.is_match(self.url) && self.begins_with_word() && is_rest;
        self.ending.blanks == 1 && (self.layout.has_two_spaces || is_broken)
    }

    /// The URL ends within a query or a name, and the token is no word.
    fn is_value(&self, token: &[u8]) -> bool {
        let is_cut = CUT.is_match(token) && !DOMAIN.is_match(token);
        let is_part = PART.is_match(token) || FILE.is_match(token);
        let has_digit = token.iter().any(u8::is_ascii_digit);
        !self.url.ends_with(b"/") && (is_part || is_cut || has_digit)
    }

    /// A word, a number, or a host was cut, as the widths of lines or the word itself show.
    fn is_cut_in_word(&self, token: &[u8]) -> bool {
        let full = self.full_width();
        let is_wide = full >= MIN_NARROW;
        let is_single = self.next.is_single;
        let is_number = token.iter().all(u8::is_ascii_digit);
        let last = self.url[self.url.len() - 1];
        let is_as_wide = is_single && width(self.next_line()) == full && !self.ends_in_file();
        let has_digit = token.iter().any(u8::is_ascii_digit);
        self.completes_extension(token) && self.width() >= MIN_WIDTH
            || is_number && last == b'=' && is_single
            || is_number && last.is_ascii_digit() && self.is_filled() && !has_word(self.before())
            || is_wide && is_as_wide
            || is_wide && self.width_before == full && has_digit
            || (is_single || self.is_filled()) && ends_in_host(self.url) && HOST.is_match(token)
    }

    /// The token is the rest of a file's extension.
    fn completes_extension(&self, token: &[u8]) -> bool {
        let name = self.url.split(|&byte| byte == b'/').next_back();
        let name = name.unwrap_or_default();
        let path = token.split(|byte| b"?#".contains(byte)).next();
        let path = path.unwrap_or_default();
        let is_rest = !path.is_empty() && !path.contains(&b'.');
        is_rest && CUT_EXTENSION.is_match(name) && FILE.is_match(&[name, path].concat())
    }

    /// The URL before this one is the same.
    fn is_repetition(&self, token: &[u8]) -> bool {
        self.previous == [self.url, token].concat()
    }

    /// Returns the text of the line after next.
    fn after(&self) -> &[u8] {
        let start = self.next.line_end + 1;
        if start >= self.text.len() {
            return b"";
        }
        let Some(after) = in_cell(self.text, start..line_end(self.text, start), self.cell) else {
            return b"";
        };
        let start = after.start;
        let end = after.end.min(start.saturating_add(self.max_len));
        &self.text[text_of_line(self.text, start, end)..end]
    }

    fn is_closed_by(&self, rest: &[u8]) -> bool {
        self.find_close(rest) == Some(0)
    }

    /// Returns the index of what closes the bracket before the URL.
    fn find_close(&self, text: &[u8]) -> Option<usize> {
        let closes = |at: &usize| {
            let mut close = self.close.chars();
            close.any(|close| text[*at..].starts_with(close.to_string().as_bytes()))
        };
        (0..text.len()).find(closes)
    }
}

/// Returns whether a word begins with a scheme, or has a `://` after nothing that only a URL has.
fn opens(word: &[u8], options: &Options<'_>) -> bool {
    let begins =
        scheme(word).is_some_and(|colon| is_known(&word[..colon], &word[colon + 1..], options));
    begins || GLUED_LINK.is_match(word)
}

/// Returns whether a token has a query, or begins with a long number, or is a path of several names that ends with an
/// extension of two letters or more.
fn is_query_or_file(token: &[u8]) -> bool {
    let path = token.split(|byte| b"?#".contains(byte)).next();
    let is_file = path.is_some_and(|path| {
        let is_short = matches!(path, [.., b'.', _]);
        path.contains(&b'/') && FILE.is_match(path) && !is_short
    });
    QUERY.is_match(token) || begins_with_number(token) || is_file
}
