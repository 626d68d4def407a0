//! Tells by its first bytes what a file is.

use memchr::{memchr, memmem};

use crate::{
    Kind,
    framer::RNEWS,
    from_line::{Boundary, LineStart, MOST_FROM_LINE, boundary, line_start},
};

/// No more of a file than this is looked at.
const MOST: usize = 64 * 1024;

/// So many blank lines may stand in front of a message.
const MOST_BLANK_LINES: usize = 64;

/// A text whose lines look like fields is held back up to so many of them. The headers of real
/// messages have a well-known field earlier.
const MOST_UNKNOWN_LINES: usize = 64;

/// The status line of a response, in bytes with its line break (RFC 3977 §3.1).
const MOST_STATUS_LINE: usize = 512;

/// Tells what the file is that begins with `head`, or that `head` is all of (`at_end`). `None`:
/// more of it is needed; it never is where there are 64 KiB.
///
/// It depends on the file's content alone: what is told once is told of everything that begins so.
/// It is told as early as it is certain, so that a text that trickles in is not held up. Each call
/// reads from the start and keeps nothing.
///
/// - A `From ` line that begins a message, or one of any form with a well-known field after it, is
///   that of an mbox file. It is [`Kind::Mboxo`], unless the first message's `Content-Length` is
///   right: from the body's start it must lead to the next `From ` line or to the file's end,
///   blank lines left out. Then it is [`Kind::Mboxcl2`] if a `From ` line stands in the body, and
///   [`Kind::Mboxcl`] if none does or the body reaches beyond the 64 KiB. [`Kind::Mboxrd`] is never
///   told.
/// - A line of four bytes 0x01 begins [`Kind::Mmdf`], `#! rnews N` [`Kind::Rnews`], and the status
///   line of an article or a header, with a field after it, [`Kind::Nntp`].
/// - A header begins [`Kind::Message`]. Prose has its colons, too: the header must have a field
///   that nothing but messages have, or two different ones that most messages have, or one of these
///   and a blank line at its end.
/// - Everything else is [`Kind::Text`].
///
/// A byte order mark of UTF-8 and up to 64 blank lines in front of a `From ` line or a header are
/// passed over.
#[must_use]
pub fn recognise(head: &[u8], at_end: bool) -> Option<Kind> {
    let is_cut = head.len() >= MOST;
    let seen = Seen {
        text: &head[..head.len().min(MOST)],
        at_end: at_end && !is_cut,
        is_cut,
    };
    seen.or_at_cut(kind(&seen), Kind::Text)
}

fn kind(seen: &Seen<'_>) -> Option<Kind> {
    if is_mmdf(seen)? {
        return Some(Kind::Mmdf);
    }
    if is_rnews(seen)? {
        return Some(Kind::Rnews);
    }
    if is_nntp(seen)? {
        return Some(Kind::Nntp);
    }
    let start = after_blank_lines(seen)?;
    if is_from_line(seen, start)? {
        mbox(seen, start)
    } else {
        message(seen, start)
    }
}

/// The part of a file that may be looked at, as far as it is there.
struct Seen<'t> {
    text: &'t [u8],
    /// It is the whole file.
    at_end: bool,
    /// No more of the file may be looked at.
    is_cut: bool,
}

impl<'t> Seen<'t> {
    fn from(&self, at: usize) -> &'t [u8] {
        &self.text[at..]
    }

    /// Whether `literal` stands at `at`. `None`: it does as far as the text is there.
    fn has(&self, at: usize, literal: &[u8]) -> Option<bool> {
        let there = self.from(at);
        if there.starts_with(literal) {
            Some(true)
        } else if !self.at_end && literal.starts_with(there) {
            None
        } else {
            Some(false)
        }
    }

    /// The length of the line break at `at`, 0 if there is none.
    fn line_break(&self, at: usize) -> Option<usize> {
        Some(if self.has(at, b"\n")? {
            1
        } else if self.has(at, b"\r\n")? {
            2
        } else {
            0
        })
    }

    /// What is to be said where the answer lies in text that may not be looked at.
    fn or_at_cut<T>(&self, answer: Option<T>, at_cut: T) -> Option<T> {
        if self.is_cut {
            answer.or(Some(at_cut))
        } else {
            answer
        }
    }
}

