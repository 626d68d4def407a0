//! The opening of a candidate: the text from `<` to the first byte of the URL.

use urlsift_scheme::{Opens, SchemeInfo};

use super::scheme::{
    BREAKABLE, MAX_BREAKABLE_LEN, MAX_UNKNOWN_LEN, Schemes, is_name, may_refuse_slashes,
};
use crate::{
    candidate::Delimiter,
    refang::form::is_defanged_scheme,
    text::{
        Near, Prefix,
        class::{is_blank, is_next_line_mark, is_scheme, is_scheme_start, is_slash, is_ws},
    },
};

/// How a candidate was opened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opener {
    pub(crate) delimiter: Delimiter,
    /// The start of the content, as the distance from the `<`.
    pub(crate) content: usize,
}

impl Opener {
    const fn angle(content: usize) -> Self {
        Self {
            delimiter: Delimiter::Angle,
            content,
        }
    }
}

/// The line that contains a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NameLine {
    /// The line of the `<`.
    Same,
    /// The line after a `<` that ends its line.
    Next,
}

/// What may follow `data:`, in any case: `,`, `;` and the top-level media types of RFC 2046 and later RFCs.
const AFTER_DATA: [&[u8]; 11] = [
    b",",
    b";",
    b"text/",
    b"image/",
    b"audio/",
    b"video/",
    b"application/",
    b"font/",
    b"multipart/",
    b"message/",
    b"model/",
];

/// Fast path for the most frequent openings; [`open`] gives the same result.
#[inline]
pub(crate) fn try_fast(near: &[u8]) -> Option<Opener> {
    let has = |opening: &[u8]| near.starts_with(opening);
    let (delimiter, content) = match near.get(1)? {
        b'U' if has(b"<URL:") => (Delimiter::Url, b"<URL:".len()),
        b'h' if has(b"<http://") || has(b"<https://") => (Delimiter::Angle, 1),
        b'f' if has(b"<ftp://") => (Delimiter::Angle, 1),
        _ => return None,
    };
    Some(Opener { delimiter, content })
}

/// Fast check whether a `<` may open a candidate. In most prose and all HTML it does not. `true` means "not known".
pub(crate) fn may_open(text: &[u8]) -> bool {
    let class_end = |from: usize, class: fn(u8) -> bool| {
        let rest = text.get(from..).unwrap_or_default();
        from + rest.iter().take_while(|&&byte| class(byte)).count()
    };
    let start = class_end(1, is_blank);
    match text.get(start) {
        Some(&first) if is_scheme_start(first) => {
            let end = class_end(start + 1, is_scheme);
            match text.get(end) {
                Some(b':') | None => true,
                Some(&byte) => is_ws(byte) && may_be_first_part(&text[start..end]),
            }
        }
        Some(b'\r' | b'\n') | None => true,
        Some(_) => false,
    }
}

/// Returns what the `<` at the start of `near` opens, on a line with this quote prefix. `near` ends at the maximum
/// length of a candidate.
pub(crate) fn open(near: &Near<'_>, prefix: &Prefix, schemes: &Schemes) -> Option<Opener> {
    let mut start = near.class_end(1, is_blank);
    let mut line = NameLine::Same;
    if let Some(b'\r' | b'\n') = near.byte(start) {
        start = next_line_start(near, start)?;
        start = near.class_end(start, |byte| is_blank(byte) || is_next_line_mark(byte));
        line = NameLine::Next;
    }
    let mut end = start;
    while near.byte(end).is_some_and(is_scheme) {
        end += 1;
        if end - start > schemes.max_len() {
            return None;
        }
    }
    let name = &near.bytes()[start.min(end)..end.min(near.bytes().len())];
    let first = *name.first()?;
    if !is_scheme_start(first) {
        return None;
    }
    if near.byte(end) != Some(b':') {
        let may_be_broken = line == NameLine::Same && may_be_first_part(name);
        let opens = may_be_broken && is_rejoined(near, name, end, prefix);
        return opens.then_some(Opener::angle(start));
    }
    let after_colon = end + 1;
    // The first byte decides most of these conditions.
    if first | 0x20 == b'u' && name.eq_ignore_ascii_case(b"url") {
        return Some(Opener {
            delimiter: Delimiter::Url,
            content: after_colon,
        });
    }
    // Nearly all openings have `//`, so that names are rarely looked up.
    let has_slashes = || near.bytes()[after_colon..].starts_with(b"//");
    let opens = name.len() <= MAX_UNKNOWN_LEN
        && !may_refuse_slashes(first)
        && !is_defanged_scheme(name)
        && has_slashes()
        || match scheme(near, name, after_colon, line, schemes) {
            SchemeMatch::Nothing => false,
            SchemeMatch::Opens => true,
            SchemeMatch::OpensWithSlash => {
                let slash = near.class_end(after_colon, is_ws);
                near.byte(slash).is_some_and(is_slash)
            }
        };
    opens.then_some(Opener::angle(start))
}

