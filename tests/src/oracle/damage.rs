//! Damaged text: doubtful-close, unclosed, trailing-text.

use super::{
    Found, UNCLOSED,
    bytes::{is_blank, is_blank_or_cr, line_end},
    end::Candidate,
    opening::{Kind, scheme},
    reading::Reading,
};

impl Candidate<'_> {
    /// `doubtful-close` (1): returns whether the `>` at `at`, the first on its line, is also the last, and the
    /// opening line has a quote prefix. (`settle` handles case (2), lines of marks.)
    pub(super) fn is_doubtful_close(&self, at: usize) -> bool {
        let after = &self.text[at + 1..line_end(self.text, at)];
        !self.marks.is_empty() && after.iter().all(|&b| is_blank_or_cr(b))
    }
}

/// The minimum length of a token that can repeat the end of a URL.
const MIN_REPEATED: usize = 4;

/// Cuts a last token that repeats the end of the URL, with a line of marks only between them.
pub(super) fn cut_repeated_end(text: &[u8], reading: &mut Reading) -> bool {
    let Some(gap) = reading.gaps().last() else {
        return false;
    };
    let (from, to) = reading.gap(gap);
    let url: Vec<u8> = reading.bytes.iter().map(|byte| byte.value).collect();
    let (before, token) = url.split_at(gap + 1);
    let breaks = (from..to).filter(|&at| text[at] == b'\n').count();
    let is_repeated = breaks > 1 && token.len() >= MIN_REPEATED && before.ends_with(token);
    if is_repeated {
        reading.bytes.truncate(gap + 1);
    }
    is_repeated
}

/// The minimum length of a URL without a scheme.
pub(super) const MIN_BARE: usize = 4;

impl Candidate<'_> {
    /// `unclosed`: returns the URL before the first *ws*, if there is one.
    pub(super) fn unclosed(&self, mut reading: Reading) -> Option<Found> {
        if self.opening.broken {
            return None;
        }
        let first_gap = reading.gaps().find(|&i| reading.gap_has_ws(self.text, i));
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

/// Returns whether the last byte is punctuation that does not belong to a URL in prose.
pub(super) fn has_trailing_punctuation(url: &[u8]) -> bool {
    match url.last() {
        Some(b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\'' | b'*') => true,
        Some(b')') => !last_has_partner(url, b'(', b')'),
        Some(b']') => !last_has_partner(url, b'[', b']'),
        _ => false,
    }
}

/// Returns whether the closing bracket at the end of `url` has a matching opening bracket.
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

/// `trailing-text`: removes the labels before the close, one by one, then everything from the first `"` on.
/// Returns whether it removed anything.
pub(super) fn cut_trailing_text(text: &[u8], reading: &mut Reading) -> bool {
    let whole = reading.bytes.len();
    while let Some(start) = trailing_label(text, reading) {
        reading.bytes.retain(|byte| byte.at < start);
    }
    if let Some(quote) = reading.bytes.iter().position(|byte| byte.value == b'"') {
        reading.bytes.truncate(quote);
    }
    reading.bytes.len() < whole
}

/// Returns the start of the label at the end of the reading: `[...]` without `[`, `]` or LF inside, after a space or
/// tab, with a byte of the URL before it. (Everything after the last byte is dropped.)
pub(super) fn trailing_label(text: &[u8], reading: &Reading) -> Option<usize> {
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
