//! Recognises the header of a message.

use memchr::memchr;

use super::head::Head;
use crate::frame::from_line::{LineStart, line_start};

/// The maximum number of lines that look like fields with unknown names before a file is treated as
/// text. The headers of real messages have a well-known field earlier.
const MAX_UNKNOWN_LINES: usize = 64;

/// Returns whether the text at `start` is a message.
pub(crate) fn is_message(head: &Head<'_>, start: usize) -> Option<bool> {
    let mut lines = HeaderLines { head, at: start };
    if !matches!(
        lines.next_start()?,
        LineStart::Field { .. } | LineStart::EscapedFrom
    ) {
        // Indented text is recognised before its first line ends.
        return Some(false);
    }
    let mut common_field: Option<&[u8]> = None;
    let mut unknown = 0;
    loop {
        let line = lines.next();
        if line.is_none() && head.is_truncated {
            // The field that is longer than what may be examined is a well-known one, or follows one.
            let is_known = is_known_field(head.from(lines.at), false) == Some(true);
            return Some(common_field.is_some() || is_known);
        }
        match line? {
            HeaderLine::Field { name, value } => match strength(name, value) {
                Strength::Strong => return Some(true),
                Strength::Weak => match common_field {
                    Some(first) if !first.eq_ignore_ascii_case(name) => return Some(true),
                    Some(_) => unknown += 1,
                    None => common_field = Some(name),
                },
                Strength::Unknown => unknown += 1,
            },
            // A continuation of a well-known field does not count, however many recipients the
            // field has.
            HeaderLine::Folded if common_field.is_some() => {}
            HeaderLine::Folded => unknown += 1,
            HeaderLine::Blank if common_field.is_some() => return Some(true),
            HeaderLine::Blank | HeaderLine::Other => return Some(false),
        }
        if unknown > MAX_UNKNOWN_LINES {
            return Some(false);
        }
    }
}

/// Returns whether `text` begins with a field that is common in messages. `None` if more text is
/// needed.
pub(crate) fn is_known_field(text: &[u8], at_end: bool) -> Option<bool> {
    match line_start(text, at_end) {
        LineStart::Field { name, .. } => Some(strength(name, b"") > Strength::Unknown),
        LineStart::EscapedFrom | LineStart::Other => Some(false),
        LineStart::Unknown => None,
    }
}

/// How strongly a field indicates a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Strength {
    Unknown,
    /// Prose may have one such line by chance.
    Weak,
    Strong,
}

pub(crate) fn strength(name: &[u8], value: &[u8]) -> Strength {
    const STRONG: [&[u8]; 15] = [
        b"Received",
        b"Return-Path",
        b"Delivered-To",
        b"Message-ID",
        b"References",
        b"In-Reply-To",
        b"MIME-Version",
        b"Content-Type",
        b"Content-Transfer-Encoding",
        b"DKIM-Signature",
        b"X-Mailer",
        b"Newsgroups",
        b"Xref",
        b"Relay-Version",
        b"Posting-Version",
    ];
    const WEAK: [&[u8]; 15] = [
        b"From",
        b"To",
        b"Cc",
        b"Date",
        b"Subject",
        b"Sender",
        b"Reply-To",
        b"Organization",
        b"Lines",
        b"Keywords",
        b"Path",
        b"Summary",
        b"Approved",
        b"Followup-To",
        b"Status",
    ];
    let is = |known: &[u8]| name.eq_ignore_ascii_case(known);
    let begins = |prefix: &[u8]| {
        let start = name.get(..prefix.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(prefix)) && name.len() > prefix.len()
    };
    let is_proved_by_value =
        is(b"Path") && value.contains(&b'!') || is(b"Reply-To") && value.contains(&b'@');
    if is_proved_by_value || begins(b"List-") || STRONG.into_iter().any(is) {
        Strength::Strong
    } else if begins(b"X-") || WEAK.into_iter().any(is) {
        Strength::Weak
    } else {
        Strength::Unknown
    }
}

/// Iterates over the lines of a header, as far as they are available.
pub(crate) struct HeaderLines<'s, 't> {
    pub(crate) head: &'s Head<'t>,
    pub(crate) at: usize,
}

/// A complete line of a header, or the first line after it.
pub(crate) enum HeaderLine<'t> {
    Field {
        name: &'t [u8],
        value: &'t [u8],
    },
    /// A continuation of the previous field, or a `>From ` line.
    Folded,
    /// The empty line that ends the header.
    Blank,
    /// A line that ends the header without an empty line, or the end of the file.
    Other,
}

impl<'t> HeaderLines<'_, 't> {
    /// Returns the next line. `None` if more text is needed.
    pub(crate) fn next(&mut self) -> Option<HeaderLine<'t>> {
        let line_break = self.head.line_break(self.at)?;
        if line_break > 0 {
            self.at += line_break;
            return Some(HeaderLine::Blank);
        }
        let text = self.head.from(self.at);
        let field = match text.first() {
            Some(b' ' | b'\t') => None,
            _ => match self.next_start()? {
                LineStart::Field { name, colon } => Some((name, colon)),
                LineStart::EscapedFrom => None,
                LineStart::Other | LineStart::Unknown => return Some(HeaderLine::Other),
            },
        };
        let end = match memchr(b'\n', text) {
            Some(lf) => lf + 1,
            None if self.head.at_end => text.len(),
            None => return None,
        };
        self.at += end;
        Some(match field {
            Some((name, colon)) => HeaderLine::Field {
                name,
                value: &text[colon + 1..end],
            },
            None => HeaderLine::Folded,
        })
    }

    /// Returns how the next line begins. Stricter than [`line_start`], so that a list of URLs, a
    /// log or quoted text is recognised early: a field name must begin with a letter, as all
    /// well-known ones do, and `name://` begins no field.
    pub(crate) fn next_start(&self) -> Option<LineStart<'t>> {
        let text = self.head.from(self.at);
        match text.first() {
            Some(b'>') if self.head.has(self.at, b">From ")? => {
                return Some(LineStart::EscapedFrom);
            }
            Some(byte) if !byte.is_ascii_alphabetic() => return Some(LineStart::Other),
            _ => {}
        }
        match line_start(text, self.head.at_end) {
            LineStart::Unknown => None,
            LineStart::Field { colon, .. } if self.head.has(self.at + colon + 1, b"//")? => {
                Some(LineStart::Other)
            }
            start => Some(start),
        }
    }
}
