//! Other kinds of links: URLs without angle brackets.
//!
//! Each rule is tried at each character of each line.

use std::{collections::BTreeSet, sync::LazyLock};

use regex::Regex;

use super::{
    Found, Join, Rejected,
    bytes::{is_blank, skip_blanks, word},
    opening::{AFTER_DATA, KNOWN_SCHEMES, MAX_SCHEME, scheme},
    quote_prefix::{drop_marks, quote_prefix},
};
use crate::linkified::{self, end};

/// The pairs of quotation marks.
const QUOTES: [(&str, &[&str]); 7] = [
    ("\"", &["\""]),
    ("'", &["'"]),
    ("“", &["”"]),
    ("„", &["“"]),
    ("‘", &["’"]),
    ("«", &["»"]),
    ("`", &["`", "'"]),
];

/// What a rule finds, before it is decided which rule wins.
pub(super) enum Hit {
    Found(Found),
    Rejected(&'static str, (usize, usize), Rejected),
}

impl Hit {
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Found(found) => found.delimiter,
            Self::Rejected(kind, ..) => kind,
        }
    }

    pub(super) fn span(&self) -> (usize, usize) {
        match self {
            Self::Found(found) => found.span,
            Self::Rejected(_, span, _) => *span,
        }
    }
}

/// The options of the search.
pub(super) struct Options<'o> {
    pub(super) max_len: usize,
    pub(super) extra_schemes: &'o [&'o str],
    pub(super) www: bool,
}

/// A line or the part of a line between bytes that are not UTF-8.
struct Run<'t> {
    start: usize,
    text: &'t str,
    /// The offset of the next line, if the run ends its line.
    next_line: Option<usize>,
}

/// Returns everything that the rules find, whether or not it overlaps.
pub(super) fn hits(text: &[u8], options: &Options<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    let mut free = 0;
    for run in runs(text) {
        quotes(text, &run, options, &mut free, &mut hits);
        let bare = bare(&run, options);
        let mut all_taken = Vec::new();
        let mut names_end = 0;
        for (at, _) in run.text.char_indices() {
            let Some((hit, url, is_bare)) = prefix(text, &run, at, &bare, options) else {
                continue;
            };
            if is_bare {
                all_taken.push(url);
            } else if url < names_end {
                // Part of the name after an earlier `URL:`.
                continue;
            } else {
                names_end = hit.span().1.max(names_end);
            }
            hits.push(hit);
        }
        for (start, end, is_www) in bare {
            if all_taken.contains(&start) {
                continue;
            }
            hits.push(undelimited(
                text,
                "bare",
                (start, end),
                (start, end),
                is_www,
                options,
            ));
        }
    }
    hits
}

/// Returns the runs of a text. A CR at the end of a line is left out.
fn runs(text: &[u8]) -> Vec<Run<'_>> {
    let mut runs = Vec::new();
    let mut start = 0;
    for line in text.split(|&byte| byte == b'\n') {
        let next = start + line.len() + 1;
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let mut at = start;
        for chunk in line.utf8_chunks() {
            let end = at + chunk.valid().len();
            let ends_line = end == start + line.len() && next <= text.len();
            runs.push(Run {
                start: at,
                text: chunk.valid(),
                next_line: ends_line.then_some(next),
            });
            at = end + chunk.invalid().len();
        }
        start = next;
    }
    runs
}

