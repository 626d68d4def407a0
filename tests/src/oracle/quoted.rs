//! **quote**: URLs between quotation marks, and the arguments of requests of roff.

use std::collections::BTreeSet;

use super::{
    Found, Join,
    bare::{begin, names_resource, run},
    escaped::unescaped,
    layout::text_of_line,
    line::Line,
    lines::{Hit, Options, TextLine, is_known},
    opening::{KNOWN_SCHEMES, MAX_SCHEME, is_defanged, scheme},
    quote_prefix::{depth, drop_marks, quote_prefix},
    typeset::without_typeset_hyphens,
    words::{ROFF, has_word},
};

/// The pairs of quotation marks.
const QUOTES: [(char, &[char]); 11] = [
    ('"', &['"']),
    ('\'', &['\'']),
    ('“', &['”']),
    ('„', &['“']),
    ('‘', &['’']),
    ('«', &['»']),
    ('⟨', &['⟩']),
    ('‹', &['›']),
    ('「', &['」']),
    ('『', &['』']),
    ('`', &['`', '\'']),
];

/// Finds the URL that is the argument of a request of roff.
pub(super) fn roff_argument(
    text: &[u8],
    text_line: &TextLine,
    options: &Options<'_>,
    free: &mut usize,
    hits: &mut Vec<Hit>,
) {
    let line = text_line.line.offsets[0];
    let end = text_line.line.offsets[text_line.line.chars.len()];
    let start = text_of_line(text, line, end).min(end);
    let argument = ROFF.captures(&text[start..end]);
    let Some(url) = argument.and_then(|argument| argument.name("url")) else {
        return;
    };
    let span = (start + url.start(), start + url.end());
    let after = scheme(url.as_bytes()).map_or(b"".as_slice(), |colon| &url.as_bytes()[colon..]);
    if opens(&String::from_utf8_lossy(url.as_bytes()), options) && has_word(after) {
        *free = span.1;
        let found = found_quote(text, span.0, span.1, vec![span], false);
        hits.push(Hit::Found(found));
    }
}

