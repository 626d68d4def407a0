//! Joins folded lines, and decodes values that are encoded.

use super::{format::ContentLines, head::PropertyHead};
use crate::decode::{
    base64::Quantum, decoder::Decoder, output::Output, quoted_printable::QuotedPrintable,
};

/// Drops each line break with the space or tab after it (RFC 5545 §3.1, RFC 2849 note 2), also within a character.
///
/// The values in quoted-printable of vCard 2.1 are decoded, with soft line breaks that no space or tab follows, and
/// those in base64 of LDIF, up to a NUL, which no text has. Other values in base64 are files, and stay as they are.
///
/// Holds back at most two bytes of a line break, 66 bytes of quoted-printable, and the unused bits of one character of
/// base64.
#[derive(Debug)]
pub(crate) struct Unfold {
    form: ContentLines,
    head: PropertyHead,
    state: LinePart,
    line_break: Option<LineBreak>,
    /// Offset of the first byte of the line break.
    break_at: u64,
}

/// The position in a property.
#[derive(Debug)]
enum LinePart {
    Head,
    /// In a value, or after its colon.
    Value,
    /// After the first colon of a property of LDIF.
    Colon,
    QuotedPrintable {
        decoder: QuotedPrintable,
        /// Whether an `=` with white space after it is all that may precede a line break.
        is_soft: bool,
    },
    Base64(Quantum),
    /// The rest of a value that is no text.
    Skipped,
}

/// A line break that the next byte may fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineBreak {
    /// A CR, which an LF may follow.
    Cr,
    Lf,
    CrLf,
}

impl LineBreak {
    const fn bytes(self) -> &'static [u8] {
        match self {
            Self::Cr => b"\r",
            Self::Lf => b"\n",
            Self::CrLf => b"\r\n",
        }
    }
}

impl Unfold {
    /// Creates a decoder at the start of a line.
    pub(crate) fn new(form: ContentLines) -> Self {
        Self {
            form,
            head: PropertyHead::default(),
            state: LinePart::Head,
            line_break: None,
            break_at: 0,
        }
    }

    /// Reads a line up to its break, and holds the break back. Returns the number of bytes used.
    fn line(&mut self, text: &[u8], at: u64, out: &mut Output) -> usize {
        let lf = memchr::memchr(b'\n', text);
        let line = &text[..lf.unwrap_or(text.len())];
        let content = line.strip_suffix(b"\r").unwrap_or(line);
        self.content(content, at, out);
        let has_cr = content.len() < line.len();
        self.line_break = match (lf, has_cr) {
            (Some(_), true) => Some(LineBreak::CrLf),
            (Some(_), false) => Some(LineBreak::Lf),
            (None, true) => Some(LineBreak::Cr),
            (None, false) => None,
        };
        self.break_at = at + content.len() as u64;
        lf.map_or(text.len(), |lf| lf + 1)
    }

    /// Reads bytes of a line that are no part of its break.
    fn content(&mut self, text: &[u8], at: u64, out: &mut Output) {
        let (mut rest, mut at) = (text, at);
        while !rest.is_empty() {
            let used = match &mut self.state {
                LinePart::Head => {
                    let end = self.head.read(rest);
                    let used = end.unwrap_or(rest.len());
                    out.verbatim(&rest[..used], at);
                    if end.is_some() {
                        self.state = self.value();
                    }
                    used
                }
                LinePart::Colon if rest[0] == b':' => {
                    out.verbatim(&rest[..1], at);
                    self.state = LinePart::Base64(Quantum::default());
                    1
                }
                LinePart::Colon => {
                    self.state = LinePart::Value;
                    0
                }
                LinePart::Value => {
                    out.verbatim(rest, at);
                    rest.len()
                }
                LinePart::QuotedPrintable { decoder, is_soft } => {
                    decoder.decode(rest, at, out);
                    let last = rest.iter().rfind(|byte| !matches!(byte, b' ' | b'\t'));
                    *is_soft = last.map_or(*is_soft, |&last| last == b'=');
                    rest.len()
                }
                LinePart::Base64(quantum) => {
                    match quantum.take(rest[0], at) {
                        Some((0, _)) => self.state = LinePart::Skipped,
                        Some((byte, characters)) => out.replaced(&[byte], characters),
                        None => {}
                    }
                    1
                }
                LinePart::Skipped => rest.len(),
            };
            rest = &rest[used..];
            at += used as u64;
        }
    }

    /// Returns how the value after the head is read.
    fn value(&self) -> LinePart {
        match self.form {
            ContentLines::Ldif => LinePart::Colon,
            ContentLines::Calendar | ContentLines::Card if self.head.is_quoted_printable() => {
                LinePart::QuotedPrintable {
                    decoder: QuotedPrintable::default(),
                    is_soft: false,
                }
            }
            ContentLines::Calendar | ContentLines::Card => LinePart::Value,
        }
    }

    /// Decides about the line break that is held back, given the byte after it. Returns the number of bytes used of
    /// those from this one on.
    fn after_break(&mut self, line_break: LineBreak, next: u8, out: &mut Output) -> usize {
        self.line_break = None;
        let at = self.break_at;
        match (line_break, next, &mut self.state) {
            (LineBreak::Cr, b'\n', _) => {
                self.line_break = Some(LineBreak::CrLf);
                1
            }
            (LineBreak::Cr, _, _) => {
                self.content(LineBreak::Cr.bytes(), at, out);
                0
            }
            (_, _, LinePart::QuotedPrintable { decoder, is_soft }) if *is_soft => {
                decoder.decode(line_break.bytes(), at, out);
                *is_soft = false;
                0
            }
            (_, b' ' | b'\t', state) => {
                if let LinePart::QuotedPrintable { decoder, .. } = state {
                    // An escape is not folded, and its offsets are adjacent.
                    decoder.finish(at, out);
                }
                1
            }
            _ => {
                self.end_line(out);
                out.verbatim(line_break.bytes(), at);
                0
            }
        }
    }

    /// Ends the property.
    fn end_line(&mut self, out: &mut Output) {
        if let LinePart::QuotedPrintable { decoder, .. } = &mut self.state {
            decoder.finish(self.break_at, out);
        }
        self.state = LinePart::Head;
        self.head.clear();
    }
}

impl Decoder for Unfold {
    fn decode(&mut self, input: &[u8], at: u64, out: &mut Output) {
        let mut used = 0;
        while let Some(&next) = input.get(used) {
            used += match self.line_break {
                Some(line_break) => self.after_break(line_break, next, out),
                None => self.line(&input[used..], at + used as u64, out),
            };
        }
    }

    fn finish(&mut self, at: u64, out: &mut Output) {
        let line_break = self.line_break.take();
        if line_break.is_none() {
            self.break_at = at;
        }
        self.end_line(out);
        if let Some(line_break) = line_break {
            out.verbatim(line_break.bytes(), self.break_at);
        }
    }
}
