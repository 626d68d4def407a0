//! Defangs URLs: writes them so that they cannot be clicked.

use std::{borrow::Cow, ops::Range};

use urlsift_scan::mark_of_form;

/// Returns a URL as it is written so that nobody can click on it: `hxxp` for `http`, `fxp` for `ftp`, `[.]` for the
/// dots of the host and of the login before it, which may look like a host, and `javascript[:]` for a URL that is a
/// program or a document. The same is done to URLs inside the URL.
///
/// [Refanged](urlsift_scan::Refanger), the result is the URL again, byte for byte. For this, brackets are put around a
/// byte of what would be read as defanged in the URL itself.
///
/// ```
/// # use urlsift::defang;
/// assert_eq!(&*defang(b"https://a.example/b.c"), b"hxxps://a[.]example/b.c");
/// assert_eq!(&*defang(b"mailto:a.b@c.example"), b"mailto:a.b@c[.]example");
/// assert_eq!(&*defang(b"ftp://a.example/hxxp://b"), b"fxp://a[.]example/h[x]xp://b");
/// ```
#[must_use]
pub fn defang(url: &[u8]) -> Cow<'_, [u8]> {
    let mut edits = Edits::of(url);
    for at in 0..url.len() {
        if let Some(mark) = mark_of_form(url, at) {
            edits.bracketed.push(mark);
        }
    }
    edits.apply()
}

/// Returns a host with `[.]` for its dots.
#[must_use]
pub fn defang_host(host: &[u8]) -> Vec<u8> {
    let mut edits = Edits::none(host);
    edits.bracket_dots(0..host.len());
    edits.apply().into_owned()
}

/// What is changed in a URL.
struct Edits<'u> {
    url: &'u [u8],
    /// The indices of bytes that get brackets.
    bracketed: Vec<usize>,
    /// The indices of letters that become an `x`.
    crossed: Vec<usize>,
}

impl<'u> Edits<'u> {
    const fn none(url: &'u [u8]) -> Self {
        Self {
            url,
            bracketed: Vec::new(),
            crossed: Vec::new(),
        }
    }

    /// Finds the schemes and hosts of a URL, and of URLs inside it.
    fn of(url: &'u [u8]) -> Self {
        const SEPARATOR: &[u8] = b"://";
        let mut edits = Self::none(url);
        let mut done = 0;
        if let Some(hosts) = mail_hosts(url) {
            done = hosts.end;
            edits.bracket_dots(hosts);
        } else if let Some(colon) = colon_of_content(url) {
            edits.bracketed.push(colon);
            done = colon + 1;
        } else if let Some(colon) = colon_without_slashes(url) {
            edits.cross(0..colon);
            edits.bracketed.push(colon);
            let authority = authority(url, after_slashes(url, colon + 1));
            done = authority.end;
            edits.bracket_dots(authority);
        }
        while let Some(at) = url[done..]
            .windows(SEPARATOR.len())
            .position(|bytes| bytes == SEPARATOR)
        {
            let colon = done + at;
            let name = done + name_start(&url[done..colon])..colon;
            done = colon + SEPARATOR.len();
            // Browsers skip more slashes, as in `http:///a.example`.
            let is_known = is_known(&url[name.clone()]);
            let start = if is_known {
                after_slashes(url, done)
            } else {
                done
            };
            let authority = authority(url, start);
            if is_known {
                edits.cross(name);
                // After a name like `hxxp`, a strange host counts as a form that is not known.
                if !url[authority.clone()].iter().all(|&byte| is_plain(byte)) {
                    edits.bracketed.push(colon);
                }
            }
            done = authority.end;
            edits.bracket_dots(authority);
        }
        edits
    }

    fn bracket_dots(&mut self, range: Range<usize>) {
        let dots = range.filter(|&at| self.url[at] == b'.');
        self.bracketed.extend(dots);
    }

    /// Puts an `x` for each `t` of the name of a scheme.
    fn cross(&mut self, name: Range<usize>) {
        let letters = name.filter(|&at| self.url[at] | 0x20 == b't');
        self.crossed.extend(letters);
    }

    fn apply(mut self) -> Cow<'u, [u8]> {
        if self.bracketed.is_empty() && self.crossed.is_empty() {
            return self.url.into();
        }
        self.bracketed.sort_unstable();
        let mut bracketed = self.bracketed.iter().copied().peekable();
        let mut crossed = self.crossed.iter().copied().peekable();
        let mut out = Vec::with_capacity(self.url.len() + 2 * self.bracketed.len());
        for (at, &byte) in self.url.iter().enumerate() {
            let is_bracketed = bracketed.next_if_eq(&at).is_some();
            while bracketed.next_if_eq(&at).is_some() {}
            out.extend(is_bracketed.then_some(b'['));
            // A lower-case `x` for a lower-case letter.
            let is_crossed = crossed.next_if_eq(&at).is_some();
            out.push(if is_crossed {
                byte + (b'x' - b't')
            } else {
                byte
            });
            out.extend(is_bracketed.then_some(b']'));
        }
        out.into()
    }
}

