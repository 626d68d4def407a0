//! Base64 (RFC 2045 §6.8).

mod line;
mod quantum;
#[cfg(test)]
mod tests;

use std::mem;

pub(crate) use self::quantum::Quantum;
use self::{
    line::{Extent, LONG_RUN, LineKind},
    quantum::{MAX_DECODED, decode_quanta, is_in_alphabet},
};
pub(super) use self::{
    line::{MAX_LINE_HEAD, line_head},
    quantum::sextet,
};
use super::{
    carried::{Carried, TextDecoder},
    output::Output,
    text::without_line_break,
};

/// Decodes base64, and passes on lines of text.
///
/// Characters outside the alphabet are ignored, line breaks among them. But mailing lists append
/// footers, and some put a line of text before the data: a line with a `<`, a `>` or a `://` is text and
/// passed on as it is, and so are lines without any character of the alphabet after it. The first
/// 1000 bytes of a line decide. An empty line is inserted between text and data.
///
/// A line with white space between other bytes is text too, unless it can only be data with white
/// space in it, as [`SpacedLine`](line::SpacedLine) describes.
///
/// Holds back at most 1998 bytes of two lines, and the unused bits of one character before them.
pub(crate) type Base64 = Carried<Lines>;

#[derive(Debug)]
pub(crate) struct Lines {
    state: LinePart,
    quantum: Quantum,
    last: Option<LastOutput>,
    extent: Extent,
    /// A line held back because the next one decides whether it is data, and its offset.
    undecided: Vec<u8>,
    undecided_at: u64,
    buffer: [u8; MAX_DECODED],
}

/// The position in a line.
#[derive(Clone, Copy, Debug)]
enum LinePart {
    /// In the head of a line.
    Head,
    /// In the rest of a long line of base64.
    RestOfBase64,
    /// In the rest of a long line of text.
    RestOfText,
}

/// The kind of the last output bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastOutput {
    Decoded,
    /// Lines of text, which end at this offset of the input.
    Text(u64),
}

impl Default for Lines {
    fn default() -> Self {
        Self {
            state: LinePart::Head,
            quantum: Quantum::default(),
            last: None,
            extent: Extent::default(),
            undecided: Vec::new(),
            undecided_at: 0,
            buffer: [0; MAX_DECODED],
        }
    }
}

impl Lines {
    /// Decodes the head of a line, which begins at the offset `at`.
    fn line(&mut self, line: &[u8], at: u64, out: &mut Output) {
        if !self.undecided.is_empty() {
            self.decide(LineKind::of(line), out);
        }
        let is_text = if self.decode_clean_line(line, at, out) {
            false
        } else {
            let kind = LineKind::of(line);
            let Some(is_text) = self.is_text(kind, line) else {
                self.undecided.extend_from_slice(line);
                self.undecided_at = at;
                self.state = LinePart::Head;
                return;
            };
            self.read_line(line, at, is_text, out);
            is_text
        };
        self.state = match line {
            [.., b'\n'] => LinePart::Head,
            _ if is_text => LinePart::RestOfText,
            _ => LinePart::RestOfBase64,
        };
    }

    /// Decodes the line that is held back, given the line after it.
    fn decide(&mut self, next: LineKind, out: &mut Output) {
        let line = mem::take(&mut self.undecided);
        self.read_line(&line, self.undecided_at, next == LineKind::Text, out);
    }

    fn read_line(&mut self, line: &[u8], at: u64, is_text: bool, out: &mut Output) {
        if is_text {
            self.text(line, at, out);
            return;
        }
        let characters = line.iter().filter(|&&byte| is_in_alphabet(byte)).count();
        let is_whole = self.quantum.len == 0 && characters.is_multiple_of(4);
        let is_padded = line.contains(&b'=');
        self.extent.line(characters, is_whole, is_padded);
        self.decode_base64(line, at, out);
    }