/// Returns the start of the next line, if LF or CRLF is at `at`.
fn next_line_start(near: &Near<'_>, at: usize) -> Option<usize> {
    match near.byte(at)? {
        b'\n' => Some(at + 1),
        b'\r' if near.byte(at + 1) == Some(b'\n') => Some(at + 2),
        _ => None,
    }
}

/// What a scheme and its colon open.
enum SchemeMatch {
    Nothing,
    Opens,
    /// A candidate, if a slash or backslash follows.
    OpensWithSlash,
}

/// Returns what a name that has the form of a scheme opens, if a colon ends before `after_colon`.
fn scheme(
    near: &Near<'_>,
    name: &[u8],
    after_colon: usize,
    line: NameLine,
    schemes: &Schemes,
) -> SchemeMatch {
    let info = SchemeInfo::of(name);
    let opens = match (info.map(SchemeInfo::opens), line) {
        (Some(Opens::WithMediaType), NameLine::Same) => {
            let mut types = AFTER_DATA.iter();
            types.any(|media_type| near.has(after_colon, media_type))
        }
        (Some(Opens::WithMediaType), NameLine::Next) => false,
        (Some(Opens::WithSlash), NameLine::Same) => return SchemeMatch::OpensWithSlash,
        _ => {
            let is_known = info.is_some() || schemes.contains(name);
            let needs_no_slashes = match line {
                NameLine::Next => info.is_some_and(SchemeInfo::opens_at_line_end),
                NameLine::Same => is_known,
            };
            let may_be_scheme =
                name.len() <= MAX_UNKNOWN_LEN && !is_defanged_scheme(name) || is_known;
            needs_no_slashes || may_be_scheme && near.has(after_colon, b"//")
        }
    };
    if opens {
        SchemeMatch::Opens
    } else {
        SchemeMatch::Nothing
    }
}

/// Returns whether a name, a colon and the bytes after it begin a URL, by the rules for the name after a `<`.
pub(crate) fn begins_url(name: &[u8], after_colon: &[u8], schemes: &Schemes) -> bool {
    let near = Near::new(after_colon);
    is_name(name)
        && match scheme(&near, name, 0, NameLine::Same, schemes) {
            SchemeMatch::Opens => true,
            SchemeMatch::OpensWithSlash => after_colon.first().copied().is_some_and(is_slash),
            SchemeMatch::Nothing => false,
        }
}

/// Returns whether a breakable scheme begins with `part`.
fn may_be_first_part(part: &[u8]) -> bool {
    BREAKABLE.iter().any(|full| starts_with(full, part))
}

/// Returns whether `full` begins with `part`, in any case.
fn starts_with(full: &[u8], part: &[u8]) -> bool {
    full.get(..part.len())
        .is_some_and(|head| head.eq_ignore_ascii_case(part))
}

/// Returns whether the rest of a broken scheme, whose first part ends at `at`, is on the next line, followed by `://`.
///
/// Such a candidate is never unclosed: it has no `scheme:` before the line break.
fn is_rejoined(near: &Near<'_>, first: &[u8], at: usize, prefix: &Prefix) -> bool {
    let Some(line) = next_line_start(near, near.class_end(at, is_blank)) else {
        return false;
    };
    let skipped = prefix.skip(near.bytes(), line);
    if skipped.is_cut {
        near.run_out();
    }
    let (start, mut end) = (skipped.at, skipped.at);
    while first.len() + end - start < MAX_BREAKABLE_LEN && near.byte(end).is_some_and(is_scheme) {
        end += 1;
    }
    let rest = near.bytes().get(start..end).unwrap_or_default();
    let is_scheme = BREAKABLE.iter().any(|full| {
        full.len() == first.len() + rest.len()
            && starts_with(full, first)
            && full[first.len()..].eq_ignore_ascii_case(rest)
    });
    is_scheme && near.has(end, b"://")
}
