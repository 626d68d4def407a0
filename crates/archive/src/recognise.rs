//! Recognises the kind of a file by its first bytes.

use memchr::{memchr, memchr2, memmem};

use crate::{
    Kind,
    from_line::{Boundary, LineStart, MAX_FROM_LINE, boundary, is_confirmed, line_start},
    html_start::{begins_page, begins_utf16_page},
    record_lines::{BABYL, LISTSERV, MBX, Match, RNEWS, article_line, emlx_line, is_dbox},
};

/// The maximum number of bytes that are examined.
const MAX_HEAD: usize = 64 * 1024;

/// The maximum number of blank lines before a message.
const MAX_BLANK_LINES: usize = 64;

/// The maximum number of lines that look like fields with unknown names before a file is taken for
/// text. The headers of real messages have a well-known field earlier.
const MAX_UNKNOWN_LINES: usize = 64;

/// The maximum length of a response's status line with its line break, in bytes (RFC 3977 §3.1).
const MAX_STATUS_LINE: usize = 512;

/// Recognises the kind of a file that begins with `head`; `at_end` means that `head` is the whole
/// file. Returns `None` if more bytes are needed, which is never the case with 64 KiB or more.
///
/// The result depends only on the content of the file: once a kind is returned, every longer `head`
/// gives the same kind. It is returned as early as it is certain, so that text from a slow stream
/// is not delayed. Each call reads from the start and keeps no state.
///
/// - A `From ` line that begins a message, or one of any form before a well-known field, begins an
///   mbox file. The kind is [`Kind::Mboxo`], unless the first message has a correct
///   `Content-Length`: it leads from the start of the body to the next `From ` line or the end of
///   the file, ignoring blank lines. Then the kind is [`Kind::Mboxcl2`] if the body contains a
///   `From ` line, and [`Kind::Mboxcl`] if not or if the body extends beyond the 64 KiB.
///   [`Kind::Mboxrd`] is never returned.
/// - A line of four bytes 0x01 begins [`Kind::Mmdf`]. A line `#! rnews N` begins [`Kind::Rnews`].
///   The status line of an article or a header begins [`Kind::Nntp`] if a field follows.
/// - A header begins [`Kind::Message`], also if it begins with a `>From ` line, and [`Kind::Rn`] after the
///   `Article N of GROUP:` of rn. As prose may contain colons, the header must have a field
///   that only messages have, or two different common fields, or one common field and a blank line
///   at its end.
/// - `BABYL OPTIONS:` begins [`Kind::Babyl`], `*mbx*` and CRLF [`Kind::Mbx`], a line such as `2 M1e
///   C4c5d5e6f` before the bytes 0x01 and 0x02 [`Kind::Dbox`], a line of 73 `=` before a well-known
///   field [`Kind::Listserv`], and a line with a number before a header [`Kind::Emlx`].
/// - An HTML doctype, a tag `html`, `head` or `body`, or a comment that Hypermail or `MHonArc` writes begins
///   [`Kind::Html`], also after an XML declaration, and in UTF-16 with a byte order mark.
/// - Everything else is [`Kind::Text`].
///
/// A UTF-8 byte order mark and up to 64 blank lines before a `From ` line or a header are ignored.
///
/// A message or archive whose lines end in CR alone is recognised as if they ended in LF.
#[must_use]
pub fn recognise(head: &[u8], at_end: bool) -> Option<Kind> {
    recognise_lines(head, at_end).map(|(kind, _)| kind)
}

/// Recognises the kind of a file as [`recognise`] does, and returns whether its lines end in CR
/// alone. That is never so of a file without messages, which is read as it is.
pub(crate) fn recognise_lines(head: &[u8], at_end: bool) -> Option<(Kind, bool)> {
    let first = memchr2(b'\r', b'\n', head);
    if let Some(at) = first.filter(|&at| head[at] == b'\r')
        && recognise_lf(&head[..=at], false).is_none()
        && ends_lines_in_cr(head, at_end)?
    {
        let lines = with_line_feeds(&head[..head.len().min(MAX_HEAD)]);
        match recognise_lf(&lines, at_end)? {
            kind if kind.has_no_messages() => {}
            kind => return Some((kind, true)),
        }
    }
    Some((recognise_lf(head, at_end)?, false))
}

/// The number of bytes in which a file whose lines end in CR has no LF.
pub(crate) const MAX_CR_HEAD: usize = 4096;

