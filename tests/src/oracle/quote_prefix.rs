//! Quote prefixes.

use std::collections::BTreeSet;

use super::bytes::skip_blanks;

/// The maximum number of marks in a prefix.
pub(super) const MAX_MARKS: usize = 64;

/// Returns the offset after the mark at `at`: `>`, `|`, `:`, or one to four letters directly followed by `>`.
pub(super) fn mark(text: &[u8], at: usize) -> Option<usize> {
    match text.get(at)? {
        b'>' | b'|' | b':' => Some(at + 1),
        _ => {
            let letters = text[at..]
                .iter()
                .take_while(|b| b.is_ascii_alphabetic())
                .count();
            ((1..=4).contains(&letters) && text.get(at + letters) == Some(&b'>'))
                .then_some(at + letters + 1)
        }
    }
}

/// Returns the marks before the `<` on its line, up to a `>` that closed a link and at most 64.
pub(super) fn quote_prefix<'a>(
    text: &'a [u8],
    start: usize,
    closers: &BTreeSet<usize>,
) -> Vec<&'a [u8]> {
    let before = &text[..start];
    let line = before
        .iter()
        .rposition(|&b| b == b'\n')
        .map_or(0, |lf| lf + 1);
    let mut marks = Vec::new();
    let mut at = skip_blanks(before, line);
    while let Some(end) = mark(before, at) {
        if closers.contains(&(end - 1)) || marks.len() == MAX_MARKS {
            break;
        }
        marks.push(&before[at..end]);
        at = skip_blanks(before, end);
    }
    marks
}

/// The quote prefix dropped from a continuation line.
pub(super) struct Dropped {
    /// The offset after the marks and following spaces and tabs; the start of the line if there are none.
    pub(super) end: usize,
    /// Whether any mark is dropped.
    pub(super) any: bool,
    /// The offset of the last `>` among the marks.
    pub(super) last_angle: Option<usize>,
}

impl Dropped {
    pub(super) fn take(&mut self, text: &[u8], end: usize) {
        self.any = true;
        if text[end - 1] == b'>' {
            self.last_angle = Some(end - 1);
        }
        self.end = skip_blanks(text, end);
    }
}

/// Drops the marks of the opening line, in order, as long as the line at `line` has the same.
pub(super) fn drop_marks(text: &[u8], line: usize, marks: &[&[u8]]) -> Dropped {
    let mut dropped = Dropped {
        end: line,
        any: false,
        last_angle: None,
    };
    for &wanted in marks {
        let at = skip_blanks(text, dropped.end);
        match mark(text, at) {
            Some(end) if text[at..end] == *wanted => dropped.take(text, end),
            _ => break,
        }
    }
    dropped
}

/// In the second reading: drops also all further leading `>`, and `|` and `:` if the opening line has them.
pub(super) fn drop_ragged_marks(text: &[u8], line: usize, marks: &[&[u8]]) -> Dropped {
    let mut dropped = drop_marks(text, line, marks);
    loop {
        let at = skip_blanks(text, dropped.end);
        match text.get(at) {
            Some(b'>') => dropped.take(text, at + 1),
            Some(&b @ (b'|' | b':')) if marks.contains(&&[b][..]) => dropped.take(text, at + 1),
            _ => return dropped,
        }
    }
}

/// The depth of the quote prefix on the line, before `at`.
pub(super) fn depth(text: &[u8], at: usize) -> usize {
    quote_prefix(text, at, &BTreeSet::new()).len()
}
