//! mbox: a `From ` line before each message, and an empty line after it.

use memchr::{memchr, memmem};

use crate::{
    frame::{
        Bounds, Candidate, Envelope, FrameToken, Framing, FromLineAt, KnownFromLine, Lookback,
        MAX_LINE_BREAKS, Mark, Window, after_empty_lines, ends_before,
        from_line::{Boundary, FROM, LineStart, MAX_FROM_LINE, boundary, is_confirmed, line_start},
        may_begin_with, read_from_line,
    },
    header::decimal,
    recognise::{Head, HeaderLine, HeaderLines, MAX_HEAD, Strength, is_known_field, strength},
};

/// A variant of mbox.
#[derive(Debug)]
pub(super) struct Mbox(pub(super) Variant);

/// How body lines that look like a `From ` line are escaped, and whether the first message of the file has a correct
/// `Content-Length`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variant {
    /// With a `>`; without a length.
    O,
    /// With a `>` before any number of them. Never recognised.
    Rd,
    /// With a `>`; with a length.
    Cl,
    /// Not at all; with a length.
    Cl2,
}

impl Framing for Mbox {
    fn begins_file(&self, head: &Head<'_>) -> Option<bool> {
        let start = head.after_blank_lines()?;
        Some(is_from_line(head, start)? && is_variant(head, start, self.0)?)
    }

    fn mark(&self) -> Option<Mark> {
        Some(Mark::new(FROM))
    }

    /// Skips a `From ` line, and empty lines before it at the start of a file.
    fn envelope(&self, bounds: &Bounds, window: &Window<'_>, at: usize) -> Result<Envelope, usize> {
        let at = after_empty_lines(window, at)?;
        Ok(match bounds.boundary_at(window, at).ok_or(at)? {
            Boundary::No => Envelope::none(at),
            Boundary::Yes { doubtful, line } => {
                match after_empty_line(window, at + line).ok_or(at)? {
                    Some(header) if doubtful => Envelope::new(at, header),
                    _ => Envelope {
                        is_doubtful: doubtful,
                        ..Envelope::new(at, at + line)
                    },
                }
            }
        })
    }

    /// Classifies `From ` at the start of a line or after the `>`s that escape it.
    fn token_at(&self, bounds: &mut Bounds, window: &Window<'_>, at: usize) -> Option<FrameToken> {
        // A message that is read is first searched to its end as a whole.
        if bounds.ends_at_known_line(window, at) {
            return Some(FrameToken::boundary(at));
        }
        if !window.begins_line(at) {
            return self.escape_before(bounds, window, at);
        }
        let Some(FromLineAt { boundary, stands }) = read_from_line(window, at) else {
            return Some(FrameToken::incomplete(at));
        };
        let Boundary::Yes { doubtful, .. } = boundary else {
            return None;
        };
        let Some(stands) = bounds.stands(window, at, doubtful, stands) else {
            return Some(FrameToken::incomplete(at));
        };
        if !stands && !bounds.ends_before(window, at) {
            return None;
        }
        bounds.from_line = Some(KnownFromLine {
            offset: window.offset(at),
            boundary,
            stands,
        });
        bounds.token_at_boundary(window, at, |end| self.ends_at(window, end))
    }

    fn may_begin(&self, line: &[u8]) -> bool {
        let quotes = line.iter().take_while(|&&byte| byte == b'>').count();
        may_begin_with(&line[quotes..], FROM)
    }

    fn ends_at(&self, window: &Window<'_>, at: usize) -> Option<bool> {
        ends_before(window, at, MAX_LINE_BREAKS, |next| {
            if !window.begins_line(next) {
                return Some(false);
            }
            let boundary = boundary(&window.bytes[next..], window.at_end)?;
            Some(matches!(boundary, Boundary::Yes { .. }))
        })
    }

    fn lookback(&self) -> Lookback {
        Lookback::Lengths(|window, at| {
            if !window.begins_line(at) {
                return None;
            }
            let FromLineAt { boundary, stands } = read_from_line(window, at)?;
            match boundary {
                Boundary::No => None,
                Boundary::Yes { line, .. } => Some(Candidate {
                    at,
                    after: at + line,
                    is_boundary: stands,
                    length: None,
                }),
            }
        })
    }
}

impl Mbox {
    /// Returns the escape before a `From ` at an index.
    fn escape_before(&self, bounds: &Bounds, window: &Window<'_>, at: usize) -> Option<FrameToken> {
        let quotes = window.bytes[bounds.from..at].iter().rev();
        let quotes = quotes.take_while(|&&byte| byte == b'>').count();
        // Where lines that began with `>From ` are left alone, the `>` may be original.
        let (is_escape, is_doubtful) = match self.0 {
            Variant::O | Variant::Cl => (quotes == 1, true),
            Variant::Rd => (quotes > 0, false),
            Variant::Cl2 => (false, false),
        };
        let line = at - quotes;
        (is_escape && window.begins_line(line)).then_some(FrameToken::escape(line, is_doubtful))
    }
}

/// Returns the index of the header after an empty line, which Python writes on Windows, at an index after a `From `
/// line; nothing if there is no such line before a well-known field. `None` if more input is needed.
#[expect(clippy::option_option, reason = "no such line, or not known yet")]
fn after_empty_line(window: &Window<'_>, at: usize) -> Option<Option<usize>> {
    let line_break = match &window.bytes[at..] {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        [] | [b'\r'] if !window.at_end => return None,
        _ => return Some(None),
    };
    let header = at + line_break;
    let is_known = is_known_field(&window.bytes[header..], window.at_end)?;
    Some(is_known.then_some(header))
}