/// **quote**: a URL right after an opening mark, up to its closing one. No quotation begins before `free`.
fn quotes(
    text: &[u8],
    run: &Run<'_>,
    options: &Options<'_>,
    free: &mut usize,
    hits: &mut Vec<Hit>,
) {
    let mut over_break = None;
    for (at, _) in run.text.char_indices() {
        let start = run.start + at;
        let mut marks = QUOTES.into_iter();
        let Some((open, close)) = marks.find(|(open, _)| run.text[at..].starts_with(open)) else {
            continue;
        };
        let url = &run.text[at + open.len()..];
        if start < *free || !opens(url, options) {
            continue;
        }
        let begin = start + open.len();
        let on_line = quote_on_line(url, open, close);
        let is_on_line = on_line.is_some();
        let quote = match on_line {
            Some((len, mark)) => Some((vec![(begin, begin + len)], begin + len + mark, false)),
            None => quote_over_break(text, run, start, url, open, close),
        };
        let Some((pieces, end, any)) = quote else {
            continue;
        };
        let spelled = pieces.iter().flat_map(|&(from, to)| &text[from..to]);
        let spelled: Vec<u8> = spelled.copied().collect();
        let colon = spelled
            .iter()
            .position(|&byte| byte == b':')
            .expect("a scheme");
        let content = String::from_utf8_lossy(&spelled[colon..]);
        if end - start > options.max_len || !content.contains(char::is_alphanumeric) {
            continue;
        }
        if is_on_line {
            *free = end;
        } else if over_break.is_some() {
            // The first one ends on the next line, and covers this one.
            continue;
        } else {
            over_break = Some(end);
        }
        hits.push(Hit::Found(found_quote(text, start, end, pieces, any)));
    }
    *free = over_break.unwrap_or(*free);
}

/// Returns the length of a quotation's content and of the mark that closes it on the same line.
fn quote_on_line(url: &str, open: &str, close: &[&str]) -> Option<(usize, usize)> {
    for (at, char) in url.char_indices() {
        let rest = &url[at..];
        if let Some(mark) = close.iter().find(|mark| rest.starts_with(**mark)) {
            return Some((at, mark.len()));
        }
        if rest.starts_with(open) || is_never_quoted(char) {
            return None;
        }
    }
    None
}

fn is_never_quoted(char: char) -> bool {
    char.is_whitespace() || char.is_control() || matches!(char, '<' | '>')
}

/// Returns the pieces and the end of a quotation with one line break, and whether marks were dropped.
#[expect(clippy::type_complexity, reason = "the pieces, the end, and a flag")]
fn quote_over_break(
    text: &[u8],
    run: &Run<'_>,
    start: usize,
    url: &str,
    open: &str,
    close: &[&str],
) -> Option<(Vec<(usize, usize)>, usize, bool)> {
    if url.contains(open) || url.contains(is_never_quoted) {
        return None;
    }
    if close.iter().any(|mark| url.contains(mark)) {
        return None;
    }
    let line = run.next_line?;
    let marks = quote_prefix(text, start, &BTreeSet::new());
    let dropped = drop_marks(text, line, &marks);
    let rest = text[dropped.end..].utf8_chunks().next()?.valid();
    let (len, mark) = quote_on_line(rest, open, close)?;
    let begin = start + open.len();
    let end = dropped.end + len;
    let mut pieces = vec![(begin, run.start + run.text.len())];
    if len > 0 {
        pieces.push((dropped.end, end));
    }
    Some((pieces, end + mark, dropped.any))
}

fn found_quote(
    text: &[u8],
    start: usize,
    end: usize,
    pieces: Vec<(usize, usize)>,
    any: bool,
) -> Found {
    let first = text[pieces[0].0..pieces[0].1].to_vec();
    let mut readings = vec![first.clone()];
    let mut joins = Vec::new();
    if let Some(&(from, to)) = pieces.get(1) {
        let hyphen = first.ends_with(b"-");
        let dropped = if any {
            vec!["break", "leader"]
        } else {
            vec!["break"]
        };
        joins.push(Join {
            url_at: first.len(),
            dropped,
            hyphen: hyphen.then_some("hyphen"),
        });
        readings = vec![[&first, &text[from..to]].concat()];
        if hyphen {
            readings.push([&first[..first.len() - 1], &text[from..to]].concat());
        }
    }
    Found {
        span: (start, end),
        delimiter: "quote",
        readings,
        breaks: text[start..end].split(|&byte| byte == b'\n').count() - 1,
        pieces,
        joins,
        depth: depth(text, start),
        warnings: Vec::new(),
        also: Vec::new(),
    }
}