/// Finds the URLs right after an opening mark, up to their closing ones. No quotation begins before `free`.
pub(super) fn quotes(
    text: &[u8],
    text_line: &TextLine,
    options: &Options<'_>,
    free: &mut usize,
    hits: &mut Vec<Hit>,
) {
    let mut over_break = None;
    let Line { chars, offsets } = &text_line.line;
    for at in 0..chars.len() {
        let start = offsets[at];
        let mut marks = QUOTES.into_iter();
        let Some((open, close)) = marks.find(|(open, _)| *open == chars[at]) else {
            continue;
        };
        if start < *free {
            continue;
        }
        let Some((begin, colon)) = opening(chars, at + 1, options) else {
            continue;
        };
        let url = &chars[begin..];
        let on_line = quote_on_line(url, open, close);
        let is_on_line = on_line.is_some();
        let quote = match on_line {
            Some(len) => {
                let is_escaped = chars[..at].ends_with(&['\\']) && url[..len].ends_with(&['\\']);
                let end = len - usize::from(is_escaped);
                Some((
                    vec![(offsets[begin], offsets[begin + end])],
                    offsets[begin + len + 1],
                    false,
                    url[colon - begin..end.max(colon - begin)].to_vec(),
                ))
            }
            None => quote_over_break(text, text_line, (start, begin, colon), open, close),
        };
        let Some((pieces, end, any, content)) = quote else {
            continue;
        };
        if end - start > options.max_len || !content.iter().any(|char| char.is_alphanumeric()) {
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

/// Returns the start and the colon of the URL that stands right after an opening mark. A word may be glued to a scheme
/// with `://`.
fn opening(line: &[char], from: usize, options: &Options<'_>) -> Option<(usize, usize)> {
    let colon = (from..line.len()).find(|&at| line[at] == ':')?;
    if run(line, 0, colon) != from {
        return None;
    }
    let has_slashes = line[colon..].starts_with(&[':', '/', '/']);
    let start = if has_slashes {
        begin(line, from, colon, options)?
    } else {
        from
    };
    let url: String = line[start..].iter().collect();
    let is_url = opens(&url, options) && names_resource(line, start, colon, options);
    // Of two schemes in a row, the second one counts.
    let second = if has_slashes { colon + 3 } else { line.len() };
    let next = (second..line.len()).find(|&at| line[at] == ':');
    let next = next.filter(|&next| {
        let name: String = line[second..next].iter().collect();
        let mut known = KNOWN_SCHEMES.iter().chain(options.extra_schemes);
        line[next..].starts_with(&[':', '/', '/'])
            && known.any(|known| known.eq_ignore_ascii_case(&name))
    });
    is_url.then_some(next.map_or((start, colon), |next| (second, next)))
}

/// Returns the length of a quotation's content that is closed on the same line.
fn quote_on_line(url: &[char], open: char, close: &[char]) -> Option<usize> {
    for (at, &char) in url.iter().enumerate() {
        if close.contains(&char) {
            return Some(at);
        }
        if char == open || is_never_quoted(char) {
            return None;
        }
    }
    None
}

fn is_never_quoted(char: char) -> bool {
    char.is_whitespace() || char.is_control() || matches!(char, '<' | '>')
}

/// Returns the pieces and the end of a quotation with one line break, whether marks were dropped, and what follows the
/// scheme.
#[expect(clippy::type_complexity, reason = "the pieces, the end, and a flag")]
fn quote_over_break(
    text: &[u8],
    text_line: &TextLine,
    (start, begin, colon): (usize, usize, usize),
    open: char,
    close: &[char],
) -> Option<(Vec<(usize, usize)>, usize, bool, Vec<char>)> {
    let Line { chars, offsets } = &text_line.line;
    let is_no_url = |&char: &char| char == open || close.contains(&char) || is_never_quoted(char);
    if chars[begin..].iter().any(is_no_url) {
        return None;
    }
    let next = text_line.next?;
    let marks = quote_prefix(text, start, &BTreeSet::new());
    let dropped = drop_marks(text, next, &marks);
    let rest = Line::of(&text[dropped.end..], dropped.end);
    let len = quote_on_line(&rest.chars, open, close)?;
    let mut pieces = vec![(offsets[begin], offsets[chars.len()])];
    if len > 0 {
        pieces.push((dropped.end, rest.offsets[len]));
    }
    let content = [&chars[colon..], &rest.chars[..len]].concat();
    Some((pieces, rest.offsets[len + 1], dropped.any, content))
}

fn found_quote(
    text: &[u8],
    start: usize,
    end: usize,
    pieces: Vec<(usize, usize)>,
    any: bool,
) -> Found {
    let first = text[pieces[0].0..pieces[0].1].to_vec();
    let mut reading = first.clone();
    let mut joins = Vec::new();
    if let Some(&(from, to)) = pieces.get(1) {
        let dropped = if any {
            vec!["break", "leader"]
        } else {
            vec!["break"]
        };
        joins.push(Join {
            url_at: first.len(),
            dropped,
            hyphen: None,
        });
        reading.extend_from_slice(&text[from..to]);
    }
    let found = Found {
        span: (start, end),
        delimiter: "quote",
        readings: vec![reading],
        breaks: text[start..end].split(|&byte| byte == b'\n').count() - 1,
        pieces,
        joins,
        depth: depth(text, start),
        warnings: Vec::new(),
        also: Vec::new(),
    };
    let is_on_line = found.pieces.len() == 1;
    let found = if is_on_line {
        unescaped(text, found)
    } else {
        found
    };
    without_typeset_hyphens(text, found)
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
    is_known || has_slashes && !name.eq_ignore_ascii_case(b"data") && !is_defanged(name)
}
