//! Recognises the kind of a file by its first bytes.

mod head;
mod header;
mod html_start;
mod utf16;

use memchr::{memchr, memchr2};

use self::utf16::utf16_start;
pub(crate) use self::{
    head::{Head, MAX_HEAD},
    header::{HeaderLine, HeaderLines, Strength, is_known_field, is_message, strength},
    html_start::begins_page,
    utf16::{is_utf16, may_be_utf16},
};
use crate::Kind;

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
///   the file, ignoring empty lines. Then the kind is [`Kind::Mboxcl2`] if the body contains a
///   `From ` line, and [`Kind::Mboxcl`] if not or if the body extends beyond the 64 KiB.
///   [`Kind::Mboxrd`] is never returned.
/// - A line of four bytes 0x01 begins [`Kind::Mmdf`]. A line `#! rnews N` begins [`Kind::Rnews`].
///   The status line of an article or a header begins [`Kind::Nntp`] if a field follows.
/// - A header begins [`Kind::Message`], also if it begins with a `>From ` line, and [`Kind::Rn`] after the
///   `Article N of GROUP:` of rn. As prose may contain colons, the header must have a field
///   that only messages have, or two different common fields, or one common field and an empty line
///   at its end or more than 64 KiB.
/// - `BABYL OPTIONS:` with a byte 0x1F after it begins [`Kind::Babyl`], `*mbx*` before a line of 16 hexadecimal digits
///   [`Kind::Mbx`], a line such as `2 M1e C4c5d5e6f` before the bytes 0x01 and 0x02 [`Kind::Dbox`], a line of 73 `=`
///   before a well-known field [`Kind::Listserv`], and a line with a number before a header [`Kind::Emlx`].
/// - An HTML doctype, a tag `html`, `head` or `body`, or a comment that Hypermail or `MHonArc` writes begins
///   [`Kind::Html`], also after an XML declaration, and in UTF-16 with a byte order mark.
/// - A line `BEGIN:VCALENDAR` begins [`Kind::Calendar`], `BEGIN:VCARD` [`Kind::Vcard`], and `dn:` with a name,
///   `version: 1` or a comment with `LDIF` before it, [`Kind::Ldif`].
/// - `%PDF-` begins [`Kind::Pdf`], and the zip of an office document [`Kind::Office`].
/// - Everything else is [`Kind::Text`].
///
/// A UTF-8 byte order mark and up to 64 empty lines before a `From ` line or a header are ignored, and up to 4 KiB of
/// white space and line breaks before the header of a message; directly before its first field only if that is in
/// messages alone.
///
/// A message or archive whose lines end in CR alone is recognised as if they ended in LF, and a file in UTF-16, with a
/// byte order mark or without, as if it were in ASCII.
#[must_use]
pub fn recognise(head: &[u8], at_end: bool) -> Option<Kind> {
    recognise_lines(head, at_end).map(|(kind, _)| kind)
}

/// Recognises the kind of a file as [`recognise`] does, and returns whether its lines end in CR
/// alone. Returns `false` for a file without messages, whose lines are not converted.
pub(crate) fn recognise_lines(head: &[u8], at_end: bool) -> Option<(Kind, bool)> {
    if may_be_utf16(head) && !at_end {
        return None;
    }
    if let Some(text) = utf16_start(head, MAX_HEAD / 2) {
        let is_truncated = head.len() >= MAX_HEAD;
        return Some((recognise_start(&text, at_end, is_truncated)?, false));
    }
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
    recognise_start(&head[..head.len().min(MAX_HEAD)], at_end, is_truncated)
}

fn recognise_start(text: &[u8], at_end: bool, is_truncated: bool) -> Option<Kind> {
    let head = Head {
        text,
        at_end: at_end && !is_truncated,
        is_truncated,
    };
    head.or_at_limit(kind(&head), Kind::Text)
}

fn kind(head: &Head<'_>) -> Option<Kind> {
    for kind in Kind::RECOGNITION_ORDER {
        if kind.framing().begins_file(head)? {
            return Some(kind);
        }
    }
    None
}

#[cfg(test)]
mod tests;
