//! Damaged text: doubtful-close, unclosed, trailing-text.

use super::{
    Found, UNCLOSED,
    bytes::{is_blank, is_blank_or_cr, line_end},
    end::Candidate,
    opening::{Kind, scheme},
    reading::ReadOptions,
};

impl Candidate<'_> {
    /// `doubtful-close` (1): whether the `>` at `at`, first on its line, is last on it, too, after an
    /// opening line with a leader. (Case (2) is that of the lines of marks in `settle`.)
    pub(super) fn is_doubtful_close(&self, at: usize) -> bool {
        let behind = &self.text[at + 1..line_end(self.text, at)];
        !self.marks.is_empty() && behind.iter().all(|&b| is_blank_or_cr(b))
    }
}

/// A URL without a scheme has at least so many bytes.
pub(super) const MIN_BARE: usize = 4;

impl Candidate<'_> {
    /// `unclosed`: what stands before the first *ws*, if that makes a URL.
    pub(super) fn unclosed(&self, mut reading: ReadOptions) -> Option<Found> {
        if self.opening.broken {
            return None;
        }
        let first_gap = reading.gaps().next();
        if let Some(last) = first_gap {
            reading.bytes.truncate(last + 1);
        }
        let mut url: Vec<u8> = reading.bytes.iter().map(|byte| byte.value).collect();
        if let Some(cut) = (0..url.len()).find(|&i| url[i] == b'"' || url[i..].starts_with(b"&gt;"))
        {
            url.truncate(cut);
        }
        while has_trailing_punctuation(&url) {
            url.pop();
        }
        reading.bytes.truncate(url.len());

        let is_enough = match scheme(&url) {
            Some(colon) => {
                let after = &url[colon + 1..];
                !after.strip_prefix(b"//").unwrap_or(after).is_empty()
            }
            None => self.opening.kind == Kind::Url && url.len() >= MIN_BARE && url.contains(&b'.'),
        };
        let end = reading.bytes.last()?.end;
        is_enough.then(|| self.found(&reading, end, vec![UNCLOSED]))
    }
}

/// Whether the last byte is none that a URL in prose ends with.
pub(super) fn has_trailing_punctuation(url: &[u8]) -> bool {
    match url.last() {
        Some(b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\'' | b'*') => true,
        Some(b')') => !last_has_partner(url, b'(', b')'),
        Some(b']') => !last_has_partner(url, b'[', b']'),
        _ => false,
    }
}

/// Whether the closing bracket that ends `url` matches an opening one, by ordinary nesting.
pub(super) fn last_has_partner(url: &[u8], opening: u8, closing: u8) -> bool {
    let mut open = 0usize;
    let mut has_partner = false;
    for &byte in url {
        if byte == opening {
            open += 1;
        } else if byte == closing {
            has_partner = open > 0;
            open = open.saturating_sub(1);
        }
    }
    has_partner
}

/// `trailing-text`: cuts the labels in front of the close, one after the other, then everything from
/// the first `"` on. Says whether anything was cut.
pub(super) fn cut_trailing_text(text: &[u8], reading: &mut ReadOptions) -> bool {
    let whole = reading.bytes.len();
    while let Some(start) = trailing_label(text, reading) {
        reading.bytes.retain(|byte| byte.at < start);
    }
    if let Some(quote) = reading.bytes.iter().position(|byte| byte.value == b'"') {
        reading.bytes.truncate(quote);
    }
    reading.bytes.len() < whole
}

/// Where the label begins that the reading ends with: `[...]` without `[`, `]` or LF inside, after a
/// blank, with a byte of the URL before it. (All that stands behind the last byte is dropped.)
pub(super) fn trailing_label(text: &[u8], reading: &ReadOptions) -> Option<usize> {
    let first = reading.bytes.first()?;
    let last = reading.bytes.last()?;
    if last.value != b']' {
        return None;
    }
    let start = (first.at..last.at)
        .rev()
        .find(|&i| matches!(text[i], b'[' | b']' | b'\n'))?;
    (text[start] == b'[' && first.at < start && is_blank(text[start - 1])).then_some(start)
}
