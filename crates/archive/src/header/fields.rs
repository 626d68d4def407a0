//! Splits a header into fields and finds its end (RFC 5322 §2.2 and §4.5, RFC 2045 §3).

use memchr::memchr;

/// The byte order mark of UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A header field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Field<'h> {
    /// The name as written, without the colon and the white space before it. Empty for lines at the start of the header
    /// that are no field.
    pub(crate) name: &'h [u8],
    /// The raw value after the colon, with folds and white space, without the last line break.
    pub(crate) value: &'h [u8],
    /// The index in the header at which the value begins.
    pub(crate) value_offset: usize,
}

impl Field<'_> {
    /// Returns whether the field has this name, ignoring case (RFC 5322 §1.2.2).
    pub(crate) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.as_bytes())
    }
}

/// Returns an iterator over the fields of a header, which does not include the empty line at its
/// end.
///
/// Envelope lines of a mailbox (`From `) and of UUCP (`>From `) at the start are skipped. All other
/// lines belong to a field: a line without a colon continues the field before it, as a folded line
/// does.
pub(crate) fn fields(block: &[u8]) -> impl Iterator<Item = Field<'_>> {
    Fields {
        block,
        at: after_envelope(block),
    }
}

struct Fields<'h> {
    block: &'h [u8],
    at: usize,
}

impl<'h> Iterator for Fields<'h> {
    type Item = Field<'h>;

    fn next(&mut self) -> Option<Field<'h>> {
        let start = self.at;
        let rest = self.block.get(start..).filter(|rest| !rest.is_empty())?;
        let (start, rest) = match rest.strip_prefix(BYTE_ORDER_MARK) {
            Some(marked) => (start + BYTE_ORDER_MARK.len(), marked),
            None => (start, rest),
        };
        let mut end = line_len(rest);
        while end < rest.len() && !begins_field(&rest[end..]) {
            end += line_len(&rest[end..]);
        }
        self.at = start + end;
        let (name, value) = match FieldName::of(rest) {
            Some(FieldName { len, colon }) => (&rest[..len], colon + 1),
            None => (&rest[..0], 0),
        };
        Some(Field {
            name,
            value: without_line_break(&rest[value..end]),
            value_offset: start + value,
        })
    }
}

/// The end of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HeaderEnd {
    /// The index after the last field, line break included.
    pub(crate) header: usize,
    /// The index of the body: after the empty line, or `header` if there is none.
    pub(crate) body: usize,
    /// The index of the first line that may be a field whose name begins with `Content-`; `header`
    /// if there is none, as in most old mail.
    pub(crate) content: usize,
}

impl HeaderEnd {
    /// The end of a header that no empty line follows.
    pub(crate) fn without_empty_line(at: usize) -> Self {
        Self {
            header: at,
            body: at,
            content: 0,
        }
    }
}

/// Finds the end of the header that begins where `text` does.
///
/// A header ends at an empty line. Without one, it ends before a line that cannot be part of a
/// header, as in mail readers; unless the line after that one is clearly a field, because then the
/// odd line is probably a continuation that has lost its leading white space. `None` if more text is
/// needed, which is never the case if `text` is `at_end`.
pub(crate) fn header_end(text: &[u8], at_end: bool) -> Option<HeaderEnd> {
    let mut at = after_envelope(text);
    let mut content = None;
    let mut is_marked = false;
    loop {
        let rest = &text[at..];
        let end = match rest {
            [] => return at_end.then(|| HeaderEnd::without_empty_line(at)),
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => 0,
        };
        if end > 0 && !is_marked && continues_marked(&text[..at], &rest[end..], at_end)? {
            is_marked = true;
            at += end + BYTE_ORDER_MARK.len();
            continue;
        }
        if end > 0 {
            return Some(HeaderEnd {
                header: at,
                body: at + end,
                content: content.unwrap_or(at),
            });
        }
        let end = whole_line_len(rest, at_end)?;
        if matches!(rest, [b'C' | b'c', b'o' | b'O', b'n' | b'N', ..]) {
            content = content.or(Some(at));
        }
        if !is_blank(rest[0]) && FieldName::of(rest).is_none() {
            // A multipart delimiter ends the header of a part, whatever follows.
            let next = &rest[end..];
            if !rest.starts_with(b"--") {
                whole_line_len(next, at_end)?;
            }
            if rest.starts_with(b"--") || !begins_well_known_field(next) {
                return Some(HeaderEnd::without_empty_line(at));
            }
        }
        at += end;
    }
}

/// Returns whether a line of a header begins a field, also after a byte order mark.
fn begins_field(line: &[u8]) -> bool {
    FieldName::of(line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line)).is_some()
}

/// Returns whether the header continues with a byte order mark after its empty line: it has nothing but `Received`,
/// which a server has put before a message that a program began with that mark. `None` if more text is needed.
fn continues_marked(header: &[u8], rest: &[u8], at_end: bool) -> Option<bool> {
    let near = &rest[..rest.len().min(BYTE_ORDER_MARK.len())];
    let is_trace = || !header.is_empty() && fields(header).all(|field| field.is("Received"));
    if !(BYTE_ORDER_MARK.starts_with(near) && is_trace()) {
        return Some(false);
    }
    let Some(marked) = rest.strip_prefix(BYTE_ORDER_MARK) else {
        return at_end.then_some(false);
    };
    whole_line_len(marked, at_end).map(|_| FieldName::of(marked).is_some())
}

