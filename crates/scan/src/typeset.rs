//! Typesetters' hyphens and ligatures in URLs.

use crate::{candidate::Dropped, piece::Piece, substring, text::ends_in_raw_soft_hyphen};

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

/// The first bytes of U+FB00 to U+FB06, and what follows the last one for each.
const LIGATURE: &[u8] = b"\xef\xac";
const LETTERS: [&[u8]; 7] = [b"ff", b"fi", b"fl", b"ffi", b"ffl", b"st", b"st"];

/// Returns a URL with the letters of its ligatures; `None` if it has none.
pub(crate) fn without_ligatures(url: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut copied = 0;
    for at in substring::find_iter(url, LIGATURE) {
        let end = at + LIGATURE.len();
        let letters = url.get(end).map(|last| last.wrapping_sub(0x80));
        if let Some(letters) = letters.and_then(|index| LETTERS.get(usize::from(index))) {
            out.extend_from_slice(&url[copied..at]);
            out.extend_from_slice(letters);
            copied = end + 1;
        }
    }
    out.extend_from_slice(&url[copied..]);
    (copied > 0).then_some(out)
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
    use super::without_ligatures;
    use crate::{Config, Event, Hyphen, HyphenPolicy, Repair, find};

    #[test]
    fn ligatures_are_letters() {
        let letters = |url: &str| without_ligatures(url.as_bytes());
        assert_eq!(
            letters("\u{fb00}a\u{fb04}\u{fb06}"),
            Some(b"ffafflst".to_vec())
        );
        assert_eq!(letters("\u{fb07}\u{fb4f}"), None);
        let config = Config::new().undelimited(true);
        let found = |text: &str| {
            let [Event::Candidate(found)] = &find(text.as_bytes(), &config)[..] else {
                panic!("not one candidate: {text}");
            };
            let guess = found
                .second_guesses(false)
                .find(|guess| guess.repair == Repair::Ligature);
            let guess = guess.map(|guess| guess.url.into_owned());
            (found.url().to_vec(), guess)
        };
        assert_eq!(
            found("http://a/o\u{fb03}ce\n"),
            (b"http://a/office".to_vec(), None)
        );
        let url = "http://a/o\u{fb03}c\u{e9}";
        let letters = "http://a/offic\u{e9}".into();
        assert_eq!(found(url), (url.into(), Some(letters)));
    }

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