/// Returns whether a line begins with `From ` and is not the field From with white space before its `:`
/// (RFC 5322 §4.5.2).
fn is_from_line(head: &Head<'_>, start: usize) -> Option<bool> {
    if !head.has(start, FROM)? {
        return Some(false);
    }
    match line_start(head.from(start), head.at_end) {
        LineStart::Unknown => None,
        LineStart::Field { .. } => Some(false),
        LineStart::EscapedFrom | LineStart::Other => Some(true),
    }
}

/// Returns whether a file whose first line begins with `From ` is an mbox file of a variant.
fn is_variant(head: &Head<'_>, start: usize, variant: Variant) -> Option<bool> {
    let line = match boundary(head.from(start), head.at_end)? {
        Boundary::Yes { doubtful: true, .. } => return Some(variant == Variant::O),
        Boundary::Yes { line, .. } => start + line,
        Boundary::No => match after_unknown_from_line(head, start) {
            UnknownFromLine::Ends(line) => line,
            UnknownFromLine::Other => return Some(false),
            UnknownFromLine::Unknown => return None,
        },
    };
    let found = head.or_at_limit(variant_by_header(head, line), Variant::O)?;
    Some(found == variant)
}

/// A first line that begins with `From ` and has no known form.
enum UnknownFromLine {
    /// The line begins a message, whose header begins at this index.
    Ends(usize),
    Other,
    /// More text is needed.
    Unknown,
}

/// Accepts any line before a well-known field or a `>From ` line as a `From ` line: at the start of
/// a file nothing else is likely.
fn after_unknown_from_line(head: &Head<'_>, start: usize) -> UnknownFromLine {
    let text = head.from(start);
    let Some(lf) = memchr(b'\n', &text[..text.len().min(MAX_FROM_LINE)]) else {
        // `boundary` has already waited for the line break, as far as it may.
        return UnknownFromLine::Other;
    };
    let lines = HeaderLines {
        head,
        at: start + lf + 1,
    };
    match lines.next_start() {
        Some(LineStart::Field { name, .. }) if strength(name, b"") > Strength::Unknown => {
            UnknownFromLine::Ends(lines.at)
        }
        Some(LineStart::EscapedFrom) => UnknownFromLine::Ends(lines.at),
        Some(_) => UnknownFromLine::Other,
        None => UnknownFromLine::Unknown,
    }
}

/// Returns the variant of an mbox file whose first header begins at `header`.
fn variant_by_header(head: &Head<'_>, header: usize) -> Option<Variant> {
    let mut lines = HeaderLines { head, at: header };
    let mut length = None;
    loop {
        match lines.next()? {
            HeaderLine::Field { name, value } => {
                if length.is_none() && name.eq_ignore_ascii_case(b"Content-Length") {
                    length = decimal(value.trim_ascii());
                }
            }
            HeaderLine::Folded => {}
            HeaderLine::Blank => break,
            HeaderLine::Other => return Some(Variant::O),
        }
    }
    let body = lines.at;
    let Some(length) = length else {
        return Some(Variant::O);
    };
    let end = body.saturating_add(usize::try_from(length).unwrap_or(usize::MAX));
    if end >= MAX_HEAD {
        return Some(Variant::Cl);
    }
    let is_right = head.or_at_limit(is_end_of_message(head, end), true)?;
    Some(match is_right {
        true if has_from_line(&head.text[body..end]) => Variant::Cl2,
        true => Variant::Cl,
        false => Variant::O,
    })
}

/// Returns whether a message of an mbox file can end at `end`: at the end of the file or at a `From ` line, with any
/// number of line breaks before. The length may include the last line break of the body or not, but not half of a CRLF:
/// in a file converted from LF to CRLF all lengths are wrong, but the length of a one-line body would seem correct.
fn is_end_of_message(head: &Head<'_>, end: usize) -> Option<bool> {
    if head.text.len() < end {
        return head.at_end.then_some(false);
    }
    if head.text[..end].ends_with(b"\r") && head.has(end, b"\n")? {
        return Some(false);
    }
    let mut at = end;
    loop {
        match head.line_break(at)? {
            0 => break,
            len => at += len,
        }
    }
    if at == head.text.len() {
        return Some(true);
    }
    let is_line = head.text[..at].ends_with(b"\n");
    Some(is_line && boundary(head.from(at), head.at_end)? != Boundary::No)
}

/// Returns whether a body contains a line that begins a message.
fn has_from_line(body: &[u8]) -> bool {
    memmem::find_iter(body, FROM).any(|at| {
        let before = &body[..at];
        // The empty line that ends the header precedes the body.
        let is_after_blank_line = matches!(before, b"" | b"\n" | b"\r\n")
            || before.ends_with(b"\n\n")
            || before.ends_with(b"\n\r\n");
        match boundary(&body[at..], true) {
            Some(Boundary::Yes { .. }) if is_after_blank_line => true,
            Some(Boundary::Yes { line, .. }) if before.ends_with(b"\n") => {
                is_confirmed(&body[at..], line, true) == Some(true)
            }
            _ => false,
        }
    })
}
