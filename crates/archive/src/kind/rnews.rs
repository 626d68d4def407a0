//! Batches of articles for rnews (RFC 1036 §4.3): a line `#! rnews N` before each article, which is N bytes long.

use crate::{
    frame::{
        Bounds, Candidate, Envelope, FrameToken, Framing, Line, Lookback, Mark, Match, Window,
        ends_before, may_begin_with,
    },
    recognise::Head,
};

/// The start of the line before each article.
const RNEWS: &[u8] = b"#! rnews ";

#[derive(Debug)]
pub(super) struct Rnews;

impl Framing for Rnews {
    /// Matches `#! rnews 1234` and a line break.
    fn begins_file(&self, head: &Head<'_>) -> Option<bool> {
        /// A number that is too large is a wrong length; the file is a batch all the same.
        const MAX_DIGITS: usize = 40;
        if !head.has(0, RNEWS)? {
            return Some(false);
        }
        let number = head.from(RNEWS.len()).iter();
        let digits = number.take_while(|byte| byte.is_ascii_digit()).count();
        if digits > MAX_DIGITS {
            return Some(false);
        }
        let line_break = head.line_break(RNEWS.len() + digits)?;
        Some(digits > 0 && line_break > 0)
    }

    fn mark(&self) -> Option<Mark> {
        Some(Mark::new(RNEWS))
    }

    fn envelope(&self, _: &Bounds, window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
        let mut envelope = Envelope::none(at);
        if window.bytes[at..].first() == Some(&b'#') {
            match window.short_line(at) {
                Line::Unfinished => return Err(at),
                Line::Long => {}
                Line::Whole(line) => {
                    if let Some(length) = declared_length(line) {
                        envelope.header += line.len();
                        envelope.length = Some(length);
                    }
                }
            }
        }
        Ok(envelope)
    }

    fn token_at(&self, bounds: &mut Bounds, window: &Window<'_>, at: usize) -> Option<FrameToken> {
        let length = length_at(window, at);
        bounds.token_at_length(window, at, window.begins_line(at), length, |end| {
            self.ends_at(window, end)
        })
    }

    fn may_begin(&self, line: &[u8]) -> bool {
        may_begin_with(line, RNEWS)
    }

    fn may_begin_in_line(&self, text: &[u8]) -> bool {
        RNEWS.starts_with(text)
    }

    fn ends_at(&self, window: &Window<'_>, at: usize) -> Option<bool> {
        ends_before(window, at, 0, |next| {
            let length = length_at(window, next).decided(window.at_end)?;
            Some(length.is_yes())
        })
    }

    fn lookback(&self) -> Lookback {
        Lookback::Lengths(|window, at| {
            let Line::Whole(line) = window.short_line(at) else {
                return None;
            };
            Some(Candidate {
                at,
                after: at + line.len(),
                is_boundary: window.begins_line(at),
                length: Some(declared_length(line)?),
            })
        })
    }
}

/// Returns the length that the line at an index declares.
fn length_at(window: &Window<'_>, at: usize) -> Match<u64> {
    let text = &window.bytes[at..];
    match window.short_line(at) {
        Line::Whole(line) => declared_length(line).map_or(Match::No, Match::Yes),
        Line::Unfinished if may_begin_with(text, RNEWS) => Match::Unknown,
        Line::Unfinished | Line::Long => Match::No,
    }
}

/// Returns the number of bytes that a line `#! rnews N` declares. A number that is too large
/// saturates.
fn declared_length(line: &[u8]) -> Option<u64> {
    let number = line.strip_prefix(RNEWS)?.trim_ascii();
    let is_number = !number.is_empty() && number.iter().all(u8::is_ascii_digit);
    let number = str::from_utf8(number).ok().filter(|_| is_number)?;
    Some(number.parse().unwrap_or(u64::MAX))
}
