//! Finds the URLs in a line of text.

use std::{iter, ops::Range};

use memchr::{memchr, memchr3};
use urlsift_scheme::is_scheme_byte;

use super::{
    address,
    at_sign::{AT, with_at_sign},
    bare,
    begin::{Begin, MAX_NAME, begin, begins_link, name_before},
    chars::{ascii_before_unspaced, has_word},
    end::Surroundings,
    host::NoHost,
    implied, name,
    quote::{QuotationMark, QuoteEnd},
    token::first_word,
    www,
};
use crate::{
    candidate::{Delimiter, Reason},
    config::Config,
    hits::{Form, Hit},
    text::text_start,
};

/// A quotation that a line opens and does not close.
#[derive(Clone, Debug)]
pub(crate) struct OpenQuote {
    pub(crate) mark: QuotationMark,
    /// The index of the mark.
    pub(crate) start: usize,
    /// The index of the URL.
    pub(crate) url: usize,
    /// The index after the scheme's colon.
    pub(crate) after_colon: usize,
}

/// Everything that was found in a line.
#[derive(Debug, Default)]
pub(crate) struct LineHits {
    /// The URLs. URLs of several kinds may overlap, and a bare one around a quotation may overlap bare ones after the
    /// quotation. They are in no particular order.
    pub(crate) hits: Vec<Hit>,
    /// The quotations that the line opens and does not close.
    pub(crate) open: Vec<OpenQuote>,
    pub(crate) near: Vec<Hit>,
}

impl LineHits {
    pub(crate) fn clear(&mut self) {
        self.hits.clear();
        self.open.clear();
        self.near.clear();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.hits.is_empty() && self.open.is_empty() && self.near.is_empty()
    }
}

/// Finds the URLs of lines.
#[derive(Debug)]
pub(crate) struct LineFinder {
    config: Config,
    /// Whether the text is decoded HTML.
    pub(crate) is_html: bool,
    /// Whether the text is a field of a header.
    pub(crate) is_header: bool,
    /// Buffers that are reused: the bare URLs, and for each `URL:` its start and the start of what follows it and white
    /// space.
    bare: Vec<Hit>,
    prefixes: Vec<(usize, usize)>,
}

impl LineFinder {
    pub(crate) fn new(config: Config) -> Self {
        Self {
            config,
            is_html: false,
            is_header: false,
            bare: Vec::new(),
            prefixes: Vec::new(),
        }
    }

    /// Finds the URLs in a line without its line break, or in a window of a long one. Quotations begin at
    /// `quotes_from` or later. `ends_line` says that the line ends with `line`, so that a quotation may continue
    /// on the next line.
    pub(crate) fn find(
        &mut self,
        line: &[u8],
        mut quotes_from: usize,
        ends_line: bool,
        found: &mut LineHits,
    ) {
        self.bare.clear();
        self.prefixes.clear();
        let first_hit = found.hits.len();
        let mut trigger = 0;
        while let Some(next) = self.find_trigger(&line[trigger..]) {
            let at = trigger + next;
            trigger = at + 1;
            let free = self.bare.last().map_or(0, |last| last.url.end);
            if line[at] != b':' {
                self.bare.extend(self.bare_www(line, free, at));
                continue;
            }
            let name = name_before(line, 0, at);
            if name.is_empty() {
                continue;
            }
            if let Some(prefix) = prefix_start(line, at) {
                let blanks = line[trigger..].iter();
                let blanks = blanks.take_while(|byte| matches!(byte, b' ' | b'\t'));
                self.prefixes.push((prefix, trigger + blanks.count()));
            }
            if let Some(argument) = self.roff_argument(line, &name, at) {
                quotes_from = argument.span.end;
                found.hits.push(argument);
            } else if let Some(quote) = self.opening(line, &name, at)
                && quote.start >= quotes_from
            {
                match self.quote(line, &quote) {
                    Quote::Hit(hit) => {
                        quotes_from = hit.span.end;
                        found.hits.push(hit);
                    }
                    Quote::Open if ends_line => found.open.push(quote),
                    Quote::Open | Quote::No => {}
                }
            }
            let hit = self.bare_at(line, free, at, &mut found.near);
            self.bare.extend(hit);
        }
        let after_quotations = self.after_quotations(line, &found.hits[first_hit..]);
        found.hits.extend(after_quotations);
        self.take_prefixed(line, &mut found.hits);
        found.hits.append(&mut self.bare);
        if self.wants_names() {
            self.names_between(line, first_hit, found);
        }
    }

