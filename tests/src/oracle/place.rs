//! Where.

use super::{Join, bytes::line_break, reading::ReadOptions};

/// **Where.** The pieces of the first reading, and the joins between them.
pub(super) fn pieces_and_joins(
    text: &[u8],
    reading: &ReadOptions,
) -> (Vec<(usize, usize)>, Vec<Join>) {
    let mut pieces: Vec<(usize, usize)> = Vec::new();
    let mut joins = Vec::new();
    for (url_at, byte) in reading.bytes.iter().enumerate() {
        let hyphen = url_at > 0 && reading.bytes[url_at - 1].value == b'-';
        if byte.is_restored_at() {
            joins.push(Join {
                url_at,
                dropped: vec!["at"],
                hyphen,
            });
            // Empty until the byte behind it comes, if that one was not trimmed.
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

/// What was dropped from `from` to `to`: `break`, `leader`, `space`, each at most once.
pub(super) fn dropped_between(
    text: &[u8],
    reading: &ReadOptions,
    from: usize,
    to: usize,
) -> Vec<&'static str> {
    let what = |i: usize| {
        let in_leader = |&(start, end): &(usize, usize)| start <= i && i < end;
        if line_break(text, i).is_some() {
            "break"
        } else if reading.leaders.iter().any(in_leader) {
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
