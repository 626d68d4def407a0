//! Recognises the kind of a file by its first bytes.

mod head;
mod header;
mod html_start;
mod mbox;

use memchr::{memchr, memchr2};

use self::{
    head::{Head, MAX_HEAD},
    header::{HeaderLines, Strength, message, strength},
    mbox::{is_from_line, mbox},
};
use crate::{
    Kind,
    frame::{
        from_line::{LineStart, line_start},
        record_lines::{
            BABYL, BABYL_MARK, LISTSERV, MBX, Match, RNEWS, article_line, emlx_line, is_dbox,
        },
    },
    recognise::html_start::{begins_page, begins_utf16_page},
};

/// The maximum number of blank lines before a message.
const MAX_BLANK_LINES: usize = 64;

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
/// - `BABYL OPTIONS:` with a byte 0x1F after it begins [`Kind::Babyl`], `*mbx*` before a line of 16 hexadecimal digits
///   [`Kind::Mbx`], a line such as `2 M1e C4c5d5e6f` before the bytes 0x01 and 0x02 [`Kind::Dbox`], a line of 73 `=`
///   before a well-known field [`Kind::Listserv`], and a line with a number before a header [`Kind::Emlx`].
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
/// alone. Returns `false` for a file without messages, whose lines are not converted.
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
    if is_mbx(head)? {
        return Some(Kind::Mbx);
    }
    if is_babyl(head)? {
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

/// Matches `*mbx*` and CRLF, and a line with the validity and the last of the UIDs, in eight hexadecimal digits each.
fn is_mbx(head: &Head<'_>) -> Option<bool> {
    const UIDS: usize = 16;
    if !head.has(0, MBX)? {
        return Some(false);
    }
    let line = head.from(MBX.len());
    let digits = line
        .iter()
        .take(UIDS)
        .take_while(|byte| byte.is_ascii_hexdigit());
    match digits.count() {
        UIDS => head.has(MBX.len() + UIDS, b"\r\n"),
        digits if digits == line.len() && !head.at_end => None,
        _ => Some(false),
    }
}

/// Matches `BABYL OPTIONS:` and the mark at the end of the options. Without it, no message follows.
fn is_babyl(head: &Head<'_>) -> Option<bool> {
    if !head.has(0, BABYL)? {
        return Some(false);
    }
    if memchr(BABYL_MARK, head.text).is_some() {
        return Some(true);
    }
    head.at_end.then_some(false)
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

#[cfg(test)]
mod tests;
