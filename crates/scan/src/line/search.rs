//! Searches a text for URLs without angle brackets, line by line.
//!
//! Only a line with a [trigger](super::Triggers) is read, and what follows it as far as a URL or a quotation may
//! continue there. What depends on lines that are not there yet is left open, and found again when they are.
//!
//! A line that is longer than [`LineSearch::window_len`] is searched in overlapping windows of this length, since the
//! whole of it may not fit into memory. No URL is followed over the end of such a line.

use std::{mem, ops::Range};

use memchr::{memchr, memrchr};

use super::{
    at_sign::AT,
    broken_scheme::{begins_with_rest, part_at_end, parts_at_ends},
    chars::without_last_soft_hyphen,
    find::{LineFinder, LineHits},
    follow::WrappedUrl,
    layout::{Around, NearLines},
    open_quote::OpenQuotes,
    preceding::{Cut, Preceding},
    reading::{ROFF_HYPHEN, read, unescaped_pieces, without_escapes},
    screen::cells,
    trigger::Triggers,
};
use crate::{
    candidate::{Delimiter, Dropped, Reason},
    hits::{Hit, Hits, url_of},
    piece::Piece,
    text::{Prefix, text_start},
};

/// The minimum length in bytes of a line that is searched in windows.
const MIN_WINDOW: usize = 64 << 10;

/// The number of bytes before a cut in which white space is searched for, so that the next window begins after it.
const MAX_BACKTRACK: usize = 256;

/// The search of one text.
pub(crate) struct LineSearch<'s> {
    finder: &'s mut LineFinder,
    triggers: &'s Triggers,
    preceding: &'s Preceding,
    text: &'s [u8],
    /// The end of the part of the text that is searched, which ends with a line, or with the windows of a long one.
    end: usize,
    /// Whether no more text follows, so that the last line is complete.
    is_last: bool,
    /// The index before which quotations have been found.
    decided: usize,
    window_len: usize,
    hits: &'s mut Hits,
    /// The quotations that the line before the current one opens.
    quotes: OpenQuotes,
    /// The quote prefix of the current line, if it is long.
    in_line: Option<Prefix>,
    followed: usize,
    /// The lines from which URLs were followed over other lines, and the ends of these.
    far: Vec<(usize, usize)>,
    /// The last URL in brackets that was found, by its index in the hits, and the URL.
    noted: Option<usize>,
    url: Vec<u8>,
    near: NearLines,
    /// The indices at which windows of long lines begin, and the prefixes of these lines.
    cuts: Vec<(usize, Prefix)>,
    /// The index of the first URL or quotation that depends on further lines.
    open: Option<usize>,
    /// A buffer that is reused.
    found: LineHits,
}

impl<'s> LineSearch<'s> {
    /// Returns the length of the windows in which a long line is searched.
    pub(crate) const fn window_len(max_len: usize) -> usize {
        let len = max_len.saturating_mul(4);
        if len > MIN_WINDOW { len } else { MIN_WINDOW }
    }

    /// Begins the search of a text. `is_last` says that no more text follows.
    pub(crate) fn new(
        text: &'s [u8],
        is_last: bool,
        finder: &'s mut LineFinder,
        triggers: &'s Triggers,
        preceding: &'s Preceding,
        hits: &'s mut Hits,
    ) -> Self {
        let window_len = Self::window_len(finder.config().max_len);
        let line = memrchr(b'\n', text).map_or(0, |line_break| line_break + 1);
        let has_windows = text.len() - line > window_len;
        Self {
            end: if is_last || has_windows {
                text.len()
            } else {
                line
            },
            text,
            is_last,
            decided: 0,
            window_len,
            in_line: preceding.in_line.clone(),
            followed: preceding.followed,
            far: Vec::new(),
            noted: None,
            url: Vec::new(),
            near: NearLines::default(),
            cuts: Vec::new(),
            open: None,
            found: LineHits::default(),
            quotes: OpenQuotes::default(),
            finder,
            triggers,
            preceding,
            hits,
        }
    }

