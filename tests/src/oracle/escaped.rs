//! **escaped**: URLs with backslashes that do not belong to them.

use super::{Found, Join, wrapped::Followed};

/// Takes the backslash out of each `\/` of a URL on one line whose scheme `:\/\/` follows, and out of each `\-` of
/// another one.
pub(super) fn unescaped(text: &[u8], found: Found) -> Found {
    let (from, to) = found.pieces[0];
    let is_json = has_escaped_slashes(&text[from..to]);
    let mut pieces = Vec::new();
    let mut start = from;
    for at in from..to {
        if text[at..to].starts_with(if is_json { br"\/" } else { br"\-" }) {
            pieces.push((start, at));
            start = at + 1;
        }
    }
    if pieces.is_empty() {
        return found;
    }
    pieces.push((start, to));
    let mut reading = Vec::new();
    let mut joins = Vec::new();
    for &(start, end) in &pieces {
        if start > from {
            joins.push(Join {
                url_at: reading.len(),
                dropped: vec!["escape"],
                hyphen: None,
            });
        }
        reading.extend_from_slice(&text[start..end]);
    }
    Found {
        readings: vec![reading],
        pieces,
        joins,
        ..found
    }
}

/// Returns the pieces of a URL on several lines without the backslash of each `\-`, and what is dropped between them.
pub(super) fn without_roff_escapes(
    text: &[u8],
    followed: &Followed,
) -> (Vec<(usize, usize)>, Vec<Vec<&'static str>>) {
    let (mut pieces, mut dropped) = (Vec::new(), Vec::new());
    for (index, &(from, end)) in followed.pieces.iter().enumerate() {
        if index > 0 {
            dropped.push(followed.dropped[index - 1].clone());
        }
        let first = from + usize::from(text[from..end].starts_with(br"\-"));
        let mut start = first;
        for at in first..end {
            if text[at..end].starts_with(br"\-") {
                pieces.push((start, at));
                dropped.push(vec!["escape"]);
                start = at + 1;
            }
        }
        pieces.push((start, end));
    }
    (pieces, dropped)
}

pub(super) fn without_escapes(url: &[u8], escape: &[u8]) -> Vec<u8> {
    let is_kept = |at: &usize| !url[*at..].starts_with(escape);
    (0..url.len()).filter(is_kept).map(|at| url[at]).collect()
}

pub(super) fn has_escaped_slashes(url: &[u8]) -> bool {
    let colon = url.iter().position(|&byte| byte == b':');
    colon.is_some_and(|colon| url[colon..].starts_with(br":\/\/"))
}

/// Returns whether a URL on a line is in a string of JSON: next to a quotation mark, or on a line that begins with `{`,
/// `[` or `"`.
pub(super) fn is_in_json(chars: &[char], start: usize, end: usize) -> bool {
    let is_mark = |char: Option<&char>| matches!(char, Some('"' | '\''));
    let first = chars.iter().find(|char| !char.is_ascii_whitespace());
    is_mark(chars[..start].last())
        || is_mark(chars.get(end))
        || matches!(first, Some('{' | '[' | '"'))
}