    /// Extends a URL over an at-sign that an archive has replaced. Returns whether there is one.
    #[cold]
    pub(crate) fn restore_at_sign(&self, line: &[u8], hit: &mut Hit) -> bool {
        let (at, len) = (hit.url.end, hit.url.len());
        let whole = match hit.form {
            Form::Scheme => with_at_sign(&line[hit.url.clone()], &line[at..]),
            Form::Address => Some([&line[hit.url.clone()], b"@", &line[at + AT.len()..]].concat()),
            Form::Www | Form::Name => return false,
        };
        let end = whole.and_then(|whole| self.end_of(&whole, hit.form, hit.around));
        let rest = end.and_then(|end| end.checked_sub(len + 1));
        let Some(rest) = rest.filter(|&len| len > 0) else {
            return false;
        };
        let end = at + AT.len() + rest;
        (hit.span.end, hit.url.end) = (end, end);
        true
    }

    /// Returns whether names and addresses without a scheme are found.
    pub(crate) const fn wants_names(&self) -> bool {
        self.config.wants_names() && (!self.is_header || self.config.wants_names_in_headers())
    }

    pub(crate) const fn config(&self) -> &Config {
        &self.config
    }

    /// Returns the length of the bare URL at the start of a text, which has these surroundings elsewhere; `None` if
    /// there is none.
    pub(crate) fn end_of(&self, text: &[u8], form: Form, around: Surroundings) -> Option<usize> {
        match form {
            Form::Scheme => {
                let colon = memchr(b':', text)?;
                bare::end_of_url(text, 0, colon, around, &self.config).ok()
            }
            Form::Www => www::end(text, 0, around, &self.config),
            Form::Name => name::end(text, 0, around, &self.config),
            Form::Address => address::end(text, 0),
        }
    }

    /// Returns the length of the part of a URL before the first letter of a script without spaces, if the URL may end
    /// there.
    pub(crate) fn end_before_unspaced(&self, url: &[u8], hit: &Hit) -> Option<usize> {
        let at = ascii_before_unspaced(url)?;
        self.end_of(&url[..at], hit.form, hit.around)
    }

    /// Returns the index of the next colon, or of a `w` if names that begin with `www.` are wanted.
    fn find_trigger(&self, bytes: &[u8]) -> Option<usize> {
        if self.config.wants_www() {
            memchr3(b':', b'w', b'W', bytes)
        } else {
            memchr(b':', bytes)
        }
    }

    /// Returns the bare URL whose colon is at an index, and that begins at `free` or later.
    fn bare_at(&self, line: &[u8], free: usize, colon: usize, near: &mut Vec<Hit>) -> Option<Hit> {
        if line[colon + 1..].starts_with(b"//") {
            self.bare_with_slashes(line, free, colon, near)
        } else {
            self.bare_known(line, free, colon)
        }
    }

    /// Returns the bare URL with `://` whose colon is at an index, and that begins at `free` or later.
    fn bare_with_slashes(
        &self,
        line: &[u8],
        free: usize,
        colon: usize,
        near: &mut Vec<Hit>,
    ) -> Option<Hit> {
        if colon < free {
            return None;
        }
        let name = name_before(line, free, colon);
        let Some(begin) = begin(line, &name, &self.config) else {
            if !name.is_empty() {
                near.push(Hit::near(name.start..colon, Reason::Scheme));
            }
            return None;
        };
        let around = self.surroundings(line, begin.scheme);
        match bare::end_of_url(line, begin.scheme, colon, around, &self.config) {
            Ok(end) => Some(Hit {
                word: begin.word,
                ..Hit::bare(begin.scheme..end, around)
            }),
            Err(NoHost { reason, at }) => {
                // If two schemes stand in a row, the URL begins with the second one.
                let is_before_scheme = begins_link(&line[colon + "://".len()..]);
                if reason == Reason::HostCut || !is_before_scheme {
                    near.push(Hit::near(begin.scheme..at, reason));
                }
                None
            }
        }
    }

    /// Returns the bare URL of a known scheme without `//` whose colon is at an index, and that begins at `free` or
    /// later.
    fn bare_known(&self, line: &[u8], free: usize, colon: usize) -> Option<Hit> {
        let name = name_before(line, 0, colon);
        let start = self.known_name(line, &name, colon)?;
        if start < free {
            return None;
        }
        let around = self.surroundings(line, start);
        let end = bare::end_of_url(line, start, colon, around, &self.config).ok()?;
        Some(Hit::bare(start..end, around))
    }