/// The name at the start of a field.
#[derive(Clone, Copy)]
struct FieldName {
    /// The length of the name in bytes.
    len: usize,
    /// The index of the colon.
    colon: usize,
}

impl FieldName {
    /// `obs-optional = field-name *WSP ":"`, `field-name = 1*ftext` (RFC 5322 §3.6.8, §4.5.8)
    #[inline]
    fn of(line: &[u8]) -> Option<Self> {
        let len = ftext_len(line);
        // The grammar allows such names, but they do not occur. If the empty line after a header is
        // missing, the line is more likely a URL or a multipart delimiter.
        if len == 0 || matches!(line[0], b'<' | b'-') {
            return None;
        }
        let mut colon = len;
        while is_blank(*line.get(colon)?) {
            colon += 1;
        }
        (line[colon] == b':').then_some(Self { len, colon })
    }
}

/// Returns the end of the envelope lines at the start. A mailbox has a `From ` line before each
/// message (RFC 4155); UUCP added one `>From ` line per relaying host (RFC 976).
fn after_envelope(text: &[u8]) -> usize {
    let mut at = 0;
    while begins_envelope(&text[at..]) {
        at += line_len(&text[at..]);
    }
    at
}

/// `From :` is an obsolete way to begin a field (RFC 5322 §4.5.2), not an envelope.
fn begins_envelope(line: &[u8]) -> bool {
    let is_from = line.starts_with(b"From ") || line.starts_with(b">From ");
    is_from && FieldName::of(line).is_none()
}

/// Returns whether a line begins a field that cannot be mistaken for a line of text.
fn begins_well_known_field(line: &[u8]) -> bool {
    let Some(FieldName { len, .. }) = FieldName::of(line) else {
        return false;
    };
    let name = &line[..len];
    let is = |known: &str| name.eq_ignore_ascii_case(known.as_bytes());
    let has_prefix = |prefix: &&str| {
        let start = name.get(..prefix.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(prefix.as_bytes()))
    };
    WELL_KNOWN.split(' ').any(is) || WELL_KNOWN_PREFIXES.iter().any(has_prefix)
}

/// The fields of RFC 5322 §3.6 and RFC 5536 §3, and common fields of transport agents and mail
/// readers.
const WELL_KNOWN: &str = "Apparently-To Approved Archived-At Authentication-Results Bcc Cc Control Date \
    Date-Received Delivered-To Distribution DKIM-Signature DomainKey-Signature Envelope-To \
    Errors-To Expires Followup-To From Importance In-Reply-To Injection-Date Injection-Info \
    Keywords Lines Mail-Followup-To Mailing-List Message-ID MIME-Version Newsgroups \
    NNTP-Posting-Date NNTP-Posting-Host Organization Path Posting-Version Precedence Received \
    Received-SPF References Relay-Version Reply-To Return-Path Sender Status Subject \
    Supersedes Thread-Topic To User-Agent Xref";

const WELL_KNOWN_PREFIXES: [&str; 6] = ["ARC-", "Content-", "List-", "Resent-", "Thread-", "X-"];

/// Returns the length of the first line with its break, if the line is known to be complete.
#[inline]
fn whole_line_len(text: &[u8], at_end: bool) -> Option<usize> {
    match memchr(b'\n', text) {
        Some(lf) => Some(lf + 1),
        None => at_end.then_some(text.len()),
    }
}

/// Returns the length of the first line with its break, if it has one.
fn line_len(text: &[u8]) -> usize {
    memchr(b'\n', text).map_or(text.len(), |lf| lf + 1)
}

/// Returns the text without its LF or CRLF. A CR alone is data (RFC 5322 §2.2).
fn without_line_break(text: &[u8]) -> &[u8] {
    match text {
        [text @ .., b'\r', b'\n'] | [text @ .., b'\n'] => text,
        _ => text,
    }
}

/// Returns whether a byte is SP or HTAB.
pub(crate) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// `ftext = %d33-57 / %d59-126` (RFC 5322 §3.6.8)
const fn is_ftext(byte: u8) -> bool {
    matches!(byte, 33..=57 | 59..=126)
}

/// Returns the number of ftext bytes at the start of `line`.
///
/// Most names are shorter than 16 bytes, so 16 bytes are tested at a time, without a branch that
/// depends on the length. Each test sets the high bit of a matching lane. A borrow may also set it
/// in later lanes, but never in earlier ones.
#[inline]
pub(crate) fn ftext_len(line: &[u8]) -> usize {
    const ONES: u128 = u128::from_le_bytes([1; 16]);
    const HIGH: u128 = ONES << 7;
    let mut at = 0;
    while let Some(&lanes) = line[at..].first_chunk::<16>() {
        let lanes = u128::from_le_bytes(lanes);
        let below_33 = lanes.wrapping_sub(ONES * 33) & !lanes;
        let colon = lanes ^ (ONES * u128::from(b':'));
        let is_colon = colon.wrapping_sub(ONES) & !colon;
        let above_126 = ((lanes & !HIGH) + ONES) | lanes;
        let passing = (below_33 | is_colon | above_126) & HIGH;
        if passing != 0 {
            return at + (passing.trailing_zeros() / 8) as usize;
        }
        at += 16;
    }
    let rest = line[at..].iter().position(|&byte| !is_ftext(byte));
    rest.map_or(line.len(), |rest| at + rest)
}

#[cfg(test)]
mod tests;