/// Returns whether the lines of a file that begins with `head` end in CR alone. `None` if more bytes
/// are needed, which is never the case with 4 KiB or more.
pub(crate) fn ends_lines_in_cr(head: &[u8], at_end: bool) -> Option<bool> {
    let near = &head[..head.len().min(MAX_CR_HEAD)];
    if memchr(b'\n', near).is_some() {
        return Some(false);
    }
    (at_end || near.len() == MAX_CR_HEAD).then(|| memchr(b'\r', near).is_some())
}

/// Returns a copy with an LF for each CR.
pub(crate) fn with_line_feeds(bytes: &[u8]) -> Vec<u8> {
    let bytes = bytes.iter().map(|&byte| match byte {
        b'\r' => b'\n',
        byte => byte,
    });
    bytes.collect()
}

fn recognise_lf(head: &[u8], at_end: bool) -> Option<Kind> {
    let is_truncated = head.len() >= MAX_HEAD;
    let head = Head {
        text: &head[..head.len().min(MAX_HEAD)],
        at_end: at_end && !is_truncated,
        is_truncated,
    };
    head.or_at_limit(kind(&head), Kind::Text)
}

fn kind(head: &Head<'_>) -> Option<Kind> {
    if is_mmdf(head)? {
        return Some(Kind::Mmdf);
    }
    if is_rnews(head)? {
        return Some(Kind::Rnews);
    }
    if is_nntp(head)? {
        return Some(Kind::Nntp);
    }
    if head.has(0, MBX)? {
        return Some(Kind::Mbx);
    }
    if head.has(0, BABYL)? {
        return Some(Kind::Babyl);
    }
    if is_dbox(head.text).decided(head.at_end)?.is_yes() {
        return Some(Kind::Dbox);
    }
    if is_listserv(head)? {
        return Some(Kind::Listserv);
    }
    if let Match::Yes((line, _)) = emlx_line(head.text, head.at_end).decided(head.at_end)? {
        let is_message = message(head, line)? == Kind::Message;
        return Some(if is_message { Kind::Emlx } else { Kind::Text });
    }
    let start = after_blank_lines(head)?;
    if let Match::Yes(line) = article_line(head.from(start), head.at_end).decided(head.at_end)? {
        let is_article = message(head, start + line)? == Kind::Message;
        return Some(if is_article { Kind::Rn } else { Kind::Text });
    }
    let is_page =
        begins_page(head.from(start), head.at_end)? || begins_utf16_page(head.text, head.at_end)?;
    if is_page {
        return Some(Kind::Html);
    }
    if is_from_line(head, start)? {
        mbox(head, start)
    } else {
        message(head, start)
    }
}

/// The bytes at the start of a file that may be examined.
struct Head<'t> {
    text: &'t [u8],
    /// Whether they are the whole file.
    at_end: bool,
    /// Whether more bytes may not be examined.
    is_truncated: bool,
}

impl<'t> Head<'t> {
    fn from(&self, at: usize) -> &'t [u8] {
        &self.text[at..]
    }

    /// Returns whether `literal` occurs at `at`. `None` if the text ends within it.
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

    /// Returns the length of the line break at `at`, or 0 if there is none.
    fn line_break(&self, at: usize) -> Option<usize> {
        Some(if self.has(at, b"\n")? {
            1
        } else if self.has(at, b"\r\n")? {
            2
        } else {
            0
        })
    }

    /// Returns `at_limit` if the answer depends on bytes that may not be examined.
    fn or_at_limit<T>(&self, answer: Option<T>, at_limit: T) -> Option<T> {
        if self.is_truncated {
            answer.or(Some(at_limit))
        } else {
            answer
        }
    }
}

/// Matches four bytes 0x01 and a line break.
fn is_mmdf(head: &Head<'_>) -> Option<bool> {
    const MARK: &[u8] = &[1; 4];
    Some(head.has(0, MARK)? && head.line_break(MARK.len())? > 0)
}

