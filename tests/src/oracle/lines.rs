//! Other kinds of links: URLs without angle brackets.
//!
//! Each rule is tried at each character of each line.

use std::ops::Range;

use super::{
    Found, Join, Rejected,
    also::before_script,
    at_sign::with_at_sign,
    bare::{Url, bare, before_unpaired, end, try_end},
    bytes::{line_end, word},
    escaped::{has_escaped_slashes, is_in_json, unescaped, without_escapes, without_roff_escapes},
    line::Line,
    opening::{AFTER_DATA, KNOWN_SCHEMES},
    quote_prefix::depth,
    quoted::{quotes, roff_argument},
    reading::{RAW_SOFT, SOFT},
    screen::cells,
    typeset::without_typeset_hyphens,
    words::PART_OF_SCHEME,
    wrapped::{self, Followed, OnLine},
};

/// What a rule finds, before it is decided which rule wins.
pub(super) enum Hit {
    Found(Found),
    Rejected(&'static str, (usize, usize), Rejected),
    /// A URL that is rejected for its length if it is not cut.
    TooLong(Found, Rejected),
}

impl Hit {
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Found(found) | Self::TooLong(found, _) => found.delimiter,
            Self::Rejected(kind, ..) => kind,
        }
    }

    pub(super) fn span(&self) -> (usize, usize) {
        match self {
            Self::Found(found) | Self::TooLong(found, _) => found.span,
            Self::Rejected(_, span, _) => *span,
        }
    }
}

/// The options of the search.
pub(super) struct Options<'o> {
    pub(super) max_len: usize,
    pub(super) extra_schemes: &'o [&'o str],
    pub(super) www: bool,
    /// Whether URLs continue after a line break.
    pub(super) rejoins: bool,
    /// The width of the screen; 0 if it is not known.
    pub(super) width: usize,
}

/// The URL in brackets that begins last of those found so far.
#[derive(Default)]
struct LastUrl {
    start: usize,
    url: Vec<u8>,
}

impl LastUrl {
    /// Takes the last hit into account.
    fn set(&mut self, text: &[u8], hits: &[Hit]) {
        let found = match hits.last() {
            Some(Hit::Found(found)) => found,
            Some(Hit::TooLong(..) | Hit::Rejected(..)) | None => return,
        };
        let opens = matches!(text[..found.pieces[0].0], [.., b'[' | b'(' | b'{']);
        if opens && found.span.0 >= self.start {
            self.start = found.span.0;
            self.url.clone_from(&found.readings[0]);
        }
    }
}

/// A line without its line break.
pub(super) struct TextLine {
    pub(super) line: Line,
    /// The offset of the next line, if an LF ends this one.
    pub(super) next: Option<usize>,
}

/// Returns everything that the rules find, whether or not it overlaps.
pub(super) fn hits(text: &[u8], options: &Options<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    let mut free = 0;
    let mut followed = 0;
    let mut last = LastUrl::default();
    for text_line in lines(text) {
        let first = hits.len();
        roff_argument(text, &text_line, options, &mut free, &mut hits);
        quotes(text, &text_line, options, &mut free, &mut hits);
        let line = &text_line.line;
        let (mut bare, near) = bare(&line.chars, 0, options);
        for url in after_quotations(line, &bare, &hits[first..], options) {
            let url = with_at_sign(text, line, on_line(line, url.start, url), options);
            hits.push(undelimited(text, "bare", url, None, options));
            last.set(text, &hits);
        }
        let mut names = Vec::new();
        let mut prefixed = Vec::new();
        let mut names_end = 0;
        for at in 0..line.chars.len() {
            let Some((url, is_bare)) = prefix(&line.chars, at, &bare, options) else {
                continue;
            };
            if is_bare {
                bare.retain(|bare| bare.word != url.word);
                prefixed.push(("prefix", at, url));
            } else if names_end <= url.start {
                // No part of the name after an earlier `URL:`.
                names_end = url.end;
                names.push(("prefix", at, url));
            }
        }
        prefixed.extend(bare.into_iter().map(|url| ("bare", url.start, url)));
        prefixed.sort_by_key(|(_, _, url)| url.start);
        for (kind, at, url) in names.into_iter().chain(prefixed) {
            let url = with_at_sign(text, line, on_line(line, at, url), options);
            let wrapped = follow(text, line, url, &last, &mut followed, options);
            hits.push(undelimited(text, kind, url, wrapped.as_ref(), options));
            last.set(text, &hits);
        }
        let near = near
            .into_iter()
            .map(|(start, at, reason)| (line.offsets[start], line.offsets[at], reason));
        for (start, at, reason) in near.chain(parts_of_scheme(text, line)) {
            let url = OnLine {
                start,
                from: start,
                to: at,
                is_www: false,
                lacks_host: true,
                at_sign: None,
            };
            let wrapped = if reason == "scheme" {
                None
            } else {
                follow(text, line, url, &last, &mut followed, options)
            };
            let wrapped = wrapped.filter(|wrapped| wrapped.pieces.len() > 1);
            if wrapped.is_none() && reason == PART {
                continue;
            }
            hits.push(match wrapped {
                Some(wrapped) => undelimited(text, "bare", url, Some(&wrapped), options),
                None => Hit::Rejected("bare", (start, at), Rejected { start, at, reason }),
            });
            last.set(text, &hits);
        }
    }
    hits
}