    /// Returns all that was found.
    pub(crate) const fn hits(&self) -> &Hits {
        self.hits
    }

    /// Appends the URLs to [`Hits::lines`], and returns the index of the first byte that is undecided: a URL that may
    /// begin there depends on more text. The first trigger is at the index `first_trigger` or later. All that begins
    /// before the index `decided` has been found before.
    pub(crate) fn run(&mut self, first_trigger: usize, decided: usize) -> usize {
        self.decided = decided;
        // The trigger may begin before that index.
        let searched_from = first_trigger
            .saturating_sub(Triggers::MAX_LEN)
            .min(self.end);
        let mut at = 0;
        while at < self.end {
            let mut has_trigger = false;
            let is_examined = self.in_line.is_some() || !self.quotes.quotes.is_empty();
            if !is_examined {
                // A long line is cut even if nothing is in it.
                let last_line = self.last_line();
                let tail = (last_line < self.end).then_some(last_line.max(at));
                let line = self.next_line(at, searched_from);
                has_trigger = line.is_some();
                let Some(line) = line.or(tail) else {
                    break;
                };
                at = line;
            }
            let Some(next) = self.line(at, has_trigger) else {
                break;
            };
            if let Some(open) = self.open {
                return open;
            }
            at = next;
        }
        if !self.is_last
            && let Some(start) = self.quotes.start()
        {
            return start;
        }
        match self.cuts.last() {
            Some(&(cut, _)) if self.in_line.is_some() => cut,
            _ => self.last_undecided(),
        }
    }

    /// Returns the start of the line that is not complete, or of a scheme that the line before may break.
    fn last_undecided(&self) -> usize {
        let last = self.last_line();
        let lines = self.text[..last].strip_suffix(b"\n");
        let Some(lines) = lines.filter(|_| !self.is_last) else {
            return last;
        };
        let start = memrchr(b'\n', lines).map_or(0, |line_break| line_break + 1);
        let mut parts = parts_at_ends(&lines[start..]);
        parts.next().map_or(last, |part| start + part.start)
    }

    /// Returns the start of the line that is not complete, or the length of the text.
    fn last_line(&self) -> usize {
        if self.is_last {
            return self.text.len();
        }
        memrchr(b'\n', self.text).map_or(0, |line_break| line_break + 1)
    }

    /// Returns the start of the next line with a trigger. All lines before `at` are searched.
    fn next_line(&self, at: usize, searched_from: usize) -> Option<usize> {
        let from = at.max(searched_from);
        let rest = &self.text[from..self.end];
        let trigger = match self.find_trigger(rest) {
            Some(trigger) => trigger,
            // What follows is not known, or nothing.
            None if ends_like_trigger(rest) => rest.len() - 1,
            None => return None,
        };
        let before = memrchr(b'\n', &self.text[at..from + trigger]);
        let line = before.map_or(at, |line_break| at + line_break + 1);
        Some(self.broken_scheme(at..line).unwrap_or(line))
    }

    fn find_trigger(&self, lines: &[u8]) -> Option<usize> {
        self.triggers
            .find_in_lines(lines, self.finder.wants_names())
    }

    /// Returns the start of the line before a line, if a scheme may be broken between them.
    fn broken_scheme(&self, before: Range<usize>) -> Option<usize> {
        let line = &self.text[before.end..self.end];
        let near = &line[..line.len().min(MAX_BACKTRACK)];
        let lines = self.text[before.clone()].strip_suffix(b"\n")?;
        let begins = |text: &[u8]| begins_with_rest(&text[text_start(text).1..]);
        if !begins(near) && !cells(near).any(|cell| begins(&near[cell])) {
            return None;
        }
        let start = memrchr(b'\n', lines).map_or(0, |line_break| line_break + 1);
        let mut parts = parts_at_ends(&lines[start..]);
        parts.next().map(|_| before.start + start)
    }