/// Four bytes 0x01 and a line break.
fn is_mmdf(seen: &Seen<'_>) -> Option<bool> {
    const MARK: &[u8] = &[1; 4];
    Some(seen.has(0, MARK)? && seen.line_break(MARK.len())? > 0)
}

/// `#! rnews 1234` and a line break (RFC 1036 §4.3).
fn is_rnews(seen: &Seen<'_>) -> Option<bool> {
    /// A number that is too large is a length that lies, and no reason to take the batch for text.
    const MOST_DIGITS: usize = 40;
    if !seen.has(0, RNEWS)? {
        return Some(false);
    }
    let number = seen.from(RNEWS.len()).iter();
    let digits = number.take_while(|byte| byte.is_ascii_digit()).count();
    if digits > MOST_DIGITS {
        return Some(false);
    }
    let line_break = seen.line_break(RNEWS.len() + digits)?;
    Some(digits > 0 && line_break > 0)
}

/// A status line and a field after it. A body alone (222) has no field and remains a text.
fn is_nntp(seen: &Seen<'_>) -> Option<bool> {
    match status_line(seen.text) {
        StatusLine::Ends(len) => {
            let lines = Lines { seen, at: len };
            Some(matches!(lines.next_start()?, LineStart::Field { .. }))
        }
        StatusLine::Other => Some(false),
        _ => seen.at_end.then_some(false),
    }
}

/// How far a status line is read.
#[derive(Clone, Copy)]
enum StatusLine {
    /// So many digits of the code.
    Code(usize),
    /// So many digits of the article's number.
    Number(usize),
    Id,
    InId,
    AfterId,
    Comment,
    /// It has this length, with its line break.
    Ends(usize),
    Other,
}

/// `"220" SP article-number SP message-id [SP trailing-comment] CRLF`, or 221 or 222
/// (RFC 3977 §9.4.2).
fn status_line(text: &[u8]) -> StatusLine {
    /// §9.8: `article-number = 1*16DIGIT`.
    const MOST_DIGITS: usize = 16;
    let mut state = StatusLine::Code(0);
    for (at, byte) in text.iter().enumerate().take(MOST_STATUS_LINE) {
        state = match (state, byte) {
            (StatusLine::Code(digits @ 0..=1), b'2') => StatusLine::Code(digits + 1),
            (StatusLine::Code(2), b'0'..=b'2') => StatusLine::Code(3),
            (StatusLine::Code(3), b' ') => StatusLine::Number(0),
            (StatusLine::Number(digits), b'0'..=b'9') if digits < MOST_DIGITS => {
                StatusLine::Number(digits + 1)
            }
            (StatusLine::Number(1..), b' ') => StatusLine::Id,
            (StatusLine::Id, b'<') | (StatusLine::InId, b'!'..=b'=' | b'?'..=b'~') => {
                StatusLine::InId
            }
            (StatusLine::InId, b'>') => StatusLine::AfterId,
            (StatusLine::AfterId | StatusLine::Comment, b'\n') => StatusLine::Ends(at + 1),
            (StatusLine::AfterId, b' ' | b'\r') | (StatusLine::Comment, _) => StatusLine::Comment,
            _ => StatusLine::Other,
        };
        if matches!(state, StatusLine::Ends(_) | StatusLine::Other) {
            return state;
        }
    }
    if text.len() < MOST_STATUS_LINE {
        state
    } else {
        StatusLine::Other
    }
}

/// Where the byte order mark and the blank lines at the start end.
fn after_blank_lines(seen: &Seen<'_>) -> Option<usize> {
    const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
    let mut at = 0;
    if seen.has(at, BYTE_ORDER_MARK)? {
        at = BYTE_ORDER_MARK.len();
    }
    for _ in 0..MOST_BLANK_LINES {
        match seen.line_break(at)? {
            0 => break,
            len => at += len,
        }
    }
    Some(at)
}

/// Whether a line begins with `From ` and is not the field From, with blanks before its `:`
/// (RFC 5322 §4.5.2).
fn is_from_line(seen: &Seen<'_>, start: usize) -> Option<bool> {
    if !seen.has(start, b"From ")? {
        return Some(false);
    }
    match line_start(seen.from(start), seen.at_end) {
        LineStart::Unknown => None,
        LineStart::Field { .. } => Some(false),
        LineStart::EscapedFrom | LineStart::Other => Some(true),
    }
}

