//! Whether a URL that ends its line continues in the next line.
//!
//! Nothing in a text says so, and a wrong join invents a link. So a join needs a sign that hardly occurs elsewhere:
//! what mailers and typesetters leave where they break a line, and what only a part of a URL looks like. The signs were
//! weighed on places of real mail that were labelled by hand; see `tests/tests/it/wraps.rs`. What is likely, but not
//! sure, is offered beside the URL on the line.
//!
//! The next two lines are read, and the [layout](super::layout) of the lines before and after. No width is built in.

mod rules;

use bstr::ByteSlice;

use super::{
    begin::begins_link,
    broken_scheme::are_scheme,
    chars::has_word,
    closers::Closers,
    layout::{Layout, width},
    screen::Edge,
    token::{
        begins_with_domain, begins_with_host, completes_extension, ends_in_host, ends_with_domain,
        first_word, has_extension, has_long_number, has_sign, is_directive, is_extension,
        is_figure, is_hidden_file, is_part_of_url, is_query_part, last_label, last_segment,
        looks_cut, path_of, split_words,
    },
};
use crate::substring;

/// How a URL at the end of a line is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Continuation {
    /// The URL ends with its line.
    No,
    /// The URL probably continues.
    Likely,
    /// The URL continues.
    Sure,
}

/// A place where a URL may continue in the next line. Lines are without their line breaks.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(crate) struct Place<'t> {
    /// The URL up to the end of its line, with a `.` or `?` after it, and without a typesetter's hyphen.
    pub(crate) url: &'t [u8],
    /// Whether a backslash follows the URL.
    pub(crate) has_backslash: bool,
    /// Whether a typesetter's hyphen follows the URL.
    pub(crate) has_typeset_hyphen: bool,
    /// The line on which the URL ends, up to its last byte that is not white space.
    pub(crate) line: &'t [u8],
    /// The width at which the line before was cut; 0 if it was not.
    pub(crate) cut_before: usize,
    /// The width of the line before, if the URL ended with it; else 0.
    pub(crate) width_before: usize,
    /// What the lines before the URL show, if they have been read.
    pub(crate) layout: Option<&'t Layout>,
    /// The URL before this one.
    pub(crate) previous: &'t [u8],
    /// The number of bytes of white space after the URL.
    pub(crate) blanks: usize,
    /// The index in the line at which the URL, or the rest of it, begins.
    pub(crate) start: usize,
    /// The index in the line at which its text begins, after its quote prefix and indentation.
    pub(crate) text: usize,
    /// Whether the URL ends with the `://` after its scheme.
    pub(crate) lacks_host: bool,
    /// The edge of a screen at which the URL ends.
    pub(crate) edge: Option<Edge>,
    /// The number of line breaks in the URL so far.
    pub(crate) breaks: usize,
    /// What closes the bracket or the quotation mark right before the URL.
    pub(crate) closers: Option<Closers>,
    /// The first word of the next line.
    pub(crate) word: &'t [u8],
    /// The next line.
    pub(crate) next_line: &'t [u8],
    /// The number of bytes of the word that the URL would continue with.
    pub(crate) token: usize,
    /// What follows the word, from the next word on.
    pub(crate) follows: &'t [u8],
    /// Whether the word is alone on its line.
    pub(crate) is_single: bool,
    /// The text of the line after that, if the word is alone; empty at the end of the text.
    pub(crate) after: &'t [u8],
}

/// The least width to which lines are filled.
const MIN_WIDTH: usize = 50;

/// The least width of a screen, and the least number of line breaks that show that lines are filled to it.
pub(crate) const MIN_NARROW: usize = 40;
const MIN_NARROW_BREAKS: usize = 3;

/// The least width of a URL alone on its line that the rest follows, alone on the next one.
pub(crate) const MIN_ALONE: usize = 60;

/// The greatest width at which mailers cut lines, with a quote prefix, unless the lines around show another one.
const MAX_ALONE: usize = 82;

/// The maximum width of the rest of a line that was broken twice, since it was quoted in between.
const MAX_REST: usize = 8;