    /// Searches the line, or the rest of a long one, that begins at `start`. `has_trigger` says whether it is known to
    /// have a trigger. Returns the start of the next line; `None` if the line is not complete.
    fn line(&mut self, start: usize, has_trigger: bool) -> Option<usize> {
        let line_break = memchr(b'\n', &self.text[start..self.end]);
        let end = line_break.map_or(self.end, |len| start + len);
        let mut from = start;
        while end - from > self.window_len {
            from = self.window(from..from + self.window_len, false, false);
            let prefix = self.in_line.clone().unwrap_or_default();
            self.cuts.push((from, prefix));
        }
        if line_break.is_none() && !self.is_last {
            return None;
        }
        self.window(from..end, true, has_trigger && from == start);
        self.in_line = None;
        Some(end + 1)
    }

    /// Searches a line, or a window of it. `has_trigger` says whether it is known to have a trigger. Returns where the
    /// next window begins.
    fn window(&mut self, window: Range<usize>, ends_line: bool, has_trigger: bool) -> usize {
        let text = self.text;
        let bytes = &text[window.clone()];
        let is_whole = ends_line && self.in_line.is_none();
        let mut quotes_from = self.decided.saturating_sub(window.start);
        let mut prefix = self.in_line.take();
        if prefix.is_none() {
            let quotes = mem::take(&mut self.quotes);
            let max_len = self.finder.config().max_len;
            if let Some((mut quote, pieces)) = quotes.close(text, &window, max_len) {
                quotes_from = quote.span.end - window.start;
                quote.pieces = self.add_pieces(pieces);
                self.hits.lines.push(quote);
            }
            if !ends_line {
                prefix = Some(Prefix::of(bytes));
            }
        }
        let mut next = window.end;
        if !ends_line {
            next = window.start + window_cut(bytes, self.finder.config().max_len);
        }
        let parts = parts_at_ends(bytes).map(|part| Hit::near(part, Reason::Host));
        let parts: Vec<_> = parts.take_while(|_| ends_line).collect();
        let may_hold = has_trigger || !parts.is_empty() || ends_like_trigger(bytes);
        if may_hold || self.find_trigger(bytes).is_some() {
            let line = if ends_line {
                without_last_soft_hyphen(bytes)
            } else {
                bytes
            };
            let mut found = mem::take(&mut self.found);
            self.finder.find(line, quotes_from, ends_line, &mut found);
            found.near.extend(parts);
            if !found.is_empty() {
                let prefix = prefix.get_or_insert_with(|| Prefix::of(bytes));
                next = self.take(&mut found, line, &window, next, is_whole, prefix);
            }
            found.clear();
            self.found = found;
        }
        if !ends_line {
            self.in_line = prefix;
        }
        next
    }

    /// Takes what was found in a line, or a window of one that is cut at an index. Returns the cut, or the end of a URL
    /// that begins before it.
    fn take(
        &mut self,
        found: &mut LineHits,
        line: &[u8],
        window: &Range<usize>,
        cut: usize,
        is_whole: bool,
        prefix: &Prefix,
    ) -> usize {
        let start = window.start;
        let mut next = cut;
        for mut hit in found
            .hits
            .drain(..)
            .filter(|hit| start + hit.span.start < cut)
        {
            hit.quote_depth = prefix.depth();
            let at = hit.url.end;
            let has_at_sign =
                line[at..].starts_with(AT) && self.finder.restore_at_sign(line, &mut hit);
            next = next.max(start + hit.span.end);
            let can_wrap = matches!(hit.delimiter, Delimiter::Bare | Delimiter::Prefix);
            let may_wrap = is_whole && can_wrap && !has_at_sign;
            if may_wrap && self.follow(&hit, window) {
                continue;
            }
            if !has_at_sign {
                read(&self.text[window.clone()], &mut hit, is_whole, self.finder);
            }
            hit.shift(start);
            if has_at_sign {
                let (at, url) = (start + at, hit.url.clone());
                let pieces = [
                    Piece::new(url.start..at, Dropped::NOTHING),
                    Piece::new(at + AT.len()..url.end, Dropped::At),
                ];
                hit.pieces = self.add_pieces(pieces.into());
            }
            self.push(hit);
        }
        for mut near in found
            .near
            .drain(..)
            .filter(|near| start + near.span.start < cut)
        {
            near.quote_depth = prefix.depth();
            let is_followed = is_whole && near.reason != Some(Reason::Scheme) && {
                let url = near.span.clone();
                let around = self.finder.surroundings(line, url.start);
                let hit = Hit {
                    reason: near.reason,
                    lacks_host: true,
                    quote_depth: near.quote_depth,
                    ..Hit::bare(url, around)
                };
                self.follow(&hit, window)
            };
            if !is_followed && !is_broken_scheme(&near, line) {
                near.shift(start);
                self.hits.lines.push(near);
            }
        }
        for mut quote in found.open.drain(..) {
            quote.start += start;
            quote.url += start;
            quote.after_colon += start;
            self.quotes.quotes.push(quote);
        }
        let content = &self.text[window.clone()];
        let content = content.strip_suffix(b"\r").unwrap_or(content);
        self.quotes.line_end = start + content.len();
        self.quotes.prefix.clone_from(prefix);
        if let (Some(open), Some(quote)) = (self.open, self.quotes.start()) {
            // A quotation may cover the URL.
            self.open = Some(open.min(quote));
        }
        next
    }