/// Which kind of mbox file it is, if it is one, whose first line begins with `From `.
fn mbox(seen: &Seen<'_>, start: usize) -> Option<Kind> {
    let line = match boundary(seen.from(start), seen.at_end)? {
        Boundary::Yes { doubtful: true, .. } => return Some(Kind::Mboxo),
        Boundary::Yes { line, .. } => start + line,
        Boundary::No => match after_odd_from_line(seen, start) {
            OddFromLine::Ends(line) => line,
            OddFromLine::Other => return Some(Kind::Text),
            OddFromLine::Unknown => return None,
        },
    };
    seen.or_at_cut(mbox_by_header(seen, line), Kind::Mboxo)
}

/// A first line that begins with `From ` and has no known form.
enum OddFromLine {
    /// It begins a message, whose header begins here.
    Ends(usize),
    Other,
    /// More text is needed.
    Unknown,
}

/// Takes any line for a `From ` line that is followed by a well-known field: at the file's start
/// nothing else is likely.
fn after_odd_from_line(seen: &Seen<'_>, start: usize) -> OddFromLine {
    let text = seen.from(start);
    let Some(lf) = memchr(b'\n', &text[..text.len().min(MOST_FROM_LINE)]) else {
        // `boundary` has waited for the line break, as far as it may.
        return OddFromLine::Other;
    };
    let lines = Lines {
        seen,
        at: start + lf + 1,
    };
    match lines.next_start() {
        Some(LineStart::Field { name, .. }) if strength(name, b"") > Strength::Unknown => {
            OddFromLine::Ends(lines.at)
        }
        Some(_) => OddFromLine::Other,
        None => OddFromLine::Unknown,
    }
}

/// Which kind of mbox file it is whose first header begins at `header`.
fn mbox_by_header(seen: &Seen<'_>, header: usize) -> Option<Kind> {
    let mut lines = Lines { seen, at: header };
    let mut length = None;
    loop {
        match lines.next()? {
            Line::Field { name, value } => {
                if length.is_none() && name.eq_ignore_ascii_case(b"Content-Length") {
                    length = number(value);
                }
            }
            Line::Folded => {}
            Line::Blank => break,
            Line::Other => return Some(Kind::Mboxo),
        }
    }
    let body = lines.at;
    let Some(length) = length else {
        return Some(Kind::Mboxo);
    };
    let end = body.saturating_add(usize::try_from(length).unwrap_or(usize::MAX));
    if end >= MOST {
        return Some(Kind::Mboxcl);
    }
    let is_right = seen.or_at_cut(is_end_of_message(seen, end), true)?;
    Some(match is_right {
        true if has_from_line(&seen.text[body..end]) => Kind::Mboxcl2,
        true => Kind::Mboxcl,
        false => Kind::Mboxo,
    })
}

/// The value of digits with blanks around them.
fn number(value: &[u8]) -> Option<u64> {
    let digits = value.trim_ascii();
    if !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    str::from_utf8(digits).ok()?.parse().ok()
}

/// Whether a message of an mbox file ends at `end`: at the file's end or at a `From ` line, with
/// any number of line breaks before it. The one of the body's last line may be counted to the body
/// or not, but not by half: where all LFs were made CRLFs, no length is right, and that of a body
/// of one line would seem to be.
fn is_end_of_message(seen: &Seen<'_>, end: usize) -> Option<bool> {
    if seen.text.len() < end {
        return seen.at_end.then_some(false);
    }
    if seen.text[..end].ends_with(b"\r") && seen.has(end, b"\n")? {
        return Some(false);
    }
    let mut at = end;
    loop {
        match seen.line_break(at)? {
            0 => break,
            len => at += len,
        }
    }
    if at == seen.text.len() {
        return Some(true);
    }
    let is_line = seen.text[..at].ends_with(b"\n");
    Some(is_line && boundary(seen.from(at), seen.at_end)? != Boundary::No)
}

