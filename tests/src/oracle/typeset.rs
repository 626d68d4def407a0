//! **A typesetter's hyphen** in URLs without angle brackets: U+00AD anywhere, and U+2010 right before a line break, or
//! the byte of U+00AD in Latin-1 there; and ligatures.

use super::{
    Found, Join,
    hyphens::MAX_HYPHENS,
    reading::{RAW_SOFT, SOFT, TYPESET, is_after_ascii},
};

/// Takes these hyphens out of a URL.
pub(super) fn without_typeset_hyphens(text: &[u8], found: Found) -> Found {
    let written: usize = found.pieces.iter().map(|(from, to)| to - from).sum();
    let implied = &found.readings[0][..found.readings[0].len() - written];
    let mut pieces: Vec<(usize, usize)> = Vec::new();
    let mut joins: Vec<Join> = Vec::new();
    let mut reading = implied.to_vec();
    let mut dropped: Vec<&'static str> = Vec::new();
    let mut parts = found
        .pieces
        .iter()
        .enumerate()
        .flat_map(|(index, &(from, to))| {
            let to = without_last(text, from, to, found.joins.get(index));
            without_soft(text, from, to)
        });
    let has_letters = parts.all(|(from, to)| letters(&text[from..to]).is_ascii());
    for (index, &(from, to)) in found.pieces.iter().enumerate() {
        if let Some(join) = index.checked_sub(1) {
            dropped.extend(&found.joins[join].dropped);
        }
        let to = without_last(text, from, to, found.joins.get(index));
        for (start, end) in without_soft(text, from, to) {
            if let Some(&(_, last)) = pieces.last() {
                let names = ["escape", "at", "break", "leader", "space"].into_iter();
                joins.push(Join {
                    url_at: reading.len(),
                    dropped: names.filter(|name| dropped.contains(name)).collect(),
                    hyphen: hyphen(&text[last..start], &reading),
                });
                if dropped.contains(&"at") {
                    reading.push(b'@');
                }
            }
            dropped.clear();
            pieces.push((start, end));
            let written = &text[start..end];
            if has_letters {
                reading.extend(letters(written));
            } else {
                reading.extend_from_slice(written);
            }
        }
    }
    Found {
        readings: readings(&reading, &joins),
        pieces,
        joins,
        ..found
    }
}

/// Returns a URL with letters in place of ligatures.
pub(super) fn letters(url: &[u8]) -> Vec<u8> {
    const LIGATURES: [(&str, &str); 7] = [
        ("\u{fb00}", "ff"),
        ("\u{fb01}", "fi"),
        ("\u{fb02}", "fl"),
        ("\u{fb03}", "ffi"),
        ("\u{fb04}", "ffl"),
        ("\u{fb05}", "st"),
        ("\u{fb06}", "st"),
    ];
    let mut out = Vec::new();
    let mut at = 0;
    while at < url.len() {
        let rest = &url[at..];
        let mut ligatures = LIGATURES.iter();
        let found = ligatures.find(|(ligature, _)| rest.starts_with(ligature.as_bytes()));
        if let Some((ligature, letters)) = found {
            out.extend_from_slice(letters.as_bytes());
            at += ligature.len();
        } else {
            out.push(url[at]);
            at += 1;
        }
    }
    out
}

/// Returns the end of a piece without the hyphen before a line break.
fn without_last(text: &[u8], from: usize, to: usize, next: Option<&Join>) -> usize {
    if !next.is_some_and(|next| next.dropped.contains(&"break")) {
        to
    } else if text[from..to].ends_with(TYPESET) {
        to - TYPESET.len()
    } else if text[from..to].ends_with(&[RAW_SOFT]) && is_after_ascii(text, to - 1) {
        to - 1
    } else {
        to
    }
}

/// Returns the parts of a piece between soft hyphens.
fn without_soft(text: &[u8], from: usize, to: usize) -> Vec<(usize, usize)> {
    let mut parts = Vec::new();
    let (mut start, mut at) = (from, from);
    while at < to {
        if text[at..to].starts_with(SOFT) {
            parts.push((start, at));
            at += SOFT.len();
            start = at;
        } else {
            at += 1;
        }
    }
    parts.push((start, to));
    parts.retain(|(start, end)| start < end);
    parts
}

/// Returns the hyphen before what was dropped.
fn hyphen(gap: &[u8], reading: &[u8]) -> Option<&'static str> {
    if gap.starts_with(b"-") || gap.windows(TYPESET.len()).any(|bytes| bytes == TYPESET) {
        Some("typeset")
    } else if gap.contains(&RAW_SOFT) {
        Some("soft")
    } else {
        reading.ends_with(b"-").then_some("hyphen")
    }
}

/// Returns every reading, starting with the one that keeps all hyphens.
fn readings(reading: &[u8], joins: &[Join]) -> Vec<Vec<u8>> {
    let is_doubtful = |join: &&Join| {
        join.dropped.contains(&"break") && matches!(join.hyphen, Some("hyphen" | "typeset"))
    };
    let doubtful: Vec<&Join> = joins.iter().filter(is_doubtful).collect();
    let n = doubtful.len();
    if n > MAX_HYPHENS {
        return vec![reading.to_vec(), other(reading, &doubtful)];
    }
    let subsets = (0..1_usize << n).map(|count| {
        let is_other = |&k: &usize| count >> (n - 1 - k) & 1 == 1;
        let others: Vec<&Join> = (0..n).filter(is_other).map(|k| doubtful[k]).collect();
        other(reading, &others)
    });
    subsets.collect()
}

/// Returns a reading without the `-` at some joins, and with a `-` in place of a hyphen of typesetting.
fn other(reading: &[u8], joins: &[&Join]) -> Vec<u8> {
    let mut url = Vec::new();
    let mut from = 0;
    for join in joins {
        url.extend_from_slice(&reading[from..join.url_at]);
        if join.hyphen == Some("typeset") {
            url.push(b'-');
        } else {
            url.pop();
        }
        from = join.url_at;
    }
    url.extend_from_slice(&reading[from..]);
    url
}
