//! Finds the URLs in angle brackets: `<URL:...>` and `<scheme:...>`.
//!
//! An attempt at a `<` never reads past the next `<`. So only the last `<` of a text can be undecided.

mod end;
pub(crate) mod open;
pub(crate) mod prefilter;
pub(crate) mod rejoin;
pub(crate) mod scheme;
mod uneven_quoting;

use std::ops::Range;

use self::{
    end::{CloseKind, End, EndSearch},
    open::{Opener, may_open, open, try_fast},
    rejoin::{Content, DroppedMarks, simple},
};
use crate::{
    candidate::{CandidateWarning, CandidateWarnings, Reason},
    config::Config,
    hits::{Hit, Hits},
    text::{Near, Prefix, class},
};

/// Appends the URLs in angle brackets, and those that were rejected, to `hits.brackets`, and returns the index before
/// which all are found: that of the last `<`, if that is undecided, or the length of the text. The search begins at the
/// index `from`, on a line with the prefix `prefix` up to there. `is_last` says that no more text follows.
pub(crate) fn find(
    text: &[u8],
    mut from: usize,
    mut prefix: Prefix,
    config: &Config,
    is_last: bool,
    hits: &mut Hits,
) -> usize {
    let mut searched = from;
    while let Some(distance) = memchr::memchr(b'<', &text[searched..]) {
        let at = searched + distance;
        searched = at + 1;
        let rest = &text[at..];
        let near = &rest[..rest.len().min(config.max_len)];
        let fast = try_fast(near);
        if fast.is_none() && !may_open(rest) {
            continue;
        }
        prefix.read_to_end(&text[from..at]);
        from = at;
        let opener = if let Some(opener) = fast {
            opener
        } else {
            let near = Near::new(near);
            match open(&near, &prefix, &config.schemes) {
                Some(opener) => opener,
                None if near.ran_out() && !is_last && rest.len() < config.max_len => return at,
                None => continue,
            }
        };
        let first_piece = hits.pieces.len();
        let content = Content {
            text: near,
            start: opener.content,
            prefix: &prefix,
        };
        let mut is_on_one_line = false;
        let close = if let Some(close) = simple(near, content, at, &mut hits.pieces) {
            let pieces = first_piece..hits.pieces.len();
            is_on_one_line = fast.is_some() && pieces.len() == 1;
            let hit = Hit::bracket(opener.delimiter, at..close + 1, prefix.depth());
            hits.brackets.push(Hit { pieces, ..hit });
            Some(close)
        } else {
            hits.pieces.truncate(first_piece);
            let search = EndSearch::new(rest, opener, &prefix, config.max_len, is_last);
            let Some(end) = search.run(&mut hits.rejoined) else {
                return at;
            };
            push(rest, at, opener, &prefix, end, hits)
        };
        if let Some(close) = close {
            // Its closing `>` ends the prefix.
            searched = close + 1;
            from = searched;
            let line = if is_on_one_line {
                0
            } else {
                class::last_line_start(&text[at..close])
            };
            if line > 0 {
                prefix.start_line();
                prefix.read_to_end(&text[at + line..close]);
            }
        }
    }
    text.len()
}

/// Appends what an attempt at `at`, where `text` begins, has found. Returns the index of the `>` of a closed candidate.
fn push(
    text: &[u8],
    at: usize,
    opener: Opener,
    prefix: &Prefix,
    end: End,
    hits: &mut Hits,
) -> Option<usize> {
    let Opener { delimiter, content } = opener;
    let content = |end: usize| Content {
        text: &text[..end],
        start: content,
        prefix,
    };
    let rejoined = &mut hits.rejoined;
    let rejected = |reason: Reason, end: usize| Hit {
        reason: Some(reason),
        ..Hit::bracket(delimiter, at..at + end, prefix.depth())
    };
    let (end, warning, is_found) = match end {
        End::Closed {
            close,
            content_end,
            kind,
        } => {
            let (marks, warning) = match kind {
                CloseKind::Certain => (DroppedMarks::OfOpeningLine, None),
                CloseKind::UnevenQuoting => {
                    (DroppedMarks::All, Some(CandidateWarning::UnevenQuoting))
                }
                CloseKind::DoubtfulClose => (
                    DroppedMarks::OfOpeningLine,
                    Some(CandidateWarning::DoubtfulClose),
                ),
            };
            content(content_end).rejoin(marks, rejoined);
            if rejoined.url.is_empty() {
                hits.brackets.push(rejected(Reason::Empty, close));
                return None;
            }
            (close + 1, warning, Some(at + close))
        }
        End::Abandoned {
            reason,
            at: end,
            may_be_unclosed,
        } => {
            let is_found = may_be_unclosed && content(end).rejoin_unclosed(delimiter, rejoined);
            let last = rejoined.pieces.last().filter(|_| is_found);
            let Some(last) = last else {
                hits.brackets.push(rejected(reason, end));
                return None;
            };
            (last.range.end, Some(CandidateWarning::Unclosed), None)
        }
    };
    let mut warnings: CandidateWarnings = rejoined.warnings;
    if let Some(warning) = warning {
        warnings.insert(warning);
    }
    let pieces = hits.pieces.len();
    hits.pieces
        .extend(rejoined.pieces.drain(..).map(|piece| piece.after(at)));
    hits.brackets.push(Hit {
        warnings,
        pieces: pieces..hits.pieces.len(),
        ..Hit::bracket(delimiter, at..at + end, prefix.depth())
    });
    is_found
}

/// Passes a range of a text that ends where no candidate is open: updates the quote prefix at its start to that at its
/// end.
pub(crate) fn pass(text: &[u8], range: Range<usize>, prefix: &mut Prefix, hits: &[Hit]) {
    let line = range.start + class::last_line_start(&text[range.clone()]);
    // The closing `>` of a candidate from the lines before ends the prefix.
    let closed = hits.iter().rev().find(|hit| hit.span.start < line);
    match closed.filter(|hit| hit.span.end > line && hit.is_closed()) {
        Some(hit) => {
            prefix.start_line();
            prefix.read_to_end(&text[line..hit.span.end - 1]);
        }
        None => prefix.read(&text[range]),
    }
}
