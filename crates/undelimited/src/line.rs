//! Finds the URLs in a line of text.

use std::{mem, ops::Range};

use linkify::{LinkFinder, LinkKind};
use memchr::{memchr, memchr3, memmem};
use urlsift_scan::{Config, Delimiter};
use urlsift_scheme::is_scheme_byte;

use crate::{
    quote::{QuotationMark, QuoteEnd},
    url_end::{begins_name, url_end, usual_url, www_end},
};

/// The maximum number of bytes before a colon that are examined as the name of a scheme.
const MAX_NAME: usize = 64;

/// A URL in a line, by indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    pub(crate) delimiter: Delimiter,
    /// The URL with its `URL:` or its quotation marks.
    pub(crate) span: Range<usize>,
    pub(crate) url: Range<usize>,
    /// Whether the URL has no scheme, and begins with `www.`.
    pub(crate) is_www: bool,
}

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

/// Finds the URLs of lines.
#[derive(Debug)]
pub(crate) struct LineFinder {
    config: Config,
    linkify: LinkFinder,
    slashes: memmem::Finder<'static>,
    /// Buffers that are reused: the URLs that linkify finds, the bare URLs, and for each `URL:` its start and the
    /// start of what follows it and blanks.
    links: Vec<Range<usize>>,
    bare: Vec<Hit>,
    prefixes: Vec<(usize, usize)>,
}

impl LineFinder {
    pub(crate) fn new(config: Config) -> Self {
        let mut linkify = LinkFinder::new();
        linkify.kinds(&[LinkKind::Url]);
        Self {
            config,
            linkify,
            slashes: memmem::Finder::new("://"),
            links: Vec::new(),
            bare: Vec::new(),
            prefixes: Vec::new(),
        }
    }

    /// Finds the URLs in a line without its line break, or in a window of a long one. Quotations begin at
    /// `quotes_from` or later. `ends_line` says that the line ends with `line`, so that a quotation may continue
    /// on the next line.
    ///
    /// URLs of one kind do not overlap; those of several kinds may. They are in no particular order.
    pub(crate) fn find(
        &mut self,
        line: &[u8],
        quotes_from: usize,
        ends_line: bool,
        hits: &mut Vec<Hit>,
        open: &mut Vec<OpenQuote>,
    ) {
        if let Ok(text) = str::from_utf8(line) {
            return self.find_in_text(text, quotes_from, ends_line, hits, open);
        }
        let mut at = 0;
        for chunk in line.utf8_chunks() {
            let valid = chunk.valid();
            let ends_line = ends_line && at + valid.len() == line.len();
            let (first_hit, first_open) = (hits.len(), open.len());
            let quotes_from = quotes_from.saturating_sub(at);
            self.find_in_text(valid, quotes_from, ends_line, hits, open);
            for hit in &mut hits[first_hit..] {
                hit.span = hit.span.start + at..hit.span.end + at;
                hit.url = hit.url.start + at..hit.url.end + at;
            }
            for quote in &mut open[first_open..] {
                quote.start += at;
                quote.url += at;
                quote.after_colon += at;
            }
            at += valid.len() + chunk.invalid().len();
        }
    }

    fn find_in_text(
        &mut self,
        text: &str,
        mut quotes_from: usize,
        ends_line: bool,
        hits: &mut Vec<Hit>,
        open: &mut Vec<OpenQuote>,
    ) {
        let bytes = text.as_bytes();
        let found = mem::take(&mut self.links);
        let found = self.links(text, found);
        let mut links = found.iter().peekable();
        let mut take_links = |bare: &mut Vec<Hit>, to: usize| {
            while let Some(link) = links.next_if(|link| link.start <= to) {
                push_free(bare, self::bare((*link).clone()));
            }
        };
        self.bare.clear();
        self.prefixes.clear();
        let mut trigger = 0;
        while let Some(next) = self.find_trigger(&bytes[trigger..]) {
            let at = trigger + next;
            trigger = at + 1;
            if bytes[at] != b':' {
                take_links(&mut self.bare, at);
                self.take_www(text, at);
                continue;
            }
            let after = &bytes[trigger..];
            let Some(name) = name_before(bytes, at) else {
                continue;
            };
            if let Some(prefix) = prefix_start(bytes, at) {
                let blanks = after.iter().take_while(|byte| matches!(byte, b' ' | b'\t'));
                self.prefixes.push((prefix, trigger + blanks.count()));
            }
            if let Some(quote) = self.opening(text, &name, at)
                && quote.start >= quotes_from
            {
                match self.quote(text, &quote) {
                    Quote::Hit(hit) => {
                        quotes_from = hit.span.end;
                        hits.push(hit);
                    }
                    Quote::Open if ends_line => open.push(quote),
                    Quote::Open | Quote::No => {}
                }
            }
            if let Some(start) = self.known_name(text, &name, at) {
                take_links(&mut self.bare, start);
                if is_free(&self.bare, start)
                    && let Some(url) = known_url(text, start, at)
                {
                    self.bare.push(bare(url));
                }
            }
        }
        take_links(&mut self.bare, text.len());
        self.links = found;
        self.take_prefixed(text, hits);
        hits.append(&mut self.bare);
    }

