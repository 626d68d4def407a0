//! Quotations that a line opens and the next one may close.

use urlsift_scan::{Candidate, CandidateParts, Delimiter, Dropped, LinePrefix};

use crate::{
    chars::{has_word, without_last_soft_hyphen},
    end::Surroundings,
    found::{Found, first_dependent},
    line::OpenQuote,
    quote::QuoteEnd,
};

/// Quotations that the line before the current one opens.
#[derive(Debug)]
pub(crate) struct PendingQuotes {
    /// The line from the first mark on, with its line break.
    text: Vec<u8>,
    /// The length of the text without the line break.
    content: usize,
    /// The offset of the text.
    start: u64,
    /// The quotations, by indices into the text.
    open: Vec<OpenQuote>,
    prefix: LinePrefix,
    /// The offset of the first candidate that depends on the quotations.
    pub(crate) undecided: u64,
}

impl PendingQuotes {
    /// Returns the state for the line after `line`, which begins at `start` and opens quotations; `found` are the
    /// candidates of this line. `None` if there are no quotations.
    pub(crate) fn new(
        line: &[u8],
        start: u64,
        mut open: Vec<OpenQuote>,
        prefix: &LinePrefix,
        found: &[Found],
    ) -> Option<Self> {
        let first = open.first()?.start;
        for quote in &mut open {
            quote.start -= first;
            quote.url -= first;
            quote.after_colon -= first;
        }
        let start = start + first as u64;
        Some(Self {
            content: line.strip_suffix(b"\r").unwrap_or(line).len() - first,
            text: [&line[first..], b"\n"].concat(),
            start,
            open,
            prefix: prefix.clone(),
            undecided: first_dependent(found, start),
        })
    }

    /// Returns the first quotation that `line` closes, and the index after its closing mark.
    pub(crate) fn close(&self, line: &[u8], max_len: usize) -> Option<(Found, usize)> {
        let dropped = self.prefix.dropped_from(&line[..line.len().min(max_len)]);
        let rest = &line[dropped..];
        self.open.iter().find_map(|quote| {
            let before = self.text.len() - quote.start + dropped;
            let near = max_len.saturating_sub(before).min(rest.len());
            let QuoteEnd::Closed(len, mark) = quote.mark.find_close(&rest[..near]) else {
                return None;
            };
            let end = dropped + len;
            let raw = [&self.text[quote.start..], &line[..end + mark]].concat();
            let mut first = quote.url - quote.start..self.content - quote.start;
            let line_at = self.text.len() - quote.start;
            let next = line_at + dropped..line_at + end;
            if !has_word(&raw[quote.after_colon - quote.start..first.end])
                && !has_word(&raw[next.clone()])
            {
                return None;
            }
            let pieces = if next.is_empty() { 1 } else { 2 };
            if next.is_empty() {
                first.end = without_last_soft_hyphen(&raw[..first.end]).len();
            }
            let gap = Dropped::Gap {
                line_break: true,
                quote_prefix: dropped > 0,
                space: false,
            };
            let candidate = Candidate::from_parts(&CandidateParts {
                start: self.start + quote.start as u64,
                raw: &raw,
                delimiter: Delimiter::Quote,
                pieces: &[first, next][..pieces],
                dropped: &[gap][..pieces - 1],
                implied: b"",
                quote_depth: self.prefix.depth(),
            });
            Some((
                Found::candidate(candidate, Surroundings::default()),
                end + mark,
            ))
        })
    }
}
