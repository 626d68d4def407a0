//! E-mail addresses without a scheme, as UTS #58 finds them: `Link_Email` before the at-sign, a name after it.

use std::ops::Range;

use super::{
    at_sign::AT,
    bare::is_local_part,
    chars::{self, ends_unspaced_word, is_inside, is_symbol},
    host::{name_end, trailing, without_glued_text},
    name::{Host, is_in_host},
};

/// The maximum length in bytes of a local part (RFC 5321 §4.5.3.1.1).
const MAX_LOCAL: usize = 64;

/// Returns the address around the at-sign at an index, which begins at `free` or later.
pub(crate) fn around(line: &[u8], free: usize, at: usize) -> Option<Range<usize>> {
    let start = local_start(line, free, at)?;
    let end = domain_end(line, at + 1)?;
    let local = line[start..at].iter();
    // `_joe@a.example_` is emphasis.
    let marks = match line.get(end) {
        Some(b'_') => local.take_while(|&&byte| byte == b'_').count(),
        _ => 0,
    };
    Some(start + marks..end)
}

/// Returns the length of the address at the start of a text.
pub(crate) fn end(text: &[u8], start: usize) -> Option<usize> {
    let at = start + memchr::memchr(b'@', &text[start..])?;
    domain_end(text, at + 1)
}

/// Returns the local part before ` at ` and the domain that begins at an index, where brackets or `wrote` show that
/// they are an address.
pub(crate) fn around_replaced(line: &[u8], free: usize, domain: usize) -> Option<Range<usize>> {
    let before = line[..domain].strip_suffix(AT)?;
    let start = local_start(line, free, before.len())?;
    let end = domain_end(line, domain)?;
    let is_quoted = line[end..].starts_with(b" wrote") || line[end..].starts_with(b" writes");
    let is_enclosed = matches!(
        (line[..start].last(), line.get(end)),
        (Some(b'<'), Some(b'>')) | (Some(b'('), Some(b')')) | (Some(b'['), Some(b']'))
    );
    (is_quoted || is_enclosed).then_some(start..before.len())
}

/// Returns the start of the local part that ends at an index. Marks of a quotation, a list or emphasis before it are no
/// part of it, and neither is text of a script without spaces.
fn local_start(line: &[u8], free: usize, end: usize) -> Option<usize> {
    let mut start = end;
    while start > free {
        let (char, len) = match line[start - 1] {
            byte if byte.is_ascii() => (None, usize::from(is_atext(byte))),
            _ => bstr::decode_last_utf8(&line[free..start]),
        };
        if let Some(char) = char
            && ends_unspaced_word(char)
            && line[start..end]
                .first()
                .is_some_and(u8::is_ascii_alphanumeric)
        {
            break;
        }
        let is_part = line[start - 1].is_ascii()
            || char.is_some_and(|char| !is_symbol(char)) && is_inside(line, start - len, char);
        if len == 0 || !is_part {
            break;
        }
        start -= len;
        if end - start > MAX_LOCAL {
            return None;
        }
    }
    if line[..start].ends_with(b"@") {
        return None;
    }
    let is_mark = |byte: &&u8| byte.is_ascii_punctuation() && !matches!(byte, b'.' | b'_');
    let local = &line[start..end];
    let local = &local[local.iter().take_while(is_mark).count()..];
    (is_local_part(local) && chars::has_word(local)).then_some(end - local.len())
}

/// Returns whether an ASCII character has the property `Link_Email`: those of a dot-atom (RFC 5322 §3.2.3).
const fn is_atext(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b'.' | b'!'
                | b'#'
                | b'$'
                | b'%'
                | b'&'
                | b'\''
                | b'*'
                | b'+'
                | b'-'
                | b'/'
                | b'='
                | b'?'
                | b'^'
                | b'_'
                | b'`'
                | b'{'
                | b'|'
                | b'}'
                | b'~'
        )
}

/// Returns the end of a domain with an existing domain of the first level that begins at an index.
fn domain_end(line: &[u8], from: usize) -> Option<usize> {
    let run = name_end(line, from, is_in_host);
    let run = without_glued_text(line, from..run);
    let name = &line[from..run];
    let end = run - trailing(name);
    Host::of(&line[from..end])?;
    Some(end)
}
