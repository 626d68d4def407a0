//! Whether a URL continues after a line break, by what stands around it.

use super::{Answer, Place, in_cell};
use crate::oracle::{
    bytes::line_end,
    layout::{text_of_line, width},
    lines::{Options, is_known},
    opening::scheme,
    reading::RAW_SOFT,
    words::{
        ADDRESS, BRACKET, COLUMN, COMPOUND, CUT, CUT_EXTENSION, CUT_HOST, DIRECTIVE, DOMAIN,
        ESCAPE, FIGURE, FILE, GAP, GEEK_CODE, GLUED_LINK, HIDDEN, HOST, HYPHENATED, HYPHENS,
        INSIDE, JUSTIFIED, LINK, LITTER, LONG_NUMBER, LOWER, MARK, PART, QUERY, REQUEST, ROOT,
        SEPARATOR, SIGN, UNBROKEN, VARIABLE, begins_with_number, ends_in_host, first_word,
        has_word, names_domain,
    },
};

/// The least width to which lines are filled.
const MIN_WIDTH: usize = 50;

/// The least width of a screen.
const MIN_NARROW: usize = 40;

/// The least width of a URL alone on its line that was cut there, and the greatest one that no line around shows.
const MIN_ALONE: usize = 60;
const MAX_ALONE: usize = 82;

impl Place<'_> {
    /// What never is the rest of a URL.
    pub(super) fn is_never(&self, options: &Options<'_>) -> bool {
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
    pub(super) fn is_never_whole(&self) -> bool {
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

    pub(super) fn answer(&self) -> Answer {
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
    pub(super) fn is_inside_cell(&self) -> bool {
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
    pub(super) fn ends_in_hyphenation(&self) -> bool {
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
    pub(super) fn width(&self) -> usize {
        let line = self.line_start;
        self.text[line..self.line_end].trim_ascii_end().len()
    }

    fn width_in_characters(&self) -> usize {
        width(&self.text[self.line_start..self.line_end])
    }

    /// A line may have been cut at its width, or it is the rest of a line that was cut at two widths.
    pub(super) fn may_be_cut(&self) -> bool {
        let line = self.line_start;
        let start = text_of_line(self.text, line, self.piece).min(self.piece) - line;
        let full = self.full_width();
        let is_rest = self.cut_before >= MIN_ALONE && self.width() - start <= 8;
        self.ending.blanks == 0 && (full >= MIN_ALONE && self.layout.allows(full) || is_rest)
    }

    /// Returns the width in characters of the line that the URL fills; else 0.
    pub(super) fn full_width(&self) -> usize {
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