    /// Returns the bare name that begins with `www.` at an index, which is `free` or later.
    fn bare_www(&self, line: &[u8], free: usize, start: usize) -> Option<Hit> {
        let may_begin = free <= start && www::may_begin(&line[..start]);
        may_begin.then(|| self.www(line, start)).flatten()
    }

    /// Returns the bare URLs after each of several quotations that lies in a bare URL: if the quotation is kept, that
    /// URL ends before it. They end before the next quotation, so that no byte is read twice.
    fn after_quotations(&self, line: &[u8], quotations: &[Hit]) -> Vec<Hit> {
        let mut found = Vec::new();
        for (index, quotation) in quotations.iter().enumerate() {
            let Range { start, end: from } = quotation.span;
            let around = self.bare.partition_point(|bare| bare.url.end <= start);
            let around = self.bare.get(around);
            let Some(around) = around.filter(|around| around.url.start < start) else {
                continue;
            };
            let next = quotations.get(index + 1).map(|next| next.span.start);
            let text = &line[..around.url.end.min(next.unwrap_or(line.len()))];
            let (mut free, mut trigger) = (from, from);
            while let Some(next) = text.get(trigger..).and_then(|rest| self.find_trigger(rest)) {
                let at = trigger + next;
                trigger = at + 1;
                let hit = if text[at] == b':' {
                    self.bare_at(text, free, at, &mut Vec::new())
                } else {
                    self.bare_www(text, free, at)
                };
                free = hit.as_ref().map_or(free, |hit| hit.url.end);
                found.extend(hit);
            }
        }
        found
    }

    /// Adds the names and addresses without a scheme that are neither in a URL, nor in the rest of what was nearly one.
    fn names_between(&self, line: &[u8], first_hit: usize, found: &mut LineHits) {
        let mut taken: Vec<_> = found.hits[first_hit..]
            .iter()
            .map(|hit| hit.span.clone())
            .collect();
        taken.extend(found.near.iter().map(|near| {
            let rest = line[near.span.end..].iter();
            let rest = rest.take_while(|byte| !byte.is_ascii_whitespace());
            near.span.start..near.span.end + rest.count()
        }));
        taken.sort_unstable_by_key(|taken| taken.start);
        let mut from = 0;
        let end = line.len()..line.len();
        for next in taken.into_iter().chain(iter::once(end)) {
            if from < next.start {
                implied::find(
                    &line[..next.start],
                    from,
                    self.is_html,
                    &self.config,
                    &mut found.hits,
                );
            }
            from = from.max(next.end);
        }
    }

    /// Returns the name that begins with `www.` at an index.
    fn www(&self, line: &[u8], start: usize) -> Option<Hit> {
        let around = self.surroundings(line, start);
        let end = www::end(line, start, around, &self.config)?;
        Some(Hit {
            form: Form::Www,
            ..Hit::bare(start..end, around)
        })
    }

    pub(crate) fn surroundings(&self, line: &[u8], start: usize) -> Surroundings {
        Surroundings::of(line, start, self.is_html)
    }

    /// Returns the quotation that the mark before a name opens.
    fn opening(&self, line: &[u8], name: &Range<usize>, colon: usize) -> Option<OpenQuote> {
        let (mark, len) = QuotationMark::at_end_of(&line[..name.start])?;
        let after = &line[colon + 1..];
        let url = if after.starts_with(b"//") && !self.config.knows(&line[name.clone()]) {
            let Begin { scheme, .. } = begin(line, name, &self.config)?;
            scheme
        } else {
            name.start
        };
        let opens = self.config.opens(&line[url..colon], after)
            && bare::names_resource(line, url, colon, self.surroundings(line, url), &self.config);
        // Of two schemes in a row, the second one counts.
        let second = after.strip_prefix(b"//").unwrap_or_default();
        let len_of_second = second.iter().take(MAX_NAME);
        let len_of_second = len_of_second
            .take_while(|&&byte| is_scheme_byte(byte))
            .count();
        let (url, colon) = if second[len_of_second..].starts_with(b"://")
            && self.config.knows(&second[..len_of_second])
        {
            let start = colon + "://".len();
            (start, start + len_of_second)
        } else {
            (url, colon)
        };
        opens.then_some(OpenQuote {
            mark,
            start: name.start - len,
            url,
            after_colon: colon + 1,
        })
    }