/// The reason of what is only a part of a scheme.
const PART: &str = "part";

/// Returns the first parts of a broken `http://` or `https://` at the end of a line and of each cell in it.
fn parts_of_scheme(text: &[u8], line: &Line) -> Vec<(usize, usize, &'static str)> {
    let start = line.offsets[0];
    let whole = &text[start..line_end(text, start)];
    let part_of = |cell: Range<usize>| {
        let cell_start = start + cell.start;
        let whole = &whole[cell];
        let trimmed = whole.trim_ascii_end();
        let part = PART_OF_SCHEME.captures(trimmed)?.name("part")?;
        let has_blanks = whole.strip_suffix(b"\r").unwrap_or(whole).len() > trimmed.len();
        let is_trigger = !has_blanks || !part.as_bytes().ends_with(b":");
        is_trigger.then_some((cell_start + part.start(), cell_start + part.end(), PART))
    };
    cells(whole).into_iter().filter_map(part_of).collect()
}

/// Returns a URL of a line by its offsets. The link begins at the index `at`.
fn on_line(line: &Line, at: usize, url: Url) -> OnLine {
    OnLine {
        start: line.offsets[at],
        from: line.offsets[url.start],
        to: line.offsets[url.end],
        is_www: url.is_www,
        lacks_host: false,
        at_sign: None,
    }
}

/// Follows a URL over the lines after its own, if it ends this one. Only the first such URL of a line is followed, and
/// none of a line that was searched for the rest of another one.
fn follow(
    text: &[u8],
    line: &Line,
    url: OnLine,
    last: &LastUrl,
    followed: &mut usize,
    options: &Options<'_>,
) -> Option<Followed> {
    if !options.rejoins || line.offsets[0] < *followed || url.at_sign.is_some() {
        return None;
    }
    let wrapped = wrapped::follow(text, url, &last.url, options)?;
    *followed = wrapped.seen;
    Some(wrapped)
}

/// Returns the bare URLs after each quotation in a bare URL. They end before the next quotation.
fn after_quotations(
    line: &Line,
    urls: &[Url],
    quotations: &[Hit],
    options: &Options<'_>,
) -> Vec<Url> {
    let mut found = Vec::new();
    for (index, quotation) in quotations.iter().enumerate() {
        let (start, end) = quotation.span();
        let is_around =
            |url: &&Url| line.offsets[url.start] < start && end <= line.offsets[url.end];
        let Some(around) = urls.iter().find(is_around) else {
            continue;
        };
        let next = quotations
            .get(index + 1)
            .map(|next| line.index(next.span().0));
        let last = around.end.min(next.unwrap_or(around.end));
        found.extend(bare(&line.chars[..last], line.index(end), options).0);
    }
    found
}

/// Returns the lines of a text. A CR at the end of a line is left out, and so is a soft hyphen of Latin-1.
fn lines(text: &[u8]) -> Vec<TextLine> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split(|&byte| byte == b'\n') {
        let next = start + line.len() + 1;
        lines.push(TextLine {
            line: whole_line(line, start),
            next: (next <= text.len()).then_some(next),
        });
        start = next;
    }
    lines
}