/// Whether a message seems to begin inside a body.
fn has_from_line(body: &[u8]) -> bool {
    memmem::find_iter(body, b"From ").any(|at| {
        let before = &body[..at];
        // In front of the body stands the blank line that ends the header.
        let is_after_blank_line = matches!(before, b"" | b"\n" | b"\r\n")
            || before.ends_with(b"\n\n")
            || before.ends_with(b"\n\r\n");
        is_after_blank_line && boundary(&body[at..], true) != Some(Boundary::No)
    })
}

/// Whether a text is a message that begins at `start`.
fn message(seen: &Seen<'_>, start: usize) -> Option<Kind> {
    let mut lines = Lines { seen, at: start };
    if !matches!(lines.next_start()?, LineStart::Field { .. }) {
        // Indented text is not held up until its first line is over.
        return Some(Kind::Text);
    }
    let mut usual: Option<&[u8]> = None;
    let mut unknown = 0;
    loop {
        match lines.next()? {
            Line::Field { name, value } => match strength(name, value) {
                Strength::Strong => return Some(Kind::Message),
                Strength::Weak => match usual {
                    Some(first) if !first.eq_ignore_ascii_case(name) => return Some(Kind::Message),
                    Some(_) => unknown += 1,
                    None => usual = Some(name),
                },
                Strength::Unknown => unknown += 1,
            },
            // One of a field that is known belongs to it, however many recipients it has.
            Line::Folded if usual.is_some() => {}
            Line::Folded => unknown += 1,
            Line::Blank if usual.is_some() => return Some(Kind::Message),
            Line::Blank | Line::Other => return Some(Kind::Text),
        }
        if unknown > MOST_UNKNOWN_LINES {
            return Some(Kind::Text);
        }
    }
}

/// How much a field speaks for a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Unknown,
    /// Prose may have one such line by chance.
    Weak,
    Strong,
}

fn strength(name: &[u8], value: &[u8]) -> Strength {
    const STRONG: [&[u8]; 13] = [
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

/// The lines of a header, read as far as they are there.
struct Lines<'s, 't> {
    seen: &'s Seen<'t>,
    at: usize,
}

/// A line of a header, all of which is there, or the first one that is none.
enum Line<'t> {
    Field {
        name: &'t [u8],
        value: &'t [u8],
    },
    /// It goes on with the field before it, or is a `>From ` line.
    Folded,
    /// It ends the header; the body begins after it.
    Blank,
    /// It ends the header without a blank line, or is not there: the file has ended.
    Other,
}

impl<'t> Lines<'_, 't> {
    /// The next line. `None`: more text is needed.
    fn next(&mut self) -> Option<Line<'t>> {
        let line_break = self.seen.line_break(self.at)?;
        if line_break > 0 {
            self.at += line_break;
            return Some(Line::Blank);
        }
        let text = self.seen.from(self.at);
        let field = match text.first() {
            Some(b' ' | b'\t') => None,
            _ => match self.next_start()? {
                LineStart::Field { name, colon } => Some((name, colon)),
                LineStart::EscapedFrom => None,
                LineStart::Other | LineStart::Unknown => return Some(Line::Other),
            },
        };
        let end = match memchr(b'\n', text) {
            Some(lf) => lf + 1,
            None if self.seen.at_end => text.len(),
            None => return None,
        };
        self.at += end;
        Some(match field {
            Some((name, colon)) => Line::Field {
                name,
                value: &text[colon + 1..end],
            },
            None => Line::Folded,
        })
    }

    /// How the next line starts. It is stricter than [`line_start`]: so that a list of URLs, a log
    /// or quoted text is not held up, a field's name must begin with a letter, as all known ones
    /// do, and `name://` begins none.
    fn next_start(&self) -> Option<LineStart<'t>> {
        let text = self.seen.from(self.at);
        match text.first() {
            Some(b'>') if self.seen.has(self.at, b">From ")? => {
                return Some(LineStart::EscapedFrom);
            }
            Some(byte) if !byte.is_ascii_alphabetic() => return Some(LineStart::Other),
            _ => {}
        }
        match line_start(text, self.seen.at_end) {
            LineStart::Unknown => None,
            LineStart::Field { colon, .. } if self.seen.has(self.at + colon + 1, b"//")? => {
                Some(LineStart::Other)
            }
            start => Some(start),
        }
    }
}

#[cfg(test)]
mod tests;
