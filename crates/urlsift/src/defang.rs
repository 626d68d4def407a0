//! Defangs URLs: writes them so that they cannot be clicked.

use std::{borrow::Cow, ops::Range};

/// Returns a URL as it is written so that nobody can click on it: `hxxp` for `http`, `fxp` for `ftp`, `[.]` for the
/// dots of the host and of the login before it, which may look like a host, and `javascript[:]` for a URL that is a
/// program or a document. The same is done to URLs inside the URL.
///
/// ```
/// # use urlsift::defang;
/// assert_eq!(&*defang(b"https://a.example/b.c"), b"hxxps://a[.]example/b.c");
/// assert_eq!(&*defang(b"mailto:a.b@c.example"), b"mailto:a.b@c[.]example");
/// ```
#[must_use]
pub fn defang(url: &[u8]) -> Cow<'_, [u8]> {
    const SEPARATOR: &[u8] = b"://";
    let mut out = Vec::new();
    let mut done = 0;
    if let Some(hosts) = mail_hosts(url) {
        bracket_dots(&mut out, url, &mut done, hosts);
    } else if let Some(colon) = colon_of_content(url) {
        out.extend_from_slice(&url[..colon]);
        out.extend_from_slice(b"[:]");
        done = colon + 1;
    } else if let Some(colon) = colon_without_slashes(url) {
        push_scheme(&mut out, &url[..colon]);
        done = colon;
        let authority = authority(url, after_slashes(url, colon + 1));
        bracket_dots(&mut out, url, &mut done, authority);
    }
    while let Some(at) = url[done..]
        .windows(SEPARATOR.len())
        .position(|bytes| bytes == SEPARATOR)
    {
        let colon = done + at;
        let start = done + name_start(&url[done..colon]);
        out.extend_from_slice(&url[done..start]);
        let scheme = &url[start..colon];
        push_scheme(&mut out, scheme);
        out.extend_from_slice(SEPARATOR);
        done = colon + SEPARATOR.len();
        // Browsers skip more slashes, as in `http:///a.example`.
        let start = if is_known(scheme) {
            after_slashes(url, done)
        } else {
            done
        };
        let authority = authority(url, start);
        bracket_dots(&mut out, url, &mut done, authority);
    }
    if done == 0 {
        return url.into();
    }
    out.extend_from_slice(&url[done..]);
    out.into()
}

/// Returns a host with `[.]` for its dots.
#[must_use]
pub fn defang_host(host: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    bracket_dots(&mut out, host, &mut 0, 0..host.len());
    out
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
pub(crate) fn defang_text(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for word in defang(text).split_inclusive(u8::is_ascii_whitespace) {
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

/// Appends the bytes from `done` to the end of a range, with brackets around the dots in the range, and advances
/// `done`.
fn bracket_dots(out: &mut Vec<u8>, url: &[u8], done: &mut usize, range: Range<usize>) {
    out.extend_from_slice(&url[*done..range.start]);
    for &byte in &url[range.clone()] {
        match byte {
            b'.' => out.extend_from_slice(b"[.]"),
            _ => out.push(byte),
        }
    }
    *done = range.end;
}

/// Returns the index of the scheme's name at the end of a text.
fn name_start(text: &[u8]) -> usize {
    let last = text.iter().rposition(|byte| !byte.is_ascii_alphanumeric());
    last.map_or(0, |at| at + 1)
}

/// Appends the name of a scheme; those of http and ftp with an `x` for each `t`.
fn push_scheme(out: &mut Vec<u8>, name: &[u8]) {
    let is_known = is_known(name);
    out.extend(name.iter().map(|&byte| match byte {
        b't' if is_known => b'x',
        b'T' if is_known => b'X',
        _ => byte,
    }));
}

/// Returns whether the name of a scheme is changed.
fn is_known(scheme: &[u8]) -> bool {
    const KNOWN: [&[u8]; 4] = [b"http", b"https", b"ftp", b"ftps"];
    KNOWN.iter().any(|known| known.eq_ignore_ascii_case(scheme))
}

#[cfg(test)]
mod tests {
    use super::{defang, defang_text};

    #[test]
    fn names_in_texts_are_defanged() {
        for (text, expected) in [
            (
                "Log in: www.a.example/b.html, v1.2.",
                "Log in: www[.]a[.]example/b.html, v1[.]2.",
            ),
            (
                "see http://a.example/b.c now",
                "see hxxp://a[.]example/b.c now",
            ),
            ("b\u{fc}cher.example", "b\u{fc}cher[.]example"),
            ("... a", "... a"),
        ] {
            let defanged = defang_text(text.as_bytes());
            assert_eq!(String::from_utf8_lossy(&defanged), expected, "{text}");
        }
    }

    #[test]
    fn urls_are_defanged() {
        for (url, expected) in [
            (
                "http://a.example/b.c?d.e#f.g",
                "hxxp://a[.]example/b.c?d.e#f.g",
            ),
            ("HTTPS://A.Example:80", "HXXPS://A[.]Example:80"),
            ("ftp://u.v:w@a.example/", "fxp://u[.]v:w@a[.]example/"),
            (
                "http://www.bank.example@evil.example/x.y",
                "hxxp://www[.]bank[.]example@evil[.]example/x.y",
            ),
            ("JavaScript:f(a.b)", "JavaScript[:]f(a.b)"),
            (
                "javascript:open('http://a.example/')",
                "javascript[:]open('hxxp://a[.]example/')",
            ),
            ("data:text/html,a.b", "data[:]text/html,a.b"),
            ("gopher://a.example/", "gopher://a[.]example/"),
            ("http://[::1]/a", "hxxp://[::1]/a"),
            ("http://localhost", "hxxp://localhost"),
            ("http://a.example\\b.c", "hxxp://a[.]example\\b.c"),
            ("http:a.example/b.c", "hxxp:a[.]example/b.c"),
            ("http:///a.example/b.c", "hxxp:///a[.]example/b.c"),
            ("ftp://\\/u@a.example", "fxp://\\/u@a[.]example"),
            ("gopher:///a.example", "gopher:///a.example"),
            ("ftp:/a@b.example", "fxp:/a@b[.]example"),
            (
                "HTTP:\\\\a.example\\http://b.c",
                "HXXP:\\\\a[.]example\\hxxp://b[.]c",
            ),
            ("a.b:http:c.d", "a.b:http:c.d"),
            (
                "mailto:a.b@c.example,d@e.example?cc=f.g",
                "mailto:a.b@c[.]example,d@e[.]example?cc=f.g",
            ),
            ("news:comp.infosystems", "news:comp.infosystems"),
            (
                "http://a.example/http://b.example/?c=https://d.example",
                "hxxp://a[.]example/hxxp://b[.]example/?c=hxxps://d[.]example",
            ),
            ("", ""),
            ("://", "://"),
            ("a.b/c", "a.b/c"),
        ] {
            let defanged = defang(url.as_bytes());
            assert_eq!(String::from_utf8_lossy(&defanged), expected, "{url}");
        }
    }
}
