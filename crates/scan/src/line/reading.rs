//! The first reading of a URL that was found on a line, and the other one, if it may end elsewhere.

use std::{iter, ops::Range};

use super::{
    chars::{first, is_hiragana},
    end::{before_unpaired, is_at_white_space},
    find::LineFinder,
    host::authority_start,
    token::has_extension,
};
use crate::{
    candidate::{Delimiter, Dropped, Repair},
    hits::{Form, Hit},
    piece::Piece,
    substring,
};

/// The maximum number of bytes that are read after a `|`, so that a table is not read for each URL in it.
const MAX_AFTER_BAR: usize = 1024;

/// A hyphen in the source of a manual page.
pub(crate) const ROFF_HYPHEN: &[u8; 2] = br"\-";

/// Cuts a URL on a line to its first reading, and adds the other one. It has no pieces yet. A line that is not whole is
/// a window of a long one.
pub(crate) fn read(line: &[u8], hit: &mut Hit, is_whole: bool, finder: &LineFinder) {
    let (start, end) = (hit.url.start, hit.url.end);
    let url = &line[start..end];
    if has_escaped_slashes(url) {
        // No prose has such long lines.
        if is_whole && !is_in_json(line, hit) {
            hit.other = Some((Repair::Escaped, end));
        }
        return;
    }
    let is_plain = || url.is_ascii() && memchr::memchr3(b'(', b'[', b'{', url).is_none();
    let is_at_bar = line.get(end) == Some(&b'|');
    if hit.delimiter == Delimiter::Quote || !is_at_bar && is_plain() {
        // Nearly all URLs.
        return;
    }
    if is_at_white_space(&line[end..])
        && let Some(len) = before_unpaired(url, path_start(url, hit.form), hit.around)
    {
        cut(hit, len, Repair::Unpaired);
        return;
    }
    if let Some(len) = finder.end_before_unspaced(url, hit) {
        let (part, rest) = url.split_at(len);
        let is_word = part.ends_with(b"/") || has_extension(part);
        let is_text = first(rest).0.is_some_and(is_hiragana) && !rest.iter().any(u8::is_ascii);
        if is_word && is_text {
            cut(hit, len, Repair::Script);
        } else {
            hit.other = Some((Repair::Script, start + len));
        }
        return;
    }
    let has_query = || url.iter().any(|byte| matches!(byte, b'?' | b'#'));
    if is_at_bar && has_query() {
        let near = &line[start..line.len().min(end + MAX_AFTER_BAR)];
        let longer = finder.end_of(near, hit.form, hit.around.with_bars());
        let longer = longer.filter(|&len| len > url.len());
        hit.other = longer.map(|len| (Repair::Bar, start + len));
    }
}

/// Returns whether the slashes after a scheme are written as in JSON, `\/`.
fn has_escaped_slashes(url: &[u8]) -> bool {
    let has_backslash = memchr::memchr(b'\\', url).is_some();
    let colon = memchr::memchr(b':', url).filter(|_| has_backslash);
    colon.is_some_and(|colon| url[colon + 1..].starts_with(br"\/\/"))
}

/// Returns whether a URL stands in a string: in quotation marks, or on a line that begins like JSON.
fn is_in_json(line: &[u8], hit: &Hit) -> bool {
    let is_mark = |byte: Option<&u8>| matches!(byte, Some(b'"' | b'\''));
    let first = line.trim_ascii_start().first();
    hit.delimiter == Delimiter::Quote
        || is_mark(line[..hit.url.start].last())
        || is_mark(line.get(hit.url.end))
        || matches!(first, Some(b'{' | b'[' | b'"'))
}

/// Returns the pieces of a URL on a line without the backslashes before slashes, if [`read`] has read it as a string of
/// JSON, or before hyphens, as roff has them; none if it has neither.
pub(crate) fn unescaped_pieces(text: &[u8], hit: &Hit) -> Vec<Piece> {
    let escape = if has_escaped_slashes(&text[hit.url.clone()]) {
        br"\/"
    } else {
        ROFF_HYPHEN
    };
    if hit.other.is_some() {
        return Vec::new();
    }
    let whole = Piece::new(hit.url.clone(), Dropped::Escape);
    let pieces: Vec<_> = without_escapes(text, whole, escape).collect();
    if pieces.len() > 1 { pieces } else { Vec::new() }
}

/// Returns a piece without the backslashes of an escape in it.
pub(crate) fn without_escapes<'t>(
    text: &'t [u8],
    piece: Piece,
    escape: &'t [u8; 2],
) -> impl Iterator<Item = Piece> + 't {
    let Range { mut start, end } = piece.range;
    start += usize::from(text[start..end].starts_with(escape));
    let found = substring::find_iter(&text[start..end], escape);
    let mut escapes = found.map(move |at| start + at);
    let mut next = Some(start);
    iter::from_fn(move || {
        let start = next?;
        let escape = escapes.next();
        next = escape.map(|at| at + 1);
        Some(start..escape.unwrap_or(end))
    })
    .enumerate()
    .map(move |(index, range)| match index {
        0 => Piece {
            range,
            ..piece.clone()
        },
        _ => Piece::new(range, Dropped::Escape),
    })
}

/// Cuts a URL to a length, and makes the whole of it the other reading.
fn cut(hit: &mut Hit, len: usize, repair: Repair) {
    hit.other = Some((repair, hit.url.end));
    hit.url.end = hit.url.start + len;
    hit.span.end = hit.url.end;
}

/// Returns the index in a URL after its host, or, without `//`, after its colon.
fn path_start(url: &[u8], form: Form) -> usize {
    let colon = memchr::memchr(b':', url).unwrap_or(0);
    let authority = if form == Form::Scheme {
        match authority_start(url, &url[..colon], colon) {
            Some(authority) => authority,
            None => return colon + 1,
        }
    } else {
        0
    };
    let path = url[authority..].iter();
    let path = path
        .take_while(|byte| !matches!(byte, b'/' | b'?' | b'#'))
        .count();
    authority + path
}
