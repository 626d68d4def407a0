//! Damaged text: ragged-quote.

use super::{
    bytes::{is_blank_or_cr, is_ws, line_end, skip_blanks},
    end::Candidate,
    leaders::drop_ragged_marks,
    reading::{ReadOptions, UrlByte, url_byte},
};

/// So many lines in a row may be skipped in the second reading.
pub(super) const MAX_SKIPPED: usize = 3;

/// What one line holds in the second reading.
pub(super) enum Line {
    /// One token, and the line ends.
    Token(Vec<UrlByte>),
    /// One token and, right behind it, the `>` at `close`.
    Last { token: Vec<UrlByte>, close: usize },
}

/// Reads one token from `at` on: before it only blanks, behind it blanks, CR, VT, FF up to `end`.
pub(super) fn line_of_one_token(text: &[u8], at: usize, end: usize) -> Option<Line> {
    let mut token = Vec::new();
    let mut i = skip_blanks(text, at);
    while i < end {
        match text[i] {
            b'<' | b'\0' => return None,
            b'>' if token.is_empty() => return None,
            b'>' => return Some(Line::Last { token, close: i }),
            _ => match url_byte(text, i) {
                Some(byte) => {
                    token.push(byte);
                    i = byte.end;
                }
                None => break,
            },
        }
    }
    // The text's last line is one that no `>` closed.
    let is_over = end < text.len() && text[i..end].iter().all(|&b| is_ws(b));
    (is_over && !token.is_empty()).then_some(Line::Token(token))
}

pub(super) fn has_letter_or_digit(token: &[UrlByte]) -> bool {
    token.iter().any(|byte| byte.value.is_ascii_alphanumeric())
}

impl Candidate<'_> {
    /// `ragged-quote`: every line is one token, once it has lost all leading marks. The reading and
    /// the offset of its `>`, if it succeeds.
    pub(super) fn second_reading(&self) -> Option<(ReadOptions, usize)> {
        let text = self.text;
        let mut reading = ReadOptions::default();

        let content = self.opening.content;
        let mut end = line_end(text, content);
        // An opening line with nothing after its prefix is skipped.
        if !text[content..end].iter().all(|&b| is_blank_or_cr(b)) {
            match line_of_one_token(text, content, end)? {
                Line::Token(token) => reading.bytes.extend(token),
                Line::Last { .. } => return None, // The first reading would have closed there.
            }
        }

        let mut skipped = 0;
        // Whether the tokens on continuation lines, in order, have a letter or digit.
        let mut worded = Vec::new();
        loop {
            if end == text.len() {
                return None;
            }
            let line = end + 1;
            end = line_end(text, line);
            if text[line..end].iter().all(|&b| is_blank_or_cr(b)) {
                return None; // a blank line without marks, or the end of the text
            }
            let dropped = drop_ragged_marks(text, line, &self.marks);
            reading.drop_leader(line, &dropped);
            if text[dropped.end..end].iter().all(|&b| is_blank_or_cr(b)) {
                skipped += 1;
                if skipped > MAX_SKIPPED {
                    return None;
                }
                continue;
            }
            skipped = 0;
            match line_of_one_token(text, dropped.end, end)? {
                Line::Token(token) => {
                    worded.push(has_letter_or_digit(&token));
                    reading.bytes.extend(token);
                }
                Line::Last { token, close } => {
                    worded.push(has_letter_or_digit(&token));
                    reading.bytes.extend(token);
                    let succeeds = worded.first() == Some(&true)
                        && worded.last() == Some(&true)
                        && self.is_within(close);
                    return succeeds.then_some((reading, close));
                }
            }
        }
    }
}