    /// Returns the URL that is the argument of a request of roff, `.UR` or `.MT`.
    fn roff_argument(&self, line: &[u8], name: &Range<usize>, colon: usize) -> Option<Hit> {
        let before = line[..name.start].strip_suffix(b" ")?;
        let request = before.get(text_start(before).1..)?;
        if !matches!(
            request,
            b".UR" | b".MT" | b"+.UR" | b"+.MT" | b"-.UR" | b"-.MT"
        ) {
            return None;
        }
        let end = name.start + first_word(&line[name.start..]).len();
        let is_url = self.config.opens(&line[name.clone()], &line[colon + 1..])
            && has_word(&line[colon + 1..end]);
        is_url.then(|| Hit::quote(name.start..end, name.start..end))
    }

    /// Returns the start of a known scheme without `//` that is the last part of `name`.
    fn known_name(&self, line: &[u8], name: &Range<usize>, colon: usize) -> Option<usize> {
        let after = &line[colon + 1..];
        if after.starts_with(b":") {
            return None;
        }
        let start = parts_of_name(line, name)
            .find(|&start| self.config.opens(&line[start..colon], after))?;
        // `news:http://...` is a URL after a word.
        let inner = after.iter().take(MAX_NAME);
        let inner = inner.take_while(|&&byte| is_scheme_byte(byte)).count();
        let is_word = inner > 0 && after[inner..].starts_with(b"://");
        (!is_word).then_some(start)
    }

    /// Returns the quotation that a mark opens.
    fn quote(&self, line: &[u8], quote: &OpenQuote) -> Quote {
        let longest = quote.start.saturating_add(self.config.length_limit());
        let near = &line[..longest.min(line.len())];
        if near.len() < quote.after_colon {
            return Quote::No;
        }
        match quote.mark.find_close(&near[quote.url..]) {
            QuoteEnd::Closed(len, mark) => {
                let close = quote.url + len;
                // `\"http://a.example/\"` in a string of a program.
                let is_escaped =
                    line[..quote.start].ends_with(b"\\") && line[..close].ends_with(b"\\");
                let url = quote.url..close - usize::from(is_escaped);
                if url.end < quote.after_colon || !has_word(&line[quote.after_colon..url.end]) {
                    return Quote::No;
                }
                Quote::Hit(Hit::quote(quote.start..close + mark, url))
            }
            QuoteEnd::Unclosed if near.len() == line.len() => Quote::Open,
            QuoteEnd::Unclosed | QuoteEnd::Broken => Quote::No,
        }
    }

    /// Turns bare URLs after `URL:` into prefixed ones. Names that begin with `www.` count here even if they are not
    /// wanted as bare URLs, unless they are part of another such name.
    fn take_prefixed(&mut self, line: &[u8], hits: &mut Vec<Hit>) {
        let mut names_end = 0;
        for &(start, url) in &self.prefixes {
            let prefixed = |hit: Hit| Hit {
                delimiter: Delimiter::Prefix,
                span: start..hit.span.end,
                ..hit
            };
            match self.bare.binary_search_by_key(&url, |hit| hit.word) {
                Ok(index) => self.bare[index] = prefixed(self.bare[index].clone()),
                Err(index) => {
                    let is_free = self.bare[..index]
                        .last()
                        .is_none_or(|last| last.url.end <= url);
                    if names_end <= url
                        && is_free
                        && let Some(hit) = self.www(line, url)
                    {
                        names_end = hit.url.end;
                        hits.push(prefixed(hit));
                    }
                }
            }
        }
    }
}

/// The result of reading a quotation.
enum Quote {
    Hit(Hit),
    Open,
    No,
}

/// Returns where the name of a known scheme may begin in a name: at its start, and after each dot.
fn parts_of_name(line: &[u8], name: &Range<usize>) -> impl Iterator<Item = usize> {
    let starts =
        |&start: &usize| start == 0 || !is_scheme_byte(line[start - 1]) || line[start - 1] == b'.';
    name.clone().filter(starts)
}

/// Returns the start of a `URL` before a colon, if no letter or digit precedes it.
fn prefix_start(line: &[u8], colon: usize) -> Option<usize> {
    let start = colon.checked_sub(b"URL".len())?;
    let follows_name = start > 0 && line[start - 1].is_ascii_alphanumeric();
    (!follows_name && line[start..colon].eq_ignore_ascii_case(b"URL")).then_some(start)
}
