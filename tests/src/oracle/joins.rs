//! Where: pieces and joins.

use super::{Join, bytes::line_break, reading::Reading};

/// **Where.** Returns the pieces of the first reading and the joins between them.
pub(super) fn pieces_and_joins(text: &[u8], reading: &Reading) -> (Vec<(usize, usize)>, Vec<Join>) {
    let mut pieces: Vec<(usize, usize)> = Vec::new();
    let mut joins = Vec::new();
    for (url_at, byte) in reading.bytes.iter().enumerate() {
        let hyphen = (url_at > 0 && reading.bytes[url_at - 1].value == b'-').then_some("hyphen");
        if byte.is_restored_at() {
            let blank = byte.at + b" at".len();
            let mut dropped = vec!["at"];
            if text[blank..byte.end] != *b" " {
                dropped.extend(dropped_between(text, reading, blank, byte.end));
            }
            joins.push(Join {
                url_at,
                dropped,
                hyphen,
            });
            // Empty until the next byte extends it, unless that byte was trimmed.
            pieces.push((byte.end, byte.end));
            continue;
        }
        match pieces.last_mut() {
            Some(piece) if piece.1 == byte.at => piece.1 = byte.end,
            Some(piece) => {
                let dropped = dropped_between(text, reading, piece.1, byte.at);
                joins.push(Join {
                    url_at,
                    dropped,
                    hyphen,
                });
                pieces.push((byte.at, byte.end));
            }
            None => pieces.push((byte.at, byte.end)),
        }
    }
    (pieces, joins)
}

/// Returns what was dropped from `from` to `to`: `break`, `leader`, `space`, each at most once.
pub(super) fn dropped_between(
    text: &[u8],
    reading: &Reading,
    from: usize,
    to: usize,
) -> Vec<&'static str> {
    let what = |i: usize| {
        let in_prefix = |&(start, end): &(usize, usize)| start <= i && i < end;
        if line_break(text, i).is_some() {
            "break"
        } else if reading.prefixes.iter().any(in_prefix) {
            "leader"
        } else {
            "space"
        }
    };
    ["break", "leader", "space"]
        .into_iter()
        .filter(|&name| (from..to).any(|i| what(i) == name))
        .collect()
}