/// Returns whether a byte is usual in an authority.
const fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b':' | b'@')
}

/// Returns the index of the colon of an http or ftp URL without `//` after the colon, as in `http:a.example` and
/// `http:\\a.example`, which browsers correct.
fn colon_without_slashes(url: &[u8]) -> Option<usize> {
    let colon = url.iter().position(|&byte| byte == b':')?;
    let is_corrected = is_known(&url[..colon]) && !url[colon..].starts_with(b"://");
    is_corrected.then_some(colon)
}

/// Returns the index of the first byte from `start` on that is no slash or backslash.
fn after_slashes(url: &[u8], start: usize) -> usize {
    let slashes = url[start..].iter().take_while(|byte| b"/\\".contains(byte));
    start + slashes.count()
}

/// Returns the index of the colon of a URL that contains the program or the document to which it leads.
fn colon_of_content(url: &[u8]) -> Option<usize> {
    const SCHEMES: [&[u8]; 3] = [b"javascript", b"vbscript", b"data"];
    let colon = url.iter().position(|&byte| byte == b':')?;
    let mut schemes = SCHEMES.iter();
    schemes
        .any(|scheme| scheme.eq_ignore_ascii_case(&url[..colon]))
        .then_some(colon)
}

/// Returns the range of the authority that begins at `start`: the login, the host and the port.
fn authority(url: &[u8], start: usize) -> Range<usize> {
    let rest = &url[start..];
    let len = rest.iter().position(|byte| b"/?#\\".contains(byte));
    start..start + len.unwrap_or(rest.len())
}

/// Returns a text in which URLs, and what may be the name of a host, are written so that nobody can click on them.
#[cfg(feature = "mail")]
#[must_use]
pub fn defang_text(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for word in Edits::of(text)
        .apply()
        .split_inclusive(u8::is_ascii_whitespace)
    {
        let has_scheme = word.contains(&b':');
        let name = word.iter().position(|byte| b"/?#".contains(byte));
        let name = name.filter(|_| !has_scheme);
        let name = name.unwrap_or(if has_scheme { 0 } else { word.len() });
        let is_inside = |byte: Option<&u8>| byte.is_some_and(|byte| is_of_name(*byte));
        for (at, &byte) in word.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|before| word.get(before));
            if at < name && byte == b'.' && is_inside(before) && is_inside(word.get(at + 1)) {
                out.extend_from_slice(b"[.]");
            } else {
                out.push(byte);
            }
        }
    }
    out
}

/// Returns whether a byte may be part of the label of a host.
#[cfg(feature = "mail")]
const fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80 || byte == b'-'
}

/// Returns the range of a `mailto` URL that contains its hosts.
fn mail_hosts(url: &[u8]) -> Option<Range<usize>> {
    const MAILTO: &[u8] = b"mailto:";
    let scheme = url.get(..MAILTO.len())?;
    let end = url.iter().position(|&byte| byte == b'?');
    let end = end.unwrap_or(url.len());
    let at = url[..end].iter().position(|&byte| byte == b'@')?;
    scheme.eq_ignore_ascii_case(MAILTO).then_some(at..end)
}

/// Returns the index of the scheme's name at the end of a text.
fn name_start(text: &[u8]) -> usize {
    let last = text.iter().rposition(|byte| !byte.is_ascii_alphanumeric());
    last.map_or(0, |at| at + 1)
}

/// Returns whether the name of a scheme is changed.
fn is_known(scheme: &[u8]) -> bool {
    const KNOWN: [&[u8]; 4] = [b"http", b"https", b"ftp", b"ftps"];
    KNOWN.iter().any(|known| known.eq_ignore_ascii_case(scheme))
}

#[cfg(test)]
mod tests {
    use super::{defang, defang_text};

    use urlsift_tables::rows;

    #[test]
    fn names_in_texts_are_defanged() {
        for (text, expected) in rows!("defang.toml", "names_in_texts_are_defanged") {
            let defanged = defang_text(text.as_bytes());
            assert_eq!(String::from_utf8_lossy(&defanged), expected, "{text}");
        }
    }

    #[test]
    fn urls_are_defanged() {
        for (url, expected) in rows!("defang.toml", "urls_are_defanged") {
            let defanged = defang(url.as_bytes());
            assert_eq!(String::from_utf8_lossy(&defanged), expected, "{url}");
        }
    }
}