    /// Returns the URLs with `://` that linkify finds in a text.
    fn links(&self, text: &str, mut links: Vec<Range<usize>>) -> Vec<Range<usize>> {
        links.clear();
        for colon in self.slashes.find_iter(text.as_bytes()) {
            if links.last().is_some_and(|last| colon < last.end) {
                continue;
            }
            let Some(link) = usual_url(text, colon) else {
                links.clear();
                let all = self.linkify.links(text);
                links.extend(all.map(|link| link.start()..link.end()));
                break;
            };
            links.push(link);
        }
        links
    }

    /// Returns the index of the next colon, or of a `w` if names that begin with `www.` are wanted.
    fn find_trigger(&self, bytes: &[u8]) -> Option<usize> {
        if self.config.wants_www() {
            memchr3(b':', b'w', b'W', bytes)
        } else {
            memchr(b':', bytes)
        }
    }

    /// Returns the quotation that the mark before a name opens.
    fn opening(&self, text: &str, name: &Range<usize>, colon: usize) -> Option<OpenQuote> {
        let (mark, len) = QuotationMark::at_end_of(&text[..name.start])?;
        let after = &text.as_bytes()[colon + 1..];
        let opens = self.config.opens(&text.as_bytes()[name.clone()], after);
        opens.then_some(OpenQuote {
            mark,
            start: name.start - len,
            url: name.start,
            after_colon: colon + 1,
        })
    }

    /// Returns the start of a known scheme without `//` that is the last part of `name`.
    fn known_name(&self, text: &str, name: &Range<usize>, colon: usize) -> Option<usize> {
        let bytes = text.as_bytes();
        let after = &text[colon + 1..];
        if after.starts_with("//") || after.starts_with(':') {
            return None;
        }
        let start = parts_of_name(bytes, name)
            .find(|&start| self.config.opens(&bytes[start..colon], after.as_bytes()))?;
        // `news:http://...` is a URL after a word.
        let inner = after.bytes().take_while(|&byte| is_scheme_byte(byte));
        let inner = inner.take(MAX_NAME).count();
        let is_word = inner > 0 && after[inner..].starts_with("://");
        (!is_word).then_some(start)
    }

    /// Returns the quotation that a mark opens.
    fn quote(&self, text: &str, quote: &OpenQuote) -> Quote {
        let longest =
            text.floor_char_boundary(quote.start.saturating_add(self.config.length_limit()));
        let near = &text[..longest];
        if near.len() < quote.after_colon {
            return Quote::No;
        }
        match quote.mark.find_close(&near[quote.url..]) {
            QuoteEnd::Closed(len, mark) => {
                let url = quote.url..quote.url + len;
                if url.end < quote.after_colon
                    || !text[quote.after_colon..url.end].contains(char::is_alphanumeric)
                {
                    return Quote::No;
                }
                Quote::Hit(Hit {
                    delimiter: Delimiter::Quote,
                    span: quote.start..url.end + mark,
                    url,
                    is_www: false,
                })
            }
            QuoteEnd::Unclosed if near.len() == text.len() => Quote::Open,
            QuoteEnd::Unclosed | QuoteEnd::Broken => Quote::No,
        }
    }

