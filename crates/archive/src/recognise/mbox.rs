//! Recognises mbox files.

use memchr::{memchr, memmem};

use super::{
    head::{Head, MAX_HEAD},
    header::{HeaderLine, HeaderLines, Strength, strength},
};
use crate::{
    Kind,
    frame::from_line::{Boundary, LineStart, MAX_FROM_LINE, boundary, is_confirmed, line_start},
};

/// Returns whether a line begins with `From ` and is not the field From with blanks before its `:`
/// (RFC 5322 §4.5.2).
pub(super) fn is_from_line(head: &Head<'_>, start: usize) -> Option<bool> {
    if !head.has(start, b"From ")? {
        return Some(false);
    }
    match line_start(head.from(start), head.at_end) {
        LineStart::Unknown => None,
        LineStart::Field { .. } => Some(false),
        LineStart::EscapedFrom | LineStart::Other => Some(true),
    }
}

/// Returns the kind of a file whose first line begins with `From `.
pub(super) fn mbox(head: &Head<'_>, start: usize) -> Option<Kind> {
    let line = match boundary(head.from(start), head.at_end)? {
        Boundary::Yes { doubtful: true, .. } => return Some(Kind::Mboxo),
        Boundary::Yes { line, .. } => start + line,
        Boundary::No => match after_unknown_from_line(head, start) {
            UnknownFromLine::Ends(line) => line,
            UnknownFromLine::Other => return Some(Kind::Text),
            UnknownFromLine::Unknown => return None,
        },
    };
    head.or_at_limit(mbox_by_header(head, line), Kind::Mboxo)
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

/// Returns the kind of an mbox file whose first header begins at `header`.
fn mbox_by_header(head: &Head<'_>, header: usize) -> Option<Kind> {
    let mut lines = HeaderLines { head, at: header };
    let mut length = None;
    loop {
        match lines.next()? {
            HeaderLine::Field { name, value } => {
                if length.is_none() && name.eq_ignore_ascii_case(b"Content-Length") {
                    length = number(value);
                }
            }
            HeaderLine::Folded => {}
            HeaderLine::Blank => break,
            HeaderLine::Other => return Some(Kind::Mboxo),
        }
    }
    let body = lines.at;
    let Some(length) = length else {
        return Some(Kind::Mboxo);
    };
    let end = body.saturating_add(usize::try_from(length).unwrap_or(usize::MAX));
    if end >= MAX_HEAD {
        return Some(Kind::Mboxcl);
    }
    let is_right = head.or_at_limit(is_end_of_message(head, end), true)?;
    Some(match is_right {
        true if has_from_line(&head.text[body..end]) => Kind::Mboxcl2,
        true => Kind::Mboxcl,
        false => Kind::Mboxo,
    })
}

/// Parses digits with blanks around them.
fn number(value: &[u8]) -> Option<u64> {
    let digits = value.trim_ascii();
    if !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    str::from_utf8(digits).ok()?.parse().ok()
}

/// Returns whether a message of an mbox file can end at `end`: at the end of the file or at a `From
/// ` line, with any number of line breaks before. The length may include the last line break of the
/// body or not, but not half of a CRLF: in a file converted from LF to CRLF all lengths are wrong,
/// but that of a one-line body would seem correct.
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
    memmem::find_iter(body, b"From ").any(|at| {
        let before = &body[..at];
        // The blank line that ends the header precedes the body.
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