/// Returns the characters of a line that ends there, without its LF.
pub(super) fn whole_line(line: &[u8], start: usize) -> Line {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let is_hyphenated = match line.split_last() {
        Some((&RAW_SOFT, before)) => before.last().is_none_or(u8::is_ascii),
        _ => false,
    };
    let end = line.len() - usize::from(is_hyphenated);
    Line::of(&line[..end], start)
}

pub(super) fn is_known(name: &[u8], after: &[u8], options: &Options<'_>) -> bool {
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

/// **prefix**: `URL:`, spaces and tabs, and a bare URL or a name that begins with `www.`. Returns the URL, and whether
/// it is a bare one.
fn prefix(line: &[char], at: usize, bare: &[Url], options: &Options<'_>) -> Option<(Url, bool)> {
    let word: String = line[at..].iter().take(4).collect();
    let is_in_word = at > 0 && line[at - 1].is_ascii_alphanumeric();
    if is_in_word || !word.eq_ignore_ascii_case("URL:") {
        return None;
    }
    let blanks = line[at + 4..].iter();
    let blanks = blanks.take_while(|&&char| matches!(char, ' ' | '\t'));
    let start = at + 4 + blanks.count();
    if let Some(url) = bare.iter().find(|url| url.word == start) {
        return Some((*url, true));
    }
    let is_inside = |url: &Url| url.start < start && start < url.end;
    if bare.iter().any(is_inside) {
        return None;
    }
    let url = Url {
        start,
        end: end(line, start, None, options)?,
        word: start,
        is_www: true,
    };
    Some((url, false))
}

/// Returns a link, with what it continues with, or its rejection.
fn undelimited(
    text: &[u8],
    kind: &'static str,
    url: OnLine,
    wrapped: Option<&Followed>,
    options: &Options<'_>,
) -> Hit {
    let joined = wrapped.filter(|wrapped| wrapped.pieces.len() > 1);
    let (to, other) = if joined.is_none() && url.at_sign.is_none() {
        first_reading(text, url, options)
    } else {
        (url.to, None)
    };
    let OnLine { start, from, .. } = url;
    let length = if joined.is_some() { url.to } else { to } - start;
    let is_too_long = length > options.max_len;
    let wrapped = wrapped.filter(|_| !is_too_long);
    let implied: &[u8] = if url.is_www { b"http://" } else { b"" };
    let joined = wrapped.filter(|wrapped| wrapped.pieces.len() > 1);
    let on_line = match url.at_sign {
        Some(at) => vec![(from, at), (at + " at ".len(), to)],
        None => vec![(from, to)],
    };
    let at_sign = url.at_sign.map(|_| vec!["at"]);
    let split = joined.map(|wrapped| without_roff_escapes(text, wrapped));
    let (pieces, dropped) =
        split.unwrap_or_else(|| (on_line, at_sign.into_iter().collect::<Vec<_>>()));
    let parts: Vec<_> = pieces.iter().map(|&(from, to)| &text[from..to]).collect();
    let joins = dropped.iter();
    let script = url.at_sign.and_then(|_| {
        let line_start = text[..from].iter().rposition(|&byte| byte == b'\n');
        let before = &text[line_start.map_or(0, |at| at + 1)..from];
        let whole = [before, &parts.join(&b'@')].concat();
        let (end, _) = before_script(&whole, before.len(), whole.len(), false)?;
        Some(whole[before.len()..end].to_vec())
    });
    let guesses = [
        wrapped.and_then(|wrapped| Some(("wrapped", &wrapped.likely.as_ref()?[..]))),
        joined
            .filter(|_| !url.lacks_host)
            .map(|_| ("cut", &text[from..to])),
        other.map(|(why, end)| (why, &text[from..end])),
        script.as_deref().map(|url| ("script", url)),
    ];
    let guesses = guesses.into_iter().flatten();
    let span = (start, pieces[pieces.len() - 1].1);
    let found = Found {
        span,
        delimiter: kind,
        readings: vec![[implied, &parts.concat()].concat()],
        breaks: (start..span.1).filter(|&at| text[at] == b'\n').count(),
        joins: joins
            .map(|dropped| Join {
                url_at: 0,
                dropped: dropped.clone(),
                hyphen: None,
            })
            .collect(),
        pieces,
        depth: depth(text, start),
        warnings: Vec::new(),
        also: guesses
            .map(|(why, guess)| (why, [implied, &without_soft_hyphens(guess)].concat()))
            .map(|(why, guess)| match why {
                "escaped" => (why, without_escapes(&guess, br"\/")),
                "cut" | "wrapped" => (why, without_escapes(&guess, br"\-")),
                _ => (why, guess),
            })
            .collect(),
    };
    let is_json = joined.is_none() && url.at_sign.is_none() && other.is_none();
    let found = if is_json {
        unescaped(text, found)
    } else {
        found
    };
    if is_too_long {
        let rejected = Rejected {
            start,
            at: start + options.max_len,
            reason: "too-long",
        };
        return Hit::TooLong(found, rejected);
    }
    Hit::Found(without_typeset_hyphens(text, found))
}

/// Returns where a URL on a line ends in its first reading, and another reading and its end.
fn first_reading(
    text: &[u8],
    url: OnLine,
    options: &Options<'_>,
) -> (usize, Option<(&'static str, usize)>) {
    let (from, to) = (url.from, url.to);
    let line_start = text[..from].iter().rposition(|&byte| byte == b'\n');
    let line_start = line_start.map_or(0, |at| at + 1);
    let line = whole_line(&text[line_start..line_end(text, from)], line_start);
    let (start, end) = (line.index(from), line.index(to));
    let chars = &line.chars;
    let colon = (start..chars.len()).find(|&at| chars[at] == ':');
    let colon = colon.filter(|_| !url.is_www);
    if has_escaped_slashes(&text[from..to]) {
        let is_also = !is_in_json(chars, start, end);
        return (to, is_also.then_some(("escaped", to)));
    }
    let mut after = chars[end..].iter();
    let next = after.find(|char| !"?!.,:;*'".contains(**char));
    if next.is_none_or(|char| char.is_whitespace())
        && let Some(cut) = before_unpaired(chars, start, end, colon)
    {
        return (line.offsets[cut], Some(("unpaired", to)));
    }
    if let Some((cut, is_first)) = before_script(text, from, to, url.is_www) {
        return if is_first {
            (cut, Some(("script", to)))
        } else {
            (to, Some(("script", cut)))
        };
    }
    let has_query = chars[start..end].iter().any(|char| "?#".contains(*char));
    if chars.get(end) == Some(&'|') && has_query {
        let longer = try_end(chars, start, colon, true, options);
        let longer = longer.ok().filter(|&longer| longer > end);
        return (to, longer.map(|longer| ("bar", line.offsets[longer])));
    }
    (to, None)
}

fn without_soft_hyphens(url: &[u8]) -> Vec<u8> {
    let mut kept = Vec::new();
    for &byte in url {
        kept.push(byte);
        if kept.ends_with(SOFT) {
            kept.truncate(kept.len() - SOFT.len());
        }
    }
    kept
}

/// Returns what is left of a URL if its line ends at an offset, where a stronger kind begins; `None` if that is no URL.
/// A quotation is never cut.
pub(super) fn cut(
    text: &[u8],
    found: &Found,
    offset: usize,
    options: &Options<'_>,
) -> Option<Found> {
    let (from, _) = found.pieces[0];
    if found.delimiter == "quote" || offset <= from {
        return None;
    }
    let is_www = !text[from..].starts_with(&found.readings[0][..1]);
    let line_start = text[..from].iter().rposition(|&byte| byte == b'\n');
    let line_start = line_start.map_or(0, |at| at + 1);
    let line_break = line_end(text, from);
    let line = if line_break < offset {
        whole_line(&text[line_start..line_break], line_start)
    } else {
        Line::of(&text[line_start..offset], line_start)
    };
    let start = line.index(from);
    let colon = (start..line.chars.len()).find(|&at| line.chars[at] == ':');
    let colon = if is_www { None } else { Some(colon?) };
    let to = line.offsets[end(&line.chars, start, colon, options)?];
    let implied: &[u8] = if is_www { b"http://" } else { b"" };
    let script = before_script(text, from, to, is_www);
    let script = script.map(|(end, _)| ("script", [implied, &text[from..end]].concat()));
    let found = Found {
        span: (found.span.0, to),
        readings: vec![[implied, &text[from..to]].concat()],
        pieces: vec![(from, to)],
        joins: Vec::new(),
        breaks: 0,
        also: script.into_iter().collect(),
        ..found.clone()
    };
    Some(without_typeset_hyphens(text, found))
}