    /// Adds a URL on one line.
    fn push(&mut self, mut hit: Hit) {
        let max_len = self.finder.config().max_len;
        if hit.span.len() > max_len {
            hit.is_too_long = true;
            // The white space after a `URL:` alone may be too long.
            let is_empty = hit.url.start - hit.span.start >= max_len;
            hit.reason = is_empty.then_some(Reason::TooLong);
        }
        if hit.pieces.is_empty() {
            hit.pieces = self.add_pieces(unescaped_pieces(self.text, &hit));
        }
        self.push_noted(hit);
    }

    /// Adds a URL, and keeps it if a bracket stands before it.
    fn push_noted(&mut self, hit: Hit) {
        let lines = &mut self.hits.lines;
        let is_last = |noted: usize| lines[noted].span.start <= hit.span.start;
        if is_in_bracket(&hit, self.text) && self.noted.is_none_or(is_last) {
            self.noted = Some(lines.len());
            self.url = url_of(&hit, &self.hits.pieces, self.text);
        }
        lines.push(hit);
    }

    fn add_pieces(&mut self, pieces: Vec<Piece>) -> Range<usize> {
        let start = self.hits.pieces.len();
        self.hits.pieces.extend(pieces);
        start..self.hits.pieces.len()
    }

    /// Follows a URL from the end of its line over the next lines. Indices in `hit` are into the line. Returns whether
    /// it ends its line, so that it need not be added to the hits.
    fn follow(&mut self, hit: &Hit, line: &Range<usize>) -> bool {
        let text = self.text;
        let next = text.get(line.end + 1..).unwrap_or_default();
        let is_before_empty_line = next.starts_with(b"\n") || next.starts_with(b"\r\n");
        let is_free = self.open.is_none() && self.followed <= line.start;
        if !self.finder.config().wants_rejoining() || !is_free || is_before_empty_line {
            return false;
        }
        let url = if self.noted.is_some() {
            &self.url
        } else {
            &self.preceding.url
        };
        let first_line = self.preceding.first_line(&text[..line.start]);
        let lines = &text[line.start..self.end];
        // The last line is complete, or long enough.
        let ends = self.is_last || !lines.ends_with(b"\n");
        let around = Around {
            last_lines: &self.preceding.lines,
            text: &text[..self.end],
            from: first_line,
            line: line.clone(),
            near: &mut self.near,
            ends,
            url,
        };
        let Some(mut wrapped) = WrappedUrl::at_end_of(&text[line.clone()], hit, around) else {
            return false;
        };
        if !wrapped.follow(lines, ends, self.finder) {
            self.open = Some(line.start + hit.span.start);
            return true;
        }
        self.followed = line.start + wrapped.seen;
        if wrapped.seen > line.len() + 1 {
            self.far.push((line.start, self.followed));
        }
        let is_stump = wrapped.is_stump();
        let (pieces, likely) = (wrapped.pieces, wrapped.likely);
        let mut hit = hit.clone();
        hit.is_stump = is_stump;
        if pieces.is_empty() && !hit.lacks_host {
            read(&text[line.clone()], &mut hit, true, self.finder);
        }
        hit.shift(line.start);
        hit.likely = likely.map(|(end, token)| {
            let token = line.start + token.start..line.start + token.end;
            Box::new((line.start + end, token))
        });
        let Some(last) = pieces.last() else {
            if is_broken_scheme(&hit, text) {
                return true;
            }
            if hit.lacks_host {
                self.hits.lines.push(hit);
            } else {
                self.push(hit);
            }
            return true;
        };
        hit.reason = None;
        hit.span.end = line.start + last.range.end;
        let pieces = pieces.into_iter().map(|piece| piece.after(line.start));
        let pieces = pieces.flat_map(|piece| without_escapes(text, piece, ROFF_HYPHEN));
        hit.pieces = self.add_pieces(pieces.collect());
        self.push_noted(hit);
        true
    }