/// Matches `#! rnews 1234` and a line break (RFC 1036 §4.3).
fn is_rnews(head: &Head<'_>) -> Option<bool> {
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

/// Matches a line of 73 `=` and a well-known field after it.
fn is_listserv(head: &Head<'_>) -> Option<bool> {
    if !head.has(0, LISTSERV)? {
        return Some(false);
    }
    match head.line_break(LISTSERV.len())? {
        0 => Some(false),
        len => is_known_field(head.from(LISTSERV.len() + len), head.at_end),
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

/// Matches a status line and a field after it. A body alone (222) has no field and is text.
fn is_nntp(head: &Head<'_>) -> Option<bool> {
    match status_line(head.text) {
        StatusLine::Ends(len) => {
            let lines = HeaderLines { head, at: len };
            Some(matches!(lines.next_start()?, LineStart::Field { .. }))
        }
        StatusLine::Other => Some(false),
        _ => head.at_end.then_some(false),
    }
}

/// The state of the status line parser.
#[derive(Clone, Copy)]
enum StatusLine {
    /// The number of digits of the code.
    Code(usize),
    /// The number of digits of the article number.
    Number(usize),
    Id,
    InId,
    AfterId,
    Comment,
    /// The length of the complete line with its line break.
    Ends(usize),
    Other,
}

/// Parses `"220" SP article-number SP message-id [SP trailing-comment] CRLF`, or 221 or 222 (RFC
/// 3977 §9.4.2).
fn status_line(text: &[u8]) -> StatusLine {
    /// §9.8: `article-number = 1*16DIGIT`.
    const MAX_DIGITS: usize = 16;
    let mut state = StatusLine::Code(0);
    for (at, byte) in text.iter().enumerate().take(MAX_STATUS_LINE) {
        state = match (state, byte) {
            (StatusLine::Code(digits @ 0..=1), b'2') => StatusLine::Code(digits + 1),
            (StatusLine::Code(2), b'0'..=b'2') => StatusLine::Code(3),
            (StatusLine::Code(3), b' ') => StatusLine::Number(0),
            (StatusLine::Number(digits), b'0'..=b'9') if digits < MAX_DIGITS => {
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
    if text.len() < MAX_STATUS_LINE {
        state
    } else {
        StatusLine::Other
    }
}

/// Returns the index after the byte order mark and the blank lines at the start.
fn after_blank_lines(head: &Head<'_>) -> Option<usize> {
    const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
    let mut at = 0;
    if head.has(at, BYTE_ORDER_MARK)? {
        at = BYTE_ORDER_MARK.len();
    }
    for _ in 0..MAX_BLANK_LINES {
        match head.line_break(at)? {
            0 => break,
            len => at += len,
        }
    }
    Some(at)
}

/// Returns whether a line begins with `From ` and is not the field From with blanks before its `:`
/// (RFC 5322 §4.5.2).
fn is_from_line(head: &Head<'_>, start: usize) -> Option<bool> {
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
fn mbox(head: &Head<'_>, start: usize) -> Option<Kind> {
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

/// Returns whether the text at `start` is a message.
fn message(head: &Head<'_>, start: usize) -> Option<Kind> {
    let mut lines = HeaderLines { head, at: start };
    if !matches!(
        lines.next_start()?,
        LineStart::Field { .. } | LineStart::EscapedFrom
    ) {
        // Indented text is recognised before its first line ends.
        return Some(Kind::Text);
    }
    let mut common_field: Option<&[u8]> = None;
    let mut unknown = 0;
    loop {
        match lines.next()? {
            HeaderLine::Field { name, value } => match strength(name, value) {
                Strength::Strong => return Some(Kind::Message),
                Strength::Weak => match common_field {
                    Some(first) if !first.eq_ignore_ascii_case(name) => return Some(Kind::Message),
                    Some(_) => unknown += 1,
                    None => common_field = Some(name),
                },
                Strength::Unknown => unknown += 1,
            },
            // A continuation of a well-known field does not count, however many recipients the
            // field has.
            HeaderLine::Folded if common_field.is_some() => {}
            HeaderLine::Folded => unknown += 1,
            HeaderLine::Blank if common_field.is_some() => return Some(Kind::Message),
            HeaderLine::Blank | HeaderLine::Other => return Some(Kind::Text),
        }
        if unknown > MAX_UNKNOWN_LINES {
            return Some(Kind::Text);
        }
    }
}

/// How strongly a field indicates a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Unknown,
    /// Prose may have one such line by chance.
    Weak,
    Strong,
}

fn strength(name: &[u8], value: &[u8]) -> Strength {
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
        b"HeaderLines",
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
struct HeaderLines<'s, 't> {
    head: &'s Head<'t>,
    at: usize,
}

/// A complete line of a header, or the first line after it.
enum HeaderLine<'t> {
    Field {
        name: &'t [u8],
        value: &'t [u8],
    },
    /// A continuation of the previous field, or a `>From ` line.
    Folded,
    /// The blank line that ends the header.
    Blank,
    /// A line that ends the header without a blank line, or the end of the file.
    Other,
}

impl<'t> HeaderLines<'_, 't> {
    /// Returns the next line. `None` if more text is needed.
    fn next(&mut self) -> Option<HeaderLine<'t>> {
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
    fn next_start(&self) -> Option<LineStart<'t>> {
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

#[cfg(test)]
mod tests;
