//! Damaged text: ragged-quote.

use super::{
    bytes::{is_blank_or_cr, line_end, skip_blanks, ws_len},
    end::Candidate,
    quote_prefix::drop_ragged_marks,
    reading::{Reading, UrlByte, url_byte},
};

/// The maximum number of consecutive lines that the second reading skips.
pub(super) const MAX_SKIPPED: usize = 3;

/// The contents of one line in the second reading.
pub(super) enum Line {
    /// One token, up to the end of the line.
    Token(Vec<UrlByte>),
    /// One token directly followed by the `>` at `close`.
    Last { token: Vec<UrlByte>, close: usize },
}

/// Reads one token from `at` on, preceded by spaces and tabs and followed by spaces, tabs, CR, VT and FF up to `end`.
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
    // If no `>` has closed the last line of the text, it is not a token.
    while i < end {
        i += ws_len(text, i)?;
    }
    let is_over = end < text.len();
    (is_over && !token.is_empty()).then_some(Line::Token(token))
}

pub(super) fn has_letter_or_digit(token: &[UrlByte]) -> bool {
    token.iter().any(|byte| byte.value.is_ascii_alphanumeric())
}

impl Candidate<'_> {
    /// `ragged-quote`: reads one token from every line after dropping all leading marks. Returns the reading and
    /// the offset of its `>`.
    pub(super) fn second_reading(&self) -> Option<(Reading, usize)> {
        let text = self.text;
        let mut reading = Reading::default();

        let content = self.opening.content;
        let mut end = line_end(text, content);
        // An opening line with nothing after the prefix is skipped.
        if !text[content..end].iter().all(|&b| is_blank_or_cr(b)) {
            match line_of_one_token(text, content, end)? {
                Line::Token(token) => reading.bytes.extend(token),
                Line::Last { .. } => return None, // The first reading closes there.
            }
        }

        let mut skipped = 0;
        // Whether the token of each continuation line has a letter or digit.
        let mut worded = Vec::new();
        loop {
            if end == text.len() {
                return None;
            }
            let line = end + 1;
            end = line_end(text, line);
            if text[line..end].iter().all(|&b| is_blank_or_cr(b)) {
                return None; // A blank line without marks, or the end of the text.
            }
            let dropped = drop_ragged_marks(text, line, &self.marks);
            reading.drop_prefix(line, &dropped);
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
                        && self.is_within(close)
                        // `p->q` is an arrow.
                        && !text.get(close + 1).is_some_and(u8::is_ascii_alphanumeric);
                    reading.drop_typeset_hyphens(text);
                    return succeeds.then_some((reading, close));
                }
            }
        }
    }
}