/// The number of quote marks on the line, before `at`.
fn depth(text: &[u8], at: usize) -> usize {
    quote_prefix(text, at, &BTreeSet::new()).len()
}

/// Returns whether a URL begins with a known scheme, or any with `://`.
fn opens(url: &str, options: &Options<'_>) -> bool {
    let bytes = url.as_bytes();
    let Some(colon) = scheme(bytes) else {
        return false;
    };
    let name = &bytes[..colon];
    let is_known = is_known(name, &bytes[colon + 1..], options);
    let has_slashes = bytes[colon..].starts_with(b"://") && colon <= MAX_SCHEME;
    is_known || has_slashes && !name.eq_ignore_ascii_case(b"data")
}

fn is_known(name: &[u8], after: &[u8], options: &Options<'_>) -> bool {
    let mut known = KNOWN_SCHEMES.iter().chain(options.extra_schemes);
    let has_name = known.any(|known| known.as_bytes().eq_ignore_ascii_case(name));
    let allows = |allowed: &[&str]| {
        allowed
            .iter()
            .any(|next| word(after, 0, next.as_bytes()).is_some())
    };
    match name.to_ascii_lowercase().as_slice() {
        b"file" => allows(&["/", "\\"]),
        b"data" => allows(&AFTER_DATA),
        _ => has_name,
    }
}

/// **bare**: what linkify finds, known schemes without `//`, and names that begin with `www.`; of those that overlap,
/// the first. As offsets of the start and the end, and whether it is such a name.
fn bare(run: &Run<'_>, options: &Options<'_>) -> Vec<(usize, usize, bool)> {
    let links = linkified::links(run.text, false);
    let mut all: Vec<_> = links
        .into_iter()
        .map(|link| (link.start, link.end, false))
        .collect();
    for (at, _) in run.text.char_indices() {
        if run.text[at..].starts_with(':') {
            all.extend(known(run.text, at, options).map(|(start, end)| (start, end, false)));
        }
        if options.www {
            let before = run.text[..at].chars().next_back();
            let is_inside = || before.is_some_and(|c| is_host(c) || "_~@:/".contains(c));
            all.extend(
                www(run.text, at)
                    .filter(|_| !is_inside())
                    .map(|end| (at, end, true)),
            );
        }
    }
    all.sort_by_key(|url| url.0);
    let mut free = 0;
    all.retain(|&(start, end, _)| {
        let is_free = start >= free;
        free = if is_free { end } else { free };
        is_free
    });
    let offset = |(start, end, is_www)| (run.start + start, run.start + end, is_www);
    all.into_iter().map(offset).collect()
}

/// Returns the start and the end of a URL of a known scheme without `//` whose colon is at an index.
fn known(text: &str, colon: usize, options: &Options<'_>) -> Option<(usize, usize)> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    let bytes = text.as_bytes();
    let after = &text[colon + 1..];
    let others = after.bytes().take_while(|&byte| is_name(byte)).count();
    let is_word = others > 0 && after[others..].starts_with("://");
    if after.starts_with("//") || after.starts_with(':') || is_word {
        return None;
    }
    // The longest name that is known, at the start of a word or after a dot.
    let name = bytes[..colon]
        .iter()
        .rev()
        .take_while(|&&byte| is_name(byte))
        .count();
    let begins = |at: &usize| *at == colon - name || bytes[at - 1] == b'.';
    let mut starts = (colon - name..colon).filter(begins);
    let start = starts.find(|&at| is_known(&bytes[at..colon], after.as_bytes(), options))?;
    let end = colon + 1 + end(after, text[..start].chars().next_back());
    text[colon + 1..end]
        .contains(char::is_alphanumeric)
        .then_some((start, end))
}

