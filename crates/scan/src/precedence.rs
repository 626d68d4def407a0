//! Decides between overlapping URLs of all kinds.
//!
//! Each byte belongs to at most one URL. Those in angle brackets take precedence, then those in quotation marks, those
//! after `URL:`, bare ones, names, and addresses; a weaker one ends where a stronger one begins. A URL does not claim
//! its bytes if it is none by any standard, if it is [spaced](crate::Candidate::spaced) and contains a second `://`, or
//! if it was rejected.

use std::ops::Range;

use crate::{
    candidate::{CandidateWarning, Delimiter},
    hits::{Hit, Hits, url_of},
    line::{LineFinder, without_last_soft_hyphen},
    substring,
};

/// The kinds of URLs without angle brackets, those with the highest precedence first.
const BY_PRECEDENCE: [Delimiter; 5] = [
    Delimiter::Quote,
    Delimiter::Prefix,
    Delimiter::Bare,
    Delimiter::Name,
    Delimiter::Address,
];

/// Sorts the hits without angle brackets, and removes those that lose. `is_url` returns whether a string is a URL by
/// any standard.
pub(crate) fn decide(hits: &mut Hits, text: &[u8], finder: &LineFinder, is_url: fn(&[u8]) -> bool) {
    let mut found = std::mem::take(&mut hits.lines);
    let is_before = |first: &Hit, second: &Hit| first.span.start <= second.span.start;
    if !found.is_sorted_by(is_before) {
        found.sort_by_key(|found| found.span.start);
    }
    let claims_bytes = |hit: &Hit| {
        hit.reason.is_none() && !hit.is_too_long && {
            let url = url_of(hit, &hits.pieces, text);
            !(is_spaced(hit) && joins_several(&url)) && is_url(&url)
        }
    };
    // Of those in angle brackets, only those that overlap others matter.
    let mut claims: Vec<Range<usize>> = Vec::new();
    let mut before = found.iter().peekable();
    let mut end = 0;
    for bracket in &hits.brackets {
        while let Some(found) = before.next_if(|found| found.span.start < bracket.span.end) {
            end = end.max(found.span.end);
        }
        if end > bracket.span.start && claims_bytes(bracket) {
            claims.push(bracket.span.clone());
        }
    }
    let is_simple = |found: &Hit| {
        matches!(
            found.delimiter,
            Delimiter::Bare | Delimiter::Name | Delimiter::Address
        )
    };
    let are_apart = |first: &Hit, second: &Hit| first.span.end <= second.span.start;
    if claims.is_empty() && found.iter().all(is_simple) && found.is_sorted_by(are_apart) {
        hits.lines = found;
        return;
    }
    let mut is_kept = vec![true; found.len()];
    for kind in BY_PRECEDENCE {
        let earlier = claims.len();
        let mut last = 0;
        for (found, is_kept) in found.iter_mut().zip(&mut is_kept) {
            if found.delimiter != kind {
                continue;
            }
            *is_kept = last <= found.span.start
                && match first_overlap(&claims[..earlier], &found.span) {
                    None => true,
                    Some(claim) => {
                        let shorter = cut(finder, text, found, claim.start);
                        shorter.map(|shorter| *found = shorter).is_some()
                    }
                };
            if *is_kept && claims_bytes(found) {
                last = found.span.end;
                claims.push(found.span.clone());
            }
        }
        if claims.len() > earlier {
            claims.sort_by_key(|claim| claim.start);
        }
    }
    let mut is_kept = is_kept.into_iter();
    found.retain(|_| is_kept.next().unwrap_or(true));
    hits.lines = found;
}

/// Returns what is left of the first line of a URL before an index at which a stronger kind begins; `None` if that is
/// no URL. A quotation is never cut. What is left can still be too long.
fn cut(finder: &LineFinder, text: &[u8], found: &Hit, end: usize) -> Option<Hit> {
    if found.reason.is_some() || found.delimiter == Delimiter::Quote {
        return None;
    }
    let url = found.url.start;
    if end <= url {
        return None;
    }
    let start = found.span.start;
    let mut longest = found.span.end;
    if found.is_too_long {
        longest = start + finder.config().max_len;
        if longest < end {
            return Some(Hit {
                span: start..end,
                ..found.clone()
            });
        }
    }
    let raw = &text[start..longest.min(end)];
    let line = memchr::memchr(b'\n', raw)
        .map_or(raw, |line_end| without_last_soft_hyphen(&raw[..line_end]));
    let len = finder.end_of(&line[url - start..], found.form, found.around)?;
    let url = url..url + len;
    Some(Hit {
        span: start..url.end,
        url,
        pieces: 0..0,
        other: None,
        likely: None,
        lacks_host: false,
        is_too_long: false,
        ..found.clone()
    })
}

fn is_spaced(hit: &Hit) -> bool {
    hit.warnings.contains(CandidateWarning::Spaced)
}

/// Returns whether a URL that spaces were dropped from seems to join several.
fn joins_several(url: &[u8]) -> bool {
    substring::find_iter(url, b"://").nth(1).is_some()
}

/// Returns the first of several ranges, which are in order and do not overlap each other, that overlaps a range.
fn first_overlap<'c>(claims: &'c [Range<usize>], range: &Range<usize>) -> Option<&'c Range<usize>> {
    let first = claims.partition_point(|claim| claim.end <= range.start);
    let first = claims.get(first);
    first.filter(|claim| claim.start < range.end)
}
