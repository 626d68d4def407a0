//! **A typesetter's hyphen** in URLs without angle brackets: U+00AD anywhere, and U+2010 right before a line break.

use super::{Found, Join};

const SOFT: &[u8] = "\u{ad}".as_bytes();
const HYPHEN: &[u8] = "\u{2010}".as_bytes();

/// Takes these hyphens out of a URL, which has at most one line break.
pub(super) fn without_typeset_hyphens(text: &[u8], found: Found) -> Found {
    let written: usize = found.pieces.iter().map(|(from, to)| to - from).sum();
    let implied = found.readings[0][..found.readings[0].len() - written].to_vec();
    let last = found.pieces.len() - 1;
    let mut pieces = Vec::new();
    for (index, &(from, to)) in found.pieces.iter().enumerate() {
        let is_before_break = index < last;
        let to = match text[from..to].strip_suffix(HYPHEN) {
            Some(rest) if is_before_break => from + rest.len(),
            _ => to,
        };
        let mut start = from;
        for at in from..to {
            if text[at..to].starts_with(SOFT) {
                pieces.push((start, at));
                start = at + SOFT.len();
            }
        }
        pieces.push((start, to));
    }
    pieces.retain(|(from, to)| from < to);
    let mut reading = implied;
    let mut joins: Vec<Join> = Vec::new();
    let mut second = None;
    for (index, &(from, to)) in pieces.iter().enumerate() {
        if let Some(before) = index.checked_sub(1) {
            let gap = &text[pieces[before].1..from];
            let has = |hyphen: &[u8]| gap.windows(hyphen.len()).any(|bytes| bytes == hyphen);
            let breaks = gap.contains(&b'\n');
            let join = found.joins.first().filter(|_| breaks);
            let hyphen = if has(HYPHEN) {
                Some("typeset")
            } else if has(SOFT) {
                Some("soft")
            } else {
                reading.ends_with(b"-").then_some("hyphen")
            };
            if breaks {
                second = match hyphen {
                    Some("typeset") => Some([&reading[..], b"-"].concat()),
                    Some("hyphen") => Some(reading[..reading.len() - 1].to_vec()),
                    _ => None,
                };
            }
            joins.push(Join {
                url_at: reading.len(),
                dropped: join.map_or(Vec::new(), |join| join.dropped.clone()),
                hyphen,
            });
        }
        reading.extend_from_slice(&text[from..to]);
        if let Some(second) = second.as_mut() {
            second.extend_from_slice(&text[from..to]);
        }
    }
    Found {
        readings: [Some(reading), second].into_iter().flatten().collect(),
        pieces,
        joins,
        ..found
    }
}