/// The characters of a label, but for hyphens.
const LABEL: &str = r"[\p{Alphabetic}\p{N}\xAD\xB7[^\x00-\xBF\u{2010}-\u{2BFF}\u{3000}-\u{303F}\u{FE0E}-\u{FE6F}\u{FF00}-\u{FFEF}\u{1F000}-\u{1FAFF}\p{White_Space}]]";

/// A host whose first label is `www`, and dots and hyphens after it.
static HOST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(
        r"^(?i:www)(?:\.{LABEL}(?:(?:{LABEL}|-)*{LABEL})?)+[-.]*"
    ))
    .expect("a regex")
});

/// Everything that a host may have, in any order.
static HOST_CHAR: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(&format!("^(?:{LABEL}|[-.])$")).expect("a regex"));

fn is_host(char: char) -> bool {
    HOST_CHAR.is_match(char.encode_utf8(&mut [0; 4]))
}

static PORT: LazyLock<Regex> = LazyLock::new(|| Regex::new("^:[0-9]+").expect("a regex"));

/// Returns the end of a name that begins with `www.` at an index, with its port and path.
fn www(text: &str, at: usize) -> Option<usize> {
    let all = HOST.find(&text[at..])?.as_str();
    // The longest run of such characters must be a host, but for dots and hyphens at its end.
    let run = text[at..].find(|c| !is_host(c)).unwrap_or(text.len() - at);
    if run != all.len() {
        return None;
    }
    let name = all.trim_end_matches(['.', '-']);
    let last = name.rsplit('.').next()?;
    if !last.chars().take(2).all(|c| c.is_ascii_alphabetic()) || last.len() < 2 {
        return None;
    }
    let mut length = name.len();
    length += PORT
        .find(&text[at + length..])
        .map_or(0, |found| found.len());
    if text[at + length..].starts_with(['/', '?']) {
        length += end(&text[at + length..], text[..at].chars().next_back());
    }
    Some(at + length)
}

/// **prefix**: `URL:`, blanks, and a bare URL or a name that begins with `www.`. Returns the hit, the offset of the
/// URL, and whether it is a bare one.
fn prefix(
    text: &[u8],
    run: &Run<'_>,
    at: usize,
    bare: &[(usize, usize, bool)],
    options: &Options<'_>,
) -> Option<(Hit, usize, bool)> {
    let before = run.text[..at].bytes().next_back();
    let end = word(run.text.as_bytes(), at, b"URL:")?;
    if before.is_some_and(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let url = skip_blanks(run.text.as_bytes(), end);
    debug_assert!(
        run.text.as_bytes()[end..url]
            .iter()
            .all(|&byte| is_blank(byte))
    );
    let found = bare.iter().find(|bare| bare.0 == run.start + url).copied();
    let is_inside = bare
        .iter()
        .any(|bare| bare.0 < run.start + url && run.start + url < bare.1);
    let (start, end, is_www) = match found {
        Some(found) => found,
        None if is_inside => return None,
        None => (run.start + url, run.start + www(run.text, url)?, true),
    };
    let hit = undelimited(
        text,
        "prefix",
        (run.start + at, end),
        (start, end),
        is_www,
        options,
    );
    Some((hit, start, found.is_some()))
}

/// Returns a hit of one piece, or its rejection.
fn undelimited(
    text: &[u8],
    kind: &'static str,
    span: (usize, usize),
    url: (usize, usize),
    is_www: bool,
    options: &Options<'_>,
) -> Hit {
    if span.1 - span.0 > options.max_len {
        let rejected = Rejected {
            start: span.0,
            at: span.0 + options.max_len,
            reason: "too-long",
        };
        return Hit::Rejected(kind, span, rejected);
    }
    let written = &text[url.0..url.1];
    let implied: &[u8] = if is_www { b"http://" } else { b"" };
    Hit::Found(Found {
        span,
        delimiter: kind,
        readings: vec![[implied, written].concat()],
        breaks: 0,
        pieces: vec![url],
        joins: Vec::new(),
        depth: depth(text, span.0),
        warnings: Vec::new(),
        also: Vec::new(),
    })
}