impl Place<'_> {
    /// Returns the start of the word, which the URL would continue with.
    fn token(&self) -> &[u8] {
        &self.word[..self.token]
    }

    fn rest(&self) -> &[u8] {
        &self.word[self.token..]
    }

    /// Returns whether the bracket that opens before the URL is closed right after the token.
    fn is_closed(&self) -> bool {
        self.closers
            .is_some_and(|closers| closers.find(self.rest()) == Some(0))
    }

    /// Returns whether the URL before this one is the same.
    fn is_repetition(&self) -> bool {
        self.previous.strip_prefix(self.url) == Some(self.token())
    }

    /// Returns whether the token is the rest of the extension of a file, such as `ml` after `.ht`.
    fn completes_extension(&self) -> bool {
        may_cut_word(self.line) && completes_extension(self.url, path_of(self.token()))
    }

    /// Returns whether the bracket that opens before the URL is closed in the first word of the line after next, and
    /// nothing but punctuation follows it there.
    fn is_closed_after(&self) -> bool {
        let last = first_word(self.after);
        let close = self.closers.and_then(|closers| closers.find(last));
        close.is_some_and(|close| close > 0 && !has_word(&last[close..]))
    }

    /// Returns whether the word begins with a name that has a dot, and does not end in it.
    fn begins_with_name(&self) -> bool {
        let name = self.word.split(|&byte| byte == b'/').next();
        name.and_then(<[u8]>::split_last)
            .is_some_and(|(_, name)| name.contains(&b'.'))
    }

    /// Returns whether the scheme of the URL is broken.
    pub(crate) fn is_cut_in_scheme(&self) -> bool {
        self.lacks_host && are_scheme(self.url, self.word)
    }

    /// Returns whether the URL ends in a hyphen in its host, which no host does.
    fn ends_in_hyphen_of_host(&self) -> bool {
        let has_path = || self.after_scheme().iter().any(|byte| b"/?#".contains(byte));
        self.url.ends_with(b"-") && !has_path()
    }

    /// Returns whether the URL ends in its host, which does not end in a domain that exists, and the word has the rest
    /// of it.
    pub(crate) fn is_never_whole(&self) -> bool {
        let host = self.host();
        !host.is_empty()
            && !host.iter().any(|byte| b":[".contains(byte))
            && !host.eq_ignore_ascii_case(b"localhost")
            && !begins_with_domain(host)
            && begins_with_domain(&[host, self.word].concat())
    }

    /// Returns the host with which the URL ends, or that of an article's id; empty if it ends with something else.
    fn host(&self) -> &[u8] {
        let after = self.after_scheme();
        let host = match memchr::memrchr(b'@', after) {
            Some(at) => &after[at + 1..],
            None if !self.has_slashes() => &[],
            None => after,
        };
        if host.iter().any(|byte| b"/?#".contains(byte)) {
            &[]
        } else {
            host
        }
    }

    /// Returns whether the URL is a scheme and a host that ends in a domain that exists, and the word does not begin as
    /// what follows a host.
    fn is_host_alone(&self) -> bool {
        begins_with_domain(self.host()) && !self.begins_inside()
    }

    /// Returns whether a `\\` at the end of the line says that the next line continues it.
    const fn is_continued(&self) -> bool {
        self.has_backslash && self.is_single
    }

    fn ends_at_mark(&self) -> bool {
        !self.has_typeset_hyphen && matches!(self.url.last(), Some(b'.' | b'?'))
    }

    /// Returns whether the line ends at a dot before the extension of a file or in a host, or at the `?` of a query,
    /// and the rest is alone on the next line, or the width of the line or a space at its end shows the break.
    fn is_cut_at_mark(&self) -> bool {
        match self.url.last() {
            Some(b'?') => {
                self.word.contains(&b'=') || self.blanks == 1 && has_long_number(self.word)
            }
            Some(b'.') => {
                let is_broken = || {
                    self.is_single
                        || self.is_broken_or_flowed() && !self.word[0].is_ascii_uppercase()
                };
                let has_query =
                    self.word.contains(&b'=') && self.word.iter().any(|byte| b"?&".contains(byte));
                has_query
                    || self.is_cut_before_label()
                    || is_extension(path_of(self.trimmed_word())) && is_broken()
            }
            _ => false,
        }
    }

    /// Returns whether the line ends at a dot in a host, also of a URL in the URL, and the word has the rest of it and
    /// more. A sentence may end there with `a.com`, and the next one begin with `it/them`.
    fn is_cut_before_label(&self) -> bool {
        let slashes = substring::find_iter(self.url, b"://").last();
        let host = slashes.and_then(|slashes| self.url[slashes + 3..].strip_suffix(b"."));
        let end = memchr::memchr2(b'/', b':', self.word);
        host.zip(end).is_some_and(|(host, end)| {
            let whole = [host, b".", &self.word[..end]].concat();
            !host.iter().any(|byte| b"/?#@".contains(byte))
                && (ends_with_domain(&whole)
                    || !begins_with_domain(host) && begins_with_domain(&whole))
        })
    }

    /// Returns whether the line is shown to be cut, or one space ends it, as in flowed text.
    fn is_broken_or_flowed(&self) -> bool {
        self.blanks == 1 || self.is_shown_to_be_cut()
    }

    /// Returns whether the line ends at the edge of a screen, or at the width of the lines around it.
    fn is_shown_to_be_cut(&self) -> bool {
        self.edge.is_some() || self.is_filled() && self.has_evidence()
    }

    /// Returns whether the URL has the `://` after its scheme.
    fn has_slashes(&self) -> bool {
        self.after_scheme().len() < self.url.len()
    }

    /// Returns the word without punctuation at its end.
    fn trimmed_word(&self) -> &[u8] {
        self.word.trim_end_with(|char| ".,;:)".contains(char))
    }

    /// Returns the URL without its scheme and `://`.
    fn after_scheme(&self) -> &[u8] {
        let mut colons = memchr::memchr_iter(b':', self.url);
        let slashes = colons.find(|&colon| self.url[colon..].starts_with(b"://"));
        &self.url[slashes.map_or(0, |slashes| slashes + 3)..]
    }

    /// Fast check whether the line ends, or the next one begins, with what only stands inside a URL.
    fn is_cut_inside(&self) -> bool {
        self.is_cut_in_escape()
            || self.has_typeset_hyphen
            || self.url.ends_with(b"-")
            || self.begins_inside()
    }

    fn is_cut_in_escape(&self) -> bool {
        let is_hex = |byte: &u8| byte.is_ascii_hexdigit();
        match self.url {
            [.., b'%'] => self
                .word
                .first_chunk::<2>()
                .is_some_and(|digits| digits.iter().all(is_hex)),
            [.., b'%', first] => is_hex(first) && self.word.first().is_some_and(is_hex),
            _ => false,
        }
    }

    /// Returns whether the word begins with what cannot begin a word of a sentence. A comment and a directive of C
    /// begin with `#`, and a signature or an option with `-`.
    fn begins_inside(&self) -> bool {
        let [first, next, ..] = self.word else {
            return false;
        };
        next.is_ascii_alphanumeric()
            && match first {
                b'&' => !self.word.starts_with(b"&c."),
                b'?' | b'=' => true,
                b'%' => self.word[1..].iter().take(2).all(u8::is_ascii_hexdigit),
                b'/' => !self.url.ends_with(b"/"),
                b'.' => !self.url.ends_with(b"/") && !is_hidden_file(self.trimmed_word()),
                b'#' => self.is_single && !is_directive(self.word),
                b'+' => self.is_single && self.url.contains(&b'+'),
                b'-' => self.is_single && self.breaks > 0,
                _ => false,
            }
    }

    /// Returns whether the word may be the name of the next link, such as `.etcetera`.
    fn is_odd_name(&self) -> bool {
        self.is_single
            && matches!(self.word.first(), Some(b'.' | b'#' | b'/'))
            && begins_link(self.after)
            && !has_extension(self.word)
    }

    /// Returns whether the URL stands in a second column, as in a signature.
    fn is_second_column(&self) -> bool {
        let before = self.before();
        let blanks = before.iter().rev();
        let blanks = blanks
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count();
        let (text, blanks) = before.split_at(before.len() - blanks);
        // Two spaces stand in justified text, too, between other words of the line, and after a sentence.
        let is_justified = substring::find(text, b"  ").is_some() || text.ends_with(b".");
        let is_gap =
            blanks.len() > 2 || blanks.contains(&b'\t') || blanks.len() == 2 && !is_justified;
        is_gap && has_word(before)
    }

    /// Returns whether the URL begins a second column, and another text does in the next line.
    fn is_in_column(&self) -> bool {
        let has_gap = |line: &[u8]| {
            let (before, text) = line.split_at_checked(self.start).unwrap_or_default();
            before.ends_with(b"  ")
                && has_word(before)
                && text.first().is_some_and(|byte| *byte > b' ')
        };
        has_gap(self.line) && has_gap(self.next_line)
    }

    /// Returns whether the next line has as many words as this one, of which the last one is a file of the same type,
    /// too: both are rows of a table.
    fn is_row(&self) -> bool {
        let words = |text| split_words(text).count();
        let last = split_words(self.follows).last().unwrap_or(self.word);
        let count = words(self.before()) + 1;
        count > 1
            && count == words(self.follows) + 1
            && has_extension(last)
            && last_label(last) == last_label(self.url)
    }

    /// Returns the text before the URL on its line.
    fn before(&self) -> &[u8] {
        &self.line[self.text.min(self.start)..self.start]
    }

    /// Returns whether a program may have cut the line at its width. If one program cut a line at a width, and then
    /// another at a smaller one, the short rest of the first cut is alone on this line.
    pub(crate) fn may_be_cut(&self) -> bool {
        let rest = self.line.len() - self.text.min(self.line.len());
        let width = self.full_width();
        let is_cut = self.layout.is_none_or(|layout| layout.may_be_cut(width));
        self.blanks == 0
            && (width >= MIN_ALONE && is_cut || self.cut_before >= MIN_ALONE && rest <= MAX_REST)
    }

    /// Returns whether the line is as wide as the lines around it may be filled.
    fn is_filled(&self) -> bool {
        let width = self.full_width();
        self.layout.is_some_and(|layout| {
            let is_shown = layout.breaks >= MIN_NARROW_BREAKS;
            (width >= MIN_WIDTH || width >= MIN_NARROW && is_shown) && layout.may_be_cut(width)
        })
    }

    /// Returns whether the line is as wide as the lines of a narrow screen around it may be filled.
    fn is_narrow(&self) -> bool {
        let width = self.full_width();
        let is_cut = |layout: &Layout| layout.breaks > 0 && layout.may_be_cut(width);
        width >= MIN_NARROW && self.layout.is_some_and(is_cut)
    }

    /// Returns whether the token may be any word of lines that are broken at a column.
    fn is_rest_of_column(&self) -> bool {
        self.is_part() || self.has_digit() || self.is_certain_column() && !self.ends_in_file()
    }

    /// Returns whether the URL is cut at the edge of a screen, where the token is the rest of a URL rather than a word.
    /// Few lines fill a screen whose program breaks them between words, or begin with a URL that does.
    fn is_cut_at_edge(&self) -> bool {
        let may_be_rest = |edge| {
            let is_lower = self.token()[0].is_ascii_lowercase();
            edge == Edge::Screen
                || self.has_digit()
                || self.looks_cut()
                || self.is_first() && is_lower
                || self.is_certain_edge()
        };
        self.edge.is_some_and(|edge| {
            self.is_own_part()
                || self.is_part() && self.is_certain_edge()
                || may_be_rest(edge) && !self.is_host_alone() && !self.ends_in_file()
        })
    }

    /// Returns whether the lines around are cut at the edge of the screen, too, whatever stands there.
    fn is_certain_edge(&self) -> bool {
        let width = width(self.line);
        self.layout
            .is_some_and(|layout| layout.is_certain_column(width))
    }

    /// Returns whether the URL ends, and the token begins, with a part of a host.
    fn is_cut_in_host(&self) -> bool {
        ends_in_host(self.url) && begins_with_host(self.token())
    }

    /// Returns whether the URL fills its line alone, and does not end like the name of a file.
    fn is_alone(&self) -> bool {
        let width = self.full_width();
        width >= MIN_ALONE
            && self.is_first()
            && !self.ends_in_file()
            && (width <= MAX_ALONE || self.has_evidence() && self.may_be_cut())
            && !self.is_other_item()
    }

    /// Returns whether the URL ends with the name of a file.
    fn ends_in_file(&self) -> bool {
        has_extension(self.url) && !self.url.iter().any(|byte| b"?#".contains(byte))
    }

    /// Returns whether the line is as wide as the lines around it are filled, and nothing shows that the URL is whole.
    fn is_cut_at_width(&self) -> bool {
        self.is_filled() && self.has_evidence() && !self.ends_in_file()
    }

    /// Returns whether the word stands for itself under the URL: a figure that continues no number, or the name of a
    /// file under a query.
    fn is_other_item(&self) -> bool {
        let is_number = self.word.iter().all(u8::is_ascii_digit);
        let continues_number = || is_number && self.url.last().is_some_and(u8::is_ascii_digit);
        let has_sign = || self.token().iter().any(|byte| b"/=&%?~".contains(byte));
        is_figure(self.word) && !continues_number()
            || self.url.contains(&b'?')
                && !self.ends_at_separator()
                && has_extension(self.token())
                && !has_sign()
    }

    /// Returns whether the token is the rest of a URL rather than a word, if the line was cut. A word with a hyphen
    /// may follow a URL in a sentence.
    fn is_rest(&self) -> bool {
        self.is_own_part()
            || !self.token().starts_with(b"-")
                && (self.has_digit() && (self.is_first() || self.has_more_evidence())
                    || self.is_first()
                        && self.looks_cut()
                        && (self.is_single || !self.token().contains(&b'-')))
    }

    /// Returns whether some lines show how wide lines are filled.
    fn has_evidence(&self) -> bool {
        self.layout.is_some_and(|layout| layout.breaks > 0)
    }

    fn has_more_evidence(&self) -> bool {
        self.layout.is_some_and(|layout| layout.breaks > 1)
    }

    /// Returns whether all lines around are broken where this one ends.
    fn is_cut_at_column(&self) -> bool {
        let width = self.full_width();
        self.layout.is_some_and(|layout| {
            width >= MIN_WIDTH && layout.is_column(width)
                || width >= MIN_NARROW && layout.is_certain_column(width)
        })
    }

    fn is_certain_column(&self) -> bool {
        let width = self.full_width();
        self.layout
            .is_some_and(|layout| layout.is_certain_column(width))
    }

    /// Returns whether the next line is one word, and as wide as this one.
    fn is_as_wide_as_next(&self) -> bool {
        self.is_single
            && self.full_width() >= MIN_NARROW
            && self.full_width() == self.next_width()
            && !self.ends_in_file()
    }

    /// Returns whether the URL ended with the line before, too, and both lines are equally wide.
    fn is_as_wide_as_before(&self) -> bool {
        self.width_before >= MIN_NARROW && self.full_width() == self.width_before
    }

    /// Returns whether the URL ends in a hyphen that is a typesetter's. A word follows it, the text hyphenates its
    /// words, and the whole is no compound.
    pub(crate) fn ends_in_hyphenation(&self) -> bool {
        let is_word = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_lowercase);
        matches!(self.url, [.., last, b'-'] if is_word(Some(last)))
            && is_word(self.word.first())
            && self.layout.is_some_and(Layout::hyphenates)
            && !self.is_compound()
    }

    /// Returns whether the name in which the URL ends has a hyphen before its last one, or the token goes on with one.
    fn is_compound(&self) -> bool {
        let start = last_segment(self.url).split_last();
        let rest = self.token().split(|byte| b"/.?&=".contains(byte)).next();
        start.is_some_and(|(_, start)| start.contains(&b'-'))
            || rest.is_some_and(|rest| rest.contains(&b'-'))
    }

    /// Returns the width of the line, if nothing follows the URL; else 0.
    pub(crate) fn full_width(&self) -> usize {
        if self.blanks == 0 {
            width(self.line)
        } else {
            0
        }
    }

    /// Returns the width of the next line.
    fn next_width(&self) -> usize {
        width(self.next_line.trim_ascii_end())
    }

    /// Returns whether one space ends the line, and two end other lines, as a program for flowed text writes it that
    /// breaks words.
    fn is_cut_in_flowed(&self) -> bool {
        self.blanks == 1 && self.layout.is_some_and(|layout| layout.deletes_space)
    }

    /// Returns whether one space ends the line, as it ends the lines of flowed text, after a character at which some
    /// programs break words. A word of letters alone is the next one of the sentence.
    fn is_broken_in_flowed(&self) -> bool {
        self.blanks == 1
            && self.ends_at_separator()
            && self.begins_with_word()
            && (self.is_part() || self.is_value())
    }

    /// Returns whether the URL ends within a query or a name, and the token is no word.
    fn is_value(&self) -> bool {
        !self.url.ends_with(b"/") && (self.is_part() || self.has_digit() || self.looks_cut())
    }

    /// Returns whether the token can be nothing but more of a URL, after a separator: the end of a path and a query, an
    /// identifier, several parts of a path, or a value.
    fn is_certain_part(&self) -> bool {
        let signs = self.token().iter().filter(|byte| b"/=&%?_".contains(byte));
        !begins_with_host(self.token())
            && (self.is_file_or_query()
                || self.token()[0].is_ascii_alphanumeric()
                    && (self.is_value() && has_sign(self.word) || signs.count() > 1)
                    && !is_figure(self.word))
    }

    /// Returns whether the line ends in a slash, and the word would have fitted into it, in flowed text up to where
    /// programs break words: then no program has broken it. But what is only a part of a URL may continue it, as the
    /// lines of proportional text show no width. For short lines, only if the word is alone.
    fn has_room(&self) -> bool {
        let may_break = |two: &[u8]| {
            matches!(two, [b'/' | b'?', _]) || two[0] == b'-' && !two[1].is_ascii_digit()
        };
        let part = self.word.windows(2).position(may_break);
        let part = part
            .filter(|_| self.blanks == 1)
            .map_or(self.word, |end| &self.word[..=end]);
        let has_room = |layout: &Layout| layout.has_room(width(self.line) + width(part));
        self.url.ends_with(b"/")
            && (self.is_single || self.blanks == 1 || may_cut_word(self.line))
            && !(self.is_own_part() && self.is_file_or_query())
            && self.layout.is_some_and(has_room)
    }

    /// Returns whether nothing but brackets stands before the URL.
    fn is_first(&self) -> bool {
        !has_word(self.before())
    }

    /// Returns whether the line after next repeats the URL in angle brackets, as Outlook does.
    fn is_repeated(&self) -> bool {
        let repeated = self.after.strip_prefix(b"<");
        repeated.is_some_and(|repeated| repeated.starts_with(self.url))
    }

    fn is_part(&self) -> bool {
        is_part_of_url(self.token())
    }

    /// Returns whether the token is a part of a URL, and no link of its own.
    fn is_own_part(&self) -> bool {
        self.is_part() && !begins_with_host(self.token())
    }

    /// Returns whether the token ends a path of several parts with the extension of a file on the web, or has a query.
    fn is_file_or_query(&self) -> bool {
        let path = path_of(self.token());
        let is_file = last_label(path).is_some_and(|label| label.len() > 1 && is_extension(label));
        is_query_part(self.token()) || is_file && path.contains(&b'/')
    }

    fn has_digit(&self) -> bool {
        self.token().iter().any(u8::is_ascii_digit)
    }

    /// Returns whether a number goes on with digits.
    fn continues_number(&self) -> bool {
        self.token().iter().all(u8::is_ascii_digit)
            && match self.url.last() {
                Some(b'=') => self.is_single,
                Some(byte) => byte.is_ascii_digit() && self.is_filled() && self.is_first(),
                None => false,
            }
    }

    fn looks_cut(&self) -> bool {
        looks_cut(self.token())
    }

    fn is_query(&self) -> bool {
        let is_of_query = |byte: &u8| matches!(byte, b'&' | b'=');
        self.url.contains(&b'?') && self.token().iter().any(is_of_query)
    }

    fn ends_at_separator(&self) -> bool {
        matches!(
            self.url.last(),
            Some(b'/' | b'_' | b'=' | b'&' | b'~' | b'+' | b'#' | b'%')
        )
    }

    /// Returns whether one space ends the line, as in flowed text, and a word follows.
    fn is_flowed(&self) -> bool {
        self.blanks == 1 && self.begins_with_word()
    }

    fn begins_with_word(&self) -> bool {
        let first = self.word.first();
        first.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'~')
    }
}

/// Returns whether a line is long enough to have been cut inside a word.
pub(crate) const fn may_cut_word(line: &[u8]) -> bool {
    line.len() >= MIN_WIDTH
}

#[cfg(test)]
mod tests {
    use super::super::token::{has_sign, is_part_of_url, is_query_part, mixes_digits};

    #[test]
    fn words_without_a_sign_are_no_part_of_a_url() {
        const BYTES: &[u8] = b"aCZz09/=&%?~_.,-#:\xff";
        let mut words = vec![Vec::new()];
        for _ in 0..4 {
            let longer = words
                .iter()
                .flat_map(|word: &Vec<u8>| BYTES.iter().map(|byte| [&word[..], &[*byte]].concat()));
            words = longer.collect();
            words.extend([
                b"a.tar".to_vec(),
                b"html".to_vec(),
                b"deadbeefdeadbeef".to_vec(),
            ]);
            let is_part =
                |word: &[u8]| is_part_of_url(word) || mixes_digits(word) || is_query_part(word);
            let missed = words.iter().find(|word| is_part(word) && !has_sign(word));
            assert_eq!(missed, None);
            assert!(words.iter().any(|word| is_part(word)));
            assert!(words.iter().any(|word| !has_sign(word)));
        }
    }
}