    /// Takes the bare name that begins with `www.` at an index, if there is one.
    fn take_www(&mut self, text: &str, start: usize) {
        if starts_www(&text.as_bytes()[start..])
            && is_free(&self.bare, start)
            && begins_name(&text[..start])
            && let Some(len) = www_end(&text[start..], quote_before(text, start))
        {
            self.bare.push(www(start..start + len));
        }
    }

    /// Turns bare URLs after `URL:` into prefixed ones. Names that begin with `www.` count here even if they are not
    /// wanted as bare URLs, unless they are part of another such name.
    fn take_prefixed(&mut self, text: &str, hits: &mut Vec<Hit>) {
        let mut names_end = 0;
        for &(start, url) in &self.prefixes {
            let prefixed = |hit: Hit| Hit {
                delimiter: Delimiter::Prefix,
                span: start..hit.span.end,
                ..hit
            };
            match self.bare.binary_search_by_key(&url, |hit| hit.url.start) {
                Ok(index) => self.bare[index] = prefixed(self.bare[index].clone()),
                Err(index) => {
                    if names_end <= url
                        && is_free(&self.bare[..index], url)
                        && starts_www(&text.as_bytes()[url..])
                        && let Some(len) = www_end(&text[url..], quote_before(text, url))
                    {
                        names_end = url + len;
                        hits.push(prefixed(www(url..names_end)));
                    }
                }
            }
        }
    }
}

/// Returns whether the last bare URL ends before an index.
fn is_free(bare: &[Hit], start: usize) -> bool {
    bare.last().is_none_or(|last| last.url.end <= start)
}

/// Adds a bare URL that does not overlap the last one.
fn push_free(bare: &mut Vec<Hit>, hit: Hit) {
    if is_free(bare, hit.url.start) {
        bare.push(hit);
    }
}

/// Returns the URL of a known scheme without `//` at `start`, if it holds a letter or digit.
fn known_url(text: &str, start: usize, colon: usize) -> Option<Range<usize>> {
    let after = &text[colon + 1..];
    let len = url_end(after, quote_before(text, start));
    let has_content = after[..len].contains(char::is_alphanumeric);
    has_content.then_some(start..colon + 1 + len)
}

fn www(url: Range<usize>) -> Hit {
    Hit {
        is_www: true,
        ..bare(url)
    }
}

/// The result of reading a quotation.
enum Quote {
    Hit(Hit),
    Open,
    No,
}

fn bare(url: Range<usize>) -> Hit {
    Hit {
        delimiter: Delimiter::Bare,
        span: url.clone(),
        url,
        is_www: false,
    }
}

/// Returns the bytes before a colon that may be the name of a scheme.
fn name_before(bytes: &[u8], colon: usize) -> Option<Range<usize>> {
    let name = bytes[..colon].iter().rev();
    let len = name
        .take(MAX_NAME)
        .take_while(|&&byte| is_scheme_byte(byte))
        .count();
    (len > 0).then_some(colon - len..colon)
}

/// Returns where the name of a known scheme may begin in a name: at its start, and after each dot.
fn parts_of_name(bytes: &[u8], name: &Range<usize>) -> impl Iterator<Item = usize> {
    let starts = |&start: &usize| {
        start == 0 || !is_scheme_byte(bytes[start - 1]) || bytes[start - 1] == b'.'
    };
    name.clone().filter(starts)
}

/// Returns the start of a `URL` before a colon, if no letter or digit precedes it.
fn prefix_start(bytes: &[u8], colon: usize) -> Option<usize> {
    let start = colon.checked_sub(b"URL".len())?;
    let follows_name = start > 0 && bytes[start - 1].is_ascii_alphanumeric();
    (!follows_name && bytes[start..colon].eq_ignore_ascii_case(b"URL")).then_some(start)
}

/// Returns the quotation mark before a URL, if linkify ends the URL at the same mark.
fn quote_before(text: &str, start: usize) -> Option<char> {
    let before = text[..start].chars().next_back();
    before.filter(|char| matches!(char, '"' | '\''))
}

fn starts_www(bytes: &[u8]) -> bool {
    bytes
        .first_chunk()
        .is_some_and(|start: &[u8; 4]| start.eq_ignore_ascii_case(b"www."))
}
