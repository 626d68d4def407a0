//! Typesetters' hyphens in URLs without angle brackets.

use crate::{candidate::Dropped, piece::Piece, text::ends_in_raw_soft_hyphen};

/// Returns the pieces without soft hyphens, and without a U+2010 before a line break; `None` if there are no such
/// hyphens, or nothing else.
pub(crate) fn without_typeset_hyphens(text: &[u8], pieces: &[Piece]) -> Option<Vec<Piece>> {
    let mut parts: Vec<Piece> = Vec::new();
    let mut dropped = Dropped::NOTHING;
    for (index, piece) in pieces.iter().enumerate() {
        if index > 0 {
            dropped = merged(dropped, piece.dropped);
        }
        let next = pieces.get(index + 1);
        let mut end = piece.range.end;
        if next.is_some_and(|next| next.dropped.has_line_break()) {
            end -= hyphen_len(&text[piece.range.clone()]);
        }
        let mut start = piece.range.start;
        while start < end {
            let rest = &text[start..end];
            let mut pairs = rest.windows(SOFT.len());
            let soft = pairs.position(|pair| pair == SOFT).unwrap_or(rest.len());
            if soft > 0 {
                let range = start..start + soft;
                if parts.is_empty() {
                    dropped = Dropped::NOTHING;
                }
                parts.push(Piece {
                    range,
                    dropped,
                    sign: piece.sign.filter(|_| dropped.has_line_break()),
                });
                dropped = Dropped::NOTHING;
            }
            start += soft + SOFT.len();
        }
    }
    let is_same = parts.len() == pieces.len() && parts == pieces;
    (!is_same && !parts.is_empty()).then_some(parts)
}

/// Returns the length of the hyphen at the end of a piece that is dropped before a line break.
fn hyphen_len(piece: &[u8]) -> usize {
    if piece.ends_with("\u{2010}".as_bytes()) {
        '\u{2010}'.len_utf8()
    } else {
        usize::from(ends_in_raw_soft_hyphen(piece))
    }
}

/// A soft hyphen (U+00AD).
const SOFT: &[u8] = "\u{ad}".as_bytes();

/// Returns what was dropped at two places with nothing of the URL between them.
const fn merged(first: Dropped, second: Dropped) -> Dropped {
    match (first, second) {
        (
            Dropped::Gap {
                line_break,
                quote_prefix,
                space,
            },
            Dropped::Gap {
                line_break: second_break,
                quote_prefix: second_prefix,
                space: second_space,
            },
        ) => Dropped::Gap {
            line_break: line_break || second_break,
            quote_prefix: quote_prefix || second_prefix,
            space: space || second_space,
        },
        (Dropped::Gap { .. }, other) | (other, _) => other,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Config, Event, Hyphen, HyphenPolicy, find};

    #[test]
    fn typeset_hyphens_are_dropped() {
        let text = "(http://a/\u{ad}c\u{2010}\n\u{ad}d\u{2010}e\u{ad})";
        let config = Config::new().undelimited(true);
        let [Event::Candidate(found)] = &find(text.as_bytes(), &config)[..] else {
            panic!("not one candidate");
        };
        let readings = found.readings(HyphenPolicy::Both);
        let readings: Vec<_> = readings
            .map(|url| String::from_utf8_lossy(&url).into_owned())
            .collect();
        assert_eq!(readings, ["http://a/cd\u{2010}e", "http://a/c-d\u{2010}e"]);
        let joins: Vec<_> = found
            .joins()
            .iter()
            .map(|join| (join.dropped.has_line_break(), join.hyphen))
            .collect();
        let expected = [(false, Some(Hyphen::Soft)), (true, Some(Hyphen::Typeset))];
        assert_eq!(joins, expected);
        assert_eq!(
            found.readings(HyphenPolicy::Drop).next(),
            found.readings(HyphenPolicy::Keep).next()
        );
    }
}