    /// Ends the search. All that begins before the index `decided` has been found. Returns where the next search
    /// begins, and what it depends on.
    pub(crate) fn cut(mut self, decided: usize) -> Cut {
        let line = memrchr(b'\n', &self.text[..decided]).map_or(0, |line_break| line_break + 1);
        self.cuts
            .retain(|(cut, _)| (line + 1..=decided).contains(cut));
        let (at, in_line) = match self.cuts.pop() {
            Some((cut, prefix)) => (cut, Some(prefix)),
            None if line == 0 => (0, self.preceding.in_line.clone()),
            None => (line, None),
        };
        let mut far = self.far.iter().rev();
        let far = far.find(|(line, _)| *line < at);
        let followed = far.map_or(self.preceding.followed, |&(_, followed)| followed);
        let is_noted = |noted: usize| self.hits.lines[noted].span.start < at;
        let url = if self.noted.is_none_or(is_noted) {
            self.noted.map(|_| self.url)
        } else {
            let lines = self.hits.lines.iter();
            let before = lines.filter(|hit| hit.span.start < at && is_in_bracket(hit, self.text));
            let last = before.max_by_key(|hit| hit.span.start);
            last.map(|hit| url_of(hit, &self.hits.pieces, self.text))
        };
        Cut {
            at,
            in_line,
            followed: followed.saturating_sub(at),
            url,
        }
    }
}

/// Returns whether a hit is only the part of a scheme.
fn is_broken_scheme(hit: &Hit, text: &[u8]) -> bool {
    hit.reason != Some(Reason::Scheme) && part_at_end(&text[hit.url.clone()]) == Some(0)
}

/// Returns whether a URL is found after an opening bracket.
fn is_in_bracket(hit: &Hit, text: &[u8]) -> bool {
    !hit.is_too_long
        && hit.reason.is_none()
        && matches!(text[..hit.url.start], [.., b'[' | b'(' | b'{'])
}

/// Returns whether a text ends with what may be the start of a trigger.
const fn ends_like_trigger(text: &[u8]) -> bool {
    matches!(text, [.., b':'] | [.., b':', b'/'])
}

/// Returns the index in a full window at which the next window begins, unless a URL extends beyond it. The index is
/// after white space, if there is any in the last [`MAX_BACKTRACK`] bytes, and never within a character.
fn window_cut(window: &[u8], max_len: usize) -> usize {
    let cut = window.len() - 2 * max_len;
    let before = &window[cut - MAX_BACKTRACK.min(cut)..cut];
    if let Some(blank) = before.iter().rposition(u8::is_ascii_whitespace) {
        return cut - before.len() + blank + 1;
    }
    let inside = window[..=cut].iter().rev().take(3);
    cut - inside.take_while(|&&byte| byte & 0xc0 == 0x80).count()
}
