//! Quotations that a line opens and the next one may close.

use std::ops::Range;

use super::{
    chars::{has_word, without_last_soft_hyphen},
    find::OpenQuote,
    quote::QuoteEnd,
};
use crate::{candidate::Dropped, hits::Hit, piece::Piece, text::Prefix};

/// The quotations that a line opens and does not close, by indices into the text.
#[derive(Debug, Default)]
pub(crate) struct OpenQuotes {
    pub(crate) quotes: Vec<OpenQuote>,
    /// The end of their line, without its line break.
    pub(crate) line_end: usize,
    /// The quote prefix of their line.
    pub(crate) prefix: Prefix,
}

impl OpenQuotes {
    /// Returns the index of the first quotation.
    pub(crate) fn start(&self) -> Option<usize> {
        self.quotes.first().map(|quote| quote.start)
    }

    /// Returns the first quotation that the next line closes, and its pieces.
    pub(crate) fn close(
        &self,
        text: &[u8],
        line: &Range<usize>,
        max_len: usize,
    ) -> Option<(Hit, Vec<Piece>)> {
        let near = &text[line.start..line.end.min(line.start.saturating_add(max_len))];
        let dropped = self.prefix.dropped_from(near);
        let from = line.start + dropped;
        self.quotes.iter().find_map(|quote| {
            let longest = quote.start.saturating_add(max_len);
            let rest = &text[from..longest.clamp(from, line.end)];
            let QuoteEnd::Closed(len, mark) = quote.mark.find_close(rest) else {
                return None;
            };
            let mut first = quote.url..self.line_end;
            let next = from..from + len;
            if next.is_empty() {
                first.end =
                    quote.start + without_last_soft_hyphen(&text[quote.start..first.end]).len();
            }
            if !has_word(&text[quote.after_colon..first.end]) && !has_word(&text[next.clone()]) {
                return None;
            }
            let span = quote.start..next.end + mark;
            let pieces = if next.is_empty() {
                vec![Piece::new(first.clone(), Dropped::NOTHING)]
            } else {
                let gap = Dropped::Gap {
                    line_break: true,
                    quote_prefix: dropped > 0,
                    space: false,
                };
                vec![
                    Piece::new(first.clone(), Dropped::NOTHING),
                    Piece::new(next, gap),
                ]
            };
            let hit = Hit {
                quote_depth: self.prefix.depth(),
                ..Hit::quote(span, first)
            };
            Some((hit, pieces))
        })
    }
}
