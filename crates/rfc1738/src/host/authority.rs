//! The range of the authority, `login` in RFC 1738, as the URL parser of the WHATWG standard finds it (§4.4).
//!
//! The parser is a state machine over the whole text. What it does up to the end of the authority is little: it trims
//! control characters and spaces, drops tabs and line breaks, and skips any number of slashes and backslashes in the
//! special schemes. The tests compare this file with the crate `url`.

use core::ops::Range;

use urlsift_scheme::{Scheme, SchemeInfo, is_scheme_byte};

/// An authority: the text between the slashes and the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Authority {
    /// The range of the scheme, which may contain tabs and line breaks.
    pub(crate) scheme: Range<usize>,
    pub(crate) kind: AuthorityKind,
    /// The range of the authority.
    pub(crate) span: Range<usize>,
    /// The end of the text without the fragment and without what is trimmed.
    pub(crate) end: usize,
}

/// How the authority of a scheme is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AuthorityKind {
    /// http, https, ws and wss.
    Web,
    Ftp,
    /// A host, without user and port.
    File,
    /// Any other scheme, with `//`.
    Other,
}

impl AuthorityKind {
    fn of(scheme: &[u8]) -> Self {
        match SchemeInfo::of(scheme) {
            Some(info) if info.is_special() => match info.scheme() {
                Scheme::Ftp => Self::Ftp,
                Scheme::File => Self::File,
                _ => Self::Web,
            },
            _ => Self::Other,
        }
    }

    /// Returns whether the standard calls the scheme special.
    pub(crate) const fn is_special(self) -> bool {
        !matches!(self, Self::Other)
    }

    const fn is_slash(self, byte: u8) -> bool {
        byte == b'/' || self.is_special() && byte == b'\\'
    }
}

/// Returns whether the parser drops a byte wherever it stands.
pub(crate) const fn is_dropped(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r')
}

/// Returns the authority of a URL; `None` if the text has no scheme, or is a URL without authority.
pub(crate) fn authority(text: &[u8]) -> Option<Authority> {
    let is_content = |&byte: &u8| byte > b' ';
    let start = text.iter().position(is_content)?;
    let end = text.iter().rposition(is_content)? + 1;
    let (scheme, kind) = scheme(&text[..end], start)?;
    let mut at = scheme.end + 1;
    let slashes = slashes(&text[..end], &mut at, kind);
    let has_authority = match kind {
        // `http:a.example` has a host, too.
        AuthorityKind::Web | AuthorityKind::Ftp => true,
        AuthorityKind::File | AuthorityKind::Other => slashes == 2,
    };
    if !has_authority {
        return None;
    }
    let start = at;
    let is_end = |byte: &u8| matches!(byte, b'?' | b'#') || kind.is_slash(*byte);
    let len = text[start..end].iter().position(is_end);
    let mut span = start..len.map_or(end, |len| start + len);
    let end = match text[span.end..end].iter().position(|&byte| byte == b'#') {
        Some(len) => span.end + len,
        None => end,
    };
    trim(text, &mut span);
    if kind == AuthorityKind::File && is_drive(&text[span.clone()]) {
        return None;
    }
    Some(Authority {
        scheme,
        kind,
        span,
        end,
    })
}

/// Returns the range of the scheme that begins at `start` and ends before a colon.
fn scheme(text: &[u8], start: usize) -> Option<(Range<usize>, AuthorityKind)> {
    // No name in the table of schemes is longer.
    const MAX_LEN: usize = 16;
    let mut name = [0; MAX_LEN];
    let mut len = 0;
    for (at, &byte) in text.iter().enumerate().skip(start) {
        match byte {
            b':' if len > 0 => {
                // A longer name is in no table.
                let kind = AuthorityKind::of(name.get(..len).unwrap_or_default());
                return Some((start..at, kind));
            }
            _ if is_dropped(byte) => {}
            _ if !is_scheme_byte(byte) || len == 0 && !byte.is_ascii_alphabetic() => return None,
            _ => {
                if let Some(slot) = name.get_mut(len) {
                    *slot = byte;
                }
                len += 1;
            }
        }
    }
    None
}

/// Skips slashes, and returns how many there are: at most two, except in http, https, ws, wss and ftp.
fn slashes(text: &[u8], at: &mut usize, kind: AuthorityKind) -> usize {
    let max = match kind {
        AuthorityKind::Web | AuthorityKind::Ftp => usize::MAX,
        AuthorityKind::File | AuthorityKind::Other => 2,
    };
    let mut count = 0;
    while count < max
        && let Some(&byte) = text.get(*at)
        && (kind.is_slash(byte) || is_dropped(byte))
    {
        count += usize::from(!is_dropped(byte));
        *at += 1;
    }
    count
}

/// Removes dropped bytes from both ends of a range.
pub(super) fn trim(text: &[u8], span: &mut Range<usize>) {
    while let [first, ..] = text[span.clone()]
        && is_dropped(first)
    {
        span.start += 1;
    }
    while let [.., last] = text[span.clone()]
        && is_dropped(last)
    {
        span.end -= 1;
    }
}

/// Returns whether the text after the slashes of a `file` URL is a Windows drive letter, which begins the path.
fn is_drive(host: &[u8]) -> bool {
    let mut kept = host.iter().copied().filter(|&byte| !is_dropped(byte));
    let (letter, mark, rest) = (kept.next(), kept.next(), kept.next());
    letter.is_some_and(|byte| byte.is_ascii_alphabetic())
        && matches!(mark, Some(b':' | b'|'))
        && rest.is_none()
}
