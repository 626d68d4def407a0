//! Opening.

use urlsift_tables::lines;

use super::{
    bytes::{is_blank, is_ws, line_break, skip_blanks, word},
    quote_prefix::drop_marks,
};
use std::sync::LazyLock;

/// The ten schemes of RFC 1738, the seven that it reserves, and later schemes.
pub(super) static KNOWN_SCHEMES: LazyLock<Vec<&str>> =
    LazyLock::new(|| lines!("opening.toml", "known_schemes"));

/// What may directly follow `data:`.
pub(super) const AFTER_DATA: [&str; 11] = [
    ",",
    ";",
    "text/",
    "image/",
    "audio/",
    "video/",
    "application/",
    "font/",
    "multipart/",
    "message/",
    "model/",
];

/// The schemes that need no `//` after a `<` at the end of a line.
pub(super) const AFTER_LINE_END: [&str; 6] = ["mailto:", "news:", "sip:", "sips:", "tel:", "urn:"];

/// The schemes that may be split by a line break.
pub(super) const BREAKABLE: [&str; 3] = ["http", "https", "ftp"];

/// The maximum length of an unknown scheme.
pub(super) const MAX_SCHEME: usize = 32;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Url,
    Angle,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Url => "url",
            Kind::Angle => "angle",
        }
    }
}

/// The start of a candidate.
pub(super) struct Opening {
    pub(super) kind: Kind,
    /// The offset of the content: right after `URL:`, or at the scheme.
    pub(super) content: usize,
    /// The offset after the byte that completes the opening.
    pub(super) certain: usize,
    /// Whether the scheme is split by a line break.
    pub(super) broken: bool,
}

/// **Opening.** Returns what opens at the `<` at `start`, if it fits into `max_len` bytes.
pub(super) fn open(
    text: &[u8],
    start: usize,
    marks: &[&[u8]],
    max_len: usize,
    extra: &[&str],
) -> Option<Opening> {
    let first = skip_blanks(text, start + 1);
    open_plain(text, first, extra)
        .or_else(|| open_at_line_end(text, first, extra))
        .or_else(|| open_broken(text, first, marks))
        .filter(|opening| opening.certain - start <= max_len)
}

/// The table: `URL:`, a known scheme and `:`, or any scheme and `://`.
pub(super) fn open_plain(text: &[u8], at: usize, extra: &[&str]) -> Option<Opening> {
    if let Some(end) = word(text, at, b"URL:") {
        return Some(Opening {
            kind: Kind::Url,
            content: end,
            certain: end,
            broken: false,
        });
    }
    known_scheme(text, at, extra)
        .or_else(|| any_scheme_with_slashes(text, at))
        .map(|certain| Opening {
            kind: Kind::Angle,
            content: at,
            certain,
            broken: false,
        })
}

/// Returns the offset of the `:` after each known scheme at `at`.
pub(super) fn known_colons<'a>(
    text: &'a [u8],
    at: usize,
    extra: &'a [&'a str],
) -> impl Iterator<Item = usize> + 'a {
    KNOWN_SCHEMES
        .iter()
        .chain(extra)
        .filter(|name| !name.is_empty())
        .filter_map(move |name| word(text, at, name.as_bytes()))
        .filter(|&end| text.get(end) == Some(&b':'))
}

/// Returns the offset after what completes a known scheme: its `:`, or more for `file:` and `data:`.
pub(super) fn known_scheme(text: &[u8], at: usize, extra: &[&str]) -> Option<usize> {
    let after = known_colons(text, at, extra).next()? + 1;
    if word(text, at, b"file:").is_some() {
        let slash = (after..text.len()).find(|&i| !is_ws(text[i]))?;
        return matches!(text[slash], b'/' | b'\\').then_some(slash + 1);
    }
    if word(text, at, b"data:").is_some() {
        return AFTER_DATA
            .iter()
            .find_map(|next| word(text, after, next.as_bytes()));
    }
    Some(after)
}

/// Returns whether a name is that of a scheme which somebody has defanged. It opens nothing.
pub(super) fn is_defanged(name: &[u8]) -> bool {
    let name = name.to_ascii_lowercase();
    let name = name.strip_suffix(b"s").unwrap_or(&name);
    matches!(name, b"hxxp" | b"h00p" | b"fxp")
}

/// Returns the offset after the `://` of any scheme of RFC 3986 except `data`, and those that are defanged.
pub(super) fn any_scheme_with_slashes(text: &[u8], at: usize) -> Option<usize> {
    let colon = scheme(&text[at..])? + at;
    let is_data = word(text, at, b"data:").is_some();
    if colon - at > MAX_SCHEME || is_data || is_defanged(&text[at..colon]) {
        return None;
    }
    word(text, colon, b"://")
}

/// Returns the length of the scheme of RFC 3986 at the start of `url`, if a `:` follows it.
pub(super) fn scheme(url: &[u8]) -> Option<usize> {
    let length = url
        .iter()
        .take_while(|&&b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
        .count();
    (url.first()?.is_ascii_alphabetic() && url.get(length) == Some(&b':')).then_some(length)
}

/// *`<` at a line's end*: a line break and a run of marks, spaces and tabs before the opening.
pub(super) fn open_at_line_end(text: &[u8], at: usize, extra: &[&str]) -> Option<Opening> {
    let mut first = line_break(text, at)?;
    while first < text.len() && (is_blank(text[first]) || matches!(text[first], b'>' | b'|' | b':'))
    {
        first += 1;
    }
    if let Some(end) = word(text, first, b"URL:") {
        return Some(Opening {
            kind: Kind::Url,
            content: end,
            certain: end,
            broken: false,
        });
    }
    AFTER_LINE_END
        .iter()
        .find_map(|name| word(text, first, name.as_bytes()))
        .or_else(|| any_scheme_with_slashes(text, first))
        .or_else(|| {
            // A scheme of the caller may exceed 32 bytes.
            known_colons(text, first, extra)
                .filter(|_| word(text, first, b"data:").is_none())
                .find_map(|colon| word(text, colon, b"://"))
        })
        .map(|certain| Opening {
            kind: Kind::Angle,
            content: first,
            certain,
            broken: false,
        })
}

/// *A broken scheme*: one line break, surrounded by spaces and tabs, inside the name or before `://`.
pub(super) fn open_broken(text: &[u8], at: usize, marks: &[&[u8]]) -> Option<Opening> {
    for name in BREAKABLE {
        for split in 1..=name.len() {
            let (head, tail) = name.as_bytes().split_at(split);
            let certain = word(text, at, head)
                .map(|end| skip_blanks(text, end))
                .and_then(|end| line_break(text, end))
                .map(|line| skip_blanks(text, drop_marks(text, line, marks).end))
                .and_then(|rest| word(text, rest, tail))
                .and_then(|colon| word(text, colon, b"://"));
            if let Some(certain) = certain {
                return Some(Opening {
                    kind: Kind::Angle,
                    content: at,
                    certain,
                    broken: true,
                });
            }
        }
    }
    None
}