    /// Fast path: decodes a line of whole quanta. Returns `false` if the line is anything else.
    fn decode_clean_line(&mut self, line: &[u8], at: u64, out: &mut Output) -> bool {
        let line = without_line_break(line);
        if line.is_empty() || !line.len().is_multiple_of(4) || self.quantum.len > 0 {
            return false;
        }
        let decoded = decode_quanta(line, &mut self.buffer);
        if decoded / 3 * 4 < line.len() {
            return false;
        }
        self.extent.line(line.len(), true, false);
        self.begin_decoded(out);
        out.quanta(&self.buffer[..decoded], at);
        true
    }

    /// Returns whether a line is text; `None` if the next line decides.
    fn is_text(&self, kind: LineKind, line: &[u8]) -> Option<bool> {
        match kind {
            LineKind::Text => Some(true),
            LineKind::Empty | LineKind::Base64 => {
                let follows_text = matches!(self.last, Some(LastOutput::Text(_)));
                Some(follows_text && !line.iter().any(|&byte| is_in_alphabet(byte)))
            }
            LineKind::Spaced(spaced) => {
                let Extent { full, has_ended } = self.extent;
                let is_long = full > 0 && spaced.characters > full;
                let is_long = is_long || line.len() == MAX_LINE_HEAD;
                if has_ended || is_long {
                    return Some(true);
                }
                if spaced.longest_run >= LONG_RUN || spaced.characters == full {
                    return Some(false);
                }
                let sextets = usize::from(self.quantum.len) + spaced.characters + spaced.pads;
                if !sextets.is_multiple_of(4) {
                    return Some(true);
                }
                (spaced.pads > 0 || full > 0).then_some(false)
            }
        }
    }

    /// Passes on text from the start of a line.
    fn text(&mut self, text: &[u8], at: u64, out: &mut Output) {
        self.extent.has_ended = true;
        if self.last == Some(LastOutput::Decoded) {
            out.blank_line(at);
        }
        self.quantum = Quantum::default();
        self.rest_of_text(text, at, out);
    }

    fn rest_of_text(&mut self, text: &[u8], at: u64, out: &mut Output) {
        out.verbatim(text, at);
        self.last = Some(LastOutput::Text(at + text.len() as u64));
    }

    /// Decodes base64 with bytes outside the alphabet.
    fn decode_base64(&mut self, code: &[u8], at: u64, out: &mut Output) {
        let mut used = 0;
        while used < code.len() {
            let at = at + used as u64;
            let mut decoded = 0;
            if self.quantum.len == 0 {
                decoded = decode_quanta(&code[used..], &mut self.buffer);
            }
            if decoded > 0 {
                self.begin_decoded(out);
                out.quanta(&self.buffer[..decoded], at);
                used += decoded / 3 * 4;
            } else {
                self.character(code[used], at, out);
                used += 1;
            }
        }
    }

    fn character(&mut self, character: u8, at: u64, out: &mut Output) {
        if let Some((byte, characters)) = self.quantum.take(character, at) {
            self.begin_decoded(out);
            out.replaced(&[byte], characters);
        }
    }

    fn begin_decoded(&mut self, out: &mut Output) {
        if let Some(LastOutput::Text(end)) = self.last {
            out.blank_line(end);
        }
        self.last = Some(LastOutput::Decoded);
    }
}

impl TextDecoder for Lines {
    const MAX_LEFT: usize = MAX_LINE_HEAD - 1;

    fn read(&mut self, text: &[u8], at: u64, at_end: bool, out: &mut Output) -> usize {
        let mut used = 0;
        while used < text.len() {
            let (rest, at) = (&text[used..], at + used as u64);
            if let LinePart::Head = self.state {
                let Some(line) = line_head(rest, at_end) else {
                    break;
                };
                self.line(line, at, out);
                used += line.len();
                continue;
            }
            let line = memchr::memchr(b'\n', rest).map(|lf| &rest[..=lf]);
            let taken = line.unwrap_or(rest);
            match self.state {
                LinePart::RestOfText => self.rest_of_text(taken, at, out),
                _ => self.decode_base64(taken, at, out),
            }
            if line.is_some() {
                self.state = LinePart::Head;
            }
            used += taken.len();
        }
        if at_end {
            if !self.undecided.is_empty() {
                self.decide(LineKind::Empty, out);
            }
            self.quantum = Quantum::default();
        }
        used
    }
}
